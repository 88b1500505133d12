import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { CredentialTexts } from '../../../../api/arguments/credentials.js'
import { hashText } from '../../../../effects/random.js'
import { uuidOf } from '../../../world/common/hash.js'

/**
 * The keys that the simulation lends, one of each kind. They are derived from constant sentences in this file, so every
 * run accepts the same keys and they are not secret. Both belong to one member.
 */

export type KeyKind = 'rsa' | 'ed25519'

/** The ids of the lent keys, in the format of the venue. */
export const lentKeyIds: Readonly<Record<KeyKind, string>> = {
  rsa: uuidOf(hashText('paper')),
  ed25519: uuidOf(hashText('paper ed25519')),
}

export function getPaperCredentials(): CredentialTexts {
  return credentialsOf('rsa')
}

/** Returns the credentials with the lent key of a kind. */
export function credentialsOf(kind: KeyKind): CredentialTexts {
  const key = kind === 'rsa' ? getRsaKey() : ed25519KeyOf('the paper key of kalshi')
  return { apiKey: lentKeyIds[kind], privateKey: pemOf(key) }
}

/** Returns the public half of a lent key, as PEM. */
export function getLentPublicKey(kind: KeyKind): string {
  return publicPemOf(kind === 'rsa' ? getRsaKey() : ed25519KeyOf('the paper key of kalshi'))
}

function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

export function publicPemOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }).toString()
}

/** The PKCS#8 prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives an Ed25519 key from a sentence. */
export function ed25519KeyOf(sentence: string): KeyObject {
  const seed = createHash('sha256').update(sentence).digest()
  return createPrivateKey({ key: Buffer.concat([ED25519_PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

let made: KeyObject | undefined

/** Returns the only RSA key of the simulation; a search for primes would take too long for more. */
export function getRsaKey(): KeyObject {
  made ??= createPrivateKey({ key: keyOf(primeOf('p', 973n), primeOf('q', 130n)), format: 'jwk' })
  return made
}

/**
 * Returns a prime of 1024 bits: an odd number derived from a sentence, plus the precomputed distance to the next prime
 * (in twos).
 */
function primeOf(name: string, distance: bigint): bigint {
  const parts = [0, 1, 2, 3].map((part) =>
    createHash('sha256').update(`a key of the demo ${name} ${part}`).digest('hex'),
  )
  // The highest two bits are set, so that the product has all of its 2048 bits.
  return (BigInt(`0x${parts.join('')}`) | (3n << 1022n) | 1n) + 2n * distance
}

const PUBLIC_EXPONENT = 65_537n

function keyOf(p: bigint, q: bigint) {
  const d = inverse(PUBLIC_EXPONENT, (p - 1n) * (q - 1n))
  const numbers = {
    n: p * q,
    e: PUBLIC_EXPONENT,
    d,
    p,
    q,
    dp: d % (p - 1n),
    dq: d % (q - 1n),
    qi: inverse(q, p),
  }
  const texts = Object.entries(numbers).map(([name, value]) => [name, base64url(value)] as const)
  return { kty: 'RSA', ...Object.fromEntries(texts) }
}

/** Returns the inverse of `value` modulo `modulus`, when the two are coprime. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, value % modulus]
  let [before, now] = [0n, 1n]
  while (next !== 0n) {
    const quotient = rest / next
    ;[rest, next] = [next, rest - quotient * next]
    ;[before, now] = [now, before - quotient * now]
  }
  return ((before % modulus) + modulus) % modulus
}

function base64url(value: bigint): string {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url')
}
