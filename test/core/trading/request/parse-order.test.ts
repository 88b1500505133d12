import { describe, expect, test } from 'vitest'
import type { OrderBook } from '../../../../src/api/models/models.js'
import { toText } from '../../../../src/api/values/decimal.js'
import {
  bestBidOf,
  findBookReach,
  fingerprintOf,
  parseOrder,
} from '../../../../src/core/trading/request/parse-order.js'
import { failureOf, limitOrder, tradingWorld } from '../trading-world.js'

const refusalOf = (changes: object) => failureOf((async () => parseOrder({ ...limitOrder, ...changes }))())

test.each([
  ['marketId', { marketId: '  ' }],
  ['outcomeId', { outcomeId: '' }],
  ['side', { side: 'hold' }],
  ['type', { type: 'stop' }],
])('an order without a %s that means something is sent nowhere', async (field, changes) => {
  const world = tradingWorld()
  expect(await failureOf(world.create(changes))).toMatchObject({ code: 'VALIDATION_ERROR', field })
  expect(world.sent()).toBe(0)
})

test('spaces around names come from copying, and are no part of them', async () => {
  const world = tradingWorld()
  await world.create({ marketId: ' M ', outcomeId: ' M-YES ' })
  expect(world.exchange.placed).toMatchObject([{ marketId: 'M', outcomeId: 'M-YES' }])
})

test.each([1e61, 1e100, 1e-61, 1e-100])('%d is a number, and more than anybody counts in', async (value) => {
  for (const field of ['amount', 'price'])
    expect(await refusalOf({ [field]: value })).toMatchObject({
      code: 'INVALID_ORDER',
      field,
      detail: { kind: 'order_rule' },
    })
})

test.each([-0.1, 100.1, 1e100])('a slippage of %d per cent is none', async (slippage_pct) => {
  expect(await refusalOf({ slippage_pct })).toMatchObject({ code: 'VALIDATION_ERROR', field: 'slippage_pct' })
})

test.each([
  [0, '0'],
  [0.1, '0.001'],
  [100, '1'],
])('a slippage of %d per cent is %s of the price', (slippage_pct, share) => {
  expect(toText(parseOrder({ ...limitOrder, slippage_pct }).slippage)).toBe(share)
})

test('what a caller says of fees and of whom he trades for goes on to the venue; what he does not say does not', async () => {
  const world = tradingWorld()
  await world.create({ fee: 25, onBehalfOf: 7 })
  await world.create({ amount: 3 })
  expect(world.exchange.built[0]).toMatchObject({ feeRateBps: 25, onBehalfOf: 7 })
  for (const member of ['feeRateBps', 'onBehalfOf'])
    expect(world.exchange.built[1]).not.toHaveProperty(member)
})

test('two who want the same have one fingerprint, in whatever order they say it; any other wish has another', () => {
  const same = {
    price: 0.5,
    amount: 10,
    type: 'limit',
    side: 'buy',
    outcomeId: 'M-YES',
    marketId: 'M',
  } as const
  expect(fingerprintOf(same)).toBe(fingerprintOf(limitOrder))
  for (const change of [{ price: 0.6 }, { amount: 11 }, { side: 'sell' }, { fee: 1 }] as const)
    expect(fingerprintOf({ ...limitOrder, ...change })).not.toBe(fingerprintOf(limitOrder))
})

describe('of a book', () => {
  const book = (bids: [number, number][], asks: [number, number][]): OrderBook =>
    ({
      bids: bids.map(([price, size]) => ({ price, size })),
      asks: asks.map(([price, size]) => ({ price, size })),
      timestamp: 1,
    }) as OrderBook
  const market = (changes: object) => parseOrder({ ...limitOrder, ...changes, type: 'market' })

  test('a level of nothing is nobody’s offer', () => {
    const levels: [number, number][] = [
      [0.9, 0],
      [0.4, 5],
    ]
    expect(bestBidOf(book(levels, []))).toEqual({ units: 4n, scale: 1 })
    expect(bestBidOf(book([[0.9, 0]], []))).toBeUndefined()
    expect(toText(findBookReach(market({ side: 'sell', amount: 5 }), book(levels, [])).best)).toBe('0.4')
  })

  test('an order reaches no further than the level that fills it', () => {
    const asks: [number, number][] = [
      [0.6, 10],
      [0.7, 10],
    ]
    expect(toText(findBookReach(market({ amount: 10 }), book([], asks)).worst)).toBe('0.6')
    expect(toText(findBookReach(market({ amount: 10.5 }), book([], asks)).worst)).toBe('0.7')
  })

  test.each([
    ['buy', 'asks'],
    ['sell', 'bids'],
  ])('who wants to %s where there are no %s is told so', async (side, missing) => {
    const failure = await failureOf((async () => findBookReach(market({ side }), book([], [])))())
    expect(failure).toMatchObject({ code: 'NO_LIQUIDITY', detail: { kind: 'no_liquidity', side, missing } })
  })
})
