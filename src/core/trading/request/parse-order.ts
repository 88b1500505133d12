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

/** A parsed order request with exact numbers; the rules of the market are checked elsewhere. */
export interface OrderRequest {
  readonly marketId: string
  readonly outcomeId: string
  readonly side: OrderSide
  readonly type: OrderType
  /** Contracts; or money, where `isMoney` is set. */
  readonly amount: Decimal
  /** `amount` is money. */
  readonly isMoney?: true
  /** The limit; for a market order the worst acceptable price, if the caller names one. */
  readonly price?: Decimal
  /** Share of the price by which a market order may exceed the price in the book; 0 by default. */
  readonly slippage: Decimal
  readonly clientOrderId?: string
  /** The caller's statements about the market, and the account for which it trades: the venue checks them. */
  readonly hints: Pick<OrderTerms, 'feeRateBps' | 'tickSize' | 'negRisk' | 'onBehalfOf'>
  readonly demands: OrderDemands
}

/** Order names that every venue here can transmit or hash. */
const clientIdForm = /^[\x21-\x7e]{1,128}$/
const HUNDRED = decimalOf(100)

/** @throws VALIDATION_ERROR naming the member, INVALID_ORDER for impossible numbers */
export function parseOrder(input: OrderInput): OrderRequest {
  const { marketId, outcomeId, side, type, clientOrderId, fee, tickSize, negRisk, onBehalfOf, denom } = input
  if (denom === 'usdc' && (side !== 'buy' || type !== 'market'))
    throw createRuleError(
      'denom',
      `denom 'usdc' is for market buy orders only; got a ${type} order to ${side}.`,
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

/** Maximum number of digits on either side of the point: more than any venue uses, and few enough for amount times price. */
const MAX_DIGITS = 20

/** @throws INVALID_ORDER for a value that is not a number of contracts */
export function readAmount(value: number): Decimal {
  const amount = countable('amount', value)
  if (compare(amount, zero) > 0) return amount
  throw createRuleError('amount', `The amount must be above 0; got ${value}.`)
}

/** @throws INVALID_ORDER for a value that is not a price of an outcome */
export function readPrice(value: number): Decimal {
  const price = countable('price', value)
  if (compare(price, zero) > 0 && compare(price, one) < 0) return price
  throw createRuleError('price', `The price must be between 0 and 1; got ${value}.`)
}

function countable(field: string, value: number): Decimal {
  const read = parseDecimal(String(value))
  const largest = { units: 10n ** BigInt(MAX_DIGITS), scale: 0 }
  if (read !== undefined && read.scale <= MAX_DIGITS && compare(read, largest) < 0) return read
  throw createRuleError(
    field,
    `The ${field} has more than ${MAX_DIGITS} digits before or after the decimal point, more than any venue supports; got ${value}.`,
  )
}

function slippageOf(percent: number | undefined): Decimal {
  if (percent === undefined) return zero
  const read = parseDecimal(String(percent))
  if (read === undefined || compare(read, zero) < 0 || compare(read, HUNDRED) > 0)
    throw createValidationError('slippage_pct', 'slippage_pct must be between 0 and 100')
  return divide(read, HUNDRED, 20, 'nearest')
}

/** Returns a text that identifies an order request. Two calls with the same text request the same order. */
export function fingerprintOf(input: object): string {
  const members = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url')
}

/** What a market order needs from the book. */
export interface BookReach {
  /** Price of the best level. */
  readonly best: Decimal
  /** The worst price at which it may fill: that of the last level it needs, plus the slippage, within 0..1. */
  readonly worst: Decimal
}

/** Smallest meaningful price step of a book; further digits are floating-point noise. */
const BOOK_STEP = decimalOf('0.0000000001')

/** Returns the price levels of a side, best first. */
function levelsOf(levels: OrderBook['bids']): readonly { readonly price: Decimal; readonly size: Decimal }[] {
  return levels
    .filter(({ size }) => size > 0)
    .map(({ price, size }) => ({
      price: toMultiple(decimalOf(price), BOOK_STEP, 'nearest'),
      size: decimalOf(size),
    }))
}

/** Returns the best bid, or undefined if there are no bids. */
export function bestBidOf({ bids }: OrderBook): Decimal | undefined {
  return levelsOf(bids)[0]?.price
}

/**
 * Returns the price level that a market order reaches in the book, or the last level if the book cannot fill all of it.
 * @throws NO_LIQUIDITY when the other side is empty
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
