import type { MockContext } from '../../mock-kit/mock-venue.js'
import { printOf as printed } from '../../mock-kit/yes-no-sides.js'
import { mixWide } from '../../world/common/hash.js'
import type { WorldMarket, WorldTrade } from '../../world/common/types.js'
import { createHexAddress } from './ids.js'
import { isMulti, type NativeMarket } from './native-market.js'
import { moveTo, reservesOf } from './pool.js'
import { poolLiquidityOf, poolPricesOf, round6 } from './prices.js'

/** Renders trades of the world: for a book as they are, for a pool as the trade that moves its price as far. */

/** One in this many trades of a question is rendered as a trade of its other side. */
const OTHER_SIDE_ONE_IN = 3

/** How a trade was printed: the outcome that changed hands, and whether the taker bought or sold it. */
interface Print {
  readonly outcome: 0 | 1
  readonly side: 'buy' | 'sell'
  /** Price of that outcome. */
  readonly price: number
}

/** Returns the print of a trade; a taker of the YES side of a book buys outcome 0 or sells outcome 1. */
export function printOf(leg: WorldMarket, trade: WorldTrade): Print {
  const { side, action, price } = printed(leg, trade, OTHER_SIDE_ONE_IN)
  return { outcome: side === 'yes' ? 0 : 1, side: action === 'BUY' ? 'buy' : 'sell', price }
}

/** A trade with a pool. */
interface PoolTrade {
  readonly outcome: number
  readonly side: 'buy' | 'sell'
  readonly shares: number
  /** Collateral that was paid or paid out. */
  readonly value: number
}

/**
 * Returns the trade that moves a pool along its curve from the previous price to the next: a purchase if the price of
 * its outcome rises. In a pool of many outcomes the other prices move as in the world (README.md, "Pools").
 */
export function poolTradeOf(
  context: Pick<MockContext, 'world'>,
  market: NativeMarket,
  leg: WorldMarket,
  { at, sequence }: Pick<WorldTrade, 'at' | 'sequence'>,
): PoolTrade {
  const isOther = mixWide(leg.seed, sequence) % OTHER_SIDE_ONE_IN === 0
  const outcome = isMulti(market) ? leg.index : isOther ? 1 : 0
  const reserves = reservesOf(poolLiquidityOf(market), poolPricesOf(context, market, at - 1))
  const { value, shares } = moveTo(reserves, outcome, poolPricesOf(context, market, at)[outcome] ?? 0.5)
  const side = shares < 0 ? 'sell' : 'buy'
  return { outcome, side, shares: round6(Math.abs(shares)), value: round6(Math.abs(value)) }
}

/**
 * Returns the transaction of a trade. Trades of a pool in one second share one; each match of a book has a separate
 * one.
 */
export function transactionOf({ model, legs: [first] }: NativeMarket, leg: WorldMarket, at: number): string {
  const seed = model === 'amm' ? first.seed : leg.seed + 3
  return createHexAddress(mixWide(seed, model === 'amm' ? Math.floor(at / 1000) : at), 32)
}
