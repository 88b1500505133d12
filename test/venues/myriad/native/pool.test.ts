import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computePriceAfter,
  computeSpotPrice,
  offerOf,
  sharesFor,
} from '../../../../src/venues/myriad/native/pool.js'

const free = { buy: 0, sell: 0 }
const pools = fc
  .array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 6 })
  .chain((reserves) =>
    fc.record({ reserves: fc.constant(reserves), index: fc.integer({ min: 0, max: reserves.length - 1 }) }),
  )

describe('a pool', () => {
  test('a recorded quote is met: 10 dollars into a pool of 1000 at 0.46100295', () => {
    // src/venues/myriad/README.md. The reserves follow from the price and the product.
    const price = 0.46100295
    const own = 1000 * Math.sqrt((1 - price) / price)
    const pool = { reserves: [own, 1e6 / own], index: 0 }
    expect(computeSpotPrice(pool)).toBeCloseTo(price, 8)
    expect(sharesFor(pool, 10)).toBeCloseTo(21.566765, 5)
    expect(10 / sharesFor(pool, 10)).toBeCloseTo(0.4636764, 7)
    expect(computePriceAfter(pool, 10)).toBeCloseTo(0.46635194, 7)
  })

  test('prices of its outcomes add up to 1', () => {
    fc.assert(
      fc.property(pools, ({ reserves }) => {
        const sum = reserves.reduce(
          (total, _reserve, index) => total + computeSpotPrice({ reserves, index }),
          0,
        )
        expect(sum).toBeCloseTo(1, 9)
      }),
    )
  })

  test('what is bought and sold back costs nothing', () => {
    fc.assert(
      fc.property(pools, fc.double({ min: 0.01, max: 1e3, noNaN: true }), ({ reserves, index }, money) => {
        const shares = sharesFor({ reserves, index }, money)
        const after = reserves.map((reserve, other) => reserve + money - (other === index ? shares : 0))
        fc.pre(after.every((reserve) => reserve > 1e-3))
        const back = sharesFor({ reserves: after, index }, -money)
        // A reserve of a thousandth that is left of a million has lost nine of a double's sixteen digits.
        expect(Math.abs(back + shares)).toBeLessThan(1e-6 * Math.max(1, shares))
      }),
    )
  })

  test('a price just beside a whole cent has no level that is too small to be told', () => {
    const { asks } = offerOf({ reserves: [1, 1, 666_666.5, 1, 1], index: 0 }, free)
    expect(asks[0]).toMatchObject({ size: expect.closeTo(0.052, 3) })
    expect(asks[0]?.price).toBeGreaterThan(0.25)
    expect(asks.every(({ size }) => size > 0)).toBe(true)
  })

  test('bids lie below the price, asks above it, best first, and all sizes are shares', () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const spot = computeSpotPrice(pool)
        const { bids, asks } = offerOf(pool, free)
        expect(bids.every(({ price, size }) => price < spot + 1e-9 && price > 0 && size > 0)).toBe(true)
        expect(asks.every(({ price, size }) => price > spot - 1e-9 && price < 1 && size > 0)).toBe(true)
        const ordered = (levels: typeof asks, sign: number) =>
          levels.every(
            (level, index) => (level.price - (levels[index - 1]?.price ?? level.price)) * sign >= 0,
          )
        expect([ordered(asks, 1), ordered(bids, -1)]).toEqual([true, true])
      }),
      { numRuns: 20 },
    )
  })

  test('who takes whole levels pays what the pool asks for them at once', () => {
    const pool = { reserves: [800, 1250], index: 0 }
    const levels = offerOf(pool, free).asks.slice(0, 5)
    const money = levels.reduce((sum, { price, size }) => sum + price * size, 0)
    const shares = levels.reduce((sum, { size }) => sum + size, 0)
    expect(sharesFor(pool, money)).toBeCloseTo(shares, 5)
  })

  test('fees make purchases dearer and sales cheaper', () => {
    const pool = { reserves: [800, 1250], index: 0 }
    const [plain, dear] = [offerOf(pool, free), offerOf(pool, { buy: 0.02, sell: 0.02 })]
    expect(dear.asks[0]?.price).toBeCloseTo((plain.asks[0]?.price ?? 0) / 0.98, 7)
    expect(dear.bids[0]?.price).toBeCloseTo((plain.bids[0]?.price ?? 0) * 0.98, 7)
    expect(dear.asks.every(({ price }) => price < 1)).toBe(true)
  })
})
