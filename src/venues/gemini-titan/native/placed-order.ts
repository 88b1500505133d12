import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { mayRest } from '../../../venue-kit/orders/time-in-force.js'
import { findOrder } from '../account.js'
import { toOrder } from './order-rows.js'
import type { NativeOrder } from './order-wire.js'

/** Reads the order from the response to its placement. */
export async function readPlacedOrder(
  row: NativeOrder,
  terms: OrderTerms,
  ctx: VenueContext,
): Promise<Order> {
  const { type, outcomeId } = terms
  const placed = toOrder(row, 'placed')
  const takesAtOnce = !mayRest(terms)
  // An unknown word: the lists show whether it rests. An immediate order with the status open was not matched yet at the time of
  // the response.
  const isLeftOpen = placed.status === 'pending' || (takesAtOnce && placed.status === 'open')
  const listed = isLeftOpen ? await findOrder(placed.id, ctx).catch(() => undefined) : undefined
  const order = listed ?? placed
  return { ...(takesAtOnce && !isEnded(order) ? over(order) : order), type, outcomeId }
}

/** Marks an order as no longer resting, regardless of its status: its filled amount is then unknown. */
function over({ metadata: _unknown, ...order }: Order): Order {
  const left = toNumber(subtractDecimals(decimalOf(order.amount), decimalOf(order.filled)))
  if (left <= 0) return { ...order, status: 'filled', remaining: 0 }
  return { ...order, status: 'canceled', remaining: left, metadata: { unknown: ['filled', 'remaining'] } }
}
