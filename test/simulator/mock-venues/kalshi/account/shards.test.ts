import { beforeEach, describe, expect, test } from 'vitest'
import { combosAt, findComboByTicker } from '../../../../../src/simulator/mock-venues/kalshi/combos.js'
import { busy } from '../../../paper-trading/support.js'
import { contextOf } from '../../../support/context.js'
import { dig, firstOf, rowsAt, textAt } from '../../../support/json.js'
import { NOON } from '../../../support/stage.js'
import { world } from '../../../support/world.js'
import { codeOf, crypto, floored, openDesk, tennis, tickerOf, variant } from './support.js'

const ORDERS = '/portfolio/events/orders'
const desk = openDesk()
const { call, get, place, rest } = desk
beforeEach(() => desk.reset())

test('crypto is on shard 2, tennis on 3, combos on 1 and the rest on 0, in markets, events and series', () => {
  const shardIn = (market: Parameters<typeof tickerOf>[0]) => {
    const { market: row } = Object(get(`/markets/${tickerOf(market)}`))
    const { event } = Object(get(`/events/${row.event_ticker}`))
    const { series } = Object(get(`/series/${event.series_ticker}`))
    return [row.exchange_index, event.exchange_index, series.exchange_index]
  }
  expect([crypto, tennis, busy].map(shardIn)).toEqual([
    [2, 2, 2],
    [3, 3, 3],
    [0, 0, 0],
  ])
  const combo = firstOf(rowsAt(get('/events/multivariate?limit=1&with_nested_markets=true'), 'events'))
  expect([combo['exchange_index'], dig(rowsAt(combo, 'markets')[0], 'exchange_index')]).toEqual([1, 1])
  const { exchange_index_statuses: statuses } = Object(get('/exchange/status'))
  expect(rowsAt(statuses).map((row) => row['exchange_index'])).toEqual([0, 1, 2, 3])
})

describe('a cancel', () => {
  test.each([
    ['an order of shard 2 by its id alone', crypto, '', 404],
    ['an order of shard 3 by its id alone', tennis, '', 404],
    ['an order of shard 0 by its id alone', busy, '', 200],
    ['by the market', crypto, `market_ticker=${tickerOf(crypto)}`, 200],
    ['by the market and -1', crypto, `exchange_index=-1&market_ticker=${tickerOf(crypto)}`, 200],
    ['by the index', crypto, 'exchange_index=2', 200],
    ['by another index', crypto, 'exchange_index=3', 404],
    ['of shard 0 by another index', busy, 'exchange_index=2', 404],
    [
      'by another index, which goes before the market',
      crypto,
      `exchange_index=0&market_ticker=${tickerOf(crypto)}`,
      404,
    ],
    ['by a market of another shard', crypto, `market_ticker=${tickerOf(tennis)}`, 404],
    ['by a market that is none', crypto, 'market_ticker=KXNOBODY-26', 404],
    ['by -1 alone', busy, 'exchange_index=-1', 400],
  ])('%s', (_, market, query, status) => {
    const id = rest(market)
    const done = call('DELETE', `${ORDERS}/${id}?${query}`)
    expect(done.status).toBe(status)
    if (status === 200) expect(done.body).toEqual({ order_id: id, reduced_by: '5.00', ts_ms: NOON })
    if (status === 404) expect(done.body).toEqual({ error: { code: 'not_found', message: 'not found' } })
    // Reads need no shard.
    expect(textAt(get(`/portfolio/orders/${id}`), 'order.status')).toBe(
      status === 200 ? 'canceled' : 'resting',
    )
  })

  test('of several follows the same rule for each, and all are told of', () => {
    const ids = [rest(busy), rest(crypto), rest(crypto), rest(tennis)]
    const orders = ids.map((order_id, index) => ({
      order_id,
      ...(index === 2 && { market_ticker: tickerOf(crypto) }),
      ...(index === 3 && { exchange_index: 3 }),
    }))
    const { status, body } = call('DELETE', `${ORDERS}/batched`, { body: { orders } })
    expect(status).toBe(200)
    expect(rowsAt(body, 'orders').map((row) => [row['reduced_by'], dig(row, 'error.code')])).toEqual([
      ['5.00', undefined],
      ['0.00', 'not_found'],
      ['5.00', undefined],
      ['5.00', undefined],
    ])
  })

  test('of all is of every shard, and answers with nothing', () => {
    for (const market of [busy, crypto, tennis]) rest(market)
    expect(call('DELETE', ORDERS)).toEqual({ status: 204, body: undefined })
    expect(rowsAt(get('/portfolio/orders?status=resting'), 'orders')).toEqual([])
  })
})

