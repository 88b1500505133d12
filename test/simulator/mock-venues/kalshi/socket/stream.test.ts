import { createPrivateKey, sign } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CredentialTexts } from '../../../../../src/api/arguments/credentials.js'
import { eventTickerOf } from '../../../../../src/simulator/mock-venues/kalshi/tickers.js'
import { busy } from '../../../paper-trading/support.js'
import { contextOf } from '../../../support/context.js'
import { dig, firstOf, firstWhere, isObject, type Row } from '../../../support/json.js'
import { NOON } from '../../../support/stage.js'
import { openAt, world } from '../../../support/world.js'
import { ask, bid, crypto, face, floored, openDesk, tickerOf, variant, wanted } from '../account/support.js'

const desk = openDesk()
beforeEach(() => desk.reset())

const socket = face.hosts['stream']?.socket
if (socket === undefined) throw new Error('no socket')
const ticker = tickerOf(busy)

function opening(headers: Readonly<Record<string, string>> = desk.signed('ann')) {
  return { method: 'GET', path: socket?.path ?? '', search: '', body: undefined, headers }
}
const context = () => contextOf(world, desk.now, { paper: desk.paper, switches: desk.switches })

function open(headers?: Readonly<Record<string, string>>) {
  const talk = socket?.open(context, opening(headers))
  const rows = (frames: readonly string[] = []): Row[] =>
    frames.map((frame) => {
      const parsed: unknown = JSON.parse(frame)
      if (!isObject(parsed)) throw new TypeError(frame)
      return parsed
    })
  let id = 0
  return {
    say: (cmd: string, params?: unknown) => rows(talk?.hear(JSON.stringify({ id: ++id, cmd, params }))),
    hear: (text: string) => rows(talk?.hear(text)),
    subscribe: (channel: string, params: object = {}) =>
      rows(
        talk?.hear(
          JSON.stringify({ id: ++id, cmd: 'subscribe', params: { channels: [channel], ...params } }),
        ),
      ),
    later(ms: number) {
      desk.now += ms
      return rows(talk?.tick())
    },
  }
}

describe('who opens it', () => {
  const { apiKey = '', privateKey = '' }: CredentialTexts = face.otherPaperCredentials?.['ed25519']?.() ?? {}
  const signed = (path: string) => ({
    'kalshi-access-key': apiKey,
    'kalshi-access-timestamp': String(desk.now),
    'kalshi-access-signature': sign(
      null,
      Buffer.from(`${desk.now}GET${path}`),
      createPrivateKey(privateKey),
    ).toString('base64'),
  })

  test('has signed, with a key of either kind', () => {
    const refusal = (headers: Readonly<Record<string, string>>) =>
      socket?.refuse?.(opening(headers), context())
    expect(refusal(signed('/trade-api/ws/v2'))).toBeUndefined()
    expect(refusal(signed('/trade-api/v2'))).toBe(401)
    expect(refusal({})).toBe(401)
  })
})

