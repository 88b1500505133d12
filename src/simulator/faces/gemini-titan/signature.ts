import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/credentials.js'
import { hmacKeyOf } from '../../../signing/hmac.js'
import type { FaceCall } from '../../face.js'
import { engineError } from './replies.js'

/** Signed calls (venues/gemini-titan/README.md, "Accounts and orders"). */

/** The key that is lent: for ever the same, so that what it signs can be verified. */
const KEY = 'account-PaperPaperPaper'
const SECRET = createHash('sha256').update('the paper key of gemini-titan').digest('base64url')

export function paperCredentials(): CredentialTexts {
  return { apiKey: KEY, apiSecret: SECRET }
}

/** A call of an account: whose, and what it asks for. */
export interface SignedCall {
  readonly owner: string
  /** The payload's members, the id of an order as text. */
  readonly body: Readonly<Record<string, unknown>>
}

const HEX_OF_SHA384 = /^[0-9a-f]{96}$/

/**
 * Reads a signed call. The signature is verified for the key that is lent; the secrets of others nobody here can know,
 * and the form of theirs is looked at. That nonces rise is not checked: nothing remembers the last one.
 * @throws 400
 */
export function signedCall({ request }: Pick<FaceCall, 'request'>): SignedCall {
  const {
    'x-gemini-apikey': owner = '',
    'x-gemini-payload': payload = '',
    'x-gemini-signature': signature = '',
  } = request.headers
  if (owner === '') throw engineError('MissingApikeyHeader', 'Must provide an X-GEMINI-APIKEY header')
  const expected = owner === KEY ? hmacKeyOf(SECRET, 'text').sign(payload, 'sha384', 'hex') : undefined
  if (!HEX_OF_SHA384.test(signature) || (expected !== undefined && signature !== expected))
    throw engineError('InvalidSignature', 'InvalidSignature')
  const body = membersIn(payload)
  if (body === undefined) throw engineError('InvalidJson', 'The payload is no JSON object in base 64')
  if (body['request'] !== request.path) throw engineError('EndpointMismatch', 'EndpointMismatch')
  const nonce = body['nonce']
  if (typeof nonce !== 'number' || !Number.isSafeInteger(nonce) || nonce <= 0)
    throw engineError('InvalidNonce', 'Nonce must be a whole number')
  return { owner, body }
}

function membersIn(payload: string): Readonly<Record<string, unknown>> | undefined {
  const text = Buffer.from(payload, 'base64').toString()
  try {
    // No double holds the id of an order.
    const read: unknown = JSON.parse(text.replace(/"orderId"\s*:\s*(\d+)/, '"orderId":"$1"'))
    return typeof read === 'object' && read !== null ? { ...read } : undefined
  } catch {
    return undefined
  }
}
