import { Refusal } from '../../../http/reply.js'
import type { MockCall, MockRequest } from '../../../mock-kit/mock-venue.js'
import { kalshiError } from '../errors.js'
import type { Scene } from '../variant.js'
import { type ApiKey, isSignedBy, knownKey } from './keys.js'

/** Signed calls (README.md: "Keys"): who calls, and whether the signature can be one. */

/** The venue does not say how far a clock may be off. */
const CLOCK_TOLERANCE_MS = 10_000
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const ED25519_BYTES = 64
const MIN_RSA_BYTES = 128

/** What of a call is looked at. */
export type Signed = Pick<MockCall, 'request' | 'now'> & Pick<Scene, 'paper' | 'variant'>

/**
 * The key of a signed call. The time and the form of the signature are looked at, and whether it is right where the key
 * is lent by the demo or was made by a member: of any other one nobody here can know the public half.
 * @returns the key, or the id alone of one that is not known
 * @throws 401
 */
export function keyOf(call: Signed): ApiKey | { readonly id: string; readonly member: string } {
  const { request, now } = call
  const id = keyIdOf(request)
  const { 'kalshi-access-timestamp': timestamp = '', 'kalshi-access-signature': signature = '' } =
    request.headers
  if (id === undefined) throw unsigned('missing KALSHI-ACCESS-KEY')
  if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > CLOCK_TOLERANCE_MS)
    throw unsigned('KALSHI-ACCESS-TIMESTAMP must be the time now in milliseconds')
  const bytes = BASE64.test(signature) ? Buffer.from(signature, 'base64') : Buffer.alloc(0)
  const isLong = bytes.length === ED25519_BYTES || bytes.length >= MIN_RSA_BYTES
  if (!isLong || bytes.toString('base64') !== signature)
    throw unsigned('KALSHI-ACCESS-SIGNATURE must be an RSA or Ed25519 signature in base64')
  const known = knownKey(call, id)
  if (known === undefined) return { id, member: id }
  if (known.isDeleted) throw unsigned('the key was deleted')
  if (!isSignedBy(known, `${timestamp}${request.method}${request.path}`, bytes))
    throw unsigned(
      'KALSHI-ACCESS-SIGNATURE is not that of the timestamp, the method and the path by this key',
    )
  return known
}

/** The id of the key that a request names; undefined where it names none. */
export function keyIdOf({ headers }: Pick<MockRequest, 'headers'>): string | undefined {
  const key = headers['kalshi-access-key']
  return key === '' ? undefined : key
}

/** The status is documented; the code is ours. */
function unsigned(details: string): Refusal {
  return new Refusal(kalshiError(401, 'unauthorized', details))
}
