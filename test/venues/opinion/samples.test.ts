import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { assertPace } from '../../../src/candles/series/validate.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { complementPrice } from '../../../src/venue-kit/unify/unified-market.js'
import { toOrderBook } from '../../../src/venues/opinion/book.js'
import { errorRule } from '../../../src/venues/opinion/errors.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import { toEventRow } from '../../../src/venues/opinion/mapping.js'
import { withAliases } from '../../../src/venues/opinion/native/envelope.js'
import { toPoints } from '../../../src/venues/opinion/native/history.js'
import { toOrder, toUserTrade } from '../../../src/venues/opinion/native/order-rows.js'
import {
  balanceReply,
  canceledOrder,
  createdOrder,
  orderPage,
  tradePage,
} from '../../../src/venues/opinion/native/order-wire.js'
import { parentSlugsOf } from '../../../src/venues/opinion/native/parent.js'
import { listFactor } from '../../../src/venues/opinion/native/volume.js'
import {
  latestPrice,
  marketPage,
  orderbook,
  positionPage,
  priceHistory,
  singleMarket,
} from '../../../src/venues/opinion/schemas.js'
import { present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { queryOf } from '../../support/wire.js'
import { answer } from './payloads.js'
import { setUp } from './set-up.js'

/** A body, out of its wrapper where the sample has one. */
const body = (file: string): unknown => {
  const json = Object(sample('opinion', file))
  return Reflect.get(json, 'response') ?? json
}
const small = (name: string): unknown =>
  Reflect.get(
    Object(
      Reflect.get(Object(Reflect.get(Object(sample('opinion', 'small-payloads.json')), 'payloads')), name),
    ),
    'body',
  )
const lists = ['market-list.json', 'syn-opinion_markets.json', 'ccxt-fetchMarkets-1.json']
const HOUR = 3_600_000

describe.runIf(haveSamples)('recorded payloads', () => {
  test.each(lists)('%s is a page of events whose open children can be traded', async (file) => {
    const { list } = readPayload(marketPage, body(file), 'GET /market').result
    const page = Reflect.get(Object(Reflect.get(Object(body(file)), 'result')), 'list')
    const { ctx } = setUp({
      'GET api/market': (call: Parameters<typeof queryOf>[0]) =>
        queryOf(call)['collectionType'] === '0'
          ? answer({ total: list.length, list: page })
          : answer({ total: 0, list: [] }),
    })
    const rows = await collect(opinion.markets.listEvents({ status: 'active' }, ctx).paging)
    expect(rows.map(({ event }) => event.id)).toEqual(list.map(({ marketId }) => String(marketId)))
    for (const { event, markets, status } of rows) {
      expect(status).toBe('active')
      expect(markets.length).toBeGreaterThan(0)
      for (const { market } of markets) {
        expect(market.title.startsWith(`${event.title} - `)).toBe(true)
        expect(market.outcomes.map(({ outcomeId }) => outcomeId.length > 70)).toEqual([true, true])
        expect(market).not.toHaveProperty('yes.price')
        expect(market.eventId).toBe(event.id)
        expect(market.resolutionDate).toMatch(/^20\d\d-/)
      }
      expect(JSON.parse(JSON.stringify(event))).toEqual(event)
    }
  })

  test.each(lists)('%s: the slug of a child leads to its parent', (file) => {
    const { list } = readPayload(marketPage, body(file), 'GET /market').result
    for (const parent of list) {
      for (const child of parent.childMarkets ?? []) expect(parentSlugsOf(child)[0]).toBe(parent.slug)
    }
  })

  test('a list of October counts twice, one of August once', () => {
    const factorOf = (file: string) =>
      listFactor(readPayload(marketPage, body(file), 'GET /market').result.list)
    expect(factorOf('market-list.json')).toBe(2)
    expect(factorOf('ccxt-fetchMarkets-1.json')).toBe(1)
  })

  test('an event with a resolved child', () => {
    const what = 'GET /market/categorical/337'
    const { data } = present(
      readPayload(singleMarket, body('syn-opinion_categorical.json'), what).result ?? undefined,
    )
    const row = present(toEventRow(present(data ?? undefined), { factor: 1, prices: new Map() }, what))
    expect(row.status).toBe('active')
    expect(row.event).toMatchObject({ id: '337', category: 'Business', volume24h: 5_972_455.65 })
    const closed = row.markets.filter(({ status }) => status === 'closed')
    expect(closed.map(({ market }) => [market.marketId, market.yes?.price, market.yes?.label])).toEqual([
      ['5346', 1, 'Pizza Hut'],
    ])
  })

  test('a row without an envelope, all of whose children are resolved', () => {
    const raw = sample('opinion', 'market-categorical-788.json')
    const row = Reflect.get(Object(raw), 'response') ?? raw
    const { data } = present(
      readPayload(singleMarket, withAliases(answer({ data: row })), 'GET').result ?? undefined,
    )
    const event = present(toEventRow(present(data ?? undefined), { factor: 1, prices: new Map() }, 'GET'))
    expect(event).toMatchObject({ status: 'closed', event: { id: '788', volume: 100 } })
    const paid = event.markets.map(({ market }) => market.yes?.price)
    expect(paid).toContain(1)
    expect(event.markets.every(({ status }) => status === 'closed')).toBe(true)
  })

  test('books of both tokens mirror each other', () => {
    const [yes, no] = ['syn-opinion_book.json', 'syn-opinion_book_no.json'].map((file) => {
      const native = readPayload(orderbook, body(file), 'GET /token/orderbook').result
      return toOrderBook(native, native.tokenId, 'GET /token/orderbook')
    })
    const mirror = (levels: readonly { price: number; size: number }[]) =>
      levels.map(({ price, size }) => ({ price: complementPrice(price), size }))
    expect(present(yes).bids.length).toBeGreaterThan(0)
    expect(mirror(present(yes).bids)).toEqual(present(no).asks)
    expect(mirror(present(yes).asks)).toEqual(present(no).bids)
  })

  test.each(['orderbook-yes-5342.json', 'ccxt-fetchOrderBook-1.json'])('%s is a book', (file) => {
    const native = readPayload(orderbook, body(file), 'GET /token/orderbook').result
    expect(native.asks.length).toBeGreaterThan(0)
    expect(native.timestamp).toBeGreaterThan(Date.UTC(2026, 0))
  })

  test.each([
    ['price-history-1h-yes-5342.json', 1, 227],
    ['syn-opinion_prices_1h.json', 1, 168],
    ['ccxt-fetchOHLCV-1.json', 24, 12],
  ])('%s has a point every %d hours', (file, hours, count) => {
    const { history } = readPayload(priceHistory, body(file), 'GET /token/price-history').result
    const batch = toPoints(history, { from: 0, to: Date.UTC(2030, 0) })
    expect(batch.points).toHaveLength(count)
    expect(batch.points.every(({ at }) => at % (hours * HOUR) === 0)).toBe(true)
    expect(batch.withheld).toEqual([{ from: 0, to: batch.points[0]?.at, reason: 'beyond_retention' }])
    const [first, last] = [batch.points[0], batch.points.at(-1)]
    expect(present(last).at - present(first).at).toBe((count - 1) * hours * HOUR)
  })

  test('days are found out when hours were asked for', () => {
    const { history } = readPayload(priceHistory, body('ccxt-fetchOHLCV-1.json'), 'GET').result
    const { paceMs } = toPoints(history, { from: 0, to: 1 })
    expect(() => assertPace(paceMs, HOUR)).toThrow(/86400 s apart/)
  })

  test('a last price, whose token id the recording leaves out', () => {
    expect(() => readPayload(latestPrice, small('token_latest_price'), 'GET /token/latest-price')).toThrow(
      /tokenId/,
    )
    const envelope = Object(small('token_latest_price'))
    const result = { ...Object(Reflect.get(envelope, 'result')), tokenId: '1' }
    expect(readPayload(latestPrice, { ...envelope, result }, 'GET').result).toMatchObject({
      price: 0.002,
      timestamp: 1_766_844_546_000,
    })
  })

  test('positions', async () => {
    const address = `0x${'ab'.repeat(20)}`
    const { ctx } = setUp(
      { [`GET api/positions/user/${address}`]: body('ccxt-fetchPositions-1.json') },
      { values: { apiKey: 'k' }, withheld: false },
    )
    expect(await present(opinion.account?.positionsOf)(address, ctx)).toEqual([
      {
        marketId: '26356',
        outcomeId: '28693516923723830335610225677829403677173535256277787397410382793775279999599',
        outcomeLabel: 'YES',
        size: 59.876230108187585,
        entryPrice: 0.0276320808878794,
        currentValue: 1.73641067313744,
        unrealizedPnL: 0.0819058395267207,
      },
    ])
  })

  test('the answer for an unknown market', () => {
    const error = errorRule({ status: 200, headers: {}, json: body('syn-opinion_not_found.json') })
    expect(error).toMatchObject({ code: 'NOT_FOUND', detail: { upstreamCode: 10_200 } })
  })
})

describe.runIf(haveSamples)('recorded answers of an account', () => {
  const tokens = {
    1: '28693516923723830335610225677829403677173535256277787397410382793775279999599',
    2: '81447026761115188343367959687303728187295938954381398014369803888796907513647',
  }
  const read = <Schema extends z.ZodType>(schema: Schema, file: string) =>
    readPayload(schema, body(file), file)

  test('an order at the market, and one that was just placed', () => {
    const [row] = read(orderPage, 'ccxt-fetchOrders-1.json').result.list
    expect(toOrder(present(row), tokens[1])).toMatchObject({
      type: 'market',
      status: 'filled',
      amount: Number('71.932781575804295'),
      filled: 68.54,
      remaining: 0,
      price: 0.027803735,
    })
    const { whole } = read(createdOrder, 'ccxt-createOrder-1.json').result.orderData
    expect(toOrder(present(whole), tokens[1])).toMatchObject({
      status: 'open',
      amount: 5,
      price: 0.5,
      remaining: 5,
    })
    expect(read(canceledOrder, 'ccxt-cancelOrder-1.json').result.result).toBe(true)
  })

  test('trades that add up to the position', () => {
    const rows = read(tradePage, 'ccxt-fetchMyTrades-1.json').result.list
    const trades = rows.map((row) => present(toUserTrade(row, row.txHash, tokens)))
    const [position] = read(positionPage, 'ccxt-fetchPositions-1.json').result.list
    expect(trades.every(({ outcomeId }) => outcomeId === position?.tokenId)).toBe(true)
    expect(trades.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(position?.sharesOwned ?? 0, 9)
  })

  test('a balance', () => {
    expect(read(balanceReply, 'ccxt-fetchBalance-1.json').result.balances).toMatchObject([
      { totalBalance: 15.235535 },
    ])
  })
})
