/** Many phrases that are looked for in a text at once: what that costs depends on the text, not on how many there are. */
export interface Phrases<Owner> {
  /** @param phrase of at least {@link MIN_PHRASE_LENGTH} characters */
  add(phrase: string, owner: Owner): void
  remove(phrase: string, owner: Owner): void
  /** Whose phrase comes first in the text; undefined when it holds none. */
  ownerIn(text: string): Owner | undefined
}

export const MIN_PHRASE_LENGTH = 8

const BASE = 0x01000193
/** What the character that leaves a stretch of the shortest length counts for. */
const LEAVING = Array.from({ length: MIN_PHRASE_LENGTH }).reduce<number>((power) => Math.imul(power, BASE), 1)
const MARKS = 1 << 16

export function createPhrases<Owner>(): Phrases<Owner> {
  interface Held {
    readonly phrase: string
    readonly owner: Owner
  }
  /** By the hash of how they begin. */
  const held = new Map<number, readonly Held[]>()
  /** Beginnings that there may be; one that was taken away only costs a look. */
  const marks = new Uint8Array(MARKS)

  return {
    add(phrase, owner) {
      if (phrase.length < MIN_PHRASE_LENGTH) throw new RangeError('the phrase is too short to be looked for')
      const hash = hashOfHead(phrase)
      marks[hash & (MARKS - 1)] = 1
      held.set(hash, [...(held.get(hash) ?? []), { phrase, owner }])
    },
    remove(phrase, owner) {
      const hash = hashOfHead(phrase)
      const left = (held.get(hash) ?? []).filter((one) => one.phrase !== phrase || one.owner !== owner)
      if (left.length === 0) held.delete(hash)
      else held.set(hash, left)
    },
    ownerIn(text) {
      let hash = 0
      for (let end = 0; end < text.length; end++) {
        const start = end - MIN_PHRASE_LENGTH + 1
        const left = start > 0 ? Math.imul(text.charCodeAt(start - 1), LEAVING) : 0
        hash = (Math.imul(hash, BASE) + text.charCodeAt(end) - left) | 0
        if (start < 0 || marks[hash & (MARKS - 1)] === 0) continue
        const found = held.get(hash)?.find(({ phrase }) => text.startsWith(phrase, start))
        if (found !== undefined) return found.owner
      }
      return undefined
    },
  }
}

function hashOfHead(phrase: string): number {
  let hash = 0
  for (let index = 0; index < MIN_PHRASE_LENGTH; index++)
    hash = (Math.imul(hash, BASE) + phrase.charCodeAt(index)) | 0
  return hash
}
