import { beforeEach, describe, expect, test } from 'vitest'
import { haveSamples, sample } from '../../../../support/samples.js'
import { busy } from '../../../paper-trading/support.js'
import { dig, firstOf, rowsAt, textAt } from '../../../support/json.js'
import { NOON } from '../../../support/stage.js'
import { ask, bid, codeOf, crypto, openDesk, tickerOf, wanted } from './support.js'

const ORDERS = '/portfolio/events/orders'
const desk = openDesk()
const { call, get, place, rest } = desk
beforeEach(() => desk.reset())

const post = (target: string, body: object) => call('POST', `${ORDERS}/${target}`, { body })
const order = (id: string) => dig(get(`/portfolio/orders/${id}`), 'order')

describe('an amendment', () => {
  const same = { ticker: wanted.ticker, side: 'bid', price: '0.0200', count: '5.00' }

  test('keeps the id and the place in the queue when it asks for less, and loses the place otherwise', () => {
    const [first, second] = [rest(busy), rest(busy)]
    const ahead = (id: string) =>
      Number(textAt(get(`/portfolio/orders/${id}/queue_position`), 'queue_position_fp'))
    const before = ahead(first)
    expect(ahead(second)).toBe(before + 5)
    expect(post(`${first}/amend`, { ...same, count: '4.00' }).body).toEqual({
      order_id: first,
      remaining_count: '4.00',
      fill_count: '0.00',
      average_fill_price: null,
      average_fee_paid: null,
      ts_ms: NOON,
    })
    expect(ahead(first)).toBe(before)
    post(`${first}/amend`, { ...same, count: '6.00' })
    expect([ahead(second), ahead(first)]).toEqual([before, before + 5])
  })

  test('tells what it filled, by the whole count', () => {
    const id = rest(busy, { client_order_id: 'a' })
    const size = Math.min(3, ask.size)
    const { body } = post(`${id}/amend`, {
      ...same,
      price: ask.price.toFixed(4),
      count: size.toFixed(2),
      client_order_id: 'a',
      updated_client_order_id: 'b',
    })
    expect(body).toMatchObject({
      order_id: id,
      client_order_id: 'b',
      fill_count: size.toFixed(2),
      remaining_count: '0.00',
      average_fill_price: ask.price.toFixed(4),
    })
    expect(order(id)).toMatchObject({ status: 'executed', client_order_id: 'b' })
  })

  test('of the time alone tells nothing of sizes, and 0 ends it', () => {
    const id = rest(busy)
    const expiration_time = NOON / 1000 + 60
    expect(post(`${id}/amend`, { ...same, expiration_time }).body).toMatchObject({
      remaining_count: null,
      fill_count: null,
    })
    expect(dig(order(id), 'expiration_time')).toBe('2026-11-21T12:04:20Z')
    post(`${id}/amend`, { ...same, expiration_time: 0 })
    expect(dig(order(id), 'expiration_time')).toBeNull()
  })

  test.each([
    [{ ticker: tickerOf(crypto) }, 404, 'not_found'],
    [{ side: 'ask' }, 400, 'order_side_mismatch'],
    [{ client_order_id: 'another' }, 400, 'order_id_and_client_order_id_mismatch'],
    [{ price: '0.0150001' }, 400, 'invalid_order'],
    [{ price: 0.02 }, 400, 'invalid_order'],
    [{ count: '0.00' }, 400, 'invalid_order_size'],
    [{ exchange_index: 2 }, 404, 'not_found'],
    [{ expiration_time: NOON / 1000 - 1 }, 400, 'invalid_order'],
  ])('with %j is refused, and nothing has changed', (changes, status, code) => {
    const id = rest(busy)
    const before = order(id)
    expect(codeOf(post(`${id}/amend`, { ...same, ...changes }))).toEqual([status, code])
    expect(order(id)).toEqual(before)
  })
})

describe('a decrease', () => {
  test('leaves so much, or takes so much, where the shard is named', () => {
    const id = rest(crypto)
    expect(codeOf(post(`${id}/decrease`, { reduce_by: '1.00' }))).toEqual([404, 'not_found'])
    expect(post(`${id}/decrease`, { reduce_by: '1.00', market_ticker: tickerOf(crypto) }).body).toEqual({
      order_id: id,
      remaining_count: '4.00',
      ts_ms: NOON,
    })
    expect(
      dig(post(`${id}/decrease`, { reduce_to: '2.50', exchange_index: 2 }).body, 'remaining_count'),
    ).toBe('2.50')
    expect(order(id)).toMatchObject({
      // Recorded: 2 placed, decreased by 1, and still an initial count of 2.
      initial_count_fp: '5.00',
      remaining_count_fp: '2.50',
      status: 'resting',
    })
    post(`${id}/decrease`, { reduce_to: '0.00', exchange_index: 2 })
    expect(order(id)).toMatchObject({ status: 'canceled', remaining_count_fp: '0.00' })
  })

  test.each([
    [{}, 400, 'invalid_order'],
    [{ reduce_by: '1.00', reduce_to: '1.00' }, 400, 'invalid_order'],
    [{ reduce_by: '6.00' }, 400, 'invalid_order_size'],
    [{ reduce_to: '6.00' }, 400, 'invalid_order_size'],
    [{ reduce_by: 1 }, 400, 'invalid_order_size'],
    [{ reduce_to: '5.00' }, 400, 'AMEND_ORDER_NO_OP'],
  ])('by %j is refused', (body, status, code) => {
    expect(codeOf(post(`${rest(busy)}/decrease`, body))).toEqual([status, code])
  })
})

