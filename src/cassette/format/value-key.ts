import { createHash, createHmac } from 'node:crypto'
import { CassetteError } from './cassette-error.js'

/**
 * Compares values that a cassette must not hold, such as the price of an order. A cassette has their HMAC, and a replay computes
 * the HMAC of the values of its calls.
 * The key is not in the cassette. A price has at most a few thousand values, so with both the cassette and the key the price can
 * be found by trial. No hash, however slow, prevents that. The key is therefore a separate secret: 256 random bits in
 * `<cassette>.key` next to the cassette (mode 0600). Commit the cassette, and give the key only to those who replay orders. They
 * need that file, or `PMX_LOCAL_CASSETTE_KEY`, for example as a secret of the CI. Without the key everything else of the cassette
 * is replayed. Orders then fail with a `cassette_miss` that names the key. Recordings of the simulation use {@link openKey},
 * which is public, since their orders and money are not real.
 */
export interface ValueKey {
  /** Identifies the key in cassettes; reveals nothing of it. */
  readonly id: string
  /** Returns 128 bits of HMAC-SHA-256, as base64url. */
  hash(text: string): string
}

/** The form of a key: 256 bits as hex. */
const KEY = /^[0-9a-f]{64}$/

/** Form of a hash with the id of its key, as cassettes hold it. */
export const taggedHash = /^[0-9a-z]{4,8}\.[\w-]{22}$/

/**
 * Creates a key from its secret.
 * @param secret 64 hex digits
 */
export function toValueKey(secret: string, id = idOf(secret)): ValueKey {
  const key = Buffer.from(secret, 'hex')
  return { id, hash: (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22) }
}

function idOf(secret: string): string {
  return createHash('sha256').update(`id of ${secret}`).digest('hex').slice(0, 8)
}

/** The public key of recordings without real data. */
export const openKey: ValueKey = toValueKey('0'.repeat(64), 'open')

/** Returns a hash with the id of its key. */
export function tagHash(key: ValueKey, text: string): string {
  return `${key.id}.${key.hash(text)}`
}

/** Returns the key id of a tagged hash. */
export function keyIdOf(tagged: string): string {
  return tagged.slice(0, tagged.indexOf('.'))
}

/**
 * Parses keys, separated by spaces, commas or line breaks; a line that begins with `#` is a comment.
 * @param name of the file or variable, for the message
 * @throws CassetteError for anything else in it; the message does not repeat it
 */
export function parseKeys(text: string, name: string): ValueKey[] {
  return secretsIn(text, name).map((secret) => toValueKey(secret))
}

/** Like {@link parseKeys}, but returns the keys as written. */
export function secretsIn(text: string, name: string): string[] {
  const words = text
    .replace(/^\s*#.*$/gm, '')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  if (words.every((word) => KEY.test(word))) return words
  throw new CassetteError(
    `${name} is not a cassette key (64 hex digits). Copy it from the machine that made the recording.`,
  )
}
