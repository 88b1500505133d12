import { PmxError } from '../../../api/envelope/errors.js'
import { compare, decimalOf, toMultiple, zero } from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import { computeLimitAmounts, type ExchangeAmounts } from '../../../venue-kit/orders/exchange-order.js'

/**
 * Returns the amounts of a limit order. They are whole multiples of the price's fraction, so their quotient is exactly the price.
 * Finer amounts are dropped. With 18 digits, that is a millionth of a millionth of a contract.
 * @param decimals digits of the money, which contracts are counted in as well
 */
export function computeAmountsAtLimit(
  { side, amount, price: at }: Pick<OrderTerms, 'side' | 'amount' | 'price'>,
  decimals: number,
): ExchangeAmounts {
  const price = decimalOf(at)
  const step = { units: 10n ** BigInt(price.scale), scale: decimals }
  const size = toMultiple(decimalOf(amount), step, 'down')
  if (compare(size, zero) <= 0)
    throw new PmxError(
      'INVALID_ORDER',
      `At the price ${at}, the amount ${amount} is too small for the venue's units.`,
      {
        exchange: 'opinion',
        field: 'amount',
      },
    )
  return computeLimitAmounts({ side, size, price }, { decimals, money: { buy: 'down', sell: 'down' } })
}
