import {
  add,
  compare,
  decimal,
  divide,
  multiply,
  one,
  subtract,
  toNumber,
  zero,
} from '../../../api/decimal.js'
import type { Order, OrderStatus, UserTrade } from '../../../api/models.js'
import { known } from '../../../venue-kit/unify.js'
import type { NativeOrder, NativeTrade } from './order-wire.js'

/** @param marketId of the market list; the condition id where it knows none */
export function toOrder(row: NativeOrder, marketId: string): Order {
  const { original_size: amount, size_matched: filled, order_type: lasting } = row
  const remaining =
    filled === undefined ? 0 : Math.max(0, toNumber(subtract(decimal(amount), decimal(filled))))
  const unknown = [
    ...(lasting === undefined ? ['type'] : []),
    ...(filled === undefined ? ['filled', 'remaining'] : []),
    ...(row.created_at === undefined ? ['timestamp'] : []),
  ]
  return known<Order>({
    id: row.id,
    marketId,
    outcomeId: row.asset_id,
    side: row.side === 'BUY' ? 'buy' : 'sell',
    type: isTaken(lasting) ? 'market' : 'limit',
    price: row.price,
    amount,
    status: statusOf(row, remaining),
    filled: filled ?? 0,
    remaining,
    timestamp: row.created_at ?? 0,
    metadata: unknown.length === 0 ? undefined : { unknown },
  })
}

function statusOf({ status, order_type: lasting }: NativeOrder, remaining: number): OrderStatus {
  switch (status) {
    case 'LIVE':
    case 'UNMATCHED':
      return 'open'
    case 'DELAYED':
      return 'pending'
    case 'INVALID':
      return 'rejected'
    case 'CANCELED':
      return 'canceled'
    case 'MATCHED':
      if (remaining === 0) return 'filled'
      return isTaken(lasting) ? 'canceled' : 'open'
  }
}

/** Whether what such an order does not take at once is dropped. */
function isTaken(lasting: NativeOrder['order_type']): boolean {
  return lasting === 'FOK' || lasting === 'FAK' || lasting === 'IOC'
}

/** Who one is in the trades of a list. */
export interface Self {
  /** The API key, which the venue names as the owner of one's orders. */
  readonly apiKey: string
  /** Wallet of the account. */
  readonly funder: string
}

/**
 * One's own fills in a trade: all of it for who took, the matched orders of one's own for who rested.
 * Undefined stands for a fill of which the venue does not tell price and amount yet.
 */
export function toUserTrades(
  row: NativeTrade,
  self: Self,
  marketId: string,
): readonly (UserTrade | undefined)[] {
  const common = known<Pick<UserTrade, 'timestamp' | 'marketId' | 'txHash'>>({
    timestamp: row.match_time,
    marketId,
    txHash: row.transaction_hash,
  })
  if (row.trader_side === 'TAKER') {
    const { id, price, size: amount, asset_id: outcomeId, taker_order_id: orderId } = row
    if (price === undefined || amount === undefined) return [undefined]
    const side = row.side === 'BUY' ? 'buy' : 'sell'
    const paid = pairedPrice({ ...row, size: amount })
    const told =
      paid === undefined || paid === price ? { price } : { price: paid, metadata: { rowPrice: price } }
    return [{ ...common, id, ...told, amount, side, outcomeId, orderId }]
  }
  const own = row.maker_orders.filter(
    ({ owner, maker_address: wallet }) =>
      owner === self.apiKey || wallet?.toLowerCase() === self.funder.toLowerCase(),
  )
  return own.map((maker) => {
    const { price, matched_amount: amount, order_id: orderId, asset_id: outcomeId } = maker
    if (price === undefined || amount === undefined) return undefined
    return {
      ...common,
      id: `${row.id}-${orderId}`,
      price,
      amount,
      side: sideOfMaker(maker, row),
      outcomeId,
      orderId,
    }
  })
}

/** Digits of an average of several prices. */
const AVERAGE_DIGITS = 9

/**
 * What a taker paid a contract where the exchange minted or merged pairs for it: 1 less the price of each resting order
 * of the other outcome, averaged by size with those of the same one. Inferred: no such row is recorded.
 * @returns undefined where no resting order is of the other outcome, or the resting orders do not make up the trade
 */
function pairedPrice({
  asset_id: token,
  size,
  maker_orders: makers,
}: Pick<NativeTrade, 'asset_id' | 'maker_orders'> & { readonly size: number }): number | undefined {
  if (makers.every((maker) => maker.asset_id === token)) return undefined
  let [cost, count] = [zero, zero]
  for (const { asset_id, price, matched_amount: amount } of makers) {
    if (price === undefined || amount === undefined) return undefined
    const own = asset_id === token ? decimal(price) : subtract(one, decimal(price))
    cost = add(cost, multiply(own, decimal(amount)))
    count = add(count, decimal(amount))
  }
  if (compare(count, zero) <= 0 || compare(count, decimal(size)) !== 0) return undefined
  return toNumber(divide(cost, count, AVERAGE_DIGITS, 'nearest'))
}

/** Where it is not told: of one's own token the other side; of the other token the same, both then buy or sell a pair. */
function sideOfMaker(
  maker: NativeTrade['maker_orders'][number],
  taken: Pick<NativeTrade, 'side' | 'asset_id'>,
): 'buy' | 'sell' {
  const isOtherToken = maker.asset_id !== taken.asset_id
  const side = maker.side ?? (isOtherToken === (taken.side === 'BUY') ? 'BUY' : 'SELL')
  return side === 'BUY' ? 'buy' : 'sell'
}
