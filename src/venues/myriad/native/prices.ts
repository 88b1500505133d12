import { roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { NativeMarket, NativeOutcome } from '../schemas.js'

/** Returns the winning outcome of a decided market, or undefined while it is open, void or undecided. */
export function winnerOf(market: NativeMarket): number | undefined {
  const winner = market.resolvedOutcomeId
  // -1 means "none yet".
  if (market.state !== 'resolved' || market.voided === true || winner === undefined) return undefined
  return market.outcomes.some((outcome) => outcome.id === winner) ? winner : undefined
}

/**
 * Returns the value of a share: its payout once that is known, otherwise the venue's price, or undefined if it reports
 * none.
 */
export function priceOf(market: NativeMarket, outcome: NativeOutcome): number | undefined {
  const winner = winnerOf(market)
  return winner === undefined ? outcome.price : Number(outcome.id === winner)
}

/**
 * Returns the signed change of an open market's price over 24 h. The venue reports the ratio to the earlier price: 0.018 is 1.8 %
 * of it (../README.md).
 */
export function priceChangeOf(market: NativeMarket, outcome: NativeOutcome): number | undefined {
  const { price, priceChange24h: ratio } = outcome
  // A ratio of -1 or less does not determine an earlier price.
  if (price === undefined || ratio === undefined || ratio <= -1 || market.state !== 'open') return undefined
  return roundPrice(price - price / (1 + ratio)) + 0
}

/**
 * Returns the venue's fee as a fraction of the money of a purchase or of a sale: the sum of its three parts. Returns
 * undefined if one of them is missing.
 */
export function feeRateOf(market: NativeMarket, side: 'buy' | 'sell'): number | undefined {
  const { fee, treasury_fee: treasury, distributor_fee: distributor } = market.fees?.[side] ?? {}
  if (fee === undefined || treasury === undefined || distributor === undefined) return undefined
  return roundPrice(fee + treasury + distributor)
}
