import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeExecutionPrice } from '../../../src/core/market-data/execution-price.js'
import { coreOver, fakeVenue } from '../fake-venue.js'

const level = (price: number, size: number) => ({ price, size })
const book = {
  bids: [level(0.5, 10), level(0.6, 5)],
  asks: [level(0.8, 10), level(0.7, 5), level(0.1, 0), level(0.2, -3)],
}

test.each([
  ['buy', { asks: book.asks, bids: true }, 'orderBook.bids'],
  ['sell', { asks: ['x'], bids: book.bids }, 'orderBook.asks[0]'],
] as const)('a book whose other side is none is refused for %s, too', (side, wrong, field) => {
  expect(() => computeExecutionPrice(wrong, side, 5)).toThrow(expect.objectContaining({ field }))
})

describe('the average price', () => {
  test.each<[string, number, object]>([
    ['buy', 5, { price: 0.7, filledAmount: 5, fullyFilled: true }],
    ['buy', 10, { price: 0.75, filledAmount: 10, fullyFilled: true }],
    ['buy', 15, { price: 11.5 / 15, filledAmount: 15, fullyFilled: true }],
    ['buy', 20, { price: 11.5 / 15, filledAmount: 15, fullyFilled: false }],
    ['sell', 5, { price: 0.6, filledAmount: 5, fullyFilled: true }],
    ['sell', 10, { price: 0.55, filledAmount: 10, fullyFilled: true }],
    ['sell', 100, { price: 8 / 15, filledAmount: 15, fullyFilled: false }],
  ])('to %s %d is %j: best levels first, empty ones left out', (side, amount, wanted) => {
    const result = computeExecutionPrice(book, side, amount)
    expect(result).toMatchObject({
      ...wanted,
      price: expect.closeTo(Number(Reflect.get(wanted, 'price')), 12),
    })
  })

  test('against an empty side is nothing', () => {
    expect(computeExecutionPrice({ bids: [], asks: [] }, 'buy', 1)).toEqual({
      price: 0,
      filledAmount: 0,
      fullyFilled: false,
    })
    expect(computeExecutionPrice({ bids: [], asks: [level(0.5, 0)] }, 'buy', 1).fullyFilled).toBe(false)
  })

  test.each([1e12, 1e16, Number.MAX_SAFE_INTEGER])('of all there is, asked for as %d', (amount) => {
    const { price, filledAmount, fullyFilled } = computeExecutionPrice(
      { bids: [], asks: [level(0.4, 0.3), level(0.6, 100.1)] },
      'buy',
      amount,
    )
    expect(filledAmount).toBeCloseTo(100.4, 10)
    expect(price).toBeCloseTo((0.12 + 60.06) / 100.4, 12)
    expect(fullyFilled).toBe(false)
  })

  test('forgives a missing hundred-millionth', () => {
    expect(computeExecutionPrice({ bids: [], asks: [level(0.5, 1)] }, 'buy', 1 + 5e-9)).toMatchObject({
      fullyFilled: true,
    })
    expect(computeExecutionPrice({ bids: [], asks: [level(0.5, 1)] }, 'buy', 1 + 5e-8)).toMatchObject({
      fullyFilled: false,
    })
  })

  test('does not walk on for the last hundred-millionth, and takes one alone for nothing', () => {
    const asks = [level(0.5, 2e-8), level(0.6, 1e-8), level(0.9, 1e-8)]
    expect(computeExecutionPrice({ bids: [], asks }, 'buy', 4e-8)).toEqual({
      price: expect.closeTo(1.6 / 3, 12),
      filledAmount: 4e-8,
      fullyFilled: true,
    })
    expect(computeExecutionPrice({ bids: [], asks: [level(0.5, 1e-8)] }, 'buy', 1)).toEqual({
      price: 0,
      filledAmount: 0,
      fullyFilled: false,
    })
  })

  test.each<[string, unknown, string, number, string]>([
    ['an amount of 0', book, 'buy', 0, 'amount'],
    ['a negative amount', book, 'buy', -1, 'amount'],
    ['another side', book, 'BUY', 1, 'side'],
    ['bids that are no list', { bids: {}, asks: [] }, 'sell', 1, 'orderBook.bids'],
    [
      'a level without a size',
      { bids: [], asks: [level(0.5, 1), { price: 0.5 }] },
      'buy',
      1,
      'orderBook.asks[1]',
    ],
    ['a level of text', { bids: [], asks: [{ price: '0.5', size: '1' }] }, 'buy', 1, 'orderBook.asks[0]'],
    [
      'a level without a price',
      { bids: [], asks: [{ price: null, size: 1 }] },
      'buy',
      1,
      'orderBook.asks[0]',
    ],
    [
      'a size that is no number',
      { bids: [], asks: [{ price: 1, size: true }] },
      'buy',
      1,
      'orderBook.asks[0]',
    ],
    ['a size without an end', { bids: [level(0.5, 1 / 0)], asks: [] }, 'sell', 1, 'orderBook.bids[0]'],
    ['a hole in the levels', { bids: [], asks: [undefined] }, 'buy', 1, 'orderBook.asks[0]'],
    ['a level that is null', { bids: [], asks: [null] }, 'buy', 1, 'orderBook.asks[0]'],
  ])('for %s is refused by name', (_what, given, side, amount, field) => {
    const { bids, asks } = { bids: undefined, asks: undefined, ...Object(given) }
    expect(() => computeExecutionPrice({ bids, asks }, side, amount)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', field }),
    )
  })

  test('of a wrong amount says what upstream says', () => {
    expect(() => computeExecutionPrice(book, 'buy', 0)).toThrow('Amount must be greater than 0')
  })

  test('lies between the best and the worst level, grows with the amount, and never fills more than there is', () => {
    const levels = fc.array(
      fc.record({
        price: fc.double({ min: 0, max: 1, noNaN: true }),
        size: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(levels, fc.double({ min: 0.01, max: 1e6, noNaN: true }), (asks, amount) => {
        const { price, filledAmount, fullyFilled } = computeExecutionPrice({ bids: [], asks }, 'buy', amount)
        const prices = asks.map((each) => each.price)
        const offered = asks.reduce((sum, each) => sum + each.size, 0)
        expect(price).toBeGreaterThanOrEqual(Math.min(...prices) - 1e-9)
        expect(price).toBeLessThanOrEqual(Math.max(...prices) + 1e-9)
        expect(filledAmount).toBeLessThanOrEqual(Math.min(amount, offered + 1e-6))
        expect(fullyFilled).toBe(filledAmount === amount)
        expect(computeExecutionPrice({ bids: [], asks }, 'buy', amount / 2).price).toBeLessThanOrEqual(
          price + 1e-9,
        )
      }),
    )
  })
})

describe('over the wire', () => {
  const core = coreOver(fakeVenue())

  test('getExecutionPrice is 0 unless all of it is filled', async () => {
    expect(await core.ask('getExecutionPrice', book, 'buy', 5)).toBe(0.7)
    expect(await core.ask('getExecutionPrice', book, 'buy', 1_000)).toBe(0)
  })

  test('getExecutionPriceDetailed tells how much', async () => {
    expect(await core.ask('getExecutionPriceDetailed', book, 'sell', 1_000)).toMatchObject({
      filledAmount: 15,
    })
  })

  test('both work for an exchange that is not served, and cost nothing', async () => {
    const { data, headers } = await core.answer('getExecutionPrice', [book, 'buy', 5], { venue: 'hunch' })
    expect([data, headers, core.wire.calls]).toEqual([0.7, {}, []])
  })
})
