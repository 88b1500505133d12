import type { Hosts } from '../../transport/hosts.js'

/** The exchange's one host for events, books, trades and candles; the sandbox has another and is not used. */
export const hosts = {
  api: {
    url: 'https://api.gemini.com',
    limit: {
      capacity: 5,
      perSecond: 1.8,
      source: '120 public requests a minute, five more of a burst are queued (docs.gemini.com, rate limits)',
    },
    maxInFlight: 4,
  },
} as const satisfies Hosts
