import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { feeRatesAt, takerFee } from '../../../src/venues/gemini-titan/fees.js'

const market = (createdAt?: string) =>
  ({ sourceMetadata: { ...(createdAt === undefined ? {} : { createdAt }) } }) as unknown as UnifiedMarket
const feeOf = (createdAt: string | undefined, price: number, size: number) =>
  takerFee({ market: market(createdAt), side: 'buy', price, size })

describe('what takers pay', () => {
  test.each([
    ['2026-05-01T00:00:00.000Z', 0.5, 100, 1.75],
    ['2026-05-01T00:00:00.000Z', 0.2, 1, 0.02],
    ['2026-05-01T00:00:00.000Z', 0.99, 1, 0.01],
    ['2026-03-18T00:00:00.000Z', 0.5, 100, 1.75],
    ['2026-03-17T23:59:59.999Z', 0.5, 100, 2.5],
    ['2026-02-19T22:02:11.412Z', 0.2, 100, 1],
    ['2026-02-19T22:02:11.412Z', 0.8, 100, 1],
    ['2026-02-19T22:02:11.412Z', 0.33, 1, 0.02],
  ])('of a contract of %s at %d for %d', (createdAt, price, size, fee) => {
    expect(feeOf(createdAt, price, size)).toBe(fee)
  })

  test.each([undefined, 'soon', ''])('is not known of a contract that was listed %j', (createdAt) => {
    expect(feeOf(createdAt, 0.5, 100)).toBeUndefined()
  })

  test('is whole cents, never less than the formula, and less than a cent more', () => {
    const taken = fc.record({
      cents: fc.integer({ min: 1, max: 99 }),
      size: fc.integer({ min: 1, max: 100_000 }),
    })
    fc.assert(
      fc.property(taken, ({ cents, size }) => {
        const fee = feeOf('2026-05-01T00:00:00Z', cents / 100, size) ?? Number.NaN
        // In hundredths of a hundredth of a cent, so that nothing is rounded.
        const exact = 7 * size * cents * (100 - cents)
        expect(Math.round(fee * 100) * 10_000).toBeGreaterThanOrEqual(exact)
        expect(Math.round(fee * 100) * 10_000 - exact).toBeLessThan(10_000)
        expect(fee * 100).toBeCloseTo(Math.round(fee * 100), 6)
      }),
    )
  })
})

describe('the rates of a contract', () => {
  const [old, recent] = [Date.UTC(2026, 1, 19), Date.UTC(2026, 4, 1)]

  test.each([
    [recent, Date.UTC(2026, 8, 1, 23, 59), { taker: 0.07, maker: 0.0175, of: 'price x (1 - price)' }],
    [recent, Date.UTC(2026, 8, 2), { taker: 0.07, maker: 0, of: 'price x (1 - price)' }],
    [recent, Date.UTC(2026, 11, 31, 23, 59), { taker: 0.07, maker: 0, of: 'price x (1 - price)' }],
    [recent, Date.UTC(2027, 0, 1), { taker: 0.07, maker: 0.0175, of: 'price x (1 - price)' }],
    [old, Date.UTC(2026, 10, 27), { taker: 0.05, maker: 0, of: 'min(price, 1 - price)' }],
    [old, Date.UTC(2027, 0, 1), { taker: 0.05, maker: 0.01, of: 'min(price, 1 - price)' }],
  ])('listed at %d are at %d those of the day', (createdAt, at, rates) => {
    expect(feeRatesAt(createdAt, at)).toEqual(rates)
  })

  test('are not known where nobody knows when it was listed', () => {
    expect(feeRatesAt(undefined, Date.UTC(2027, 0, 1))).toBeUndefined()
  })
})
