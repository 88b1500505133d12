import type { Order } from '../../../api/models/models.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { toRequestedTerms } from '../../../venue-kit/orders/order-request.js'
import { mayRest } from '../../../venue-kit/orders/time-in-force.js'
import { cloidOf } from './order-rows.js'
import type { AnsweredOrder } from './order-wire.js'
import { findOrder } from './orders-info.js'

/** Reads the order from the response to its placement. */
export async function orderAnswered(
  status: Exclude<AnsweredOrder, { error: string }>,
  terms: OrderTerms,
  ctx: VenueContext,
): Promise<Order> {
  if (typeof status === 'string') return asAsked(undefined, terms, ctx)
  if ('resting' in status) return asAsked(status.resting.oid, terms, ctx)
  const { oid, totalSz: filled } = status.filled
  if (filled >= Number(terms.amount)) return told(oid, terms, ctx, { status: 'filled', filled })
  // For an immediate order the remainder was dropped; the response does not show whether that of another order rests.
  if (!mayRest(terms)) return told(oid, terms, ctx, { status: 'canceled', filled })
  return asAsked(oid, terms, ctx)
}

/** Requests the order's missing facts; without a result the order is returned if known. */
async function asAsked(oid: string | undefined, terms: OrderTerms, ctx: VenueContext): Promise<Order> {
  const name = oid ?? cloidOf(terms.clientOrderId)
  const order = await findOrder(name, ctx).catch(() => undefined)
  if (order !== undefined) return { ...order, type: terms.type, clientOrderId: terms.clientOrderId }
  return told(name, terms, ctx, { status: 'open', filled: 0, unknown: ['filled', 'remaining'] })
}

interface Progress {
  readonly status: Order['status']
  readonly filled: number
  readonly unknown?: readonly string[]
}

/** Responses contain no time: the current time replaces it. */
function told(
  id: string,
  terms: OrderTerms,
  ctx: VenueContext,
  { status, filled, unknown = [] }: Progress,
): Order {
  return {
    id,
    ...toRequestedTerms(terms),
    status,
    filled,
    remaining: toNumber(subtractDecimals(decimalOf(terms.amount), decimalOf(filled))),
    timestamp: Math.round(ctx.clock.now()),
    metadata: { unknown: [...unknown, 'timestamp'] },
  }
}
