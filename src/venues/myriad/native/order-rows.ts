import { fromUnits, toNumber } from '../../../api/decimal.js'
import type { Order, OrderStatus } from '../../../api/models.js'
import { known } from '../../../venue-kit/unify.js'
import { type MarketRef, packMarketId, packOutcomeId } from '../ids.js'
import { DIGITS } from './order.js'
import type { NativeOrder, NativeStatus } from './order-wire.js'
import { tidyCent } from './wei.js'

/** The network of the order book: lists of orders do not name it, and are asked for no other. */
export const BOOK_NETWORK = 56

const statuses: Readonly<Record<NativeStatus, OrderStatus>> = {
  open: 'open',
  partially_filled: 'open',
  pending: 'pending',
  filled: 'filled',
  cancelled: 'canceled',
  expired: 'canceled',
}

/** What is dropped where it meets nobody: while the venue calls it open it has not been matched. */
export function statusOf(status: NativeStatus, isTaking: boolean): OrderStatus {
  const told = statuses[status]
  return isTaking && told === 'open' ? 'pending' : told
}

const shares = (units: bigint): number => toNumber(fromUnits(units, DIGITS))

/** The market of an order. */
export function refIn({ order, networkId = BOOK_NETWORK }: NativeOrder): MarketRef {
  return { network: networkId, model: 'ob', number: Number(order.marketId) }
}

/** An order. The venue tells its limit, and not at which prices it was filled. */
export function toOrder(row: NativeOrder): Order {
  const { order, filledAmount: filled } = row
  const ref = refIn(row)
  const isTaking = row.timeInForce === 'FOK' || row.timeInForce === 'FAK'
  return known<Order>({
    id: row.orderHash,
    clientOrderId: row.clientOrderId,
    marketId: packMarketId(ref),
    outcomeId: packOutcomeId(ref, { index: order.outcomeId, isNegative: false }),
    side: order.side === 0 ? 'buy' : 'sell',
    type: isTaking ? 'market' : 'limit',
    // Of an order that another client placed, which may have computed it in binary fractions.
    price: tidyCent(shares(order.price)),
    amount: shares(order.amount),
    status: statusOf(row.status, isTaking),
    filled: shares(filled),
    remaining: shares(order.amount > filled ? order.amount - filled : 0n),
    timestamp: row.createdAt,
  })
}
