import { createNumberedPages } from '../../venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, VenueContext } from '../../venue-kit/contract/venue.js'
import { convertRows, readInList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { joinLegs, type Leg } from '../../venue-kit/requests/request-legs.js'
import { requestList } from '../../venue-kit/requests/request-list.js'
import { eventIdOf } from '../../venue-kit/requests/row-lists.js'
import { assertPage, toEventRow } from './mapping.js'
import { type State, statesOf } from './native/states.js'
import { poolsReply } from './schemas.js'

/** Others are served so many rows a page; what the venue allows is not published (README.md). */
const PAGE_SIZE = 100

const WHAT = 'GET /pools/public-pools'

/** Pools of one status, a walk for each of the venue's words for it, the newest first. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const legs = statesOf(listing.status).map((state) => leg(state, listing, ctx))
  return { paging: joinLegs('events', eventIdOf, legs), sorted: false }
}

/** Pages of pools of one state. The `offset` of the venue is the number of a page. */
function leg(state: State, { atMost = PAGE_SIZE }: Listing, ctx: VenueContext): Leg<EventRow> {
  const limit = Math.min(PAGE_SIZE, Math.max(1, atMost))
  let seen = 0
  return createNumberedPages(async (page) => {
    if (page === 1) seen = 0
    const query = { limit, offset: page, sortBy: 'age', status: state }
    const { data } = await requestList(ctx, poolsReply, { path: '/pools/public-pools', query, what: WHAT })
    const { pools, pages, count } = data
    const sent = sentIn(pools)
    seen += sent
    assertPage(pools, WHAT)
    return {
      rows: readInList(WHAT, ctx, () => convertRows(pools, 'data.pools', (pool) => toEventRow(pool, WHAT))),
      more: sent > 0 && isBehind({ page, pages, count, seen, sent, limit }),
    }
  })
}

interface Told {
  readonly page: number
  readonly pages: number | undefined
  readonly count: number | undefined
  /** Rows so far, and of this page. */
  readonly seen: number
  readonly sent: number
  readonly limit: number
}

/**
 * Whether a page may follow. Pages are counted by the rows that were asked for, which may be more than the venue gives
 * at once: then only the count of rows tells the end. Whether that is of all rows, as its documents show, or of a page
 * is not known (README.md): a count that a full page or a later one reaches by itself says nothing, and without either
 * an empty page is the end.
 */
function isBehind({ page, pages, count, seen, sent, limit }: Told): boolean {
  if (seen < (count ?? 0) || page < (pages ?? 0)) return true
  if (pages !== undefined) return false
  return count === undefined || (count === sent && (page > 1 || sent >= limit))
}
