import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Order, UserTrade } from '../../../../src/api/models/models.js'
import { toRequestedSide, toRequestedTrade } from '../../../../src/core/trading/request/requested-side.js'

const told: Order = {
  id: 'V1',
  marketId: 'M',
  outcomeId: 'M',
  side: 'sell',
  type: 'limit',
  price: 0.6,
  amount: 10,
  status: 'open',
  filled: 4,
  remaining: 6,
  timestamp: 5,
  fee: 0.02,
}
const asked = { marketId: 'M', outcomeId: 'M-NO', side: 'buy', type: 'limit', amount: '10' } as const

test('who asked to buy NO at 0.4 is told so, and all else stays the venue’s', () => {
  expect(toRequestedSide(asked, told)).toEqual({ ...told, outcomeId: 'M-NO', side: 'buy', price: 0.4 })
  const { price: _unknown, ...unpriced } = told
  expect(toRequestedSide(asked, unpriced)).toEqual({ ...unpriced, outcomeId: 'M-NO', side: 'buy' })
})

test.each([
  ['the same', { ...asked, outcomeId: 'M', side: 'sell' } as const],
  ['another outcome on the same side', { ...asked, side: 'sell' } as const],
  ['another side of the same outcome', { ...asked, outcomeId: 'M' } as const],
  ['another market', { ...asked, marketId: 'N' } as const],
])('an order that is told of %s is no mirror image', (_what, terms) => {
  expect(toRequestedSide(terms, told)).toBe(told)
})

test('a limit that does not rest is told as what was asked for', () => {
  const own = { ...asked, outcomeId: 'M', side: 'sell', type: 'market' } as const
  expect(toRequestedSide(own, told)).toEqual({ ...told, type: 'market' })
  expect(toRequestedSide({ ...asked, type: 'market' }, told)).toMatchObject({
    outcomeId: 'M-NO',
    type: 'market',
  })
  expect(toRequestedSide({ ...own, type: 'limit' }, { ...told, type: 'market' })).toEqual(told)
})

test('the same order keeps its type where the venue calls its market by another name', () => {
  const own = { ...asked, type: 'market' } as const
  expect(toRequestedSide(own, { ...told, marketId: '0xc0ffee' }, true)).toEqual({
    ...told,
    ...{ marketId: '0xc0ffee', type: 'market' },
  })
  expect(toRequestedSide(own, { ...told, marketId: '0xc0ffee' })).toMatchObject({ type: 'limit' })
})

test('the same order is of its market where the venue names none', () => {
  const unnamed = { ...told, marketId: 'unknown' }
  expect(toRequestedSide({ ...asked, type: 'market' }, unnamed, true)).toMatchObject({
    marketId: 'M',
    type: 'market',
  })
  expect(toRequestedSide({ ...asked, outcomeId: 'M', side: 'sell' }, unnamed)).toEqual(told)
  expect(toRequestedSide(asked, unnamed)).toBe(unnamed)
})

test('what is turned round twice is as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), (units) => {
      const order = { ...told, price: units / 10_000 }
      expect(
        toRequestedSide({ ...asked, outcomeId: 'M', side: 'sell' }, toRequestedSide(asked, order)),
      ).toEqual(order)
    }),
  )
})

test('an order of which the venue does not name the market is of the market of its outcome', () => {
  const own = { marketId: 'M', outcomeId: 'M-YES', side: 'sell', type: 'limit', amount: '1' } as const
  const unnamed: Order = { ...told, marketId: 'unknown', outcomeId: 'M-YES', type: 'market' }
  expect(toRequestedSide(own, unnamed)).toEqual({ ...unnamed, marketId: 'M', type: 'limit' })
  // Another outcome may be of another market.
  expect(toRequestedSide({ ...own, outcomeId: 'M-NO', side: 'buy' }, unnamed)).toBe(unnamed)
})

const fill: UserTrade = {
  ...{ id: 'F1', orderId: 'V1', marketId: 'M', outcomeId: 'M', side: 'sell', price: 0.6 },
  ...{ amount: 4, timestamp: 5, fee: 0.02 },
}

test('a fill of a purchase of NO is told as one, with the venue’s amount and fee', () => {
  expect(toRequestedTrade(asked, fill)).toEqual({ ...fill, outcomeId: 'M-NO', side: 'buy', price: 0.4 })
})

test.each([
  ['the same', { ...asked, outcomeId: 'M', side: 'sell' } as const],
  ['another outcome on the same side', { ...asked, side: 'sell' } as const],
  ['another side of the same outcome', { ...asked, outcomeId: 'M' } as const],
  ['another market', { ...asked, marketId: 'N' } as const],
])('a fill of %s is no mirror image', (_what, terms) => {
  expect(toRequestedTrade(terms, fill)).toBe(fill)
})
