import { expect, test } from 'vitest'
import { feeFor } from '../../../../src/simulator/mock-venues/gemini-titan/fees.js'
import { numberOf } from '../../../../src/simulator/paper-trading/state/amount.js'
import { busy, exact } from '../../paper-trading/support.js'
import { world } from '../../support/world.js'

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`)
const feeOf = (made: string, at: string, liquidity: 'taker' | 'maker', size: string, price: string): number =>
  numberOf(
    feeFor(
      {
        market: { ...busy, opensAt: day(made) },
        action: 'buy',
        price: exact(price),
        size: exact(size),
        liquidity,
        at: day(at),
      },
      world,
    ),
  )

test.each([
  // The figure of gemini.com/fees/predictions: 100 at 0.50.
  ['2026-05-01', '2026-11-27', 'taker', '100', '0.5', 1.75],
  ['2026-05-01', '2026-08-01', 'maker', '100', '0.5', 0.44],
  ['2026-05-01', '2026-09-02', 'maker', '100', '0.5', 0],
  ['2026-05-01', '2026-12-31', 'maker', '100', '0.5', 0],
  ['2026-05-01', '2027-01-01', 'maker', '100', '0.5', 0.44],
  ['2026-05-01', '2027-01-01', 'taker', '1', '0.99', 0.01],
  ['2026-03-17', '2026-11-27', 'taker', '100', '0.3', 1.5],
  ['2026-03-17', '2026-11-27', 'taker', '100', '0.7', 1.5],
  ['2026-03-17', '2027-01-01', 'maker', '100', '0.3', 0.3],
  ['2026-03-18', '2026-11-27', 'taker', '100', '0.3', 1.47],
] as const)(
  'a contract of %s costs on %s as a %s of %s at %s: %d',
  (made, at, liquidity, size, price, fee) => {
    expect(feeOf(made, at, liquidity, size, price)).toBe(fee)
  },
)
