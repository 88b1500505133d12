import type { Order, OrderStatus, Position, UserTrade } from '../../../api/models/models.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { packMarketId, packOutcomeId } from '../ids.js'
import type { NativeOrder, NativePosition } from './order-wire.js'

/** Source of an order row: one of the two lists, or the response to its placement. */
export type OrderOrigin = 'active' | 'history' | 'placed'

const statuses: Readonly<Record<string, OrderStatus>> = {
  open: 'open',
  accepted: 'open',
  filled: 'filled',
  cancelled: 'canceled',
  canceled: 'canceled',
  rejected: 'rejected',
}

/** Status of an order that no longer rests, for any reason: batches have it (OpenAPI of 2026-09-26). */
const CLOSED = 'closed'

/**
 * Returns the status by the word. If that is not sufficient, the remaining amount decides: all of it was filled, or the list
 * shows whether it rests. For a just placed order it is then unknown, as with an unknown word, which lists refuse.
 */
function statusOf(
  { status: word = '', quantity, filledQuantity }: NativeOrder,
  place: OrderOrigin,
): OrderStatus {
  const known = Object.hasOwn(statuses, word) ? statuses[word] : undefined
  if (known !== undefined) return known
  if (filledQuantity >= quantity) return 'filled'
  if (word === CLOSED || place === 'history') return 'canceled'
  return place === 'active' ? 'open' : 'pending'
}

/** Converts an order. REST accepts only limit orders and those with a stop. */
export function toOrder(row: NativeOrder, place: OrderOrigin): Order {
  const status = statusOf(row, place)
  const isOver = status === 'canceled' || status === 'rejected'
  const left = toNumber(subtractDecimals(decimalOf(row.quantity), decimalOf(row.filledQuantity)))
  return omitUndefined<Order>({
    id: row.orderId,
    marketId: packMarketId(row.symbol),
    outcomeId: packOutcomeId(row.symbol, row.outcome),
    side: row.side,
    type: row.orderType === 'market' ? 'market' : 'limit',
    price: row.price,
    amount: row.quantity,
    status,
    filled: row.filledQuantity,
    // The reported amount of a canceled order may be the resting part, which is none.
    remaining: isOver ? Math.max(0, left) : row.remainingQuantity,
    timestamp: row.createdAt,
    ...(status === 'pending' ? { metadata: { unknown: ['status'], nativeStatus: row.status } } : {}),
  })
}

/**
 * Returns all fills of an order as one trade, at their average price: single fills are not documented for these
 * instruments. Their time is unknown; the row has the time at which the order was created. Returns undefined without
 * fills, or without an average.
 */
export function toUserTrade(row: NativeOrder): UserTrade | undefined {
  const { orderId, avgExecutionPrice: price, filledQuantity: amount } = row
  if (amount <= 0 || price === undefined) return undefined
  return {
    id: orderId,
    timestamp: row.createdAt,
    price,
    amount,
    side: row.side,
    outcomeId: packOutcomeId(row.symbol, row.outcome),
    orderId,
    marketId: packMarketId(row.symbol),
    metadata: { isSumOfOrder: true, timestampOf: 'order', unknown: ['timestamp'] },
  }
}

/** Converts a position. The venue values it at the sell price of its outcome; the price follows from the value and the size. */
export function toPosition(row: NativePosition): Position {
  const { marketValue: value, totalQuantity: size } = row
  return omitUndefined<Position>({
    marketId: packMarketId(row.symbol),
    outcomeId: packOutcomeId(row.symbol, row.outcome),
    outcomeLabel: labelOf(row),
    size,
    entryPrice: row.avgPrice,
    currentValue: value,
    unrealizedPnL: row.unrealizedPnl,
    realizedPnL: row.realizedPl,
  })
}

/** Returns the label, as rows of markets have it: the contract's name, or the question if that is only yes. */
function labelOf({ outcome, contractMetadata }: NativePosition): string | undefined {
  const { contractName, eventName } = contractMetadata ?? {}
  if (contractName !== undefined && /^up$/i.test(contractName)) return outcome === 'yes' ? 'Up' : 'Down'
  const isBare = contractName === undefined || /^yes$/i.test(contractName)
  const name = isBare ? eventName : contractName
  return name === undefined || outcome === 'yes' ? name : `Not ${name}`
}
