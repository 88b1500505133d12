import { constants, createHash, createPrivateKey, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { CredentialTexts } from '../../../api/credentials.js'
import { hashText } from '../../../effects/random.js'
import { uuidOf } from '../../world/hash.js'

/** The name of the key that the demo lends, as the venue gives them. */
const PAPER_KEY_ID = uuidOf(hashText('paper'))

/**
 * The key that the demo lends: the same in every run, so that who has it from one finds it known in another. It is made
 * from a sentence that stands here, and nobody's secret.
 */
export function paperCredentials(): CredentialTexts {
  return {
    apiKey: PAPER_KEY_ID,
    privateKey: paperKey().export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

/** Whether the signature is that of the key which the demo lends; undefined for a key of which it knows the name alone. */
export function verifiesAs(keyId: string, text: string, signature: Buffer): boolean | undefined {
  if (keyId !== PAPER_KEY_ID) return undefined
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  return verify('sha256', Buffer.from(text), { key: createPublicKey(paperKey()), ...padding }, signature)
}

let made: KeyObject | undefined

function paperKey(): KeyObject {
  made ??= createPrivateKey({ key: keyOf(primeOf('p', 973n), primeOf('q', 130n)), format: 'jwk' })
  return made
}

/**
 * A prime of 1024 bits: an odd number made from a sentence, and the distance to the next prime, which has been looked for
 * once and for all (in twos).
 */
function primeOf(name: string, distance: bigint): bigint {
  const parts = [0, 1, 2, 3].map((part) =>
    createHash('sha256').update(`a key of the demo ${name} ${part}`).digest('hex'),
  )
  // The highest two bits are set, so that the product has all its 2048.
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

/** The number that makes 1 of `value` by multiplication, modulo one that has no divisor in common with it. */
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
