import assert from 'node:assert/strict'
import { test } from 'node:test'
import ccxt from 'ccxt'
import { daemonOver, simulate } from './support/world.mjs'

const venues = await simulate()
const daemon = await daemonOver(venues)
const HOUR_MS = 3_600_000

/**
 * Calls as the feed client of the SDKs does: GET with the query that it makes, no token, the slash behind the list, and
 * `error` shown as it is. No published package that the repository can install has that client yet.
 */
async function feed(path, params = {}) {
  const query = Object.entries(params).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
  const reply = await fetch(`${daemon}/api/feeds/${path}${query.length === 0 ? '' : `?${query.join('&')}`}`)
  const body = await reply.json()
  if (!reply.ok || !body.success) throw new Error(body.error || reply.statusText)
  return body.data
}

const exchange = new ccxt.binance({ enableRateLimit: false, options: { fetchMarkets: { types: ['spot'] } } })
exchange.urls.api.public = `${venues.binance.api}/api/v3`

test('ccxt and the daemon see the same pairs, with the same steps', async () => {
  const theirs = await exchange.loadMarkets()
  const ours = await feed('binance/loadMarkets')
  assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort())
  for (const [symbol, market] of Object.entries(ours)) {
    for (const name of ['id', 'symbol', 'base', 'quote', 'active', 'type', 'spot', 'contract', 'swap'])
      assert.equal(market[name], theirs[symbol][name], `${symbol} ${name}`)
    assert.equal(market.precision.price, theirs[symbol].precision.price)
    assert.equal(market.precision.amount, theirs[symbol].precision.amount)
    assert.deepEqual(market.limits.amount, theirs[symbol].limits.amount)
  }
})

// All of them have ended: the running one moves between two questions.
test('ccxt and the daemon read the same candles', async () => {
  const since = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 50 * HOUR_MS
  for (const timeframe of ['1m', '1h', '4h']) {
    const theirs = await exchange.fetchOHLCV('BTC/USDT', timeframe, since, 10)
    const ours = await feed('binance/fetchOHLCV', { symbol: 'BTC/USDT', timeframe, since, limit: 10 })
    assert.equal(ours.length, 10)
    assert.deepEqual(ours, theirs)
  }
})

test('ccxt and the daemon read the same tickers and books under the same names', async () => {
  const names = Object.keys(await feed('binance/fetchTicker', { symbol: 'ETH/USDT' }))
  // The world moves between two questions: a book that stood still on both sides of ours is compared.
  for (let tries = 0; tries < 20; tries++) {
    const before = await exchange.fetchOrderBook('ETH/USDT', 5)
    const ours = await feed('binance/fetchOrderBook', { symbol: 'ETH/USDT', limit: 5 })
    const after = await exchange.fetchOrderBook('ETH/USDT', 5)
    if (before.nonce !== after.nonce) continue
    assert.deepEqual([ours.bids, ours.asks, ours.nonce], [after.bids, after.asks, after.nonce])
    const ticker = await exchange.fetchTicker('ETH/USDT')
    assert.deepEqual(
      names.filter((name) => ticker[name] === undefined),
      [],
    )
    return
  }
  assert.fail('the book never stood still')
})

test('the feed client’s calls are answered as it reads them', async () => {
  assert.deepEqual(await feed(''), ['binance', 'chainlink'])
  const ticker = await feed('chainlink/fetchTicker', { symbol: 'BTC/USD' })
  assert.equal(new Date(ticker.timestamp).toISOString(), ticker.datetime)
  assert.ok(ticker.last > 0)
  const tickers = await feed('chainlink/fetchTickers', { symbols: 'BTC/USD,ETH/USD' })
  assert.deepEqual(Object.keys(tickers), ['BTC/USD', 'ETH/USD'])
  const round = await feed('chainlink/fetchOracleRound', { feed: 'BTC/USD' })
  const [newest, older] = await feed('chainlink/fetchOracleHistory', { feed: 'BTC/USD', limit: 2 })
  assert.ok(BigInt(newest.roundId) >= BigInt(round.roundId) && older.updatedAt < newest.updatedAt)
  const prices = await feed('chainlink/fetchHistoricalPrices', {
    symbol: 'BTC/USD',
    fromTimestamp: older.updatedAt,
    untilTimestamp: newest.updatedAt,
    maxSize: 10,
    order: 'asc',
  })
  assert.deepEqual(
    prices.map(({ timestamp, last }) => [timestamp, last]),
    [older, newest].map(({ updatedAt, answer }) => [updatedAt, answer]),
  )
  await assert.rejects(feed('binance/fetchTicker'), { message: 'Missing required query parameter: symbol' })
  await assert.rejects(feed('binance/fetchOracleRound', { feed: 'BTC/USD' }), {
    message: "Feed 'binance' does not support fetchOracleRound",
  })
})
