import { decimal, subtract, toNumber } from '../../../api/decimal.js'
import type { Order } from '../../../api/models.js'
import type { OrderTerms } from '../../../venue-kit/trading.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import { findOrder } from '../account.js'
import { toOrder } from './order-rows.js'
import type { NativeOrder } from './order-wire.js'

/** An order as the answer to its placing has it. */
export async function orderPlaced(
  row: NativeOrder,
  { type, outcomeId }: OrderTerms,
  ctx: VenueContext,
): Promise<Order> {
  const placed = toOrder(row, 'placed')
  const isOpen = placed.status === 'open' || placed.status === 'pending'
  // What is at the market does not rest, whatever the answer calls it.
  if (type === 'market' && isOpen) return { ...over(placed), type, outcomeId }
  // A word that is not known: the lists say whether it rests.
  const listed =
    placed.status === 'pending' ? await findOrder(placed.id, ctx).catch(() => undefined) : undefined
  return { ...(listed ?? placed), type, outcomeId }
}

/** An order of which nothing rests any more. */
export function over({ metadata: _unknown, ...order }: Order): Order {
  const left = toNumber(subtract(decimal(order.amount), decimal(order.filled)))
  return { ...order, status: left > 0 ? 'canceled' : 'filled', remaining: left }
}
