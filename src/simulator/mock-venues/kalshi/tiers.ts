import { DAY_MS } from '../../../api/times/resolution.js'
import type { WorldMarket } from '../../world/common/types.js'
import type { Scene } from './variant.js'

/** Range of the live tier; markets settled earlier are in the historical tier. */
const LIVE_REACH_MS = 90 * DAY_MS

/** Returns the boundary of the tiers, epoch ms, which moves once a day, or undefined if nothing is archived. */
export function cutoffOf({ now, variant, switches }: Scene): number | undefined {
  if (!variant.hasHistory || switches.kalshi.historical === 'missing') return undefined
  return Math.floor((now - LIVE_REACH_MS) / DAY_MS) * DAY_MS
}

/** Whether a market is in the historical tier. It is in exactly one tier. */
export function isArchived(scene: Scene, market: WorldMarket): boolean {
  const cutoff = cutoffOf(scene)
  return cutoff !== undefined && market.resolvesAt < cutoff
}
