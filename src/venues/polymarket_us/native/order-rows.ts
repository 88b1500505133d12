import type { Order, OrderStatus, UserTrade } from '../../../api/models.js'
import { known } from '../../../venue-kit/unify.js'
import { outcomeIdOf, type Side } from '../ids.js'
import type { Intent, NativeOrder, NativeTrade } from './order-wire.js'
import { priceFor } from './prices.js'

/** What an order wants, in the venue's one word for it. */
export function intentOf(action: 'buy' | 'sell', side: Side): Intent {
  return `ORDER_INTENT_${action === 'buy' ? 'BUY' : 'SELL'}_${side === 'long' ? 'LONG' : 'SHORT'}`
}

function wishOf(intent: Intent): { readonly action: 'buy' | 'sell'; readonly side: Side } {
  return {
    action: intent.includes('_BUY_') ? 'buy' : 'sell',
    side: intent.endsWith('_LONG') ? 'long' : 'short',
  }
}

/** What is neither over nor refused is open: resting, or on its way to rest, change or end. */
const overWords: Readonly<Partial<Record<NativeOrder['state'], OrderStatus>>> = {
  ORDER_STATE_FILLED: 'filled',
  ORDER_STATE_CANCELED: 'canceled',
  ORDER_STATE_EXPIRED: 'canceled',
  ORDER_STATE_REJECTED: 'rejected',
}

/** Prices of the venue are those of long, also of orders for short. */
export function toOrder(row: NativeOrder): Order {
  const { id, marketSlug, price, quantity, cumQuantity, leavesQuantity, type } = row
  const { action, side } = wishOf(row.intent)
  const at = row.createTime ?? row.insertTime
  const unknown = Object.entries({ type, timestamp: at }).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  )
  return known<Order>({
    id,
    marketId: marketSlug,
    outcomeId: outcomeIdOf(marketSlug, side),
    side: action,
    type: type === 'ORDER_TYPE_MARKET' ? 'market' : 'limit',
    price: price === undefined ? undefined : priceFor(side, price),
    amount: quantity,
    status: overWords[row.state] ?? 'open',
    filled: cumQuantity,
    remaining: leavesQuantity,
    timestamp: at ?? 0,
    fee: row.commissionNotionalTotalCollected,
    metadata: unknown.length === 0 ? undefined : { unknown },
  })
}

/** The account's own part tells what was done; without it the price is that of long, the side unknown (../README.md). */
export function toUserTrade(row: NativeTrade): UserTrade {
  const { id, marketSlug, price, qtyDecimal: amount, createTime: timestamp } = row
  const own = ownPartOf(row)
  const { action, side } = own === undefined ? unknownWish : wishOf(own.order.intent)
  return known<UserTrade>({
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
