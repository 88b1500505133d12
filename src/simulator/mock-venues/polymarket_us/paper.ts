import { type Amount, ONE } from '../../paper-trading/state/amount.js'
import type { SidedExecution } from '../../paper-trading/state/types.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import type { Side, WorldMarket } from '../../world/common/types.js'
import { isCombo, withCombos } from './combo-market.js'
import { exactComboFeeOf, exactFeeOf, makerRebate, roundFees } from './fees.js'
import { callerOf } from './signature.js'

type Taken = Pick<SidedExecution, 'market' | 'side' | 'price' | 'size'>

/** Returns the fee of each execution that an order takes on arrival. */
export function takerFeesOf(executions: readonly Taken[]): readonly Amount[] {
  return roundFees(
    executions.map(({ market, side, price, size }) =>
      isCombo(market)
        ? exactComboFeeOf({ price: toLongPrice(side, price), size })
        : exactFeeOf({ price, size }),
    ),
  )
}

/** Trading rules: long and short are netted. */
export const rules: PaperRules = {
  venue: 'polymarket_us',
  world: withCombos,
  netting: 'pairs',
  takerFees: takerFeesOf,
  makerRebate,
}

/** Returns books, and the account of a key; each key has a separate account. */
export const { bookOf, accountOf, exchangeOf } = tradingBy(rules, callerOf)

/** Converts a price of one side to a price of long, in which all prices are returned; also converts back. */
export function toLongPrice(side: Side, price: Amount): Amount {
  return side === 'yes' ? price : ONE - price
}

/** Returns the minimum number of contracts; sizes of orders are multiples of it. */
export function minQuantityOf(market: WorldMarket): number {
  return market.tick === 0.001 && !isCombo(market) ? 1 : 0.01
}
