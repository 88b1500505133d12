import type { Hosts } from '../../transport/hosts.js'

/** This is longer than any of the venue's windows, so a larger number is not a count of seconds. */
const MAX_WINDOW_S = 3600

/**
 * Returns the remaining seconds of a window, from the header `x-ratelimit-reset`, or undefined for an invalid count of
 * seconds.
 * @param headers lower-case names
 */
export function readResetSeconds(headers: Readonly<Record<string, string>>): number | undefined {
  const reset = headers['x-ratelimit-reset']?.trim() ?? ''
  if (!/^\d+(\.\d+)?$/.test(reset)) return undefined
  const seconds = Math.ceil(Number(reset))
  return seconds <= MAX_WINDOW_S ? seconds : undefined
}

/**
 * The exchange's only host. Each route is counted separately, over fixed windows. A full bucket and its refill within one window
 * must together not exceed the limit (README.md, "Limits").
 */
export const hosts = {
  api: {
    url: 'https://api.smarkets.com/v3',
    limit: {
      capacity: 60,
      perSecond: 19,
      isOfKeys: true,
      source: '1200 in 60 s for an account, as in a client of 2026',
    },
    groups: {
      /** Reads without a login. */
      reads: {
        capacity: 6,
        perSecond: 0.9,
        source: '60 requests in 60 s without a login, from the header x-ratelimit-limit of /events/ (2026)',
      },
      quotes: {
        capacity: 5,
        perSecond: 0.25,
        source: '20 requests in 60 s without a login, from the header x-ratelimit-limit (2026-04)',
      },
      login: {
        capacity: 3,
        perSecond: 0.006,
        source: '5 logins in 300 s, as in a client of 2026',
        ofAccounts: true,
      },
      place: { capacity: 2, perSecond: 8, source: '10 per second, as in a client of 2026', ofAccounts: true },
      cancel: {
        capacity: 2,
        perSecond: 8,
        source: '10 per second, as in the OpenAPI document of v3',
        ofAccounts: true,
      },
    },
    separateGroups: true,
    pauseAfter(headers) {
      if (headers['x-ratelimit-remaining']?.trim() !== '0') return undefined
      const seconds = readResetSeconds(headers)
      return seconds === undefined ? undefined : seconds * 1000
    },
  },
} as const satisfies Hosts
