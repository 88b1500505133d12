import type { FeeScheduleOf, FeeTerms, TakerFee } from '../../venue-kit/contract/fees.js'

/** Spot rate of a taker without volume, referral or staking (info `userFees`, `userSpotCrossRate`). */
const BASE_RATE = 0.0007

/**
 * Returns a taker's fee in USDC at the base rate. Purchases are free. A sale pays the rate on its notional, and on outcomes of a
 * deployer the deployer's share in addition. With a `deployerFeeScale` of 1, that is twice the rate. It is taken from two
 * clients, and matches the recorded 11.4 bps (0.0006 x 0.95 x 2); no document of the venue has it (README.md, "Accounts and
 * orders").
 */
export const takerFee: TakerFee = ({ market, side, price, size }) => {
  if (side === 'buy') return 0
  const scale = Number(market.sourceMetadata?.['deployerFeeScale'] ?? 0)
  return scale >= 0 ? price * size * BASE_RATE * (scale + Math.max(scale, 1)) : undefined
}

/** Rate of a maker's sale without volume, referral or staking (info `userFees`, `userSpotAddRate`). */
const BASE_MAKER_RATE = 0.0004

/** The same for both kinds of orders, by their rate. @returns undefined for an invalid scale */
export const feeSchedule: FeeScheduleOf = (market) => {
  const scale = Number(market.sourceMetadata?.['deployerFeeScale'] ?? 0)
  if (!(scale >= 0)) return undefined
  const terms = (rate: number): FeeTerms => ({
    formula: 'rate * (scale + max(scale, 1)) * price * contracts for a sale, 0 for a purchase',
    parameters: { rate, scale },
    note: 'This is the base rate. Volume, referrals and staking lower it. The formula comes from two clients, because the venue does not document it.',
    feeOf: ({ side, price, size }) =>
      side === 'buy' ? 0 : price * size * rate * (scale + Math.max(scale, 1)),
  })
  return { currency: 'USDC', taker: terms(BASE_RATE), maker: terms(BASE_MAKER_RATE) }
}
