import type { Holding } from '../../world/wallets.js'
import { numberOf, per } from './amount.js'
import type { PaperAccount, PaperPosition } from './types.js'

/** A position of a paper account as those of the demo's public wallets are told; of what is not sold out. */
function holdingOf({ market, side, size, cost, realized, openedAt }: PaperPosition): Holding {
  return {
    market,
    side,
    size: numberOf(size),
    entryPrice: numberOf(per(cost, size)),
    realized: numberOf(realized),
    acquiredAt: openedAt,
  }
}

/** What an account holds, as the same; nothing where there is no account. What resolved was paid out. */
export function readPaperHoldings(account: PaperAccount | undefined): readonly Holding[] {
  return (account?.positions() ?? []).filter(({ size }) => size > 0n).map(holdingOf)
}
