import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FeedBook, FeedCandle, FeedMarket, Ticker } from '../../../src/api/models/feed-models.js'
import { binance } from '../../../src/feeds/binance/index.js'
import type { VenueRequest } from '../../../src/transport/call-types.js'
import { contextOver, type FeedDaemon, feedDaemon, NOW } from '../support.js'

const HOUR = 3_600_000

/** As the exchange's documents show it. */
const documented = {
  symbol: 'BNBBTC',
  priceChange: '-94.99999800',
  priceChangePercent: '-95.960',
  weightedAvgPrice: '0.29628482',
  prevClosePrice: '0.10002000',
  lastPrice: '4.00000200',
  lastQty: '200.00000000',
  bidPrice: '4.00000000',
  bidQty: '100.00000000',
  askPrice: '4.00000200',
  askQty: '100.00000000',
  openPrice: '99.00000000',
  highPrice: '100.00000000',
  lowPrice: '0.10000000',
  volume: '8913.30000000',
  quoteVolume: '15.30000000',
  openTime: 1499783499040,
  closeTime: 1499869899040,
  firstId: 28385,
  lastId: 28460,
  count: 76,
}

const pair = (symbol: string, baseAsset: string, quoteAsset: string) => ({
  symbol,
  status: 'TRADING',
  baseAsset,
  quoteAsset,
  filters: [],
})

/** The exchange with one pair, of which a path answers this. */
function exchange(answers: Readonly<Record<string, unknown>>) {
  return contextOver(({ path }: VenueRequest) => {
    if (path === '/api/v3/exchangeInfo') return { symbols: [pair('BNBBTC', 'BNB', 'BTC')] }
    return answers[path]
  })
}

const drift = (path: string) => ({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'drift', path } })

describe('a ticker', () => {
  const tickerOf = (native: unknown, symbol = 'BNB/BTC') =>
    binance.methods.fetchTicker?.({ symbol }, exchange({ '/api/v3/ticker/24hr': native }).ctx)

  test('has the figures of the documents under CCXT’s names', async () => {
    expect(await tickerOf(documented)).toEqual({
      symbol: 'BNB/BTC',
      info: documented,
      timestamp: 1499869899040,
      datetime: '2017-07-12T14:31:39.040Z',
      high: 100,
      low: 0.1,
      bid: 4,
      bidVolume: 100,
      ask: 4.000002,
      askVolume: 100,
      vwap: 0.29628482,
      open: 99,
      close: 4.000002,
      last: 4.000002,
      previousClose: 0.10002,
      change: -94.999998,
      percentage: -95.96,
      baseVolume: 8913.3,
      quoteVolume: 15.3,
    })
  })

  test('is found by the exchange’s own name as well', async () => {
    expect(await tickerOf(documented, 'BNBBTC')).toMatchObject({ symbol: 'BNB/BTC' })
  })

  test('has no price where nobody offers, asks or has traded', async () => {
    const zeros = ['lastPrice', 'bidPrice', 'bidQty', 'askPrice', 'askQty', 'highPrice', 'openPrice']
    const idle = { ...documented, ...Object.fromEntries(zeros.map((name) => [name, '0.00000000'])), count: 0 }
    const ticker = (await tickerOf(idle)) ?? {}
    for (const name of ['last', 'close', 'bid', 'bidVolume', 'ask', 'askVolume', 'high', 'open', 'change'])
      expect(ticker).not.toHaveProperty(name)
  })

  test.each(
    Object.keys(documented).filter((name) => !/Qty$|Id$|^openTime$/.test(name) || /^(bid|ask)/.test(name)),
  )('without %s is none', async (name) => {
    const { [name]: _gone, ...rest } = documented as Record<string, unknown>
    await expect(tickerOf(rest)).rejects.toMatchObject(drift(name))
  })

  test('of another pair is refused', async () => {
    await expect(tickerOf({ ...documented, symbol: 'ETHBTC' })).rejects.toMatchObject(drift('symbol'))
  })
})

