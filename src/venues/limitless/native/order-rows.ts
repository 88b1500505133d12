import { decimal, divide, fromUnits, multiply, toNumber, unitsOf } from '../../../api/decimal.js'
import type { Order, OrderStatus, UserTrade } from '../../../api/models.js'
import { drift } from '../../../venue-kit/payload.js'
import type { OrderTerms } from '../../../venue-kit/trading.js'
import { known } from '../../../venue-kit/unify.js'
import { asWanted } from '../../../venue-kit/wanted-order.js'
import type {
  NativeCreated,
  NativeExecution,
  NativeHistoryEntry,
  NativeToldOrder,
  NativeUserOrder,
} from './order-wire.js'
import type { Tokens } from './tokens.js'

/** Contracts and USDC are both counted in millionths in orders (../README.md, "Accounts and orders"). */
export const DECIMALS = 6

const number = (units: bigint): number => toNumber(fromUnits(units, DECIMALS))

/** Words of the status of an order, as its lists have it and its settlement; the venue's SDKs call one that rests otherwise. */
const words: Readonly<Record<string, OrderStatus>> = {
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

/** What a limit order may be in while it waits: everything else is over at once. */
const RESTING = 'GTC'
/** By money or contracts and without a price; the wanted amount of the other is 1. */
const WHOLE = 'FOK'

/** What the venue tells of executions, in base units; undefined where it tells nothing. */
function filledOf({ order, makerMatches, execution }: NativeToldOrder | NativeCreated): bigint | undefined {
  const { originalSize, remainingSize } = 'originalSize' in order ? order : {}
  const told = [
    execution?.totalsRaw?.contractsGross,
    makerMatches?.reduce((sum, { matchedSize }) => sum + BigInt(matchedSize), 0n),
    originalSize === undefined || remainingSize === undefined
      ? undefined
      : BigInt(originalSize) - BigInt(remainingSize),
  ].flatMap((units) => (units === undefined ? [] : [BigInt(units)]))
  if (told.length === 0) return undefined
  // An order that rested after it took has been filled further than its first execution says.
  return told.sort((a, b) => (a < b ? -1 : 1)).at(-1)
}

/**
 * What an execution paid, in USDC. Buyers of older markets pay in contracts, which are told as what they cost; sellers, and
 * takers of collateral-fee markets on both sides, pay in USDC (../README.md, "Fees").
 */
export function feeOf(execution: NativeExecution | undefined): number | undefined {
  const { contractsGross, contractsFee, usdGross, usdFee } = execution?.totalsRaw ?? {}
  if (contractsGross === undefined || contractsGross === '0') return undefined
  if (contractsFee === undefined || usdFee === undefined || usdGross === undefined) return undefined
  const worth = divide(
    multiply(decimal(contractsFee), decimal(usdGross)),
    decimal(contractsGross),
    0,
    'nearest',
  )
  return number(worth.units + BigInt(usdFee))
}

interface Progress {
  readonly filled: bigint | undefined
  readonly size: bigint
  /** Whether what it does not meet at once is dropped. */
  readonly takesAtOnce: boolean
  readonly settlement: string | undefined
}

/** Undefined for an order that may rest and of which nothing says whether it still does. */
function statusOf({ filled, size, takesAtOnce, settlement = '' }: Progress): OrderStatus | undefined {
  const said = words[settlement]
  if (said === 'rejected') return said
  if (filled !== undefined && filled >= size) return 'filled'
  // It met an order of one's own: its rest was dropped, whatever its type.
  if (said === 'canceled') return said
  if (!takesAtOnce) return undefined
  // It is held back for a moment, or nothing is said of what it met.
  return said === 'pending' || filled === undefined ? 'pending' : 'canceled'
}

/** How far an order is: what is not told is 0 on the wire, and named. */
function toldOf(
  { filled, size }: Pick<Progress, 'filled' | 'size'>,
  createdAt: number | undefined,
): Pick<Order, 'filled' | 'remaining' | 'timestamp' | 'metadata'> {
  const unknown = [
    ...(filled === undefined ? ['filled', 'remaining'] : []),
    ...(createdAt === undefined ? ['timestamp'] : []),
  ]
  return {
    filled: number(filled ?? 0n),
    remaining: filled === undefined ? 0 : number(size - filled),
    timestamp: createdAt ?? 0,
    ...(unknown.length === 0 ? {} : { metadata: { unknown } }),
  }
}

/** The order that was just accepted: one that may rest does so with what was not filled. */
export function toCreated(reply: NativeCreated, terms: OrderTerms): Order {
  const { order, execution } = reply
  const size = unitsOf(decimal(terms.amount), DECIMALS, 'down')
  const takesAtOnce = terms.type === 'market'
  const filled = filledOf(reply) ?? (takesAtOnce ? undefined : 0n)
  const settlement = execution?.settlementStatus
  // One that may rest and is held back for a moment is not in the book yet.
  const waiting = words[settlement ?? ''] === 'pending' ? 'pending' : 'open'
  const status = statusOf({ filled, size, takesAtOnce, settlement }) ?? waiting
  return known<Order>({
    id: order.id,
    ...asWanted(terms),
    status,
    ...toldOf({ filled, size }, order.createdAt),
    fee: feeOf(execution),
    feeRateBps: execution?.effectiveFeeBps,
    txHash: execution?.txHash,
  })
}

/**
 * An order that was looked up.
 * @returns undefined for one that may rest and is neither filled nor refused: whether it still rests, the list of its
 * market says
 */
export function toFound(reply: NativeToldOrder): Order | undefined {
  const { order, execution } = reply
  const takesAtOnce = order.orderType !== RESTING
  const filled = filledOf(reply)
  const wanted = BigInt(order.side === 'buy' ? order.takerAmount : order.makerAmount)
  const size = order.orderType === WHOLE && order.side === 'buy' ? (filled ?? 0n) : wanted
  const listed = words[order.status ?? '']
  const status = statusOf({ filled, size, takesAtOnce, settlement: execution?.settlementStatus }) ?? listed
  if (status === undefined) return undefined
  return known<Order>({
    id: order.id,
    clientOrderId: execution?.clientOrderId,
    marketId: order.market?.slug ?? 'unknown',
    outcomeId: order.tokenId,
    side: order.side,
    type: takesAtOnce ? 'market' : 'limit',
    price: order.price,
    amount: number(size),
    status,
    ...toldOf({ filled, size }, order.createdAt),
    fee: feeOf(execution),
    feeRateBps: execution?.effectiveFeeBps,
    txHash: execution?.txHash,
  })
}

/** The same, where its market's list no longer has it: it was taken back, or its market has ended. */
export function toGone(reply: NativeToldOrder): Order {
  const { order } = reply
  const gone = toFound({ ...reply, order: { ...order, status: 'CANCELED' } })
  if (gone === undefined) throw drift('POST /orders/status/batch', 'order', 'a status that cannot be read')
  return gone
}

/** A row of the orders of a market. */
export function toListed(row: NativeUserOrder, slug: string): Order {
  const [size, rest] = [BigInt(row.originalSize), BigInt(row.remainingSize)]
  const status = words[row.status]
  if (status === undefined)
    throw drift('GET /markets/{slug}/user-orders', 'status', `unknown status ${row.status}`)
  return known<Order>({
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

/** A trade of the account's history; undefined for what is none: settlements, splits, merges. */
export function toUserTrade(
  row: NativeHistoryEntry,
  tokens: Tokens | undefined,
  count: number,
): UserTrade | undefined {
  const side = sideOf(row)
  const { market, outcomeIndex, outcomeTokenAmount: amount, outcomeTokenPrice: price, transactionHash } = row
  if (side === undefined || market === undefined) return undefined
  if (outcomeIndex === undefined || amount === undefined || price === undefined)
    throw drift('GET /portfolio/history', 'data', 'a trade without its outcome, its amount or its price')
  const hash = transactionHash ?? `${market.slug}-${row.blockTimestamp}`
  return known<UserTrade>({
    // A transaction settles several fills, which have no ids: they are counted.
    id: `${hash}-${outcomeIndex}${count === 0 ? '' : `-${count + 1}`}`,
    timestamp: row.blockTimestamp,
    price,
    amount,
    side,
    outcomeId: tokens === undefined ? 'unknown' : tokens[outcomeIndex === 0 ? 'yes' : 'no'],
    marketId: market.slug,
    txHash: transactionHash,
  })
}

/** `Limit Buy`, `Market Sell`, ... */
export function sideOf({ strategy = '' }: NativeHistoryEntry): 'buy' | 'sell' | undefined {
  if (/\bbuy\b/i.test(strategy)) return 'buy'
  return /\bsell\b/i.test(strategy) ? 'sell' : undefined
}
