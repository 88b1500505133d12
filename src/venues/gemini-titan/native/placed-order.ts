import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { mayRest } from '../../../venue-kit/orders/time-in-force.js'
import { findOrder } from '../account.js'
import { toOrder } from './order-rows.js'
import type { NativeOrder } from './order-wire.js'

/** An order as the answer to its placing has it. */
export async function readPlacedOrder(
  row: NativeOrder,
  terms: OrderTerms,
  ctx: VenueContext,
): Promise<Order> {
  const { type, outcomeId } = terms
  const placed = toOrder(row, 'placed')
  const takesAtOnce = !mayRest(terms)
  // A word that is not known: the lists say whether it rests. One that takes at once and is called open was not matched yet
  // when that was said.
  const isLeftOpen = placed.status === 'pending' || (takesAtOnce && placed.status === 'open')
  const listed = isLeftOpen ? await findOrder(placed.id, ctx).catch(() => undefined) : undefined
  const order = listed ?? placed
  return { ...(takesAtOnce && !isEnded(order) ? over(order) : order), type, outcomeId }
}

/** An order of which nothing rests any more, whatever it is called: how much it was filled with is not known then. */
function over({ metadata: _unknown, ...order }: Order): Order {
  const left = toNumber(subtractDecimals(decimalOf(order.amount), decimalOf(order.filled)))
  if (left <= 0) return { ...order, status: 'filled', remaining: 0 }
  return { ...order, status: 'canceled', remaining: left, metadata: { unknown: ['filled', 'remaining'] } }
}
