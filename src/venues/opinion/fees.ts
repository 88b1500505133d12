import { type FeeScheduleOf, noFee, type TakerFee } from '../../venue-kit/contract/fees.js'
import type { AccountSource } from '../../venue-kit/contract/trading.js'

/** Coefficient of the curve: 400 basis points, which the fee manager's contract returned for a token in October 2026. */
const COEFFICIENT = 0.04
/** Minimum fee of a taker, in USDT (docs.opinion.trade, fees). */
const MIN_FEE = 0.25

/**
 * Returns the taker fee in USDT: the coefficient x p x (1 - p) of the traded money, 1 % of it at 0.5, and at least the minimum
 * fee (README.md, "Fees"). Makers pay no fee.
 */
export const takerFee: TakerFee = ({ price, size }) =>
  Math.max(MIN_FEE, COEFFICIENT * price * (1 - price) * price * size)

/** The minimum fee as a share of the minimum order's money. It is higher than the curve's maximum (README.md, "Fees"). */
const MAX_SHARE = MIN_FEE / 5

/** The curve's maximum as a share of the traded money, at a price of 0.5. */
const MAX_CURVE_SHARE = COEFFICIENT / 4

/** One trade of an order pays the minimum, and its other trades pay by the curve (recorded; README.md, "Fees"). */
export const maxFeeInContracts: NonNullable<AccountSource['maxFeeInContracts']> = ({ contracts, price }) =>
  Math.max(MAX_SHARE * contracts, MIN_FEE / price) + MAX_CURVE_SHARE * contracts

export const feeSchedule: FeeScheduleOf = (market) => ({
  currency: 'USDT',
  taker: {
    formula: 'coefficient * price * (1 - price) * price * contracts, at least minFee',
    parameters: { coefficient: COEFFICIENT, minFee: MIN_FEE },
    note: 'The coefficient was read for one token, and is assumed to be the same for all.',
    feeOf: (order) => takerFee({ market, ...order }),
  },
  maker: noFee,
})
