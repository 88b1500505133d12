import { invalid } from '../../api/errors.js'
import type { EventRow, MarketRow, Sort, Status } from '../../venue-kit/venue.js'

/** The part of a listing query that is the same for markets and events. */
export interface Selection {
  readonly query?: string
  readonly searchIn?: 'title' | 'description' | 'both'
  readonly sort?: Sort
  readonly limit?: number
  readonly offset?: number
}

/** `inactive` is another word for `closed` (api/README.md, "Lists and lookups"). */
export function statusesOf(status: 'active' | 'inactive' | 'closed' | 'all' | undefined): readonly Status[] {
  if (status === 'all') return ['active', 'closed']
  return status === undefined || status === 'active' ? ['active'] : ['closed']
}

/** @throws VALIDATION_ERROR when limit or offset is no usable count */
export function assertPage({ limit, offset }: Selection): void {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw invalid('limit', `limit must be a whole number of at least 1; got ${limit}`)
  }
  if (offset !== undefined && (!Number.isInteger(offset) || offset < 0)) {
    throw invalid('offset', `offset must be a whole number of at least 0; got ${offset}`)
  }
}

/** The rows of one page: after filtering and sorting, so that pages laid end to end are the whole list. */
export function page<Row>(rows: readonly Row[], { limit, offset = 0 }: Selection): Row[] {
  return rows.slice(offset, limit === undefined ? undefined : offset + limit)
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

/** What rows are ordered by, the second number where the first is the same. */
type Keys<Row> = Readonly<Record<Sort, (row: Row) => readonly (number | undefined)[]>>

const marketKeys: Keys<MarketRow> = {
  volume: ({ market }) => [market.volume24h, market.volume],
  liquidity: ({ market }) => [market.liquidity],
  newest: (row) => [row.startsAt],
}

const eventKeys: Keys<EventRow> = {
  volume: ({ event }) => [event.volume24h, event.volume],
  liquidity: (row) => [liquidityOf(row)],
  newest: (row) => [row.startsAt],
}

/**
 * Descending by the asked key; rows that lack it come last; equal rows keep the venue's order. Volume is that of 24 h,
 * then that of the whole life.
 */
export function sortMarkets(rows: readonly MarketRow[], sort: Sort | undefined): readonly MarketRow[] {
  return sorted(rows, sort, marketKeys)
}

/** Rows of one status, and whether the venue has put them in order. */
interface Part<Row> {
  readonly rows: readonly Row[]
  readonly sorted: boolean
}

/**
 * The lists of several statuses as one, in the order of {@link sortMarkets}. A list that the venue has sorted keeps the
 * venue's order of rows: it may hold no more than its beginning, and pages must add up to the whole.
 */
export function joinMarkets(parts: readonly Part<MarketRow>[], sort: Sort | undefined): readonly MarketRow[] {
  return joined(parts, sort, marketKeys)
}

/** As {@link joinMarkets}; an event's liquidity is the sum over its markets. */
export function joinEvents(parts: readonly Part<EventRow>[], sort: Sort | undefined): readonly EventRow[] {
  return joined(parts, sort, eventKeys)
}

function liquidityOf(row: EventRow): number | undefined {
  const known = row.markets.flatMap(({ market }) =>
    market.liquidity === undefined ? [] : [market.liquidity],
  )
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

function sorted<Row>(rows: readonly Row[], sort: Sort | undefined, keys: Keys<Row>): readonly Row[] {
  if (sort === undefined) return rows
  const keyed = rows.map((row) => ({ row, numbers: keys[sort](row) }))
  return keyed.sort((a, b) => compare(a.numbers, b.numbers)).map(({ row }) => row)
}

function joined<Row>(parts: readonly Part<Row>[], sort: Sort | undefined, keys: Keys<Row>): readonly Row[] {
  if (sort === undefined) return parts.flatMap(({ rows }) => rows)
  return parts
    .map((part) => (part.sorted ? part.rows : sorted(part.rows, sort, keys)))
    .reduce<readonly Row[]>((all, rows) => merged(all, rows, keys[sort]), [])
}

/** Always the greater of the two rows that come next, so that more rows behind them change nothing before them. */
function merged<Row>(
  first: readonly Row[],
  second: readonly Row[],
  numbersOf: Keys<Row>[Sort],
): readonly Row[] {
  if (first.length === 0) return second
  const rows: Row[] = []
  let next = 0
  for (const row of second) {
    const numbers = numbersOf(row)
    for (let other = first[next]; other !== undefined; other = first[next]) {
      if (compare(numbersOf(other), numbers) > 0) break
      rows.push(other)
      next++
    }
    rows.push(row)
  }
  return [...rows, ...first.slice(next)]
}

function compare(a: readonly (number | undefined)[], b: readonly (number | undefined)[]): number {
  for (const [index, number = Number.NEGATIVE_INFINITY] of a.entries()) {
    const other = b[index] ?? Number.NEGATIVE_INFINITY
    // Subtracting two infinities gives NaN, which sorts arbitrarily: compare instead.
    if (number !== other) return number < other ? 1 : -1
  }
  return 0
}
