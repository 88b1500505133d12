import { assertWithin, countBound, countFromZero } from '../../api/arguments/bounds.js'
import {
  compareDown,
  eventSortNumbersOf,
  marketSortNumbersOf,
  type OrderNumbers,
  orderNumbers,
} from '../../catalog/rows/sort-numbers.js'
import { gradeVenueRows, indexTexts } from '../../catalog/search/word-index.js'
import type { EventRow, MarketRow, Sort, Status } from '../../venue-kit/contract/venue.js'

/** The part of a listing query that is the same for markets and events. */
export interface Selection {
  readonly query?: string
  readonly searchIn?: 'title' | 'description' | 'both'
  readonly sort?: Sort
  readonly limit?: number
  readonly offset?: number
}

/** Returns the statuses of a query. `inactive` is another word for `closed` (api/README.md, "Lists and lookups"). */
export function statusesOf(status: 'active' | 'inactive' | 'closed' | 'all' | undefined): readonly Status[] {
  if (status === 'all') return ['active', 'closed']
  return status === undefined || status === 'active' ? ['active'] : ['closed']
}

/** @throws VALIDATION_ERROR when limit or offset is not a valid count */
export function assertPage({ limit, offset }: Selection): void {
  assertWithin('limit', countBound, limit)
  assertWithin('offset', countFromZero, offset)
}

/** Returns the rows of one page. It runs after filtering and sorting, so that all pages together form the whole list. */
export function slicePage<Row>(rows: readonly Row[], { limit, offset = 0 }: Selection): Row[] {
  return rows.slice(offset, limit === undefined ? undefined : offset + limit)
}

/** Texts by which a row is searched. */
interface Texts {
  readonly title: string
  readonly description: string
}

/** Whether the query text is searched word by word: yes for titles; descriptions must contain the text verbatim. */
export function searchesWords({ query, searchIn = 'title' }: Selection): boolean {
  return query !== undefined && searchIn === 'title'
}

/**
 * Returns the rows that match the query text. They keep their order, or are sorted by relevance if no other order is
 * requested.
 * @param isAsText whether the title contains the text verbatim
 */
export function searchRows<Row>(
  rows: readonly Row[],
  textsOf: (row: Row) => Texts,
  query: Selection,
  isAsText = false,
): readonly Row[] {
  const { query: text, sort } = query
  if (text === undefined) return rows
  const holds = (row: Row): boolean => {
    const { title, description } = textsOf(row)
    return matchesText({ titles: [title], descriptions: [description] }, query)
  }
  if (isAsText || !searchesWords(query)) return rows.filter(holds)
  const holding = rows.flatMap((row, at) => (holds(row) ? [at] : []))
  const grades = gradeVenueRows(indexTexts(rows.map((row) => ({ title: textsOf(row).title }))), text, holding)
  const graded = rows
    .map((row, at) => ({ row, grade: grades[at] as number }))
    .filter(({ grade }) => grade > 0)
  if (sort === undefined) graded.sort((a, b) => a.grade - b.grade)
  return graded.map(({ row }) => row)
}

/** Case-insensitive substring test on titles, descriptions or both. */
export function matchesText(
  texts: { readonly titles: readonly string[]; readonly descriptions: readonly string[] },
  { query, searchIn = 'title' }: Selection,
): boolean {
  if (query === undefined) return true
  const needle = query.toLowerCase()
  const has = (list: readonly string[]): boolean => list.some((text) => text.toLowerCase().includes(needle))
  if (searchIn === 'both') return has(texts.titles) || has(texts.descriptions)
  return searchIn === 'title' ? has(texts.titles) : has(texts.descriptions)
}

/** The default order of lists on a venue with volumes: highest volume first. */
export const DEFAULT_SORT: Sort = 'volume'
/** The same for lists of closed rows, whose 24 h volume is unknown or 0. */
export const DEFAULT_CLOSED_SORT: Sort = 'closed'

/** Sorts markets as `catalog/rows/sort-numbers.ts` defines; without `sort`, the venue's order is kept. */
export function sortMarkets(rows: readonly MarketRow[], sort: Sort | undefined): readonly MarketRow[] {
  return sorted(rows, sort, marketSortNumbersOf)
}

/** Rows with one status, and whether the venue has sorted them. */
interface Part<Row> {
  readonly rows: readonly Row[]
  readonly sorted: boolean
}

/**
 * Joins the lists of several statuses in the order of {@link sortMarkets}. A list that the venue has sorted keeps the
 * venue's order. It may be only the beginning of a list, and pages must add up to the whole list.
 */
export function joinMarkets(parts: readonly Part<MarketRow>[], sort: Sort | undefined): readonly MarketRow[] {
  return joined(parts, sort, marketSortNumbersOf)
}

/** Like {@link joinMarkets}, for events. */
export function joinEvents(parts: readonly Part<EventRow>[], sort: Sort | undefined): readonly EventRow[] {
  return joined(parts, sort, eventSortNumbersOf)
}

type NumbersOf<Row> = (row: Row) => OrderNumbers

function sorted<Row>(
  rows: readonly Row[],
  sort: Sort | undefined,
  numbersOf: NumbersOf<Row>,
): readonly Row[] {
  return joined([{ rows, sorted: false }], sort, numbersOf)
}

/** A row with its sort numbers, which for an event are computed from all its markets. */
interface Keyed<Row> {
  readonly row: Row
  readonly numbers: OrderNumbers
}

function joined<Row>(
  parts: readonly Part<Row>[],
  sort: Sort | undefined,
  numbersOf: NumbersOf<Row>,
): readonly Row[] {
  if (sort === undefined) return parts.flatMap(({ rows }) => rows)
  return parts
    .map((part) => {
      const keyed = part.rows.map((row): Keyed<Row> => ({ row, numbers: numbersOf(row) }))
      return part.sorted ? keyed : keyed.sort((a, b) => compare(a.numbers, b.numbers, sort))
    })
    .reduce<readonly Keyed<Row>[]>((all, rows) => merged(all, rows, sort), [])
    .map(({ row }) => row)
}

/** Always takes the greater of the two next rows, so that later rows do not change the order of earlier ones. */
function merged<Row>(
  first: readonly Keyed<Row>[],
  second: readonly Keyed<Row>[],
  sort: Sort,
): readonly Keyed<Row>[] {
  if (first.length === 0) return second
  const rows: Keyed<Row>[] = []
  let next = 0
  for (const row of second) {
    for (let other = first[next]; other !== undefined; other = first[next]) {
      if (compare(other.numbers, row.numbers, sort) > 0) break
      rows.push(other)
      next++
    }
    rows.push(row)
  }
  return [...rows, ...first.slice(next)]
}

function compare(a: OrderNumbers, b: OrderNumbers, sort: Sort): number {
  for (const name of orderNumbers[sort]) {
    const order = compareDown(a[name], b[name])
    if (order !== 0) return order
  }
  return 0
}
