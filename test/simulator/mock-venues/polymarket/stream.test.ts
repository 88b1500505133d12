import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MockSocket } from '../../../../src/simulator/mock-kit/mock-venue.js'
import { loadCurve } from '../../../../src/simulator/mock-kit/recover-signer.js'
import { findOfferedEvents, marketsIn } from '../../../../src/simulator/mock-venues/polymarket/catalogue.js'
import { conditionIdOf, tokenIdsOf } from '../../../../src/simulator/mock-venues/polymarket/ids.js'
import { versionOf } from '../../../../src/simulator/mock-venues/polymarket/protocol.js'
import { marketSocket } from '../../../../src/simulator/mock-venues/polymarket/stream/market.js'
import { userSocket } from '../../../../src/simulator/mock-venues/polymarket/stream/user.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { firstOf, firstWhere, isObject, type Row, rowsAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { createTrader } from './trader.js'

const MINUTE_MS = 60_000
const [token, other] = tokenIdsOf(world, busy)
const condition = conditionIdOf(world, busy)
const ask = firstOf(world.book(busy.key, NOON).asks).price
const recorded = (name: string): unknown => sample('polymarket', name)

const open = () => createTrader(world, { tokenId: token, isExclusive: world.eventOf(busy).exclusive })
let trader = open()
beforeAll(loadCurve)
beforeEach(() => {
  trader = open()
})

/** A connection at the instant of the trader. */
function connect(socket: MockSocket) {
  const request = { method: 'GET', path: socket.path, search: '', body: undefined, headers: {} }
  const talk = socket.open(() => contextOf(world, trader.now, { paper: trader.paper }), request)
  const parsed = (frames: readonly string[]): Row[] =>
    frames
      .map((one): unknown => JSON.parse(one))
      .flatMap((one) => (Array.isArray(one) ? rowsAt(one) : isObject(one) ? [one] : []))
  return {
    raw: (frame: string) => talk.hear(frame),
    say: (frame: object) => parsed(talk.hear(JSON.stringify(frame))),
    pass(ms = 0) {
      trader.now += ms
      return parsed(talk.tick())
    },
    hasEnded: () => talk.hasEnded?.() === true,
  }
}

const kinds = (frames: readonly Row[]) => frames.map(({ event_type }) => event_type)

describe('the market channel', () => {
  const subscribe = (ids: readonly string[], more: object = {}) => {
    const connection = connect(marketSocket)
    const books = connection.say({ type: 'market', assets_ids: ids, ...more })
    return { ...connection, books }
  }

  test('begins with the book of a position of Protocol V2, which says so', () => {
    const { market } = firstWhere(
      marketsIn(contextOf(world, NOON), findOfferedEvents(contextOf(world, NOON))),
      (one) => versionOf(one.market) === 'v2' && one.market.closesAt > NOON && one.market.opensAt < NOON,
    )
    const [position] = tokenIdsOf(world, market)
    const { books } = subscribe([position, token])
    expect(books).toMatchObject([
      { event_type: 'book', asset_id: position, market: conditionIdOf(world, market), version: 'v2' },
      { event_type: 'book', asset_id: token, market: condition },
    ])
    expect(books[1]).not.toHaveProperty('version')
    if (haveSamples)
      expect(
        differences([books[0]], learnShape([recorded('v2-ws-market-book.json')]), {
          documented: ['[].bids[]', '[].asks[]'],
        }),
      ).toEqual([])
  })

  test('tells best levels, new markets and results to who wants them alone', () => {
    const plain = subscribe([token])
    const full = subscribe([token], { custom_feature_enabled: true })
    const [fewer, more] = [kinds(plain.pass(300 * MINUTE_MS)), kinds(full.pass())]
    expect(new Set(fewer)).toEqual(new Set(['price_change', 'last_trade_price']))
    expect(more).toEqual(expect.arrayContaining(['best_bid_ask', 'new_market']))
  })

  test('has best levels as the last book has them', () => {
    const { pass } = subscribe([other], { custom_feature_enabled: true })
    const best = firstWhere(pass(300 * MINUTE_MS), ({ event_type }) => event_type === 'best_bid_ask')
    const { books } = subscribe([other])
    expect(best).toMatchObject({
      asset_id: other,
      market: condition,
      best_bid: firstOf(rowsAt(books[0], 'bids').slice(-1))['price'],
      best_ask: firstOf(rowsAt(books[0], 'asks').slice(-1))['price'],
    })
    expect(pass()).toEqual([])
  })

  test('announces a market when it opens', () => {
    const { pass } = subscribe([token], { custom_feature_enabled: true })
    const made = pass(45 * MINUTE_MS).filter(({ event_type }) => event_type === 'new_market')
    const numbers = made.map(({ id }) => Number(id))
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) {
      const { opensAt } = firstWhere(
        marketsIn(contextOf(world, trader.now), findOfferedEvents(contextOf(world, trader.now))),
        ({ market }) => market.number === number,
      ).market
      expect(opensAt).toBeGreaterThan(NOON)
      expect(opensAt).toBeLessThanOrEqual(trader.now)
    }
    if (haveSamples) {
      const shape = learnShape([
        [recorded('ws-market-new-market-2026-10.json')],
        [recorded('ws-market-new-market-documented.json')],
      ])
      expect(differences(made, shape)).toEqual([])
    }
  })

  test('tells the result of a market once', () => {
    const { pass } = subscribe([token, other], { custom_feature_enabled: true })
    const frames = [...pass(busy.resolvesAt - NOON), ...pass(MINUTE_MS)]
    const results = frames.filter(({ event_type }) => event_type === 'market_resolved')
    const winner = busy.payout === 1 ? [token, busy.yesLabel] : [other, busy.noLabel]
    expect(results).toMatchObject([
      {
        market: condition,
        assets_ids: [token, other],
        winning_asset_id: winner[0],
        winning_outcome: winner[1],
      },
    ])
    if (haveSamples)
      expect(differences(results, learnShape([[recorded('ws-market-resolved-documented.json')]]))).toEqual([])
  })
})

