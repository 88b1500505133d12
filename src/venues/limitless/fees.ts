import { type FeeScheduleOf, noFee, type TakerFee } from '../../venue-kit/contract/fees.js'

/**
 * Fee of a buyer at a price, as a fraction of the money: the points of the venue's fees page, as in PyPI synpath 0.11.0. Two
 * recordings match it: 59 basis points at 0.93 and 3 % at 0.348 (README.md, "Fees").
 */
const points = [
  [0.5, 0.03],
  [0.55, 0.0252],
  [0.6, 0.0213],
  [0.65, 0.018],
  [0.7, 0.0151],
  [0.75, 0.0126],
  [0.8, 0.0105],
  [0.85, 0.0085],
  [0.9, 0.0068],
  [0.95, 0.0053],
  [0.99, 0.0042],
  [0.999, 0.004],
] as const

/**
 * Returns the fee of a taker of the lowest rank in USDC. On older markets the fee of a purchase is deducted in contracts, and the
 * result is their value. A sale's fee is published only as a range, so it is unknown, as is a pool's fee.
 */
export const takerFee: TakerFee = ({ market, side, price, size }) => {
  const { fee, tradeType } = market.sourceMetadata ?? {}
  if (tradeType === 'amm') return undefined
  if (fee === false) return 0
  return side === 'buy' ? buyRate(price) * price * size : undefined
}

/**
 * Maximum fee in contracts on older markets: the highest rate of the lowest rank, because a purchase may fill below its price.
 */
export const maxFeeInContracts = ({ contracts }: { readonly contracts: number }): number =>
  points[0][1] * contracts

/** Interpolates linearly between two published points. */
function buyRate(price: number): number {
  const above = points.findIndex(([at]) => price <= at)
  const [to, toRate] = points[above] ?? points[points.length - 1] ?? points[0]
  const [from, fromRate] = points[above - 1] ?? [to, toRate]
  return from === to ? toRate : fromRate + ((toRate - fromRate) * (price - from)) / (to - from)
}

/** Undefined for pools, whose fee is unknown. */
export const feeSchedule: FeeScheduleOf = (market) => {
  const { fee, tradeType } = market.sourceMetadata ?? {}
  if (tradeType === 'amm') return undefined
  if (fee === false) return { currency: 'USDC', taker: noFee, maker: noFee }
  return {
    currency: 'USDC',
    taker: {
      formula: 'rate(price) * price * contracts, with rate(price) interpolated between points',
      parameters: { points },
      note: 'Applies to purchases by an account of the lowest rank. The venue does not publish the fee rate for sales at each price.',
      feeOf: (order) => takerFee({ market, ...order }),
    },
    maker: noFee,
  }
}
