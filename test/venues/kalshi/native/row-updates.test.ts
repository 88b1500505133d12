import { expect, test } from 'vitest'
import type { OrderBook, UnifiedMarket } from '../../../../src/api/models/models.js'
import { rowSource } from '../../../../src/venues/kalshi/native/row-updates.js'

const market = (nativeStatus: string): UnifiedMarket => ({
  marketId: 'T',
  title: '',
  description: '',
  url: '',
  sourceExchange: 'kalshi',
  nativeStatus,
  outcomes: ['T', 'T-NO'].map((outcomeId) => ({ outcomeId, marketId: 'T', label: outcomeId, price: 0.5 })),
})

const bids = (price: number): Pick<OrderBook, 'bids' | 'asks'> => ({ bids: [{ price, size: 1 }], asks: [] })

test('quotes are those of the book, from either side, and the price stays that of the last trade', () => {
  const yes = rowSource.updates(market('active'), (id) => (id === 'T' ? bids(0.4) : undefined))
  expect(yes).toEqual({
    prices: [],
    quotes: [{ bid: 0.4 }, { ask: 0.6 }],
    metadata: { yes_bid: 0.4, no_ask: 0.6 },
  })
  const no = rowSource.updates(market('active'), (id) => (id === 'T-NO' ? bids(0.3) : undefined))
  expect(no).toEqual({
    prices: [],
    quotes: [{ ask: 0.7 }, { bid: 0.3 }],
    metadata: { yes_ask: 0.7, no_bid: 0.3 },
  })
})

test('a row stays as it was read where nothing is watched, and where the market cannot be traded', () => {
  expect(rowSource.updates(market('active'), () => undefined)).toBeUndefined()
  // Paused, and decided.
  for (const word of ['inactive', 'finalized'])
    expect(rowSource.updates(market(word), () => bids(0.4))).toBeUndefined()
})
