import type { Hosts } from '../../transport/hosts.js'

/** The exchange's one host, which has a limit of its own for calls of accounts; the sandbox has another and is not used. */
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
  account: {
    url: 'https://api.gemini.com',
    limit: {
      capacity: 5,
      perSecond: 9,
      source: '600 private requests a minute, five more of a burst are queued (docs.gemini.com, rate limits)',
    },
    maxInFlight: 4,
  },
  /** Books and trades as they change. */
  stream: {
    url: 'wss://ws.gemini.com',
    limit: {
      capacity: 5,
      perSecond: 0.5,
      source: 'sockets opened; 300 in five minutes by its own `conninfo` (observed 2026-09)',
    },
  },
} as const satisfies Hosts
