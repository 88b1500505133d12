import type { Order } from '../../api/models.js'
import type { JournalRow, OrderOutcome } from '../../orders/journal.js'
import type { OrderSource, OrderTerms } from '../../venue-kit/trading.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { asAsked } from './as-asked.js'

/** An order that the venue does not show so long after it was sent has not been placed. */
export const SURE_MS = 60_000

/**
 * Asks the venue what became of an order whose answer was lost.
 * @param ageMs since it was last sent
 * @returns undefined while nobody can say: the venue cannot be asked by the order's name, or the order may be on its way
 * @throws what stands in the way to the venue
 */
export async function settleDoubt(
  { handle, terms, at }: Pick<JournalRow, 'handle' | 'terms' | 'at'>,
  source: OrderSource,
  ctx: VenueContext,
  ageMs: number,
): Promise<Extract<OrderOutcome, { state: 'placed' | 'absent' }> | undefined> {
  if (source.find === undefined || handle === undefined) return undefined
  const order = await source.find(handle, terms, at, ctx)
  // A name that its caller used before brings an order that is not this one, and the venue takes no second of it.
  if (order !== undefined) {
    return isOrderOf(terms, order) ? { state: 'placed', order: asAsked(terms, order) } : { state: 'absent' }
  }
  return ageMs >= SURE_MS ? { state: 'absent' } : undefined
}

/**
 * Whether an order that the venue found by a name can be the one that was sent by it. One of another market cannot; the
 * rest says nothing, because venues net: what was sent as a sale of YES may be told as a purchase of NO.
 */
export function isOrderOf({ marketId }: OrderTerms, order: Order): boolean {
  return order.marketId === marketId || order.marketId === 'unknown'
}
