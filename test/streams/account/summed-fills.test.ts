import { expect, test } from 'vitest'
import { createSummedFills } from '../../../src/streams/account/summed-fills.js'
import { tradeOf } from '../support/own-streams.js'

const sum = (amount: number, price: number) => tradeOf('8', 1, { amount, price })

test('what was added to a sum has the price that follows from both averages', () => {
  const fills = createSummedFills()
  expect(fills.fresh([sum(2, 0.4)])).toEqual([sum(2, 0.4)])
  expect(fills.fresh([sum(2, 0.4)])).toEqual([])
  expect(fills.fresh([sum(5, 0.46)])).toMatchObject([{ id: '8:5', amount: 3, price: 0.5 }])
  // A list that lags behind.
  expect(fills.fresh([sum(2, 0.4)])).toEqual([])
  expect(fills.fresh([sum(5, 0.46)])).toEqual([])
})

test('what is not known of a sum is not known of what was added to it', () => {
  const fills = createSummedFills()
  const undated = (amount: number, price: number) => ({
    ...sum(amount, price),
    metadata: { isSumOfOrder: true, timestampOf: 'order', unknown: ['timestamp'] },
  })
  fills.fresh([undated(1_000, 0.99)])
  const rows = [...fills.fresh([undated(1_001, 0.9995)]), ...fills.fresh([undated(2_002, 0.9995)])]
  expect(rows).toMatchObject([
    { price: 0, metadata: { timestampOf: 'order', unknown: ['timestamp', 'price'] } },
    { price: 0.9995, metadata: { timestampOf: 'order', unknown: ['timestamp'] } },
  ])
})

test('a price that rounded averages make impossible is not known', () => {
  const fills = createSummedFills()
  fills.fresh([sum(1_000, 0.99)])
  expect(fills.fresh([sum(1_001, 0.9995)])).toMatchObject([
    { amount: 1, price: 0, metadata: { isPartOfOrder: true, filledBefore: 1_000, unknown: ['price'] } },
  ])
})
