import type { FeeScheduleOf, FeeTerms, TakerFee } from '../../venue-kit/contract/fees.js'
import { isCombo } from './ids.js'

/** Coefficients of the formula for combos. */
const COMBO = { linear: 0.0695, quartic: 0.04 } as const

/**
 * Returns a taker's fee in USD. A market reports its coefficient. Combos have their own formula, which is steeper at low prices
 * (docs.polymarket.us, fees, 2026-09-25). The fee of an order is rounded to the cent, with halves rounded to even.
 */
export const takerFee: TakerFee = ({ market, price, size }) => {
  if (isCombo(market.marketId))
    return roundedToCents(size * price * (COMBO.linear * (1 - price) + COMBO.quartic * (1 - price) ** 4))
  const coefficient = Number(market.sourceMetadata?.['feeCoefficient'] ?? Number.NaN)
  return coefficient >= 0 ? roundedToCents(coefficient * size * price * (1 - price)) : undefined
}

/** Rounds half to even. Floating-point digits beyond the ninth are noise. */
function roundedToCents(dollars: number): number {
  const cents = Number((dollars * 100).toFixed(9))
  const below = Math.floor(cents)
  const isUp = cents - below > 0.5 || (cents - below === 0.5 && below % 2 === 1)
  return (isUp ? below + 1 : below) / 100
}

/** Makers receive rebates. No market reports their amount, so it is unknown here. */
export const feeSchedule: FeeScheduleOf = (market) => {
  const feeOf: FeeTerms['feeOf'] = (order) => takerFee({ market, ...order })
  if (isCombo(market.marketId)) {
    const formula =
      'contracts * price * (linear * (1 - price) + quartic * (1 - price) ^ 4), rounded to the cent, half to even'
    return { currency: 'USD', taker: { formula, parameters: COMBO, feeOf } }
  }
  const coefficient = Number(market.sourceMetadata?.['feeCoefficient'] ?? Number.NaN)
  if (!(coefficient >= 0)) return undefined
  const formula = 'coefficient * contracts * price * (1 - price), rounded to the cent, half to even'
  return { currency: 'USD', taker: { formula, parameters: { coefficient }, feeOf } }
}
