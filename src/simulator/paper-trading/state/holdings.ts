import type { Holding } from '../../world/wallets.js'
import { divideAmounts, numberOf } from './amount.js'
import type { PaperAccount, PaperPosition } from './types.js'

/** Returns an open position of a paper account in the form of the simulation's public wallets. */
function holdingOf({ market, side, size, cost, realized, openedAt }: PaperPosition): Holding {
  return {
    market,
    side,
    size: numberOf(size),
    entryPrice: numberOf(divideAmounts(cost, size)),
    realized: numberOf(realized),
    acquiredAt: openedAt,
  }
}

/**
 * Returns the open positions of an account in that form. There are none without an account. Resolved markets have already been
 * paid out.
 */
export function readPaperHoldings(account: PaperAccount | undefined): readonly Holding[] {
  return (account?.positions() ?? []).filter(({ size }) => size > 0n).map(holdingOf)
}
