import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPriceScale } from '../../../src/cli/charts/price-scale.js'

const price = fc.double({ min: 0, max: 1, noNaN: true })
const rows = fc.integer({ min: 5, max: 60 })

describe('the price axis', () => {
  test.each([
    ['round numbers around the prices', 0.412, 0.587, 16, [0.4, 0.45, 0.5, 0.55, 0.6], 2],
    ['finer ones where prices are close', 0.5, 0.504, 16, [0.5, 0.501, 0.502, 0.503, 0.504], 3],
    ['both ends where there is little room', 0.1, 0.9, 5, [0, 0.5, 1], 2],
    ['some room around a price that never moves', 0.5, 0.5, 16, [0.49, 0.495, 0.5, 0.505, 0.51], 3],
    ['nothing below 0', 0, 0, 5, [0, 0.005, 0.01], 3],
    ['nothing above 1', 1, 1, 5, [0.99, 0.995, 1], 3],
  ])('has %s', (_name, low, high, height, ticks, digits) => {
    expect(createPriceScale(low, high, height)).toEqual({ low: ticks[0], high: ticks.at(-1), ticks, digits })
  })

  test('holds every price, has evenly spaced ticks, and at most one in two rows', () => {
    fc.assert(
      fc.property(price, price, rows, (a, b, height) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const scale = createPriceScale(low, high, height)
        expect(scale.low).toBeLessThanOrEqual(low + 1e-9)
        expect(scale.high).toBeGreaterThanOrEqual(high - 1e-9)
        expect(scale.high).toBeGreaterThan(scale.low)
        expect(scale.ticks.length - 1).toBeLessThanOrEqual(Math.max(1, Math.floor((height - 1) / 2)))
        expect(scale.digits).toBeLessThanOrEqual(4)
        const gaps = scale.ticks.slice(1).map((tick, index) => tick - (scale.ticks[index] ?? Number.NaN))
        for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0] ?? Number.NaN, 6)
      }),
    )
  })
})
