import type { Sort } from '../venue-kit/venue.js'
import { compareRows, type ListColumns, type WordColumn } from './columns.js'
import { type NumberName, numberNames } from './rows.js'
import { markHolders } from './text-index.js'

/** A number from `min` to `max`, both inclusive. */
interface Range {
  readonly min: number
  readonly max: number
  /** Whether rows pass of which the number is unknown. */
  readonly orUnknown: boolean
}

/** What rows of a list must have; members that are absent or empty let everything through. */
export interface Filter {
  /** Looked for in lower case. */
  readonly text?: string
  /** Where the text is looked for; in titles by default. */
  readonly searchIn?: 'title' | 'description' | 'both'
  /** Exactly this one. */
  readonly category?: string
  /** Any of them, whatever the case. */
  readonly tags?: readonly string[]
  readonly ranges?: Readonly<Partial<Record<NumberName, Range>>>
}

/** A list, and which of its rows pass: 1 where they do; absent when all do. */
export interface Part {
  readonly columns: ListColumns
  readonly marks?: Uint8Array | undefined
}

export interface Cut {
  readonly sort: Sort | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** Places in the parts' orders from which to go on, as an earlier page told. */
  readonly from?: readonly number[] | undefined
}

export interface Selected {
  readonly versions: readonly number[]
  /** Rows that pass, on this page or not. */
  readonly total: number
  /** Where the next page begins; absent when nothing follows. */
  readonly next?: readonly number[]
}

/**
 * Which rows of a list pass.
 * @param described ids of the descriptions that hold the text, where they are to be looked at
 * @returns undefined when all do
 */
export function marksOf(
  columns: ListColumns,
  filter: Filter,
  described: ReadonlySet<number> = new Set(),
): Uint8Array | undefined {
  const tests: Uint8Array[] = []
  const { text, searchIn = 'title', category, tags, ranges = {} } = filter
  if (text !== undefined) {
    const marks = new Uint8Array(columns.count)
    if (searchIn !== 'description') markHolders(columns.titles, text, marks)
    if (searchIn !== 'title') markWhere(marks, (row) => described.has(columns.descriptions[row] ?? -1))
    tests.push(marks)
  }
  if (category !== undefined && category !== '')
    tests.push(withWords(columns, columns.categories, [category]))
  if (tags !== undefined && tags.length > 0)
    tests.push(
      withWords(
        columns,
        columns.tags,
        tags.map((tag) => tag.toLowerCase()),
      ),
    )
  for (const name of numberNames) {
    const range = ranges[name]
    if (range !== undefined) tests.push(within(columns.numbers[name], range))
  }
  const [first, ...others] = tests
  for (const other of others) first?.set(first.map((mark, row) => mark & (other[row] ?? 0)))
  return first
}

/**
 * A page of several lists as one. Rows that are alike keep the order of the parts, then the venue's.
 */
export function selectRows(parts: readonly Part[], { sort, limit, offset = 0, from }: Cut): Selected {
  const places = parts.map((_, index) => from?.[index] ?? 0)
  const most = limit ?? Number.POSITIVE_INFINITY
  const versions: number[] = []
  const total = parts.reduce((sum, part) => sum + passing(part), 0)
  for (let skipped = 0; ; ) {
    const index = foremost(parts, places, sort)
    const part = parts[index]
    if (part === undefined) return { versions, total }
    if (versions.length >= most) return { versions, total, next: places }
    const row = rowAt(part, places[index] ?? 0, sort)
    places[index] = (places[index] ?? 0) + 1
    if (skipped < offset) skipped++
    else versions.push(part.columns.versions[row] ?? Number.NaN)
  }
}

/** Moves each place to the next row that passes; returns the part whose row comes first, -1 at the end of all. */
function foremost(parts: readonly Part[], places: number[], sort: Sort | undefined): number {
  let best = -1
  let bestRow = -1
  for (const [index, part] of parts.entries()) {
    const { columns, marks } = part
    let place = places[index] ?? 0
    let row = rowAt(part, place, sort)
    while (marks !== undefined && place < columns.count && marks[row] !== 1) row = rowAt(part, ++place, sort)
    places[index] = place
    if (place >= columns.count) continue
    const leader = parts[best]
    if (leader !== undefined) {
      if (sort === undefined) continue
      if (compareRows(columns, row, leader.columns, bestRow, sort) >= 0) continue
    }
    best = index
    bestRow = row
  }
  return best
}

function rowAt({ columns }: Part, place: number, sort: Sort | undefined): number {
  return sort === undefined ? place : (columns.orders[sort][place] ?? -1)
}

function passing({ columns, marks }: Part): number {
  return marks === undefined ? columns.count : marks.reduce((sum, mark) => sum + mark, 0)
}

function markWhere(marks: Uint8Array, test: (row: number) => boolean): void {
  for (let row = 0; row < marks.length; row++) if (test(row)) marks[row] = 1
}

function withWords({ count }: ListColumns, column: WordColumn, wanted: readonly string[]): Uint8Array {
  const marks = new Uint8Array(count)
  const codes = new Set(wanted.map((word) => column.words.indexOf(word)))
  markWhere(marks, (row) => {
    const end = column.starts[row + 1] ?? 0
    for (let at = column.starts[row] ?? 0; at < end; at++) if (codes.has(column.codes[at] ?? -1)) return true
    return false
  })
  return marks
}

function within(numbers: Float64Array, { min, max, orUnknown }: Range): Uint8Array {
  const marks = new Uint8Array(numbers.length)
  markWhere(marks, (row) => {
    const number = numbers[row] ?? Number.NaN
    return Number.isNaN(number) ? orUnknown : number >= min && number <= max
  })
  return marks
}
