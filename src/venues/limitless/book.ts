import type { OrderBook, OrderLevel } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { BookSource } from '../../venue-kit/contract/venue.js'
import { assertSameSubject } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { fromBaseUnits } from './native/base-units.js'
import { priceFor } from './native/prices.js'
import { readBook, WHAT } from './native/read-book.js'
import type { OutcomeFacts } from './outcomes.js'
import { promoted } from './promoted.js'
import type { NativeBook } from './schemas.js'

/**
 * Returns the book of one side. Limitless has one book per market, in YES prices. A YES bid at p is a NO ask at 1 - p,
 * and vice versa (README.md). The venue sends no time: the timestamp is the time of receipt.
 * @param what the call or event with the book, for the message
 * @returns a book with empty sides when nothing is quoted
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it is the book of another market
 */
export function toOrderBook(
  native: NativeBook,
  facts: OutcomeFacts,
  receivedAt: number,
  what: string = WHAT,
): OrderBook {
  const { side, tokens, decimals } = facts
  assertSameSubject(tokens.yes, native.tokenId, what, 'tokenId')
  const toLevels = (levels: NativeBook['bids']): OrderLevel[] =>
    levels.map(({ price, size }) => ({ price: priceFor(side, price), size: fromBaseUnits(size, decimals) }))
  const [bids, asks] = side === 'yes' ? [native.bids, native.asks] : [native.asks, native.bids]
  return omitUndefined<OrderBook>({
    bids: toLevels(bids),
    asks: toLevels(asks),
    timestamp: receivedAt,
    datetime: toIso(receivedAt),
    lastTradePrice: native.lastTradePrice === undefined ? undefined : priceFor(side, native.lastTradePrice),
    sourceMetadata: toSourceMetadata(native, promoted.book, {
      timestampSource: 'received',
      // Bounds of the liquidity rewards, not of orders.
      rewardMaxSpread: native.maxSpread,
      rewardMinSize: native.minSize === undefined ? undefined : fromBaseUnits(native.minSize, decimals),
    }),
  })
}

export const bookSource: BookSource<OutcomeFacts> = {
  async fetch(outcome, _depth, ctx) {
    const { facts } = await outcome.located()
    const native = await readBook(facts.slug, ctx)
    if (native !== undefined) return toOrderBook(native, facts, ctx.clock.now())
    throw createNoBookError(
      `Limitless has no order book for outcome '${outcome.id}': its market is closed or not open yet.`,
    )
  },
}
