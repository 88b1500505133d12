import { expect, test } from 'vitest'
import type { OrderBook, UnifiedMarket } from '../../../../src/api/models/models.js'
import { rowSource } from '../../../../src/venues/polymarket/native/row-updates.js'

const outcome = (outcomeId: string, price: number) => ({ outcomeId, marketId: 'm', label: outcomeId, price })

function market(rest: Partial<UnifiedMarket> = {}): UnifiedMarket {
  return {
    marketId: 'm',
    title: '',
    description: '',
    url: '',
    sourceExchange: 'polymarket',
    outcomes: [outcome('a', 0.4), outcome('b', 0.6)],
    nativeStatus: 'active',
    sourceMetadata: { acceptingOrders: true },
    ...rest,
  }
}

const book = (bid: number | undefined, ask: number | undefined): Pick<OrderBook, 'bids' | 'asks'> => ({
  bids: bid === undefined ? [] : [{ price: bid, size: 1 }],
  asks: ask === undefined ? [] : [{ price: ask, size: 1 }],
})

const newsOf = (books: Readonly<Record<string, ReturnType<typeof book>>>, of = market()) =>
  rowSource.updates(of, (id) => books[id])

test.each([
  ['the first token', { a: book(0.5, 0.51) }],
  ['the other one, turned round', { b: book(0.49, 0.5) }],
  ['the first one, where both are watched', { a: book(0.5, 0.51), b: book(0.1, 0.2) }],
])('prices are the middle of the book of %s', (_what, books) => {
  expect(newsOf(books)).toEqual({
    prices: [0.505, 0.495],
    quotes: [
      { bid: 0.5, ask: 0.51 },
      { bid: 0.49, ask: 0.5 },
    ],
    metadata: { bestBid: 0.5, bestAsk: 0.51 },
  })
})

test('a spread of ten cents is the widest whose middle is a price', () => {
  expect(newsOf({ a: book(0.3, 0.4) })?.prices).toEqual([0.35, 0.65])
  expect(newsOf({ a: book(0.3, 0.401) })).toMatchObject({
    prices: [],
    metadata: { bestBid: 0.3, bestAsk: 0.401 },
  })
})

test.each([
  ['a side is empty', { a: book(0.3, undefined) }, market()],
  ['nothing is watched', {}, market()],
  ['the market is over', { a: book(0.5, 0.51) }, market({ nativeStatus: 'closed' })],
  ['it takes no orders', { a: book(0.5, 0.51) }, market({ sourceMetadata: { acceptingOrders: false } })],
  ['it is no pair', { a: book(0.5, 0.51) }, market({ outcomes: [outcome('a', 0.4)] })],
])('a row stays as it was read where %s', (_what, books, of) => {
  expect(newsOf(books, of)).toBeUndefined()
})
