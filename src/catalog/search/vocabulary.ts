import { commonNameOf } from './terms.js'
import { allowedTyposIn, countTypos, lettersOf, mayBeTypos } from './typos.js'

/** The words that match a term, by id. */
export interface WordHits {
  /** The exact word, or undefined if no row has it. */
  readonly same: number | undefined
  /**
   * Synonyms and words that begin with the term. If there are none, words that contain it, or else words that are a typo away.
   */
  readonly like: readonly number[]
}

/** The distinct words of some rows, each with an id above 0. */
export interface Vocabulary {
  readonly size: number
  readonly bytes: number
  idOf(word: string): number
  /** Builds the lists that {@link Vocabulary.hits} searches, in steps that allow event-loop yields. */
  prepare(): Generator<void>
  /**
   * Returns the words that match a term; no words are added afterwards.
   * @param typed the term as typed
   * @param isAlone whether the term is the whole search and may be incomplete; longer words match too
   */
  hits(term: string, typed: string, isAlone: boolean): WordHits
}

/** Memory of a word apart from its letters, bytes. */
const WORD_OVERHEAD = 64
/** Maximum number of terms with cached hits. */
const MAX_KNOWN = 2_000
/** Maximum letters of a term that is split in two: no compound is longer. */
const MAX_HALVED = 64
/** Minimum letters of a part; shorter ones occur in too many words. */
const MIN_PART = 3

/** The lists for terms that are not exact words. */
interface Lists {
  /** All words in one text, separated by line breaks, and the start of each. */
  readonly text: string
  readonly starts: Uint32Array
  readonly byCommonName: ReadonlyMap<string, readonly number[]>
  readonly letters: Int32Array
}

export function createVocabulary(): Vocabulary {
  const ids = new Map<string, number>()
  const words = ['']
  let letters = 0
  let lists: Lists | undefined
  const known = new Map<string, WordHits>()

  function hitsOf(term: string, typed: string, isAlone: boolean): WordHits {
    lists ??= madeAtOnce(listsOf(words))
    const same = ids.get(term)
    const like = (lists.byCommonName.get(commonNameOf(term)) ?? []).filter((id) => id !== same)
    const isKnown = same !== undefined || like.length > 0
    // A part of a number is a different number.
    const mayBePart = typed.length >= MIN_PART && !/^\p{N}/u.test(typed)
    const holding = (mayBePart ? wordsWith(lists, typed) : []).filter(
      (id) =>
        id !== same && !like.includes(id) && (isAlone || !isKnown || words[id]?.startsWith(typed) === true),
    )
    if (isKnown || holding.length > 0) return { same, like: [...like, ...holding] }
    const typos = typosOf(words, lists, term)
    return { same, like: typos.length > 0 ? typos : halvesOf(ids, term) }
  }

  return {
    get size() {
      return words.length
    },
    get bytes() {
      return words.length * WORD_OVERHEAD + letters * 2
    },
    idOf(word) {
      const before = ids.get(word)
      if (before !== undefined) return before
      const id = words.length
      words.push(word)
      ids.set(word, id)
      letters += word.length
      return id
    },
    *prepare() {
      lists ??= yield* listsOf(words)
    },
    hits(term, typed, isAlone) {
      const key = `${isAlone} ${term} ${typed}`
      const before = known.get(key)
      if (before !== undefined) return before
      if (known.size >= MAX_KNOWN) known.clear()
      const found = hitsOf(term, typed, isAlone)
      known.set(key, found)
      return found
    },
  }
}

/** Words read between two event-loop yields. */
const WORDS_AT_ONCE = 2_000

function madeAtOnce(making: Generator<void, Lists>): Lists {
  for (;;) {
    const { done, value } = making.next()
    if (done === true) return value
  }
}

function* listsOf(words: readonly string[]): Generator<void, Lists> {
  const byCommonName = new Map<string, number[]>()
  const letters = new Int32Array(words.length)
  const starts = new Uint32Array(words.length)
  let start = 0
  for (const [id, word] of words.entries()) {
    if (id % WORDS_AT_ONCE === 0) yield
    starts[id] = start
    start += word.length + 1
    letters[id] = lettersOf(word)
    const name = commonNameOf(word)
    const others = byCommonName.get(name)
    if (others === undefined) byCommonName.set(name, [id])
    else others.push(id)
  }
  return { text: words.join('\n'), starts, byCommonName, letters }
}

/** Returns the words that contain the term. */
function wordsWith({ text, starts }: Lists, term: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const id = placeIn(starts, at)
    if (found.at(-1) !== id) found.push(id)
  }
  return found
}

/** Returns the index of the last start at or before a position. */
function placeIn(starts: Uint32Array, at: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= at) low = middle
    else high = middle
  }
  return low
}

/** Returns the longer of the two words that form the term, such as `counter` of `counterstrike`. */
function halvesOf(ids: ReadonlyMap<string, number>, term: string): number[] {
  if (term.length > MAX_HALVED) return []
  for (let length = MIN_PART; length <= term.length - MIN_PART; length++) {
    const first = ids.get(term.slice(0, length))
    const second = ids.get(term.slice(length))
    if (first !== undefined && second !== undefined) return [length * 2 > term.length ? first : second]
  }
  return []
}

/** Returns the words with the fewest typos. */
function typosOf(words: readonly string[], { letters }: Lists, term: string): number[] {
  const most = allowedTyposIn(term)
  const own = lettersOf(term)
  for (let typos = 1; typos <= most; typos++) {
    const found = words.flatMap((word, id) => {
      if (Math.abs(word.length - term.length) > typos || !mayBeTypos(own, letters[id] as number, typos))
        return []
      return allowedTyposIn(word) > 0 && countTypos(term, word, typos) <= typos ? [id] : []
    })
    if (found.length > 0) return found
  }
  return []
}
