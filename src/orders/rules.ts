import {
  compare,
  type Decimal,
  decimal,
  isMultiple,
  multiply,
  type Rounding,
  subtract,
  toMultiple,
  toText,
} from '../api/decimal.js'
import { PmxError } from '../api/errors.js'
import type { OrderRules, OrderTerms, PriceBand } from '../venue-kit/trading.js'

/**
 * Holds an order against the rules of its market, before anything is built or sent.
 * @throws INVALID_ORDER naming the member, with what is allowed in `detail.allowed`
 */
export function assertAllowed(terms: OrderTerms, rules: OrderRules): void {
  const { side, type } = terms
  const [amount, price] = [decimal(terms.amount), decimal(terms.price)]
  if (rules.closed !== undefined)
    throw broken('marketId', `This market takes no orders: ${rules.closed}.`, {})
  if (rules.sides !== undefined && !rules.sides.includes(side))
    throw broken('side', `Here one can only ${rules.sides.join(' or ')}.`, { allowed: rules.sides })
  if (rules.types !== undefined && !rules.types.includes(type))
    throw broken('type', `Here orders are ${rules.types.join(' or ')} orders.`, { allowed: rules.types })
  assertPrice(price, rules.prices)
  for (const least of [rules.minAmount, type === 'limit' ? rules.minLimitAmount : undefined])
    if (least !== undefined && compare(amount, decimal(least)) < 0)
      throw broken('amount', `The amount ${terms.amount} is below the least, ${least}.`, {
        allowed: { min: least },
      })
  if (rules.amountStep !== undefined && !isMultiple(amount, decimal(rules.amountStep)))
    throw broken('amount', `The amount ${terms.amount} is no multiple of ${rules.amountStep}.`, {
      allowed: { step: rules.amountStep },
    })
  const cost = multiply(amount, price)
  if (rules.minCost !== undefined && compare(cost, decimal(rules.minCost)) < 0)
    throw broken('amount', `The order costs ${toText(cost)}, which is below the least, ${rules.minCost}.`, {
      allowed: { minCost: rules.minCost },
    })
}

function assertPrice(price: Decimal, prices: OrderRules['prices']): void {
  if (prices === undefined) return
  if (isLadder(prices)) {
    if (prices.some((one) => compare(decimal(one), price) === 0)) return
    const [below, above] = besides(price, prices)
    const beside = [below, above].filter((one) => one !== undefined)
    throw broken(
      'price',
      `The price ${toText(price)} is not on the ladder; beside it are ${beside.join(' and ')}.`,
      {
        allowed: { nearest: beside },
      },
    )
  }
  const bands = prices
  const band = bandOf(price, bands)
  if (band === undefined) {
    const [min, max] = [bands[0]?.from, bands.at(-1)?.to]
    throw broken('price', `The price ${toText(price)} is outside of ${min} to ${max}.`, {
      allowed: { min, max },
    })
  }
  if (isMultiple(subtract(price, decimal(band.from)), decimal(band.step))) return
  const nearest = (['down', 'up'] as const).map((way) => onBand(price, band, way))
  throw broken('price', `The price ${toText(price)} is no multiple of the tick ${band.step}.`, {
    allowed: { tick: band.step, nearest },
  })
}

/**
 * The price of the grid beside `price`: the next lower or higher one, and the lowest or highest where there is none.
 * `price` itself where the grid is not known.
 */
export function onGrid(
  price: Decimal,
  prices: OrderRules['prices'],
  way: Exclude<Rounding, 'nearest'>,
): string {
  if (prices === undefined || prices.length === 0) return toText(price)
  if (isLadder(prices)) {
    const [below, above] = besides(price, prices)
    return (way === 'down' ? (below ?? above) : (above ?? below)) ?? toText(price)
  }
  const [lowest, highest] = [prices[0]?.from ?? '0', prices.at(-1)?.to ?? '1']
  if (compare(price, decimal(lowest)) <= 0) return lowest
  if (compare(price, decimal(highest)) >= 0) return highest
  const band = bandOf(price, prices)
  return band === undefined ? toText(price) : onBand(price, band, way)
}

function onBand(price: Decimal, { from, step }: PriceBand, way: Rounding): string {
  const start = decimal(from)
  const above = toMultiple(subtract(price, start), decimal(step), way)
  return toText(subtract(above, { units: -start.units, scale: start.scale }))
}

function isLadder(prices: NonNullable<OrderRules['prices']>): prices is readonly string[] {
  return typeof prices[0] === 'string'
}

/** Where two bands meet the finer one counts, which allows what the other does. */
function bandOf(price: Decimal, bands: readonly PriceBand[]): PriceBand | undefined {
  const within = bands.filter(
    ({ from, to }) => compare(price, decimal(from)) >= 0 && compare(price, decimal(to)) <= 0,
  )
  return (
    within.find(({ from, step }) => isMultiple(subtract(price, decimal(from)), decimal(step))) ?? within[0]
  )
}

function besides(
  price: Decimal,
  ladder: readonly string[],
): readonly [string | undefined, string | undefined] {
  const below = ladder.filter((one) => compare(decimal(one), price) <= 0).at(-1)
  const above = ladder.find((one) => compare(decimal(one), price) >= 0)
  return [below, above]
}

function broken(field: string, message: string, detail: Readonly<Record<string, unknown>>): PmxError {
  return new PmxError('INVALID_ORDER', message, { field, detail: { kind: 'order_rule', ...detail } })
}
