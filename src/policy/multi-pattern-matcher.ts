/** Searches a text for many phrases together. The cost depends on the text, not on the number of phrases. */
export interface Phrases<Owner> {
  /** @param phrase of at least {@link MIN_PHRASE_LENGTH} characters */
  add(phrase: string, owner: Owner): void
  remove(phrase: string, owner: Owner): void
  /** Returns the owner of the first phrase in the text, or undefined. */
  ownerIn(text: string): Owner | undefined
}

export const MIN_PHRASE_LENGTH = 8

const BASE = 0x01000193
/** The hash weight of the character leaving the window. */
const LEAVING = Array.from({ length: MIN_PHRASE_LENGTH }).reduce<number>((power) => Math.imul(power, BASE), 1)
const MARKS = 1 << 16

export function createPhrases<Owner>(): Phrases<Owner> {
  interface Held {
    readonly phrase: string
    readonly owner: Owner
  }
  /** Phrases, keyed by the hash of their beginnings. */
  const held = new Map<number, readonly Held[]>()
  /** Marks for possible beginnings. The mark of a removed phrase costs only a lookup. */
  const marks = new Uint8Array(MARKS)

  return {
    add(phrase, owner) {
      if (phrase.length < MIN_PHRASE_LENGTH) throw new RangeError('the phrase is too short to search for')
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
