import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { createGrowingWholes } from '../rows/growing-columns.js'
import { makeRowsOfWords } from './rows-of-words.js'
import { normalizeWord, readSearch, splitRawWords, standInsOf } from './terms.js'
import { createVocabulary, type Vocabulary, type WordHits } from './vocabulary.js'

/** What a row can be found by. */
export interface RowTexts {
  readonly title: string
  /** Shorter texts that name it too, such as its slug, the title of its event and its outcomes. */
  readonly others?: readonly string[]
  /** Texts of what belongs to it: their words find it, their phrases do not. */
  readonly parts?: readonly string[]
}

/** How well a row fits, 1 the best; 0 where it does not. */
type Grade = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** The worst {@link Grade} that fits. */
export const LAST_GRADE = 7

/** What is neither part of a word nor stands between two. */
const signs = /[^\p{L}\p{M}\p{N}\s"“”„«»'’]/u

/** The worst grade of rows that have all words themselves. */
const LAST_EXACT: Grade = 5

/**
 * Grades of the rows of one venue, which has mostly one spelling for a thing: rows with words that stand for those sought fit
 * only where no row has these, and last come rows that hold the text as it is, in the middle of a word. A text with signs in it
 * that rows hold as it is means those rows alone.
 * @param holding rows that hold it as it is
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

/** Rows by their words. Never changes once it is made. */
export interface WordIndex {
  /** Rows in it, in the order in which they were added. */
  readonly count: number
  /** Memory that it takes, about. */
  readonly bytes: number
  /**
   * How rows fit what somebody searches for; undefined for a text without a word.
   * Grades: all words in the title next to each other and in order, 1; in the title, 2; in any text, 3; the same without
   * the words that only make a sentence, 4 and 5; words that stand for others, begin or are like those sought, 6 and 7.
   */
  fit(text: string): Fit | undefined
}

/** How rows fit a text. */
interface Fit {
  gradeOf(row: number): Grade
  /** The rows that may fit, ascending; all others do not. */
  candidates(): Iterable<number>
}

export interface WordIndexBuilder {
  add(texts: RowTexts): void
  build(): WordIndex
  /** As `build`, with others in between: what is many rows would keep them waiting. */
  buildInTurns(turn: EventLoopYield): Promise<WordIndex>
}

/** Stands between two texts of a row. */
const BETWEEN = 0

/** Words of rows as numbers, one row behind the other: a search is one pass over them. */
export function createWordIndexBuilder(): WordIndexBuilder {
  const vocabulary = createVocabulary()
  const words = createGrowingWholes()
  /** Where the words of each row start, where those of its title end, and where its parts begin. */
  const starts = createGrowingWholes()
  const titleEnds = createGrowingWholes()
  const partStarts = createGrowingWholes()
  starts.push(0)
  /** Words as they stand in texts, by what they are in the vocabulary. */
  const known = new Map<string, number>()

  const idOf = (raw: string): number => {
    const before = known.get(raw)
    if (before !== undefined) return before
    const id = vocabulary.idOf(normalizeWord(raw))
    known.set(raw, id)
    return id
  }
  /** Words that stand for phrases of the present row. */
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

/** An index of texts that are all there. */
export function indexTexts(rows: Iterable<RowTexts>): WordIndex {
  const builder = createWordIndexBuilder()
  for (const row of rows) builder.add(row)
  return builder.build()
}

/** Bits of a word: in the lower half the terms that it is, in the upper one those that it may be taken for. */
const LIKE = 16

interface WordsOfRows {
  /** Of all rows, one behind the other. */
  readonly words: Uint32Array
  /** Where those of a row start; after the last row, where the next would. */
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

  /** The bits of all words from one place to another. */
  function bitsIn(masks: Int32Array, from: number, to: number): number {
    let bits = 0
    for (let at = from; at < to; at++) bits |= masks[words[at] as number] as number
    return bits
  }

  const rows = yield* makeRowsOfWords(words, starts, vocabulary.size)
  yield* vocabulary.prepare()

  /** Of each word, which terms it is. */
  function masksOf(hits: readonly WordHits[]): Int32Array {
    const masks = new Int32Array(vocabulary.size)
    for (const [at, { same, like }] of hits.entries()) {
      if (same !== undefined) masks[same] = (masks[same] as number) | (1 << at) | (1 << (at + LIKE))
      for (const id of like) masks[id] = (masks[id] as number) | (1 << (at + LIKE))
    }
    return masks
  }

  /** The words of the needed term that the fewest rows have. */
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

  /** Whether the terms of a phrase stand next to each other, in one text. @param bits of each of its words */
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
        // Words behind the last that is read are asked for nowhere.
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
