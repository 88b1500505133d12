import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FeedDaemon, feedDaemon, NOW, TOKEN } from './support.js'

let daemon: FeedDaemon
beforeAll(async () => {
  daemon = await feedDaemon()
})
afterAll(() => daemon.close())

describe('the list', () => {
  test.each(['', '/'])('of /api/feeds%s names the feeds', async (path) => {
    const { status, json } = await daemon.get(path)
    expect([status, json]).toEqual([200, { success: true, data: ['binance', 'chainlink'] }])
  })
})

describe('what is wrong with a call is told as text', () => {
  test.each([
    ['/binance/fetchTicker', 400, 'Missing required query parameter: symbol'],
    ['/binance/fetchTicker?symbol=', 400, 'Missing required query parameter: symbol'],
    ['/binance/fetchOrderBook?limit=5', 400, 'Missing required query parameter: symbol'],
    ['/chainlink/fetchOracleRound?symbol=BTC/USD', 400, 'Missing required query parameter: feed'],
    ['/binance/fetchOracleRound?feed=BTC/USD', 501, "Feed 'binance' does not support fetchOracleRound"],
    ['/binance/fetchOracleHistory', 501, "Feed 'binance' does not support fetchOracleHistory"],
    ['/binance/fetchHistoricalPrices', 501, "Feed 'binance' does not support fetchHistoricalPrices"],
    ['/chainlink/fetchOHLCV?symbol=BTC/USD', 501, "Feed 'chainlink' does not support fetchOHLCV"],
    ['/chainlink/fetchOrderBook?symbol=BTC/USD', 501, "Feed 'chainlink' does not support fetchOrderBook"],
    ['/nope/fetchTicker', 404, 'Unknown feed: nope. Available: binance, chainlink'],
    ['/constructor/fetchTicker', 404, 'Unknown feed: constructor. Available: binance, chainlink'],
    ['/Binance/fetchTicker', 404, 'Unknown feed: Binance. Available: binance, chainlink'],
  ])('%s is %d %s', async (path, status, error) => {
    const reply = await daemon.get(path)
    expect([reply.status, reply.json]).toEqual([status, { success: false, error }])
    expect(reply.headers.get('x-request-id')).toBe('request')
  })

  test.each([
    ['/binance/toString', 404, /^Unknown feed method: toString\. Available: loadMarkets, /],
    ['/binance', 404, /^Nothing is served at \/api\/feeds\/binance: /],
    ['/binance/fetchTicker/more', 404, /^Nothing is served at /],
    ['/binance/fetchTicker?symbol=a&symbol=b', 400, /more than once/],
    ['/binance/fetchTicker?symbol=a b', 400, /must be a pair such as/],
    ['/binance/fetchOHLCV?symbol=BTC/USDT&limit=1001', 400, /^limit must be a whole number from 1 to 1000/],
    ['/binance/fetchOHLCV?symbol=BTC/USDT&limit=-1', 400, /^limit must be/],
    ['/binance/fetchOHLCV?symbol=BTC/USDT&since=soon', 400, /^since must be ISO/],
    ['/binance/fetchOHLCV?symbol=BTC/USDT&timeframe=1H', 400, /did you mean '1h'/],
    ['/chainlink/fetchHistoricalPrices?symbol=BTC/USD&order=up', 400, /^order must be one of asc, desc/],
    ['/chainlink/fetchHistoricalPrices?symbol=BTC/USD&order=asc', 400, /needs fromTimestamp/],
    [
      '/chainlink/fetchHistoricalPrices?symbol=BTC/USD&fromTimestamp=2026-02-02&untilTimestamp=2026-02-01',
      400,
      /before/,
    ],
  ])('%s is %d %s', async (path, status, error) => {
    const reply = await daemon.get(path)
    expect([reply.status, reply.json]).toEqual([
      status,
      { success: false, error: expect.stringMatching(error) },
    ])
  })

  test('another verb is 405 and says which', async () => {
    const reply = await daemon.get('/binance/fetchTicker', { method: 'POST' })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(reply.json).toEqual({ success: false, error: expect.stringContaining('only accept GET') })
  })
})

describe('what goes wrong at a feed is text, with the name of the feed beside it', () => {
  test.each([
    ['/binance/fetchTicker?symbol=NO/SUCH', 'Binance'],
    ['/binance/fetchTicker?symbol=BT/CUSDT', 'Binance'],
    ['/binance/fetchTickers?symbols=BTC/USDT,NO/SUCH', 'Binance'],
    ['/chainlink/fetchTicker?symbol=NO/SUCH', 'Chainlink'],
    ['/chainlink/fetchOracleHistory?feed=NO/SUCH', 'Chainlink'],
  ])('%s is 404', async (path, exchange) => {
    const reply = await daemon.get(path)
    expect(reply.status).toBe(404)
    expect(reply.json).toMatchObject({
      success: false,
      error: expect.stringMatching(/does not have|has no|not available/),
      code: 'NOT_FOUND',
      retryable: false,
      exchange,
    })
  })
})

