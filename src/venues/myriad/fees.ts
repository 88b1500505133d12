import { type FeeScheduleOf, noFee, type TakerFee } from '../../venue-kit/contract/fees.js'

/** The first rate is that of 1 cent; one for a dollar may follow that of 99 cents. A table of another length begins elsewhere. */
const CENTS_IN_TABLE = [99, 100]
const BASIS_POINTS = 10_000

/**
 * Returns the taker fee in the token of the market. The market reports its rate for each whole cent of the outcome's price. It is
 * about 3 basis points of the traded money at 1 cent and 180 at 50 (README.md, "Fees"). Makers pay no fee. A pool's fee is
 * already in the prices of its book and not included here.
 */
export const takerFee: TakerFee = ({ market, price, size }) => {
  const { tradingModel, takerFeeBpsByCent } = market.sourceMetadata ?? {}
  const rate = tradingModel === 'ob' ? rateAt(takerFeeBpsByCent, price) : undefined
  return isRate(rate) ? (rate / BASIS_POINTS) * price * size : undefined
}

/** A price between two cents is an average of several fills with their own rates: undefined. */
function rateAt(byCent: unknown, price: number): unknown {
  if (!Array.isArray(byCent) || !CENTS_IN_TABLE.includes(byCent.length)) return undefined
  const cent = Math.round(price * 100)
  return Math.abs(price * 100 - cent) < 1e-9 ? byCent[cent - 1] : undefined
}

function isRate(rate: unknown): rate is number {
  return typeof rate === 'number' && rate >= 0 && rate < BASIS_POINTS
}

/** Undefined for pools, whose fee is in their prices, and for an unreadable table. */
export const feeSchedule: FeeScheduleOf = (market) => {
  const { tradingModel, takerFeeBpsByCent: byCent } = market.sourceMetadata ?? {}
  if (tradingModel !== 'ob' || !Array.isArray(byCent) || !CENTS_IN_TABLE.includes(byCent.length))
    return undefined
  if (!byCent.every(isRate)) return undefined
  const points = byCent.map((rate, index) => [(index + 1) / 100, rate / BASIS_POINTS] as const)
  return {
    taker: {
      formula: 'rate(price) * price * contracts, with a rate for each whole cent in points',
      parameters: { points },
      note: "The fee is in the market's currency. The rate for prices between two whole cents is not known.",
      feeOf: (order) => takerFee({ market, ...order }),
    },
    maker: noFee,
  }
}
