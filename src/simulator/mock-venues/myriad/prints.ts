import type { MockContext } from '../../mock-kit/mock-venue.js'
import { printOf as printed } from '../../mock-kit/yes-no-sides.js'
import { mixWide } from '../../world/common/hash.js'
import type { WorldMarket, WorldTrade } from '../../world/common/types.js'
import { hexAddress } from './ids.js'
import { isMulti, type NativeMarket } from './native-market.js'
import { moveTo, reservesOf } from './pool.js'
import { poolLiquidity, poolPrices, round6 } from './prices.js'

/** How trades of the world are told: of a book as they are, of a pool by what moves its price so far. */

/** Of so many trades about a question one is told of its other side. */
const OTHER_SIDE_ONE_IN = 3

/** How a trade was printed: which outcome changed hands, and whether its taker bought or sold it. */
interface Print {
  readonly outcome: 0 | 1
  readonly side: 'buy' | 'sell'
  /** Price of that outcome. */
  readonly price: number
}

/** A taker who wants the yes side of a book buys outcome 0 or sells outcome 1. */
export function printOf(leg: WorldMarket, trade: WorldTrade): Print {
  const { side, action, price } = printed(leg, trade, OTHER_SIDE_ONE_IN)
  return { outcome: side === 'yes' ? 0 : 1, side: action === 'BUY' ? 'buy' : 'sell', price }
}

/** What somebody did with a pool. */
interface PoolTrade {
  readonly outcome: number
  readonly side: 'buy' | 'sell'
  readonly shares: number
  /** Collateral that was paid or paid out. */
  readonly value: number
}

/**
 * The trade that takes a pool along its curve from the price before to the price after: a purchase where the price of its
 * outcome rises. In a pool of many outcomes the others move as they do in the world (README.md, "Pools").
 */
export function poolTradeOf(
  context: Pick<MockContext, 'world'>,
  market: NativeMarket,
  leg: WorldMarket,
  { at, sequence }: Pick<WorldTrade, 'at' | 'sequence'>,
): PoolTrade {
  const isOther = mixWide(leg.seed, sequence) % OTHER_SIDE_ONE_IN === 0
  const outcome = isMulti(market) ? leg.index : isOther ? 1 : 0
  const reserves = reservesOf(poolLiquidity(market), poolPrices(context, market, at - 1))
  const { value, shares } = moveTo(reserves, outcome, poolPrices(context, market, at)[outcome] ?? 0.5)
  const side = shares < 0 ? 'sell' : 'buy'
  return { outcome, side, shares: round6(Math.abs(shares)), value: round6(Math.abs(value)) }
}

/** In a pool trades of one second share a transaction; each match of a book has its own. */
export function transactionOf({ model, legs: [first] }: NativeMarket, leg: WorldMarket, at: number): string {
  const seed = model === 'amm' ? first.seed : leg.seed + 3
  return hexAddress(mixWide(seed, model === 'amm' ? Math.floor(at / 1000) : at), 32)
}