test('keys that nothing reads are told', async () => {
  const { headers } = await daemon.get('/binance/fetchTicker?symbol=ETH/USDT&sinse=1')
  expect(headers.get('x-pmx-ignored')).toBe('sinse')
})

test('a price is told again for a second, and asked anew after that', async () => {
  const own = await feedDaemon()
  const sent = async () => {
    const { headers } = await own.get('/chainlink/fetchTicker?symbol=btc/usd')
    return Number(headers.get('x-pmx-upstream-requests'))
  }
  // What the oracle says of itself is asked once.
  expect(await sent()).toBe(3)
  own.clock.passTo(NOW + 999)
  expect(await sent()).toBe(0)
  own.clock.passTo(NOW + 1_000)
  expect(await sent()).toBe(1)
  await own.close()
})

test('HEAD is answered without a body', async () => {
  const { status, json } = await daemon.get('/', { method: 'HEAD' })
  expect([status, json]).toEqual([200, {}])
})

describe('guards', () => {
  const path = '/binance/fetchTicker?symbol=BTC/USDT'

  test('pages of others are refused', async () => {
    const { status, json } = await daemon.get(path, { headers: { origin: 'https://elsewhere.example' } })
    expect([status, json]).toMatchObject([403, { error: { detail: { kind: 'origin_not_allowed' } } }])
  })

  test('clients that send no token are answered where a token is asked for: they cannot send one', async () => {
    const own = await feedDaemon({ access: { requireToken: true } })
    expect((await own.get(path)).status).toBe(200)
    await own.close()
  })

  test('where keys are configured, a key is needed', async () => {
    const key = 'a-key-of-sixteen-letters'
    const own = await feedDaemon({ access: { apiKeys: [{ key, rights: ['read'] }] } })
    const without = await own.get(path)
    expect([without.status, without.json]).toMatchObject([401, { error: { code: 'AUTHENTICATION_ERROR' } }])
    for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-pmxt-access-token': TOKEN }])
      expect((await own.get(path, { headers })).status).toBe(200)
    await own.close()
  })
})

describe('the transport', () => {
  test('hands on when a feed asks to be left alone, and asks it no more', async () => {
    const own = await feedDaemon({ faults: [{ venue: 'binance', kind: 'rate-limit', retryAfter: 60 }] })
    const path = '/binance/fetchTicker?symbol=BTC/USDT'
    const { status, json } = await own.get(path)
    const error = { code: 'RATE_LIMIT_EXCEEDED', exchange: 'Binance', retryAfter: 60 }
    expect([status, json]).toMatchObject([429, error])
    expect((await own.get(path)).json).toMatchObject({ detail: { kind: 'local_budget' } })
    expect(own.simulator?.requests.count('binance')).toBe(1)
    await own.close()
  })

  test('tells of a changed shape, and keeps nothing of it', async () => {
    const own = await feedDaemon({ faults: [{ venue: 'binance', kind: 'drop-field', field: 'lastPrice' }] })
    const { status, json } = await own.get('/binance/fetchTicker?symbol=BTC/USDT')
    const detail = { kind: 'drift', path: 'lastPrice' }
    expect([status, json]).toMatchObject([
      503,
      { error: expect.any(String), retryable: false, exchange: 'Binance', detail },
    ])
    own.simulator?.faults.clear()
    expect((await own.get('/binance/fetchTicker?symbol=BTC/USDT')).status).toBe(200)
    await own.close()
  })
})

describe('settings', () => {
  test('lead to other hosts, and to nothing else', async () => {
    const api = daemon.simulator?.urls.binance?.['api'] ?? ''
    const own = await feedDaemon({ config: { feeds: { binance: { hosts: { api }, limits: 'none' } } } })
    expect((await own.get('/binance/fetchTicker?symbol=SOL/USDT')).status).toBe(200)
    await own.close()
  })

  test('with a host that a feed does not have are refused at the start', async () => {
    const config = { feeds: { chainlink: { hosts: { rcp: 'http://127.0.0.1:1' } } } }
    await expect(feedDaemon({ config })).rejects.toThrow(
      "feeds.chainlink.hosts.rcp: chainlink does not have this host (did you mean 'rpc'?). Hosts: rpc",
    )
  })

  test('of a feed that there is not are refused with the likely one', async () => {
    const config = { feeds: { binanse: {} } } as object
    await expect(feedDaemon({ config })).rejects.toThrow(
      "feeds.binanse: no such feed (did you mean 'binance'?)",
    )
  })
})

test('since is read in seconds, ms, µs and ISO text in either case', async () => {
  const since = NOW - (NOW % 3_600_000) - 7_200_000
  const iso = new Date(since).toISOString()
  const told = []
  for (const written of [since, since / 1_000, since * 1_000, iso, iso.toLowerCase()])
    told.push(await daemon.data(`/binance/fetchOHLCV?symbol=BTC/USDT&limit=2&since=${written}`))
  expect(told[0]).toHaveLength(2)
  for (const one of told) expect(one).toEqual(told[0])
})
