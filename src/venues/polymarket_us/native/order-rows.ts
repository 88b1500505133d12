import type { Order, OrderStatus, UserTrade } from '../../../api/models/models.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { outcomeIdOf, type Side } from '../ids.js'
import type { Intent, NativeOrder, NativeTrade } from './order-wire.js'
import { priceFor } from './prices.js'

/** Returns the venue's word for the action and the side of an order. */
export function intentOf(action: 'buy' | 'sell', side: Side): Intent {
  return `ORDER_INTENT_${action === 'buy' ? 'BUY' : 'SELL'}_${side === 'long' ? 'LONG' : 'SHORT'}`
}

function wishOf(intent: Intent): { readonly action: 'buy' | 'sell'; readonly side: Side } {
  return {
    action: intent.includes('_BUY_') ? 'buy' : 'sell',
    side: intent.endsWith('_LONG') ? 'long' : 'short',
  }
}

/**
 * Statuses of orders. An order that the venue is still checking is pending. An order that is being changed or canceled still
 * rests. A replaced order has ended, because another order has taken its place (docs.polymarket.us, orders).
 */
const statusOf: Readonly<Record<NativeOrder['state'], OrderStatus>> = {
  ORDER_STATE_PENDING_NEW: 'pending',
  ORDER_STATE_PENDING_RISK: 'pending',
  ORDER_STATE_NEW: 'open',
  ORDER_STATE_PARTIALLY_FILLED: 'open',
  ORDER_STATE_PENDING_REPLACE: 'open',
  ORDER_STATE_PENDING_CANCEL: 'open',
  ORDER_STATE_REPLACED: 'canceled',
  ORDER_STATE_FILLED: 'filled',
  ORDER_STATE_CANCELED: 'canceled',
  ORDER_STATE_EXPIRED: 'canceled',
  ORDER_STATE_REJECTED: 'rejected',
}

/** Converts an order. The venue's prices are those of the long side, even for short orders. */
export function toOrder(row: NativeOrder): Order {
  const { id, marketSlug, price, quantity, cumQuantity, leavesQuantity, type } = row
  const status = statusOf[row.state]
  // Nothing of an ended order can still be filled, whatever remains of it.
  const isOver = status === 'canceled' || status === 'rejected'
  const lacking = Math.max(0, toNumber(subtractDecimals(decimalOf(quantity), decimalOf(cumQuantity))))
  const { action, side } = wishOf(row.intent)
  const at = row.createTime ?? row.insertTime
  const unknown = Object.entries({ type, timestamp: at }).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  )
  return omitUndefined<Order>({
    id,
    marketId: marketSlug,
    outcomeId: outcomeIdOf(marketSlug, side),
    side: action,
    type: type === 'ORDER_TYPE_MARKET' ? 'market' : 'limit',
    price: price === undefined ? undefined : priceFor(side, price),
    amount: quantity,
    status,
    filled: cumQuantity,
    remaining: isOver ? lacking : leavesQuantity,
    timestamp: at ?? 0,
    fee: row.commissionNotionalTotalCollected,
    metadata: unknown.length === 0 ? undefined : { unknown },
  })
}

/**
 * Converts the trades of a row. A trade that was executed and busted afterwards is followed by its reversal. Sums are then
 * correct whether or not the trade was read before. A rejected trade was never executed.
 */
export function toUserTrades(row: NativeTrade): readonly UserTrade[] {
  if (row.state === 'TRADE_STATE_REJECTED') return []
  const trade = toUserTrade(row)
  if (row.state !== 'TRADE_STATE_BUSTED') return [trade]
  const busted = { ...trade, metadata: { state: row.state } }
  // Where the side is unknown, it has no opposite.
  if (trade.side === 'unknown') return [busted]
  const reversal: UserTrade = {
    ...trade,
    id: `${trade.id}:busted`,
    timestamp: row.updateTime ?? trade.timestamp,
    side: trade.side === 'buy' ? 'sell' : 'buy',
    ...(trade.fee === undefined ? {} : { fee: -trade.fee }),
    metadata: { state: row.state, reverses: trade.id },
  }
  return [reversal, busted]
}

/**
 * Converts a trade, using the account's own part. Without that part, the price is that of the long side, and the side is unknown
 * (../README.md).
 */
function toUserTrade(row: NativeTrade): UserTrade {
  const { id, marketSlug, price, qtyDecimal: amount, createTime: timestamp } = row
  const own = ownPartOf(row)
  const { action, side } = own === undefined ? unknownWish : wishOf(own.order.intent)
  return omitUndefined<UserTrade>({
    id,
    timestamp,
    price: priceFor(side, price),
    amount,
    side: action,
    outcomeId: outcomeIdOf(marketSlug, side),
    marketId: marketSlug,
    orderId: own?.order.id,
    fee: own?.commissionNotionalCollected,
  })
}

const unknownWish = { action: 'unknown', side: 'long' } as const

function ownPartOf({ isAggressor, aggressorExecution, passiveExecution }: NativeTrade) {
  if (isAggressor === undefined) return undefined
  return isAggressor ? aggressorExecution : passiveExecution
}
