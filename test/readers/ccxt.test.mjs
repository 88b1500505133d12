import assert from 'node:assert/strict'
import { test } from 'node:test'
import ccxt from 'ccxt'
import { ask, daemonOver, simulate } from './support/world.mjs'

const venues = await simulate()
const daemon = await daemonOver(venues)
const OPINION_KEY = 'a-key-of-the-demo-world'
const HOUR_MS = 3_600_000
const BARS = 12

/** Where ccxt sends the calls of each venue. */
const urls = {
  hyperliquid: { public: venues.hyperliquid.api, private: venues.hyperliquid.api },
  kalshi: { kalshi: venues.kalshi.api, elections: new URL('/v1', venues.kalshi.api).href },
  limitless: { limitless: venues.limitless.api },
  myriad: { myriad: venues.myriad.api },
  opinion: { opinion: venues.opinion.api },
  polymarket: venues.polymarket,
}

/** Where the two read the same answer differently, and why ours stands. */
const known = {
  polymarket: { bars: 'ccxt makes a bar of one point an hour; ours are made of points a minute apart' },
  limitless: { bars: 'ccxt ignores the distance of the points that it was sent' },
  myriad: {
    bars: 'ccxt shows the points of a chart as bars; ours are made of trades',
    book: 'ccxt invents a level of 9,999 on either side of the price of a pool',
  },
  opinion: { bars: 'ccxt fills hours in which nothing was sampled with the price before' },
}

for (const [venue, api] of Object.entries(urls)) {
  test(`${venue}: ccxt and the daemon see the same prices, books and trades`, async () => {
    const exchange = new ccxt.prediction[venue]({
      enableRateLimit: false,
      ...(venue === 'opinion' ? { apiKey: OPINION_KEY } : {}),
    })
    exchange.urls.api = api
    const events = await exchange.fetchEvents({ query: 'election', limit: 20 })
    const credentials = venue === 'opinion' ? { apiKey: OPINION_KEY } : undefined
    const outcome = await firstWithHistory(
      exchange,
      events
        .flatMap(({ markets }) => markets)
        // A market that opened in this hour has no bar that is over.
        .filter(({ active, created }) => active && !(created > Date.now() - 2 * HOUR_MS))
        .map(({ outcomes }) => outcomes[0]),
    )
    const symbol = outcome.outcome
    const id = outcome.outcomeId.replace(/^(\d+:\d+)\/(\d+)$/, '$1:$2')

    if (known[venue]?.book === undefined) await assertSameBook(exchange, symbol, id, credentials)
    if (exchange.has.fetchTrades) await assertSameTrades(exchange, symbol, id, credentials)
    await assertSameBars(exchange, symbol, id, credentials)
  })
}

/** Which markets have traded, or been sampled, lately changes from hour to hour. */
async function firstWithHistory(exchange, outcomes) {
  const { start, end } = lastBars()
  for (const outcome of outcomes) {
    const bars = await exchange.fetchOHLCV(outcome.outcome, '1h', start, BARS)
    if (!bars.some(([at]) => at >= start && at < end)) continue
    if (!exchange.has.fetchTrades) return outcome
    const trades = await exchange.fetchTrades(outcome.outcome, undefined, 50)
    if (trades.length > 0) return outcome
  }
  throw new Error(`${exchange.id}: no outcome of ${outcomes.length} has a history`)
}

/** The hours that are over, in epoch milliseconds, `end` excluded. */
function lastBars() {
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  return { start: end - BARS * HOUR_MS, end }
}

/** The world moves between two questions: ours must equal what ccxt saw just before or just after. */
async function assertSameBook(exchange, symbol, outcomeId, credentials) {
  const levels = ({ bids, asks }) => ({
    bids: bids.map((level) => [level.price ?? level[0], level.size ?? level[1]]),
    asks: asks.map((level) => [level.price ?? level[0], level.size ?? level[1]]),
  })
  for (let tries = 0; ; tries++) {
    const before = levels(await exchange.fetchOrderBook(symbol))
    const ours = levels(await ask(daemon, exchange.id, 'fetchOrderBook', { outcomeId }, credentials))
    const after = levels(await exchange.fetchOrderBook(symbol))
    if (tries < 3 && JSON.stringify(before) !== JSON.stringify(after)) continue
    return assert.deepEqual(ours, after)
  }
}

async function assertSameTrades(exchange, symbol, outcomeId, credentials) {
  const theirs = await exchange.fetchTrades(symbol, undefined, 50)
  const ours = await ask(daemon, exchange.id, 'fetchTrades', { outcomeId, limit: 500 }, credentials)
  assert.ok(theirs.length > 0)
  const seen = new Set(ours.map(({ timestamp, price }) => `${timestamp} ${price.toFixed(4)}`))
  const missing = theirs.filter(({ timestamp, price }) => !seen.has(`${timestamp} ${price.toFixed(4)}`))
  // A trade may come in after ours were read.
  assert.ok(missing.length <= 1, JSON.stringify(missing.slice(0, 3)))
}

/** Bars that are over: all four prices and the stamps, or where it is known that they differ, the stamps' grid. */
async function assertSameBars(exchange, symbol, outcomeId, credentials) {
  const { start, end } = lastBars()
  const question = { outcomeId, resolution: '1h', start, end: end - 1 }
  const ours = await ask(daemon, exchange.id, 'fetchOHLCV', question, credentials)
  assert.ok(ours.length > 0)
  assert.ok(ours.every(({ timestamp }) => timestamp % HOUR_MS === 0 && timestamp >= start && timestamp < end))
  if (known[exchange.id]?.bars !== undefined) return
  const theirs = (await exchange.fetchOHLCV(symbol, '1h', start, BARS)).filter(
    ([at]) => at >= start && at < end,
  )
  assert.deepEqual(
    ours.map(({ timestamp, open, high, low, close }) => [timestamp, open, high, low, close]),
    theirs.map((bar) => bar.slice(0, 5)),
  )
}
