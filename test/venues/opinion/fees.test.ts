import { expect, test } from 'vitest'
import { maxFeeInContracts } from '../../../src/venues/opinion/fees.js'

test('a purchase may cost the minimum for one trade and the curve for the others', () => {
  // Two trades of one order of the simulation, which charges as recorded: 31 at 0.14 and 5 at 0.13.
  const paid = 0.25 / 0.14 + 0.0029464812 / 0.13
  expect(maxFeeInContracts({ contracts: 36, price: (31 * 0.14 + 5 * 0.13) / 36 })).toBeGreaterThan(paid)
  // A difference beyond the fee is still one.
  expect(maxFeeInContracts({ contracts: 100, price: 0.5 })).toBeLessThan(6.1)
})
