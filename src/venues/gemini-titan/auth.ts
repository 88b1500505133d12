import * as z from 'zod'
import { hmacKeyOf } from '../../signing/hmac.js'
import type { VenueReply, VenueRequest } from '../../transport/call.js'
import { credentialReader } from '../../venue-kit/credentials.js'
import { memoKey } from '../../venue-kit/memo.js'
import type { SignedHttp } from '../../venue-kit/signed-http.js'
import type { VenueContext } from '../../venue-kit/venue.js'

const credentials = z.object({
  apiKey: z.string(),
  apiSecret: z.string().transform((secret) => hmacKeyOf(secret, 'text')),
})

const read = credentialReader(
  'gemini-titan',
  credentials,
  'Make a key with the role of a trader at exchange.gemini.com/settings/api: apiKey is its name, apiSecret what came with it.',
)

/** Calls of a key go one after the other, each with a nonce above the last: the venue refuses those that overtake. */
interface Turns {
  last: Promise<unknown>
  /** Epoch ms, or more where several calls fall into one. */
  nonce: number
}
const turnsOfKey = memoKey<Turns>('gemini turns', 24 * 3_600_000)

/**
 * Calls of an account: POSTs without a body, whose parameters are the signed payload of a header (README.md, "Accounts
 * and orders"). `body` holds the parameters.
 */
export const signed: SignedHttp = {
  check: (ctx) => void read(ctx),
  async send(request, ctx) {
    read(ctx)
    const turns = ctx.memo.get(turnsOfKey, '') ?? { last: Promise.resolve(), nonce: 0 }
    const go = (): Promise<VenueReply> => sendNow(request, turns, ctx)
    const answer = turns.last.then(go, go)
    turns.last = answer.catch(() => undefined)
    ctx.memo.set(turnsOfKey, '', turns)
    return answer
  },
}

function sendNow({ body, ...request }: VenueRequest, turns: Turns, ctx: VenueContext): Promise<VenueReply> {
  const { apiKey, apiSecret } = read(ctx)
  turns.nonce = Math.max(Math.round(ctx.clock.now()), turns.nonce + 1)
  const payload = payloadOf(request.path, turns.nonce, body)
  return ctx.http.send({
    ...request,
    method: 'POST',
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

/** In base 64. The id of an order is a number of the venue, which no double holds: it is written as its digits. */
function payloadOf(path: string, nonce: number, parameters: unknown): string {
  const text = JSON.stringify({ request: path, nonce, ...Object(parameters) })
  return Buffer.from(text.replace(/"orderId":"(\d+)"/, '"orderId":$1')).toString('base64')
}
