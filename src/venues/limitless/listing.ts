import { PmxError } from '../../api/envelope/errors.js'
import { type CursorPaging, mapPages } from '../../venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, Sort, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { readLastPrices } from '../../venue-kit/requests/last-prices.js'
import { convertRows, readInList, sentIn } from '../../venue-kit/requests/map-rows.js'
import { requestList } from '../../venue-kit/requests/request-list.js'
import { eventIdOf } from '../../venue-kit/requests/row-lists.js'
import { assertPage, toEventRow } from './mapping.js'
import { lacksPrice } from './native/prices.js'
import { lastTradePrice } from './native/read-book.js'
import { rememberMarket } from './native/remembered-markets.js'
import { activeReply, type NativeLeaf, type NativeMarket, searchReply } from './schemas.js'

/** More is answered with no rows at all, and with status 200 (README.md). */
const ROWS_PER_PAGE = 25
/** More is refused (README.md). */
const SEARCH_ROWS_PER_PAGE = 50
/** Last prices come with a book, one market a call, and calls are few a second: a list of any length asks for so many. */
const MAX_LAST_PRICES = 8
/** The documented default of how near a search result must be, 0..1. */
const SIMILARITY = 0.5

const orders: Readonly<Record<Sort, string>> = {
  volume: 'high_value',
  liquidity: 'liquidity',
  newest: 'newest',
}

/**
 * Open groups and stand-alone markets. Volumes are those since listing, there is no other. A whole list is read newest
 * first, whatever its order: what is added meanwhile then stands in front, and never makes up in the count for what
 * left the list. Only the order by liquidity is the venue's own, for nothing shows the liquidity of a book.
 * The venue lists nothing that is closed: asking for it is an error, because an empty list would say there is none.
 */
export function listEvents({ status, sort, atMost }: Listing, ctx: VenueContext): Listed<EventRow> {
  if (status === 'closed') throw noClosedList()
  const order = atMost === undefined && sort !== 'liquidity' ? 'newest' : sort
  return { paging: toRows(activePages(order, ctx), ctx), sorted: order === sort }
}

function noClosedList(): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    "Limitless lists open markets only: ask with status 'active'. A closed market is found by its slug.",
    { detail: { kind: 'no_closed_list' } },
  )
}

/**
 * The venue's own search. It goes by meaning and shows the nearest it has, open or closed, related or not: what fits
 * the text literally is picked out by the core.
 */
export function search(text: string, _listing: Listing, ctx: VenueContext): Listed<EventRow> {
  return { paging: toRows(searchPages(text, ctx), ctx), sorted: false }
}

function toRows(paging: CursorPaging<NativeMarket>, ctx: VenueContext): CursorPaging<EventRow> {
  const { what } = paging
  let callsLeft = MAX_LAST_PRICES
  const rows = mapPages(paging, async (natives) => {
    const looked = callsLeft === 0 ? [] : natives
    const unpriced = looked
      .flatMap((native): readonly NativeLeaf[] => native.markets ?? [native])
      .filter((leaf) => isUnpriced(leaf, what))
    const last = await readLastPrices(
      unpriced,
      { most: callsLeft, keyOf: ({ slug }) => slug, read: ({ slug }) => lastTradePrice(slug, ctx) },
      ctx,
    )
    callsLeft -= Math.min(callsLeft, unpriced.length)
    return readInList(what, ctx, () =>
      convertRows(natives, 'events', (native) => toEventRow(native, what, last)),
    )
  })
  return { kind: 'cursor', what, idOf: eventIdOf, ...rows }
}

/** A row that cannot be read says so where it is turned. */
function isUnpriced(leaf: NativeLeaf, what: string): boolean {
  try {
    return lacksPrice(leaf, what)
  } catch (error) {
    if (error instanceof PmxError) return false
    throw error
  }
}

/** All open groups and stand-alone markets as the venue shows them; whatever is seen is remembered by its tokens. */
export function activePages(sort: Sort | undefined, ctx: VenueContext): CursorPaging<NativeMarket> {
  const what = 'GET /markets/active'
  // Without an order of its own a list would depend on a default that is not documented.
  const sortBy = sort === undefined ? 'lp_rewards' : orders[sort]
  const moving = sort === 'newest' ? undefined : 'read without an order to have it whole'
  return countedPages({ what, moving }, ctx, async ({ page, seen }) => {
    const query = { page, limit: ROWS_PER_PAGE, sortBy }
    const { data, totalMarketsCount: total } = await requestList(ctx, activeReply, {
      path: '/markets/active',
      query,
      what,
    })
    if (sentIn(data) === 0 && total > seen) {
      throw createSchemaMismatch(what, 'data', `page ${page} is empty, though ${total} markets are counted`)
    }
    assertPage(data, what, 'data')
    return { rows: data, total }
  })
}