describe('the user channel', () => {
  const login = (markets: readonly string[] = []) => {
    const connection = connect(userSocket)
    connection.say({ type: 'user', auth: trader.keys(), markets })
    return connection
  }

  test('answers pings, and closes upon keys that are nobody’s', () => {
    const connection = connect(userSocket)
    expect(connection.raw('PING')).toEqual(['PONG'])
    connection.say({ type: 'user', auth: { ...trader.keys(), secret: 'x' }, markets: [] })
    expect(connection.hasEnded()).toBe(true)
    expect(login().hasEnded()).toBe(false)
  })

  test('tells of an order that is placed and cancelled', () => {
    trader.place()
    const connection = login()
    expect(connection.pass()).toEqual([])
    const { hash } = trader.place()
    const placed = connection.pass()
    expect(placed).toMatchObject([
      {
        event_type: 'order',
        type: 'PLACEMENT',
        id: hash,
        status: 'LIVE',
        owner: trader.keys().apiKey,
        size_matched: '0',
        associate_trades: null,
      },
    ])
    if (haveSamples) {
      const shape = learnShape([[recorded('ws-user-order-placement-2024.json')]])
      expect(differences(placed, shape)).toEqual([])
    }
    trader.signed('DELETE', '/order', { orderID: hash })
    expect(connection.pass()).toMatchObject([{ type: 'CANCELLATION', id: hash, status: 'CANCELED' }])
  })

  test('follows a trade to its confirmation', () => {
    const connection = login()
    const taken = trader.place({ makerAmount: String(Math.round(ask * 10e6)), takerAmount: '10000000' })
    const frames = connection.pass()
    const trades = frames.filter(({ event_type }) => event_type === 'trade')
    expect(frames.filter(({ event_type }) => event_type === 'order').map(({ type }) => type)).toEqual([
      'PLACEMENT',
      ...trades.map(() => 'UPDATE'),
    ])
    expect(trades[0]).toMatchObject({
      status: 'MATCHED',
      taker_order_id: taken.hash,
      trader_side: 'TAKER',
      trade_owner: trader.keys().apiKey,
      maker_orders: [{ side: 'SELL' }],
    })
    if (haveSamples)
      expect(
        differences(trades, learnShape([[recorded('ws-user-trade-taker-2024.json')]]), {
          documented: ['[].maker_orders[].side'],
        }),
      ).toEqual([])
    const states = (later: readonly Row[]) => new Set(later.map(({ status }) => status))
    expect(states(connection.pass(700))).toEqual(new Set(['MINED']))
    expect(states(connection.pass(1_000))).toEqual(new Set(['CONFIRMED']))
    expect(connection.pass(60_000)).toEqual([])
  })

  test('keeps to the markets that are named', () => {
    const elsewhere = login([`0x${'1'.repeat(64)}`])
    const here = login([condition.toUpperCase().replace('0X', '0x')])
    trader.place()
    expect([elsewhere.pass().length, here.pass().length]).toEqual([0, 1])
    elsewhere.say({ operation: 'subscribe', markets: [condition] })
    here.say({ operation: 'unsubscribe', markets: [condition] })
    trader.place()
    // Without a filter left, all markets are told of.
    expect([elsewhere.pass().length, here.pass().length]).toEqual([1, 1])
  })

  test('tells nobody of the orders of another', () => {
    const stranger = open()
    const connection = login()
    stranger.place()
    expect(connection.pass()).toEqual([])
  })
})
