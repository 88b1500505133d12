import { type FeeScheduleOf, noFee, type TakerFee } from '../../venue-kit/contract/fees.js'
import type { AccountSource } from '../../venue-kit/contract/trading.js'

/** Coefficient of the curve: 400 basis points, as the fee manager's contract told of a token in October 2026. */
const COEFFICIENT = 0.04
/** Least fee of a taker, in USDT (docs.opinion.trade, fees). */
const MIN_FEE = 0.25

/**
 * What a taker pays in USDT: the coefficient x p x (1 - p) of the money that changes hands, 1 % of it at 0.5, and never less
 * than the least fee (README.md, "Fees"). Makers pay nothing.
 */
export const takerFee: TakerFee = ({ price, size }) =>
  Math.max(MIN_FEE, COEFFICIENT * price * (1 - price) * price * size)

/** The least fee is so much of the money of the least order, more than the curve ever takes (README.md, "Fees"). */
const MAX_SHARE = MIN_FEE / 5

export const maxFeeInContracts: NonNullable<AccountSource['maxFeeInContracts']> = ({ contracts, price }) =>
  Math.max(MAX_SHARE * contracts, MIN_FEE / price)

export const feeSchedule: FeeScheduleOf = (market) => ({
  currency: 'USDT',
  taker: {
    formula: 'coefficient * price * (1 - price) * price * contracts, at least minFee',
    parameters: { coefficient: COEFFICIENT, minFee: MIN_FEE },
    note: 'The coefficient of one token, taken for that of all.',
    feeOf: (order) => takerFee({ market, ...order }),
  },
  maker: noFee,
})
