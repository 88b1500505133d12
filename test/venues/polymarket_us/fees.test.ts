import { expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models.js'
import { takerFee } from '../../../src/venues/polymarket_us/fees.js'

const order = { side: 'buy', price: 0.5, size: 100 } as const
const marketWith = (sourceMetadata?: Record<string, unknown>) => ({ sourceMetadata }) as UnifiedMarket

test('a taker pays by the coefficient of the market, and nobody knows what without', () => {
  expect(takerFee({ ...order, market: marketWith({ feeCoefficient: 0.06 }) })).toBeCloseTo(1.5, 9)
  expect(takerFee({ ...order, market: marketWith({}) })).toBeUndefined()
  expect(takerFee({ ...order, market: marketWith() })).toBeUndefined()
})
