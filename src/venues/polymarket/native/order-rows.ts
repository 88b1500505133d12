import type { Order, OrderStatus, UserTrade } from '../../../api/models/models.js'
import {
  add,
  compare,
  decimalOf,
  divide,
  multiply,
  one,
  subtractDecimals,
  toNumber,
  zero,
} from '../../../api/values/decimal.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import type { NativeOrder, NativeTrade } from './order-wire.js'

/**
 * Converts a native order.
 * @param marketId id in the market list, or the condition id if it has none
 */
export function toOrder(row: NativeOrder, marketId: string): Order {
  const { size_matched: filled, order_type: lasting } = row
  const status = statusOf(row)
  const { amount, remaining, ...told } = isByMoney(row) ? sizesByMoney(row, status) : sizesOf(row)
  const unknown = [
    ...(lasting === undefined ? ['type'] : []),
    ...told.unknown,
    ...(row.created_at === undefined ? ['timestamp'] : []),
  ]
  const metadata = { ...told.facts, ...(unknown.length === 0 ? {} : { unknown }) }
  return omitUndefined<Order>({
    id: row.id,
    marketId,
    outcomeId: row.asset_id,
    side: row.side === 'BUY' ? 'buy' : 'sell',
    type: isTaken(lasting) ? 'market' : 'limit',
    price: row.price,
    amount,
    status,
    filled: filled ?? 0,
    remaining,
    timestamp: row.created_at ?? 0,
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  })
}

interface Sizes {
  readonly amount: number
  readonly remaining: number
  readonly unknown: readonly string[]
  readonly facts?: Readonly<Record<string, unknown>>
}

function sizesOf({ original_size: amount, size_matched: filled }: NativeOrder): Sizes {
  if (filled === undefined) return { amount, remaining: 0, unknown: ['filled', 'remaining'] }
  return {
    amount,
    remaining: Math.max(0, toNumber(subtractDecimals(decimalOf(amount), decimalOf(filled)))),
    unknown: [],
  }
}

/**
 * Returns the sizes of a purchase by money, as in the core (core/trading/request/order-notional.ts). Its amount is the number of
 * contracts bought, and nothing remains. Until that number is known, the amount is the minimum number of contracts that the money
 * buys.
 */
function sizesByMoney(row: NativeOrder, status: OrderStatus): Sizes {
  const { original_size: spend, size_matched: filled, price } = row
  const facts = { denom: 'usdc', spend }
  const isOver = status === 'filled' || status === 'canceled' || status === 'rejected'
  if (isOver && filled !== undefined) return { amount: filled, remaining: 0, unknown: [], facts }
  const fewest = price > 0 ? toNumber(divide(decimalOf(spend), decimalOf(price), SHARES_DIGITS, 'down')) : 0
  const unknown = ['amount', ...(filled === undefined ? ['filled'] : []), 'remaining']
  return { amount: fewest, remaining: 0, unknown, facts }
}

/** Maximum number of digits of contracts in a purchase by money. */
const SHARES_DIGITS = 4

/**
 * Whether the order is a purchase by money. An immediate purchase names the money to spend, which the venue reports as its size
 * (../README.md, "Accounts and orders").
 */
export function isByMoney({ side, order_type: lasting }: Pick<NativeOrder, 'side' | 'order_type'>): boolean {
  return side === 'BUY' && isTaken(lasting)
}

function statusOf(row: NativeOrder): OrderStatus {
  switch (row.status) {
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
      if (hasAll(row)) return 'filled'
      return isTaken(row.order_type) ? 'canceled' : 'open'
  }
}

/** Maximum remainder of money that counts as spent. */
const DUST = decimalOf('0.01')

/** Whether nothing remains. For a purchase by money, whether all of it may have been spent at the worst price. */
function hasAll(row: NativeOrder): boolean {
  const { original_size: size, size_matched: filled = 0, price, order_type: lasting } = row
  if (!isByMoney(row)) return compare(decimalOf(filled), decimalOf(size)) >= 0
  return (
    lasting === 'FOK' ||
    compare(add(multiply(decimalOf(filled), decimalOf(price)), DUST), decimalOf(size)) > 0
  )
}

