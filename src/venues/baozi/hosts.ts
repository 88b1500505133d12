import type { Hosts } from '../../transport/hosts.js'

const source =
  'solana.com/docs/references/clusters: 100 calls in 10 s per address, and 40 of one method (2026)'

/**
 * The venue is a program on Solana: any node of the chain returns its accounts. The default is the public node. The budget is
 * about half of its limits, because other programs share the address and scans are refused first. The configuration or a variable
 * can name a private node (README.md).
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
