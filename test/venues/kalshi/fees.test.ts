import { expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { feeSchedule } from '../../../src/venues/kalshi/fees.js'

const market = (sourceMetadata: object) => ({ sourceMetadata }) as unknown as UnifiedMarket
const general = market({ fee_type: 'quadratic', fee_multiplier: 1 })

test.each([
  [0.5, 100, 1.75],
  [0.4, 10, 0.168],
  [0.99, 1, 0.0007],
  [0.33, 1, 0.0155],
])('a taker at %f pays for %i contracts %f', (price, size, fee) => {
  expect(feeSchedule(general, 0)?.taker?.feeOf({ side: 'buy', price, size })).toBe(fee)
})

test.each([
  [{ fee_type: 'quadratic_with_maker_fees', fee_multiplier: 0.5 }, 0.875],
  [{ fee_type: 'quadratic', fee_multiplier: 0 }, 0],
  [{ fee_type: 'quadratic' }, undefined],
  [{ fee_multiplier: 1 }, undefined],
  [{ fee_type: 'flat', fee_multiplier: 1 }, undefined],
  [{ fee_type: 'zz_new', fee_multiplier: 1 }, undefined],
  [{}, undefined],
])('of a series with %j a taker pays %s for 100 contracts at 0.5', (facts, fee) => {
  const order = { side: 'buy', price: 0.5, size: 100 } as const
  expect(feeSchedule(market(facts), 0)?.taker?.feeOf(order)).toBe(fee)
})

test('the schedule says which part of a fee it does not count', () => {
  expect(feeSchedule(general, 0)?.taker?.note).toContain('A rounding fee of less than 0.0001 USD')
  expect(feeSchedule(market({}), 0)?.taker?.note).toContain(
    'multiplier of the series of this market is not known',
  )
})

test('makers pay nothing where the type of the fees names none of theirs', () => {
  expect(feeSchedule(general, 0)?.maker?.feeOf({ side: 'buy', price: 0.5, size: 100 })).toBe(0)
  expect(
    feeSchedule(market({ fee_type: 'quadratic_with_maker_fees', fee_multiplier: 1 }), 0)?.maker,
  ).toBeUndefined()
  expect(feeSchedule(market({}), 0)?.maker).toBeUndefined()
})