/** Whether the remainder of such an order that is not filled immediately is dropped. */
function isTaken(lasting: NativeOrder['order_type']): boolean {
  return lasting === 'FOK' || lasting === 'FAK' || lasting === 'IOC'
}

/** Identifies the caller in a list of trades. */
export interface Self {
  /** The API key, which the venue reports as the owner of orders. */
  readonly apiKey: string
  /** Wallet of the account. */
  readonly funder: string
}

/**
 * Returns the caller's fills in a trade. These are the whole trade if the caller was the taker, and the caller's matched resting
 * orders. Both can apply to one trade. Undefined stands for a fill whose price and amount the venue has not reported yet.
 */
export function toUserTrades(
  row: NativeTrade,
  self: Self,
  marketId: string,
): readonly (UserTrade | undefined)[] {
  const common = omitUndefined<Pick<UserTrade, 'timestamp' | 'marketId' | 'txHash'>>({
    timestamp: row.match_time,
    marketId,
    txHash: row.transaction_hash,
  })
  const own = row.maker_orders.filter(
    ({ owner, maker_address: wallet }) =>
      owner === self.apiKey || wallet?.toLowerCase() === self.funder.toLowerCase(),
  )
  const rested = own.map((maker) => {
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
  return row.trader_side === 'TAKER' ? [takenIn(row, common), ...rested] : rested
}

/** Returns the fill of the taker. */
function takenIn(
  row: NativeTrade,
  common: Pick<UserTrade, 'timestamp' | 'marketId' | 'txHash'>,
): UserTrade | undefined {
  const { id, price, size: amount, asset_id: outcomeId, taker_order_id: orderId } = row
  if (price === undefined || amount === undefined) return undefined
  const side = row.side === 'BUY' ? 'buy' : 'sell'
  const paid = pricePaid({ ...row, size: amount })
  const told =
    paid === undefined || paid === price ? { price } : { price: paid, metadata: { rowPrice: price } }
  return { ...common, id, ...told, amount, side, outcomeId, orderId }
}

/** Returns a trade that failed on the chain, and its reversal. The two cancel out, whether or not the trade was returned before. */
export function withReversal({ metadata, ...trade }: UserTrade): readonly [UserTrade, UserTrade] {
  const facts = { ...metadata, state: 'FAILED' }
  const side = trade.side === 'buy' ? 'sell' : 'buy'
  return [
    { ...trade, metadata: facts },
    { ...trade, id: `${trade.id}:failed`, side, metadata: { ...facts, reverses: trade.id } },
  ]
}

/** Digits of an average of several prices. */
const AVERAGE_DIGITS = 9

/**
 * Returns the average price that a taker paid per contract. Each resting order is filled at its own price. A resting order for
 * the other outcome is filled at 1 minus its price, because the exchange mints or merges pairs for it. The average is weighted by
 * size, because a trade may fill several levels of the book while its row has one price for all.
 * @returns undefined if the resting orders do not add up to the trade
 */
function pricePaid({
  asset_id: token,
  size,
  maker_orders: makers,
}: Pick<NativeTrade, 'asset_id' | 'maker_orders'> & { readonly size: number }): number | undefined {
  let [cost, count] = [zero, zero]
  for (const { asset_id, price, matched_amount: amount } of makers) {
    if (price === undefined || amount === undefined) return undefined
    const own = asset_id === token ? decimalOf(price) : subtractDecimals(one, decimalOf(price))
    cost = add(cost, multiply(own, decimalOf(amount)))
    count = add(count, decimalOf(amount))
  }
  if (compare(count, zero) <= 0 || compare(count, decimalOf(size)) !== 0) return undefined
  return toNumber(divide(cost, count, AVERAGE_DIGITS, 'nearest'))
}

/**
 * Returns the maker's side if it is not reported. For the taker's token it is the opposite side. For the other token it
 * is the same side, because both then buy or sell a pair.
 */
function sideOfMaker(
  maker: NativeTrade['maker_orders'][number],
  taken: Pick<NativeTrade, 'side' | 'asset_id'>,
): 'buy' | 'sell' {
  const isOtherToken = maker.asset_id !== taken.asset_id
  const side = maker.side ?? (isOtherToken === (taken.side === 'BUY') ? 'BUY' : 'SELL')
  return side === 'BUY' ? 'buy' : 'sell'
}
