import type { Hosts } from '../../transport/hosts.js'
import { accountGroups, anonymousInFlight, anonymousLimit, streamLimit } from '../kalshi/hosts.js'

/**
 * The demo uses `.co`, not `.com` (venues/kalshi/README.md; docs.kalshi.com, api environments). Its anonymous limit is unknown.
 * Its accounts have the same table of tiers as those of production.
 */
export const hosts: Hosts = {
  api: {
    url: 'https://external-api.demo.kalshi.co/trade-api/v2',
    limit: anonymousLimit,
    maxInFlight: anonymousInFlight,
    groups: accountGroups,
  },
  stream: { url: 'wss://external-api-ws.demo.kalshi.co', limit: streamLimit },
}
