import type { MockContext } from '../../mock-kit/mock-venue.js'
import {
  type Amount,
  maxOf,
  minOf,
  multiplyAmounts,
  ONE,
  toAmount,
} from '../../paper-trading/state/amount.js'
import type { PaperAccount } from '../../paper-trading/state/types.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'

/** The fee rate is 700 basis points of price x (1 - price), at least 1; it applies to the cheaper side of a contract. */
const rules: PaperRules = {
  venue: 'probable',
  netting: 'tokens',
  fee({ price, size }): Amount {
    const rate = maxOf((multiplyAmounts(price, ONE - price) * 7n) / 100n, toAmount(0.0001))
    return multiplyAmounts(multiplyAmounts(rate, minOf(price, ONE - price)), size)
  },
  orderId: (_hash, count) => String(100_000 + count),
}

/** Accounts are those of Safes, which are publicly readable. */
const trading = tradingBy(rules, (_call: MockContext, safe: string) => safe.toLowerCase())

/** Returns the public book of YES, and the account of a Safe. */
export const { bookOf: yesBook, accountOf: accountOfSafe } = trading

/** Returns the account of a Safe that has traded here, or undefined for any other address. */
export function accountAt(call: MockContext, address: string): PaperAccount | undefined {
  return trading.exchangeOf(call).knows(address) ? accountOfSafe(call, address) : undefined
}