test('a batch places each by itself, and tells of each', () => {
  const orders = [
    { ...wanted, price: '0.0200', client_order_id: 'a' },
    { ...wanted, price: '0.0200', client_order_id: 'a' },
    { ...wanted, count: '90000.00', price: '0.9900', client_order_id: 'b' },
    { ...wanted, ticker: tickerOf(crypto), price: '0.0200', client_order_id: 'c' },
  ]
  const { status, body } = post('batched', { orders })
  expect(status).toBe(201)
  expect(rowsAt(body, 'orders').map((row) => [row['client_order_id'], dig(row, 'error.code')])).toEqual([
    ['a', undefined],
    ['a', 'order_already_exists'],
    ['b', 'available_balance_too_low'],
    ['c', undefined],
  ])
  // docs.kalshi.com, order errors: those of a batch always have details.
  expect(rowsAt(body, 'orders').map((row) => dig(row, 'error.details'))).toEqual([
    undefined,
    '',
    '',
    undefined,
  ])
  expect(rowsAt(get('/portfolio/orders'), 'orders')).toHaveLength(2)
  expect(codeOf(post('batched', { orders: [] }))).toEqual([400, 'bad_request'])
})

describe('an order that only reduces', () => {
  const ioc = { time_in_force: 'immediate_or_cancel' }

  test('is refused unless it is immediate or cancel', () => {
    expect(codeOf(place({ reduce_only: true }))).toEqual([400, 'invalid_order'])
  })

  test('closes what is held and no more', () => {
    const reduce = () =>
      place({ ...ioc, side: 'ask', price: bid.price.toFixed(4), count: '9.00', reduce_only: true }).body
    expect(reduce()).toMatchObject({ fill_count: '0.00', remaining_count: '0.00' })
    place({ ...ioc, count: '2.00' })
    expect(reduce()).toMatchObject({ fill_count: '2.00', remaining_count: '0.00' })
    expect(rowsAt(get('/portfolio/positions?count_filter=position'), 'market_positions')).toEqual([])
  })
})

test('while trading pauses nothing is placed or amended, cancels work, and who asked for it is canceled', () => {
  const [stays, goes] = [rest(busy), rest(busy, { cancel_order_on_pause: true })]
  expect(dig(order(goes), 'cancel_order_on_pause')).toBe(true)
  desk.switches.kalshi.trading = 'paused'
  expect(dig(get('/exchange/status'), 'trading_active')).toBe(false)
  expect(place({ price: '0.0200' }).status).toBe(503)
  const same = { ticker: wanted.ticker, side: 'bid', price: '0.0200', count: '4.00' }
  expect(post(`${stays}/amend`, same).status).toBe(503)
  expect([dig(order(stays), 'status'), dig(order(goes), 'status')]).toEqual(['resting', 'canceled'])
  expect(call('DELETE', `${ORDERS}/${stays}`).status).toBe(200)
})

test('queue positions are of resting orders, by market and event', () => {
  rest(busy)
  rest(crypto)
  const rows = (query: string) => rowsAt(get(`/portfolio/orders/queue_positions?${query}`), 'queue_positions')
  expect(rows('')).toHaveLength(2)
  const [row] = rows(`market_tickers=${wanted.ticker}`)
  expect(Object.keys(row ?? {})).toEqual(['order_id', 'market_ticker', 'queue_position_fp'])
  expect(row).toMatchObject({
    market_ticker: wanted.ticker,
    queue_position_fp: expect.stringMatching(/^\d+\.\d\d$/),
  })
  expect(rows('event_ticker=KXNOBODY-26')).toEqual([])
  expect(call('GET', '/portfolio/orders/nobody/queue_position').status).toBe(404)
})

describe('fills', () => {
  const ioc = { time_in_force: 'immediate_or_cancel', count: '1.00' }
  const members = ['action', 'book_side', 'outcome_side', 'side'] as const

  test('of a sale have the side of NO, as recorded: only book_side and outcome_side say the direction', () => {
    place(ioc)
    place({ ...ioc, side: 'ask', price: bid.price.toFixed(4) })
    const rows = rowsAt(get('/portfolio/fills'), 'fills')
    // Production, 2026-07-28; the account held 0 afterwards.
    expect(rows.map((row) => members.map((name) => row[name]))).toEqual([
      ['sell', 'ask', 'no', 'no'],
      ['buy', 'bid', 'yes', 'yes'],
    ])
    // In orders `side` is the contract that is meant.
    expect(firstOf(rowsAt(get('/portfolio/orders'), 'orders'))).toMatchObject({
      action: 'sell',
      side: 'yes',
      outcome_side: 'no',
      book_side: 'ask',
    })
  })

  test.runIf(haveSamples)(
    'have the members of the recording, and the one that OpenAPI 3.34 requires besides',
    () => {
      place(ioc)
      const recorded = Object.keys(
        firstOf(rowsAt(sample('kalshi', 'portfolio-fills.json'), 'response.fills')),
      )
      const told = Object.keys(firstOf(rowsAt(get('/portfolio/fills'), 'fills')))
      expect(told.toSorted()).toEqual([...recorded, 'exchange_index'].toSorted())
    },
  )
})
