import type { FaceContext } from '../../face.js'
import { type Amount, amountOfNumber, least, most, ONE, times } from '../../paper/amount.js'
import type { PaperAccount, PaperExchange, PaperRules } from '../../paper/types.js'

/** 700 basis points of what is at stake on both sides of the price, at least one; of a contract's cheaper side. */
const rules: PaperRules = {
  venue: 'probable',
  netting: 'tokens',
  fee({ price, size }): Amount {
    const rate = most((times(price, ONE - price) * 7n) / 100n, amountOfNumber(0.0001))
    return times(times(rate, least(price, ONE - price)), size)
  },
  orderId: (_hash, count) => String(100_000 + count),
}

export function exchangeOf({ paper }: Pick<FaceContext, 'paper'>): PaperExchange {
  return paper.exchange(rules)
}

/** The account of a Safe that has traded here; undefined for any other address. */
export function accountAt(call: FaceContext, address: string): PaperAccount | undefined {
  const exchange = exchangeOf(call)
  return exchange.knows(address) ? exchange.account(address, call.now) : undefined
}
