import { type Amount, amountOfNumber, ONE, rounded, times } from '../../paper/amount.js'
import { tradingBy } from '../../paper/trading.js'
import type { PaperRules } from '../../paper/types.js'
import type { Side, WorldMarket } from '../../world/types.js'
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

/** Any key has an account of its own. */
export const { bookOf, accountOf } = tradingBy(rules, callerOf)

/** A price of one side as that of long, in which everything is told; and back. */
export function longPrice(side: Side, price: Amount): Amount {
  return side === 'yes' ? price : ONE - price
}

/** The fewest contracts, in whose multiples orders are counted. */
export function leastQuantity({ tick }: WorldMarket): number {
  return tick === 0.001 ? 1 : 0.01
}
