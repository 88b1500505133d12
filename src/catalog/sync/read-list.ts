import { type Paging, paginateFrom } from '../../venue-kit/contract/paging.js'
import type { Listing, Status, Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import { listOwnMarkets } from '../../venue-kit/requests/row-lists.js'
import type { CatalogSync } from '../file/catalog-writer.js'
import type { VenuePage } from '../file/page-writer.js'

/** A place in a venue's lists: in that of its events, or in that of its markets, which comes after it where there is one. */
interface Place {
  readonly list: 'events' | 'markets'
  /** From where the list goes on; its beginning without. */
  readonly next?: string | undefined
}

/** Lists of what has closed hold years: of each no more rows than that are read, from its beginning. */
const MAX_CLOSED = 10_000

/**
 * Reads a venue's lists of one status from where the walk stands to their end, each page kept as it comes. They come in
 * the venue's own order, and are put into others when they are asked for.
 * @param onPage told of the rows of each page that is kept
 * @returns whether everything that the venue lists is in it
 * @throws what stands in the way; pages that came before stay, and the walk can go on
 */
export async function syncList(
  venue: Pick<Venue, 'markets'>,
  status: Status,
  walk: CatalogSync,
  ctx: VenueContext,
  onPage: (rows: number) => void,
): Promise<boolean> {
  // Where not all is read, the newest is.
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
      ctx.omissions.noteCut(
        `closed ${list} beyond the first ${read} of the venue's list, which is read no deeper`,
      )
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

/** A place as it is kept with the walk. */
function wordFor({ list, next }: Place): string {
  return next === undefined ? list : `${list} ${next}`
}

function placeFor(word: string | undefined): Place | undefined {
  const [, list, next] = /^(events|markets)(?: ([\s\S]*))?$/.exec(word ?? '') ?? []
  return list === undefined ? undefined : { list: list === 'events' ? 'events' : 'markets', next }
}
