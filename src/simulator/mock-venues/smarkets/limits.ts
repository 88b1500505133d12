import { toIso } from '../../../api/times/instant.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import type { MockQuota, MockRequest } from '../../mock-kit/mock-venue.js'
import { toErrorReply } from './errors.js'
import { ownerIn } from './sessions.js'

const SECOND_MS = 1000
const ANYBODY = 'anonymous'

type Whose = (owner: string | undefined) => string | undefined
const accounts: Whose = (owner) => owner
const strangers: Whose = (owner) => (owner === undefined ? ANYBODY : undefined)
const everybody: Whose = (owner) => owner ?? ANYBODY

/** Returns a maximum number of calls of one kind in a window. */
function quota(calls: number, windowMs: number, method: string, path: RegExp, whose: Whose): MockQuota {
  return {
    calls,
    windowMs,
    caller: (request: MockRequest) =>
      (method === '*' || request.method === method) && path.test(request.path)
        ? whose(ownerIn(request))
        : undefined,
    refusal: ({ limit, remaining, endsAt }) =>
      toErrorReply(429, 'RATE_LIMIT_EXCEEDED', { count: limit - remaining, expiry: toIso(endsAt), limit }),
    headers: ({ limit, remaining, resetMs }) => ({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Math.ceil(resetMs / SECOND_MS)),
    }),
  }
}

const quotes = /^\/v3\/markets\/[^/]+\/quotes\/$/
const sessions = /^\/v3\/sessions\/$/
const orders = /^\/v3\/orders\/$/
const oneOrder = /^\/v3\/orders\/[^/]+\/$/

/**
 * Limits by account, or shared by all callers without one. The headers are those of the limit with the fewest remaining
 * calls (README.md).
 */
export const quotas: readonly MockQuota[] = [
  quota(20, MINUTE_MS, 'GET', quotes, strangers),
  quota(50, MINUTE_MS, 'GET', quotes, accounts),
  quota(60, MINUTE_MS, 'GET', /^\/v3\/events\/$/, strangers),
  quota(1200, MINUTE_MS, '*', /^/, accounts),
  quota(5, 5 * MINUTE_MS, 'POST', sessions, everybody),
  quota(30, MINUTE_MS, 'DELETE', sessions, everybody),
  quota(10, SECOND_MS, 'POST', orders, everybody),
  quota(10, SECOND_MS, 'DELETE', oneOrder, everybody),
  quota(1, MINUTE_MS, 'DELETE', orders, everybody),
]
