import { createHash, createHmac } from 'node:crypto'
import type { CredentialTexts } from '../../../../api/arguments/credentials.js'
import { hashText } from '../../../../effects/random.js'
import { hmacKeyOf } from '../../../../signing/hmac.js'
import { hashTypedData } from '../../../../signing/typed-data.js'
import { toJsonReply } from '../../../http/reply.js'
import { bodyMemberOf } from '../../../mock-kit/body.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { getCurve } from '../../../mock-kit/recover-signer.js'
import { readLogin } from '../../../mock-kit/verify-login.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import { uuidOf } from '../../../world/common/hash.js'
import { POLYGON } from '../signed-data.js'
import { createClobError } from './errors.js'

/** Authentication routes: a key logs in with a signature and receives API keys for later calls. */
export const authRoutes: readonly Route[] = [
  route('GET', '/auth/derive-api-key', (call) => {
    const address = loggedIn(call)
    if (lifeOf(call, address).isDeleted) throw createClobError(400, 'Could not derive api key!')
    return toJsonReply(keysOf(call, address))
  }),
  // API keys are derived, so creating returns the existing ones unless they were deleted.
  route('POST', '/auth/api-key', (call) => {
    const address = loggedIn(call)
    const { count, isDeleted } = lifeOf(call, address)
    if (isDeleted) setLife(call, address, { count: count + 1, isDeleted: false })
    return toJsonReply(keysOf(call, address))
  }),
  route('DELETE', '/auth/api-key', (call) => {
    const { address } = callerOf(call)
    setLife(call, address, { ...lifeOf(call, address), isDeleted: true })
    return toJsonReply('OK')
  }),
  route('GET', '/auth/api-keys', (call) => toJsonReply({ apiKeys: [callerOf(call).apiKey] })),
  // Read-only keys, with the shapes of clob-client-v2 1.1.0. The calls that they allow are not implemented.
  route('POST', '/auth/readonly-api-key', (call) => {
    const { address } = callerOf(call)
    const { made, active } = readersOf(call, address)
    const apiKey = uuidOf(hashText(`reader ${call.world.seed} ${address.toLowerCase()} ${made}`))
    call.paper.notes(readers).set(address.toLowerCase(), '', { made: made + 1, active: [...active, apiKey] })
    return toJsonReply({ apiKey })
  }),
  route('GET', '/auth/readonly-api-keys', (call) =>
    toJsonReply(readersOf(call, callerOf(call).address).active),
  ),
  route('DELETE', '/auth/readonly-api-key', (call) => {
    const { address } = callerOf(call)
    const { made, active } = readersOf(call, address)
    const key = bodyMemberOf(call.request, 'key')
    const left = active.filter((one) => one !== key)
    // The response for an unknown key is not documented.
    if (left.length === active.length) throw createClobError(400, 'Invalid api key')
    call.paper.notes(readers).set(address.toLowerCase(), '', { made, active: left })
    return toJsonReply(true)
  }),
  route('GET', '/auth/ban-status/closed-only', (call) => {
    callerOf(call)
    return toJsonReply({ closed_only: false })
  }),
]

/** Returns the credentials of the paper account. Every client that trades with this key shares that account. */
export function getPaperCredentials(): CredentialTexts {
  return {
    privateKey: `0x${createHash('sha256').update('a key of the demo that holds nothing').digest('hex')}`,
    // The key itself holds the money; clients assume a wallet.
    signatureType: 'eoa',
  }
}

/** Assumed tolerance; the venue does not document the maximum clock skew. */
const CLOCK_TOLERANCE_S = 60

type KeyContext = Pick<MockContext, 'world' | 'paper'>

export interface Keys {
  readonly apiKey: string
  readonly secret: string
  readonly passphrase: string
}

/** How often the API keys of an address were created again, and whether they are deleted. */
interface KeyLife {
  readonly count: number
  readonly isDeleted: boolean
}

const lives: NotesOf<KeyLife> = { name: 'polymarket api keys' }

function lifeOf({ paper }: Pick<MockContext, 'paper'>, address: string): KeyLife {
  return paper.notes(lives).get(address.toLowerCase(), '') ?? { count: 0, isDeleted: false }
}

function setLife({ paper }: MockCall, address: string, life: KeyLife): void {
  paper.notes(lives).set(address.toLowerCase(), '', life)
}

/** Read-only keys of an address. */
interface Readers {
  readonly made: number
  readonly active: readonly string[]
}

const readers: NotesOf<Readers> = { name: 'polymarket readonly api keys' }

