import type { TakerFee } from '../../venue-kit/fees.js'

/** The general schedule, rounded up to a hundredth of a cent; what a series multiplies it by is not told with a market. */
export const takerFee: TakerFee = ({ price, size }) =>
  Math.ceil(tidy(0.07 * size * price * (1 - price) * 10_000)) / 10_000

/** Without the dust of binary fractions, which would be rounded up to a whole step. */
function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
