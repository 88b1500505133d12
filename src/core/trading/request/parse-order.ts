import { createHash } from 'node:crypto'
import type { ArgsOf } from '../../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../../api/envelope/errors.js'
import type { OrderBook } from '../../../api/models/models.js'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  multiply,
  one,
  parseDecimal,
  pickSmallerDecimal,
  subtractDecimals,
  toMultiple,
  zero,
} from '../../../api/values/decimal.js'
import { readDemands } from '../../../orders/constraints.js'
import { createRuleError } from '../../../orders/rules.js'
import type { OrderDemands, OrderSide, OrderTerms, OrderType } from '../../../venue-kit/contract/trading.js'

export type OrderInput = ArgsOf<'createOrder'>[0]

/** What a caller wants, read and exact; whether the market allows it is another matter. */
export interface OrderRequest {
  readonly marketId: string
  readonly outcomeId: string
  readonly side: OrderSide
  readonly type: OrderType
  /** Contracts; money, where it is to be spent. */
  readonly amount: Decimal
  /** `amount` is money. */
  readonly isMoney?: true
  /** The limit; of a market order the worst price that its caller takes, where he names one. */
  readonly price?: Decimal
  /** Share of the price by which a market order may go beyond what the book asks for; 0 by default. */
  readonly slippage: Decimal
  readonly clientOrderId?: string
  /** What the caller says of the market, and for whom it trades: the venue judges. */
  readonly hints: Pick<OrderTerms, 'feeRateBps' | 'tickSize' | 'negRisk' | 'onBehalfOf'>
  readonly demands: OrderDemands
}

/** Names of orders that every venue here can carry or hash. */
const clientIdForm = /^[\x21-\x7e]{1,128}$/
const HUNDRED = decimalOf(100)

/** @throws VALIDATION_ERROR naming the member, INVALID_ORDER for numbers that no order can have */
export function parseOrder(input: OrderInput): OrderRequest {
  const { marketId, outcomeId, side, type, clientOrderId, fee, tickSize, negRisk, onBehalfOf, denom } = input
  if (denom === 'usdc' && (side !== 'buy' || type !== 'market'))
    throw createRuleError(
      'denom',
      `Only a purchase at the market can spend money: got denom 'usdc' with a ${type} order to ${side}.`,
      { allowed: ['shares'] },
    )
  const amount = readAmount(input.amount)
  if (input.price === undefined && type === 'limit')
    throw createValidationError('price', 'A limit order needs a price between 0 and 1')
  const price = input.price === undefined ? undefined : readPrice(input.price)
  if (clientOrderId !== undefined && !clientIdForm.test(clientOrderId))
    throw createValidationError(
      'clientOrderId',
      'clientOrderId must be 1 to 128 visible ASCII characters without spaces',
    )
  return {
    marketId,
    outcomeId,
    side,
    type,
    amount,
    ...(denom === 'usdc' ? { isMoney: true } : {}),
    slippage: slippageOf(input.slippage_pct),
    demands: readDemands(input),
    ...(price === undefined ? {} : { price }),
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    hints: {
      ...(fee === undefined ? {} : { feeRateBps: fee }),
      ...(tickSize === undefined ? {} : { tickSize }),
      ...(negRisk === undefined ? {} : { negRisk }),
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    },
  }
}

/** Digits on either side of the point: more than any venue counts in, and few enough for amount times price to be written. */
const MAX_DIGITS = 20

/** @throws INVALID_ORDER for what is no number of contracts */
export function readAmount(value: number): Decimal {
  const amount = countable('amount', value)
  if (compare(amount, zero) > 0) return amount
  throw createRuleError('amount', `The amount must be above 0; got ${value}.`)
}

/** @throws INVALID_ORDER for what is no price of an outcome */
export function readPrice(value: number): Decimal {
  const price = countable('price', value)
  if (compare(price, zero) > 0 && compare(price, one) < 0) return price
  throw createRuleError('price', `The price must lie between 0 and 1; got ${value}.`)
}

function countable(field: string, value: number): Decimal {
  const read = parseDecimal(String(value))
  const largest = { units: 10n ** BigInt(MAX_DIGITS), scale: 0 }
  if (read !== undefined && read.scale <= MAX_DIGITS && compare(read, largest) < 0) return read
  throw createRuleError(
    field,
    `The ${field} has more than ${MAX_DIGITS} digits before or behind the point, which no venue counts in; got ${value}.`,
  )
}

function slippageOf(percent: number | undefined): Decimal {
  if (percent === undefined) return zero
  const read = parseDecimal(String(percent))
  if (read === undefined || compare(read, zero) < 0 || compare(read, HUNDRED) > 0)
    throw createValidationError('slippage_pct', 'slippage_pct must lie between 0 and 100')
  return divide(read, HUNDRED, 20, 'nearest')
}

/** One text for one wish: two calls with the same one want the same order. */
export function fingerprintOf(input: object): string {
  const members = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url')
}

/** What a market order needs of the book. */
export interface BookReach {
  /** Of the best level. */
  readonly best: Decimal
  /** The worst price that it may fill at: that of the last level it needs, and the slippage beyond it, within 0..1. */
  readonly worst: Decimal
}

/** Digits of a price that a book may mean; what floats carry beyond them is noise, and no tick. */
const BOOK_STEP = decimalOf('0.0000000001')

/** What is offered for contracts, best first. */
function levelsOf(levels: OrderBook['bids']): readonly { readonly price: Decimal; readonly size: Decimal }[] {
  return levels
    .filter(({ size }) => size > 0)
    .map(({ price, size }) => ({
      price: toMultiple(decimalOf(price), BOOK_STEP, 'nearest'),
      size: decimalOf(size),
    }))
}

/** Undefined where nobody bids. */
export function bestBidOf({ bids }: OrderBook): Decimal | undefined {
  return levelsOf(bids)[0]?.price
}

/**
 * How far into the book a market order reaches. Where the book does not hold all of it, to its last level.
 * @throws NO_LIQUIDITY when nobody offers the other side
 */
export function findBookReach(
  { side, amount, isMoney, slippage }: Pick<OrderRequest, 'side' | 'amount' | 'isMoney' | 'slippage'>,
  book: OrderBook,
): BookReach {
  const levels = levelsOf(side === 'buy' ? book.asks : book.bids)
  const [first] = levels
  if (first === undefined) {
    const missing = side === 'buy' ? 'asks' : 'bids'
    throw new PmxError(
      'NO_LIQUIDITY',
      `A market order cannot fill: the book has no ${missing}. Use a limit order.`,
      { detail: { kind: 'no_liquidity', side, missing } },
    )
  }
  let [left, last] = [amount, first]
  for (const level of levels) {
    if (compare(left, zero) <= 0) break
    last = level
    left = subtractDecimals(left, isMoney === true ? multiply(level.size, level.price) : level.size)
  }
  const { price } = last
  const room = multiply(price, slippage)
  const worst = side === 'buy' ? pickSmallerDecimal(add(price, room), one) : subtractDecimals(price, room)
  return { best: first.price, worst }
}
