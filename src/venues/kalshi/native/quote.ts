import { decimalOf, one, subtractDecimals, toFixed } from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { Side } from '../ids.js'

/** Returns a bid or an ask of YES: buying NO at q is selling YES at 1 - q. */
export function quoteOf({ side, amount, price }: Pick<OrderTerms, 'side' | 'amount' | 'price'>, of: Side) {
  const isBid = (side === 'buy') === (of === 'yes')
  const yesPrice = of === 'yes' ? decimalOf(price) : subtractDecimals(one, decimalOf(price))
  return {
    side: isBid ? 'bid' : 'ask',
    count: toFixed(decimalOf(amount), 2),
    // Never worse than requested, where the market reports no tick size.
    price: toFixed(yesPrice, 4, isBid ? 'down' : 'up'),
  }
}
