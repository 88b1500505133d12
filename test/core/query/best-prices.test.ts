import { expect, test } from 'vitest'
import type { MarketOutcome, UnifiedMarket } from '../../../src/api/models/models.js'
import { withBestPrices } from '../../../src/core/query/best-prices.js'

const outcome = (outcomeId: string, rest: Partial<MarketOutcome> = {}): MarketOutcome => ({
  outcomeId,
  marketId: 'm',
  label: outcomeId,
  ...rest,
})

function marketOf(...outcomes: MarketOutcome[]): UnifiedMarket {
  const [yes, no] = outcomes
  const sides = yes === undefined || no === undefined ? {} : { yes, no, up: yes, down: no }
  return { marketId: 'm', title: 'M', description: '', url: '', sourceExchange: 'kalshi', outcomes, ...sides }
}

const book = {
  bids: [
    { price: 0.3, size: 1 },
    { price: 0.4, size: 1 },
  ],
  asks: [{ price: 0.45, size: 1 }],
}

test('best prices of a book stand on its outcome, and turned round on the other one of two', () => {
  const market = marketOf(outcome('a', { bestBid: 0.1, price: 0.42 }), outcome('b'))
  const quoted = withBestPrices(market, 'a', book)
  const [a, b] = quoted.outcomes
  expect(a).toEqual(outcome('a', { price: 0.42, bestBid: 0.4, bestAsk: 0.45 }))
  expect(b).toEqual(outcome('b', { bestBid: 0.55, bestAsk: 0.6 }))
  expect([quoted.yes, quoted.up, quoted.no, quoted.down]).toEqual([a, a, b, b])
  expect(market.outcomes[1]).toEqual(outcome('b'))
})

test('an empty side has no best price, whatever its list had', () => {
  const market = marketOf(outcome('a', { bestBid: 0.1, bestAsk: 0.9 }), outcome('b'))
  const [a, b] = withBestPrices(market, 'a', { bids: [], asks: [{ price: 0.45, size: 1 }] }).outcomes
  expect(a).toEqual(outcome('a', { bestAsk: 0.45 }))
  expect(b).toEqual(outcome('b', { bestBid: 0.55 }))
})

test('of several outcomes the others keep theirs, and so do all without a book', () => {
  const market = marketOf(outcome('a'), outcome('b', { bestBid: 0.2 }), outcome('c'))
  expect(withBestPrices(market, 'a', book).outcomes[1]).toEqual(outcome('b', { bestBid: 0.2 }))
  expect(withBestPrices(market, 'a', undefined)).toBe(market)
  expect(withBestPrices(market, undefined, book)).toBe(market)
  expect(withBestPrices(market, 'z', book)).toBe(market)
})
