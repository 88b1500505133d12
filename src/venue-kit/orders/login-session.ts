import { PmxError } from '../../api/envelope/errors.js'
import { toIso } from '../../api/times/instant.js'
import { MINUTE_MS } from '../../api/times/span.js'
import { computeDoubledWait } from '../../policy/backoff.js'
import type { VenueReply, VenueRequest } from '../../transport/call-types.js'
import { defineMemoKey } from '../contract/memo.js'
import type { VenueContext } from '../contract/venue-context.js'
import { isRejectedLogin, markLoginEnded } from './ended-login.js'

/** A login to a venue, which expires. */
export interface LoginSession {
  readonly token: string
  /** Time of the daemon's clock after which it is not used in epoch ms. */
  readonly until: number
}

/** A venue's sessions, one for each holder of credentials. All calls with the same credentials share it. */
export interface LoginSessions<Login extends LoginSession> {
  /** Returns the current session, or opens one that later calls can use. */
  get(ctx: VenueContext): Promise<Login>
  /**
   * Sends a call that may be executed twice under the session. After a refusal of the session (HTTP 401) it is sent once more,
   * under a new session. If that is refused as well, the session is not the cause. The new one remains for at least a minute,
   * because logins are limited.
   */
  send(request: VenueRequest, ctx: VenueContext): Promise<VenueReply>
  /**
   * Sends a call that places orders, once. The next call has a new session if this one has ended.
   * @throws as {@link markLoginEnded} if the session has ended; without the mark if a new one was refused within a minute
   */
  sendOnce(request: VenueRequest, ctx: VenueContext): Promise<VenueReply>
}

interface SessionTerms<Login extends LoginSession> {
  /** Name in the memo of the holder, such as `smarkets session`. */
  readonly name: string
  /** @param aged the previous session, where it expired by its time; absent if there was none, or the venue ended it */
  open(ctx: VenueContext, aged: Login | undefined): Promise<Login>
  /** Returns the headers that authenticate a call of the session. */
  headersOf(session: Login): Readonly<Record<string, string>>
}

/** A login that the venue refused. */
export interface RefusedLogin {
  readonly error: PmxError
  /** By the monotonic clock: the venue is not called before. */
  readonly until: number
  /** Consecutive refusals. */
  readonly count: number
}

/**
 * Backoff after refused logins. Venues count refusals. Logins are limited (5 in 300 s at Smarkets), and all of a daemon's callers
 * share them. Other credentials belong to another holder and do not wait.
 */
const AFTER_REFUSAL = { baseMs: MINUTE_MS, capMs: 10 * MINUTE_MS }

/** Creates the sessions of a venue; they exist only in the memo of their holder. */
export function createLoginSessions<Login extends LoginSession>({
  name,
  open,
  headersOf,
}: SessionTerms<Login>): LoginSessions<Login> {
  /** The pending or finished login. */
  const ofHolder = defineMemoKey<Promise<Login>>(name, 24 * 60 * MINUTE_MS)

  const refusals = defineMemoKey<RefusedLogin>(`refused ${name}`, 24 * 60 * MINUTE_MS)

  /** Opens a session, unless the venue has recently refused the same credentials. */
  async function logIn(ctx: VenueContext, aged: Login | undefined): Promise<Login> {
    const before = ctx.memo.get(refusals, '')
    const waitMs = (before?.until ?? 0) - ctx.clock.monotonic()
    if (before !== undefined && waitMs > 0) {
      const at = toIso(Math.round(ctx.clock.now() + waitMs))
      throw before.error.with({ message: `${before.error.message} The next attempt is at ${at}.` })
    }
    try {
      const opened = await open(ctx, aged)
      ctx.memo.delete(refusals, '')
      return opened
    } catch (error) {
      if (isRefusedLogin(error)) {
        const { count } = before ?? { count: 0 }
        const until = ctx.clock.monotonic() + computeDoubledWait(count, AFTER_REFUSAL)
        ctx.memo.set(refusals, '', { error, until, count: count + 1 })
      }
      throw error
    }
  }

  async function get(ctx: VenueContext): Promise<Login> {
    const shared = ctx.memo.get(ofHolder, '')
    // The login of another caller may have failed for reasons of its own, such as a disconnect.
    const known = await shared?.catch(() => undefined)
    if (known !== undefined && ctx.clock.now() < known.until) return known
    const other = ctx.memo.get(ofHolder, '')
    if (other !== undefined && other !== shared) return get(ctx)
    const opened = logIn(ctx, known)
    ctx.memo.set(ofHolder, '', opened)
    try {
      return await opened
    } catch (error) {
      if (ctx.memo.get(ofHolder, '') === opened) ctx.memo.delete(ofHolder, '')
      throw error
    }
  }

  /** Removes an expired session, unless another call has already opened the next one. */
  async function forget(ended: Login, ctx: VenueContext): Promise<void> {
    const shared = ctx.memo.get(ofHolder, '')
    const known = await shared?.catch(() => undefined)
    if (known === ended && ctx.memo.get(ofHolder, '') === shared) ctx.memo.delete(ofHolder, '')
  }

  /** The session that was opened for a refused call, and that was refused as well. */
  const refusedAnew = defineMemoKey<Login>(`refused under ${name}`, MINUTE_MS)

  /** The session under which a call that places orders was refused. */
  const endedLast = defineMemoKey<Login>(`ended ${name}`, MINUTE_MS)

  const sendUnder = (session: Login, request: VenueRequest, ctx: VenueContext): Promise<VenueReply> =>
    ctx.http.send({ ...request, secretHeaders: headersOf(session) })

  return {
    get,
    async send(request, ctx) {
      const session = await get(ctx)
      try {
        return await sendUnder(session, request, ctx)
      } catch (error) {
        if (!isRejectedLogin(error) || ctx.memo.get(refusedAnew, '') === session) throw error
        await forget(session, ctx)
      }
      const renewed = await get(ctx)
      try {
        return await sendUnder(renewed, request, ctx)
      } catch (error) {
        // The session is not the cause of the refusal: it remains for other calls.
        if (isRejectedLogin(error)) ctx.memo.set(refusedAnew, '', renewed)
        throw error
      }
    },
    async sendOnce(request, ctx) {
      const session = await get(ctx)
      try {
        return await sendUnder(session, request, ctx)
      } catch (error) {
        if (!isRejectedLogin(error) || ctx.memo.get(refusedAnew, '') === session) throw error
        const before = ctx.memo.get(endedLast, '')
        if (before !== undefined && before !== session) {
          ctx.memo.set(refusedAnew, '', session)
          throw error
        }
        ctx.memo.set(endedLast, '', session)
        await forget(session, ctx)
        throw markLoginEnded(error)
      }
    },
  }
}

/** Whether the venue has rejected the credentials, so that the same ones fail again. */
function isRefusedLogin(error: unknown): error is PmxError {
  if (!(error instanceof PmxError) || error.code !== 'AUTHENTICATION_ERROR') return false
  const { upstreamStatus, kind } = error.detail ?? {}
  return upstreamStatus !== undefined || kind === 'second_factor'
}
