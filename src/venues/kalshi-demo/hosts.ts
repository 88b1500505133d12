import type { Hosts } from '../../transport/hosts.js'
import { anonymousInFlight, anonymousLimit, streamLimit } from '../kalshi/hosts.js'

/**
 * The demo lives under `.co`, not `.com` (venues/kalshi/README.md; docs.kalshi.com, api environments). Its anonymous
 * limit is not known.
 */
export const hosts: Hosts = {
  api: {
    url: 'https://external-api.demo.kalshi.co/trade-api/v2',
    limit: anonymousLimit,
    maxInFlight: anonymousInFlight,
  },
  stream: { url: 'wss://external-api-ws.demo.kalshi.co', limit: streamLimit },
}
