import type { Order, OrderStatus, UserTrade } from '../../../api/models/models.js'
import { decimalOf, divide, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import type { NativeOrder, NativeTrade } from './order-wire.js'
import type { OutcomeTokens } from './outcome-tokens.js'

const PENDING = 1
const FINISHED = 2

const CANCELED = 3
const EXPIRED = 4
const takenBack: ReadonlySet<number> = new Set([CANCELED, EXPIRED])

const statuses: ReadonlyMap<number, OrderStatus> = new Map([
  [PENDING, 'open'],
  [FINISHED, 'filled'],
  [CANCELED, 'canceled'],
  [EXPIRED, 'canceled'],
  [5, 'rejected'],
])

/** Number of digits of an average price. */
const PRICE_DIGITS = 9

/**
 * Returns the remaining amount. A market order can be finished before it is filled completely. A purchase names money, and
 * `orderShares` follows from its price. The rest of the money is returned, and no contracts remain. A sale names contracts.
 */
function remainingOf(row: NativeOrder): number | undefined {
  const { orderShares: amount, filledShares: filled, status } = row
  if (status === FINISHED && !isSaleAtMarket(row)) return 0
  return amount === undefined || filled === undefined ? undefined : less(amount, filled)
}

function isSaleAtMarket({ tradingMethod, sideEnum }: NativeOrder): boolean {
  return tradingMethod === 1 && sideEnum === 'sell'
}

/** Returns the status. The unsold part of a finished sale is not in the book. It ended unsold. */
function statusOf(row: NativeOrder): OrderStatus {
  const isPart = row.status === FINISHED && isSaleAtMarket(row) && (remainingOf(row) ?? 0) > 0
  return isPart ? 'canceled' : (statuses.get(row.status) ?? 'pending')
}

/**
 * Whether a row may lack fills. Its filled size changes only when a match is settled on the chain (../README.md, "Accounts and
 * orders"). A row that ended before a complete fill may therefore have more: a canceled or expired one, and a finished limit
 * order or market sale.
 */
function lagsBehind(row: NativeOrder): boolean {
  const { status, tradingMethod, orderShares: amount, filledShares: filled } = row
  const isFinished = status === FINISHED && (tradingMethod === 2 || isSaleAtMarket(row))
  if (!isFinished && !takenBack.has(status)) return false
  return amount !== undefined && filled !== undefined && filled < amount
}

/** Returns members that the API requires and the row lacks. */
function unknownIn(row: NativeOrder): readonly string[] {
  const isBehind = lagsBehind(row)
  const wanted = {
    amount: row.orderShares,
    filled: isBehind ? undefined : row.filledShares,
    remaining: isBehind && (row.status !== FINISHED || isSaleAtMarket(row)) ? undefined : remainingOf(row),
  }
  return Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [name] : []))
}

/** Whether it waits: in the book, or for the settlement of its match. */
export function isPending({ status }: NativeOrder): boolean {
  return status === PENDING
}

/**
 * Converts a native order.
 * @param outcomeId `unknown` where no market has the token
 */
export function toOrder(row: NativeOrder, outcomeId: string): Order {
  const { orderShares: amount, filledShares: filled } = row
  const remaining = remainingOf(row)
  const unknown = unknownIn(row)
  return omitUndefined<Order>({
    id: row.orderId,
    marketId: String(row.marketId),
    outcomeId,
    side: row.sideEnum,
    type: row.tradingMethod === 1 ? 'market' : 'limit',
    price: priceOf(row),
    amount: amount ?? 0,
    status: statusOf(row),
    filled: filled ?? 0,
    remaining: remaining ?? 0,
    timestamp: row.createdAt,
    metadata: unknown.length === 0 ? undefined : { unknown: [...unknown] },
  })
}

/**
 * Converts a market purchase, which is sent as a limit order at its worst price, to the caller's request. It has the paid
 * price if the venue reports the filled amount. It does so after the settlement on the chain (../README.md, "Accounts and
 * orders"): an order that ended before a complete fill may have more.
 * @param isCanceled its remainder was canceled, though the row may still show it as waiting
 */
export function toTaken(row: NativeOrder, { outcomeId, amount }: OrderTerms, isCanceled = false): Order {
  const { metadata: _ofRow, ...told } = toOrder({ ...row, tradingMethod: 1 }, outcomeId)
  const unknown = unknownIn(row).filter((name) => name !== 'amount')
  const order: Order = {
    ...told,
    amount: Number(amount),
    ...(unknown.length === 0 ? {} : { metadata: { unknown } }),
  }
  const hasAll = row.filledShares !== undefined && row.filledShares === row.orderShares
  if (isPending(row) && !isCanceled) return order
  const status = isPending(row) ? (hasAll ? 'filled' : 'canceled') : order.status
  if (hasAll || status === 'rejected') return { ...order, status }
  return { ...order, status, metadata: { unknown: ['filled', 'remaining'] } }
}

/** Returns the limit; for a market order the average cost per share, because the price of such an order is only a reference. */
function priceOf({ tradingMethod, price, filledShares, filledAmount }: NativeOrder): number | undefined {
  if (tradingMethod === 1 && filledShares !== undefined && filledShares > 0 && filledAmount !== undefined)
    return toNumber(divide(decimalOf(filledAmount), decimalOf(filledShares), PRICE_DIGITS, 'nearest'))
  return price === 0 ? undefined : price
}

function less(amount: number, filled: number): number {
  return Math.max(0, toNumber(subtractDecimals(decimalOf(amount), decimalOf(filled))))
}

/** Creates an order for an unreadable row: it was placed, and its members are unknown. */
export function toUnreadOrder(
  orderId: string,
  { marketId, outcomeId, side, type, price, amount }: OrderTerms,
  now: number,
): Order {
  return {
    id: orderId,
    marketId,
    outcomeId,
    side,
    type,
    ...(type === 'limit' ? { price: Number(price) } : {}),
    amount: Number(amount),
    status: 'pending',
    filled: 0,
    remaining: 0,
    timestamp: now,
    metadata: { unknown: ['filled', 'remaining', 'timestamp'] },
  }
}

/** Converts rows with their outcome, or undefined for failed trades, and for splits and merges. */
export function toUserTrade(row: NativeTrade, id: string, tokens: OutcomeTokens): UserTrade | undefined {
  const { side, outcomeSide, status } = row
  if ((side !== 'buy' && side !== 'sell') || status !== FINISHED) return undefined
  if (outcomeSide !== 1 && outcomeSide !== 2) return undefined
  return omitUndefined<UserTrade>({
    id,
    timestamp: row.createdAt,
    price: row.price,
    amount: row.shares,
    side,
    outcomeId: tokens[outcomeSide],
    marketId: String(row.marketId),
    orderId: row.orderNo,
    fee: row.feeFormatted ?? row.fee,
    txHash: row.txHash,
  })
}

/**
 * Creates names for the trades of one list: by their number if the venue reports it. Otherwise by their transaction,
 * which several fills may share.
 */
export function createTradeNames(): (row: NativeTrade) => string {
  const seen = new Map<string, string[]>()
  return (row) => {
    if (row.tradeNo !== undefined) return row.tradeNo
    const { marketId, side, outcomeSide, price, shares } = row
    const content = [marketId, side, outcomeSide, price, shares].join(' ')
    const sharing = seen.get(row.txHash) ?? []
    seen.set(row.txHash, sharing)
    if (!sharing.includes(content)) sharing.push(content)
    const at = sharing.indexOf(content)
    return at === 0 ? row.txHash : `${row.txHash}-${at + 1}`
  }
}
