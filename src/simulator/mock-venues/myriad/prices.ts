import { DAY_MS } from '../../../api/times/resolution.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { inWholeCents } from '../../world/cents.js'
import { mixWide, toUnit } from '../../world/common/hash.js'
import type { WorldMarket } from '../../world/common/types.js'
import { complementPriceOf } from '../../world/wallets.js'
import { isMulti, type NativeMarket, winnerOf } from './native-market.js'
import { liquidityPriceOf, reservesOf } from './pool.js'

/**
 * Returns the prices of a pool at a given time, after its last trade: one per outcome, above 0, adding up to 1, with
 * eight decimals.
 */
export function poolPricesOf(
  { world }: Pick<MockContext, 'world'>,
  market: NativeMarket,
  at: number,
): number[] {
  const last = market.legs.map((leg) => world.lastTrade(leg.key, at)?.at ?? market.opensAt)
  const movedAt = Math.max(...last)
  const raw = market.legs.map((leg) => aimOf({ world }, leg, movedAt))
  if (!isMulti(market)) return [raw[0] ?? 0.5, round8(1 - (raw[0] ?? 0.5))]
  const sum = raw.reduce((total, price) => total + price, 0)
  const prices = raw.map((price) => round8(price / sum))
  // The favorite absorbs the rounding difference, where it is relatively smallest.
  const favourite = prices.indexOf(Math.max(...prices))
  const others = prices.reduce((total, price, index) => (index === favourite ? total : total + price), 0)
  return prices.map((price, index) => (index === favourite ? round8(1 - others) : price))
}

/** Minimum distance of pool prices from 0 and 1. */
const MIN_PRICE = 0.001
/** Deviation of trades from the value of an outcome, as a fraction of the distance to 0 or 1. */
const MISS = 0.02

/** Returns the price after a trade: about the value of the outcome, and never equal to the previous price. */
function aimOf({ world }: Pick<MockContext, 'world'>, leg: WorldMarket, at: number): number {
  const worth = MIN_PRICE + (1 - 2 * MIN_PRICE) * world.fairPrice(leg.key, at)
  const miss = MISS * (2 * toUnit(mixWide(leg.seed + 41, at)) - 1)
  return round8(worth + miss * worth * (1 - worth))
}

/** Returns the prices in rows: after the result 1 and 0, for voided markets the last ones. */
export function shownPricesOf(context: MockContext, market: NativeMarket): readonly (number | null)[] {
  const winner = winnerOf(market, context.now)
  if (winner !== undefined) return market.outcomeTitles.map((_, index) => (index === winner ? 1 : 0))
  return market.model === 'amm'
    ? poolPricesOf(context, market, context.now)
    : bookPrices(context, market, context.now)
}

/** Returns the prices of an order book: the last traded price, otherwise the mid price; null without either. */
function bookPrices(context: MockContext, { legs: [leg] }: NativeMarket, at: number): (number | null)[] {
  const world = inWholeCents(context.world)
  const price = world.lastTrade(leg.key, at)?.price ?? middleOf(world.book(leg.key, at))
  return price === undefined ? [null, null] : [price, complementPriceOf(price)]
}

function middleOf({ bids, asks }: ReturnType<MockContext['world']['book']>): number | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  return bid === undefined || ask === undefined ? undefined : round8((bid + ask) / 2)
}

/** Returns the reference prices of the 24 h change, by outcome, or null if there was no price. */
function dayBefore(context: MockContext, market: NativeMarket): readonly (number | null)[] {
  const then = Math.max(market.opensAt, context.now - DAY_MS)
  return market.model === 'amm' ? poolPricesOf(context, market, then) : bookPrices(context, market, then)
}

/** Returns `priceChange24h`: the ratio to the price 24 h ago, minus 1; 0 after the close (README.md). */
export function computeChanges24h(context: MockContext, market: NativeMarket): readonly number[] {
  if (context.now >= market.closesAt) return market.outcomeTitles.map(() => 0)
  const before = dayBefore(context, market)
  return shownPricesOf(context, market).map((price, index) => {
    const then = before[index] ?? null
    return price === null || then === null ? 0 : price / then - 1
  })
}

export function poolLiquidityOf({ legs: [leg] }: NativeMarket): number {
  return 1_000 * (1 + (mixWide(leg.seed, 77) % 40))
}

/** Returns the liquidity and the reserves of a pool, which depend only on the pool and its prices. */
export function poolOf(context: MockContext, market: NativeMarket) {
  const liquidity = poolLiquidityOf(market)
  const at = Math.min(context.now, market.closesAt - 1)
  const reserves = reservesOf(liquidity, poolPricesOf(context, market, at))
  return { liquidity, reserves, liquidityPrice: round8(liquidityPriceOf(liquidity, reserves)) }
}

export function round8(value: number): number {
  return Math.round(value * 1e8) / 1e8
}

/** Rounds to six decimals, the precision of tokens. */
export function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
