import type { WorldMarket } from '../../world/common/types.js'

/** Liquidity rewards: the markets that have them, and their terms (README.md in this folder, "Rewards"). */

/** USDC.e, the currency of rewards when recorded. */
const ASSET = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'

/** Minimum size in shares, maximum distance from the mid price in cents, dollars per day. */
export const REWARDS = { asset: ASSET, minSize: 50, maxSpread: 3.5, perDay: 5 } as const

/** Whether a market has rewards; one in three has. */
export function isRewarded(market: WorldMarket): boolean {
  return market.seed % 3 === 0
}

/** Returns the reward terms as in the lists of the order book host. */
export function rewardsOf(market: WorldMarket): Readonly<Record<string, unknown>> {
  if (!isRewarded(market)) return { rates: null, min_size: 0, max_spread: 0 }
  return {
    rates: [{ asset_address: REWARDS.asset, rewards_daily_rate: REWARDS.perDay }],
    min_size: REWARDS.minSize,
    max_spread: REWARDS.maxSpread,
  }
}
