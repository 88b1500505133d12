import { expect, test } from 'vitest'
import { accountSource } from '../../../src/venues/smarkets/account.js'
import { sessionOf } from '../../../src/venues/smarkets/auth.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { orderReply, sessionReply } from '../../../src/venues/smarkets/native/order-wire.js'
import * as wire from '../../../src/venues/smarkets/schemas.js'
import { failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { testWords } from '../../support/words.js'
import { open, session } from './account-payloads.js'
import { setUp, stock } from './exchange.js'
import { nativeContract, nativeEvent, nativeMarket } from './payloads.js'

const order = (members: Readonly<Record<string, unknown>>) => ({
  id: '77',
  market_id: '5001',
  contract_id: '6001',
  side: 'buy',
  type: 'good_til_halted',
  state: 'created',
  price: 625,
  quantity: 125_000,
  quantity_filled: 0,
  quantity_unfilled: 125_000,
  created_datetime: '2026-11-20T10:00:00Z',
  ...members,
})

const trade = (side: string) => ({
  recent_trades: [
    { contract_id: '6001', price: 5714, quantity: 10_000, side, timestamp: '2026-11-20T10:00:00Z' },
  ],
})

testWords('smarkets', {
  refused: {
    'event.state': (state) => wire.eventsById.parse({ events: [nativeEvent({ state })] }),
    'market.state': (state) => wire.markets.parse({ markets: [nativeMarket({ state })] }),
    'contract.state_or_outcome': (state_or_outcome) =>
      wire.contracts.parse({ contracts: [nativeContract({ state_or_outcome })] }),
    'trade.side': (side) => wire.recentTrades.parse(trade(side)),
    'order.side': (side) => orderReply.parse(order({ side })),
    'order.type': (type) => orderReply.parse({ order: order({ type }) }),
    'order.state': (state) => orderReply.parse(order({ state })),
  },
  absent: {
    'session.factor': (factor) =>
      sessionReply.parse({ token: 't', factor }).factor === 'zz_new' ? undefined : factor,
  },
})

test('a login that ends with an unknown word is none, and the error has the word', async () => {
  const { ctx } = open({ 'POST api/sessions/': session({ factor: 'zz_new' }) })
  expect(await failureOf(() => sessionOf(ctx))).toMatchObject({
    code: 'AUTHENTICATION_ERROR',
    detail: { factor: 'zz_new' },
  })
})

test('a market looked up alone names the unknown state of its contract', async () => {
  const held = stock()
  const contracts = held.contracts.map((row) =>
    row['id'] === '6001' ? { ...row, state_or_outcome: 'zz_new' } : row,
  )
  const ctx = tolerant(setUp({ ...held, contracts }).ctx)
  const failure = await failureOf(() => smarkets.markets.getMarket('5001', ctx))
  expect(failure.message).toContain("unknown value 'zz_new' for contract.state_or_outcome")
})

test('an order by its id names the unknown word, bare and in a member of its own', async () => {
  for (const answer of [order({ state: 'zz_new' }), { order: order({ state: 'zz_new' }) }]) {
    const { ctx } = open({ 'GET api/orders/': { orders: [] }, 'GET api/orders/77/': answer })
    const failure = await failureOf(() => present(accountSource.order)('77', ctx))
    expect(failure.message).toContain("unknown value 'zz_new' for order.state")
  }
})
