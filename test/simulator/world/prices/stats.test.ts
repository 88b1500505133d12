import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { createWorld } from '../../../../src/simulator/world/world.js'
import { firstWhere } from '../../support/json.js'
import { NOON, SEED } from '../../support/stage.js'
import { marketsAt, openAt, sample, world } from '../../support/world.js'

describe('figures', () => {
  test('the last 24 hours are exact, however they are read, and no more than the whole', () => {
    const stepwise = createWorld({ seed: SEED })
    for (const market of sample) {
      for (const now of [NOON - 5 * HOUR_MS, NOON - HOUR_MS, NOON]) stepwise.stats(market.key, now)
      const stats = stepwise.stats(market.key, NOON)
      const trades = world.trades(market.key, NOON - DAY_MS + 1, NOON + 1)
      const hundredths = trades.reduce((sum, { size }) => sum + Math.round(size * 100), 0)
      expect(stats.volume24h).toBe(hundredths / 100)
      expect(stats.notional24h).toBeCloseTo(
        trades.reduce((sum, { size, price }) => sum + size * price, 0),
        3,
      )
      expect(stats.volume).toBeGreaterThanOrEqual(stats.volume24h)
      expect(stats).toEqual(world.stats(market.key, NOON))
    }
  })

  test('what is remembered of a market holds at its own instants only', () => {
    const instantsOf = (closesAt: number) =>
      [-DAY_MS, -HOUR_MS, -1, 0, HOUR_MS, DAY_MS, 9 * DAY_MS].map((after) => closesAt + after)
    for (const market of marketsAt(NOON).filter((_market, index) => index % 400 === 0)) {
      const instants = instantsOf(market.closesAt)
      const read = createWorld({ seed: SEED })
      // Forwards, backwards, and by a world that remembers nothing.
      const forwards = instants.map((now) => read.stats(market.key, now))
      const backwards = instants.toReversed().map((now) => read.stats(market.key, now))
      const fresh = instants.map((now) => createWorld({ seed: SEED }).stats(market.key, now))
      expect(forwards).toEqual(fresh)
      expect(backwards.reverse()).toEqual(fresh)
    }
  })

  test('a market that never traded has no volume', () => {
    const quiet = firstWhere(openAt(NOON), (market) => market.activity === 'never')
    expect(world.stats(quiet.key, NOON)).toMatchObject({
      volume: 0,
      volume24h: 0,
      notional: 0,
      openInterest: 0,
    })
  })
})