describe('commands', () => {
  test('are answered with the time of sending; an unknown ticker is subscribed to, and silence', () => {
    const { subscribe, later } = open()
    expect(subscribe('orderbook_delta', { market_tickers: ['KXNOBODY-26'] })).toEqual([
      { id: 1, type: 'subscribed', sending_ts_ms: NOON, msg: { channel: 'orderbook_delta', sid: 1 } },
    ])
    expect(later(3_600_000)).toEqual([])
  })

  test('are listed, changed and ended by the id of their subscription', () => {
    const { subscribe, say } = open()
    subscribe('orderbook_delta', { market_ticker: ticker })
    subscribe('ticker', { market_ticker: ticker })
    expect(firstOf(say('list_subscriptions'))).toMatchObject({
      type: 'ok',
      msg: [
        { channel: 'orderbook_delta', sid: 1 },
        { channel: 'ticker', sid: 2 },
      ],
    })
    const added = say('update_subscription', {
      sid: 1,
      action: 'add_markets',
      market_tickers: [tickerOf(crypto)],
    })
    expect(added.map((frame) => [frame['type'], frame['seq']])).toEqual([
      ['orderbook_snapshot', 2],
      ['ok', 3],
    ])
    expect(dig(added[1], 'msg.market_tickers')).toEqual([ticker, tickerOf(crypto)].toSorted())
    const asked = say('update_subscription', { sids: [1], action: 'get_snapshot', market_ticker: ticker })
    expect(asked).toMatchObject([{ id: 5, type: 'orderbook_snapshot', sid: 1, seq: 4 }])
    say('update_subscription', { sid: 1, action: 'delete_markets', market_tickers: [ticker] })
    expect(firstOf(say('unsubscribe', { sids: [1] }))).toMatchObject({ type: 'unsubscribed', sid: 1, seq: 6 })
    expect(dig(firstOf(say('unsubscribe', { sids: [1] })), 'msg.code')).toBe(7)
  })

  test.each([
    ['subscribe', undefined, 2],
    ['subscribe', {}, 3],
    ['subscribe', { channels: ['gossip'] }, 8],
    ['subscribe', { channels: ['orderbook_delta'] }, 14],
    ['unsubscribe', {}, 4],
    ['whistle', {}, 5],
    ['update_subscription', {}, 12],
    ['update_subscription', { sids: [1, 2] }, 12],
    ['update_subscription', { sid: 9 }, 7],
    ['update_subscription', { sid: 1 }, 15],
    ['update_subscription', { sid: 1, action: 'add_markets' }, 14],
    ['update_subscription', { sid: 1, action: 'sing', market_ticker: ticker }, 13],
  ])('%s with %j is refused with code %i', (cmd, params, code) => {
    const { subscribe, say } = open()
    subscribe('orderbook_delta', { market_ticker: ticker })
    const frame = firstOf(say(cmd, params))
    expect(frame).toMatchObject({ id: 2, type: 'error', sending_ts_ms: NOON, msg: { code } })
    // What is said of a subscription has its number.
    expect(frame['seq']).toBe(code >= 13 && cmd === 'update_subscription' ? 2 : undefined)
  })

  test('that are none are code 1, and channels that the demo leaves out are called so', () => {
    const { hear, subscribe } = open()
    expect(hear('%')).toMatchObject([{ type: 'error', msg: { code: 1 } }])
    for (const channel of [
      'communications',
      'multivariate_market_lifecycle',
      'cfbenchmarks_value',
      'pyth_value',
    ])
      expect(firstOf(subscribe(channel))).toMatchObject({
        type: 'error',
        msg: { code: 501, msg: `not implemented by the mock venue: the channel ${channel}` },
      })
  })

  test('of accounts need somebody who has signed', () => {
    expect(dig(firstOf(open({}).subscribe('fill')), 'msg.code')).toBe(9)
  })
})

describe('books', () => {
  const levels = (rows: unknown): number => (Array.isArray(rows) ? rows.length : 0)

  test('are whole with a clock, and each change has a later one, the same on all connections', () => {
    const [one, other] = [open(), open()]
    const [, first] = one.subscribe('orderbook_delta', { market_tickers: [ticker] })
    other.subscribe('orderbook_delta', { market_tickers: [ticker] })
    const clock = Number(dig(first, 'msg.clock'))
    expect(levels(dig(first, 'msg.yes_dollars_fp'))).toBe(world.book(busy.key, NOON).bids.length)
    const id = desk.rest(busy)
    const [delta] = one.later(100)
    desk.now -= 100
    expect(other.later(100)).toEqual([delta])
    expect(delta).toMatchObject({
      type: 'orderbook_delta',
      sid: 1,
      seq: 2,
      msg: { market_ticker: ticker, side: 'yes', price_dollars: '0.0200', delta_fp: '5.00', ts_ms: desk.now },
    })
    expect(Number(dig(delta, 'msg.clock'))).toBeGreaterThan(clock)
    desk.call('DELETE', `/portfolio/events/orders/${id}`)
    expect(one.later(100)).toMatchObject([{ seq: 3, msg: { delta_fp: '-5.00' } }])
  })

  test('of which nothing was ever recorded have the clock 0, and empty sides are left out', () => {
    const [, first] = open().subscribe('orderbook_delta', { market_tickers: [tickerOf(floored)] })
    expect(Object.keys(Object(dig(first, 'msg')))).toEqual(['market_ticker', 'market_id', 'clock'])
  })

  test('have bids for NO at prices of YES for who wants that', () => {
    const legOf = (params: object) => {
      const [, first] = open().subscribe('orderbook_delta', { market_ticker: ticker, ...params })
      const rows = dig(first, 'msg.no_dollars_fp')
      return Array.isArray(rows) ? Number(rows.at(-1)?.[0]) : Number.NaN
    }
    expect(legOf({ use_yes_price: true })).toBeCloseTo(ask.price, 6)
    expect(legOf({})).toBeCloseTo(1 - ask.price, 6)
  })
})

