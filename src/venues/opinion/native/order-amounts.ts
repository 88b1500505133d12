import {
  add,
  compare,
  type Decimal,
  decimal,
  multiply,
  subtract,
  toMultiple,
  zero,
} from '../../../api/decimal.js'
import { PmxError } from '../../../api/errors.js'
import { type ExchangeAmounts, limitAmounts } from '../../../venue-kit/exchange-order.js'
import type { OrderTerms } from '../../../venue-kit/trading.js'
import type { NativeBook } from '../wire.js'

/**
 * The amounts of an order at a limit: whole multiples of the price as a fraction, so that their quotient is the price
 * and nothing else. What is finer than that is left out: with 18 digits, a millionth of a millionth of a contract.
 * @param decimals digits of the money, which contracts are counted in as well
 */
export function amountsAtLimit(
  { side, amount, price: at }: Pick<OrderTerms, 'side' | 'amount' | 'price'>,
  decimals: number,
): ExchangeAmounts {
  const price = decimal(at)
  const step = { units: 10n ** BigInt(price.scale), scale: decimals }
  const size = toMultiple(decimal(amount), step, 'down')
  if (compare(size, zero) <= 0)
    throw new PmxError(
      'INVALID_ORDER',
      `At the price ${at} the amount ${amount} is too small to be written down.`,
      {
        exchange: 'opinion',
        field: 'amount',
      },
    )
  return limitAmounts({ side, size, price }, { decimals, money: { buy: 'down', sell: 'down' } })
}

/**
 * Money for a purchase at the market, which the venue takes by money: what so many contracts cost in the book as it is,
 * and at the worst price what the book does not hold up to it. Never more than all of them at the worst price.
 */
export function moneyFor(
  { amount, price }: Pick<OrderTerms, 'amount' | 'price'>,
  asks: NativeBook['asks'],
): Decimal {
  const worst = decimal(price)
  let [left, money] = [decimal(amount), zero]
  for (const level of [...asks].sort((a, b) => a.price - b.price)) {
    const [at, offered] = [decimal(level.price), decimal(level.size)]
    if (compare(at, worst) > 0) break
    const taken = compare(offered, left) < 0 ? offered : left
    money = add(money, multiply(taken, at))
    left = subtract(left, taken)
  }
  return add(money, multiply(left, worst))
}
