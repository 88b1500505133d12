import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: { walletAddress: ['SUIBETS_WALLET_ADDRESS'] },
  volumes: 'usd',
  recordable: ['currency', 'eventId', 'wallet'],
  unread: { SUIBETS_BASE_URL: 'api' },
}
