import { constants, sign } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createKalshiMock } from '../../../../../src/simulator/mock-venues/kalshi/index.js'
import { marketTickerOf } from '../../../../../src/simulator/mock-venues/kalshi/tickers.js'
import { dig, firstOf, firstWhere, numberAt, rowsAt, textAt } from '../../../support/json.js'
import { NOON } from '../../../support/stage.js'
import { openAt, world } from '../../../support/world.js'
import { API, ask, bid, codeOf, face, openDesk, tickerOf, variant, wanted } from './support.js'

const sleepy = { ...variant, venue: 'kalshi-demo', tickerPrefix: 'KXDEMO', isSleepy: true } as const
const sleepyHost = firstOf(Object.values(createKalshiMock(sleepy).hosts))
const { ticker } = wanted
const desk = openDesk()
const { call, place, get, signed } = desk
beforeEach(() => desk.reset())

describe('an order', () => {
  test('that takes is told with its average price and fee, and moves balance, position and fills', () => {
    const size = Math.min(10, ask.size)
    const { status, body } = place({ count: size.toFixed(2), client_order_id: 'mine' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      client_order_id: 'mine',
      fill_count: size.toFixed(2),
      remaining_count: '0.00',
      average_fill_price: ask.price.toFixed(4),
      ts_ms: NOON,
    })
    const fee = Math.ceil(Math.round(0.07 * size * ask.price * (1 - ask.price) * 1e9) / 1e5) / 1e4
    const { market_positions: positions, event_positions: events } = Object(get('/portfolio/positions'))
    expect(firstOf(rowsAt(positions))).toMatchObject({
      ticker,
      position_fp: size.toFixed(2),
      market_exposure_dollars: (size * ask.price).toFixed(4),
      fees_paid_dollars: fee.toFixed(4),
    })
    expect(rowsAt(events)).toHaveLength(1)
    expect(textAt(get('/portfolio/balance'), 'balance_dollars')).toBe(
      (10_000 - size * ask.price - fee).toFixed(4),
    )
    expect(firstOf(rowsAt(get('/portfolio/fills'), 'fills'))).toMatchObject({
      order_id: dig(body, 'order_id'),
      is_taker: true,
      book_side: 'bid',
      fee_cost: fee.toFixed(6),
    })
  })

  test('that rests stands in the public book and in the market, until it is cancelled', () => {
    const price = (bid.price + ask.price) / 2 > bid.price + 0.005 ? bid.price + 0.01 : bid.price
    const before = get(`/markets/${ticker}/orderbook`)
    const made = place({ price: price.toFixed(4), count: '7.50' }).body
    const book = rowsAt(get(`/markets/${ticker}/orderbook`), 'orderbook_fp.yes_dollars')
    const best = Object(book.at(-1))
    expect([best[0], Number(best[1])]).toEqual([price.toFixed(4), price === bid.price ? bid.size + 7.5 : 7.5])
    expect(textAt(get(`/markets/${ticker}`), 'market.yes_bid_dollars')).toBe(price.toFixed(4))
    const id = textAt(made, 'order_id')
    expect(get(`/portfolio/orders/${id}`)).toMatchObject({
      order: { status: 'resting', remaining_count_fp: '7.50' },
    })
    expect(call('DELETE', `/portfolio/events/orders/${id}`).body).toMatchObject({
      order_id: id,
      reduced_by: '7.50',
    })
    expect(get(`/markets/${ticker}/orderbook`)).toEqual(before)
    expect(codeOf(call('DELETE', `/portfolio/events/orders/${id}`))).toEqual([404, 'not_found'])
    expect(rowsAt(get('/portfolio/orders?status=canceled'), 'orders')).toHaveLength(1)
    expect(rowsAt(get('/portfolio/orders?status=resting'), 'orders')).toHaveLength(0)
  })

  test('to sell what one has not is a position in NO', () => {
    place({ side: 'ask', price: bid.price.toFixed(4), count: '2.00', time_in_force: 'immediate_or_cancel' })
    const row = firstOf(rowsAt(get('/portfolio/positions'), 'market_positions'))
    expect(row).toMatchObject({
      position_fp: '-2.00',
      market_exposure_dollars: (2 * (1 - bid.price)).toFixed(4),
    })
    expect(firstOf(rowsAt(get('/portfolio/orders'), 'orders'))).toMatchObject({
      outcome_side: 'no',
      book_side: 'ask',
      taker_fill_cost_dollars: (2 * (1 - bid.price)).toFixed(4),
    })
  })

  test('of another account is another’s', () => {
    const id = textAt(place({ price: '0.0100' }).body, 'order_id')
    expect(rowsAt(get('/portfolio/orders', { key: 'bob' }), 'orders')).toEqual([])
    expect(codeOf(call('DELETE', `/portfolio/events/orders/${id}`, { key: 'bob' }))).toEqual([
      404,
      'not_found',
    ])
    call('DELETE', '/portfolio/events/orders', { key: 'bob' })
    expect(rowsAt(get('/portfolio/orders?status=resting'), 'orders')).toHaveLength(1)
    call('DELETE', '/portfolio/events/orders')
    expect(rowsAt(get('/portfolio/orders?status=resting'), 'orders')).toHaveLength(0)
  })
})

