import { expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { takerFee } from '../../../src/venues/polymarket_us/fees.js'

const order = { side: 'buy', price: 0.5, size: 100 } as const
const marketWith = (sourceMetadata?: Record<string, unknown>) =>
  ({ marketId: 'm', sourceMetadata }) as UnifiedMarket

test.each([
  [100, 0.1, 0.89],
  [100, 0.5, 1.86],
  [1, 0.02, 0],
])('a combo of %d contracts at %d costs %d', (size, price, fee) => {
  const market = {
    marketId: 'caoc-1',
    sourceMetadata: { feeCoefficient: 0.0695 },
  } as unknown as UnifiedMarket
  expect(takerFee({ side: 'buy', market, price, size })).toBe(fee)
})

test('a fee is rounded to the cent, half to even', () => {
  const market = marketWith({ feeCoefficient: 0.1 })
  const fee = (size: number) => takerFee({ side: 'buy', market, price: 0.5, size })
  expect([fee(1), fee(3), fee(5)]).toEqual([0.02, 0.08, 0.12])
})

test('a taker pays by the coefficient of the market, and nobody knows what without', () => {
  expect(takerFee({ ...order, market: marketWith({ feeCoefficient: 0.06 }) })).toBeCloseTo(1.5, 9)
  expect(takerFee({ ...order, market: marketWith({}) })).toBeUndefined()
  expect(takerFee({ ...order, market: marketWith() })).toBeUndefined()
})
