import type { TakerFee } from '../../venue-kit/fees.js'
import { isCombo } from './ids.js'

/**
 * A taker's fee in USD. A market states its coefficient; combos have a formula of their own, steeper at low prices
 * (docs.polymarket.us, fees, 2026-09-25). The fee of an order is rounded to the cent, half to even.
 */
export const takerFee: TakerFee = ({ market, price, size }) => {
  if (isCombo(market.marketId))
    return roundedToCents(size * price * (0.0695 * (1 - price) + 0.04 * (1 - price) ** 4))
  const coefficient = Number(market.sourceMetadata?.['feeCoefficient'] ?? Number.NaN)
  return coefficient >= 0 ? roundedToCents(coefficient * size * price * (1 - price)) : undefined
}

/** Half to even. What floats carry beyond the ninth digit is noise. */
function roundedToCents(dollars: number): number {
  const cents = Number((dollars * 100).toFixed(9))
  const below = Math.floor(cents)
  const isUp = cents - below > 0.5 || (cents - below === 0.5 && below % 2 === 1)
  return (isUp ? below + 1 : below) / 100
}
