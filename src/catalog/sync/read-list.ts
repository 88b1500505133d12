import { type Paging, paginateFrom } from '../../venue-kit/contract/paging.js'
import type { Listing, Status, Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import { listOwnMarkets } from '../../venue-kit/requests/row-lists.js'
import type { CatalogSync } from '../file/catalog-writer.js'
import type { VenuePage } from '../file/page-writer.js'

/** A position in a venue's lists: in the list of events, or in the list of markets, which follows if there is one. */
interface Place {
  readonly list: 'events' | 'markets'
  /** The cursor; the beginning of the list if absent. */
  readonly next?: string | undefined
}

/** Maximum number of rows to read from the beginning of a list of closed rows, since such lists go back years. */
const MAX_CLOSED = 10_000

/**
 * Syncs a venue's lists of one status to their end, from the position of the sync. Each page is stored as it arrives. Rows are in
 * the venue's own order; queries sort them.
 * @param onPage called with the number of rows of each stored page
 * @returns whether the result contains everything that the venue lists
 * @throws the error of a page; earlier pages stay, and the sync can continue
 */
export async function syncList(
  venue: Pick<Venue, 'markets'>,
  status: Status,
  walk: CatalogSync,
  ctx: VenueContext,
  onPage: (rows: number) => void,
): Promise<boolean> {
  // Where the list is cut, the newest rows are read.
  const listing: Listing = status === 'closed' ? { status, sort: 'newest' } : { status }
  const listOfMarkets = listOwnMarkets(venue, listing, ctx)

  function keep(page: VenuePage, next: Place | undefined): void {
    walk.page({ ...page, next: next === undefined ? undefined : wordFor(next) })
    const { events = [], markets: rows = [] } = page
    onPage(events.reduce((sum, event) => sum + 1 + event.markets.length, rows.length))
  }

  async function keepAll<Row>(
    paging: Paging<Row>,
    { list, next: from }: Place,
    after: Place | undefined,
    pageOf: (rows: readonly Row[]) => VenuePage,
  ): Promise<Place | undefined> {
    let read = 0
    for await (const { rows, next } of paginateFrom(paging, { from, ahead: true })) {
      read += rows.length
      const isDeep = status === 'closed' && read >= MAX_CLOSED && next !== undefined
      keep(pageOf(rows), next === undefined || isDeep ? after : { list, next })
      if (!isDeep) continue
      ctx.omissions.noteCut(`closed ${list} beyond the first ${read} rows (the maximum)`)
      break
    }
    return after
  }

  let place = walk.pages === 0 ? { list: 'events' as const } : placeFor(walk.next)
  if (place?.list === 'events') {
    const after = listOfMarkets === undefined ? undefined : { list: 'markets' as const }
    const { paging } = venue.markets.listEvents(listing, ctx)
    place = await keepAll(paging, place, after, (events) => ({ events }))
  }
  if (place !== undefined && listOfMarkets !== undefined)
    await keepAll(listOfMarkets.paging, place, undefined, (rows) => ({ markets: rows }))
  ctx.omissions.assertFew()
  return ctx.omissions.isWhole && ctx.omissions.cut.length === 0
}

/** Returns the text of a position, as stored with the sync. */
function wordFor({ list, next }: Place): string {
  return next === undefined ? list : `${list} ${next}`
}

function placeFor(word: string | undefined): Place | undefined {
  const [, list, next] = /^(events|markets)(?: ([\s\S]*))?$/.exec(word ?? '') ?? []
  return list === undefined ? undefined : { list: list === 'events' ? 'events' : 'markets', next }
}
