import type { Order, OrderStatus, UserTrade } from '../../../api/models/models.js'
import { add, decimalOf, multiply, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { complementPrice, omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { packOutcomeId } from '../ids.js'
import type { NativeFill, NativeOrder } from './order-wire.js'

const statuses: Readonly<Record<NativeOrder['status'], OrderStatus>> = {
  resting: 'open',
  pending: 'open',
  executed: 'filled',
  canceled: 'canceled',
}

/** The price of the contract that a row is of: the venue gives that of both, whatever was done. */
function priceOf({
  direction: { side },
  yes_price_dollars: yes,
  no_price_dollars: no,
}: Pick<NativeOrder, 'direction' | 'yes_price_dollars' | 'no_price_dollars'>): number | undefined {
  if (side === 'yes') return yes
  return no ?? (yes === undefined ? undefined : complementPrice(yes))
}

/**
 * An order may have been made smaller, which leaves its first count as it was (recorded): one that rests is as large as what
 * it filled and what rests, one that is executed as what it filled. Of one that was made larger and was taken back what it
 * filled is the least that it may have been.
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
    // The venue counts what still rests: of an order that was taken back nothing does.
    remaining:
      row.status === 'canceled'
        ? toNumber(subtractDecimals(decimalOf(amount), decimalOf(filled)))
        : row.remaining_count_fp,
    timestamp: row.created_time ?? 0,
    ...(row.created_time === undefined ? { metadata: { unknown: ['timestamp'] } } : {}),
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

/** Of an average a contract, what all of them paid. */
export function feeOf(average: number | undefined, contracts: number): number | undefined {
  return average === undefined ? undefined : toNumber(multiply(decimalOf(average), decimalOf(contracts)))
}

/** What of an order is neither filled nor waits. */
export function droppedOf(amount: string, filled: number, remaining: number): number {
  return toNumber(subtractDecimals(decimalOf(amount), add(decimalOf(filled), decimalOf(remaining))))
}
