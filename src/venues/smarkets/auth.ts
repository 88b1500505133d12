import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import { parseIso } from '../../api/times/instant.js'
import { MINUTE_MS } from '../../api/times/span.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import { createLoginSessions, type LoginSession } from '../../venue-kit/orders/login-session.js'
import type { LoggedInHttp } from '../../venue-kit/orders/signed-http.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { sessionReply } from './native/order-wire.js'

const credentials = z.object({ apiKey: z.string(), privateKey: z.string() })

const read = createCredentialReader(
  'smarkets',
  credentials,
  'apiKey is the email address of the account at smarkets.com, and privateKey is its password.',
)

/** The lifetime of a session after its last use. It is renewed this long before it ends. */
const LIFE_MS = 30 * MINUTE_MS
const MARGIN_MS = MINUTE_MS

const sessions = createLoginSessions<LoginSession>({
  name: 'smarkets session',
  open: login,
  headersOf: ({ token }) => ({ authorization: `Session-Token ${token}` }),
})

/** Sends the calls of an account, with the token of a session that the first call opens. */
export const signed: LoggedInHttp = {
  check: (ctx) => void read(ctx),
  send: sessions.send,
  sendOnce: sessions.sendOnce,
}

/** Opens a session if no valid one exists, so that later calls can use it. */
export const sessionOf = sessions.get

async function login(ctx: VenueContext): Promise<LoginSession> {
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
      ? 'requires a two-factor code, which the daemon does not have. Turn off two-factor authentication for the account that trades here'
      : `requires another action (${factor.slice(0, 40)}) before the login is complete. Sign in at smarkets.com once and finish it there`
  return new PmxError(
    'AUTHENTICATION_ERROR',
    `Smarkets accepted the email address and the password, but ${what}.`,
    {
      detail: { kind: 'second_factor', factor: factor.slice(0, 40) },
    },
  )
}
