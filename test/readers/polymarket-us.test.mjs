import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PolymarketUS } from 'polymarket-us'
import { signingKit } from './support/signing-kit.mjs'
import { ask, call, daemonOver, simulate } from './support/world.mjs'

const { polymarket_us } = await simulate()
const daemon = await daemonOver({ polymarket_us })
const client = new PolymarketUS({ gatewayBaseUrl: polymarket_us.gateway })

test('polymarket_us: lists, one event, one market, by number and by slug', async () => {
  const { events } = await client.events.list({ limit: 5, active: true, closed: false })
  assert.ok(events.length > 0)
  const [{ id, slug }] = events
  assert.equal((await client.events.retrieve(Number(id))).event.slug, slug)
  assert.equal(String((await client.events.retrieveBySlug(slug)).event.id), String(id))
  const { markets } = await client.markets.list({ limit: 5, active: true, closed: false })
  const [market] = markets
  assert.equal((await client.markets.retrieve(Number(market.id))).market.slug, market.slug)
  assert.equal(String((await client.markets.retrieveBySlug(market.slug)).market.id), String(market.id))
})

test('polymarket_us: series and search', async () => {
  const { series } = await client.series.list({ limit: 5 })
  assert.ok(series.length > 0)
  const found = await client.search.query({ query: 'election', limit: 3 })
  assert.ok(found.events.length > 0)
})

test('polymarket_us: the book, and the daemon tells the same one', async () => {
  const { markets } = await client.markets.list({ limit: 20, active: true, closed: false })
  const [{ slug }] = markets
  const { marketData } = await client.markets.book(slug)
  const ours = await ask(daemon, 'polymarket_us', 'fetchOrderBook', { outcomeId: `${slug}:long` })
  const priceOf = ({ px }) => Number(px.value)
  assert.deepEqual(
    ours.bids.map(({ price }) => price),
    marketData.bids.map(priceOf).sort((a, b) => b - a),
  )
  assert.deepEqual(
    ours.asks.map(({ price }) => price),
    marketData.offers.map(priceOf).sort((a, b) => a - b),
  )
})

/** Seed and public key of an account that nobody has. */
const account = {
  apiKey: '6f1b0a34-52cb-4c1e-9a3e-0f3c0a9d7e21',
  privateKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8DoQe/884Qvh1w3RjnS8CZZ+TWMJulDV8d3IZkElUxuA==',
}
const trader = new PolymarketUS({
  gatewayBaseUrl: polymarket_us.gateway,
  apiBaseUrl: polymarket_us.api,
  keyId: account.apiKey,
  secretKey: account.privateKey,
})
/** What the client sends to the host of accounts. */
const sent = []
const { fetch } = globalThis
globalThis.fetch = (url, init = {}) => {
  const text = String(url)
  if (text.startsWith(polymarket_us.api)) sent.push({ path: new URL(text).pathname, ...init })
  return fetch(url, init)
}

const tradable = async () => {
  const { markets } = await client.markets.list({ limit: 100, active: true, closed: false })
  return markets.find((one) => Number(one.bestAskQuote?.value) < 0.8 && Number(one.bestBidQuote?.value) > 0.2)
}

test('polymarket_us: the client rests an order and takes it back, signed and spelled as we do', async () => {
  const { ed25519KeyOf } = await signingKit()
  const { slug } = await tradable()
  const wish = {
    marketId: slug,
    outcomeId: `${slug}:short`,
    side: 'buy',
    type: 'limit',
    amount: 20,
    price: 0.1,
  }
  const built = await call(daemon, 'polymarket_us', 'buildOrder', [wish], account)
  const { body } = built.raw.native.call
  const { id } = await trader.orders.create(body)
  assert.equal((await trader.orders.retrieve(id)).order.state, 'ORDER_STATE_NEW')
  assert.deepEqual(
    (await trader.orders.list({ slugs: [slug] })).orders.map((one) => one.id),
    [id],
  )
  const [ours] = await call(daemon, 'polymarket_us', 'fetchOpenOrders', [slug], account)
  assert.deepEqual([ours.id, ours.outcomeId, ours.price], [id, `${slug}:short`, 0.1])
  await trader.orders.cancel(id, { marketSlug: slug })
  assert.equal((await trader.orders.retrieve(id)).order.state, 'ORDER_STATE_CANCELED')

  const key = ed25519KeyOf(account.privateKey)
  assert.ok(sent.length >= 5)
  for (const { method, path, headers } of sent) {
    const signature = key.sign(`${headers['X-PM-Timestamp']}${method}${path}`).toString('base64')
    assert.equal(headers['X-PM-Signature'], signature)
  }
})

