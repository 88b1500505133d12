import { PmxError } from '../../api/errors.js'
import { toIso } from '../../api/instant.js'
import type { OrderBook } from '../../api/models.js'
import type { BookSource, VenueContext } from '../../venue-kit/venue.js'
import { readQuotes } from './ask.js'
import { findMarketOf } from './contracts.js'
import { fromBasisPoints, fromQuantity } from './units.js'
import type { NativeBook } from './wire.js'

/**
 * Turns the quotes of a contract into a book; levels stay in the venue's order. Bids are orders of those who back the
 * contract, offers of those who lay it; sizes are contracts that pay 1 GBP.
 * @param receivedAt epoch ms: the venue stamps nothing, and without a login it shows the past (README.md)
 */
export function toOrderBook({ bids, offers }: NativeBook, receivedAt: number): OrderBook {
  const toLevel = ({ price, quantity }: NativeBook['bids'][number]) => ({
    price: fromBasisPoints(price),
    size: fromQuantity(quantity),
  })
  return {
    bids: bids.map(toLevel),
    asks: offers.map(toLevel),
    timestamp: receivedAt,
    datetime: toIso(receivedAt),
    sourceMetadata: { timestampSource: 'received', delayed: true, sizeUnit: 'GBP' },
  }
}

/** Live books, delayed by the venue; one call has those of up to 200 markets. */
export const bookSource: BookSource = {
  async fetch(outcomeId, _depth, ctx) {
    const book = (await booksOf([outcomeId], ctx)).get(outcomeId)
    if (book === undefined) throw noBook(outcomeId)
    return book
  },
  fetchMany: booksOf,
}

/** By the ids as they were asked for. */
async function booksOf(
  outcomeIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, OrderBook>> {
  const marketIds = new Set<string>()
  // One after the other: a contract that has to be looked for brings others along.
  for (const outcomeId of outcomeIds) {
    const marketId = await findMarketOf(outcomeId, ctx)
    if (marketId === undefined) throw noSuchOutcome(outcomeId)
    marketIds.add(marketId)
  }
  const contractIds = outcomeIds.map((outcomeId) => outcomeId.trim())
  const quotes = await readQuotes(contractIds, [...marketIds], ctx)
  const receivedAt = ctx.clock.now()
  return new Map(
    outcomeIds.flatMap((outcomeId) => {
      const native = quotes.get(outcomeId.trim())
      return native === undefined ? [] : [[outcomeId, toOrderBook(native, receivedAt)] as const]
    }),
  )
}

function noBook(outcomeId: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `Smarkets has no order book for outcome '${outcomeId}': its market is closed or takes no orders.`,
    { detail: { kind: 'no_book' } },
  )
}

function noSuchOutcome(outcomeId: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `No open Smarkets event has an outcome '${outcomeId.slice(0, 100)}'. An outcome id is the contract id found as ` +
      "outcomeId in a market's outcomes; that of a closed market is known once the market has been fetched.",
  )
}
