import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import { createLru } from '../../../policy/lru.js'
import { memoize } from '../../http/memoize.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { SimulatedWorld } from '../../world/world.js'
import type { NativeMarket } from './native-market.js'
import { poolTradeOf } from './prints.js'

/** Traded volume of a pool: shares, and collateral for them. */
export interface PoolVolume {
  readonly shares: number
  readonly value: number
}

const MAX_HOURS = 60_000
/** Volumes of past hours of a world, which never change. */
const hoursOf = memoize((_world: SimulatedWorld) => createLru<PoolVolume>(MAX_HOURS))

/** Returns the volume of the last 24 hours: the sum of the listed rows. */
export function computePoolVolume24h(
  { world, now }: Pick<MockContext, 'world' | 'now'>,
  market: NativeMarket,
): PoolVolume {
  const [from, to] = [Math.max(now - DAY_MS + 1, market.opensAt), Math.min(now + 1, market.closesAt)]
  let [shares, value] = [0, 0]
  for (let start = from; start < to; ) {
    const end = Math.min(to, (Math.floor(start / HOUR_MS) + 1) * HOUR_MS)
    const part =
      end - start === HOUR_MS ? wholeHour(world, market, start) : volumeBetween(world, market, start, end)
    shares += part.shares
    value += part.value
    start = end
  }
  return { shares, value }
}

function wholeHour(world: SimulatedWorld, market: NativeMarket, start: number): PoolVolume {
  const hours = hoursOf(world)
  const key = `${market.network.id} ${market.id} ${start}`
  const known = hours.get(key)
  if (known !== undefined) return known
  const made = volumeBetween(world, market, start, start + HOUR_MS)
  hours.set(key, made)
  return made
}

function volumeBetween(world: SimulatedWorld, market: NativeMarket, from: number, to: number): PoolVolume {
  let [shares, value] = [0, 0]
  for (const leg of market.legs) {
    for (const trade of world.trades(leg.key, from, to)) {
      const told = poolTradeOf({ world }, market, leg, trade)
      shares += told.shares
      value += told.value
    }
  }
  return { shares, value }
}
