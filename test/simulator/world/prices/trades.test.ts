import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { createWorld } from '../../../../src/simulator/world/world.js'
import { NOON, SEED } from '../../support/stage.js'
import { instants, openAt, sample, world } from '../../support/world.js'

const MINUTE = 60_000

describe('trades', () => {
  test('are ascending, on the grid, inside the life of the market, and never at 0 or 1', () => {
    for (const market of sample) {
      const trades = world.trades(market.key, NOON - 10 * DAY_MS, NOON)
      const steps = Math.round(1 / market.tick)
      const pairs = trades.slice(1).map((trade, index) => [trades[index] ?? trade, trade] as const)
      expect(pairs.filter(([a, b]) => a.at >= b.at || a.sequence >= b.sequence)).toEqual([])
      expect(trades.filter(({ price }) => Math.round(price * steps) / steps !== price)).toEqual([])
      expect(trades.filter(({ price }) => price < market.tick || price > 1 - market.tick)).toEqual([])
      expect(trades.filter(({ at }) => at < market.opensAt || at >= market.closesAt)).toEqual([])
      expect(trades.every(({ size }) => size > 0)).toBe(true)
    }
  })

  test('a window split anywhere gives the same trades', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sample),
        fc.integer({ min: 0, max: 5 * DAY_MS }),
        fc.integer({ min: 0, max: 5 * DAY_MS }),
        (market, left, right) => {
          const from = NOON - 5 * DAY_MS
          const [a, b] = [from + Math.min(left, right), from + Math.max(left, right)]
          const whole = world.trades(market.key, from, NOON)
          const parts = [
            ...world.trades(market.key, from, a),
            ...world.trades(market.key, a, b),
            ...world.trades(market.key, b, NOON),
          ]
          expect(parts).toEqual(whole)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('can be walked by their sequence numbers alone', () => {
    for (const market of sample) {
      const seen: number[] = []
      world.sequences(market.key, NOON - 5 * DAY_MS, NOON, (sequence) => seen.push(sequence))
      const trades = world.trades(market.key, NOON - 5 * DAY_MS, NOON)
      expect(seen).toEqual(trades.map(({ sequence }) => sequence))
    }
  })

  test('the last trade is the last of the trades', () => {
    for (const market of sample) {
      for (const now of [NOON, NOON - 3 * HOUR_MS, NOON - 6 * DAY_MS, market.opensAt - 1, market.opensAt]) {
        const trades = world.trades(market.key, now - 12 * DAY_MS, now + 1)
        const last = world.lastTrade(market.key, now)
        if (trades.length > 0) expect(last).toEqual(trades.at(-1))
        else expect(last === undefined || last.at < now - 12 * DAY_MS).toBe(true)
      }
    }
  })

  test('the 30 largest open markets trade at least every ten minutes around the clock', () => {
    for (const now of instants.slice(0, 2)) {
      const largest = openAt(now)
        .map((market) => ({ market, volume: world.stats(market.key, now).volume }))
        .sort((a, b) => b.volume - a.volume)
        .slice(0, 30)
      for (const { market } of largest) {
        const times = world.trades(market.key, now - DAY_MS, now).map((trade) => trade.at)
        const gaps = [now - DAY_MS, ...times, now].map((at, index, all) => at - (all[index - 1] ?? at))
        expect(Math.max(...gaps)).toBeLessThanOrEqual(10 * MINUTE)
      }
    }
  })

  test('some market is silent for days and then goes on', () => {
    const gappy = openAt(NOON).filter(
      (market) => market.activity === 'gappy' && NOON - market.opensAt > 40 * DAY_MS,
    )
    const longest = gappy.map((market) => {
      const times = world.trades(market.key, NOON - 40 * DAY_MS, NOON).map((trade) => trade.at)
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
    })
    expect(Math.max(...longest)).toBeGreaterThan(3 * DAY_MS)
  })

  test('some sizes are fractions and some markets trade whole contracts only', () => {
    const sizes = openAt(NOON).map((market) =>
      world.trades(market.key, NOON - DAY_MS, NOON).map(({ size }) => size),
    )
    const traded = sizes.filter((list) => list.length > 5)
    expect(traded.some((list) => list.some((size) => !Number.isInteger(size)))).toBe(true)
    expect(traded.some((list) => list.every((size) => Number.isInteger(size)))).toBe(true)
  })
})

describe('metronome', () => {
  test('every market trades exactly once a minute, within the first five seconds', () => {
    const strict = createWorld({ seed: SEED, rhythm: 'metronome' })
    for (const market of openAt(NOON, strict).filter((one) => NOON - one.opensAt > HOUR_MS)) {
      const minute = Math.floor(NOON / MINUTE) * MINUTE
      const trades = strict.trades(market.key, minute - 20 * MINUTE, minute)
      expect(trades.map(({ at }) => Math.floor(at / MINUTE))).toEqual(
        Array.from({ length: 20 }, (_, index) => minute / MINUTE - 20 + index),
      )
      expect(trades.every(({ at }) => at % MINUTE < 5_000)).toBe(true)
    }
  })
})
