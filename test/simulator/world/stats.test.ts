import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/contract/resolution.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { firstWhere } from '../support/json.js'
import { NOON, SEED } from '../support/stage.js'
import { openAt, sample, world } from '../support/world.js'

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
