import type { Declared } from '../../venue-kit/contract/manifest.js'

export const declared: Declared = {
  credentials: { apiKey: ['HYPERLIQUID_WALLET_ADDRESS'], privateKey: ['HYPERLIQUID_PRIVATE_KEY'] },
  volumes: 'contracts',
  recordable: [
    'coin',
    'endTime',
    'interval',
    'method',
    'nSigFigs',
    'outcome',
    'req',
    'startTime',
    'subscription',
    'type',
    'user',
  ],
}
