import { add, decimal, multiply, subtract, toNumber } from '../../../api/decimal.js'
import type { Order, OrderStatus, UserTrade } from '../../../api/models.js'
import { complement, known } from '../../../venue-kit/unify.js'
import { packOutcomeId, type Side } from '../ids.js'
import type { NativeFill, NativeOrder } from './order-wire.js'

/**
 * What a row is of. The venue nets: selling YES is buying NO. Its older members say which of the two was meant; without
 * them a row is a purchase of the side it takes (../README.md, "Accounts and orders").
 */
function directionOf(row: Pick<NativeOrder, 'outcome_side' | 'side' | 'action'>): {
  readonly side: Side
  readonly action: 'buy' | 'sell'
} {
  const { outcome_side: takes, side, action } = row
  if (side !== undefined && action !== undefined) return { side, action }
  return { side: takes ?? side ?? 'yes', action: 'buy' }
}

const statuses: Readonly<Record<NativeOrder['status'], OrderStatus>> = {
  resting: 'open',
  pending: 'open',
  executed: 'filled',
  canceled: 'canceled',
}

export function toOrder(row: NativeOrder): Order {
  const { side, action } = directionOf(row)
  const { yes_price_dollars: yes, no_price_dollars: no } = row
  const price = side === 'yes' ? yes : (no ?? (yes === undefined ? undefined : complement(yes)))
  const fees = [row.taker_fees_dollars, row.maker_fees_dollars].flatMap((fee) => fee ?? [])
  return known<Order>({
    id: row.order_id,
    clientOrderId: row.client_order_id,
    marketId: row.ticker,
    outcomeId: packOutcomeId({ ticker: row.ticker, side }),
    side: action,
    type: row.type ?? 'limit',
    price,
    amount: row.initial_count_fp,
    status: statuses[row.status],
    filled: row.fill_count_fp,
    remaining: row.remaining_count_fp,
    timestamp: row.created_time ?? 0,
    ...(row.created_time === undefined ? { metadata: { unknown: ['timestamp'] } } : {}),
    fee: fees.length === 0 ? undefined : toNumber(fees.map(decimal).reduce(add)),
  })
}

export function toUserTrade(row: NativeFill): UserTrade {
  const { side, action } = directionOf(row)
  const { yes_price_dollars: yes, no_price_dollars: no } = row
  return known<UserTrade>({
    id: row.fill_id ?? row.trade_id,
    timestamp: row.created_time,
    price: side === 'yes' ? yes : (no ?? complement(yes)),
    amount: row.count_fp,
    side: action,
    outcomeId: packOutcomeId({ ticker: row.ticker, side }),
    orderId: row.order_id,
    marketId: row.ticker,
    fee: row.fee_cost,
  })
}

/** Of an average a contract, what all of them paid. */
export function feeOf(average: number | undefined, contracts: number): number | undefined {
  return average === undefined ? undefined : toNumber(multiply(decimal(average), decimal(contracts)))
}

/** What of an order is neither filled nor waits. */
export function droppedOf(amount: string, filled: number, remaining: number): number {
  return toNumber(subtract(decimal(amount), add(decimal(filled), decimal(remaining))))
}
