import type { JournalRow, OrderOutcome } from '../../orders/journal.js'
import type { OrderSource } from '../../venue-kit/trading.js'
import type { VenueContext } from '../../venue-kit/venue.js'

/** An order that the venue does not show so long after it was sent has not been placed. */
const SURE_MS = 60_000

/**
 * Asks the venue what became of an order whose answer was lost.
 * @returns undefined while nobody can say: the venue cannot be asked by the order's name, or the order may be on its way
 * @throws what stands in the way to the venue
 */
export async function settleDoubt(
  { handle, terms, at, isUnique }: JournalRow,
  source: OrderSource,
  ctx: VenueContext,
  now: number,
): Promise<Extract<OrderOutcome, { state: 'placed' | 'absent' }> | undefined> {
  if (source.find === undefined || handle === undefined) return undefined
  const order = await source.find(handle, terms, at, ctx)
  if (order !== undefined) return { state: 'placed', order }
  // A venue that refuses the name a second time may be sent the order again at once.
  return isUnique === true || now - at >= SURE_MS ? { state: 'absent' } : undefined
}
