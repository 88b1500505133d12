import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type Amount, multiplyAmounts, numberOf, ONE } from '../../paper-trading/state/amount.js'
import type { PaperAccount, PaperFill } from '../../paper-trading/state/types.js'
import type { Side, WorldMarket } from '../../world/common/types.js'
import { isSettled, sharesOf } from './settlement.js'

/** A holding of one side of a market. */
export interface Holding {
  readonly market: WorldMarket
  readonly side: Side
  /** Contracts. */
  readonly size: number
  /** The part in open sell orders. */
  readonly frozen: number
  /** Average price of the contracts. */
  readonly entryPrice: number
}

/** A position derived from fills. */
interface Lot {
  shares: Amount
  /** Price times contracts of the holding. Recorded average prices exclude the fee. */
  cost: Amount
}

/** Returns the holdings of an account, by its settled fills. */
export function ownHoldingsOf(context: MockContext, account: PaperAccount): readonly Holding[] {
  const lots = lotsOf(account.fills().filter((fill) => isSettled(context, fill)))
  return account.positions().flatMap((position): Holding[] => {
    const { market, side, locked } = position
    const lot = lots.get(nameOf(market, side))
    if (lot === undefined || lot.shares <= 0n) return []
    return [
      {
        market,
        side,
        size: numberOf(lot.shares),
        frozen: numberOf(locked),
        entryPrice: numberOf((lot.cost * ONE) / lot.shares),
      },
    ]
  })
}

/** Returns the profit of each sale over the average price, by the id of its fill. */
export function profitsOf(account: PaperAccount): ReadonlyMap<string, Amount> {
  const profits = new Map<string, Amount>()
  lotsOf(account.fills(), profits)
  return profits
}

function nameOf({ key }: WorldMarket, side: Side): string {
  return `${key} ${side}`
}

/** @param fills newest first @param profits receives the profit of each sale */
function lotsOf(fills: readonly PaperFill[], profits = new Map<string, Amount>()): ReadonlyMap<string, Lot> {
  const lots = new Map<string, Lot>()
  for (const fill of fills.toReversed()) {
    const { id, market, order, price, size } = fill
    const name = nameOf(market, order.side)
    const lot = lots.get(name) ?? { shares: 0n, cost: 0n }
    lots.set(name, lot)
    if (order.action === 'buy') {
      lot.shares += sharesOf(fill)
      lot.cost += multiplyAmounts(price, sharesOf(fill))
      continue
    }
    const sold = lot.shares === 0n ? 0n : (lot.cost * size) / lot.shares
    profits.set(id, multiplyAmounts(price, size) - sold)
    lot.shares -= size
    lot.cost -= sold
  }
  return lots
}