function searchPages(text: string, ctx: VenueContext): CursorPaging<NativeMarket> {
  const what = 'GET /markets/search'
  return countedPages({ what, moving: 'ask again' }, ctx, async ({ page }) => {
    const query = { query: text, limit: SEARCH_ROWS_PER_PAGE, page, similarityThreshold: SIMILARITY }
    const { markets, totalMarketsCount: total } = await requestList(ctx, searchReply, {
      path: '/markets/search',
      query,
      what,
    })
    assertPage(markets, what, 'markets')
    return { rows: markets, total }
  })
}

interface NativePage {
  readonly rows: readonly NativeMarket[]
  /** Markets in the whole list, as far as it is told. */
  readonly total?: number | undefined
}

/** Pages read again at most, where a list has become shorter: it is an outlier, and calls are few a second. */
const MAX_READ_AGAIN = 8

/**
 * A list in numbered pages, over once as many markets were seen as the venue counts; they are remembered. What leaves
 * the list while it is read moves later rows onto pages that were read: where the count falls, those are read again.
 * Newest first it always falls then, or else nothing has moved up: what is added pushes rows down again. In any other
 * order an addition further down makes up for what left, and what moved up is missing unseen.
 * @param moving the way out where the order is another one, told once such a list has been read to its end
 */
function countedPages(
  { what, moving }: { readonly what: string; readonly moving: string | undefined },
  ctx: VenueContext,
  read: (place: Place) => Promise<NativePage>,
): CursorPaging<NativeMarket> {
  const remembered = ({ rows }: NativePage): readonly NativeMarket[] =>
    readInList(what, ctx, () => convertRows(rows, 'markets', (native) => rememberMarket(native, what, ctx)))
  let shown = new Set<string>()

  /** What moved onto the pages before a place when the list lost so many rows. */
  async function movedUp(place: Place, lost: number, total: number): Promise<readonly NativeMarket[]> {
    const perPage = place.seen / (place.page - 1)
    const first = Math.max(1, Math.floor((place.seen - lost) / perPage) + 1)
    if (place.page - first > MAX_READ_AGAIN) noteMoved(ctx)
    const moved: NativeMarket[] = []
    for (let page = Math.max(first, place.page - MAX_READ_AGAIN); page < place.page; page++) {
      const again = await read({ page, seen: (page - 1) * perPage })
      if ((again.total ?? total) < total) noteMoved(ctx)
      moved.push(...remembered(again).filter(({ slug }) => !shown.has(slug)))
    }
    return moved
  }

  return {
    kind: 'cursor',
    what,
    idOf: (native) => native.slug,
    async fetch(cursor) {
      if (cursor === undefined) shown = new Set()
      const place = unpackPlace(cursor)
      const page = await read(place)
      const next = placeAfter(place, sentIn(page.rows), page.total)
      const lost = (place.total ?? 0) - (page.total ?? Number.POSITIVE_INFINITY)
      const moved = lost > 0 && page.total !== undefined ? await movedUp(place, lost, page.total) : []
      const rows = [...moved, ...remembered(page)]
      for (const { slug } of rows) shown.add(slug)
      if (moving !== undefined && next === undefined && place.page > 1) {
        ctx.omissions.noteCut(
          `markets that may have moved up while ${place.page} pages of another order than the newest were read: ${moving}`,
        )
      }
      return { rows, next }
    },
  }
}

function noteMoved(ctx: VenueContext): void {
  ctx.omissions.noteCut('markets that moved up while the list was read, because others left it: ask again')
}

/** How far a list has been read. Rows are counted: a page may hold fewer than were asked for and not be the last. */
interface Place {
  readonly page: number
  readonly seen: number
  /** Markets in the list when the page before was read. */
  readonly total?: number | undefined
}

function unpackPlace(cursor: string | undefined): Place {
  const [page = 1, seen = 0, total] = (cursor ?? '1:0').split(':').map(Number)
  return { page, seen, total }
}

/** The cursor of the page that follows; undefined after an empty one, and once all that is counted was seen. */
function placeAfter(before: Place, rows: number, total: number | undefined): string | undefined {
  const seen = before.seen + rows
  if (rows === 0 || (total !== undefined && seen >= total)) return undefined
  return [before.page + 1, seen, ...(total === undefined ? [] : [total])].join(':')
}
