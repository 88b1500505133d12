import type { Sort } from '../../venue-kit/contract/venue.js'
import { compareRows, findOrder, type ListColumns, type WordColumn } from '../rows/columns.js'
import { isInRange, type Range, type RowFilter, type SoughtText } from '../rows/filter.js'
import type { LateNumberName } from '../rows/row-numbers.js'
import { findHolders } from '../rows/text-index.js'
import { isCategory } from './category.js'

/** Values that are not in any column, and are read for a single filter. */
export interface LateColumns {
  /** Ids of the descriptions that contain a text, by text. */
  readonly described?: ReadonlyMap<string, ReadonlySet<number>>
  /** Labels of outcomes. */
  readonly labels?: WordColumn | undefined
  readonly numbers?: Readonly<Partial<Record<LateNumberName, Float64Array>>>
}

/** A list and which of its rows pass: 1 where they do. Absent when all do. */
export interface Part {
  readonly columns: ListColumns
  readonly marks?: Uint8Array | undefined
  /** A text that titles must also contain. Only for a single list by volume, which is searched as far as the page needs. */
  readonly sought?: string | undefined
  /** The rows that are returned. The others still count toward the page. Absent when all are. */
  readonly shown?: Uint8Array | undefined
}

export interface Cut {
  readonly sort: Sort | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** Positions in the parts' orders at which the page starts, from an earlier page. */
  readonly from?: readonly number[] | undefined
}

export interface Selected {
  readonly versions: readonly number[]
  /** Rows that pass, on this page or not; counted when read. */
  readonly total: number
  /** Where the next page begins. Absent on the last page. */
  readonly next?: readonly number[]
}

/**
 * Returns the rows of a list that pass the filter.
 * @param late values that the filter needs and no column has
 * @returns undefined when all do
 */
export function marksOf(
  columns: ListColumns,
  { texts = [], category, tags, ranges = {} }: RowFilter,
  late: LateColumns = {},
): Uint8Array | undefined {
  const tests = texts.map((sought) => holding(columns, sought, late))
  if (category !== undefined) tests.push(withWords(columns, columns.categories, isCategory(category)))
  if (tags !== undefined) {
    const wanted = new Set(tags.map((tag) => tag.toLowerCase()))
    tests.push(withWords(columns, columns.tags, (word) => wanted.has(word)))
  }
  const numbers: Partial<Record<string, Float64Array>> = { ...columns.numbers, ...late.numbers }
  for (const [name, range] of Object.entries(ranges)) tests.push(within(numbers[name], range, columns.count))
  const [first, ...others] = tests
  for (const other of others)
    for (let row = 0; row < columns.count; row++) if (other[row] === 0 && first) first[row] = 0
  return first
}

/** Returns a page of several merged lists. Rows that compare equal keep the order of the parts, then the venue's order. */
export function selectRows(parts: readonly Part[], { sort, limit, offset = 0, from }: Cut): Selected {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return selectOf(only, { sort, limit, offset, from })
  const places = parts.map((_, index) => from?.[index] ?? 0)
  const most = limit ?? Number.POSITIVE_INFINITY
  const versions: number[] = []
  const total = parts.reduce((sum, part) => sum + passing(part), 0)
  for (let skipped = 0, taken = 0; ; ) {
    const index = foremost(parts, places, sort)
    const part = parts[index]
    if (part === undefined) return { versions, total }
    if (taken >= most) return { versions, total, next: places }
    const row = rowAt(part, places[index] ?? 0, sort)
    places[index] = (places[index] ?? 0) + 1
    if (skipped++ < offset) continue
    taken++
    if (part.shown?.[row] !== 0) versions.push(part.columns.versions[row] ?? Number.NaN)
  }
}

/**
 * Returns a page of the rows of several lists that match a search.
 * @param grades of the rows of each list, 0 for those that do not match
 * @param isRanked better matches come first, equal ones in the sort order
 */
export function selectFitting(
  parts: readonly Part[],
  grades: readonly Uint8Array[],
  isRanked: boolean,
  { sort, limit, offset = 0 }: Cut,
): Selected {
  const partsWith = (isWanted: (grade: number) => boolean): Part[] =>
    parts.map((part, index) => ({
      ...part,
      marks: Uint8Array.from(grades[index] ?? [], (grade, row) =>
        isWanted(grade) && part.marks?.[row] !== 0 ? 1 : 0,
      ),
    }))
  if (!isRanked)
    return withoutNext(
      selectRows(
        partsWith((grade) => grade > 0),
        { sort, limit, offset },
      ),
    )
  const versions: number[] = []
  let total = 0
  for (const wanted of [...new Set(grades.flatMap((of) => [...new Set(of)]))].sort((a, b) => a - b)) {
    if (wanted === 0) continue
    const left = limit === undefined ? undefined : limit - versions.length
    const found = selectRows(
      partsWith((grade) => grade === wanted),
      {
        sort,
        limit: left,
        offset: Math.max(0, offset - total),
      },
    )
    total += found.total
    versions.push(...found.versions)
  }
  return { versions, total }
}

