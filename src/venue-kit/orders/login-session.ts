import { PmxError } from '../../api/envelope/errors.js'
import { toIso } from '../../api/times/instant.js'
import { MINUTE_MS } from '../../api/times/span.js'
import { computeDoubledWait } from '../../policy/backoff.js'
import type { VenueReply, VenueRequest } from '../../transport/call.js'
import { defineMemoKey } from '../contract/memo.js'
import type { VenueContext } from '../contract/venue-context.js'

/** A login at a venue, which ends by itself. */
export interface LoginSession {
  readonly token: string
  /** Epoch ms by our clock after which it is not used any more. */
  readonly until: number
}

/** Sessions of a venue, one for each holder of credentials: all calls with them share it. */
export interface LoginSessions<Login extends LoginSession> {
  /** Opens a session where there is none that lasts, so that what is sent afterwards finds one. */
  get(ctx: VenueContext): Promise<Login>
  /**
   * Sends a call under the session. One that finds its session ended was not carried out (HTTP 401): it is sent once
   * more, under a session that was opened for it. A session under which that was refused as well lasts a minute at
   * least: then it is not what is refused, and logins are few.
   */
  send(request: VenueRequest, ctx: VenueContext): Promise<VenueReply>
}

interface SessionTerms<Login extends LoginSession> {
  /** Name in the memory of the holder, such as `smarkets session`. */
  readonly name: string
  /** @param aged the session before, where that ended by its time; absent where there was none, or the venue ended it */
  open(ctx: VenueContext, aged: Login | undefined): Promise<Login>
  /** What proves that a call belongs to the session. */
  headersOf(session: Login): Readonly<Record<string, string>>
}

/** A login that the venue refused. */
interface Refusal {
  readonly error: PmxError
  /** By the monotonic clock: until then the venue is not asked again. */
  readonly until: number
  /** Refusals in a row. */
  readonly count: number
}

/**
 * What the venue refused once it refuses again, and counts: logins are few (5 in 300 s at Smarkets), and all callers of
 * a daemon share them. Other credentials are another holder's, and are not kept waiting.
 */
const AFTER_REFUSAL = { baseMs: MINUTE_MS, capMs: 10 * MINUTE_MS }

/** Makes the sessions of a venue; they live in the memory of their holder, and nowhere else. */
export function createLoginSessions<Login extends LoginSession>({
  name,
  open,
  headersOf,
}: SessionTerms<Login>): LoginSessions<Login> {
  /** The login under way or done. */
  const ofHolder = defineMemoKey<Promise<Login>>(name, 24 * 60 * MINUTE_MS)

  const refusals = defineMemoKey<Refusal>(`refused ${name}`, 24 * 60 * MINUTE_MS)

  /** Opens a session, unless the venue has refused the very same a moment ago. */
  async function logIn(ctx: VenueContext, aged: Login | undefined): Promise<Login> {
    const before = ctx.memo.get(refusals, '')
    const waitMs = (before?.until ?? 0) - ctx.clock.monotonic()
    if (before !== undefined && waitMs > 0) {
      const at = toIso(Math.round(ctx.clock.now() + waitMs))
      throw before.error.with({ message: `${before.error.message} The venue is asked again at ${at}.` })
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
    // Another's login may have failed by what is his alone, such as hanging up.
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

  /** Lets go of a session that has ended, unless another call has opened the next one already. */
  async function forget(ended: Login, ctx: VenueContext): Promise<void> {
    const shared = ctx.memo.get(ofHolder, '')
    const known = await shared?.catch(() => undefined)
    if (known === ended && ctx.memo.get(ofHolder, '') === shared) ctx.memo.delete(ofHolder, '')
  }

  /** The session that was opened for a refused call, which was refused under it, too. */
  const refusedAnew = defineMemoKey<Login>(`refused under ${name}`, MINUTE_MS)

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
        // The session is not what is refused: it stays for what is not.
        if (isRejectedLogin(error)) ctx.memo.set(refusedAnew, '', renewed)
        throw error
      }
    },
  }
}

/** Whether the venue carried nothing out, because it did not believe who called. */
export function isRejectedLogin(error: unknown): boolean {
  return (
    error instanceof PmxError &&
    error.code === 'AUTHENTICATION_ERROR' &&
    error.detail?.['upstreamStatus'] === 401
  )
}

/** Whether the venue has judged the credentials, which the same ones will not change. */
function isRefusedLogin(error: unknown): error is PmxError {
  if (!(error instanceof PmxError) || error.code !== 'AUTHENTICATION_ERROR') return false
  const { upstreamStatus, kind } = error.detail ?? {}
  return upstreamStatus !== undefined || kind === 'second_factor'
}
