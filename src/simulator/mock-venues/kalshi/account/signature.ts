import { Refusal } from '../../../http/reply.js'
import type { MockCall, MockRequest } from '../../../mock-kit/mock-venue.js'
import { toErrorReply } from '../errors.js'
import type { Scene } from '../variant.js'
import { type ApiKey, findKey, isSignedBy } from './keys.js'

/** Checks signed calls (README.md: "Keys"): the caller, and whether the signature is valid. */

/** Assumed tolerance; the venue does not document the maximum clock skew. */
const CLOCK_TOLERANCE_MS = 10_000
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const ED25519_BYTES = 64
const MIN_RSA_BYTES = 128

/** The parts of a call that are checked. */
export type Signed = Pick<MockCall, 'request' | 'now'> & Pick<Scene, 'paper' | 'variant'>

/**
 * Returns the key of a signed call. The time and the format of the signature are always checked. The signature itself
 * is verified only for lent keys and keys that members created; the public half of any other key is not known.
 * @returns the key, or only the id of an unknown one
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
  const known = findKey(call, id)
  if (known === undefined) return { id, member: id }
  if (known.isDeleted) throw unsigned('the key was deleted')
  if (!isSignedBy(known, `${timestamp}${request.method}${request.path}`, bytes))
    throw unsigned(
      'KALSHI-ACCESS-SIGNATURE is not that of the timestamp, the method and the path by this key',
    )
  return known
}

/** Returns the id of the key that a request names, or undefined without one. */
export function keyIdOf({ headers }: Pick<MockRequest, 'headers'>): string | undefined {
  const key = headers['kalshi-access-key']
  return key === '' ? undefined : key
}

/** Returns the error for an unsigned call. The status is documented; the code is inferred. */
function unsigned(details: string): Refusal {
  return new Refusal(toErrorReply(401, 'unauthorized', details))
}
