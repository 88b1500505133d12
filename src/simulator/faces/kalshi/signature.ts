import type { FaceCall, FaceLimit, FaceRequest } from '../../face.js'
import { Refusal } from '../../reply.js'
import { kalshiError, tooMany } from './errors.js'
import { verifiesAs } from './paper-key.js'

/** Signed calls (venues/kalshi/README.md): who calls, whether the signature can be one, and what calls may cost. */

/** The venue does not say how far a clock may be off. */
const CLOCK_TOLERANCE_MS = 10_000
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const LEAST_SIGNATURE_BYTES = 128

/**
 * The key id of a signed call. The time and the form of the signature are looked at, and whether it is right where it is
 * of the key that the demo lends: of any other one nobody here can know the public half.
 * @throws 401
 */
export function callerOf({ request, now }: Pick<FaceCall, 'request' | 'now'>): string {
  const key = keyOf(request)
  const { 'kalshi-access-timestamp': timestamp = '', 'kalshi-access-signature': signature = '' } =
    request.headers
  if (key === undefined) throw unsigned('missing KALSHI-ACCESS-KEY')
  if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > CLOCK_TOLERANCE_MS)
    throw unsigned('KALSHI-ACCESS-TIMESTAMP must be the time now in milliseconds')
  const bytes = BASE64.test(signature) ? Buffer.from(signature, 'base64') : Buffer.alloc(0)
  if (bytes.length < LEAST_SIGNATURE_BYTES || bytes.toString('base64') !== signature)
    throw unsigned('KALSHI-ACCESS-SIGNATURE must be an RSA signature in base64')
  if (verifiesAs(key, `${timestamp}${request.method}${request.path}`, bytes) === false)
    throw unsigned(
      'KALSHI-ACCESS-SIGNATURE is not that of the timestamp, the method and the path by this key',
    )
  return key
}

function keyOf({ headers }: FaceRequest): string | undefined {
  const key = headers['kalshi-access-key']
  return key === '' ? undefined : key
}

/** The status is documented; the code is ours. */
function unsigned(details: string): Refusal {
  return new Refusal(kalshiError(401, 'unauthorized', details))
}

const TOKENS_A_CALL = 10
const TOKENS_A_CANCEL = 2

/** Buckets of the lowest tier for accounts, by what they read and write; one for all callers without a key. */
export const limits: readonly FaceLimit[] = [
  {
    // Callers without a key, by observation.
    capacity: 40,
    perSecond: 10,
    refusal: tooMany,
    charge: (request) => (keyOf(request) === undefined ? { caller: '', tokens: 1 } : undefined),
  },
  { capacity: 400, perSecond: 200, refusal: tooMany, charge: chargeOf((method) => method === 'GET') },
  { capacity: 100, perSecond: 100, refusal: tooMany, charge: chargeOf((method) => method !== 'GET') },
]

function chargeOf(isMine: (method: string) => boolean): NonNullable<FaceLimit['charge']> {
  return (request) => {
    const caller = keyOf(request)
    if (caller === undefined || !isMine(request.method)) return undefined
    const isCancel = request.method === 'DELETE' && /\/orders\/[^/]+$/.test(request.path)
    return { caller, tokens: isCancel ? TOKENS_A_CANCEL : TOKENS_A_CALL }
  }
}
