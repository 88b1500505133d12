import { expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { feeSchedule } from '../../../src/venues/polymarket/fees.js'

const of = (sourceMetadata: object) => feeSchedule({ sourceMetadata } as unknown as UnifiedMarket, 0)
const crypto = { rate: 0.07, exponent: 1, takerOnly: true, rebateRate: 0.2 }
const order = { side: 'buy', price: 0.5, size: 100 } as const

test('takers pay what the market states, makers nothing where it is of takers alone', () => {
  const { taker, maker } = of({ feesEnabled: true, feeSchedule: crypto }) ?? {}
  expect(taker).toMatchObject({ parameters: { rate: 0.07, exponent: 1 } })
  expect([taker?.feeOf(order), maker?.feeOf(order)]).toEqual([1.75, 0])
  expect(of({ feeSchedule: { ...crypto, exponent: 2 } })?.taker?.feeOf({ ...order, size: 3 })).toBe(0.01312)
})

test.each([
  // Recorded on the chain (nautechsystems/nautilus_trader, chain_order_filled_taker_fees.json).
  [0.05, 0.66, 7.575758, 0.085],
  [0.05, 0.71, 7.042251, 0.07249],
  [0.05, 0.71, 21.126758, 0.21749],
  [0.07, 0.82, 1.219511, 0.01259],
  [0.07, 0.48, 2.083334, 0.0364],
  [0.05, 0.65, 7.57, 0.0861],
  [0.05, 0.31, 5, 0.05347],
  [0.05, 0.67, 5, 0.05527],
  [0.05, 0.7, 7.04, 0.07392],
  [0.05, 0.7, 21.13, 0.22186],
  [0.07, 0.971, 5.14931, 0.01014],
  [0.07, 0.965, 5.14, 0.01215],
  [0.05, 0.56, 9.321429, 0.11484],
  [0.05, 0.55, 9.33, 0.11545],
])('a taker at the rate %d paid at %d for %d contracts %d', (rate, price, size, fee) => {
  const { taker } = of({ feeSchedule: { ...crypto, rate } }) ?? {}
  expect(taker?.feeOf({ side: 'buy', price, size })).toBe(fee)
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
