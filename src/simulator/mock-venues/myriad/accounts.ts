import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parseIso, toIso } from '../../../api/times/instant.js'
import { toChecksumAddress } from '../../../signing/address.js'
import { type Refusal, type Reply, requireOrRefuse } from '../../http/reply.js'
import type { MockCall, MockContext, MockRequest } from '../../mock-kit/mock-venue.js'
import { recoverPersonalSigner } from '../../mock-kit/verify-order.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import { createSignatureRequired, createUnauthorized } from './errors.js'

/**
 * Finds the wallet of a call (README.md, "Accounts"): a session that a wallet signed in for, or an API key with a
 * signature of the request. Tokens and keys encode their content with an HMAC tag of the simulation, so nothing is
 * stored.
 */

const SESSION_MS = 15 * 60_000
/** Assumed; the venue does not publish how long a session can be renewed. */
const RENEWAL_MS = 7 * 24 * 3_600_000
/** Assumed; the venue does not publish the lifetime of a sign-in message or channel token. */
const SHORT_MS = 5 * 60_000

/** The purpose of a token; it is valid for no other. */
type Purpose = 'access' | 'refresh' | 'channel' | 'nonce'

interface Claims {
  readonly sub: string
  readonly use: Purpose
  /** The channel of a channel token. */
  readonly channel?: string
  /** Seconds, as in every JSON web token. */
  readonly exp: number
}

const SEAL = createHash('sha256').update('seal of the myriad demo').digest()
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const sealOf = (text: string): string => createHmac('sha256', SEAL).update(text).digest('base64url')

