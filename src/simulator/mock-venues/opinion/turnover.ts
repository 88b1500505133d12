import { WEEK_MS } from '../../../api/times/resolution.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'

/** Traded money, in quote currency. */
export interface Turnover {
  readonly volume: number
  readonly volume24h: number
  readonly volume7d: number
}

export function turnoverOf({ world, now }: MockContext, market: WorldMarket): Turnover {
  const { notional, notional24h } = world.stats(market.key, now)
  const isYoung = now - market.opensAt < WEEK_MS
  // The world has sums of a day and of the whole trading period; a week counts as seven times the last day.
  const volume7d = isYoung ? notional : Math.min(notional, 7 * notional24h)
  return { volume: notional, volume24h: notional24h, volume7d }
}

/** Returns the sum over all markets of an event, in any state. */
export function totalOf(context: MockContext, event: WorldEvent): Turnover {
  const parts = event.markets.map((market) => turnoverOf(context, market))
  const sum = (read: (part: Turnover) => number): number =>
    parts.reduce((total, part) => total + read(part), 0)
  return {
    volume: sum(({ volume }) => volume),
    volume24h: sum(({ volume24h }) => volume24h),
    volume7d: sum(({ volume7d }) => volume7d),
  }
}
