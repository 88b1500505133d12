import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import { mapPages } from '../../venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { eventsIn, marketsIn } from '../../venue-kit/requests/row-lists.js'
import { isCategorical, statusOf, toDeployed, toEventRow, toMarketRow } from './mapping.js'
import { type ListScope, listNativePages } from './native/list-pages.js'
import { rememberRow } from './native/places.js'
import { listFactor } from './native/volume.js'
import type { NativeMarket, NativeRow } from './schemas.js'

const WHAT = 'GET /market'

/** How the venue counts the turnover of categorical markets depends on its version, not on the page. */
const factorOfLists = defineMemoKey<1 | 2>('opinion list factor', 60 * 60_000)

/** Lists the events with one status, newest first. Standalone binary markets belong to no event. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const pages = mapPages(listNativePages(scopeOf(listing, 1), ctx), (rows) => {
    const factor = factorOf(rows, ctx)
    for (const row of rows) rememberRow(row, ctx)
    const around = { factor, prices: noPrices }
    return readInList(WHAT, ctx, () =>
      convertRows(rows.filter(isCategorical), 'result.list', (row) =>
        isPending(row) ? undefined : toEventRow(row, around, WHAT),
      ),
    )
  })
  return { paging: eventsIn(pages), sorted: listing.sort === undefined }
}

/** Lists the markets with one status: those that belong to events and those that stand alone. Lists contain no prices. */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const pages = mapPages(listNativePages(scopeOf(listing, 2), ctx), (rows) => {
    for (const row of rows) rememberRow(row, ctx)
    return readInList(WHAT, ctx, () => convertRows(rows, 'result.list', marketsOf))
  })
  return { paging: marketsIn(pages), sorted: listing.sort === undefined }
}

/** Whether a market has opened. Other markets are in no list, but can be found by their ids (README.md). */
function isOpened(native: NativeMarket): boolean {
  return statusOf(native, WHAT) !== 'pending'
}

/** Whether none of an event's markets has opened. The event's own status lags behind. */
function isPending(row: NativeRow): boolean {
  return !isOpened(row) && !(row.childMarkets ?? []).some(isOpened)
}

const noPrices: ReadonlyMap<string, number> = new Map()

/**
 * Returns the filter. The filter for resolved markets excludes those that await their result. The filter for open markets
 * excludes the closed children of open events. Closed markets are therefore taken from the whole list (README.md).
 */
function scopeOf({ status }: Listing, marketType: ListScope['marketType']): ListScope {
  return status === 'active' ? { status: 'activated', marketType } : { marketType }
}

function marketsOf(row: NativeRow): readonly MarketRow[] {
  const parent = isCategorical(row) ? row : undefined
  const toRow = (native: NativeMarket): MarketRow | undefined => {
    if (!isOpened(native)) return undefined
    const deployed = toDeployed(native, WHAT)
    return deployed && toMarketRow(deployed, parent, undefined, WHAT)
  }
  if (parent !== undefined) return convertRows(row.childMarkets ?? [], 'childMarkets', toRow)
  const only = toRow(row)
  return only === undefined ? [] : [only]
}

function factorOf(rows: readonly NativeRow[], ctx: VenueContext): 1 | 2 | undefined {
  const seen = listFactor(rows)
  if (seen !== undefined) ctx.memo.set(factorOfLists, 'all', seen)
  return seen ?? ctx.memo.get(factorOfLists, 'all')
}
