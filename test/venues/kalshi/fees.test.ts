import { expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models.js'
import { takerFee } from '../../../src/venues/kalshi/fees.js'

test.each([
  [0.5, 100, 1.75],
  [0.4, 10, 0.168],
  [0.99, 1, 0.0007],
  [0.33, 1, 0.0155],
])('a taker at %f pays for %i contracts %f', (price, size, fee) => {
  expect(takerFee({ market: {} as UnifiedMarket, side: 'buy', price, size })).toBe(fee)
})
