import type { MockContext } from '../../mock-kit/mock-venue.js'
import { keyOf, type Market, onlyOf } from './kinds.js'
import { toDollars } from './replies.js'

/** Average bet, dollars. */
const BET_USD = 25
const MIN_CENTS = 1
/** Fraction of every stake. */
export const FEE = 0.02

/** The bets of a market; all bets share one pool, so money and odds agree. */
export interface Pool {
  readonly stats: PoolStats
  /** `yesPriceCents` and `noPriceCents`, or percent by the key of the outcome. */
  readonly odds: Readonly<Record<string, number>>
  readonly volume24hUsd: number
}

/** As recorded in quotes of 2026-07-05 (README.md). */
interface PoolStats {
  readonly totalBets: number
  readonly totalPoolUsd: number
  readonly yesPoolUsd: number
  readonly noPoolUsd: number
  readonly feeUsd: number
}

/** Returns the current pool of a market. Without bets all sides have the same price, as recorded (README.md). */
export function poolOf(context: MockContext, market: Market): Pool {
  const { world, now } = context
  const figures = market.markets.map(({ key }) => world.stats(key, now))
  const total = figures.reduce((sum, { notional }) => sum + notional, 0)
  const isBet = total > 0
  const only = onlyOf(market)
  const yes = only === undefined ? 0 : isBet ? centsOf(world.lastTrade(only.key, now)?.price) : 50
  const yesPool = (total * yes) / 100
  return {
    stats: {
      totalBets: Math.ceil(total / BET_USD),
      totalPoolUsd: toDollars(total),
      yesPoolUsd: toDollars(yesPool),
      noPoolUsd: only === undefined ? 0 : toDollars(total - yesPool),
      feeUsd: toDollars(total * FEE),
    },
    odds: only === undefined ? ladderOdds(context, market) : { yesPriceCents: yes, noPriceCents: 100 - yes },
    volume24hUsd: toDollars(figures.reduce((sum, { notional24h }) => sum + notional24h, 0)),
  }
}

/** Returns the share of each outcome of a ladder, percent. */
function ladderOdds({ world, now }: MockContext, { markets }: Market): Readonly<Record<string, number>> {
  const last = markets.map(({ key }) => world.lastTrade(key, now)?.price)
  const isBet = last.some((price) => price !== undefined)
  return toWholePercents(markets.map((one, at) => [keyOf(one), isBet ? centsOf(last[at]) : 1]))
}

/** Returns a price in whole cents; 50 before the first bet. */
export function centsOf(price = 0.5): number {
  return Math.min(100 - MIN_CENTS, Math.max(MIN_CENTS, Math.round(price * 100)))
}

/** Rounds shares to whole percent that add up to 100; the largest absorbs the rounding difference. */
export function toWholePercents(
  weights: readonly (readonly [string, number])[],
): Readonly<Record<string, number>> {
  const sum = weights.reduce((all, [, weight]) => all + weight, 0)
  const rounded = weights.map(([key, weight]) => ({ key, percent: Math.floor((100 * weight) / sum) }))
  const left = 100 - rounded.reduce((all, { percent }) => all + percent, 0)
  const largest = rounded.reduce(
    (a, b) => (b.percent > a.percent ? b : a),
    rounded[0] ?? { key: '', percent: 0 },
  )
  return Object.fromEntries(
    rounded.map((one) => [one.key, one.key === largest.key ? one.percent + left : one.percent]),
  )
}
