import { toIso } from '../../api/instant.js'
import type { OrderBook } from '../../api/models.js'
import { drift } from '../../venue-kit/payload.js'
import { known } from '../../venue-kit/unify.js'
import type { BookSource } from '../../venue-kit/venue.js'
import { askOne } from './ask.js'
import { noSuchOutcome, requireOutcome, tokenIn } from './outcomes.js'
import { type NativeBook, orderbook } from './wire.js'

/**
 * Turns a native book into ours; sizes are shares.
 * @returns a book with empty sides when nothing is quoted
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it is the book of another token
 */
export function toOrderBook(native: NativeBook, tokenId: string, what: string): OrderBook {
  if (native.tokenId !== tokenId) {
    throw drift(what, 'result.tokenId', `asked for ${tokenId}, got ${native.tokenId}`)
  }
  const { timestamp } = native
  return known<OrderBook>({
    bids: native.bids.map((level) => ({ ...level })),
    asks: native.asks.map((level) => ({ ...level })),
    timestamp,
    datetime: timestamp === undefined ? undefined : toIso(timestamp),
    sourceMetadata: timestamp === undefined ? undefined : { timestampSource: 'venue' },
  })
}

/** Live books, always whole; the venue has no call for several. */
export const bookSource: BookSource = {
  async fetch(outcomeId, _depth, ctx) {
    const tokenId = await tokenIn(outcomeId, ctx)
    const what = 'GET /token/orderbook'
    const query = { token_id: tokenId }
    const native = await askOne(ctx, orderbook, { path: '/token/orderbook', query, what })
    if (native === undefined) throw noSuchOutcome(outcomeId)
    const book = toOrderBook(native, tokenId, what)
    // What the venue answers for an unknown token is not on record: an empty book is one only of a known outcome.
    if (book.bids.length === 0 && book.asks.length === 0) await requireOutcome(tokenId, ctx)
    return book
  },
}
