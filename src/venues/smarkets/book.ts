import type { OrderBook } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { Located, RequestedOutcome } from '../../venue-kit/contract/outcome.js'
import type { BookSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { MAX_IDS, readQuotes } from './native/request.js'
import { fromBasisPoints, fromQuantity } from './native/units.js'
import type { Facts } from './outcomes.js'
import { promoted } from './promoted.js'
import type { NativeBook } from './schemas.js'

/**
 * Converts a contract's quotes to a book. Levels keep the venue's order. Bids are orders that back the contract, and offers are
 * orders that lay it. Sizes are in contracts that pay 1 GBP.
 * @param receivedAt epoch ms: the venue sends no time, and without a login its data is delayed (README.md)
 */
export function toOrderBook(native: NativeBook, receivedAt: number): OrderBook {
  const { bids, offers } = native
  const toLevel = ({ price, quantity }: NativeBook['bids'][number]) => ({
    price: fromBasisPoints(price),
    size: fromQuantity(quantity),
  })
  return {
    bids: bids.map(toLevel),
    asks: offers.map(toLevel),
    timestamp: receivedAt,
    datetime: toIso(receivedAt),
    sourceMetadata: toSourceMetadata(native, promoted.book, {
      timestampSource: 'received',
      delayed: true,
      sizeUnit: 'GBP',
    }),
  }
}

/** Live books, which the venue delays. One call returns the books of up to 200 markets. */
export const bookSource: BookSource<Facts> = {
  mostBooksACall: MAX_IDS.quotes,
  manyAt: { host: 'api', group: 'quotes' },
  needsLocated: true,

  async fetch(outcome, _depth, ctx) {
    const book = (await booksOf([outcome], ctx)).get(outcome.id)
    if (book === undefined)
      throw createNoBookError(
        `Smarkets has no order book for outcome '${outcome.id}': its market is closed or does not accept orders.`,
      )
    return book
  },
  fetchMany: booksOf,
}

async function booksOf(
  outcomes: readonly RequestedOutcome<Facts>[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, OrderBook>> {
  const contracts = new Map<string, Located<Facts>>()
  // Sequential: a search for one contract finds others as well.
  for (const outcome of outcomes) contracts.set(outcome.id, await outcome.located())
  const contractIds = [...contracts.values()].map(({ outcomeId }) => outcomeId)
  const marketIds = [...contracts.values()].map(({ facts }) => facts.marketId)
  const quotes = await readQuotes(contractIds, [...new Set(marketIds)], ctx)
  const receivedAt = ctx.clock.now()
  return new Map(
    [...contracts].flatMap(([id, { outcomeId }]) => {
      const native = quotes.get(outcomeId)
      return native === undefined ? [] : [[id, toOrderBook(native, receivedAt)] as const]
    }),
  )
}
