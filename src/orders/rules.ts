import { PmxError } from '../api/envelope/errors.js'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  isMultiple,
  multiply,
  pickSmallerDecimal,
  type Rounding,
  subtractDecimals,
  toMultiple,
  toText,
} from '../api/values/decimal.js'
import type { OrderRules, OrderTerms, PriceBand } from '../venue-kit/contract/trading.js'
import { mayRest } from '../venue-kit/orders/time-in-force.js'

/**
 * Checks an order against the rules of its market, before anything is built or sent.
 * @throws INVALID_ORDER with the member, and the allowed values in `detail.allowed`
 */
export function assertAllowed(terms: OrderTerms, rules: OrderRules): void {
  const { side, type } = terms
  const [amount, price] = [decimalOf(terms.amount), decimalOf(terms.price)]
  if (rules.closed !== undefined)
    throw createRuleError('marketId', `This market does not accept orders: ${rules.closed}.`)
  if (rules.sides !== undefined && !rules.sides.includes(side))
    throw createRuleError('side', `This market only accepts orders to ${rules.sides.join(' or ')}.`, {
      allowed: rules.sides,
    })
  if (rules.types !== undefined && !rules.types.includes(type))
    throw createRuleError('type', `This market only accepts ${rules.types.join(' or ')} orders.`, {
      allowed: rules.types,
    })
  assertPrice(price, rules.prices)
  const isSentAsLimit =
    type === 'market' && terms.spend === undefined && rules.limitsAtMarket?.includes(side) === true
  const isLimit = mayRest(terms) || isSentAsLimit
  for (const least of [rules.minAmount, isLimit ? rules.minLimitAmount : undefined])
    if (least !== undefined && compare(amount, decimalOf(least)) < 0)
      throw createRuleError('amount', `The amount ${terms.amount} is below the minimum of ${least}.`, {
        allowed: { min: least },
      })
  if (rules.maxAmount !== undefined && compare(amount, decimalOf(rules.maxAmount)) > 0)
    throw createRuleError(
      'amount',
      `The amount ${terms.amount} is above the maximum of ${rules.maxAmount}.`,
      {
        allowed: { max: rules.maxAmount },
      },
    )
  if (rules.amountStep !== undefined && !isMultiple(amount, decimalOf(rules.amountStep)))
    throw createRuleError('amount', `The amount ${terms.amount} is not a multiple of ${rules.amountStep}.`, {
      allowed: { step: rules.amountStep },
    })
  if (
    terms.spend !== undefined &&
    rules.spendStep !== undefined &&
    !isMultiple(decimalOf(terms.spend), decimalOf(rules.spendStep))
  )
    throw createRuleError(
      'amount',
      `The amount of money ${terms.spend} is not a multiple of ${rules.spendStep}.`,
      {
        allowed: { step: rules.spendStep },
      },
    )
  const cost = terms.spend === undefined ? multiply(amount, price) : decimalOf(terms.spend)
  if (rules.minCost !== undefined && compare(cost, decimalOf(rules.minCost)) < 0)
    throw createRuleError(
      'amount',
      `The order costs ${toText(cost)}, which is below the minimum of ${rules.minCost}.`,
      {
        allowed: { minCost: rules.minCost },
      },
    )
}

function assertPrice(price: Decimal, prices: OrderRules['prices']): void {
  if (prices === undefined || prices.length === 0) return
  const [below, above] = besides(price, prices)
  if (below !== undefined && compare(below, price) === 0) return
  const nearest = [below, above].flatMap((one) => (one === undefined ? [] : [toText(one)]))
  const told = toText(price)
  if (isLadder(prices)) {
    const message = `The price ${told} is not a valid tick. The nearest ticks are ${nearest.join(' and ')}.`
    throw createRuleError('price', message, { allowed: { nearest } })
  }
  const band = prices.find(({ from, to }) => isWithin(price, from, to))
  if (band === undefined) {
    const [min, max] = [prices[0]?.from, prices.at(-1)?.to]
    throw createRuleError('price', `The price ${told} is not between ${min} and ${max}.`, {
      allowed: { min, max },
    })
  }
  throw createRuleError('price', `The price ${told} is not a multiple of the tick size ${band.step}.`, {
    allowed: { tick: band.step, nearest },
  })
}

/**
 * Returns the nearest allowed price in one direction: beyond the range the lowest or highest price, and `price` itself if the
 * tick size is unknown.
 */
export function roundToTick(
  price: Decimal,
  prices: OrderRules['prices'],
  way: Exclude<Rounding, 'nearest'>,
): string {
  const [below, above] = besides(price, prices ?? [])
  return toText((way === 'down' ? (below ?? above) : (above ?? below)) ?? price)
}

/** Returns the allowed prices on both sides of `price`. If the price itself is allowed, both are that price. */
function besides(
  price: Decimal,
  prices: NonNullable<OrderRules['prices']>,
): readonly [Decimal | undefined, Decimal | undefined] {
  const allowed = isLadder(prices)
    ? prices.map((one) => decimalOf(one))
    : prices.flatMap((band) => besidesOnBand(price, band))
  const below = allowed.filter((one) => compare(one, price) <= 0)
  const above = allowed.filter((one) => compare(one, price) >= 0)
  return [
    below.reduce<Decimal | undefined>(
      (best, one) => (best && compare(best, one) > 0 ? best : one),
      undefined,
    ),
    above.reduce<Decimal | undefined>(
      (best, one) => (best && compare(best, one) < 0 ? best : one),
      undefined,
    ),
  ]
}

/** Returns the prices of a band on both sides of `price`, within it. A band may end between two ticks. */
function besidesOnBand(price: Decimal, { from, to, step }: PriceBand): readonly Decimal[] {
  const [start, end, size] = [decimalOf(from), decimalOf(to), decimalOf(step)]
  const inside = compare(price, start) < 0 ? start : pickSmallerDecimal(price, end)
  const steps = (way: Rounding) => add(start, toMultiple(subtractDecimals(inside, start), size, way))
  return [steps('down'), steps('up')].filter((one) => compare(one, end) <= 0)
}

function isWithin(price: Decimal, from: string, to: string): boolean {
  return compare(price, decimalOf(from)) >= 0 && compare(price, decimalOf(to)) <= 0
}

function isLadder(prices: readonly PriceBand[] | readonly string[]): prices is readonly string[] {
  return typeof prices[0] === 'string'
}

/**
 * Returns the error for an order that breaks a rule of its market, of its venue, or for orders in general.
 * @param field the member that breaks it
 */
export function createRuleError(
  field: string,
  message: string,
  detail: Readonly<Record<string, unknown>> = {},
): PmxError {
  return new PmxError('INVALID_ORDER', message, { field, detail: { kind: 'order_rule', ...detail } })
}
