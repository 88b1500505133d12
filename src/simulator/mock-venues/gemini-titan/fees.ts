import { minOf, multiplyAmounts, ONE, roundAmount, toAmount } from '../../paper-trading/state/amount.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'

/** Trading fees (gemini.com/fees/predictions and the change log of 2026-08-26; README.md of this folder: "Fees"). */

/** Contracts created from this time pay by the quadratic formula. */
const QUADRATIC_FROM = Date.UTC(2026, 2, 18)
/** Makers pay no fee in this period. */
const FREE_MAKERS = { from: Date.UTC(2026, 8, 2), until: Date.UTC(2027, 0, 1) }

const QUADRATIC = { taker: toAmount(0.07), maker: toAmount(0.0175) }
const LINEAR = { taker: toAmount(0.05), maker: toAmount(0.01) }
const CENT = ONE / 100n

/** Returns the fee, rounded up to the cent. */
export const feeFor: NonNullable<PaperRules['fee']> = ({ market, price, size, liquidity, at }) => {
  if (liquidity === 'maker' && at >= FREE_MAKERS.from && at < FREE_MAKERS.until) return 0n
  const isQuadratic = market.opensAt >= QUADRATIC_FROM
  const rate = (isQuadratic ? QUADRATIC : LINEAR)[liquidity]
  const base = isQuadratic ? multiplyAmounts(price, ONE - price) : minOf(price, ONE - price)
  return roundAmount(multiplyAmounts(multiplyAmounts(base, size), rate), CENT, 'up')
}
