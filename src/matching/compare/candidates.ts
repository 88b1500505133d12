import { stripMarks, wordsIn } from '../words/title-words.js'
import { silent } from '../words/vocabulary.js'

/** The parts of a market that an index needs. The features for the comparison are not among them. */
export interface IndexedMarket {
  /** The title, with the event's title if it is incomplete, and the meaning of YES. */
  readonly text: string
  /** Words that only add to the score. A market without them loses nothing. */
  readonly keys?: readonly string[]
  readonly venue: string
}

/** A market that may be the same as the one searched for, identified by its position in the index. */
interface Candidate {
  readonly place: number
  /** The share of the rarer words that both have, 0..1. */
  readonly score: number
}

/** An index from words to the markets that contain them. It is immutable once built. */
interface CandidateIndex {
  readonly size: number
  /**
   * Returns the markets on other venues that share most of a text's rare words, best first. Markets with equal scores are ordered
   * by position. At most {@link MAX_LOOKED_AT} positions are read.
   */
  find(sought: IndexedMarket, limit: number): readonly Candidate[]
}

/** Number of rows that are added between two reads of the clock. */
const ROWS_A_LOOK = 4
/** Maximum number of positions that one search reads. The rarest words come first. */
const MAX_LOOKED_AT = 10_000
/** Words that more markets than this share add new positions only while there are none. */
const COMMON = 2_000
/** Texts that share less than this part of their rare words are unrelated. */
const MIN_SCORE = 0.3

/** External effects of a build. */
interface IndexEffects {
  /** Returns the time in ms since an arbitrary moment. */
  readonly monotonic: () => number
  /** Resolves after other work has had its turn. */
  readonly pause: () => Promise<void>
  /** Maximum duration of a slice of the work, ms. */
  readonly sliceMs: number
  readonly signal?: AbortSignal
}

/**
 * Builds an index in slices, with a pause after each, so that it does not block the event loop.
 * @throws the signal's reason when it aborts
 */
export async function buildCandidateIndex(
  markets: Iterable<IndexedMarket>,
  { monotonic, pause, sliceMs, signal }: IndexEffects,
): Promise<CandidateIndex> {
  const growing = createGrowing()
  let begun = monotonic()
  const rest = async (): Promise<void> => {
    await pause()
    signal?.throwIfAborted()
    begun = monotonic()
  }
  let added = 0
  for (const market of markets) {
    growing.add(market)
    if (++added % ROWS_A_LOOK === 0 && monotonic() - begun >= sliceMs) await rest()
  }
  const { places, step } = growing.packing()
  while (!step()) if (monotonic() - begun >= sliceMs) await rest()
  return createIndex(growing.frozen(), places)
}

interface Frozen {
  readonly wordIds: ReadonlyMap<string, number>
  /** Start of the positions of each word in the list of all, and the end of the last. */
  readonly starts: Uint32Array
  readonly venueIds: ReadonlyMap<string, number>
  /** The venue of each position. */
  readonly venueOf: Uint16Array
}

/** Collects rows: the words of each row, one row after another. */
function createGrowing() {
  const wordIds = new Map<string, number>()
  const venueIds = new Map<string, number>()
  const counts: number[] = []
  let words = new Uint32Array(1 << 12)
  let used = 0
  let ends = new Uint32Array(1 << 10)
  let venues = new Uint16Array(1 << 10)
  let rows = 0
  let starts = new Uint32Array(0)

  return {
    add({ text, keys = [], venue }: IndexedMarket): void {
      const own = [...indexWords(text), ...keys.map(keyWord)]
      if (used + own.length > words.length) words = larger(words, used + own.length)
      if (rows === ends.length) [ends, venues] = [larger(ends, rows + 1), larger(venues, rows + 1)]
      for (const word of own) {
        const id = idOf(wordIds, word)
        counts[id] = (counts[id] ?? 0) + 1
        words[used++] = id
      }
      venues[rows] = idOf(venueIds, venue)
      ends[rows++] = used
    },
    /** Turns words by row into rows by word; each call does a bounded part and returns whether it was the last. */
    packing(): { readonly places: Uint32Array; readonly step: () => boolean } {
      starts = new Uint32Array(counts.length + 1)
      for (let id = 0; id < counts.length; id++) starts[id + 1] = (starts[id] ?? 0) + (counts[id] ?? 0)
      const places = new Uint32Array(used)
      const next = starts.slice()
      let row = 0
      return {
        places,
        step() {
          const until = Math.min(rows, row + 2_000)
          for (; row < until; row++) {
            for (let at = row === 0 ? 0 : (ends[row - 1] ?? 0); at < (ends[row] ?? 0); at++) {
              const id = words[at] ?? 0
              const place = next[id] ?? 0
              places[place] = row
              next[id] = place + 1
            }
          }
          return row === rows
        },
      }
    },
    frozen: (): Frozen => ({ wordIds, starts, venueIds, venueOf: venues.slice(0, rows) }),
  }
}

