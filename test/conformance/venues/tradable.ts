import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { OrderBook, UnifiedMarket } from '../../../src/api/models/models.js'
import { tradingExceptions } from './exceptions.js'
import type { House } from './house.js'

export interface Tradable {
  readonly market: UnifiedMarket
  readonly outcomeId: string
  readonly book: OrderBook
}

/**
 * A market with both sides in its book, and room between the best bid and nothing.
 * @param atLeast contracts that are offered at prices which orders still reach
 */
export async function findTradable(house: House, id: VenueId, atLeast = 0): Promise<Tradable> {
  const { noOrdersInEmulatedBooks } = tradingExceptions[id] ?? {}
  const markets = (await house.ask(id, 'fetchMarkets', [{ limit: 40 }])) as UnifiedMarket[]
  for (const one of markets) {
    const outcome = one.yes ?? one.outcomes[0]
    // Lists of some venues hold no prices: 0 says so, and then the book tells.
    const told = outcome?.price ?? 0
    if (outcome === undefined || (told > 0 && !hasRoom(told))) continue
    const read = house.ask(id, 'fetchOrderBook', [outcome.outcomeId]) as Promise<OrderBook>
    const levels = await read.catch(() => undefined)
    if (noOrdersInEmulatedBooks !== undefined && levels?.sourceMetadata?.['emulated'] === true) continue
    const [bid, offer] = [levels?.bids[0], levels?.asks[0]]
    if (levels === undefined || bid === undefined || offer === undefined) continue
    if (hasRoom(bid.price, offer.price) && offeredIn(levels) >= atLeast)
      return { market: one, outcomeId: outcome.outcomeId, book: levels }
  }
  throw new Error(`${id}: no market of the demo has a book with two sides`)
}

/** Contracts that can be bought at prices which orders of a market still reach. */
export function offeredIn({ asks }: OrderBook): number {
  return asks.filter(({ price }) => price <= 0.9).reduce((sum, { size }) => sum + size, 0)
}

export function hasRoom(...prices: readonly number[]): boolean {
  return prices.every((price) => price >= 0.15 && price <= 0.85)
}
