import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { createGrowingWholes } from '../rows/growing-columns.js'
import { makeRowsOfWords } from './rows-of-words.js'
import { normalizeWord, readSearch, splitRawWords, standInsOf } from './terms.js'
import { createVocabulary, type Vocabulary, type WordHits } from './vocabulary.js'

/** The texts by which a row is found. */
export interface RowTexts {
  readonly title: string
  /** Shorter texts that also name it, such as its slug, the title of its event and its outcomes. */
  readonly others?: readonly string[]
  /** Texts of its parts, such as an event's markets. Single words match them, phrases do not. */
  readonly parts?: readonly string[]
}

/** How well a row matches: 1 is the best, 0 means no match. */
type Grade = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** The worst {@link Grade} that matches. */
export const LAST_GRADE = 7

/** A character that is neither part of a word nor a separator. */
const signs = /[^\p{L}\p{M}\p{N}\s"“”„«»'’]/u

/** The worst grade of rows that contain all words exactly. */
const LAST_EXACT: Grade = 5

/**
 * Returns the grades of one venue's rows. Rows with similar words match only if no row has the exact words or contains
 * the text literally. Rows that only contain the text in the middle of a word come last. If the text has special
 * characters and some rows contain it literally, only those match.
 * @param holding rows that contain the text literally
 */
export function gradeVenueRows(index: WordIndex, text: string, holding: Iterable<number>): Uint8Array {
  const grades = new Uint8Array(index.count)
  const fit = index.fit(text)
  let best: number = LAST_GRADE
  for (const row of fit?.candidates() ?? []) {
    const grade = fit?.gradeOf(row) ?? 0
    grades[row] = grade
    if (grade > 0) best = Math.min(best, grade)
  }
  const held = [...holding]
  if (held.length > 0 && signs.test(text)) {
    const alone = new Uint8Array(grades.length)
    for (const row of held) alone[row] = (grades[row] as number) || LAST_GRADE
    return alone
  }
  if (best <= LAST_EXACT || held.length > 0)
    for (let row = 0; row < grades.length; row++) if ((grades[row] as number) > LAST_EXACT) grades[row] = 0
  for (const row of held) if (grades[row] === 0) grades[row] = LAST_GRADE
  return grades
}

/** An immutable index of rows by their words. */
export interface WordIndex {
  /** Number of rows, which are in the order in which they were added. */
  readonly count: number
  /** Approximate memory, bytes. */
  readonly bytes: number
  /**
   * Returns how rows match a search text, or undefined for a text without a word. The grades are:
   * - 1: all words in the title, adjacent and in order; 2: all in the title; 3: all in any text
   * - 4 and 5: as 2 and 3, without filler words
   * - 6 and 7: with similar words (synonyms, prefixes, typos)
   */
  fit(text: string): Fit | undefined
}

/** How rows match a text. */
interface Fit {
  gradeOf(row: number): Grade
  /** Returns the rows that may match, ascending; no other row does. */
  candidates(): Iterable<number>
}

export interface WordIndexBuilder {
  add(texts: RowTexts): void
  build(): WordIndex
  /** As `build`, with event-loop yields between the steps. */
  buildInTurns(turn: EventLoopYield): Promise<WordIndex>
}

/** Separates two texts of a row. */
const BETWEEN = 0

/** Creates a builder that stores the words of rows as numbers, concatenated, so a search is one pass over them. */
export function createWordIndexBuilder(): WordIndexBuilder {
  const vocabulary = createVocabulary()
  const words = createGrowingWholes()
  /** Where each row's words start, where its title ends, and where its parts begin. */
  const starts = createGrowingWholes()
  const titleEnds = createGrowingWholes()
  const partStarts = createGrowingWholes()
  starts.push(0)
  /** Vocabulary ids of words by their spelling in texts. */
  const known = new Map<string, number>()

  const idOf = (raw: string): number => {
    const before = known.get(raw)
    if (before !== undefined) return before
    const id = vocabulary.idOf(normalizeWord(raw))
    known.set(raw, id)
    return id
  }
  /** Words that replace phrases of the current row. */
  const standIns = new Set<number>()
  const idsIn = (text: string): readonly number[] => {
    const raw = splitRawWords(text)
    for (const word of standInsOf(raw)) if (word !== undefined) standIns.add(vocabulary.idOf(word))
    return raw.map(idOf)
  }

  const steps = (): Generator<void, WordIndex> =>
    makeWordIndex(vocabulary, {
      words: words.taken(),
      starts: starts.taken(),
      titleEnds: titleEnds.taken(),
      partStarts: partStarts.taken(),
    })

  return {
    add({ title, others = [], parts = [] }) {
      standIns.clear()
      for (const id of idsIn(title)) words.push(id)
      titleEnds.push(words.length)
      for (const text of others) {
        if (text === '') continue
        words.push(BETWEEN)
        for (const id of idsIn(text)) words.push(id)
      }
      partStarts.push(words.length)
      const more = parts.flatMap(idsIn)
      for (const id of new Set([...more, ...standIns])) words.push(id)
      starts.push(words.length)
    },
    build() {
      const making = steps()
      for (;;) {
        const { done, value } = making.next()
        if (done === true) return value
      }
    },
    async buildInTurns(turn) {
      const making = steps()
      for (;;) {
        const { done, value } = making.next()
        if (done === true) return value
        await turn(true)
      }
    },
  }
}

/** Returns an index of the given texts. */
export function indexTexts(rows: Iterable<RowTexts>): WordIndex {
  const builder = createWordIndexBuilder()
  for (const row of rows) builder.add(row)
  return builder.build()
}

/** Bits per term: the lower half marks exact matches, the upper half similar words. */
const LIKE = 16

interface WordsOfRows {
  /** The words of all rows, concatenated. */
  readonly words: Uint32Array
  /** Start of each row's words. One more entry marks the end. */
  readonly starts: Uint32Array
  readonly titleEnds: Uint32Array
  readonly partStarts: Uint32Array
}

function* makeWordIndex(
  vocabulary: Vocabulary,
  { words, starts, titleEnds, partStarts }: WordsOfRows,
): Generator<void, WordIndex> {
  const count = titleEnds.length
  const startOf = (row: number): number => starts[row] as number
  const titleEndOf = (row: number): number => titleEnds[row] as number

  /** Returns the combined bits of the words in a range. */
  function bitsIn(masks: Int32Array, from: number, to: number): number {
    let bits = 0
    for (let at = from; at < to; at++) bits |= masks[words[at] as number] as number
    return bits
  }

  const rows = yield* makeRowsOfWords(words, starts, vocabulary.size)
  yield* vocabulary.prepare()

  /** Returns for each word the terms that it matches. */
  function masksOf(hits: readonly WordHits[]): Int32Array {
    const masks = new Int32Array(vocabulary.size)
    for (const [at, { same, like }] of hits.entries()) {
      if (same !== undefined) masks[same] = (masks[same] as number) | (1 << at) | (1 << (at + LIKE))
      for (const id of like) masks[id] = (masks[id] as number) | (1 << (at + LIKE))
    }
    return masks
  }

  /** Returns the words of the required term that the fewest rows have. */
  function rarest(hits: readonly WordHits[], needed: number): readonly number[] {
    let best: readonly number[] = []
    let least = Number.POSITIVE_INFINITY
    for (const [at, { same, like }] of hits.entries()) {
      if ((needed & (1 << at)) === 0) continue
      const ids = same === undefined ? like : [same, ...like]
      const count = ids.reduce((sum, id) => sum + rows.countWith(id), 0)
      if (count < least) [best, least] = [ids, count]
    }
    return best
  }

  /** Whether the terms of a phrase are adjacent in one text. @param bits of each of its words */
  function hasRun(masks: Int32Array, bits: readonly number[], from: number, to: number): boolean {
    for (let at = from; at + bits.length <= to; at++) {
      let length = 0
      while (
        length < bits.length &&
        ((masks[words[at + length] as number] as number) & (bits[length] as number)) !== 0
      )
        length++
      if (length === bits.length) return true
    }
    return false
  }

  return {
    count,
    bytes: vocabulary.bytes + words.byteLength + rows.bytes + count * 12,
    fit(text) {
      const { terms, phrases } = readSearch(text)
      if (terms.length === 0) return undefined
      const hits = terms.map(({ word, typed, standIn }): WordHits => {
        const own = vocabulary.hits(word, typed, terms.length === 1)
        const other = standIn === undefined ? undefined : vocabulary.hits(standIn, standIn, false).same
        return other === undefined ? own : { ...own, like: [...own.like, other] }
      })
      const masks = masksOf(hits)
      const placeOf = (sought: string): number => terms.findIndex(({ word }) => word === sought)
      const all = (1 << terms.length) - 1
      const needed = terms.reduce((bits, { isOptional }, at) => (isOptional ? bits : bits | (1 << at)), 0)
      const inOrder = terms.map((_, at) => 1 << at)
      const runs = phrases.map((phrase) => {
        const places = phrase.map(placeOf)
        // Words after the last one that was read are ignored.
        const unread = places.indexOf(-1)
        return (unread < 0 ? places : places.slice(0, unread)).map((at) => 1 << at)
      })
      const gradeFor = (title: number, whole: number, row: number): Grade => {
        if ((title & all) === all) return hasRun(masks, inOrder, startOf(row), titleEndOf(row)) ? 1 : 2
        if ((whole & all) === all) return 3
        if ((title & needed) === needed) return 4
        if ((whole & needed) === needed) return 5
        return ((title >>> LIKE) & needed) === needed ? 6 : 7
      }
      return {
        gradeOf(row) {
          const title = bitsIn(masks, startOf(row), titleEndOf(row))
          const whole =
            (title & all) === all ? title : title | bitsIn(masks, titleEndOf(row), startOf(row + 1))
          if (((whole >>> LIKE) & needed) !== needed) return 0
          const hasAll = runs.every((bits) => hasRun(masks, bits, startOf(row), partStarts[row] as number))
          return hasAll ? gradeFor(title, whole, row) : 0
        },
        candidates: () => rows.withAny(rarest(hits, needed)),
      }
    },
  }
}