test('polymarket_us: what the daemon placed is the client’s, and what the client took is the daemon’s', async () => {
  const { slug, bestAskQuote } = await tradable()
  const wish = {
    marketId: slug,
    outcomeId: `${slug}:long`,
    side: 'buy',
    type: 'limit',
    amount: 20,
    price: 0.1,
  }
  const placed = await call(daemon, 'polymarket_us', 'createOrder', [wish], account)
  const { order } = await trader.orders.retrieve(placed.id)
  assert.deepEqual(
    [order.intent, Number(order.price.value), order.quantity, order.state],
    ['ORDER_INTENT_BUY_LONG', 0.1, 20, 'ORDER_STATE_NEW'],
  )
  assert.deepEqual((await trader.orders.cancelAll()).canceledOrderIds, [placed.id])

  const { executions } = await trader.orders.create({
    marketSlug: slug,
    intent: 'ORDER_INTENT_BUY_LONG',
    type: 'ORDER_TYPE_LIMIT',
    price: bestAskQuote,
    quantity: 1,
    tif: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL',
    synchronousExecution: true,
  })
  assert.equal(executions.at(-1).order.state, 'ORDER_STATE_FILLED')
  const { activities } = await trader.portfolio.activities({ limit: 5, types: ['ACTIVITY_TYPE_TRADE'] })
  const [trade] = await call(daemon, 'polymarket_us', 'fetchMyTrades', [], account)
  assert.deepEqual(
    [trade.id, trade.marketId, trade.price],
    [activities[0].trade.id, slug, Number(activities[0].trade.price.value)],
  )
  const { positions } = await trader.portfolio.positions()
  const held = await call(daemon, 'polymarket_us', 'fetchPositions', [], account)
  assert.deepEqual(
    held.map(({ marketId, size }) => [marketId, size]),
    Object.entries(positions).map(([name, { netPositionDecimal }]) => [name, Number(netPositionDecimal)]),
  )
  const [{ currentBalance, buyingPower }] = (await trader.account.balances()).balances
  const [money] = await call(daemon, 'polymarket_us', 'fetchBalance', [], account)
  assert.deepEqual([money.total, money.available], [currentBalance, buyingPower])
})

test('polymarket_us: the client’s markets socket shows the book that its calls and the daemon’s watching show', async () => {
  const { slug } = await tradable()
  const socket = trader.ws.markets()
  let newest
  const came = new Promise((resolve, reject) => {
    socket.on('marketData', (message) => {
      newest = message
      resolve()
    })
    socket.on('error', reject)
  })
  await socket.connect()
  socket.subscribeMarketData('md-1', [slug])
  await came
  assert.deepEqual([newest.requestId, newest.subscriptionType], ['md-1', 'SUBSCRIPTION_TYPE_MARKET_DATA'])
  const pairs = (rows) => rows.map(({ px, qty }) => [Number(px.value), Number(qty)])
  const levels = (rows) => rows.map(({ price, size }) => [price, size])
  /** The market may trade between two of the three looks: then they are taken again. */
  const shown = async () => {
    const ours = await call(daemon, 'polymarket_us', 'watchOrderBook', [`${slug}:long`], account)
    const { marketData: read } = await client.markets.book(slug)
    const { marketData: heard } = newest
    return [
      [levels(ours.bids), levels(ours.asks)],
      [pairs(read.bids), pairs(read.offers)],
      [pairs(heard.bids), pairs(heard.offers)],
    ].map((book) => JSON.stringify(book))
  }
  let books = await shown()
  for (let tries = 0; new Set(books).size > 1 && tries < 3; tries++) books = await shown()
  assert.deepEqual(books, [books[0], books[0], books[0]])
  socket.close()
})

test('polymarket_us: the client is told of a market that does not exist', async () => {
  const socket = trader.ws.markets()
  await socket.connect()
  const told = new Promise((resolve) => socket.on('error', resolve))
  socket.subscribeTrades('t-1', ['aec-nobody-1'])
  const { message, requestId } = await told
  assert.deepEqual([message, requestId], ['market not found: aec-nobody-1', 't-1'])
  socket.close()
})
