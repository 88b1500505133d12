import { memoize } from '../http/memoize.js'
import type { BookLevel, WorldTrade } from './common/types.js'
import { aggregateScan } from './prices/bars.js'
import type { SimulatedWorld } from './world.js'

/**
 * Returns the world for a venue with whole-cent prices. Trades are rounded to the nearest cent, bids down and asks up, which
 * keeps their spread. Candles are built from the rounded trades. Amounts of money are those of the world.
 */
export const inWholeCents = memoize(
  (world: SimulatedWorld): SimulatedWorld => ({
    ...world,
    trades: (key, from, to) => world.trades(key, from, to).map(inCents),
    scan(key, from, to, visit) {
      const ticksACent = ticksOf(world, key) / 100
      world.scan(key, from, to, (at, ticks, ...rest) =>
        visit(at, ticksACent * centsOf(ticks / ticksACent / 100), ...rest),
      )
    },
    lastTrade(key, at) {
      const trade = world.lastTrade(key, at)
      return trade && inCents(trade)
    },
    topAfter(key, lastPrice) {
      const { bid, ask } = world.topAfter(key, lastPrice)
      return {
        bid: bid === undefined || centsBelow(bid) < 1 ? undefined : centsBelow(bid) / 100,
        ask: ask === undefined || centsAbove(ask) > 99 ? undefined : centsAbove(ask) / 100,
      }
    },
    book(key, at) {
      const { bids, asks } = world.book(key, at)
      return { bids: levelsIn(bids, centsBelow), asks: levelsIn(asks, centsAbove) }
    },
    bars(key, stepMs, from, to, until = Number.POSITIVE_INFINITY) {
      const scan = (start: number, end: number, visit: Parameters<SimulatedWorld['scan']>[3]): void =>
        this.scan(key, start, end, visit)
      return aggregateScan(scan, ticksOf(world, key), { stepMs, from, to, until })
    },
  }),
)

function ticksOf(world: SimulatedWorld, key: string): number {
  return Math.round(1 / (world.market(key)?.tick ?? 0.01))
}

/** Returns the nearest whole cents between 1 and 99. */
function centsOf(price: number): number {
  return Math.min(99, Math.max(1, Math.round(price * 100)))
}

/** Rounds down; prices are multiples of a tenth of a cent with a small floating-point error. */
function centsBelow(price: number): number {
  return Math.floor(price * 100 + 1e-6)
}

function centsAbove(price: number): number {
  return Math.ceil(price * 100 - 1e-6)
}

function inCents(trade: WorldTrade): WorldTrade {
  return { ...trade, price: centsOf(trade.price) / 100 }
}

/** Levels in the same cent are merged. None is at 0 or 1. */
function levelsIn(levels: readonly BookLevel[], cents: (price: number) => number): BookLevel[] {
  const sizes = new Map<number, number>()
  for (const { price, size } of levels) {
    const cent = cents(price)
    if (cent >= 1 && cent <= 99) sizes.set(cent, (sizes.get(cent) ?? 0) + Math.round(size * 100))
  }
  return [...sizes].map(([cent, hundredths]) => ({ price: cent / 100, size: hundredths / 100 }))
}
