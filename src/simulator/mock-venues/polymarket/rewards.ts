import type { WorldMarket } from '../../world/common/types.js'

/** Rewards for liquidity: which markets have them, and on which terms (README.md in this folder, "Rewards"). */

/** USDC.e, in which rewards were paid when recorded. */
const ASSET = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'

/** Least size in shares, widest distance from the middle in cents, dollars a day. */
export const REWARDS = { asset: ASSET, minSize: 50, maxSpread: 3.5, perDay: 5 } as const

/** One market in three has rewards. */
export function isRewarded(market: WorldMarket): boolean {
  return market.seed % 3 === 0
}

/** The terms as the lists of the order book host have them. */
export function rewardsOf(market: WorldMarket): Readonly<Record<string, unknown>> {
  if (!isRewarded(market)) return { rates: null, min_size: 0, max_spread: 0 }
  return {
    rates: [{ asset_address: REWARDS.asset, rewards_daily_rate: REWARDS.perDay }],
    min_size: REWARDS.minSize,
    max_spread: REWARDS.maxSpread,
  }
}
