import { DAY_MS } from '../../../api/times/resolution.js'
import { createLru, type Lru } from '../../../policy/lru.js'
import type { WorldMarket, WorldTrade } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'

/** Trades by their position from the newest. */
export interface TradeTape {
  /** Returns the number of trades of a market until an instant, inclusive. */
  count(world: SimulatedWorld, market: WorldMarket, now: number): number
  /** Returns `limit` trades after skipping the newest `skip`, newest first. */
  rows(
    world: SimulatedWorld,
    market: WorldMarket,
    now: number,
    skip: number,
    limit: number,
  ): readonly WorldTrade[]
}

/** Cached daily trade counts: enough for the trading periods of some hundred markets. */
const MAX_DAYS = 50_000

/** Creates a tape with cached counts. Pages of a feed with a total need them; counts of past days never change. */
export function createTradeTape(): TradeTape {
  const countsOf = new WeakMap<SimulatedWorld, Lru<number>>()

  function dayCount(world: SimulatedWorld, { key }: WorldMarket, day: number, now: number): number {
    const counts = countsOf.get(world) ?? createLru<number>(MAX_DAYS)
    countsOf.set(world, counts)
    const name = `${key} ${day}`
    const known = counts.get(name)
    if (known !== undefined) return known
    const end = Math.min((day + 1) * DAY_MS, now + 1)
    let count = 0
    world.sequences(key, day * DAY_MS, end, () => count++)
    if (end === (day + 1) * DAY_MS) counts.set(name, count)
    return count
  }

  return {
    count(world, market, now) {
      return daysOf(market, now).reduce((sum, day) => sum + dayCount(world, market, day, now), 0)
    },
    rows(world, market, now, skip, limit) {
      const rows: WorldTrade[] = []
      let left = skip
      for (const day of daysOf(market, now)) {
        if (rows.length >= limit) break
        const count = dayCount(world, market, day, now)
        if (count > left) {
          const trades = world.trades(market.key, day * DAY_MS, Math.min((day + 1) * DAY_MS, now + 1))
          rows.push(...trades.toReversed().slice(left, left + limit - rows.length))
        }
        left = Math.max(0, left - count)
      }
      return rows
    },
  }
}

/** Returns the days of a market's trading period until now, counted from the epoch, newest first. */
function daysOf({ opensAt, closesAt }: WorldMarket, now: number): readonly number[] {
  const newest = Math.floor(Math.min(now, closesAt - 1) / DAY_MS)
  const oldest = Math.floor(opensAt / DAY_MS)
  return Array.from({ length: Math.max(0, newest - oldest + 1) }, (_unused, index) => newest - index)
}
