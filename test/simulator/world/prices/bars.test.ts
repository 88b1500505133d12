import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../../src/api/times/resolution.js'
import type { WorldBar, WorldTrade } from '../../../../src/simulator/world/common/types.js'
import { firstOf } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { sample, world } from '../../support/world.js'

const MINUTE = 60_000

/** Candles the slow and obvious way. */
function naiveBars(trades: readonly WorldTrade[], stepMs: number): WorldBar[] {
  const buckets = new Map<number, WorldTrade[]>()
  for (const trade of trades) {
    const monday = stepMs === WEEK_MS ? 4 * DAY_MS : 0
    const open = trade.at - ((trade.at - monday) % stepMs)
    const bucket = buckets.get(open)
    if (bucket === undefined) buckets.set(open, [trade])
    else bucket.push(trade)
  }
  return [...buckets].map(([openAt, inside]) => {
    const prices = inside.map(({ price }) => price)
    return {
      openAt,
      open: prices[0] ?? Number.NaN,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1) ?? Number.NaN,
      volume: inside.reduce((sum, { size }) => sum + Math.round(size * 100), 0) / 100,
    }
  })
}

describe('bars', () => {
  test.each([
    ['1m', MINUTE, 6 * HOUR_MS],
    ['15m', 15 * MINUTE, 2 * DAY_MS],
    ['1h', HOUR_MS, 5 * DAY_MS],
    ['1d', DAY_MS, 15 * DAY_MS],
    ['1w', WEEK_MS, 28 * DAY_MS],
  ])('%s bars are the aggregation of the trades', (_name, stepMs, spanMs) => {
    for (const market of sample) {
      const to = Math.floor((NOON - 4 * DAY_MS) / WEEK_MS) * WEEK_MS + 4 * DAY_MS
      const from = to - spanMs
      expect(world.bars(market.key, stepMs, from, to)).toEqual(
        naiveBars(world.trades(market.key, from, to), stepMs),
      )
    }
  })

  test('whole buckets are counted even when the window cuts through them, and only those that open inside', () => {
    const { key } = firstOf(sample)
    const hour = Math.floor(NOON / HOUR_MS) * HOUR_MS - 5 * HOUR_MS
    const cut = world.bars(key, HOUR_MS, hour + 1, hour + 2 * HOUR_MS + 1)
    expect(cut.map(({ openAt }) => openAt)).toEqual([hour + HOUR_MS, hour + 2 * HOUR_MS])
    expect(cut).toEqual(world.bars(key, HOUR_MS, hour + HOUR_MS, hour + 3 * HOUR_MS))
  })

  test('the running bucket ends at the given instant', () => {
    const { key } = firstOf(sample)
    const hour = Math.floor(NOON / HOUR_MS) * HOUR_MS
    const running = world.bars(key, HOUR_MS, hour, hour + 1, hour + 20 * MINUTE)
    expect(running).toEqual(naiveBars(world.trades(key, hour, hour + 20 * MINUTE), HOUR_MS))
  })

  test('Monday opens the week', () => {
    const bars = world.bars(firstOf(sample).key, WEEK_MS, NOON - 60 * DAY_MS, NOON - WEEK_MS)
    expect(bars.length).toBeGreaterThan(3)
    expect(bars.every(({ openAt }) => new Date(openAt).getUTCDay() === 1)).toBe(true)
  })
})
