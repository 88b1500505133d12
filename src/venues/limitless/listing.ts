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
import { fetchLastTradePrice } from './native/read-book.js'
import { rememberMarket } from './native/remembered-markets.js'
import { activeReply, type NativeLeaf, type NativeMarket, searchReply } from './schemas.js'

/** A larger page has no rows, with status 200 (README.md). */
const ROWS_PER_PAGE = 25
/** A larger page is refused (README.md). */
const SEARCH_ROWS_PER_PAGE = 50
/**
 * Maximum number of last prices for a list of any length. They come with a book, one market per call, and calls per second are
 * few.
 */
const MAX_LAST_PRICES = 8
/** The documented default of the minimum similarity of a search result, 0..1. */
const SIMILARITY = 0.5

const orders: Readonly<Record<Sort, string>> = {
  volume: 'high_value',
  liquidity: 'liquidity',
  newest: 'newest',
  // No list of closed markets.
  closed: 'newest',
}

/**
 * Lists open groups and stand-alone markets. Volumes are counted since listing, because the venue reports no others. A
 * complete list is read newest first, regardless of its order: rows added in the meantime are then at the front, and the
 * count still reveals removed rows. Only the order by liquidity is the venue's own, because no member has the liquidity
 * of a book. The venue lists no closed markets: requesting them is an error, because an empty list would mean that there
 * are none.
 */
export function listEvents({ status, sort, atMost }: Listing, ctx: VenueContext): Listed<EventRow> {
  if (status === 'closed') throw noClosedList()
  const order = atMost === undefined && sort !== 'liquidity' ? 'newest' : sort
  return { paging: toRows(listActivePages(order, ctx), ctx), sorted: order === sort }
}

function noClosedList(): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    "Limitless lists only open markets. Use status 'active'. A closed market can be looked up by its slug.",
    { detail: { kind: 'no_closed_list' } },
  )
}

/**
 * Searches with the venue's own search. It is semantic and returns the nearest rows, open or closed, related or not: the core
 * selects literal matches.
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
      { most: callsLeft, keyOf: ({ slug }) => slug, read: ({ slug }) => fetchLastTradePrice(slug, ctx) },
      ctx,
    )
    callsLeft -= Math.min(callsLeft, unpriced.length)
    return readInList(what, ctx, () =>
      convertRows(natives, 'events', (native) => toEventRow(native, what, last)),
    )
  })
  return { kind: 'cursor', what, idOf: eventIdOf, ...rows }
}

/** An unreadable row is reported if it is converted. */
function isUnpriced(leaf: NativeLeaf, what: string): boolean {
  try {
    return lacksPrice(leaf, what)
  } catch (error) {
    if (error instanceof PmxError) return false
    throw error
  }
}

/** Lists all open groups and stand-alone markets as the venue returns them; all rows are cached by their tokens. */
export function listActivePages(sort: Sort | undefined, ctx: VenueContext): CursorPaging<NativeMarket> {
  const what = 'GET /markets/active'
  // Without an explicit order a list would depend on an undocumented default.
  const sortBy = sort === undefined ? 'lp_rewards' : orders[sort]
  const moving = sort === 'newest' ? undefined : 'sort by newest to get the complete list'
  return countedPages({ what, moving }, ctx, async ({ page, seen }) => {
    const query = { page, limit: ROWS_PER_PAGE, sortBy }
    const { data, totalMarketsCount: total } = await requestList(ctx, activeReply, {
      path: '/markets/active',
      query,
      what,
    })
    if (sentIn(data) === 0 && total > seen) {
      throw createSchemaMismatch(
        what,
        'data',
        `page ${page} is empty, although the venue counts ${total} markets`,
      )
    }
    assertPage(data, what, 'data')
    return { rows: data, total }
  })
}

function searchPages(text: string, ctx: VenueContext): CursorPaging<NativeMarket> {
  const what = 'GET /markets/search'
  return countedPages({ what, moving: 'retry' }, ctx, async ({ page }) => {
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
  /** Markets in the whole list, if it is reported. */
  readonly total?: number | undefined
}

/** Maximum number of pages to read again if a list has become shorter: this is rare, and calls per second are few. */
const MAX_READ_AGAIN = 8

/**
 * Paginates a list in numbered pages until as many markets were read as the venue counts; they are cached. A removal during the
 * pagination moves later rows onto pages that were already read: where the count falls, those are read again. With newest first,
 * a removal either lowers the count or is offset by additions that push rows down again. In any other order an addition further
 * down can hide a removal, and moved rows are missed.
 * @param moving the alternative for another order, noted once such a list was read completely
 */
function countedPages(
  { what, moving }: { readonly what: string; readonly moving: string | undefined },
  ctx: VenueContext,
  read: (place: Place) => Promise<NativePage>,
): CursorPaging<NativeMarket> {
  const remembered = ({ rows }: NativePage): readonly NativeMarket[] =>
    readInList(what, ctx, () => convertRows(rows, 'markets', (native) => rememberMarket(native, what, ctx)))
  let shown = new Set<string>()

  /** Returns the rows that moved onto earlier pages when the list lost so many rows. */
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
          `markets that may have been missed because the list changed while ${place.page} pages were being read: ${moving}`,
        )
      }
      return { rows, next }
    },
  }
}

function noteMoved(ctx: VenueContext): void {
  ctx.omissions.noteCut('markets that were missed because the list changed while it was being read: retry')
}

/** Progress in a list. Rows are counted: a page may hold fewer than requested and not be the last. */
interface Place {
  readonly page: number
  readonly seen: number
  /** Markets in the list at the previous page. */
  readonly total?: number | undefined
}

function unpackPlace(cursor: string | undefined): Place {
  const [page = 1, seen = 0, total] = (cursor ?? '1:0').split(':').map(Number)
  return { page, seen, total }
}

/** Returns the cursor of the next page, or undefined after an empty one, and once all counted rows were read. */
function placeAfter(before: Place, rows: number, total: number | undefined): string | undefined {
  const seen = before.seen + rows
  if (rows === 0 || (total !== undefined && seen >= total)) return undefined
  return [before.page + 1, seen, ...(total === undefined ? [] : [total])].join(':')
}
