import type { Order, OrderStatus } from '../../../api/models/models.js'
import { decimalOf, divide, fromUnits, multiply, toNumber, unitsOf } from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import { asCanceled } from '../../../venue-kit/orders/canceled-order.js'
import { toRequestedTerms } from '../../../venue-kit/orders/order-request.js'
import { mayRest } from '../../../venue-kit/orders/time-in-force.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import type {
  NativeCreated,
  NativeExecution,
  NativeOrderWithFills,
  NativeUserOrder,
  OrderWord,
} from './order-wire.js'

/** Contracts and USDC are both counted in millionths in orders (../README.md, "Accounts and orders"). */
export const DECIMALS = 6

const number = (units: bigint): number => toNumber(fromUnits(units, DECIMALS))

/** Statuses of an order in lists and of its settlement; the venue's SDKs use another word for a resting one. */
const words: Readonly<Partial<Record<OrderWord, OrderStatus>>> = {
  LIVE: 'open',
  OPEN: 'open',
  PARTIALLY_FILLED: 'open',
  FILLED: 'filled',
  PENDING: 'pending',
  DELAYED: 'pending',
  MATCHED: 'filled',
  MINED: 'filled',
  CONFIRMED: 'filled',
  CANCELED: 'canceled',
  CANCELLED: 'canceled',
  EXPIRED: 'canceled',
  FAILED: 'rejected',
  REJECTED: 'rejected',
}

/** The type of a waiting limit order: all others end immediately. */
export const RESTING = 'GTC'
/** An order by money or contracts and without a price; the requested amount of the other is 1. */
const WHOLE = 'FOK'

function wordOfSettlement(execution: NativeExecution | undefined): OrderStatus | undefined {
  return execution && words[execution.settlementStatus]
}

/** Whether the settlement of an order's matches has failed: then nothing was bought or sold. */
function hasFailed({ execution }: Pick<NativeOrderWithFills, 'execution'>): boolean {
  return wordOfSettlement(execution) === 'rejected'
}

/** Returns the executed amount, in base units, or undefined if the venue does not report it. */
function filledOf(reply: NativeOrderWithFills | NativeCreated): bigint | undefined {
  return hasFailed(reply) ? 0n : matchedOf(reply)
}

/** Returns the matched amount, settled or not. */
function matchedOf({
  order,
  makerMatches,
  execution,
}: NativeOrderWithFills | NativeCreated): bigint | undefined {
  const { originalSize, remainingSize } = 'originalSize' in order ? order : {}
  const told = [
    execution?.totalsRaw?.contractsGross,
    makerMatches?.reduce((sum, { matchedSize }) => sum + BigInt(matchedSize), 0n),
    originalSize === undefined || remainingSize === undefined
      ? undefined
      : BigInt(originalSize) - BigInt(remainingSize),
  ].flatMap((units) => (units === undefined ? [] : [BigInt(units)]))
  if (told.length === 0) return undefined
  // An order that rested after a taker fill was filled further than its first execution.
  return told.sort((a, b) => (a < b ? -1 : 1)).at(-1)
}

/**
 * Returns the fee of an execution, in USDC. Buyers of older markets pay in contracts, which are converted to their value.
 * Sellers, and takers of collateral-fee markets on both sides, pay in USDC (../README.md, "Fees").
 */
export function feeOf(execution: NativeExecution | undefined): number | undefined {
  const { contractsGross, contractsFee, usdGross, usdFee } = execution?.totalsRaw ?? {}
  if (hasFailed({ execution })) return undefined
  if (contractsGross === undefined || contractsGross === '0') return undefined
  if (contractsFee === undefined || usdFee === undefined || usdGross === undefined) return undefined
  const worth = divide(
    multiply(decimalOf(contractsFee), decimalOf(usdGross)),
    decimalOf(contractsGross),
    0,
    'nearest',
  )
  return number(worth.units + BigInt(usdFee))
}

interface Progress {
  readonly filled: bigint | undefined
  readonly size: bigint
  /** Whether its unfilled remainder is dropped immediately. */
  readonly takesAtOnce: boolean
  /** Status of its settlement, or undefined if it does not determine the order's status. */
  readonly settlement: OrderStatus | undefined
}

/** Undefined for an order that may rest where its status is unknown. */
function statusOf({ filled, size, takesAtOnce, settlement: said }: Progress): OrderStatus | undefined {
  // The unmatched part of an order that may rest stays open, whatever the status of the matched part is.
  if (said === 'rejected') return takesAtOnce ? said : undefined
  if (filled !== undefined && filled >= size) return 'filled'
  // It matched an order of the same account: its remainder was dropped, whatever its type.
  if (said === 'canceled') return said
  if (!takesAtOnce) return undefined
  // It is delayed, or the result of its match is not reported.
  return said === 'pending' || filled === undefined ? 'pending' : 'canceled'
}

/**
 * Returns the progress of an order: unreported amounts are 0 in the API, and named.
 * @param rest the resting or dropped amount; the unfilled amount if absent
 */
function toldOf(
  { filled, size, rest }: Pick<Progress, 'filled' | 'size'> & { readonly rest?: bigint },
  createdAt: number | undefined,
): Pick<Order, 'filled' | 'remaining' | 'timestamp' | 'metadata'> {
  const unknown = [
    ...(filled === undefined ? ['filled', 'remaining'] : []),
    ...(createdAt === undefined ? ['timestamp'] : []),
  ]
  return {
    filled: number(filled ?? 0n),
    remaining: filled === undefined ? 0 : number(rest ?? size - filled),
    timestamp: createdAt ?? 0,
    ...(unknown.length === 0 ? {} : { metadata: { unknown } }),
  }
}

