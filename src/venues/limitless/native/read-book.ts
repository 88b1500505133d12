import { pathOf } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { bookReply, type NativeBook } from '../schemas.js'
import { requestOfMarket } from './request-market.js'

export const WHAT = 'GET /markets/{slug}/orderbook'

const WITHOUT_BOOK = /order ?book|amm/i

/** Returns the native book of a market, or undefined if it has none. */
export function readBook(slug: string, ctx: VenueContext): Promise<NativeBook | undefined> {
  return requestOfMarket(
    ctx,
    bookReply,
    { path: pathOf`/markets/${slug}/orderbook`, what: WHAT },
    WITHOUT_BOOK,
  )
}

/** Returns the price of the last trade of YES, which comes with the book, or undefined before the first one. */
export async function fetchLastTradePrice(slug: string, ctx: VenueContext): Promise<number | undefined> {
  const price = (await readBook(slug, ctx))?.lastTradePrice
  return price !== undefined && price > 0 && price < 1 ? price : undefined
}
