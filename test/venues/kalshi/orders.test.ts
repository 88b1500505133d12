import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { OrderTerms } from '../../../src/venue-kit/trading.js'
import type { VenueContext } from '../../../src/venue-kit/venue.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { createOrderSource } from '../../../src/venues/kalshi/orders.js'
import { failureOf, present } from '../../support/expect.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answers, json } from '../../support/wire.js'

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

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const signedIn = (answers: Answers): VenueContext =>
  setUpVenue(kalshi, answers, undefined, { values: { apiKey: 'a-key', privateKey }, withheld: false }).ctx

describe('what became of an order that was taken', () => {
  const submit = async (type: OrderTerms['type'], filled: string, remaining: string) => {
    const terms: OrderTerms = {
      marketId: 'K',
      outcomeId: 'K',
      side: 'buy',
      type,
      amount: '10',
      price: '0.5',
      clientOrderId: 'c',
    }
    const reply = { order_id: 'o', fill_count: filled, remaining_count: remaining, ts_ms: 1_790_000_000_000 }
    const ctx = signedIn({ 'POST api/portfolio/events/orders': json(201, reply) })
    const located = { outcomeId: 'K', facts: { ticker: 'K', side: 'yes' } }
    return source.submit(await source.build(terms, located as never, ctx), terms, ctx)
  }

  test.each([
    ['limit', '4.00', '6.00', 'open'],
    ['limit', '10.00', '0.00', 'filled'],
    ['market', '10.00', '0.00', 'filled'],
    ['market', '4.00', '0.00', 'canceled'],
    // It does not rest, whatever is said to remain of it.
    ['market', '4.00', '6.00', 'canceled'],
    ['market', '0.00', '10.00', 'canceled'],
  ] as const)('%s, %s filled and %s remaining: %s', async (type, filled, remaining, status) => {
    const order = await submit(type, filled, remaining)
    expect(order).toMatchObject({ status, filled: Number(filled), remaining: 10 - Number(filled) })
  })
})

describe('taking back an order that cannot be read afterwards', () => {
  const cancel = (reducedBy: string) => {
    const reply = { order_id: 'o', reduced_by: reducedBy }
    const path = 'api/portfolio/events/orders/o'
    const ctx = signedIn({ [`DELETE ${path}`]: reply, 'GET api/portfolio/orders/o': json(403, {}) })
    return present(source.cancel)('o', ctx)
  }

  test('tells what was taken back', async () => {
    expect(await cancel('3.00')).toMatchObject({ id: 'o', status: 'canceled', remaining: 3 })
  })

  test('takes nothing back for an order that was open no more', async () => {
    expect((await failureOf(() => cancel('0.00'))).code).toBe('ORDER_NOT_FOUND')
  })
})
