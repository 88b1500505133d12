import { memoize } from '../http/memoize.js'
import type { BookLevel, WorldTrade } from './common/types.js'
import { aggregateScan } from './prices/bars.js'
import type { SimulatedWorld } from './world.js'

/**
 * Returns the world for a venue with whole contracts. Each level and each trade is rounded, to at least one. Candles are built
 * from the rounded trades. Daily and total statistics are those of the world, rounded up.
 */
export const inWholeLots = memoize(
  (world: SimulatedWorld): SimulatedWorld => ({
    ...world,
    trades: (key, from, to) => world.trades(key, from, to).map(wholeTrade),
    scan(key, from, to, visit) {
      world.scan(key, from, to, (at, ticks, hundredths, sequence, isBuyer) =>
        visit(at, ticks, 100 * whole(hundredths / 100), sequence, isBuyer),
      )
    },
    lastTrade(key, at) {
      const trade = world.lastTrade(key, at)
      return trade && wholeTrade(trade)
    },
    book(key, at) {
      const { bids, asks } = world.book(key, at)
      return { bids: bids.map(wholeLevel), asks: asks.map(wholeLevel) }
    },
    bars(key, stepMs, from, to, until = Number.POSITIVE_INFINITY) {
      const ticks = Math.round(1 / (world.market(key)?.tick ?? 0.01))
      const scan = (start: number, end: number, visit: Parameters<SimulatedWorld['scan']>[3]): void =>
        this.scan(key, start, end, visit)
      return aggregateScan(scan, ticks, { stepMs, from, to, until })
    },
    stats(key, now) {
      const { volume, volume24h, openInterest, ...money } = world.stats(key, now)
      return {
        ...money,
        volume: Math.ceil(volume),
        volume24h: Math.ceil(volume24h),
        openInterest: Math.ceil(openInterest),
      }
    },
    openInterest: (key, at) => Math.ceil(world.openInterest(key, at)),
  }),
)

function whole(size: number): number {
  return Math.max(1, Math.round(size))
}

function wholeTrade(trade: WorldTrade): WorldTrade {
  return { ...trade, size: whole(trade.size) }
}

function wholeLevel({ price, size }: BookLevel): BookLevel {
  return { price, size: whole(size) }
}
