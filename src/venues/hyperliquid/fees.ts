import type { TakerFee } from '../../venue-kit/fees.js'

/** Spot rate of a taker without volume, referral or staking (info `userFees`, `userSpotCrossRate`). */
const BASE_RATE = 0.0007

/**
 * A taker's fee in USDC at the base rate. Buying is free. A sale pays the rate on its notional, and on outcomes of a
 * deployer the deployer's share in addition: with a `deployerFeeScale` of 1 twice the rate. Seen in two clients, and it
 * fits the recorded 11.4 bps (0.0006 x 0.95 x 2); no document of the venue has it (README.md, "Accounts and orders").
 */
export const takerFee: TakerFee = ({ market, side, price, size }) => {
  if (side === 'buy') return 0
  const scale = Number(market.sourceMetadata?.['deployerFeeScale'] ?? 0)
  return scale >= 0 ? price * size * BASE_RATE * (scale + Math.max(scale, 1)) : undefined
}
