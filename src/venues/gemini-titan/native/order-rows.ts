import type { Order, OrderStatus, Position } from '../../../api/models.js'
import { known } from '../../../venue-kit/unify.js'
import { packMarketId, packOutcomeId } from '../ids.js'
import type { NativeOrder, NativePosition } from './order-wire.js'

const statuses: Readonly<Record<NativeOrder['status'], OrderStatus>> = {
  open: 'open',
  accepted: 'open',
  filled: 'filled',
  cancelled: 'canceled',
  rejected: 'rejected',
}

/** There are limit orders alone, and those with a stop. */
export function toOrder(row: NativeOrder): Order {
  return known<Order>({
    id: row.orderId,
    marketId: packMarketId(row.symbol),
    outcomeId: packOutcomeId(row.symbol, row.outcome),
    side: row.side,
    type: 'limit',
    price: row.price,
    amount: row.quantity,
    status: statuses[row.status],
    filled: row.filledQuantity,
    remaining: row.remainingQuantity,
    timestamp: row.createdAt,
  })
}

/** By which price the venue values a position is not told. */
export function toPosition(row: NativePosition): Position {
  return known<Position>({
    marketId: packMarketId(row.symbol),
    outcomeId: packOutcomeId(row.symbol, row.outcome),
    size: row.totalQuantity,
    entryPrice: row.avgPrice,
    currentValue: row.marketValue,
    unrealizedPnL: row.unrealizedPnl,
    realizedPnL: row.realizedPl,
  })
}
