import type { Order, OrderStatus, UserTrade } from '../../../api/models/models.js'
import { add, decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { complementPrice, omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { packOutcomeId } from '../ids.js'
import type { NativeFill, NativeOrder } from './order-wire.js'

const statuses: Readonly<Record<NativeOrder['status'], OrderStatus>> = {
  resting: 'open',
  pending: 'open',
  executed: 'filled',
  canceled: 'canceled',
}

/** Returns the price of the row's contract: the venue reports the price of both contracts for each side. */
function priceOf({
  direction: { side },
  yes_price_dollars: yes,
  no_price_dollars: no,
}: Pick<NativeOrder, 'direction' | 'yes_price_dollars' | 'no_price_dollars'>): number | undefined {
  if (side === 'yes') return yes
  return no ?? (yes === undefined ? undefined : complementPrice(yes))
}

/**
 * Returns the size of an order. A reduction leaves the initial count unchanged (recorded, venue sample order-decrease-v1). A
 * resting order has the size of its filled and resting amounts, an executed one that of its fills. A canceled one may have been
 * reduced or enlarged before, and nothing in its row shows that (venue sample order-cancel-v1), so that its size is unknown.
 */
function amountOf({ status, initial_count_fp, fill_count_fp, remaining_count_fp }: NativeOrder): number {
  if (status === 'executed' && fill_count_fp > 0) return fill_count_fp
  if (statuses[status] !== 'open') return Math.max(initial_count_fp, fill_count_fp)
  return toNumber(add(decimalOf(fill_count_fp), decimalOf(remaining_count_fp)))
}

export function toOrder(row: NativeOrder): Order {
  const { side, action } = row.direction
  const fees = [row.taker_fees_dollars, row.maker_fees_dollars].flatMap((fee) => fee ?? [])
  const [amount, filled] = [amountOf(row), row.fill_count_fp]
  const unknown = [
    ...(row.status === 'canceled' ? ['amount', 'remaining'] : []),
    ...(row.created_time === undefined ? ['timestamp'] : []),
  ]
  return omitUndefined<Order>({
    id: row.order_id,
    clientOrderId: row.client_order_id,
    marketId: row.ticker,
    outcomeId: packOutcomeId({ ticker: row.ticker, side }),
    side: action,
    type: row.type ?? 'limit',
    price: priceOf(row),
    amount,
    status: statuses[row.status],
    filled,
    // The venue counts the resting amount: a canceled order has none.
    remaining:
      row.status === 'canceled'
        ? toNumber(subtractDecimals(decimalOf(amount), decimalOf(filled)))
        : row.remaining_count_fp,
    timestamp: row.created_time ?? 0,
    ...(unknown.length === 0 ? {} : { metadata: { unknown } }),
    fee: fees.length === 0 ? undefined : toNumber(fees.map(decimalOf).reduce(add)),
  })
}

export function toUserTrade(row: NativeFill): UserTrade {
  const { side, action } = row.direction
  const { yes_price_dollars: yes } = row
  return omitUndefined<UserTrade>({
    id: row.id,
    timestamp: row.at,
    price: priceOf(row) ?? yes,
    amount: row.count_fp,
    side: action,
    outcomeId: packOutcomeId({ ticker: row.ticker, side }),
    orderId: row.order_id,
    marketId: row.ticker,
    fee: row.fee_cost,
    metadata: row.trade_id === undefined || row.trade_id === row.id ? undefined : { tradeId: row.trade_id },
  })
}

/** Returns the amount of an order that is neither filled nor resting. */
export function droppedOf(amount: string, filled: number, remaining: number): number {
  return toNumber(subtractDecimals(decimalOf(amount), add(decimalOf(filled), decimalOf(remaining))))
}