test('an order is placed by its market, and nowhere else', () => {
  const ticker = tickerOf(crypto)
  const statuses = [undefined, null, -1, 2, 0, 'x'].map(
    (exchange_index) => place({ ticker, price: '0.0200', exchange_index }).status,
  )
  expect(statuses).toEqual([201, 201, 201, 201, 404, 400])
  const { rows } = { rows: rowsAt(get('/portfolio/orders?exchange_index=2'), 'orders') }
  expect(rows.map((row) => row['exchange_index'])).toEqual([2, 2, 2, 2])
  expect(rowsAt(get('/portfolio/orders?exchange_index=0'), 'orders')).toEqual([])
})

test('combos are not traded by the demo, and it says so', () => {
  const scene = { ...contextOf(world, NOON), variant }
  const { ticker } = firstOf(combosAt(scene))
  expect(findComboByTicker(scene, ticker)).toBeDefined()
  expect(place({ ticker }).status).toBe(501)
})

describe('collateral', () => {
  const dear = { ticker: tickerOf(crypto), price: '0.0200', count: '150000.00' }
  const share = (index: number): number => {
    const rows = rowsAt(get('/portfolio/balance'), 'balance_breakdown')
    return Number(rows.find((row) => row['exchange_index'] === index)?.['balance'])
  }

  test('lies on shards: what one lacks another does not pay, until it is moved', () => {
    expect(place(dear)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'insufficient_balance',
          details: 'insufficient collateral on exchange_index 2',
        },
      },
    })
    expect(codeOf(place({ ...dear, count: '900000.00' }))).toEqual([400, 'available_balance_too_low'])
    const [before, other] = [share(0), share(2)]
    const transfer = {
      source: 'event_contract',
      destination: 'event_contract',
      source_exchange_shard: 0,
      destination_exchange_shard: 2,
      amount: 10_000 * 1_500,
      client_transfer_id: 'b8d1e6a0-0000-4000-8000-000000000001',
    }
    const move = () => call('POST', '/portfolio/intra_exchange_instance_transfer', { body: transfer })
    const { body } = move()
    expect([share(0), share(2)]).toEqual([before - 1_500, other + 1_500])
    expect(codeOf(move())).toEqual([409, 'already_exists'])
    expect(place(dear).status).toBe(201)
    expect(get(`/portfolio/intra_exchange_instance_transfers/${textAt(body, 'transfer_id')}`)).toMatchObject({
      transfer: { status: 'complete', amount: '1500.0000', client_transfer_id: transfer.client_transfer_id },
    })
    expect(rowsAt(get('/portfolio/intra_exchange_instance_transfers'), 'transfers')).toHaveLength(1)
  })

  test('is told as the sum of all shards, and of one that is named', () => {
    expect(dig(get('/portfolio/balance'), 'balance')).toBe(1_000_000)
    const parts = [0, 1, 2, 3].map((index) =>
      dig(get(`/portfolio/balance?exchange_index=${index}`), 'balance'),
    )
    expect(parts).toEqual([0, 1, 2, 3].map((index) => share(index) * 100))
    expect(parts.reduce<number>((sum, part) => sum + Number(part), 0)).toBe(1_000_000)
  })
})

describe('a market with a settlement floor', () => {
  const ticker = tickerOf(floored)

  test('says so, refuses lower prices, and sets aside what can be lost', () => {
    expect(get(`/markets/${ticker}`)).toMatchObject({
      market: { settlement_bounds_type: 'floor', settlement_floor_dollars: '0.2500' },
    })
    expect(dig(get(`/markets/${tickerOf(busy)}`), 'market.settlement_bounds_type')).toBe('default')
    expect(place({ ticker, price: '0.2000' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_order', details: expect.stringContaining('settlement floor') } },
    })
    expect(place({ ticker, price: '0.2500', count: '10.00' }).status).toBe(201)
    const before = Number(dig(get('/portfolio/balance'), 'balance_dollars'))
    place({ ticker, price: '0.4500', count: '10.00' })
    expect(before - Number(dig(get('/portfolio/balance'), 'balance_dollars'))).toBeCloseTo(2, 4)
  })

  test('pays NO at most 1 less the floor, and YES the rest', () => {
    place({ ticker, price: '0.4000', count: '10.00' })
    place({ ticker, price: '0.4000', count: '10.00', side: 'ask' }, { key: 'bob' })
    desk.now = floored.resolvesAt
    const value = Math.max(floored.payout, 0.25)
    expect(dig(get(`/markets/${ticker}`), 'market.settlement_value_dollars')).toBe(value.toFixed(4))
    const revenue = (key: string) =>
      dig(rowsAt(get('/portfolio/settlements', { key }), 'settlements')[0], 'revenue')
    expect([revenue('ann'), revenue('bob')]).toEqual([
      Math.round((value - 0.25) * 1000),
      Math.round((1 - value) * 1000),
    ])
  })
})