test.each([
  [{ side: 'yes' }, 400, 'invalid_order'],
  [{ time_in_force: 'gtc' }, 400, 'invalid_order'],
  [{ self_trade_prevention_type: undefined }, 400, 'invalid_order'],
  [{ price: 0.5 }, 400, 'invalid_order'],
  [{ price: '0.5050' }, 400, 'invalid_order'],
  [{ price: '1.0000' }, 400, 'invalid_order'],
  [{ count: '0.00' }, 400, 'invalid_order_size'],
  [{ count: '0.001' }, 400, 'invalid_order_size'],
  [{ count: 10 }, 400, 'invalid_order_size'],
  [{ expiration_time: NOON / 1000 - 5 }, 400, 'invalid_order'],
  [{ post_only: true }, 400, 'invalid_order'],
  [{ ticker: 'KXNOBODY-26' }, 404, 'not_found'],
  [{ count: '90000.00', price: '0.9900' }, 400, 'available_balance_too_low'],
  [{ count: '90000.00', time_in_force: 'fill_or_kill' }, 400, 'fill_or_kill_insufficient_resting_volume'],
])('%j is refused with %i %s, and changes nothing', (changes, status, code) => {
  const before = get('/portfolio/balance')
  expect(codeOf(place(changes))).toEqual([status, code])
  expect(get('/portfolio/balance')).toEqual(before)
  expect(rowsAt(get('/portfolio/orders'), 'orders')).toEqual([])
})

test('a client order id is used once', () => {
  place({ client_order_id: 'a', price: '0.0100' })
  expect(codeOf(place({ client_order_id: 'a', price: '0.0100' }))).toEqual([409, 'order_already_exists'])
})

test('orders of the first generation are gone', () => {
  expect(call('POST', '/portfolio/orders').status).toBe(410)
  expect(call('DELETE', '/portfolio/orders/x').status).toBe(410)
})

test('the paper credentials sign a call that is taken', () => {
  const { apiKey = '', privateKey = '' } = face.paperCredentials?.() ?? {}
  const text = `${desk.now}GET${API}/portfolio/balance`
  const padding = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  const signature = sign('sha256', Buffer.from(text), padding).toString('base64')
  const headers = { ...signed(apiKey), 'kalshi-access-signature': signature }
  expect(dig(get('/portfolio/balance', { headers }), 'balance')).toBe(1_000_000)
  // Right for another call, or another's signature: of this key the demo knows.
  expect(call('GET', '/portfolio/positions', { headers }).status).toBe(401)
  expect(call('GET', '/portfolio/balance', { headers: signed(apiKey) }).status).toBe(401)
})

test.each([
  ['no key', { 'kalshi-access-key': '' }],
  ['an old time', { 'kalshi-access-timestamp': String(NOON - 60_000) }],
  ['seconds', { 'kalshi-access-timestamp': String(NOON / 1000) }],
  ['no base64', { 'kalshi-access-signature': '%'.repeat(344) }],
  ['a short signature', { 'kalshi-access-signature': 'AAAA' }],
])('a call with %s is not signed', (_what, headers) => {
  expect(call('GET', '/portfolio/balance', { headers: { ...signed('ann'), ...headers } }).status).toBe(401)
})

test('lists come in pages, the newest first', () => {
  for (const price of ['0.0100', '0.0200', '0.0300']) {
    place({ price })
    desk.now += 1000
  }
  const first = get('/portfolio/orders?limit=2')
  const second = get(`/portfolio/orders?limit=2&cursor=${textAt(first, 'cursor')}`)
  const prices = [first, second].flatMap((page) =>
    rowsAt(page, 'orders').map((row) => row['yes_price_dollars']),
  )
  expect(prices).toEqual(['0.0300', '0.0200', '0.0100'])
  expect(textAt(second, 'cursor')).toBe('')
})

test('a market that resolves pays what is held, and is a settlement', () => {
  const market = firstWhere(openAt(NOON), ({ key, resolvesAt }) => {
    const offers = world.book(key, NOON).asks
    return resolvesAt - NOON < 3 * 3_600_000 && offers.length > 0
  })
  const name = tickerOf(market)
  expect(
    place({ ticker: name, price: '0.9900', count: '3.00', time_in_force: 'immediate_or_cancel' }).status,
  ).toBe(201)
  desk.now = market.resolvesAt
  expect(rowsAt(get('/portfolio/positions'), 'market_positions')).toEqual([])
  const row = firstOf(rowsAt(get('/portfolio/settlements'), 'settlements'))
  expect(row).toMatchObject({ ticker: name, yes_count_fp: '3.00', no_count_fp: '0.00' })
  expect(numberAt(row, 'revenue')).toBe(300 * market.payout)
  expect(codeOf(place({ ticker: name }))).toEqual([400, 'MARKET_INACTIVE'])
})

test('where nobody trades, paper orders have the book to themselves, and meet each other', () => {
  const market = firstWhere(
    openAt(NOON),
    ({ seed, closesAt }) => seed % 5 !== 0 && closesAt > NOON + 3_600_000,
  )
  const name = marketTickerOf(sleepy, world.eventOf(market), market)
  const at = { host: sleepyHost }
  place({ ticker: name, price: '0.4000' }, at)
  desk.now += 1_800_000
  expect(get(`/markets/${name}/orderbook`, at)).toEqual({
    orderbook_fp: { yes_dollars: [['0.4000', '10.00']], no_dollars: [] },
  })
  const sold = place(
    { ticker: name, price: '0.3000', side: 'ask', count: '4.00' },
    { ...at, key: 'bob' },
  ).body
  expect(sold).toMatchObject({ fill_count: '4.00', average_fill_price: '0.4000' })
  const fill = firstOf(rowsAt(get('/portfolio/fills', at), 'fills'))
  expect(fill).toMatchObject({ count_fp: '4.00', is_taker: false, yes_price_dollars: '0.4000' })
})
