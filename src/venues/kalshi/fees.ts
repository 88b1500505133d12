import { type FeeScheduleOf, type FeeTerms, noFee } from '../../venue-kit/contract/fees.js'

/** Factor of contracts x price x (1 - price), and the rounding unit of a fee (docs.kalshi.com, fees). */
const [RATE, STEP] = [0.07, 0.0001]

/** Fee types of series whose takers pay by the quadratic formula; `flat` has another one, which is not published. */
const quadratic = ['quadratic', 'quadratic_with_maker_fees', 'quadratic_with_combo_maker_fees']

/** Removes the noise of binary fractions, which would be rounded up by a whole unit. */
function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

/** Returns the general schedule times the multiplier; the fee is unknown while the multiplier is. */
function takerTerms(multiplier: number | undefined): FeeTerms {
  // docs.kalshi.com, fee rounding: each fill rounds the balance to its precision, and excess is refunded in cents.
  const rounding =
    'A rounding fee of less than 0.0001 USD is added. For customers of a broker it is less than 0.01 USD.'
  const isKnown = multiplier !== undefined
  return {
    formula: 'multiplier * rate * contracts * price * (1 - price), rounded up to step',
    parameters: { ...(isKnown ? { multiplier } : {}), rate: RATE, step: STEP },
    note: isKnown ? rounding : `The multiplier of the series of this market is not known. ${rounding}`,
    feeOf: ({ price, size }) =>
      isKnown ? Math.ceil(tidy(multiplier * RATE * size * price * (1 - price) * 10_000)) / 10_000 : undefined,
  }
}

/**
 * Takers pay the general schedule times the multiplier of the series or of the event. Makers pay where the fee type includes
 * them; the API does not document the amount, so it is unknown there.
 */
export const feeSchedule: FeeScheduleOf = ({ sourceMetadata = {} }) => {
  const { fee_type: type, fee_multiplier: multiplier } = sourceMetadata
  if (typeof type === 'string' && !quadratic.includes(type)) return undefined
  const isKnown = typeof multiplier === 'number' && multiplier >= 0
  return {
    currency: 'USD',
    taker: takerTerms(isKnown && typeof type === 'string' ? multiplier : undefined),
    ...(type === 'quadratic' ? { maker: noFee } : {}),
  }
}
