import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/arguments/credentials.js'
import { hmacKeyOf } from '../../../signing/hmac.js'
import type { MockCall, MockRequest } from '../../mock-kit/mock-venue.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import { createEngineError, createNonceConflict } from './replies.js'

/** Checks signed calls (README.md of this folder: "Keys"). */

/** Nonces of a key either rise, or are the time in seconds. */
type KeyKind = 'rising' | 'time'

/** Keys that the simulation lends. They are constant, so their signatures can be verified. */
const lent: Readonly<Record<KeyKind, { readonly key: string; readonly secret: string }>> = {
  rising: {
    key: 'account-PaperPaperPaper',
    secret: createHash('sha256').update('the paper key of gemini-titan').digest('base64url'),
  },
  time: {
    key: 'account-PaperTimePaper',
    secret: createHash('sha256').update('the paper key of gemini-titan by time').digest('base64url'),
  },
}

export function getPaperCredentials(kind: KeyKind = 'rising'): CredentialTexts {
  const { key, secret } = lent[kind]
  return { apiKey: key, apiSecret: secret }
}

/** A signed call: its key, and its payload. */
export interface SignedCall {
  readonly owner: string
  /** The payload's members, with order ids as texts. */
  readonly body: Readonly<Record<string, unknown>>
}

const HEX_OF_SHA384 = /^[0-9a-f]{96}$/

/**
 * Reads a signed call. Signatures of lent keys are verified. The secrets of other keys are not known, so only the
 * format of the signature is checked, and their nonces must rise.
 * @throws 400, and 409 for a nonce that does not rise
 */
export function verifyCall({ request, paper, now }: Pick<MockCall, 'request' | 'paper' | 'now'>): SignedCall {
  const {
    'x-gemini-apikey': owner = '',
    'x-gemini-payload': payload = '',
    'x-gemini-signature': signature = '',
  } = request.headers
  if (owner === '') throw createEngineError('MissingApikeyHeader', 'Must provide an X-GEMINI-APIKEY header')
  const own = Object.values(lent).find(({ key }) => key === owner)
  const expected = own && hmacKeyOf(own.secret, 'text').sign(payload, 'sha384', 'hex')
  if (!HEX_OF_SHA384.test(signature) || (expected !== undefined && signature !== expected))
    throw createEngineError('InvalidSignature', 'InvalidSignature')
  const body = membersIn(payload)
  if (body === undefined) throw createEngineError('InvalidJson', 'The payload is no JSON object in base 64')
  if (body['request'] !== request.path) throw createEngineError('EndpointMismatch', 'EndpointMismatch')
  const nonce = nonceIn(body)
  if (owner === lent.time.key) mustBeNow(nonce, now)
  else mustRise(nonce, owner, paper)
  return { owner, body }
}

/** Returns the key that opened a socket, or undefined without one. */
export function ownerOfSocket({ headers }: MockRequest): string | undefined {
  const owner = headers['x-gemini-apikey']
  return owner === '' ? undefined : owner
}

/**
 * Returns the status that rejects a socket, when its key cannot be verified. Only keys with time nonces can open
 * account sockets (documented). The signed payload is the nonce in base64 (documented); the status is inferred.
 */
export function refuseSocket(request: MockRequest, now: number): number | undefined {
  const {
    'x-gemini-nonce': nonce = '',
    'x-gemini-payload': payload,
    'x-gemini-signature': signature,
  } = request.headers
  const owner = ownerOfSocket(request)
  if (owner === undefined) return undefined
  const isNow = /^\d+$/.test(nonce) && Math.abs(Number(nonce) - now / 1000) <= MAX_SECONDS_OFF
  const isPayload = payload === Buffer.from(nonce).toString('base64')
  const isSigned = hmacKeyOf(lent.time.secret, 'text').sign(payload ?? '', 'sha384', 'hex') === signature
  return owner === lent.time.key && isNow && isPayload && isSigned ? undefined : 401
}

interface Nonce {
  /** As received. */
  readonly text: string
  readonly value: number
}

/** Returns a number with or without a fraction; documented samples have a number, an existing client sends a text. */
function nonceIn({ nonce }: SignedCall['body']): Nonce {
  const text = typeof nonce === 'number' || typeof nonce === 'string' ? String(nonce) : ''
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) === 0)
    throw createEngineError('InvalidNonce', 'Nonce must be a number')
  return { text, value: Number(text) }
}

const MAX_SECONDS_OFF = 30

/** Checks that a nonce is the current time; the same second may be repeated. */
function mustBeNow({ text, value }: Nonce, now: number): void {
  const seconds = Math.floor(now / 1000)
  if (Math.abs(value - now / 1000) <= MAX_SECONDS_OFF) return
  throw createEngineError(
    'InvalidNonce',
    `Nonce '${text}' is not within ${MAX_SECONDS_OFF} seconds of server time '${seconds}'`,
  )
}

const lastNonces: NotesOf<{ readonly value: number }> = { name: 'gemini-titan nonces' }

function mustRise({ text, value }: Nonce, owner: string, paper: MockCall['paper']): void {
  const notes = paper.notes(lastNonces)
  const last = notes.get(owner, '')?.value ?? 0
  if (value <= last) throw createNonceConflict(text)
  notes.set(owner, '', { value })
}

/** Parses a payload without losing digits of order ids, which a double cannot hold. */
function membersIn(payload: string): SignedCall['body'] | undefined {
  const text = Buffer.from(payload, 'base64').toString()
  const quoted = text
    .replace(/"orderId"\s*:\s*(\d+)/, '"orderId":"$1"')
    .replace(/("orderIds"\s*:\s*\[)([^\]]*)/, (_, head: string, ids: string) => {
      const texts = ids.replace(/(^|,)\s*(\d+)\s*(?=,|$)/g, '$1"$2"')
      return `${head}${texts}`
    })
  try {
    const read: unknown = JSON.parse(quoted)
    return typeof read === 'object' && read !== null ? { ...read } : undefined
  } catch {
    return undefined
  }
}