/** Converts an order that was just accepted: one that may rest does so with its unfilled amount. */
export function toCreated(reply: NativeCreated, terms: OrderTerms): Order {
  const { order, execution } = reply
  const size = unitsOf(decimalOf(terms.amount), DECIMALS, 'down')
  const takesAtOnce = !mayRest(terms)
  const filled = filledOf(reply) ?? (takesAtOnce ? undefined : 0n)
  const settlement = wordOfSettlement(execution)
  // A delayed order that may rest is not in the book yet.
  const waiting = settlement === 'pending' ? 'pending' : 'open'
  const unmet = hasFailed(reply) ? size - (matchedOf(reply) ?? 0n) : size
  const resting = unmet > 0n ? waiting : 'rejected'
  const status = statusOf({ filled, size, takesAtOnce, settlement }) ?? resting
  return omitUndefined<Order>({
    id: order.id,
    ...toRequestedTerms(terms),
    status,
    ...toldOf(
      { filled, size, ...(status === 'open' && unmet < size ? { rest: unmet } : {}) },
      order.createdAt,
    ),
    fee: feeOf(execution),
    feeRateBps: execution?.effectiveFeeBps,
    txHash: execution?.txHash,
  })
}

/**
 * Converts an order that was looked up.
 * @returns undefined for one that may rest and is neither filled nor refused: the list of its market shows whether it still rests
 */
export function toFound(reply: NativeOrderWithFills): Order | undefined {
  const { order, execution } = reply
  const takesAtOnce = order.orderType !== RESTING
  if (hasFailed(reply) && !takesAtOnce) return undefined
  const progress = { filled: filledOf(reply), size: sizeOf(reply), takesAtOnce }
  const status =
    statusOf({ ...progress, settlement: wordOfSettlement(execution) }) ??
    (order.status === undefined ? undefined : words[order.status])
  return status && toOrder(reply, status)
}

/**
 * Converts an order that its market's lists no longer have: it was canceled, or its market has ended. Immediate fills are known,
 * later fills of a resting order are not.
 */
export function toDelistedOrder(reply: NativeOrderWithFills): Order {
  const hasMetAll = (matchedOf(reply) ?? 0n) >= sizeOf(reply)
  if (hasMetAll) return toOrder(reply, hasFailed(reply) ? 'rejected' : 'canceled')
  return asCanceled(toOrder(reply, 'canceled'))
}

/**
 * Converts an order that its market's list has. The list counts matched amounts as filled. It is not documented whether that
 * includes failed settlements: where it counts more than has failed, the filled amount is unknown.
 */
export function toStanding(reply: NativeOrderWithFills, listed: Order): Order {
  if (!hasFailed(reply) || listed.filled === 0) return listed
  const failed = reply.execution?.totalsRaw?.contractsGross
  const lost = failed === undefined ? undefined : number(BigInt(failed))
  if (lost !== undefined && listed.filled < lost) return listed
  const isKnown = listed.filled === lost
  const told = { ...listed, filled: 0, ...(isKnown ? {} : { metadata: { unknown: ['filled'] } }) }
  if (listed.status !== 'filled') return told
  return { ...told, status: isKnown ? 'rejected' : 'canceled', remaining: isKnown ? listed.amount : 0 }
}

/** Returns the requested number of contracts; for an order by money, which has none, the matched ones. */
function sizeOf(reply: NativeOrderWithFills): bigint {
  const { side, orderType, makerAmount, takerAmount } = reply.order
  if (orderType === WHOLE && side === 'buy') return matchedOf(reply) ?? 0n
  return BigInt(side === 'buy' ? takerAmount : makerAmount)
}

function toOrder(reply: NativeOrderWithFills, status: OrderStatus): Order {
  const { order, execution } = reply
  const [filled, size] = [filledOf(reply), sizeOf(reply)]
  return omitUndefined<Order>({
    id: order.id,
    clientOrderId: execution?.clientOrderId,
    marketId: order.market?.slug ?? 'unknown',
    outcomeId: order.tokenId,
    side: order.side,
    type: order.orderType === RESTING ? 'limit' : 'market',
    price: order.price,
    amount: number(size),
    status,
    ...toldOf({ filled, size }, order.createdAt),
    fee: feeOf(execution),
    feeRateBps: execution?.effectiveFeeBps,
    txHash: execution?.txHash,
  })
}

/**
 * Returns the status of a listed order. In lists an order without matches is `UNMATCHED` (PyPI synpath 0.11.0), which has no
 * meaning elsewhere. An order that takes immediately has ended with its matches.
 */
function listedStatusOf({ status, type }: NativeUserOrder, rest: bigint): OrderStatus | undefined {
  if (status === 'UNMATCHED') return 'canceled'
  const said = words[status]
  return said === 'filled' && rest > 0n && type !== RESTING ? 'canceled' : said
}

/** Converts a row of a market's orders. */
export function toListed(row: NativeUserOrder, slug: string): Order {
  const [size, rest] = [BigInt(row.originalSize), BigInt(row.remainingSize)]
  const status = listedStatusOf(row, rest)
  if (status === undefined)
    throw createSchemaMismatch('GET /markets/{slug}/user-orders', 'status', `unknown status ${row.status}`)
  return omitUndefined<Order>({
    id: row.id,
    marketId: slug,
    outcomeId: row.token,
    side: row.side,
    type: row.type === RESTING ? 'limit' : 'market',
    price: row.price,
    amount: number(size),
    status,
    filled: number(size - rest),
    remaining: number(rest),
    timestamp: row.createdAt,
  })
}
