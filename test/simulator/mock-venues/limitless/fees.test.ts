import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bpsAt,
  computeBps,
  contractsOf,
  feeOf,
} from '../../../../src/simulator/mock-venues/limitless/fees.js'
import { exact } from '../../paper-trading/support.js'
import { firstWhere } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { openAt, world } from '../../support/world.js'

describe('what a taker pays', () => {
  test.each([
    [0.02, 300],
    [0.5, 300],
    [0.55, 252],
    [0.9, 68],
    [0.99, 42],
  ])('of a purchase at %d is %d basis points, as published', (price, bps) => {
    expect(bpsAt(price, 'buy')).toBe(bps)
  })

  test('of the recorded purchase is what was recorded', () => {
    const market = firstWhere(openAt(NOON), (one) => world.eventOf(one).number % 4 === 0)
    const execution = {
      market,
      action: 'buy',
      price: exact('0.93'),
      size: exact('10.752'),
      liquidity: 'taker',
      at: NOON,
    } as const
    const withheld = contractsOf(execution, world)
    expect(withheld).toBe(exact('0.063436'))
    expect(computeBps(withheld ?? 0n, execution.size)).toBe(59)
    expect(contractsOf({ ...execution, liquidity: 'maker' }, world)).toBe(0n)
  })

  test('falls with the price, and a sale costs 150 at most', () => {
    const actions = fc.constantFrom('buy' as const, 'sell' as const)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 998 }), actions, (thousandths, action) => {
        const [here, next] = [bpsAt(thousandths / 1000, action), bpsAt((thousandths + 1) / 1000, action)]
        expect(next).toBeLessThanOrEqual(here)
        expect(next).toBeGreaterThanOrEqual(40)
        expect(here).toBeLessThanOrEqual(action === 'buy' ? 300 : 150)
      }),
    )
  })

  test('is taken in USDC where a fee module takes it', () => {
    const market = firstWhere(openAt(NOON), (one) => world.eventOf(one).number % 4 === 3)
    const execution = {
      market,
      action: 'buy',
      price: exact('0.5'),
      size: exact('20'),
      liquidity: 'taker',
      at: NOON,
    } as const
    expect(contractsOf(execution, world)).toBeUndefined()
    expect(feeOf(execution)).toBe(exact('0.3'))
  })
})
