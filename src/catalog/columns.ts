import type { Sort } from '../venue-kit/venue.js'
import { compareDown, orderNumbers } from './order.js'
import { type NumberName, numberNames, type ReadyRow } from './rows.js'
import { createTextIndex, type TextIndex } from './text-index.js'

/** What the columns take of a row. */
export interface NarrowRow extends Pick<ReadyRow, 'numbers' | 'title' | 'category' | 'tags'> {
  /** Under which its JSON is found. */
  readonly version: number
  /** Under which its description is found. */
  readonly description: number
}

/** Words of rows as numbers; those of row `r` are `codes[starts[r]]` to `codes[starts[r + 1]]`, exclusive. */
export interface WordColumn {
  readonly words: readonly string[]
  readonly starts: Uint32Array
  readonly codes: Uint32Array
}

/**
 * A venue's list in memory, in the venue's order: enough to filter, search and order it without reading anything.
 * Holds arrays only, so threads can pass it on.
 */
export interface ListColumns {
  readonly count: number
  readonly versions: Float64Array
  /** NaN where unknown. */
  readonly numbers: Readonly<Record<NumberName, Float64Array>>
  /** Rows in each order. */
  readonly orders: Readonly<Record<Sort, Uint32Array>>
  readonly titles: TextIndex
  readonly descriptions: Float64Array
  readonly categories: WordColumn
  /** In lower case. */
  readonly tags: WordColumn
}

export function createColumns(rows: readonly NarrowRow[]): ListColumns {
  const numbers = Object.fromEntries(
    numberNames.map((name) => [name, Float64Array.from(rows, (row) => row.numbers[name] ?? Number.NaN)]),
  ) as Record<NumberName, Float64Array>
  return {
    count: rows.length,
    versions: Float64Array.from(rows, ({ version }) => version),
    numbers,
    orders: {
      volume: orderOf(numbers, 'volume'),
      liquidity: orderOf(numbers, 'liquidity'),
      newest: orderOf(numbers, 'newest'),
    },
    titles: createTextIndex(rows.map(({ title }) => title)),
    descriptions: Float64Array.from(rows, ({ description }) => description),
    categories: wordsOf(rows, ({ category }) => (category === undefined ? [] : [category])),
    tags: wordsOf(rows, ({ tags }) => tags.map((tag) => tag.toLowerCase())),
  }
}

/** Bytes that a list holds in memory. */
export function bytesOf({ versions, numbers, orders, titles, ...rest }: ListColumns): number {
  const { descriptions, categories, tags } = rest
  const arrays = [versions, ...Object.values(numbers), ...Object.values(orders), titles.bytes, titles.starts]
  const own = [...arrays, descriptions].reduce((sum, { byteLength }) => sum + byteLength, 0)
  return own + bytesOfWords(categories) + bytesOfWords(tags)
}

/** A text costs so much beside its letters. */
const WORD_OVERHEAD_BYTES = 32

export function bytesOfWords({ words, starts, codes }: WordColumn): number {
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return starts.byteLength + codes.byteLength + letters + words.length * WORD_OVERHEAD_BYTES
}

/** Negative where the first row comes before the second, 0 where they are alike. */
export function compareRows(
  a: Pick<ListColumns, 'numbers'>,
  rowA: number,
  b: Pick<ListColumns, 'numbers'>,
  rowB: number,
  sort: Sort,
): number {
  for (const name of orderNumbers[sort]) {
    const order = compareDown(a.numbers[name][rowA], b.numbers[name][rowB])
    if (order !== 0) return order
  }
  return 0
}

function orderOf(numbers: ListColumns['numbers'], sort: Sort): Uint32Array {
  const rows = Uint32Array.from({ length: numbers.volume.length }, (_, row) => row)
  const list = { numbers }
  return rows.sort((a, b) => compareRows(list, a, list, b, sort) || a - b)
}

export function wordsOf<Row>(rows: readonly Row[], of: (row: Row) => readonly string[]): WordColumn {
  const known = new Map<string, number>()
  const starts = new Uint32Array(rows.length + 1)
  const codes: number[] = []
  for (const [row, holder] of rows.entries()) {
    for (const word of of(holder)) {
      const code = known.get(word) ?? known.size
      known.set(word, code)
      codes.push(code)
    }
    starts[row + 1] = codes.length
  }
  return { words: [...known.keys()], starts, codes: Uint32Array.from(codes) }
}
