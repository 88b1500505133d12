import assert from 'node:assert/strict'
import { test } from 'node:test'
import ccxt from 'ccxt'
import { privateKeyToAccount } from 'viem/accounts'
import { ask, call, daemonOver, simulate } from './support/world.mjs'

/** Orders of Myriad: signed alike by us and by others, placed on the demo by others, and its books by their socket. */

const venues = await simulate()
const daemon = await daemonOver(venues)
const privateKey = `0x${'11'.repeat(32)}`
const exchange = new ccxt.prediction.myriad({ enableRateLimit: false, privateKey })
exchange.urls.api = { myriad: venues.myriad.api, ws: new URL('/ws', venues.myriad.stream).href }

/** The demo's answer to a call of an account. */
async function reply(path, body) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(`${venues.myriad.api}${path}`, body === undefined ? {} : init)).json()
}

/** ccxt proves no wallet by itself: a session of the wallet is opened for it. */
async function signIn() {
  const account = privateKeyToAccount(privateKey)
  const { message } = await reply(`/auth/nonce?address=${account.address}`)
  const signature = await account.signMessage({ message })
  const { accessToken } = await reply('/auth/login', { message, signature })
  exchange.headers = { Authorization: `Bearer ${accessToken}` }
}

/** An outcome of an order-book market with both sides in its book, as ccxt names it and as we do. */
async function tradable() {
  // Its search leaves out the order book, its lists do not.
  await exchange.loadMarkets()
  const named = Object.values(exchange.outcomes_by_id).flat()
  const books = named.filter(({ info, label }) => info.tradingModel === 'ob' && label === 'Yes')
  for (const { outcome, outcomeId: id } of books) {
    const outcomeId = id.replace(/^56:(\d+)\/0$/, '56:ob$1:0')
    const { bids, asks } = await ask(daemon, 'myriad', 'fetchOrderBook', { outcomeId })
    if (bids[0]?.price > 0.15 && asks[0]?.price < 0.85)
      return { symbol: outcome, marketId: outcomeId.replace(/:0$/, ''), outcomeId, offer: asks[0].price }
  }
  throw new Error('no market with two sides')
}

const { symbol, marketId, outcomeId, offer } = await tradable()

test('ccxt alone is told that it must prove its wallet', async () => {
  await assert.rejects(exchange.fetchOpenOrders(symbol), /Authentication required/)
  await signIn()
})

test('the daemon signs what ccxt signs', async () => {
  for (const [side, price, amount] of [
    ['buy', 0.1, 20],
    ['sell', 0.99, 0.000001],
    ['buy', 0.12, 33.3333],
  ]) {
    const wish = { marketId, outcomeId, side, type: 'limit', amount, price }
    const { signedOrder: ours } = await call(daemon, 'myriad', 'buildOrder', [wish], { privateKey })
    const theirs = exchange.buildOrderbookOrder(symbol, 'limit', side, amount, price, { nonce: ours.nonce })
    const { signature, ...order } = ours
    assert.equal(JSON.stringify(order), JSON.stringify(theirs.order))
    assert.equal(signature, theirs.signature)
  }
})

test('neither places what is not at a whole cent', async () => {
  const wish = { marketId, outcomeId, side: 'buy', type: 'limit', amount: 20, price: 0.105 }
  await assert.rejects(call(daemon, 'myriad', 'createOrder', [wish], { privateKey }), /INVALID_ORDER/)
  await assert.rejects(exchange.createOrder(symbol, 'limit', 'buy', 20, 0.105), /multiple of 1e16/)
})

test('ccxt trades the demo, and the daemon sees the same orders', async () => {
  const resting = await exchange.createOrder(symbol, 'limit', 'buy', 20, 0.1)
  assert.equal(resting.status, 'open')
  const [listed] = await exchange.fetchOpenOrders(symbol)
  assert.deepEqual([listed.id, listed.amount, listed.price], [resting.id, 20, 0.1])
  const [ours] = await call(daemon, 'myriad', 'fetchOpenOrders', [marketId], { privateKey })
  assert.deepEqual([ours.id, ours.outcomeId, ours.remaining], [resting.id, outcomeId, 20])
  const canceled = await exchange.cancelOrder(resting.id, symbol)
  assert.equal(canceled.status, 'canceled')
  assert.deepEqual(await call(daemon, 'myriad', 'fetchOpenOrders', [], { privateKey }), [])

  const bought = await exchange.createOrder(symbol, 'market', 'buy', 1, offer)
  assert.equal((await exchange.fetchOrder(bought.id, symbol)).filled, 1)
  const order = await call(daemon, 'myriad', 'fetchOrder', [bought.id], { privateKey })
  assert.deepEqual([order.type, order.status, order.filled], ['market', 'filled', 1])
  const held = await call(daemon, 'myriad', 'fetchPositions', [], { privateKey })
  assert.equal(held.find((one) => one.outcomeId === outcomeId)?.size, 1)
})

test('what the daemon placed ccxt takes back, one by one and all at once', async () => {
  const wish = { marketId, outcomeId, side: 'buy', type: 'limit', amount: 5, price: 0.05 }
  const first = await call(daemon, 'myriad', 'createOrder', [{ ...wish, clientOrderId: 'one' }], {
    privateKey,
  })
  const second = await call(daemon, 'myriad', 'createOrder', [{ ...wish, clientOrderId: 'two' }], {
    privateKey,
  })
  assert.equal((await exchange.cancelOrder(first.id, symbol)).status, 'canceled')
  await exchange.cancelAllOrders(symbol)
  const closed = await call(daemon, 'myriad', 'fetchClosedOrders', [], { privateKey })
  for (const { id } of [first, second]) assert.equal(closed.find((one) => one.id === id)?.status, 'canceled')
})

test('ccxt keeps the book by the demo’s socket', async () => {
  await exchange.loadHttpProxyAgent()
  const { bids } = await exchange.watchOrderBook(symbol)
  assert.ok(bids.length > 0)
  const order = await exchange.createOrder(symbol, 'limit', 'buy', 7, 0.02)
  for (let frames = 0; ; frames++) {
    const book = await exchange.watchOrderBook(symbol)
    if (book.bids.some(([price, size]) => price === 0.02 && size >= 7)) break
    assert.ok(frames < 50, 'the order is not in the book')
  }
  await exchange.cancelOrder(order.id, symbol)
})

test('ccxt hears trades and its own fills on the demo’s socket', async () => {
  const watched = exchange.watchTrades(symbol)
  const own = exchange.watchMyTrades(symbol)
  // The socket tells what comes after the subscriptions.
  await exchange.watchOrderBook(symbol)
  const bought = await exchange.createOrder(symbol, 'market', 'buy', 1, offer)
  const [fill] = await own
  assert.deepEqual([fill.order, fill.amount, fill.side, fill.takerOrMaker], [bought.id, 1, 'buy', 'taker'])
  assert.ok(fill.price <= offer && fill.fee.cost > 0)
  assert.ok((await watched).some(({ id, amount }) => id === fill.id && amount === 1))
  await exchange.close()
})
