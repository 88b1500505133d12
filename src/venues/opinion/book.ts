import type { OrderBook } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { BookSource } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { readId } from './ids.js'
import { requestOptional } from './native/request.js'
import type { Facts } from './outcomes.js'
import { promoted } from './promoted.js'
import { type NativeBook, orderbook } from './schemas.js'

/**
 * Converts a native book; sizes are shares.
 * @returns a book with empty sides when nothing is quoted
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it is the book of another token
 */
export function toOrderBook(native: NativeBook, tokenId: string, what: string): OrderBook {
  if (native.tokenId !== tokenId) {
    throw createSchemaMismatch(what, 'result.tokenId', `requested ${tokenId}, got ${native.tokenId}`)
  }
  const { timestamp } = native
  return omitUndefined<OrderBook>({
    bids: native.bids.map((level) => ({ ...level })),
    asks: native.asks.map((level) => ({ ...level })),
    timestamp,
    datetime: timestamp === undefined ? undefined : toIso(timestamp),
    sourceMetadata: toSourceMetadata(
      native,
      promoted.book,
      timestamp === undefined ? {} : { timestampSource: 'venue' },
    ),
  })
}

/** Live books, which are always complete. The venue has no call for several books. */
export const bookSource: BookSource<Facts> = {
  async fetch(outcome, _depth, ctx) {
    const native = readId(outcome.id)
    const tokenId = native.kind === 'token' ? native.tokenId : (await outcome.located()).outcomeId
    const what = 'GET /token/orderbook'
    const query = { token_id: tokenId }
    const answer = await requestOptional(ctx, orderbook, { path: '/token/orderbook', query, what })
    if (answer === undefined)
      throw createNoBookError(`Opinion has no order book for the outcome '${outcome.id}'.`)
    const book = toOrderBook(answer, tokenId, what)
    // The venue's response for an unknown token is not recorded: an empty book is valid only for a known outcome.
    if (book.bids.length === 0 && book.asks.length === 0) await outcome.located()
    return book
  },
}
