import type { OrderBook, UnifiedMarket } from '../../../src/api/models.js'
import type { VenueId } from '../../../src/api/venue-ids.js'
import { tradingExceptions } from './exceptions.js'
import type { House } from './house.js'

export interface Tradable {
  readonly market: UnifiedMarket
  readonly outcomeId: string
  readonly book: OrderBook
}

/** A market with both sides in its book, and room between the best bid and nothing. */
export async function findTradable(house: House, id: VenueId): Promise<Tradable> {
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
    if (levels !== undefined && bid !== undefined && offer !== undefined && hasRoom(bid.price, offer.price))
      return { market: one, outcomeId: outcome.outcomeId, book: levels }
  }
  throw new Error(`${id}: no market of the demo has a book with two sides`)
}

export function hasRoom(...prices: readonly number[]): boolean {
  return prices.every((price) => price >= 0.15 && price <= 0.85)
}
