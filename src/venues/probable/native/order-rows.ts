import { PmxError } from '../../../api/envelope/errors.js'
import type { Order, OrderStatus } from '../../../api/models/models.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import type { NativeOrder } from './order-wire.js'

/** The number and the token of an order. Reads and cancels require both, so together they are its id here. */
export interface OrderRef {
  readonly number: string
  readonly tokenId: string
}

export function packOrderId({ number, tokenId }: OrderRef): string {
  return `${number}:${tokenId}`
}

/**
 * Reads an order id.
 * @throws ORDER_NOT_FOUND for an invalid order id
 */
export function readOrderId(text: string): OrderRef {
  const [, number, tokenId] = /^(\d{1,20}):(\d{30,80})$/.exec(text.trim()) ?? []
  if (number !== undefined && tokenId !== undefined) return { number, tokenId }
  throw new PmxError(
    'ORDER_NOT_FOUND',
    'Order not found: a Probable order id is a number and a token id with a colon between them, such as 12345:27452705...',
    { exchange: 'probable' },
  )
}

const statuses: Readonly<Record<NativeOrder['status'], OrderStatus>> = {
  NEW: 'open',
  PARTIALLY_FILLED: 'open',
  PENDING_CANCEL: 'open',
  FILLED: 'filled',
  CANCELED: 'canceled',
  EXPIRED: 'canceled',
  REJECTED: 'rejected',
}

/** Statuses of orders that were dropped without a match. */
const taking: ReadonlySet<NativeOrder['timeInForce']> = new Set(['IOC', 'FOK', 'FAK'])

export function tokenOf({ ctfTokenId, tokenId }: NativeOrder): string {
  return ctfTokenId ?? tokenId ?? ''
}

/**
 * Converts a native order.
 * @param marketId `unknown` if no list has the token's market
 */
export function toOrder(row: NativeOrder, marketId: string | undefined): Order {
  const tokenId = tokenOf(row)
  const { time = row.updateTime } = row
  const isTaking = taking.has(row.timeInForce) || row.type === 'MARKET'
  return omitUndefined<Order>({
    id: packOrderId({ number: row.orderId, tokenId }),
    clientOrderId: row.clientOrderId,
    marketId: marketId ?? 'unknown',
    outcomeId: tokenId,
    side: row.side === 'BUY' ? 'buy' : 'sell',
    type: isTaking ? 'market' : 'limit',
    // Orders without a price have 0.
    price: row.price === 0 ? undefined : row.price,
    amount: row.origQty,
    status: statuses[row.status],
    filled: row.executedQty,
    remaining: toNumber(subtractDecimals(decimalOf(row.origQty), decimalOf(row.executedQty))),
    timestamp: time ?? 0,
    ...(time === undefined ? { metadata: { unknown: ['timestamp'] } } : {}),
  })
}
