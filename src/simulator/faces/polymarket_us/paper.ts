import type { FaceCall, FaceContext } from '../../face.js'
import { type Amount, amountOfNumber, ONE, rounded, times } from '../../paper/amount.js'
import type { PaperAccount, PaperExchange, PaperRules } from '../../paper/types.js'
import type { Side, WorldBook, WorldMarket } from '../../world/types.js'
import { callerOf } from './signature.js'

/** What a taker pays of contracts × price × (1 − price), as markets tell it. */
export const FEE_COEFFICIENT = 0.0695
const RATE = amountOfNumber(FEE_COEFFICIENT)
const HUNDREDTH_OF_A_CENT = ONE / 10_000n

/** Long and short net; makers pay nothing. How fees are rounded is not told. */
const rules: PaperRules = {
  venue: 'polymarket_us',
  netting: 'pairs',
  fee: ({ price, size, liquidity }) =>
    liquidity === 'maker'
      ? 0n
      : rounded(times(times(times(price, ONE - price), size), RATE), HUNDREDTH_OF_A_CENT, 'up'),
}

function exchangeOf({ paper }: Pick<FaceContext, 'paper'>): PaperExchange {
  return paper.exchange(rules)
}

/** The book as everybody sees it. */
export function bookOf(context: FaceContext, market: WorldMarket): WorldBook {
  return exchangeOf(context).book(market, context.now)
}

/** The account of a signed call: any key is one of its own. @throws 401 for a call that is not signed as documented */
export function accountOf(call: FaceCall): PaperAccount {
  return exchangeOf(call).account(callerOf(call), call.now)
}

/** A price of one side as that of long, in which everything is told; and back. */
export function longPrice(side: Side, price: Amount): Amount {
  return side === 'yes' ? price : ONE - price
}

/** The fewest contracts, in whose multiples orders are counted. */
export function leastQuantity({ tick }: WorldMarket): number {
  return tick === 0.001 ? 1 : 0.01
}
