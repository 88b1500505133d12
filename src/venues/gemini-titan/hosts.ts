import type { Hosts } from '../../transport/hosts.js'

/** The exchange's only host, which has a separate limit for calls of accounts; the sandbox has another host and is not used. */
export const hosts = {
  api: {
    url: 'https://api.gemini.com',
    limit: {
      capacity: 5,
      perSecond: 1.8,
      source:
        '120 public requests per minute, and a burst of five more is queued (docs.gemini.com, rate limits)',
    },
    maxInFlight: 4,
  },
  account: {
    url: 'https://api.gemini.com',
    limit: {
      capacity: 5,
      perSecond: 9,
      isOfKeys: true,
      source:
        '600 private requests per minute, and a burst of five more is queued (docs.gemini.com, rate limits)',
    },
    maxInFlight: 4,
  },
  /** Live books and trades. */
  stream: {
    url: 'wss://ws.gemini.com',
    limit: {
      capacity: 5,
      perSecond: 0.5,
      source: 'new sockets: 300 in five minutes, as its `conninfo` reports (observed 2026-09)',
    },
  },
} as const satisfies Hosts
