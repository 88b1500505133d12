import type { Order, OrderStatus } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { fromUnits, toNumber } from '../../../api/values/decimal.js'
import type { TimeInForce } from '../../../venue-kit/contract/trading.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { type MarketRef, packMarketId, packOutcomeId } from '../ids.js'
import { DIGITS } from './order.js'
import type { NativeOrder, NativeStatus } from './order-wire.js'
import { roundNearCent } from './wei.js'

/** The network of the order book: lists of orders do not name it, and are requested for no other. */
export const BOOK_NETWORK = 56

const statuses: Readonly<Record<NativeStatus, OrderStatus>> = {
  open: 'open',
  partially_filled: 'open',
  pending: 'pending',
  filled: 'filled',
  cancelled: 'canceled',
  expired: 'canceled',
}

/** Whether a row means that its order has ended. */
export function hasEnded(status: NativeStatus): boolean {
  return isEnded({ status: statuses[status] })
}

/** Time in force, in the venue's words or the API's: `FAK` is `IOC`. */
type Lasting = NativeOrder['timeInForce'] | TimeInForce

/**
 * Returns the status. An immediate order never rests; while the venue calls it open it has not been matched. A partly
 * filled `FAK` has ended: its remainder was dropped, regardless of what the row reports (README.md). A partly filled `FOK` is
 * not matched completely yet.
 */
export function statusOf(status: NativeStatus, lasting: Lasting): OrderStatus {
  const told = statuses[status]
  if (told !== 'open' || !isTaking(lasting)) return told
  return hasDropped(status, lasting) ? 'canceled' : 'pending'
}

function isTaking(lasting: Lasting): boolean {
  return lasting === 'FOK' || lasting === 'FAK' || lasting === 'IOC'
}

/** Whether the remainder of an order was dropped although the row does not show it. More of it may be filled by then. */
function hasDropped(status: NativeStatus, lasting: Lasting): boolean {
  return status === 'partially_filled' && (lasting === 'FAK' || lasting === 'IOC')
}

const shares = (units: bigint): number => toNumber(fromUnits(units, DIGITS))

/** Returns the market of an order. */
export function refIn({ order, networkId = BOOK_NETWORK }: NativeOrder): MarketRef {
  return { network: networkId, model: 'ob', number: Number(order.marketId) }
}

/** Converts an order. The venue reports its limit, and not the prices of its fills. */
export function toOrder(row: NativeOrder): Order {
  const { order, filledAmount: filled } = row
  const ref = refIn(row)
  return omitUndefined<Order>({
    id: row.orderHash,
    clientOrderId: row.clientOrderId,
    marketId: packMarketId(ref),
    outcomeId: packOutcomeId(ref, { index: order.outcomeId, isNegative: false }),
    side: order.side === 0 ? 'buy' : 'sell',
    type: isTaking(row.timeInForce) ? 'market' : 'limit',
    // The order may be from another client that computed it in binary fractions.
    price: roundNearCent(shares(order.price)),
    amount: shares(order.amount),
    status: statusOf(row.status, row.timeInForce),
    filled: shares(filled),
    remaining: shares(order.amount > filled ? order.amount - filled : 0n),
    timestamp: row.createdAt,
    metadata: hasDropped(row.status, row.timeInForce) ? { unknown: ['filled', 'remaining'] } : undefined,
  })
}
