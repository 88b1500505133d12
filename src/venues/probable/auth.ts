import * as z from 'zod'
import type { Address } from '../../signing/address.js'
import { hmacKeyOf } from '../../signing/hmac.js'
import type { VenueReply, VenueRequest } from '../../transport/call-types.js'
import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCredentialReader } from '../../venue-kit/orders/credentials.js'
import { signedPartsOf } from '../../venue-kit/orders/signed-call.js'
import { privateKeyText } from '../../venue-kit/orders/wallet-texts.js'

/** BNB Chain. */
export const CHAIN = 56
/** The signature covers the path as the venue knows it, wherever the host is (README.md, "Accounts and orders"). */
const PREFIX = '/public/api/v1'

const credentials = z.object({
  apiKey: z.string(),
  apiSecret: z.string().transform((text) => hmacKeyOf(text, 'base64')),
  passphrase: z.string(),
  privateKey: privateKeyText,
})

const read = createCredentialReader(
  'probable',
  credentials,
  'privateKey is the key of the wallet, not of its Safe. apiKey, apiSecret and passphrase come from getAuthNonce and ' +
    'loginWithSignature, or from https://developer.probable.markets.',
)

/**
 * Reads the credentials without a call.
 * @throws AUTHENTICATION_ERROR naming the missing or unusable part
 */
export function readCredentials(ctx: VenueContext): z.output<typeof credentials> {
  return read(ctx)
}

const ownerOf = defineMemoKey<Address>('probable owner', 24 * 3_600_000)

/** Returns the address of the private key, which identifies the caller at the venue. */
export async function ownerIn(ctx: VenueContext): Promise<Address> {
  const known = ctx.memo.get(ownerOf, '')
  if (known !== undefined) return known
  const { privateKey } = read(ctx)
  // The curve is loaded by the first call of an account.
  const { privateKeyOf } = await import('../../signing/private-key.js')
  const { address } = privateKeyOf(privateKey)
  ctx.memo.set(ownerOf, '', address)
  return address
}

/** Sends a call of an account to the host of books, signed at the current time. */
export async function sendSigned(
  request: Omit<VenueRequest, 'host'>,
  ctx: VenueContext,
): Promise<VenueReply> {
  const { apiKey, apiSecret, passphrase } = read(ctx)
  const owner = await ownerIn(ctx)
  const { method, target, body } = signedPartsOf(request, PREFIX)
  const at = String(Math.floor(ctx.clock.now() / 1000))
  return ctx.http.send({
    ...request,
    host: 'orderbook',
    secretHeaders: {
      PROB_ADDRESS: owner,
      PROB_SIGNATURE: apiSecret.sign(`${at}${method}${target}${body}`, 'sha256', 'base64url'),
      PROB_TIMESTAMP: at,
      PROB_API_KEY: apiKey,
      PROB_PASSPHRASE: passphrase,
    },
  })
}
