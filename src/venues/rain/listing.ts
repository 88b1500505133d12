import { createNumberedPages } from '../../venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, VenueContext } from '../../venue-kit/contract/venue.js'
import { convertRows, readInList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { joinLegs, type Leg } from '../../venue-kit/requests/request-legs.js'
import { requestList } from '../../venue-kit/requests/request-list.js'
import { eventIdOf } from '../../venue-kit/requests/row-lists.js'
import { assertPage, toEventRow } from './mapping.js'
import { type State, statesOf } from './native/states.js'
import { poolsReply } from './schemas.js'

/** Other clients receive this many rows per page. The venue's maximum is not published (README.md). */
const PAGE_SIZE = 100

const WHAT = 'GET /pools/public-pools'

/** Lists pools with one status, newest first, in one pagination for each of the venue's states with this status. */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const legs = statesOf(listing.status).map((state) => leg(state, listing, ctx))
  return { paging: joinLegs('events', eventIdOf, legs), sorted: false }
}

/** Returns pages of pools with one state. The venue's `offset` is a page number. */
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
  /** Rows so far, including this page. */
  readonly seen: number
  readonly sent: number
  readonly limit: number
}

/**
 * Whether a page may follow. Pages are counted by the requested rows, which may be more than the venue returns per page. In that
 * case, only the count of rows shows the end. It is unknown whether this count covers all rows, as the documents show, or those
 * of one page (README.md). A count that a full page or a later page reaches is not conclusive. Without a conclusive count, an
 * empty page marks the end.
 */
function isBehind({ page, pages, count, seen, sent, limit }: Told): boolean {
  if (seen < (count ?? 0) || page < (pages ?? 0)) return true
  if (pages !== undefined) return false
  return count === undefined || (count === sent && (page > 1 || sent >= limit))
}
