import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/arguments/credentials.js'
import { hashText } from '../../../effects/random.js'
import { type Ed25519Key, ed25519KeyOf, verifyEd25519 } from '../../../signing/ed25519.js'
import { parseBase64 } from '../../../signing/hmac.js'
import type { MockCall, MockLimit, MockRequest } from '../../mock-kit/mock-venue.js'
import { uuidOf } from '../../world/common/hash.js'
import { createRefusal, refuseTooMany } from './replies.js'

/** Checks signed calls (venues/polymarket_us/README.md, "Accounts and orders"). */

/** The key that the simulation lends. It is constant, so its signatures can be verified. */
const KEY_ID = uuidOf(hashText('paper'))
const SEED = createHash('sha256').update('the paper key of polymarket_us').digest('base64')

let lent: Ed25519Key | undefined

export function getPaperCredentials(): CredentialTexts {
  return { apiKey: KEY_ID, privateKey: SEED }
}

const CLOCK_TOLERANCE_MS = 30_000
const SIGNATURE_BYTES = 64

/**
 * Returns the key id of a signed call. Signatures of the lent key are verified. Other keys are not known, so only the
 * format of their signatures is checked.
 * @throws 401
 */
export function callerOf({ request, now }: Pick<MockCall, 'request' | 'now'>): string {
  const { method, path, headers } = request
  const key = keyOf(request)
  const { 'x-pm-timestamp': timestamp = '', 'x-pm-signature': text = '' } = headers
  if (key === undefined) throw createRefusal(401, 'missing X-PM-Access-Key')
  if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > CLOCK_TOLERANCE_MS)
    throw createRefusal(401, 'X-PM-Timestamp must be the time now in milliseconds')
  const signature = parseBase64(text)
  if (signature?.length !== SIGNATURE_BYTES || !isOf(key, `${timestamp}${method}${path}`, signature))
    throw createRefusal(401, 'invalid signature')
  return key
}

function isOf(key: string, message: string, signature: Uint8Array): boolean {
  if (key !== KEY_ID) return true
  lent ??= ed25519KeyOf(SEED)
  return verifyEd25519(lent.publicKey, message, signature)
}

function keyOf({ headers }: MockRequest): string | undefined {
  const key = headers['x-pm-access-key']
  return key === '' ? undefined : key
}

/** Documented, in addition to the other limit: ten combos in ten seconds. */
export const comboLimit: MockLimit = {
  capacity: 10,
  perSecond: 1,
  refusal: refuseTooMany,
  charge: (request) =>
    request.method === 'POST' && request.path === '/v1/combos'
      ? { caller: keyOf(request) ?? '', tokens: 1 }
      : undefined,
}

/** Documented: 20 a second and key; callers without a key share one limit. */
export const accountLimit: MockLimit = {
  capacity: 20,
  perSecond: 20,
  refusal: refuseTooMany,
  charge: (request) => ({ caller: keyOf(request) ?? '', tokens: 1 }),
}
