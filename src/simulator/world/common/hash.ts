/** Randomness without state: every number of the world is a hash of the seed and of its subject. */

/** Returns a well-mixed 32-bit hash of two integers (the finalizer of murmur3). */
export function mix(seed: number, value: number): number {
  let hash = seed ^ Math.imul(value | 0, 0xcc9e2d51)
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Folds a seed of any size to 32 bits. Smaller seeds are unchanged, and larger ones do not repeat their worlds. */
export function foldSeed(seed: number): number {
  return seed >>> 0 === seed ? seed : mixWide(0x9e3779b9, Math.abs(seed))
}

/** Implements {@link mix} for integers of up to 53 bits, such as market numbers. */
export function mixWide(seed: number, value: number): number {
  return mix(mix(seed, value % 4_294_967_296), Math.floor(value / 4_294_967_296))
}

/** Converts a hash to a number in [0, 1). */
export function toUnit(hash: number): number {
  return hash / 4_294_967_296
}

/** Converts a hash to a number in [low, high). */
export function scaleBetween(hash: number, low: number, high: number): number {
  return low + toUnit(hash) * (high - low)
}

/** Returns the entry of a non-empty list at a position, modulo its length. */
export function pick<Item>(list: readonly Item[], position: number): Item {
  const item = list[position % list.length]
  if (item === undefined) throw new RangeError('cannot pick from an empty list')
  return item
}

/** The hex text of every byte, cached since ids and hashes are most of the text of lists and feeds. */
const written = Array.from({ length: 256 }, (_unused, byte) => byte.toString(16).padStart(2, '0'))

/** Returns `bytes` bytes of hash as lower-case hex. */
export function hexOf(seed: number, bytes: number): string {
  let text = ''
  for (let word = 0; text.length < bytes * 2; word++) {
    const hash = mix(seed, word)
    for (let shift = 24; shift >= 0; shift -= 8) text += written[(hash >>> shift) & 0xff]
  }
  return text.slice(0, bytes * 2)
}

/** Returns a text in the form of a random UUID. */
export function uuidOf(seed: number): string {
  const hex = hexOf(seed, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
