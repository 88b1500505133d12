import type { Holding } from '../world/wallets.js'
import { numberOf, per } from './amount.js'
import type { PaperPosition } from './types.js'

/** A position of a paper account as those of the demo's public wallets are told; of what is not sold out. */
export function holdingOf({ market, side, size, cost, realized, openedAt }: PaperPosition): Holding {
  return {
    market,
    side,
    size: numberOf(size),
    entryPrice: numberOf(per(cost, size)),
    realized: numberOf(realized),
    acquiredAt: openedAt,
  }
}
