import { multiplyAmounts, ONE, roundAmount, toAmount } from '../../paper-trading/state/amount.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import type { WorldSeries } from '../../world/common/types.js'

/** Trading fees by series (venues/kalshi/README.md). */

export function hasMakerFees({ category }: WorldSeries): boolean {
  return category === 'Sports'
}

/** Returns the multiplier of the general fees. */
export function feeMultiplierOf({ category }: WorldSeries): number {
  return category === 'Sports' ? 0.5 : 1
}

const TAKER_RATE = toAmount(0.07)
/** From the venue's published fee table; the API documents only which series have it. */
const MAKER_RATE = toAmount(0.0175)
const HUNDREDTH_OF_A_CENT = ONE / 10_000n

export const feeFor: NonNullable<PaperRules['fee']> = ({ market, price, size, liquidity }, world) => {
  const { series } = world.eventOf(market)
  const rate = liquidity === 'taker' ? TAKER_RATE : hasMakerFees(series) ? MAKER_RATE : 0n
  const quadratic = multiplyAmounts(multiplyAmounts(price, ONE - price), size)
  const fee = multiplyAmounts(multiplyAmounts(quadratic, rate), toAmount(feeMultiplierOf(series)))
  return roundAmount(fee, HUNDREDTH_OF_A_CENT, 'up')
}
