import { createHash, createHmac } from 'node:crypto'
import type { CredentialTexts } from '../../../../api/credentials.js'
import { hmacKeyOf } from '../../../../signing/hmac.js'
import { hashTypedData } from '../../../../signing/typed-data.js'
import { curve } from '../../../curve.js'
import { type FaceCall, type Route, route } from '../../../face.js'
import { json } from '../../../reply.js'
import { sentLogin } from '../../../sent-login.js'
import { POLYGON } from '../signed-data.js'
import { clobError } from './errors.js'

/** Who calls: a key logs in by its signature and is given API keys for all that follows. */
export const authRoutes: readonly Route[] = [
  route('GET', '/auth/derive-api-key', (call) => json(keysOf(call, loggedIn(call)))),
  // That a key has API keys already is remembered by nobody here: making them and finding them is the same.
  route('POST', '/auth/api-key', (call) => json(keysOf(call, loggedIn(call)))),
  route('GET', '/auth/api-keys', (call) => json({ apiKeys: [callerOf(call).apiKey] })),
  route('GET', '/auth/ban-status/closed-only', (call) => {
    callerOf(call)
    return json({ closed_only: false })
  }),
]

/** A key of nobody: whoever has no other trades with it, and all who do have one account. */
export function paperCredentials(): CredentialTexts {
  return {
    privateKey: `0x${createHash('sha256').update('a key of the demo that holds nothing').digest('hex')}`,
    // The key itself holds the money: clients suppose a wallet behind it.
    signatureType: 'eoa',
  }
}

/** The venue does not say how far a clock may be off. */
const CLOCK_TOLERANCE_S = 60

interface Keys {
  readonly apiKey: string
  readonly secret: string
  readonly passphrase: string
}

/** API keys follow from the address, by a hash that only this world can make. */
function keysOf({ world }: Pick<FaceCall, 'world'>, address: string): Keys {
  const digest = (of: string): Buffer =>
    createHmac('sha256', `demo world ${world.seed}`).update(`${of} ${address.toLowerCase()}`).digest()
  const hex = digest('key').toString('hex')
  return {
    apiKey: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
      '-',
    ),
    secret: digest('secret').toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    passphrase: digest('passphrase').toString('hex'),
  }
}

function header({ request }: FaceCall, name: string): string {
  return request.headers[name] ?? ''
}

function isFresh(timestamp: string, now: number): boolean {
  return /^\d{10}$/.test(timestamp) && Math.abs(Number(timestamp) - now / 1000) <= CLOCK_TOLERANCE_S
}

/** The address that signed. @throws 401 */
function loggedIn(call: FaceCall): string {
  const [address, timestamp, nonce, signature] = [
    header(call, 'poly_address'),
    header(call, 'poly_timestamp'),
    header(call, 'poly_nonce'),
    header(call, 'poly_signature'),
  ]
  const isWhole = /^0x[0-9a-f]{40}$/i.test(address) && /^\d{1,18}$/.test(nonce)
  if (!isWhole || !isFresh(timestamp, call.now)) throw clobError(401, 'Invalid L1 Request headers')
  const signer = curve().recoverAddress(
    hashTypedData(sentLogin({ address, timestamp, nonce }, POLYGON)),
    signature,
  )
  if (signer !== address) throw clobError(401, 'Invalid L1 Request headers')
  return address
}

/** Who a signed call is of: its address, and its API key. @throws 401 */
export function callerOf(call: FaceCall): { readonly address: string; readonly apiKey: string } {
  const { method, path, body } = call.request
  const [address, timestamp] = [header(call, 'poly_address'), header(call, 'poly_timestamp')]
  const { apiKey, secret, passphrase } = keysOf(call, address)
  const message = `${timestamp}${method}${path}${body === undefined ? '' : JSON.stringify(body)}`
  const isOwn =
    header(call, 'poly_api_key') === apiKey &&
    header(call, 'poly_passphrase') === passphrase &&
    header(call, 'poly_signature') === hmacKeyOf(secret, 'base64').sign(message, 'sha256', 'base64url')
  if (!isOwn || !isFresh(timestamp, call.now)) throw clobError(401, 'Unauthorized/Invalid api key')
  return { address, apiKey }
}
