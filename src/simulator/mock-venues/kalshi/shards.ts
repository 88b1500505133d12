import { type Amount, ONE } from '../../paper-trading/state/amount.js'
import type { WorldMarket, WorldSeries } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'

/** Shards of the exchange, and settlement floors (README.md of this folder: "Shards", "Settlement floors"). */

export const DEFAULT_SHARD = 0
export const COMBO_SHARD = 1

/** The shards as the venue describes them; the description texts are invented. */
export const shards: readonly { readonly index: number; readonly description: string }[] = [
  { index: DEFAULT_SHARD, description: 'Default' },
  { index: COMBO_SHARD, description: 'Combos' },
  { index: 2, description: 'Crypto' },
  { index: 3, description: 'Tennis and baseball' },
]

/** Returns the shard on which the events of a series trade. */
export function shardOf({ category, tags }: WorldSeries): number {
  if (category === 'Crypto') return 2
  return tags.includes('Tennis') || tags.includes('Baseball') ? 3 : DEFAULT_SHARD
}

const FLOORED_SERIES = 'osterland-harvest'
const FLOOR: Amount = ONE / 4n

/** Returns the minimum settlement value of YES of a market, or undefined without a floor. */
export function settlementFloorOf(
  market: WorldMarket,
  world: Pick<SimulatedWorld, 'eventOf'>,
): Amount | undefined {
  return world.eventOf(market).series.key === FLOORED_SERIES ? FLOOR : undefined
}
