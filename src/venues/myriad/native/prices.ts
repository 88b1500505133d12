import { roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { NativeMarket, NativeOutcome } from '../schemas.js'

/** The winning outcome of a market that has been decided; undefined while it is open, void or undecided. */
export function winnerOf(market: NativeMarket): number | undefined {
  const winner = market.resolvedOutcomeId
  // -1 is how the venue says "none yet".
  if (market.state !== 'resolved' || market.voided === true || winner === undefined) return undefined
  return market.outcomes.some((outcome) => outcome.id === winner) ? winner : undefined
}

/** What a share is worth: its payout once that is known, else the venue's price; undefined when it shows none. */
export function priceOf(market: NativeMarket, outcome: NativeOutcome): number | undefined {
  const winner = winnerOf(market)
  return winner === undefined ? outcome.price : Number(outcome.id === winner)
}

/**
 * Signed change of an open market's price over 24 h. The venue states the ratio to the earlier price: 0.018 is
 * 1.8 % of it (../README.md).
 */
export function priceChangeOf(market: NativeMarket, outcome: NativeOutcome): number | undefined {
  const { price, priceChange24h: ratio } = outcome
  // A ratio of -1 or less names no earlier price.
  if (price === undefined || ratio === undefined || ratio <= -1 || market.state !== 'open') return undefined
  return roundPrice(price - price / (1 + ratio)) + 0
}

/**
 * What the venue takes of the money of a purchase or of a sale, as a fraction of it: the sum of its three parts.
 * Undefined when it leaves one of them untold.
 */
export function feeRate(market: NativeMarket, side: 'buy' | 'sell'): number | undefined {
  const { fee, treasury_fee: treasury, distributor_fee: distributor } = market.fees?.[side] ?? {}
  if (fee === undefined || treasury === undefined || distributor === undefined) return undefined
  return roundPrice(fee + treasury + distributor)
}
