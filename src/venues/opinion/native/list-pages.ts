import { type CursorPaging, createMovedRows } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch, expectSomewhere } from '../../../venue-kit/payload/payload.js'
import { loadOrElse, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { ACTIVATED, CREATED, isCategorical } from '../mapping.js'
import { marketPage, type NativeRow } from '../schemas.js'
import { requestList } from './request.js'

/** Maximum page size of the venue (../README.md). */
export const PAGE_SIZE = 20

/** The filter of the list. */
export interface ListScope {
  /** Only open markets, with only their open children. Without it, the list contains everything. */
  readonly status?: 'activated'
  /** 1 for categorical markets only, 2 for binary ones as well. */
  readonly marketType: 1 | 2
}

/**
 * Leg 0: the current instance of each recurring market among all the others. Leg 1: all instances. `lagging`: open events that
 * the filter for open ones may leave out.
 */
type Leg = 0 | 1 | 'lagging'

/**
 * Number of the newest pages to check for lagging events. An event was recorded as created days after its markets had opened, and
 * it is unknown whether the filter counts it as open (../README.md).
 */
const LAGGING_PAGES = 3

const WHAT = 'GET /market'
/** The part that is missing without the second leg. */
const RECURRING = 'past and future instances of recurring markets'

/**
 * Lists native rows, newest first, which is the most stable order during a pagination. By default the list hides past and future
 * instances of recurring markets. A second leg requests those, and a third one the lagging events. Rows of an earlier leg are
 * left out of the later ones.
 */
export function listNativePages(scope: ListScope, ctx: VenueContext): CursorPaging<NativeRow> {
  const toldBefore = new Set<string>()
  const readLeg = (leg: 0 | 1) =>
    createMovedRows<NativeRow, LegPage>(async (page) => {
      const query = { page, limit: PAGE_SIZE, ...scope, collectionType: leg, sortBy: 1 }
      const { total, list } = await requestList(ctx, marketPage, { path: '/market', query, what: WHAT })
      assertPage(list, WHAT)
      assertNotCut(sentIn(list), page, total, WHAT)
      return { rows: list, total }
    }, keyOf)
  const legs = [readLeg(0), readLeg(1)] as const
  return {
    kind: 'cursor',
    what: 'markets',
    idOf: keyOf,
    async fetch(cursor) {
      const { leg, page } = positionOf(cursor)
      if (leg === 'lagging') return laggingPage(page, toldBefore, ctx)
      const read = () => legs[leg](page)
      // The second leg only adds past and future instances of recurring markets.
      const answer = leg === 0 ? await read() : await loadOrElse(RECURRING, ctx, read, undefined)
      const afterAll = scope.status === undefined ? undefined : 'lagging:1'
      if (answer === undefined) return { rows: [], next: afterAll }
      const { total, rows: list } = answer
      const rows = leg === 0 ? list : list.filter((row) => !toldBefore.has(keyOf(row)))
      for (const row of list) toldBefore.add(keyOf(row))
      const isLast = page * PAGE_SIZE >= total || isIgnored(leg, list, rows)
      if (!isLast) return { rows, next: `${leg}:${page + 1}` }
      if (leg === 0) return { rows, next: '1:1' }
      return { rows, next: afterAll }
    },
  }
}

interface LegPage {
  readonly rows: readonly NativeRow[]
  readonly total: number
}

async function laggingPage(page: number, toldBefore: ReadonlySet<string>, ctx: VenueContext) {
  const query = { page, limit: PAGE_SIZE, marketType: 1, collectionType: 0, sortBy: 1 }
  const { total, list } = await requestList(ctx, marketPage, { path: '/market', query, what: WHAT })
  assertNotCut(sentIn(list), page, total, WHAT)
  const isLast = page * PAGE_SIZE >= total || page === LAGGING_PAGES
  return {
    rows: list.filter((row) => lags(row) && !toldBefore.has(keyOf(row))),
    next: isLast ? undefined : `lagging:${page + 1}`,
  }
}

/** Whether an event has the status "created" although one of its markets is trading. */
function lags({ status, childMarkets = [] }: NativeRow): boolean {
  return status === CREATED && childMarkets.some((child) => child.status === ACTIVATED)
}

function positionOf(cursor: string | undefined): { readonly leg: Leg; readonly page: number } {
  const [leg, page] = (cursor ?? '0:1').split(':')
  return { leg: leg === 'lagging' ? leg : leg === '1' ? 1 : 0, page: Number(page) }
}

/** Returns the key of a row. Binary and categorical markets are numbered separately. */
function keyOf(row: NativeRow): string {
  return `${isCategorical(row) ? 'categorical' : 'binary'} ${row.marketId}`
}

/**
 * Whether the venue ignored the filter for recurring markets. If so, the first leg has returned everything. The filter is
 * documented, but no recording contains it.
 */
function isIgnored(leg: Leg, list: readonly NativeRow[], fresh: readonly NativeRow[]): boolean {
  return (
    leg === 1 && fresh.length === 0 && list.every(({ collection }) => (collection ?? undefined) === undefined)
  )
}

/** Checks for fields that single rows may lack, but a whole page never does. */
function assertPage(list: readonly NativeRow[], what: string): void {
  expectSomewhere(list, ['marketType', 'volume24h'], what, 'result.list')
  expectSomewhere(list.filter(isCategorical), ['childMarkets'], what, 'result.list')
}

/**
 * Asserts that a page is not empty when rows are expected.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for an empty one
 */
export function assertNotCut(sent: number, page: number, total: number, what: string): void {
  if (sent > 0 || (page - 1) * PAGE_SIZE >= total) return
  throw createSchemaMismatch(what, 'result.list', `page ${page} is empty although there are ${total} rows`)
}
