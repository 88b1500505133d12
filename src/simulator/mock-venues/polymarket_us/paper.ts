import { type Amount, ONE } from '../../paper-trading/state/amount.js'
import type { SidedExecution } from '../../paper-trading/state/types.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import type { Side, WorldMarket } from '../../world/common/types.js'
import { isCombo, withCombos } from './combo-market.js'
import { exactComboFee, exactFee, makerRebate, roundedFees } from './fees.js'
import { callerOf } from './signature.js'

type Taken = Pick<SidedExecution, 'market' | 'side' | 'price' | 'size'>

/** What each execution costs of all that an order takes at once. */
export function takerFeesOf(executions: readonly Taken[]): readonly Amount[] {
  return roundedFees(
    executions.map(({ market, side, price, size }) =>
      isCombo(market) ? exactComboFee({ price: longPrice(side, price), size }) : exactFee({ price, size }),
    ),
  )
}

/** Long and short net. */
export const rules: PaperRules = {
  venue: 'polymarket_us',
  world: withCombos,
  netting: 'pairs',
  takerFees: takerFeesOf,
  makerRebate,
}

/** Any key has an account of its own. */
export const { bookOf, accountOf, exchangeOf } = tradingBy(rules, callerOf)

/** A price of one side as that of long, in which everything is told; and back. */
export function longPrice(side: Side, price: Amount): Amount {
  return side === 'yes' ? price : ONE - price
}

/** The fewest contracts, in whose multiples orders are counted. */
export function minQuantityOf(market: WorldMarket): number {
  return market.tick === 0.001 && !isCombo(market) ? 1 : 0.01
}
