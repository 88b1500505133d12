import * as z from 'zod'
import { PmxError } from '../../api/errors.js'
import { parseIso } from '../../api/instant.js'
import { MINUTE_MS } from '../../api/span.js'
import type { VenueReply, VenueRequest } from '../../transport/call.js'
import { credentialReader } from '../../venue-kit/credentials.js'
import { memoKey } from '../../venue-kit/memo.js'
import { readPayload } from '../../venue-kit/payload.js'
import type { SignedHttp } from '../../venue-kit/signed-http.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { sessionReply } from './native/order-wire.js'

const credentials = z.object({ apiKey: z.string(), privateKey: z.string() })

const read = credentialReader(
  'smarkets',
  credentials,
  'apiKey is the e-mail of the account at smarkets.com, privateKey its password.',
)

interface Session {
  readonly token: string
  /** Epoch ms by our clock after which it is not used any more. */
  readonly until: number
}

/** The login under way or done of the holder of credentials: all calls with them share it. */
const sessionOfHolder = memoKey<Promise<Session>>('smarkets session', 24 * 60 * MINUTE_MS)

/** A session lives that long from its last use on; it is renewed this much before it ends. */
const LIFE_MS = 30 * MINUTE_MS
const MARGIN_MS = MINUTE_MS

/**
 * Calls of an account, under the token of a session that is opened with the first of them. A call that finds its session
 * ended was not carried out (HTTP 401): it is sent once more, under a session of its own.
 */
export const signed: SignedHttp = {
  check: (ctx) => void read(ctx),
  async send(request, ctx) {
    const session = await sessionOf(ctx)
    try {
      return await sendUnder(session, request, ctx)
    } catch (error) {
      if (!isEnded(error)) throw error
      await forget(session, ctx)
    }
    const renewed = await sessionOf(ctx)
    try {
      return await sendUnder(renewed, request, ctx)
    } catch (error) {
      if (isEnded(error)) await forget(renewed, ctx)
      throw error
    }
  },
}

function sendUnder({ token }: Session, request: VenueRequest, ctx: VenueContext): Promise<VenueReply> {
  return ctx.http.send({ ...request, secretHeaders: { authorization: `Session-Token ${token}` } })
}

function isEnded(error: unknown): boolean {
  return (
    error instanceof PmxError &&
    error.code === 'AUTHENTICATION_ERROR' &&
    error.detail?.['upstreamStatus'] === 401
  )
}

/** Lets go of a session that has ended, unless another call has opened the next one already. */
async function forget(ended: Session, ctx: VenueContext): Promise<void> {
  const shared = ctx.memo.get(sessionOfHolder, '')
  const known = await shared?.catch(() => undefined)
  if (known === ended && ctx.memo.get(sessionOfHolder, '') === shared) ctx.memo.delete(sessionOfHolder, '')
}

/** Opens a session where there is none that lasts, so that what is sent afterwards finds one. */
export async function sessionOf(ctx: VenueContext): Promise<Session> {
  const shared = ctx.memo.get(sessionOfHolder, '')
  // Another's login may have failed by what is his alone, such as hanging up.
  const known = await shared?.catch(() => undefined)
  if (known !== undefined && ctx.clock.now() < known.until) return known
  const other = ctx.memo.get(sessionOfHolder, '')
  if (other !== undefined && other !== shared) return sessionOf(ctx)
  const opened = login(ctx)
  ctx.memo.set(sessionOfHolder, '', opened)
  try {
    return await opened
  } catch (error) {
    if (ctx.memo.get(sessionOfHolder, '') === opened) ctx.memo.delete(sessionOfHolder, '')
    throw error
  }
}

async function login(ctx: VenueContext): Promise<Session> {
  const { apiKey: username, privateKey: password } = read(ctx)
  const path = '/sessions/'
  const body = { username, password, remember: false }
  const { json } = await ctx.http.send({ host: 'api', path, body, group: 'login', isUnrecorded: true })
  const { token, stop, factor } = readPayload(sessionReply, json, `POST ${path}`)
  if (factor !== 'complete') throw unfinished(factor)
  const now = ctx.clock.now()
  const ends = parseIso(stop === undefined || /(?:Z|[+-]\d\d:?\d\d)$/i.test(stop) ? (stop ?? '') : `${stop}Z`)
  return { token, until: (ends ?? now + LIFE_MS) - MARGIN_MS }
}

function unfinished(factor: string): PmxError {
  const what =
    factor === 'totp'
      ? 'asks for a code of its second factor, which this daemon cannot know: turn two-factor authentication off for the account that trades here'
      : `wants another step (${factor.slice(0, 40)}) before it lets anybody in: sign in at smarkets.com once and finish it there`
  return new PmxError('AUTHENTICATION_ERROR', `Smarkets took e-mail and password, and ${what}.`, {
    detail: { kind: 'second_factor', factor: factor.slice(0, 40) },
  })
}
