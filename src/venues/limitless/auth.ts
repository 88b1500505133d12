import * as z from 'zod'
import { toIso } from '../../api/times/instant.js'
import { hmacKeyOf } from '../../signing/hmac.js'
import type { VenueReply, VenueRequest } from '../../transport/call-types.js'
import { requireSecret } from '../../venue-kit/contract/account-secrets.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import { type SignedParts, signedPartsOf } from '../../venue-kit/orders/signed-call.js'
import { privateKeyText } from '../../venue-kit/orders/wallet-texts.js'

const KEYS = 'Create an API token at https://limitless.exchange (profile menu, Api keys)'
const credentials = z.object({
  apiKey: z.string(),
  /** Absent with the older keys, which are sent without a signature. */
  apiSecret: z
    .string()
    .transform((text) => hmacKeyOf(text, 'base64'))
    .optional(),
  privateKey: privateKeyText.optional(),
})

const read = createCredentialReader(
  'limitless',
  credentials,
  `${KEYS}: apiKey is its id, and apiSecret is its secret. A key that begins with lmts_ may not have a secret.`,
)

/**
 * Checks the credentials that orders require, without a call.
 * @throws AUTHENTICATION_ERROR naming the missing or unusable part
 */
export function checkSigner(ctx: VenueContext): string {
  read(ctx)
  return requireSecret(
    ctx.secrets,
    'privateKey',
    'limitless',
    'orders are signed with the key of the wallet that the account trades with',
  )
}

/** Sends an account call, signed with the current time (README.md, "Accounts and orders"). */
export function sendSigned(plain: VenueRequest, ctx: VenueContext): Promise<VenueReply> {
  const request = { ...plain, group: 'account' }
  return ctx.http.send({ ...request, secretHeaders: headersOf(signedPartsOf(request, ''), ctx) })
}

/** Returns the headers that open a socket. @param target its path with the query, as it is sent */
export function signOpening(target: string, ctx: VenueContext): Readonly<Record<string, string>> {
  return headersOf({ method: 'GET', target, body: '' }, ctx)
}

function headersOf(
  { method, target, body }: SignedParts,
  ctx: VenueContext,
): Readonly<Record<string, string>> {
  const { apiKey, apiSecret } = read(ctx)
  if (apiSecret === undefined) return { 'X-API-Key': apiKey }
  const at = toIso(Math.round(ctx.clock.now()))
  return {
    'lmts-api-key': apiKey,
    'lmts-timestamp': at,
    'lmts-signature': apiSecret.sign([at, method, target, body].join('\n'), 'sha256', 'base64'),
  }
}
