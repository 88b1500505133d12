import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: { privateKey: ['HUNCH_PRIVATE_KEY'], walletAddress: ['HUNCH_WALLET_ADDRESS'] },
  volumes: 'usd',
  recordable: ['marketId', 'wallet'],
  unread: { HUNCH_BASE_URL: 'agent' },
}
