import type { Declared } from '../../venue-kit/declared.js'

/** Nothing that is read so far needs one of them (README.md). */
export const declared: Declared = {
  credentials: { privateKey: ['RAIN_PRIVATE_KEY'], walletAddress: ['RAIN_WALLET_ADDRESS'] },
  recordable: ['sortBy'],
}
