import { expect, test } from 'vitest'
import type { OrderTerms } from '../../../src/venue-kit/trading.js'
import type { VenueContext } from '../../../src/venue-kit/venue.js'
import { createOrderSource } from '../../../src/venues/kalshi/orders.js'

const source = createOrderSource({ id: 'kalshi', hosts: {}, site: '' })

function bodyOf(of: 'yes' | 'no', side: OrderTerms['side'], price: string) {
  const terms: OrderTerms = {
    marketId: 'K',
    outcomeId: of === 'yes' ? 'K' : 'K-NO',
    side,
    type: 'limit',
    amount: '1',
    price,
    clientOrderId: 'c',
  }
  const located = { outcomeId: terms.outcomeId, facts: { ticker: 'K', side: of } }
  // It asks nobody.
  return source.build(terms, located as never, {} as VenueContext).then(({ call }) => call.body)
}

test.each([
  ['yes', 'buy', '0.55555', { side: 'bid', price: '0.5555' }],
  ['yes', 'sell', '0.55554', { side: 'ask', price: '0.5556' }],
  // For NO at most 0.55554 and at least 0.55555.
  ['no', 'buy', '0.55554', { side: 'ask', price: '0.4445' }],
  ['no', 'sell', '0.55555', { side: 'bid', price: '0.4444' }],
  ['no', 'buy', '0.56', { side: 'ask', price: '0.4400' }],
] as const)(
  'a price finer than the venue writes is never worse for who names it: %s %s %s',
  async (of, side, price, sent) => {
    expect(await bodyOf(of, side, price)).toMatchObject(sent)
  },
)
