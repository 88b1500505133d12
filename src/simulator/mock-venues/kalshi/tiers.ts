import { DAY_MS } from '../../../api/times/resolution.js'
import type { WorldMarket } from '../../world/common/types.js'
import type { Scene } from './variant.js'

/** Live data reach back this far; what was settled before lies in the historical tier. */
const LIVE_REACH_MS = 90 * DAY_MS

/** Where the tiers meet, epoch ms, moving once a day; undefined when nothing is ever archived. */
export function cutoffOf({ now, variant, switches }: Scene): number | undefined {
  if (!variant.hasHistory || switches.kalshi.historical === 'missing') return undefined
  return Math.floor((now - LIVE_REACH_MS) / DAY_MS) * DAY_MS
}

/** A market is in exactly one tier. */
export function isArchived(scene: Scene, market: WorldMarket): boolean {
  const cutoff = cutoffOf(scene)
  return cutoff !== undefined && market.resolvesAt < cutoff
}