describe('markets', () => {
  test('trades are numbered, of some markets and of all', () => {
    const [some, all] = [open(), open()]
    some.subscribe('trade', { market_ticker: ticker })
    all.subscribe('trade')
    const told = some.later(600_000).map((frame) => [frame['seq'], dig(frame, 'msg.trade_id')])
    expect(told.map(([seq]) => seq)).toEqual(told.map((_, index) => index + 1))
    expect(told.length).toBe(world.trades(busy.key, NOON + 1, NOON + 600_001).length)
    desk.now -= 600_000
    const every = all.later(600_000)
    expect(every.length).toBeGreaterThan(told.length)
    const ids = new Set(every.map((frame) => dig(frame, 'msg.trade_id')))
    expect(told.filter(([, id]) => !ids.has(id))).toEqual([])
    expect(firstOf(every)).toMatchObject({
      msg: { taker_book_side: expect.stringMatching(/bid|ask/), taker_outcome_side: expect.any(String) },
    })
  })

  test('tickers come when a figure changes, and at first for who wants that', () => {
    const { subscribe, later } = open()
    expect(subscribe('ticker', { market_ticker: ticker })).toHaveLength(1)
    expect(later(100)).toEqual([])
    const first = open().subscribe('ticker', { market_ticker: ticker, send_initial_snapshot: true })[1]
    expect(first).toMatchObject({
      type: 'ticker',
      sid: 1,
      msg: {
        market_ticker: ticker,
        yes_bid_dollars: bid.price.toFixed(4),
        yes_ask_size_fp: ask.size.toFixed(2),
      },
    })
    expect(first?.['seq']).toBeUndefined()
    desk.place({ time_in_force: 'immediate_or_cancel', count: '1.00' })
    expect(later(100)).toMatchObject([
      { msg: { market_ticker: ticker, last_trade_size_fp: expect.any(String), ts_ms: NOON + 200 } },
    ])
  })

  test('are named by id on this channel too', () => {
    const id = dig(
      open().subscribe('ticker', { market_ticker: ticker, send_initial_snapshot: true })[1],
      'msg.market_id',
    )
    const [, told] = open().subscribe('ticker', { market_ids: [id], send_initial_snapshot: true })
    expect(dig(told, 'msg.market_ticker')).toBe(ticker)
  })

  test('that come and go are told, with their events', () => {
    const { subscribe, later } = open()
    subscribe('market_lifecycle_v2')
    const soon = firstWhere(
      openAt(NOON),
      ({ closesAt, resolvesAt }) => closesAt > NOON && resolvesAt < NOON + 3_600_000,
    )
    const frames = later(3_600_000)
    expect(frames.map((frame) => frame['seq'])).toEqual(frames.map((_, index) => index + 1))
    const name = tickerOf(soon)
    const of = frames.filter((frame) => dig(frame, 'msg.market_ticker') === name)
    expect(of.map((frame) => dig(frame, 'msg.event_type'))).toEqual(['determined', 'settled'])
    expect(of[0]).toMatchObject({
      type: 'market_lifecycle_v2',
      msg: { result: soon.payout === 1 ? 'yes' : 'no', settlement_value: soon.payout.toFixed(4) },
    })
    const created = firstWhere(frames, (frame) => dig(frame, 'msg.event_type') === 'created')
    expect(created).toMatchObject({
      msg: {
        exchange_index: expect.any(Number),
        price_ranges: [{ start: '0.0000' }],
        additional_metadata: {},
      },
    })
    const event = firstWhere(frames, (frame) => frame['type'] === 'event_lifecycle')
    const opened = world.eventsAt(desk.now).map((one) => eventTickerOf(variant, one))
    expect(opened).toContain(dig(event, 'msg.event_ticker'))
  })
})