describe('pairs', () => {
  test('are asked for once, and cost what the documents say', async () => {
    const { ctx, calls } = exchange({ '/api/v3/ticker/24hr': documented })
    await binance.methods.fetchTicker?.({ symbol: 'BNB/BTC' }, ctx)
    await binance.methods.fetchTicker?.({ symbol: 'BNB/BTC' }, ctx)
    expect(calls.map(({ path, cost }) => `${path} ${cost}`)).toEqual([
      '/api/v3/exchangeInfo 20',
      '/api/v3/ticker/24hr 2',
      '/api/v3/ticker/24hr 2',
    ])
  })

  test('with one name are told apart', async () => {
    const { ctx } = exchange({ '/api/v3/ticker/24hr': documented })
    await expect(binance.methods.fetchTicker?.({ symbol: 'BN/BBTC' }, ctx)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Binance has no pair BN/BBTC; BNBBTC is called BNB/BTC there.',
    })
  })

  test.each([
    [1, 5],
    [100, 5],
    [101, 25],
    [500, 25],
    [1_000, 50],
    [1_001, 250],
    [5_000, 250],
  ])('of a book of %d levels cost %d', async (limit, cost) => {
    const { ctx, calls } = exchange({ '/api/v3/depth': { lastUpdateId: 1, bids: [], asks: [] } })
    await binance.methods.fetchOrderBook?.({ symbol: 'BNB/BTC', limit }, ctx)
    expect(calls.at(-1)?.cost).toBe(cost)
  })
})

describe('what contradicts itself is no answer', () => {
  const candles = (rows: unknown) =>
    binance.methods.fetchOHLCV?.(
      { symbol: 'BNB/BTC', timeframe: '1h', since: 1_600_000_000_000, limit: undefined },
      exchange({ '/api/v3/klines': rows }).ctx,
    )
  const row = (start: number, ...prices: string[]) => [start, ...prices, '1', start + HOUR - 1]
  const fine = row(1_600_000_000_000, '2', '3', '1', '2')

  test.each([
    ['a low above the open', [row(1_600_000_000_000, '2', '3', '2.5', '2.7')], '[0]'],
    ['a high below the close', [row(1_600_000_000_000, '2', '2.5', '1', '3')], '[0]'],
    ['a price of 0', [row(1_600_000_000_000, '0', '3', '0', '2')], '[0][1]'],
    ['a candle before the window', [row(1_500_000_000_000, '2', '3', '1', '2')], '[0][0]'],
    ['the same candle twice', [fine, fine], '[1][0]'],
    ['a failure in the place of a list', { code: 0, msg: 'no' }, ''],
  ])('%s', async (_what, rows, path) => {
    await expect(candles(rows)).rejects.toMatchObject(drift(path))
    expect(await candles([fine])).toHaveLength(1)
  })

  const book = (bids: unknown, asks: unknown) =>
    binance.methods.fetchOrderBook?.(
      { symbol: 'BNB/BTC', limit: undefined },
      exchange({ '/api/v3/depth': { lastUpdateId: 7, bids, asks } }).ctx,
    )

  test('a book whose best offers do not come first', async () => {
    const [low, high] = [
      ['1', '1'],
      ['2', '1'],
    ]
    await expect(book([low, high], [])).rejects.toMatchObject(drift('bids[1][0]'))
    await expect(book([], [high, low])).rejects.toMatchObject(drift('asks[1][0]'))
    expect(await book([high, low], [['3', '1']])).toMatchObject({
      nonce: 7,
      bids: [
        [2, 1],
        [1, 1],
      ],
    })
  })
})

test.each([['2'], ['1.5']])(
  'a crossed book, whose best ask is %s beside a bid of 2, is refused',
  async (price) => {
    const crossed = { lastUpdateId: 7, bids: [['2', '1']], asks: [[price, '1']] }
    const { ctx } = exchange({ '/api/v3/depth': crossed })
    await expect(
      binance.methods.fetchOrderBook?.({ symbol: 'BNB/BTC', limit: undefined }, ctx),
    ).rejects.toMatchObject(drift('bids[0][0]'))
  },
)

describe('one odd row', () => {
  const symbols = ['AB', 'CD', 'EF'].map((base) => pair(`${base}BTC`, base, 'BTC'))
  const world = (info: readonly unknown[], tickers: readonly unknown[] = []) =>
    contextOver(({ path }: VenueRequest) => (path.endsWith('exchangeInfo') ? { symbols: info } : tickers))

  test('costs itself among the pairs, and is told', async () => {
    const { ctx } = world([...symbols, { ...pair('GHBTC', 'GH', 'BTC'), filters: 'none' }])
    expect(Object.keys(Object(await binance.methods.loadMarkets?.({}, ctx)))).toEqual([
      'AB/BTC',
      'CD/BTC',
      'EF/BTC',
    ])
    expect(ctx.omissions.rows).toBe(1)
    expect(ctx.omissions.warnings).toEqual([
      expect.stringMatching(/GET \/api\/v3\/exchangeInfo symbols\[3\]\.filters/),
    ])
  })

  test('costs itself among the tickers, and so does one that did not come', async () => {
    const tickers = [
      { ...documented, symbol: 'ABBTC' },
      { ...documented, symbol: 'CDBTC', lastPrice: 'none' },
    ]
    const { ctx } = world(symbols, tickers)
    const asked = { symbols: ['AB/BTC', 'CD/BTC', 'EF/BTC'] }
    expect(Object.keys(Object(await binance.methods.fetchTickers?.(asked, ctx)))).toEqual(['AB/BTC'])
    expect(ctx.omissions.rows).toBe(2)
  })

  test('is an error where it is all that was asked for', async () => {
    const { ctx } = world([{ ...symbols[0], filters: 'none' }])
    await expect(binance.methods.fetchTicker?.({ symbol: 'AB/BTC' }, ctx)).rejects.toMatchObject(
      drift('filters'),
    )
  })
})

