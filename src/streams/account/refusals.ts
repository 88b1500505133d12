import { PmxError } from '../../api/envelope/errors.js'
import { toIso } from '../../api/times/instant.js'
import { MINUTE_MS } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { computeDoubledWait } from '../../policy/backoff.js'
import { createLru } from '../../policy/lru.js'
import type { RefusedLogin } from '../../venue-kit/orders/login-session.js'

/** The same pauses as after a refused login (venue-kit/orders/login-session.ts). */
const PAUSE = { baseMs: MINUTE_MS, capMs: 10 * MINUTE_MS }
/** A refused user channel is retried after this time. */
const SOCKET_PAUSE_MS = 10 * MINUTE_MS
const MAX_ACCOUNTS = 10_000

/** Creates a record of accounts with refused keys. For some time, no calls with the same keys are sent to the venue. */
export function createRefusals(clock: Pick<Clock, 'now' | 'monotonic'>) {
  const accounts = createLru<RefusedLogin>(MAX_ACCOUNTS)
  const sockets = createLru<number>(MAX_ACCOUNTS)
  return {
    /** @throws AUTHENTICATION_ERROR for keys that the venue recently refused */
    assertNone(account: string): void {
      const refusal = accounts.get(account)
      const waitMs = (refusal?.until ?? 0) - clock.monotonic()
      if (refusal === undefined || waitMs <= 0) return
      const at = toIso(Math.round(clock.now() + waitMs))
      throw refusal.error.with({ message: `${refusal.error.message} The next attempt is at ${at}.` })
    },
    note(account: string, error: unknown): void {
      // Missing or unusable keys were detected locally, without a call of the venue.
      const isVenues = error instanceof PmxError && error.detail?.['upstreamStatus'] !== undefined
      if (!isVenues || error.code !== 'AUTHENTICATION_ERROR') return
      const count = accounts.get(account)?.count ?? 0
      accounts.set(account, {
        error,
        until: clock.monotonic() + computeDoubledWait(count, PAUSE),
        count: count + 1,
      })
    },
    accepted: (account: string): void => accounts.delete(account),
    noteSocket: (account: string): void => sockets.set(account, clock.monotonic() + SOCKET_PAUSE_MS),
    isSocketRefused: (account: string): boolean => clock.monotonic() < (sockets.get(account) ?? 0),
  }
}
