import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toPosition } from '../../../src/venues/myriad/account.js'
import { toPoolBook } from '../../../src/venues/myriad/book.js'
import { assertMarketPage, toMarketRow, toOwnEventRow } from '../../../src/venues/myriad/mapping.js'
import { toPoolTrades } from '../../../src/venues/myriad/native/pool-trades.js'
import { feeRateOf } from '../../../src/venues/myriad/native/prices.js'
import {
  actionsReply,
  bookReply,
  marketReply,
  marketsReply,
  portfolioReply,
} from '../../../src/venues/myriad/schemas.js'
import { haveSamples, sample } from '../../support/samples.js'

const response = (file: string): unknown => Reflect.get(Object(sample('myriad', file)), 'response')
const marketIn = (payload: unknown) => readPayload(marketReply, payload, 'GET /markets/{id}')

describe.runIf(haveSamples)('recorded payloads', () => {
  test('a page of open markets', () => {
    const { data } = readPayload(
      marketsReply,
      response('paras-GET_api_v2_myriadprotocol_com_markets_0af1bef7.json'),
      'GET /markets',
    )
    assertMarketPage(data, 'GET /markets', 'data')
    const rows = data.map(toMarketRow)
    expect(rows.map(({ market }) => [market.marketId, market.outcomes.length, market.volume24h])).toEqual([
      ['2741:213', 2, undefined],
      ['2741:412', 4, undefined],
      ['42220:601', 32, undefined],
      ['56:120547', 2, 41.2977],
      ['56:34230', 2, 7.63613653],
    ])
    for (const { market, status } of rows) {
      expect(status).toBe('active')
      expect(market).not.toHaveProperty('resolutionDate')
      const sum = market.outcomes.reduce((total, { price = 0 }) => total + price, 0)
      expect(sum).toBeCloseTo(1, 6)
      // Ratios read as ratios: the changes of all outcomes cancel each other.
      const change = market.outcomes.reduce((total, { priceChange24h = 0 }) => total + priceChange24h, 0)
      expect(change).toBeCloseTo(0, 6)
      expect(JSON.parse(JSON.stringify(market))).toEqual(market)
    }
    const ids = rows.flatMap(({ market }) => market.outcomes.map(({ outcomeId }) => outcomeId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(data.map((market) => feeRateOf(market, 'buy'))).toEqual([0, 0, 0, 0.02, 0.02])
  })

  test('32 candidates are 32 markets in their event, with 64 outcome ids', () => {
    const { data } = readPayload(
      marketsReply,
      response('paras-GET_api_v2_myriadprotocol_com_markets_0af1bef7.json'),
      'GET /markets',
    )
    const [event] = data.filter(({ id }) => id === 601).map(toOwnEventRow)
    expect(event?.markets).toHaveLength(32)
    const ids =
      event?.markets.flatMap(({ market }) => market.outcomes.map(({ outcomeId }) => outcomeId)) ?? []
    expect(new Set(ids).size).toBe(64)
    expect(event?.markets[0]?.market.yes).toMatchObject({ label: 'JD Vance', price: 0.48700033 })
  })

  test('reserves of every recorded pool give its prices, and so a book', () => {
    const { data } = readPayload(
      marketsReply,
      response('paras-GET_api_v2_myriadprotocol_com_markets_0af1bef7.json'),
      'GET /markets',
    )
    for (const market of [...data, marketIn(sample('myriad', 'market-amm-2741-549.json'))]) {
      for (const { id, price = 0 } of market.outcomes) {
        const { bids, asks } = toPoolBook(market, id)
        for (const bid of bids) expect(bid.price).toBeLessThanOrEqual(price + 1e-6)
        for (const ask of asks) expect(ask.price).toBeGreaterThanOrEqual(price - 1e-6)
      }
    }
  })

  test.each([
    'market-amm-2741-549.json',
    'ccxt-fetchTicker-1.json',
    'market-chart-2741-449.json',
    'ccxt-fetchOHLCV-1.json',
  ])('a single market: %s', (file) => {
    const { market, status } = toMarketRow(marketIn(sample('myriad', file)))
    expect(status).toBe('active')
    expect(market.marketId).toMatch(/^2741:(549|449)$/)
    expect(market.outcomes).toHaveLength(2)
    expect(market.yes?.price).toBeGreaterThan(0)
  })

  test('a single market with charts', () => {
    const native = marketIn(response('paras-GET_api_v2_myriadprotocol_com_markets_549_b7af444a.json'))
    expect(toMarketRow(native).market).toMatchObject({
      marketId: '2741:549',
      slug: 'polymarket-or-kalshi',
      outcomes: [{ label: 'Polymarket' }, { label: 'Kalshi' }],
    })
  })

  test.each(['market-events-2741-549.json', 'ccxt-fetchTrades-1.json'])(
    'the history of a pool: %s',
    (file) => {
      const what = 'GET /markets/{id}/events'
      const { data, pagination } = readPayload(actionsReply, sample('myriad', file), what)
      expect(pagination).toMatchObject({ hasNext: true, total: 401_250 })
      const trades = toPoolTrades(data, what)
      expect(trades.map(({ side, outcome, price }) => [side, outcome, Number(price.toFixed(6))])).toEqual([
        ['sell', 0, 0.725324],
        ['sell', 1, 0.27872],
        ['sell', 1, 0.285929],
      ])
      expect(trades[0]).toMatchObject({ at: 1780852609_000, shares: 1.418676 })
    },
  )

  test('a book', () => {
    expect(
      readPayload(bookReply, sample('myriad', 'orderbook-ob-56.json'), 'GET /markets/{id}/orderbook'),
    ).toEqual({
      bids: [[0.98, 258.4125947521866]],
      asks: [[0.99, 151.97568389057753]],
    })
  })

  test('a portfolio', () => {
    const { data } = readPayload(
      portfolioReply,
      sample('myriad', 'user-portfolio-ongoing.json'),
      'GET /users/{a}/portfolio',
    )
    expect(data.map(toPosition)).toEqual([
      {
        marketId: '56:170145',
        outcomeId: '56:170145:0',
        outcomeLabel: 'Yes',
        size: 8.23666644,
        entryPrice: 0.1214083400468503,
        currentPrice: 0.11926,
        currentValue: 0.9823048396344001,
        unrealizedPnL: -0.017695160365599896,
      },
    ])
  })
})
