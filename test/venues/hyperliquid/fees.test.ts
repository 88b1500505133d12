import { expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { takerFee } from '../../../src/venues/hyperliquid/fees.js'

const marketWith = (sourceMetadata?: Record<string, unknown>) => ({ sourceMetadata }) as UnifiedMarket
const taken = { price: 0.5, size: 100 } as const

test('buying is free', () => {
  expect(takerFee({ ...taken, side: 'buy', market: marketWith({ deployerFeeScale: 1 }) })).toBe(0)
})

test.each([
  [undefined, 0.035],
  [1, 0.07],
  [0.5, 0.0525],
  [2, 0.14],
])('a sale with a deployer scale of %s pays %d', (deployerFeeScale, fee) => {
  const market = marketWith(deployerFeeScale === undefined ? {} : { deployerFeeScale })
  expect(takerFee({ ...taken, side: 'sell', market })).toBeCloseTo(fee, 12)
})

test('a scale that is no number leaves the fee unknown', () => {
  expect(takerFee({ ...taken, side: 'sell', market: marketWith({ deployerFeeScale: 'x' }) })).toBeUndefined()
})
