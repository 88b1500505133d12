import type { Hosts } from '../../../src/transport/hosts.js'

/** A name that no resolver has (RFC 6761): the venue is made up. */
export const hosts = {
  api: {
    url: 'https://api.seventeenth.invalid/v1',
    limit: { capacity: 10, perSecond: 5, source: 'made up' },
  },
} as const satisfies Hosts
