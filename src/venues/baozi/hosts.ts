import type { Hosts } from '../../transport/hosts.js'

const source =
  'solana.com/docs/references/clusters: 100 calls in 10 s and address, 40 of them of one method (2026)'

/**
 * The venue is a program on Solana: any node of the chain tells its accounts. The default is the public one, whose
 * limits are spent by about a half, because other programs share the address and scans are what it refuses first; a
 * node of one's own stands in the configuration or in a variable (README.md).
 */
export const hosts = {
  rpc: {
    url: 'https://api.mainnet-beta.solana.com',
    limit: { capacity: 10, perSecond: 4, source },
    groups: {
      scans: { capacity: 4, perSecond: 1.6, source },
      accounts: { capacity: 10, perSecond: 1.6, source },
    },
  },
} as const satisfies Hosts
