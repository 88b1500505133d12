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

/**
 * Descending by the asked key; rows that lack it come last; equal rows keep the venue's order. Volume is that of 24 h,
 * then that of the whole life.
 */
export function sortMarkets(rows: readonly MarketRow[], sort: Sort | undefined): readonly MarketRow[] {
  return sorted(rows, sort, {
    volume: ({ market }) => [market.volume24h, market.volume],
    liquidity: ({ market }) => [market.liquidity],
    newest: (row) => [row.startsAt],
  })
}

/** As {@link sortMarkets}; an event's liquidity is the sum over its markets. */
export function sortEvents(rows: readonly EventRow[], sort: Sort | undefined): readonly EventRow[] {
  return sorted(rows, sort, {
    volume: ({ event }) => [event.volume24h, event.volume],
    liquidity: (row) => [liquidityOf(row)],
    newest: (row) => [row.startsAt],
  })
}

function liquidityOf(row: EventRow): number | undefined {
  const known = row.markets.flatMap(({ market }) =>
    market.liquidity === undefined ? [] : [market.liquidity],
  )
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

function sorted<Row>(
  rows: readonly Row[],
  sort: Sort | undefined,
  keys: Readonly<Record<Sort, (row: Row) => readonly (number | undefined)[]>>,
): readonly Row[] {
  if (sort === undefined) return rows
  const keyed = rows.map((row) => ({ row, numbers: keys[sort](row) }))
  return keyed.sort((a, b) => compare(a.numbers, b.numbers)).map(({ row }) => row)
}

function compare(a: readonly (number | undefined)[], b: readonly (number | undefined)[]): number {
  for (const [index, number = Number.NEGATIVE_INFINITY] of a.entries()) {
    const other = b[index] ?? Number.NEGATIVE_INFINITY
    // Subtracting two infinities gives NaN, which sorts arbitrarily: compare instead.
    if (number !== other) return number < other ? 1 : -1
  }
  return 0
}
