import * as z from 'zod'
import { PmxError } from '../../../api/envelope/errors.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import type { VenueReply, VenueRequest } from '../../../transport/call-types.js'
import { describeRefusedCredentials } from '../../../venue-kit/contract/account-secrets.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { isRejectedLogin } from '../../../venue-kit/orders/ended-login.js'
import { createLoginSessions, type LoginSession } from '../../../venue-kit/orders/login-session.js'
import { signedPartsOf } from '../../../venue-kit/orders/signed-call.js'
import type { LoggedInHttp } from '../../../venue-kit/orders/signed-http.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { optionalOf, text } from '../../../venue-kit/payload/schema.js'
import { apiKeyOf, hasAccountCredentials, requireOwnKey } from '../auth.js'

/** A login that authenticates the account of a call (../README.md, "Account authentication"). */

interface Login extends LoginSession {
  readonly refreshToken?: string
}

/** Lifetime of a token; it is renewed this long before it ends. */
const LIFE_MS = 15 * MINUTE_MS
const MARGIN_MS = MINUTE_MS

const nonceReply = z.object({ message: text })
const loginReply = z.object({ accessToken: text, refreshToken: optionalOf(text) })

const sessions = createLoginSessions<Login>({
  name: 'myriad session',
  open: async (ctx, aged) => (await renew(aged, ctx)) ?? signIn(ctx),
  headersOf: ({ token }) => ({ authorization: `Bearer ${token}` }),
})

/** Calls of an account: signed with the secret of an API key if there is one, otherwise with a session of the wallet. */
export const proved: LoggedInHttp = {
  check: assertProof,
  async send(request, ctx) {
    assertProof(ctx)
    return apiKeyOf(ctx) === undefined ? sessions.send(request, ctx) : sendByKey(request, ctx)
  },
  async sendOnce(request, ctx) {
    assertProof(ctx)
    return apiKeyOf(ctx) === undefined ? sessions.sendOnce(request, ctx) : sendByKey(request, ctx)
  },
}

/** Opens the session of the account's next call, so that afterwards only the call itself can fail. */
export async function openSession(ctx: VenueContext): Promise<void> {
  assertProof(ctx)
  if (apiKeyOf(ctx) === undefined) await sessions.get(ctx)
}

/**
 * Sends a call for data of an account that may be public: authenticated if the caller can.
 * @throws AUTHENTICATION_ERROR naming the required credentials, if the venue refuses a caller without any
 */
export async function sendProvable(request: VenueRequest, ctx: VenueContext): Promise<VenueReply> {
  if (hasAccountCredentials(ctx)) return proved.send(request, ctx)
  try {
    return await ctx.http.send(request)
  } catch (error) {
    if (isRejectedLogin(error)) assertProof(ctx)
    throw error
  }
}

/** Sends a public call, and authenticates only after a refusal: a first login creates an account there. */
export async function sendPublic(request: VenueRequest, ctx: VenueContext): Promise<VenueReply> {
  try {
    return await ctx.http.send(request)
  } catch (error) {
    if (isRejectedLogin(error) && hasAccountCredentials(ctx)) return proved.send(request, ctx)
    throw error
  }
}

/**
 * Checks the credentials without a call.
 * @throws AUTHENTICATION_ERROR where they do not authenticate an account
 */
function assertProof(ctx: VenueContext): void {
  if (hasAccountCredentials(ctx)) return
  const { privateKey, apiKey } = ctx.secrets.values
  const part = apiKey !== undefined && privateKey === undefined ? 'apiSecret' : 'privateKey'
  throw new PmxError(
    'AUTHENTICATION_ERROR',
    `Myriad needs the credential '${part}', because it shows orders only to their owner. Send your wallet's key as ` +
      'credentials.privateKey, or an API key with its secret as credentials.apiKey and credentials.apiSecret.' +
      describeRefusedCredentials(ctx.secrets),
    { exchange: 'myriad', detail: { kind: 'missing_credential', part } },
  )
}

function sendByKey(request: VenueRequest, ctx: VenueContext): Promise<VenueReply> {
  const key = apiKeyOf(ctx)
  if (key === undefined) throw new TypeError('there is no API key')
  const { method, target, body } = signedPartsOf(request, '')
  const at = String(Math.floor(ctx.clock.now() / 1000))
  return ctx.http.send({
    ...request,
    secretHeaders: {
      'x-api-key': key.apiKey,
      'x-api-timestamp': at,
      'x-api-signature': key.secret.sign(`${at}.${method}.${target}.${body}`, 'sha256', 'hex'),
    },
  })
}

/** Renews a session that ended by its time, or undefined if the venue does not renew it. */
async function renew(aged: Login | undefined, ctx: VenueContext): Promise<Login | undefined> {
  if (aged?.refreshToken === undefined) return undefined
  const { refreshToken } = aged
  try {
    return await openBy('/auth/refresh', { refreshToken }, ctx, refreshToken)
  } catch (error) {
    const { upstreamStatus, kind } = error instanceof PmxError ? (error.detail ?? {}) : {}
    const isRefused = Number(upstreamStatus) >= 400 && Number(upstreamStatus) <= 404
    // The response is inferred: a new login serves as well.
    if (isRefused || kind === 'drift') return undefined
    throw error
  }
}

async function signIn(ctx: VenueContext): Promise<Login> {
  const key = await requireOwnKey(ctx)
  const { signPersonal } = await import('../../../signing/personal.js')
  const what = 'GET /auth/nonce'
  const query = { address: key.address }
  const { json } = await ctx.http.send({ host: 'api', path: '/auth/nonce', query, isUnrecorded: true })
  const { message } = readPayload(nonceReply, json, what)
  // A message of Sign-In with Ethereum (EIP-4361) names the account: nothing else is signed.
  if (!message.toLowerCase().includes(key.address.toLowerCase()))
    throw createSchemaMismatch(what, 'message', 'it does not name the wallet that must sign it')
  return openBy('/auth/login', { message, signature: signPersonal(key, message) }, ctx)
}

/** @param refreshToken remains valid if the venue returns no other */
async function openBy(
  path: string,
  body: Readonly<Record<string, string>>,
  ctx: VenueContext,
  refreshToken?: string,
): Promise<Login> {
  const { json } = await ctx.http.send({ host: 'api', path, body, isUnrecorded: true })
  const told = readPayload(loginReply, json, `POST ${path}`)
  const next = told.refreshToken ?? refreshToken
  return {
    token: told.accessToken,
    until: ctx.clock.now() + LIFE_MS - MARGIN_MS,
    ...(next === undefined ? {} : { refreshToken: next }),
  }
}
