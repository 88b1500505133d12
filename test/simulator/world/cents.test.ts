import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/api/times/resolution.js'
import { inWholeCents } from '../../../src/simulator/world/cents.js'
import type { BookLevel } from '../../../src/simulator/world/common/types.js'
import { firstWhere } from '../support/json.js'
import { NOON } from '../support/stage.js'
import { world } from '../support/world.js'

const cents = inWholeCents(world)
const fine = firstWhere(
  world.eventsAt(NOON).flatMap(({ markets }) => markets),
  ({ tick, activity, bookShape, closesAt, key }) =>
    tick === 0.001 &&
    activity === 'busy' &&
    bookShape === 'two-sided' &&
    closesAt > NOON &&
    world.book(key, NOON).bids.length > 0,
)
const isCent = (price: number): boolean => Math.abs(price * 100 - Math.round(price * 100)) < 1e-9

describe('the world in whole cents', () => {
  test('has each trade at the nearest, wherever it is told', () => {
    const [exact, rounded] = [world, cents].map((one) => one.trades(fine.key, NOON - HOUR_MS, NOON))
    expect(exact?.length).toBeGreaterThan(5)
    expect(exact?.some(({ price }) => !isCent(price))).toBe(true)
    for (const [index, trade] of (rounded ?? []).entries()) {
      expect(isCent(trade.price)).toBe(true)
      expect(Math.abs(trade.price - (exact?.[index]?.price ?? 2))).toBeLessThanOrEqual(0.005 + 1e-9)
      expect(trade).toMatchObject({ at: exact?.[index]?.at, size: exact?.[index]?.size })
    }
    expect(cents.lastTrade(fine.key, NOON)).toEqual(rounded?.at(-1))
    const scanned: number[] = []
    cents.scan(fine.key, NOON - HOUR_MS, NOON, (_at, ticks) => scanned.push(ticks / 1000))
    expect(scanned).toEqual(rounded?.map(({ price }) => price))
    const [bar] = cents.bars(fine.key, HOUR_MS, NOON - (NOON % HOUR_MS) - HOUR_MS, NOON - (NOON % HOUR_MS))
    const within = cents.trades(fine.key, bar?.openAt ?? 0, (bar?.openAt ?? 0) + HOUR_MS)
    expect(bar).toMatchObject({
      open: within[0]?.price,
      high: Math.max(...within.map(({ price }) => price)),
      low: Math.min(...within.map(({ price }) => price)),
      close: within.at(-1)?.price,
    })
  })

  test('keeps all that is offered, and the spread at least', () => {
    const [exact, rounded] = [world.book(fine.key, NOON), cents.book(fine.key, NOON)]
    for (const side of ['bids', 'asks'] as const) {
      const prices = rounded[side].map(({ price }) => price)
      expect(prices.every(isCent)).toBe(true)
      expect(new Set(prices).size).toBe(prices.length)
      const within = exact[side].filter(({ price }) => price > 0.01 && price < 0.99)
      const sum = (levels: readonly BookLevel[]): number => levels.reduce((all, { size }) => all + size, 0)
      expect(sum(rounded[side])).toBeCloseTo(sum(within), 6)
    }
    const best = (levels: readonly BookLevel[]): number => levels[0]?.price ?? Number.NaN
    expect(best(rounded.bids)).toBeLessThanOrEqual(best(exact.bids))
    expect(best(rounded.asks)).toBeGreaterThanOrEqual(best(exact.asks))
    expect(cents.topAfter(fine.key, world.lastTrade(fine.key, NOON)?.price)).toEqual({
      bid: best(rounded.bids),
      ask: best(rounded.asks),
    })
  })
})
