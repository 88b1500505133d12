import type { OrderBook } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { BookSource } from '../../venue-kit/contract/venue.js'
import { assertSameSubject, readPayload } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { readId } from './ids.js'
import type { OutcomeFacts } from './native/directory.js'
import { lookUp } from './native/lookup-reply.js'
import { promoted } from './promoted.js'
import { book, type NativeBook } from './schemas.js'

/**
 * Converts a native book. Levels keep the venue's order, worst first. Sizes are in shares.
 * @returns a book with empty sides when nothing is quoted
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it is the book of another token
 */
export function toOrderBook(native: NativeBook, tokenId: string, what: string): OrderBook {
  assertSameSubject(tokenId, native.asset_id, what, 'asset_id')
  return omitUndefined<OrderBook>({
    bids: native.bids.map((level) => ({ ...level })),
    asks: native.asks.map((level) => ({ ...level })),
    timestamp: native.timestamp,
    datetime: toIso(native.timestamp),
    isNegRisk: native.neg_risk,
    sourceMetadata: toSourceMetadata(native, promoted.book, {
      timestampSource: 'venue',
      hash: native.hash,
      tickSize: native.tick_size,
      minimumOrderSize: native.min_order_size,
    }),
  })
}

/** Live books. The venue has no call for several books. */
export const bookSource: BookSource<OutcomeFacts> = {
  async fetch(outcome, _depth, ctx) {
    const native = readId(outcome.id)
    const tokenId = native.kind === 'token' ? native.tokenId : (await outcome.located()).outcomeId
    const what = 'GET /book'
    const found = await lookUp({ host: 'orderbook', path: '/book', query: { token_id: tokenId } }, ctx)
    if (found.kind !== 'reply')
      throw createNoBookError(
        `Probable has no order book for outcome '${tokenId}': its market is closed, or no such outcome exists.`,
      )
    const orders = toOrderBook(readPayload(book, found.reply.json, what), tokenId, what)
    // The venue's response for an unknown token is not recorded: an empty book is valid only for a known outcome.
    if (orders.bids.length === 0 && orders.asks.length === 0) await outcome.located()
    return orders
  },
}
