import type * as z from 'zod'
import type { Order } from '../../../api/models/models.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { toRequestedTerms } from '../../../venue-kit/orders/order-request.js'
import { mayRest } from '../../../venue-kit/orders/time-in-force.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { rememberLocator } from './order-place.js'
import { droppedOf } from './order-rows.js'
import type { createdReply } from './order-wire.js'

/** Reads the order from the response to its placement. The fee is only in its row: the response has a rounded average (README.md). */
export function orderCreated(
  created: z.output<typeof createdReply>,
  terms: OrderTerms,
  ctx: VenueContext,
): Order {
  const { fill_count: filled, remaining_count: left } = created
  // An order that takes immediately does not rest, whatever remaining amount is reported (README.md).
  const resting = mayRest(terms) ? left : 0
  // Lists show it later than it can be canceled.
  if (resting > 0) rememberLocator(created.order_id, { ticker: terms.marketId }, ctx)
  const dropped = droppedOf(terms.amount, filled, resting)
  return omitUndefined<Order>({
    id: created.order_id,
    ...toRequestedTerms(terms),
    clientOrderId: created.client_order_id ?? terms.clientOrderId,
    status: resting > 0 ? 'open' : dropped > 0 ? 'canceled' : 'filled',
    filled,
    remaining: resting > 0 ? resting : dropped,
    timestamp: created.ts_ms,
  })
}
