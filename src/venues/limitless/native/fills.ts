import { PmxError } from '../../../api/envelope/errors.js'
import type { Trade } from '../../../api/models/models.js'
import { pathOf } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertSameSubject, createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import {
  countAddedInFront,
  type Likeness,
  withoutPushed,
} from '../../../venue-kit/requests/pushed-updates.js'
import { requestRequired } from '../../../venue-kit/requests/request-list.js'
import { complementPrice } from '../../../venue-kit/unify/unified-market.js'
import type { MarketFacts } from '../outcomes.js'
import { fillsReply, type NativeFills } from '../schemas.js'
import { fromBaseUnits } from './base-units.js'

/** Maximum number of rows per page (../README.md). */
const ROWS_PER_PAGE = 100
const WHAT = 'GET /markets/{slug}/events'

/**
 * A fill in terms of the YES side. A market has one book. A purchase of NO at p is a sale of YES at 1 - p, and is matched with
 * purchases of YES (../README.md).
 */
export interface Fill {
  /** Position in the market's whole history, 1 for the oldest: it does not change when newer fills push the pages down. */
  readonly number: number
  /** Epoch ms. */
  readonly at: number
  /** YES price, 0..1. */
  readonly price: number
  /** Contracts. */
  readonly size: number
  /** Side of the taker, for YES. */
  readonly side: 'buy' | 'sell'
  readonly transactionHash: string
}

/** One page of a market's fills, newest first. */
export interface FillPage {
  readonly fills: readonly Fill[]
  readonly page: number
  readonly pages: number
  /** Total number of fills of the market. */
  readonly total: number
}

/**
 * Reads a page of fills.
 * @returns newest first; no fills only for a market that has none
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the page is a different one, longer or emptier than announced, when it is not in
 * order, or when a fill is of another market
 */
export function toFillPage(native: NativeFills, facts: MarketFacts, page: number): FillPage {
  const { events, limit, totalPages: pages, totalRows: total } = native
  assertSameSubject(page, native.page, WHAT, 'page')
  if (events.length > limit)
    throw createSchemaMismatch(WHAT, 'events', `${events.length} rows on a page of ${limit}`)
  if (events.length === 0 && (page - 1) * limit < total)
    throw createSchemaMismatch(
      WHAT,
      'events',
      `page ${page} is empty, although the venue counts ${total} fills`,
    )
  // Pages beyond the first are only requested where there were fills.
  if (events.length === 0 && page > 1) throw becameShorter(facts.slug)
  const newest = total - (page - 1) * limit
  const fills = events.map((event, index) => toFill(event, index, facts, newest - index))
  fills.forEach((fill, index) => {
    const before = fills[index - 1]
    if (before !== undefined && fill.at > before.at)
      throw createSchemaMismatch(WHAT, `events[${index}].createdAt`, 'later than the row before it')
  })
  return { fills, page, pages, total }
}

function toFill(
  { tokenId, createdAt, price, matchedSize, side, txHash }: NativeFills['events'][number],
  index: number,
  { tokens, decimals }: MarketFacts,
  number: number,
): Fill {
  const isYes = tokenId === tokens.yes
  if (!isYes && tokenId !== tokens.no)
    throw createSchemaMismatch(
      WHAT,
      `events[${index}].tokenId`,
      `${tokenId} is not a token of the requested market`,
    )
  return {
    number,
    at: createdAt,
    price: isYes ? price : complementPrice(price),
    size: fromBaseUnits(matchedSize, decimals),
    side: (side === 0) === isYes ? 'buy' : 'sell',
    transactionHash: txHash,
  }
}

/** Requests one page of fills. */
async function readFillPage(facts: MarketFacts, page: number, ctx: VenueContext): Promise<FillPage> {
  const path = pathOf`/markets/${facts.slug}/events`
  const query = { page, limit: ROWS_PER_PAGE }
  return toFillPage(await requestRequired(ctx, fillsReply, { path, query, what: WHAT }), facts, page)
}

const likeness: Likeness<Fill> = {
  isSame: (a, b) =>
    a.transactionHash === b.transactionHash &&
    a.at === b.at &&
    a.side === b.side &&
    a.price === b.price &&
    a.size === b.size,
  transactionOf: ({ transactionHash }) => transactionHash,
  timeOf: ({ at }) => at,
}

/** Paginates from newer to older fills of a market. */
export interface FillPager {
  /**
   * Finds the first page with fills at or before an instant, by binary search because there is no filter by time.
   * @returns the last page when all fills are later
   */
  begin(at: number, ctx: VenueContext): Promise<FillPage>
  /**
   * Returns the next page, without fills of the previous page, which may be all that it has.
   * @returns undefined at the end
   * @throws EXCHANGE_NOT_AVAILABLE when the history has become shorter in the meantime: rows would be missed
   */
  next(ctx: VenueContext): Promise<FillPage | undefined>
}

/**
 * Begins a pagination. New fills push known ones onto the next page, and the total that numbers the fills may lag behind. Known
 * fills are therefore recognized by content, and numbers continue from the previous page. If identical fills leave open
 * whether the list moved, the newest page is requested again.
 */
export function paginateFills(facts: MarketFacts): FillPager {
  let newest: readonly Fill[] = []
  let before: FillPage | undefined
  /** The previous page as received. */
  let rows: readonly Fill[] = []
  return {
    async begin(at, ctx) {
      const first = await readFillPage(facts, 1, ctx)
      newest = first.fills
      before = await pageBefore(first, facts, at, ctx)
      rows = before.fills
      return before
    },
    async next(ctx) {
      if (before === undefined || before.page >= before.pages) return undefined
      const page = await readFillPage(facts, before.page + 1, ctx)
      if (page.total < before.total) throw becameShorter(facts.slug)
      const fresh = await withoutPushed(page.fills, rows, likeness, async () =>
        countAddedInFront((await readFillPage(facts, 1, ctx)).fills, newest, likeness.isSame),
      )
      const last = rows.at(-1)?.number
      const fills = fresh.map((fill, index) =>
        last === undefined ? fill : { ...fill, number: last - 1 - index },
      )
      // Fills that were pushed here have their old numbers.
      rows = [...rows.slice(rows.length - (page.fills.length - fresh.length)), ...fills]
      before = { ...page, fills }
      return before
    },
  }
}

async function pageBefore(
  first: FillPage,
  facts: MarketFacts,
  at: number,
  ctx: VenueContext,
): Promise<FillPage> {
  const reaches = ({ fills, page, pages }: FillPage): boolean =>
    page >= pages || (fills.at(-1)?.at ?? at) <= at
  if (reaches(first)) return first
  let found: FillPage | undefined
  let low = 2
  let high = first.pages
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const page = await readFillPage(facts, middle, ctx)
    if (reaches(page)) {
      found = page
      high = middle
    } else low = middle + 1
  }
  return found?.page === low ? found : readFillPage(facts, low, ctx)
}

function becameShorter(slug: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Limitless' list of fills of ${slug} became shorter while it was being read. Try again.`,
    { detail: { kind: 'paging', why: 'the list became shorter' } },
  )
}

/** Converts a fill for an outcome. The venue gives fills no id, and a transaction settles several. */
export function toTrade(fill: Fill, side: 'yes' | 'no', outcomeId: string): Trade {
  const isYes = side === 'yes'
  return {
    id: `${fill.transactionHash}-${fill.number}`,
    timestamp: fill.at,
    price: isYes ? fill.price : complementPrice(fill.price),
    amount: fill.size,
    side: isYes === (fill.side === 'buy') ? 'buy' : 'sell',
    outcomeId,
  }
}
