import { createHash } from 'node:crypto'
import type { Order, Settlement, UserTrade } from '../../../api/models/models.js'
import { decimalOf, multiply, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { marketIdOf, packOutcomeId, readCoin, readToken, type SideRef, tokenOf } from '../ids.js'
import type { NativeFill, NativeOrder, PlacedOrder } from './order-wire.js'

const sides = { B: 'buy', A: 'sell' } as const

/** Converts a resting order from a list of open orders. */
export function toOpenOrder(order: NativeOrder): Order {
  return toOrder({ order, status: 'open' })
}

/**
 * Converts an order.
 * @throws drift for an order of an asset that is not a side of an outcome
 */
export function toOrder({ order, status }: Pick<PlacedOrder, 'order' | 'status'>): Order {
  const ref = sideOf(order.coin)
  const isTold = status !== 'rejected'
  return omitUndefined<Order>({
    id: order.oid,
    clientOrderId: order.cloid,
    marketId: marketIdOf(ref.outcome),
    outcomeId: packOutcomeId(ref),
    side: sides[order.side],
    type: order.orderType ?? 'limit',
    price: order.limitPx,
    amount: order.origSz,
    status,
    filled: isTold ? toNumber(subtractDecimals(decimalOf(order.origSz), decimalOf(order.sz))) : 0,
    remaining: order.sz,
    timestamp: order.timestamp,
  })
}

/** Converts a fill to a trade, or undefined for a row that is not a trade. */
export function toUserTrade(fill: NativeFill): UserTrade | undefined {
  if (fill.dir !== 'Buy' && fill.dir !== 'Sell') return undefined
  const ref = sideOf(fill.coin)
  return omitUndefined<UserTrade>({
    id: fill.tid,
    timestamp: fill.time,
    price: fill.px,
    side: sides[fill.side],
    outcomeId: packOutcomeId(ref),
    orderId: fill.oid,
    marketId: marketIdOf(ref.outcome),
    ...exchangedIn(fill, ref),
  })
}

/**
 * Returns the contracts received or given, and the fee in money. A buyer may pay in the bought contracts, as on the venue's other
 * spot books (recorded). Then fewer contracts are received, and the fee is their value.
 */
function exchangedIn(fill: NativeFill, ref: SideRef): Pick<UserTrade, 'amount' | 'fee'> {
  const { side, sz, px, fee, feeToken } = fill
  if (side !== 'B' || fee === undefined || feeToken !== tokenOf(ref))
    return { amount: sz, ...omitUndefined<Pick<UserTrade, 'fee'>>({ fee: moneyIn(fill) }) }
  return {
    amount: toNumber(subtractDecimals(decimalOf(sz), decimalOf(fee))),
    fee: toNumber(multiply(decimalOf(px), decimalOf(fee))),
  }
}

/** A fee in contracts is not money. */
function moneyIn({ fee, feeToken }: NativeFill): number | undefined {
  return feeToken === undefined || readToken(feeToken) === undefined ? fee : undefined
}

/**
 * Converts a settlement row, or undefined for other rows. It is not documented whether the venue's profit includes the
 * fee (../README.md).
 */
export function toSettlement(fill: NativeFill): Settlement | undefined {
  if (fill.dir !== 'Settlement') return undefined
  const ref = sideOf(fill.coin)
  return omitUndefined<Settlement>({
    id: fill.tid,
    marketId: marketIdOf(ref.outcome),
    outcomeId: packOutcomeId(ref),
    timestamp: fill.time,
    contracts: fill.sz,
    price: fill.px,
    payout: toNumber(multiply(decimalOf(fill.px), decimalOf(fill.sz))),
    fee: moneyIn(fill),
    realizedPnL: fill.closedPnl,
  })
}

function sideOf(coin: string): SideRef {
  const ref = readCoin(coin)
  if (ref === undefined)
    throw createSchemaMismatch('POST /info', 'coin', `expected #<number>, got ${coin.slice(0, 40)}`)
  return ref
}

const cloidForm = /^0x[0-9a-f]{32}$/i
const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Returns a client order id as the venue spells it, 16 bytes in hex: its own form, or a UUID, or undefined for other
 * text.
 */
export function readCloid(text: string): `0x${string}` | undefined {
  if (cloidForm.test(text)) return `0x${text.slice(2).toLowerCase()}`
  return uuidForm.test(text) ? `0x${text.replaceAll('-', '').toLowerCase()}` : undefined
}

/** Derives the venue's name of a client order id of any form: the same for the same id. */
export function cloidOf(clientOrderId: string): `0x${string}` {
  return (
    readCloid(clientOrderId) ?? `0x${createHash('sha256').update(clientOrderId).digest('hex').slice(0, 32)}`
  )
}
