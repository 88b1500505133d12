import type { FaceContext } from '../../face.js'
import type { WorldMarket } from '../../world/types.js'
import { keyOf, type Market } from './market.js'

/** Money of a bet on average, dollars. */
const BET_USD = 25
const LEAST_CENTS = 1

/** The bets of a market: money and odds agree, as everybody shares one pool. */
export interface Pool {
  readonly stats: Readonly<Record<string, number>>
  readonly odds: Readonly<Record<string, number>>
  readonly heat: number
}

const dollars = (amount: number): number => Math.round(amount * 100) / 100

/** The pool of a market now. Without bets all sides cost the same (venues/hunch/README.md). */
export function poolOf(context: FaceContext, { markets }: Market): Pool {
  const { world, now } = context
  const total = markets.reduce((sum, { key }) => sum + world.stats(key, now).notional, 0)
  const totalBets = Math.ceil(total / BET_USD)
  const isBet = totalBets > 0
  const [only] = markets
  if (markets.length === 1 && only !== undefined) {
    const yes = isBet ? centsOf(context, only) : 50
    const yesPoolUsd = dollars((total * yes) / 100)
    const noPoolUsd = dollars(total - (total * yes) / 100)
    const totalPoolUsd = dollars(total)
    return {
      stats: { totalBets, totalPoolUsd, yesPoolUsd, noPoolUsd, feeUsd: dollars(total * 0.02) },
      odds: { yesPriceCents: yes, noPriceCents: 100 - yes },
      heat: totalPoolUsd + totalBets,
    }
  }
  const totalPoolUsd = dollars(total)
  return {
    stats: { totalBets, totalPoolUsd, yesPoolUsd: 0, noPoolUsd: 0, feeUsd: dollars(total * 0.02) },
    odds: wholePercent(markets.map((one) => [keyOf(one), isBet ? centsOf(context, one) : 1])),
    heat: totalPoolUsd + totalBets,
  }
}

function centsOf({ world, now }: FaceContext, { key }: WorldMarket): number {
  const price = world.lastTrade(key, now)?.price ?? 0.5
  return Math.min(100 - LEAST_CENTS, Math.max(LEAST_CENTS, Math.round(price * 100)))
}

/** Shares as whole percent that make up 100, the largest taking what rounding leaves. */
function wholePercent(weights: readonly (readonly [string, number])[]): Readonly<Record<string, number>> {
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