function readersOf({ paper }: MockCall, address: string): Readers {
  return paper.notes(readers).get(address.toLowerCase(), '') ?? { made: 0, active: [] }
}

/** Returns the current API keys of an address. */
function keysOf(context: KeyContext, address: string): Keys {
  const { count } = lifeOf(context, address)
  return keysFor(context, address, count === 0 ? '' : String(count))
}

/**
 * Derives keys from an address, by a hash that depends on the world.
 * @param kind distinguishes the keys of one address
 */
export function keysFor(context: Pick<MockContext, 'world'>, address: string, kind: string): Keys {
  const owner = address.toLowerCase()
  const digest = (of: string): Buffer => digestOf(context, `${of} ${owner} ${kind}`)
  const hex = digest('key').toString('hex')
  const head = digest('passphrase').subarray(0, HEAD_BYTES)
  return {
    apiKey: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
      '-',
    ),
    secret: digest('secret').toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    passphrase: Buffer.concat([head, masked(context, head, Buffer.from(owner.slice(2), 'hex'))]).toString(
      'hex',
    ),
  }
}

/** Length of the head of a passphrase, bytes. The masked address follows it, so API keys alone identify their owner. */
const HEAD_BYTES = 12

function digestOf({ world }: Pick<MockContext, 'world'>, text: string): Buffer {
  return createHmac('sha256', `demo world ${world.seed}`).update(text).digest()
}

function masked(context: Pick<MockContext, 'world'>, head: Uint8Array, bytes: Uint8Array): Buffer {
  const mask = digestOf(context, `mask ${Buffer.from(head).toString('hex')}`)
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)))
}

/** Returns the address that owns the keys a socket received, or undefined if none does. */
export function ownerOf(
  context: KeyContext,
  sent: Readonly<Record<keyof Keys, unknown>>,
): string | undefined {
  const passphrase = Buffer.from(String(sent.passphrase), 'hex')
  const [head, tail] = [passphrase.subarray(0, HEAD_BYTES), passphrase.subarray(HEAD_BYTES)]
  const address = `0x${masked(context, head, tail).toString('hex')}`
  const keys = keysOf(context, address)
  const isOwn = (['apiKey', 'secret', 'passphrase'] as const).every((name) => sent[name] === keys[name])
  return isOwn && !lifeOf(context, address).isDeleted ? address : undefined
}

function header({ request }: MockCall, name: string): string {
  return request.headers[name] ?? ''
}

function isFresh(timestamp: string, now: number): boolean {
  return /^\d{10}$/.test(timestamp) && Math.abs(Number(timestamp) - now / 1000) <= CLOCK_TOLERANCE_S
}

/** Returns the address that signed. @throws 401 */
function loggedIn(call: MockCall): string {
  const [address, timestamp, nonce, signature] = [
    header(call, 'poly_address'),
    header(call, 'poly_timestamp'),
    header(call, 'poly_nonce'),
    header(call, 'poly_signature'),
  ]
  const isWhole = /^0x[0-9a-f]{40}$/i.test(address) && /^\d{1,18}$/.test(nonce)
  if (!isWhole || !isFresh(timestamp, call.now)) throw createClobError(401, 'Invalid L1 Request headers')
  const signer = getCurve().recoverAddress(
    hashTypedData(readLogin({ address, timestamp, nonce }, POLYGON)),
    signature,
  )
  if (signer !== address) throw createClobError(401, 'Invalid L1 Request headers')
  return address
}

/** Returns the address and API key of a signed call. @throws 401 */
export function callerOf(call: MockCall): { readonly address: string; readonly apiKey: string } {
  const address = header(call, 'poly_address')
  const keys = keysOf(call, address)
  if (lifeOf(call, address).isDeleted || !isSignedBy(call, keys, 'poly'))
    throw createClobError(401, 'Unauthorized/Invalid api key')
  return { address, apiKey: keys.apiKey }
}

/** Whether a call is signed with the keys. @param prefix of the headers with the signature */
export function isSignedBy(call: MockCall, keys: Keys, prefix: 'poly' | 'poly_builder'): boolean {
  const { method, path, body } = call.request
  const timestamp = header(call, `${prefix}_timestamp`)
  const message = `${timestamp}${method}${path}${body === undefined ? '' : JSON.stringify(body)}`
  return (
    header(call, `${prefix}_api_key`) === keys.apiKey &&
    header(call, `${prefix}_passphrase`) === keys.passphrase &&
    header(call, `${prefix}_signature`) ===
      hmacKeyOf(keys.secret, 'base64').sign(message, 'sha256', 'base64url') &&
    isFresh(timestamp, call.now)
  )
}