function larger<Numbers extends Uint32Array | Uint16Array>(numbers: Numbers, least: number): Numbers {
  const room = Math.max(least, Math.ceil(numbers.length * 1.5))
  const made = numbers instanceof Uint32Array ? new Uint32Array(room) : new Uint16Array(room)
  made.set(numbers)
  return made as Numbers
}

function idOf(ids: Map<string, number>, name: string): number {
  const known = ids.get(name)
  if (known !== undefined) return known
  ids.set(name, ids.size)
  return ids.size - 1
}

/**
 * Returns the distinct words by which a market is found, with dates and values, which separate similar markets. Versions are
 * split into their parts.
 */
function indexWords(text: string): readonly string[] {
  return [...new Set(wordsIn(stripMarks(text)).flatMap(({ word }) => word.split('.')))].filter(
    (word) => !silent.has(word),
  )
}

/** Marks a key, so that it differs from every title word. */
function keyWord(key: string): string {
  return `~${key}`
}

function createIndex({ wordIds, starts, venueIds, venueOf }: Frozen, places: Uint32Array): CandidateIndex {
  const size = venueOf.length
  /** Each position's score in the running search, and the part of it that comes from keys. */
  const scores = new Float32Array(size)
  const byKeys = new Float32Array(size)
  const weightOf = (count: number): number => Math.log(1 + size / count)

  interface Term {
    readonly from: number
    readonly to: number
    readonly weight: number
    readonly isKey: boolean
  }

  /** Returns the terms, rarest first, each with the range of the word's positions and its weight. */
  function termsOf({ text, keys = [] }: IndexedMarket): readonly Term[] {
    const term = (word: string, isKey: boolean): Term => {
      const id = wordIds.get(word)
      if (id === undefined) return { from: 0, to: 0, weight: weightOf(1), isKey }
      const [from, to] = [starts[id] ?? 0, starts[id + 1] ?? 0]
      return { from, to, weight: weightOf(to - from), isKey }
    }
    return [
      ...indexWords(text).map((word) => term(word, false)),
      ...keys.map((key) => term(keyWord(key), true)),
    ].sort((a, b) => b.weight - a.weight)
  }

  /** Adds to the scores of the positions that have a word. Only rare words add new positions. */
  function score(terms: readonly Term[], own: number | undefined): readonly number[] {
    const touched: number[] = []
    let looked = 0
    for (const { from, to, weight, isKey } of terms) {
      const isCommon = to - from > COMMON && touched.length > 0
      for (let at = from; at < to && looked < MAX_LOOKED_AT; at++, looked++) {
        const place = places[at] ?? 0
        const before = scores[place] ?? 0
        // A common word only ranks the positions that rarer ones have found.
        if (venueOf[place] === own || (before === 0 && isCommon)) continue
        if (before === 0) touched.push(place)
        scores[place] = before + weight
        if (isKey) byKeys[place] = (byKeys[place] ?? 0) + weight
      }
    }
    return touched
  }

  return {
    size,
    find(sought, limit) {
      const terms = termsOf(sought)
      const whole = terms.reduce((sum, { weight, isKey }) => sum + (isKey ? 0 : weight), 0)
      const hasKeys = sought.keys !== undefined
      const found: Candidate[] = []
      for (const place of score(terms, venueIds.get(sought.venue))) {
        const keyed = hasKeys ? (byKeys[place] ?? 0) : 0
        const share = Math.min(1, (scores[place] ?? 0) / (whole + keyed))
        scores[place] = 0
        if (hasKeys) byKeys[place] = 0
        if (share >= MIN_SCORE) found.push({ place, score: share })
      }
      return found.sort((a, b) => b.score - a.score || a.place - b.place).slice(0, limit)
    },
  }
}
