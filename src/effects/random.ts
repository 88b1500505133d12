/** A source of random numbers in [0, 1), passed in wherever one is needed. */
export type Random = () => number

export const systemRandom: Random = () => Math.random()

/**
 * Creates a small, fast, seeded source (mulberry32): the same seed produces the same numbers on every machine. Not for
 * secrets.
 */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns a 32-bit hash of a text (FNV-1a), to derive seeds from names. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