function withoutNext({ versions, total }: Selected): Selected {
  return { versions, total }
}

/** Returns a page of one list, without comparing rows. */
function selectOf(part: Part, { sort, limit, offset = 0, from }: Cut): Selected {
  const { columns, marks, sought, shown } = part
  const order = sort === undefined ? undefined : findOrder(columns, sort)
  const most = limit ?? Number.POSITIVE_INFINITY
  const versions: number[] = []
  let begin = from?.[0] ?? 0
  let left = offset
  if (marks === undefined && sought === undefined) {
    begin += left
    left = 0
  }
  const told = (more: Pick<Selected, 'next'>): Selected => ({
    versions,
    get total() {
      return passing(part)
    },
    ...more,
  })
  let taken = 0
  /** Adds the row at a position; returns false when the page is full. */
  const take = (place: number): boolean => {
    const row = order === undefined ? place : (order[place] as number)
    if (marks !== undefined && marks[row] !== 1) return true
    if (left > 0) left--
    else if (taken++ >= most) return false
    else if (shown === undefined || shown[row] === 1) versions.push(columns.versions[row] as number)
    return true
  }
  if (sought !== undefined) {
    for (const place of findHolders(columns.titles, sought, begin))
      if (!take(place)) return told({ next: [place] })
  } else {
    for (let place = begin; place < columns.count; place++) if (!take(place)) return told({ next: [place] })
  }
  return told({})
}

/** Advances each position to the next row that passes. Returns the part whose row comes first, -1 at the end of all. */
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
  return sort === undefined ? place : (findOrder(columns, sort)[place] ?? -1)
}

function passing({ columns, marks, sought }: Part): number {
  if (marks === undefined && sought === undefined) return columns.count
  let sum = 0
  if (sought === undefined) for (const mark of marks ?? []) sum += mark
  else
    for (const place of findHolders(columns.titles, sought))
      sum += marks === undefined ? 1 : (marks[columns.orders.volume[place] as number] as number)
  return sum
}

function markWhere(marks: Uint8Array, test: (row: number) => boolean): void {
  for (let row = 0; row < marks.length; row++) if (test(row)) marks[row] = 1
}

function holding(columns: ListColumns, { text, fields }: SoughtText, late: LateColumns): Uint8Array {
  const marks = new Uint8Array(columns.count)
  const needle = text.toLowerCase()
  const holds = (word: string): boolean => word.toLowerCase().includes(needle)
  for (const field of fields) {
    switch (field) {
      case 'title':
        for (const place of findHolders(columns.titles, text))
          marks[columns.orders.volume[place] as number] = 1
        break
      case 'description': {
        const ids = late.described?.get(text)
        markWhere(marks, (row) => ids?.has(columns.descriptions[row] ?? -1) === true)
        break
      }
      case 'category':
        markWords(marks, columns.categories, holds)
        break
      case 'tags':
        markWords(marks, columns.tags, holds)
        break
      case 'outcomes':
        markWords(marks, late.labels, holds)
    }
  }
  return marks
}

function withWords(
  { count }: ListColumns,
  column: WordColumn,
  isWanted: (word: string) => boolean,
): Uint8Array {
  const marks = new Uint8Array(count)
  markWords(marks, column, isWanted)
  return marks
}

/** Tests each word once, however many rows have it. */
function markWords(
  marks: Uint8Array,
  column: WordColumn | undefined,
  isWanted: (word: string) => boolean,
): void {
  if (column === undefined) return
  const { words, starts, codes } = column
  const wanted = Uint8Array.from(words, (word) => (isWanted(word) ? 1 : 0))
  if (!wanted.includes(1)) return
  let at = 0
  for (let row = 0; row < marks.length; row++)
    for (const end = starts[row + 1] as number; at < end; at++)
      if (wanted[codes[at] as number] === 1) marks[row] = 1
}

function within(numbers: Float64Array | undefined, range: Range, count: number): Uint8Array {
  const marks = new Uint8Array(count)
  markWhere(marks, (row) => isInRange(range, numbers?.[row]))
  return marks
}
