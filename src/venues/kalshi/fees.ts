import type { FeeScheduleOf, TakerFee } from '../../venue-kit/fees.js'

/** Share of contracts x price x (1 - price), and the finest step of a fee (docs.kalshi.com, fees). */
const [RATE, STEP] = [0.07, 0.0001]

/** The general schedule, rounded up to a hundredth of a cent; what a series multiplies it by is not told with a market. */
export const takerFee: TakerFee = ({ price, size }) =>
  Math.ceil(tidy(RATE * size * price * (1 - price) * 10_000)) / 10_000

/** Without the dust of binary fractions, which would be rounded up to a whole step. */
function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

/** Makers pay where the fee type of the series says so, which no market tells: unknown here. */
export const feeSchedule: FeeScheduleOf = (market) => ({
  currency: 'USD',
  taker: {
    formula: 'rate * contracts * price * (1 - price), rounded up to step',
    parameters: { rate: RATE, step: STEP },
    note: 'The general schedule. The multiplier of a series is not stated with its markets.',
    feeOf: (order) => takerFee({ market, ...order }),
  },
})