describe('the demo exchange, over HTTP', () => {
  let daemon: FeedDaemon
  beforeAll(async () => {
    daemon = await feedDaemon()
  })
  afterAll(() => daemon.close())

  test('lists its pairs with steps and bounds', async () => {
    const markets = (await daemon.data('/binance/loadMarkets')) as Record<string, FeedMarket>
    expect(Object.keys(markets)).toEqual(['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT'])
    expect(markets['XRP/USDT']).toMatchObject({
      id: 'XRPUSDT',
      base: 'XRP',
      quote: 'USDT',
      active: true,
      type: 'spot',
      spot: true,
      contract: false,
      precision: { amount: 0.00001, price: 0.0001 },
      info: { status: 'TRADING' },
    })
  })

  test('tells the usual pairs when none is named, and those that are', async () => {
    expect(Object.keys(Object(await daemon.data('/binance/fetchTickers')))).toHaveLength(4)
    const two = await daemon.data('/binance/fetchTickers?symbols=xrp/usdt,ETHUSDT')
    expect(Object.keys(Object(two))).toEqual(['XRP/USDT', 'ETH/USDT'])
  })

  test('agrees with itself: ticker, book and candles are of one price', async () => {
    const ticker = (await daemon.data('/binance/fetchTicker?symbol=BTC/USDT')) as Ticker
    const book = (await daemon.data('/binance/fetchOrderBook?symbol=BTC/USDT&limit=5')) as FeedBook
    const candles = (await daemon.data('/binance/fetchOHLCV?symbol=BTC/USDT&limit=25')) as FeedCandle[]
    expect([book.bids.length, book.asks.length]).toEqual([5, 5])
    expect([ticker.bid, ticker.ask]).toEqual([book.bids[0]?.[0], book.asks[0]?.[0]])
    const last = candles.at(-1)
    expect(last?.[0]).toBe(Math.floor(NOW / HOUR) * HOUR)
    expect(last?.[4]).toBe(ticker.last)
    expect(ticker.timestamp).toBe(NOW)
  })

  test('has candles of each length that are those of the finer ones put together', async () => {
    const since = Date.UTC(2026, 3, 1)
    const of = async (timeframe: string, limit: number) =>
      (await daemon.data(
        `/binance/fetchOHLCV?symbol=SOL/USDT&timeframe=${timeframe}&since=${since}&limit=${limit}`,
      )) as FeedCandle[]
    const [day, hours, minutes] = [await of('1d', 1), await of('1h', 24), await of('5m', 288)]
    for (const finer of [hours, minutes]) {
      expect([since, finer[0]?.[1], Math.max(...finer.map((row) => row[2]))]).toEqual(day[0]?.slice(0, 3))
      expect([Math.min(...finer.map((row) => row[3])), finer.at(-1)?.[4]]).toEqual(day[0]?.slice(3, 5))
    }
  })

  test('begins where it is asked to, on the grid, and ends after the limit', async () => {
    const start = fc.integer({ min: Date.UTC(2026, 0, 1), max: NOW - 50 * HOUR })
    await fc.assert(
      fc.asyncProperty(start, fc.integer({ min: 1, max: 40 }), async (since, limit) => {
        const rows = (await daemon.data(
          `/binance/fetchOHLCV?symbol=ETH/USDT&since=${since}&limit=${limit}`,
        )) as FeedCandle[]
        const first = Math.ceil(since / HOUR) * HOUR
        expect(rows.map(([at]) => at)).toEqual(
          Array.from({ length: limit }, (_unused, index) => first + index * HOUR),
        )
      }),
      { numRuns: 15 },
    )
  })
})
