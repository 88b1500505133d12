import * as z from 'zod'
import { messageOf, PmxError } from '../../api/envelope/errors.js'
import { hmacKeyOf } from '../../signing/hmac.js'
import type { VenueReply, VenueRequest } from '../../transport/call-types.js'
import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import type { SignedHttp } from '../../venue-kit/orders/signed-http.js'

const credentials = z.object({
  apiKey: z.string(),
  apiSecret: z.string().transform((secret) => hmacKeyOf(secret, 'text')),
})

const read = createCredentialReader(
  'gemini-titan',
  credentials,
  'Create a key with the Trader role at exchange.gemini.com/settings/api. apiKey is its name, and apiSecret is its secret. Both kinds of nonces work.',
)

/**
 * A key's calls are sequential. There are two kinds of keys (README.md, "Accounts and orders"): those whose nonces must increase,
 * and those whose nonces are the time in seconds. The kind is unknown until the venue refuses milliseconds.
 */
interface Turns {
  last: Promise<unknown>
  /**
   * Nonce of the last call: epoch ms, or more if several calls have the same time; epoch seconds for a key that requires
   * those.
   */
  nonce: number
  unit: 'ms' | 's'
  /** Whether the venue has refused a repeated nonce. */
  takesNoRepeats: boolean
}
const turnsOfKey = defineMemoKey<Turns>('gemini turns', 24 * 3_600_000)

/**
 * Signed calls of an account: POSTs without a body, whose parameters are the signed payload of a header (README.md, "Accounts and
 * orders"). `body` holds the parameters; parameters in the query are in `query`, and are not signed.
 */
export const signed: SignedHttp = {
  check: (ctx) => void read(ctx),
  send: (request, ctx) => sendQueued(request, false, ctx),
}

/**
 * Sends a call that places or cancels orders. These calls have no name here, so a refused nonce leaves their status
 * unknown: an intermediate server may have sent the call twice, and the refusal then applies to the second copy.
 * @throws EXCHANGE_NOT_AVAILABLE, kind `nonce_refused`, where the call may have been carried out
 */
export function sendWrite(request: VenueRequest, ctx: VenueContext): Promise<VenueReply> {
  return sendQueued(request, true, ctx)
}

async function sendQueued(request: VenueRequest, isWrite: boolean, ctx: VenueContext): Promise<VenueReply> {
  read(ctx)
  const turns = ctx.memo.get(turnsOfKey, '') ?? {
    last: Promise.resolve(),
    nonce: 0,
    unit: 'ms',
    takesNoRepeats: false,
  }
  const go = (): Promise<VenueReply> => sendInTurn(request, isWrite, turns, ctx)
  const answer = turns.last.then(go, go)
  turns.last = answer.catch(() => undefined)
  ctx.memo.set(turnsOfKey, '', turns)
  return answer
}

/**
 * Returns the headers that open the socket of an account: the nonce is the time in seconds, and alone is signed (README.md,
 * "Streams").
 */
export function socketHeadersFor(ctx: VenueContext): Readonly<Record<string, string>> {
  const { apiKey, apiSecret } = read(ctx)
  const nonce = String(Math.floor(ctx.clock.now() / 1000))
  const payload = Buffer.from(nonce).toString('base64')
  return {
    'X-GEMINI-APIKEY': apiKey,
    'X-GEMINI-NONCE': nonce,
    'X-GEMINI-PAYLOAD': payload,
    'X-GEMINI-SIGNATURE': apiSecret.sign(payload, 'sha384', 'hex'),
  }
}

/**
 * Sends a call, and retries once if the venue refused its nonce for a correctable reason: nothing was executed, and no
 * order was placed. The refusal shows the kind of key, and whether a second may be used twice.
 */
