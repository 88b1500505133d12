import { DAY_MS } from '../../../api/times/resolution.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { inWholeCents } from '../../world/cents.js'
import { mixWide, unit } from '../../world/common/hash.js'
import type { WorldMarket } from '../../world/common/types.js'
import { otherSidePrice } from '../../world/wallets.js'
import { isMulti, type NativeMarket, winnerOf } from './native-market.js'
import { liquidityPrice, reservesOf } from './pool.js'

/**
 * What the pool quotes at an instant, after its last trade: one price an outcome, above 0, adding up to 1. Eight
 * decimals.
 */
export function poolPrices(
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
  // What rounding lost goes to the favourite, where it shows least.
  const favourite = prices.indexOf(Math.max(...prices))
  const others = prices.reduce((total, price, index) => (index === favourite ? total : total + price), 0)
  return prices.map((price, index) => (index === favourite ? round8(1 - others) : price))
}

/** How far a pool stays away from 0 and 1. */
const MIN_PRICE = 0.001
/** How far traders miss what an outcome is worth, of the room on both sides of it. */
const MISS = 0.02

/** The price that a trade at an instant leaves: about what the outcome is worth, and never quite the one before. */
function aimOf({ world }: Pick<MockContext, 'world'>, leg: WorldMarket, at: number): number {
  const worth = MIN_PRICE + (1 - 2 * MIN_PRICE) * world.fairPrice(leg.key, at)
  const miss = MISS * (2 * unit(mixWide(leg.seed + 41, at)) - 1)
  return round8(worth + miss * worth * (1 - worth))
}

/** The prices that rows show: after the result 1 and 0, for voided markets as they last stood. */
export function shownPrices(context: MockContext, market: NativeMarket): readonly (number | null)[] {
  const winner = winnerOf(market, context.now)
  if (winner !== undefined) return market.outcomeTitles.map((_, index) => (index === winner ? 1 : 0))
  return market.model === 'amm'
    ? poolPrices(context, market, context.now)
    : bookPrices(context, market, context.now)
}

/** Of an order book: the last trade's price, else the middle; null when there is neither. */
function bookPrices(context: MockContext, { legs: [leg] }: NativeMarket, at: number): (number | null)[] {
  const world = inWholeCents(context.world)
  const price = world.lastTrade(leg.key, at)?.price ?? middleOf(world.book(leg.key, at))
  return price === undefined ? [null, null] : [price, otherSidePrice(price)]
}

function middleOf({ bids, asks }: ReturnType<MockContext['world']['book']>): number | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  return bid === undefined || ask === undefined ? undefined : round8((bid + ask) / 2)
}

/** What the change of 24 h is counted from, by outcome; null where there was no price. */
function dayBefore(context: MockContext, market: NativeMarket): readonly (number | null)[] {
  const then = Math.max(market.opensAt, context.now - DAY_MS)
  return market.model === 'amm' ? poolPrices(context, market, then) : bookPrices(context, market, then)
}

/**
 * `priceChange24h`: the ratio to the price 24 h ago, less 1; 0 once the market has closed (README.md).
 */
export function changes24h(context: MockContext, market: NativeMarket): readonly number[] {
  if (context.now >= market.closesAt) return market.outcomeTitles.map(() => 0)
  const before = dayBefore(context, market)
  return shownPrices(context, market).map((price, index) => {
    const then = before[index] ?? null
    return price === null || then === null ? 0 : price / then - 1
  })
}

export function poolLiquidity({ legs: [leg] }: NativeMarket): number {
  return 1_000 * (1 + (mixWide(leg.seed, 77) % 40))
}

/** Liquidity of a pool with its reserves; both only depend on the pool and on what it quotes. */
export function poolOf(context: MockContext, market: NativeMarket) {
  const liquidity = poolLiquidity(market)
  const at = Math.min(context.now, market.closesAt - 1)
  const reserves = reservesOf(liquidity, poolPrices(context, market, at))
  return { liquidity, reserves, liquidityPrice: round8(liquidityPrice(liquidity, reserves)) }
}

export function round8(value: number): number {
  return Math.round(value * 1e8) / 1e8
}

/** Six decimals, as tokens have. */
export function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
