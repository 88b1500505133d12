import { expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models.js'
import { feeSchedule } from '../../../src/venues/polymarket/fees.js'

const of = (sourceMetadata: object) => feeSchedule({ sourceMetadata } as unknown as UnifiedMarket, 0)
const crypto = { rate: 0.07, exponent: 1, takerOnly: true, rebateRate: 0.2 }
const order = { side: 'buy', price: 0.5, size: 100 } as const

test('takers pay what the market states, makers nothing where it is of takers alone', () => {
  const { taker, maker } = of({ feesEnabled: true, feeSchedule: crypto }) ?? {}
  expect(taker).toMatchObject({ parameters: { rate: 0.07, exponent: 1 } })
  expect([taker?.feeOf(order), maker?.feeOf(order)]).toEqual([1.75, 0])
  expect(of({ feeSchedule: { ...crypto, exponent: 2 } })?.taker?.feeOf({ ...order, size: 3 })).toBe(0.01313)
})

test('a market without fees charges nobody', () => {
  const { taker, maker } = of({ feesEnabled: false }) ?? {}
  expect([taker?.feeOf(order), maker?.feeOf(order)]).toEqual([0, 0])
})

test('what the market does not state is not known', () => {
  expect(of({ feesEnabled: true })).toBeUndefined()
  expect(of({ feesEnabled: true, feeSchedule: { rate: 0.07 } })).toBeUndefined()
  expect(of({ feeSchedule: { ...crypto, takerOnly: undefined } })).not.toHaveProperty('maker')
})