async function sendInTurn(
  request: VenueRequest,
  isWrite: boolean,
  turns: Turns,
  ctx: VenueContext,
): Promise<VenueReply> {
  const learned = (): string => `${turns.unit} ${turns.takesNoRepeats}`
  let refusal: unknown
  for (;;) {
    const before = learned()
    const { nonce: last } = turns
    await nextNonce(turns, ctx).catch((ended: unknown) => {
      // The refusal is certain; the end of the caller's wait does not change it.
      throw refusal ?? ended
    })
    const { unit } = turns
    const begunAt = ctx.clock.monotonic()
    try {
      return await sendNow(request, turns, ctx)
    } catch (error) {
      learn(error, turns)
      if (isWrite && unit === 's' && wasInTime(error, ctx.clock.monotonic() - begunAt)) throw toDoubt(error)
      // A nonce of an earlier call was refused at the first copy already.
      if (isWrite && turns.nonce !== last && kindOf(error) === 'nonce_refused') throw toDoubt(error)
      if (learned() === before) throw error
      refusal = error
    }
  }
}

/** The venue accepts time nonces within this many seconds of its own time. */
const NONCE_SECONDS = 30

/** A first copy that arrived this much earlier than the response may have been in time, even if the refused one was not. */
const MIN_DELAY_MS = 1_000

/**
 * Whether a nonce that the venue refused as too old may have been in time when the call was sent: an intermediate server
 * may have sent it again later.
 */
function wasInTime(error: unknown, elapsedMs: number): boolean {
  if (kindOf(error) !== 'nonce_not_the_time' || elapsedMs < MIN_DELAY_MS) return false
  const [nonce, server] = [...messageOf(error).matchAll(/'(\d+)'/g)].map(([, digits]) => Number(digits))
  if (nonce === undefined || server === undefined) return true
  return nonce < server && server - nonce - elapsedMs / 1000 <= NONCE_SECONDS
}

function kindOf(error: unknown): unknown {
  return error instanceof PmxError ? error.detail?.['kind'] : undefined
}

/**
 * Creates the error for a call whose nonce the venue had already received, from another program or from a first copy of the same
 * call.
 */
function toDoubt(error: unknown): PmxError {
  const { upstreamStatus, upstreamCode } = error instanceof PmxError ? (error.detail ?? {}) : {}
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue returned HTTP ${String(upstreamStatus)} (${String(upstreamCode)}): the call's nonce was used before, is lower than a later one, or arrived too late. Another program uses the same key, or a proxy sent the call twice. Give each program its own key.`,
    { detail: { upstreamStatus, upstreamCode, kind: 'nonce_refused' } },
  )
}

function learn(error: unknown, turns: Turns): void {
  const kind = kindOf(error)
  if (kind === 'nonce_not_the_time') turns.unit = 's'
  if (kind === 'nonce_refused' && turns.unit === 's') turns.takesNoRepeats = true
}

async function nextNonce(turns: Turns, { clock, signal }: VenueContext): Promise<void> {
  if (turns.unit === 'ms') {
    turns.nonce = Math.max(Math.round(clock.now()), turns.nonce + 1)
    return
  }
  const second = (): number => Math.floor(clock.now() / 1000)
  if (turns.takesNoRepeats && second() === turns.nonce)
    await clock.sleep((turns.nonce + 1) * 1000 - clock.now(), signal)
  turns.nonce = second()
}

function sendNow(
  { body, ...request }: VenueRequest,
  { nonce }: Turns,
  ctx: VenueContext,
): Promise<VenueReply> {
  const { apiKey, apiSecret } = read(ctx)
  const payload = payloadOf(request.path, nonce, body)
  return ctx.http.send({
    ...request,
    method: 'POST',
    headerBody: body,
    // Ids of orders have up to 18 digits.
    keepsLongNumbers: true,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
    secretHeaders: {
      'X-GEMINI-APIKEY': apiKey,
      'X-GEMINI-PAYLOAD': payload,
      'X-GEMINI-SIGNATURE': apiSecret.sign(payload, 'sha384', 'hex'),
    },
  })
}

/**
 * Returns the payload in base 64. The venue's order ids are numbers that exceed a double's precision, so they are written as
 * digits.
 */
function payloadOf(path: string, nonce: number, parameters: unknown): string {
  const text = JSON.stringify({ request: path, nonce, ...Object(parameters) })
  return Buffer.from(text.replace(/"orderId":"(\d+)"/, '"orderId":$1')).toString('base64')
}
