import type { Sort } from '../../venue-kit/contract/venue.js'
import { createGrowingDoubles, createGrowingWholes } from './growing-columns.js'
import { type NumberName, numberNames, type ReadyRow } from './row-numbers.js'
import { compareDown, orderNumbers } from './sort-numbers.js'
import { createTextIndexBuilder, reorderIndex, type TextIndex } from './text-index.js'

/** The fields of a row that are in columns. */
export interface NarrowRow extends Pick<ReadyRow, 'numbers' | 'title' | 'slug' | 'category' | 'tags'> {
  /** The key of its JSON. */
  readonly version: number
  /** The key of its description. */
  readonly description: number
}

/** Words of rows as numbers; those of row `r` are `codes[starts[r]]` to `codes[starts[r + 1]]`, exclusive. */
export interface WordColumn {
  readonly words: readonly string[]
  readonly starts: Uint32Array
  readonly codes: Uint32Array
}

/**
 * A venue's list in memory, in the venue's order. It can be filtered, searched and sorted without reading the file. It contains
 * only arrays, so threads can transfer it.
 */
export interface ListColumns {
  readonly count: number
  readonly versions: Float64Array
  /** NaN where unknown. */
  readonly numbers: Readonly<Record<NumberName, Float64Array>>
  /** Rows in each order that lists of open rows need; {@link findOrder} has all. */
  readonly orders: Readonly<Record<Exclude<Sort, 'closed'>, Uint32Array>>
  /** In the order of volume, the most requested one: a text search stops where its page ends. */
  readonly titles: TextIndex
  /** In the same order. */
  readonly slugs: TextIndex
  readonly descriptions: Float64Array
  readonly categories: WordColumn
  /** In lower case. */
  readonly tags: WordColumn
}

/** Collects rows one by one, in the venue's order, so that only their columns are in memory. */
export interface ColumnsBuilder {
  add(row: NarrowRow): void
  build(): ListColumns
}

export function createColumnsBuilder(): ColumnsBuilder {
  const versions = createGrowingDoubles()
  const descriptions = createGrowingDoubles()
  const numbers = numberNames.map((name) => ({ name, column: createGrowingDoubles() }))
  const titles = createTextIndexBuilder()
  const slugs = createTextIndexBuilder()
  const categories = createWordsBuilder()
  const tags = createWordsBuilder()
  return {
    add(row) {
      versions.push(row.version)
      descriptions.push(row.description)
      for (const { name, column } of numbers) column.push(row.numbers[name] ?? Number.NaN)
      titles.add(row.title)
      slugs.add(row.slug)
      if (row.category !== undefined) categories.word(row.category)
      categories.endRow()
      for (const tag of row.tags) tags.word(tag.toLowerCase())
      tags.endRow()
    },
    build() {
      const taken = Object.fromEntries(
        numbers.map(({ name, column }) => [name, column.taken()]),
      ) as ListColumns['numbers']
      const byVolume = orderOf(taken, 'volume')
      return {
        count: versions.length,
        versions: versions.taken(),
        numbers: taken,
        orders: {
          volume: byVolume,
          liquidity: orderOf(taken, 'liquidity'),
          newest: orderOf(taken, 'newest'),
        },
        titles: reorderIndex(titles.build(), byVolume),
        slugs: reorderIndex(slugs.build(), byVolume),
        descriptions: descriptions.taken(),
        categories: categories.build(),
        tags: tags.build(),
      }
    },
  }
}

export function createColumns(rows: readonly NarrowRow[]): ListColumns {
  const builder = createColumnsBuilder()
  for (const row of rows) builder.add(row)
  return builder.build()
}

/** Returns the memory use of a list in bytes. */
export function memoryBytesOf({ versions, numbers, orders, titles, slugs, ...rest }: ListColumns): number {
  const { descriptions, categories, tags } = rest
  const texts = [titles, slugs].flatMap(({ bytes, starts }) => [bytes.byteLength, starts.byteLength])
  const arrays = [versions, ...Object.values(numbers), ...Object.values(orders), descriptions]
  const own = [...arrays.map(({ byteLength }) => byteLength), ...texts].reduce((sum, bytes) => sum + bytes, 0)
  return own + wordBytesOf(categories) + wordBytesOf(tags)
}

/** Memory of a text apart from its letters. */
const WORD_OVERHEAD_BYTES = 32

export function wordBytesOf({ words, starts, codes }: WordColumn): number {
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return starts.byteLength + codes.byteLength + letters + words.length * WORD_OVERHEAD_BYTES
}

/** Returns a negative number if the first row comes before the second, or 0 if they are equal. */
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

/** Orders of lists of closed rows, which are requested rarely and are short. */
const closedOrders = new WeakMap<Uint32Array, Uint32Array>()

/** Returns the rows of a list in the given order. */
export function findOrder(
  { numbers, orders }: Pick<ListColumns, 'numbers' | 'orders'>,
  sort: Sort,
): Uint32Array {
  if (sort !== 'closed') return orders[sort]
  const order = closedOrders.get(orders.volume) ?? orderOf(numbers, sort)
  closedOrders.set(orders.volume, order)
  return order
}

function orderOf(numbers: ListColumns['numbers'], sort: Sort): Uint32Array {
  const rows = new Uint32Array(numbers.volume.length).map((_, row) => row)
  const [first = numbers.volume, second = first] = orderNumbers[sort].map((name) => numbers[name])
  return rows.sort((a, b) => compareDown(first[a], first[b]) || compareDown(second[a], second[b]) || a - b)
}

export function wordColumnOf<Row>(rows: readonly Row[], of: (row: Row) => readonly string[]): WordColumn {
  const builder = createWordsBuilder()
  for (const row of rows) {
    for (const word of of(row)) builder.word(word)
    builder.endRow()
  }
  return builder.build()
}

function createWordsBuilder() {
  const known = new Map<string, number>()
  const starts = createGrowingWholes()
  const codes = createGrowingWholes()
  starts.push(0)
  return {
    word(word: string): void {
      const code = known.get(word) ?? known.size
      known.set(word, code)
      codes.push(code)
    },
    endRow: (): void => starts.push(codes.length),
    build: (): WordColumn => ({ words: [...known.keys()], starts: starts.taken(), codes: codes.taken() }),
  }
}