function tokenOf(claims: Claims): string {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${sealOf(text)}`
}

/** Returns the claims of a token with this purpose, or undefined if it is expired, has another purpose, or is invalid. */
function claimsOf(token: string, use: Purpose, now: number): Claims | undefined {
  const [head = '', body = '', seal = ''] = token.split('.')
  if (!isSame(seal, sealOf(`${head}.${body}`))) return undefined
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  return claims.use === use && now < claims.exp * 1000 ? claims : undefined
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const endOf = (now: number, lifeMs: number): number => Math.floor((now + lifeMs) / 1000)

/** Returns the tokens of a new session. */
export function sessionOf(wallet: string, now: number) {
  return {
    accessToken: tokenOf({ sub: wallet, use: 'access', exp: endOf(now, SESSION_MS) }),
    refreshToken: tokenOf({ sub: wallet, use: 'refresh', exp: endOf(now, RENEWAL_MS) }),
  }
}

/** Returns the wallet whose session a refresh token renews. */
export function findWalletToRenew(token: string, now: number): string | undefined {
  return claimsOf(token, 'refresh', now)?.sub
}

/** Returns a token for one channel of a wallet. */
export function channelTokenOf(wallet: string, channel: string, now: number): string {
  return tokenOf({ sub: wallet, use: 'channel', channel, exp: endOf(now, SHORT_MS) })
}

export function mayOpenChannel(token: string, channel: string, now: number): boolean {
  return claimsOf(token, 'channel', now)?.channel === channel
}

/** Returns the message that a wallet signs: the format of EIP-4361, with invented text. */
export function signInMessageOf(wallet: string, { now, random }: Pick<MockContext, 'now' | 'random'>) {
  const chance = Math.floor(random() * 2 ** 32)
  const nonce = nonceOf(wallet, now, chance.toString(16).padStart(8, '0'))
  return { nonce, message: messageOf(wallet, now, nonce) }
}

function messageOf(wallet: string, at: number, nonce: string): string {
  return `myriad.markets wants you to sign in with your Ethereum account:
${toChecksumAddress(wallet)}

Sign in to the demo of Myriad.

URI: https://myriad.markets
Version: 1
Chain ID: 56
Nonce: ${nonce}
Issued At: ${toIso(at)}`
}

/** Returns a nonce with an HMAC tag, so that only messages of the simulation are accepted. */
function nonceOf(wallet: string, at: number, chance: string): string {
  const seal = createHmac('sha256', SEAL).update(`nonce ${wallet} ${at} ${chance}`).digest('hex')
  return `${chance}${seal.slice(0, 16)}`
}

const usedNonces: NotesOf<{ readonly at: number }> = { name: 'nonces of myriad' }

/** Returns the wallet that signed a message of {@link signInMessageOf}; each message is valid once. @throws 401 */
export function signedIn({ paper, now }: MockContext, message: string, signature: string): string {
  const wallet = /\n(0x[0-9a-fA-F]{40})\n/.exec(message)?.[1]?.toLowerCase() ?? ''
  const nonce = /\nNonce: ([0-9a-f]{24})\n/.exec(message)?.[1] ?? ''
  const at = parseIso(/\nIssued At: (\S+)$/.exec(message)?.[1] ?? '')
  const isOurs = at !== undefined && nonce === nonceOf(wallet, at, nonce.slice(0, 8))
  if (!isOurs || messageOf(wallet, at, nonce) !== message) throw createUnauthorized('Invalid message')
  if (at > now || now - at > SHORT_MS) throw createUnauthorized('Nonce expired')
  if (recoverPersonalSigner(message, signature) !== wallet) throw createUnauthorized('Invalid signature')
  const used = paper.notes(usedNonces)
  if (used.get(wallet, nonce) !== undefined) throw createUnauthorized('Nonce already used')
  used.set(wallet, nonce, { at: now })
  return wallet
}

const KEY = /^mk_([0-9a-f]{40})_[0-9a-f]{8}$/

/** Returns an API key of a wallet by its label, with its secret. */
export function apiKeyOf(wallet: string, label: string, now: number) {
  const tail = createHash('sha256').update(`${label} ${now}`).digest('hex').slice(0, 8)
  const key = `mk_${wallet.slice(2)}_${tail}`
  return { key, secret: secretOf(key) }
}

function secretOf(key: string): string {
  return createHmac('sha256', SEAL).update(`secret of ${key}`).digest('hex')
}

/**
 * The signed parts of a request: the query as sent, and the body. For JSON the body equals the parsed body serialized
 * again.
 */
interface SignedParts extends Pick<MockRequest, 'method' | 'path' | 'search' | 'body'> {
  readonly timestamp: string
}

/** Returns the signature of a request, hex; the secret is used as text. */
export function requestSignature(
  secret: string,
  { timestamp, method, path, search, body }: SignedParts,
): string {
  const target = search === '' ? path : `${path}?${search}`
  const text = [timestamp, method.toUpperCase(), target, body === undefined ? '' : JSON.stringify(body)]
  return createHmac('sha256', secret).update(text.join('.')).digest('hex')
}

const CLOCK_TOLERANCE_MS = 30_000

/** Parses a time in seconds, milliseconds or ISO: the sources disagree (README.md, "Accounts"). */
function instantOf(timestamp: string): number | undefined {
  if (/^\d{10}$/.test(timestamp)) return Number(timestamp) * 1000
  return /^\d{13}$/.test(timestamp) ? Number(timestamp) : parseIso(timestamp)
}

/** Returns the key of a request, or undefined without one. */
export function keyIn({ headers, search }: Pick<MockRequest, 'headers' | 'search'>): string | undefined {
  return headers['x-api-key'] ?? new URLSearchParams(search).get('api_key') ?? undefined
}

/** Returns the wallet whose key signed a request, or undefined without a key. @throws 401 */
function keyHolder(request: MockRequest, now: number): string | undefined {
  const key = keyIn(request)
  if (key === undefined) return undefined
  const { 'x-api-timestamp': timestamp, 'x-api-signature': signature } = request.headers
  if (timestamp === undefined || signature === undefined) throw createSignatureRequired()
  const at = instantOf(timestamp)
  if (at === undefined || Math.abs(at - now) > CLOCK_TOLERANCE_MS)
    throw createUnauthorized('x-api-timestamp must be the time now')
  const wallet = KEY.exec(key)?.[1]
  if (wallet === undefined || !isSame(signature, requestSignature(secretOf(key), { ...request, timestamp })))
    throw createUnauthorized('Invalid API key or signature')
  return `0x${wallet}`
}

/** Checks the key of any request that has one, even if it is not required. @throws 401 */
export function assertKey(request: MockRequest, { now }: MockContext): Reply | undefined {
  keyHolder(request, now)
  return undefined
}

/** Returns the wallet of a call, in lower case. @throws 401 */
export function callerOf({ request, now }: Pick<MockCall, 'request' | 'now'>): string {
  return keyHolder(request, now) ?? requireSession({ request, now })
}

/** Returns the wallet of a session, in lower case; an API key is not sufficient. @throws 401 */
export function requireSession({ request, now }: Pick<MockCall, 'request' | 'now'>): string {
  const refuse = (): Refusal => createUnauthorized('Authentication required')
  const token = requireOrRefuse(/^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1], refuse)
  return requireOrRefuse(claimsOf(token, 'access', now), () => createUnauthorized('Invalid or expired token'))
    .sub
}