describe('accounts', () => {
  const channels = ['fill', 'user_orders', 'market_positions', 'order_group_updates']

  test('hear of what happens after they subscribed, and of theirs alone', () => {
    desk.place({ time_in_force: 'immediate_or_cancel', count: '1.00' })
    const { subscribe, later } = open()
    for (const channel of channels) subscribe(channel)
    desk.place({ time_in_force: 'immediate_or_cancel', count: '1.00' }, { key: 'bob' })
    expect(later(100)).toEqual([])
    desk.place({ side: 'ask', price: bid.price.toFixed(4), count: '1.00', client_order_id: 'mine' })
    const frames = later(100)
    const of = (type: string) => frames.filter((frame) => frame['type'] === type).map((frame) => frame['msg'])
    expect(of('fill')).toMatchObject([
      {
        market_ticker: ticker,
        exchange_index: 0,
        client_order_id: 'mine',
        action: 'sell',
        side: 'no',
        purchased_side: 'no',
        outcome_side: 'no',
        book_side: 'ask',
        count_fp: '1.00',
        post_position_fp: '0.00',
        fee_cost: expect.stringMatching(/^0\.\d{6}$/),
        ts_ms: NOON + 100,
      },
    ])
    expect(of('user_order')).toMatchObject([
      { ticker, status: 'resting', fill_count_fp: '0.00', client_order_id: 'mine' },
      { ticker, status: 'executed', fill_count_fp: '1.00', last_update_reason: 'Trade' },
    ])
    // It names no action, and its market `ticker`.
    expect(Object.keys(Object(of('user_order')[0]))).not.toContain('action')
    expect(of('market_position')).toMatchObject([
      { market_ticker: ticker, position_fp: '0.00', volume_fp: '2.00' },
    ])
    expect(frames.some((frame) => frame['seq'] !== undefined)).toBe(false)
  })

  test('hear why an order is over', () => {
    const { subscribe, later } = open()
    subscribe('user_orders', { market_tickers: [ticker] })
    const reasons = () =>
      later(100).map((frame) => [dig(frame, 'msg.status'), dig(frame, 'msg.last_update_reason')])
    const id = desk.rest(busy)
    desk.rest(crypto)
    desk.call('POST', `/portfolio/events/orders/${id}/decrease`, { body: { reduce_by: '1.00' } })
    desk.call('POST', `/portfolio/events/orders/${id}/amend`, {
      body: { ticker, side: 'bid', price: '0.0300', count: '4.00' },
    })
    expect(reasons()).toEqual([
      ['resting', undefined],
      ['resting', 'Decrease'],
      ['resting', 'Amend'],
    ])
    desk.place({
      price: '0.0200',
      expiration_time: Math.ceil(desk.now / 1000) + 1,
      cancel_order_on_pause: false,
    })
    desk.place({
      side: 'ask',
      price: bid.price.toFixed(4),
      time_in_force: 'immediate_or_cancel',
      reduce_only: true,
    })
    desk.rest(busy, { cancel_order_on_pause: true })
    reasons()
    desk.now += 2_000
    expect(reasons()).toEqual([['canceled', 'ExpiryCancel']])
    desk.switches.kalshi.trading = 'paused'
    desk.get('/exchange/status')
    desk.get('/portfolio/orders')
    expect(reasons()).toEqual([['canceled', 'HaltCancel']])
  })

  test('hear of their groups, in order', () => {
    const { subscribe, later } = open()
    subscribe('order_group_updates')
    const create = { contracts_limit: 1 }
    const made = desk.call('POST', '/portfolio/order_groups/create', { body: create }).body
    const id = dig(made, 'order_group_id')
    desk.place({ order_group_id: id, count: '3.00' })
    desk.call('PUT', `/portfolio/order_groups/${id}/reset`)
    desk.call('PUT', `/portfolio/order_groups/${id}/limit`, { body: { contracts_limit_fp: '9.00' } })
    desk.call('DELETE', `/portfolio/order_groups/${id}`)
    const frames = later(100)
    expect(
      frames.map((frame) => [
        frame['seq'],
        dig(frame, 'msg.event_type'),
        dig(frame, 'msg.contracts_limit_fp'),
      ]),
    ).toEqual([
      [1, 'created', '1.00'],
      [2, 'triggered', undefined],
      [3, 'reset', undefined],
      [4, 'limit_updated', '9.00'],
      [5, 'deleted', undefined],
    ])
    expect(firstOf(frames)).toMatchObject({
      type: 'order_group_updates',
      msg: { order_group_id: id, ts_ms: NOON },
    })
  })

  test('hear of a settlement as a position of nothing', () => {
    const { subscribe, later } = open()
    subscribe('market_positions')
    desk.place({ ...wanted, ticker: tickerOf(floored), price: '0.4000' })
    desk.place({ ...wanted, ticker: tickerOf(floored), price: '0.4000', side: 'ask' }, { key: 'bob' })
    expect(later(100)).toMatchObject([{ msg: { position_fp: '10.00', position_cost_dollars: '1.500000' } }])
    expect(later(floored.resolvesAt - desk.now)).toMatchObject([
      { type: 'market_position', msg: { market_ticker: tickerOf(floored), position_fp: '0.00' } },
    ])
  })
})
