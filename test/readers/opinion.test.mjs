import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Client,
  calculateOrderAmounts,
  OrderBuilder,
  OrderSide,
  OrderType,
  WebSocketClient,
} from '@opinion-labs/opinion-clob-sdk'
import ccxt from 'ccxt'
import { privateKeyToAccount } from 'viem/accounts'
import { daemonOver, simulate } from './support/world.mjs'

/** Orders of Opinion: signed alike by us and by others, and placed on the demo by others. */

const { opinion, ...others } = await simulate()
const daemon = await daemonOver({ opinion, ...others })
const privateKey = `0x${'11'.repeat(32)}`
const account = privateKeyToAccount(privateKey)
/** A key names the wallet that signs for it (src/simulator/mock-venues/opinion/README.md). */
const apiKey = `demo-${account.address}`

async function get(path) {
  const response = await fetch(`${opinion.api}${path}`, { headers: { apikey: apiKey } })
  const { errno, errmsg, result } = await response.json()
  assert.equal(errno, 0, errmsg)
  return result
}

const safe = (await get('/user/auth')).walletUsers['56']
const [{ ctfExchangeAddress }] = (await get('/quoteToken')).list
const market = await findMarket()

/** An open child of an event with both sides in its book, away from its ends. */
async function findMarket() {
  const { list } = await get('/market?status=activated&marketType=1&limit=20&sortBy=3')
  for (const row of list.flatMap(({ slug, childMarkets }) =>
    childMarkets.map((child) => ({ ...child, event: slug })),
  )) {
    const { bids, asks } = await get(`/token/orderbook?token_id=${row.yesTokenId}`)
    if (bids.length > 0 && asks.length > 0 && bids[0].price > 0.15 && asks[0].price < 0.85) return row
  }
  throw new Error('no market of the demo has a book with two sides')
}

const client = new Client({
  host: opinion.api,
  apiKey,
  chainId: 56,
  // Never asked: nothing here is read from the chain.
  rpcUrl: 'http://127.0.0.1:1',
  privateKey,
  multiSigAddress: safe,
})

test('an order is signed by us as by the SDK and by ccxt', async () => {
  for (const [side, amount, price] of [
    ['buy', 60, 0.1],
    ['sell', 37.5, 0.723],
    ['buy', 1234, 0.071],
  ]) {
    const response = await fetch(`${daemon}/api/opinion/buildOrder`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        args: [
          {
            marketId: String(market.marketId),
            outcomeId: market.yesTokenId,
            side,
            type: 'limit',
            amount,
            price,
          },
        ],
        credentials: { apiKey, privateKey },
      }),
    })
    const { success, data, error } = await response.json()
    assert.ok(success, JSON.stringify(error))
    const { signedOrder: ours } = data
    const wish = side === 'buy' ? OrderSide.BUY : OrderSide.SELL
    const given = BigInt(Math.round((side === 'buy' ? amount * price : amount) * 1e6)) * 10n ** 12n
    const amounts = calculateOrderAmounts(price, given, wish, 18)
    const signer = { address: () => account.address, sign: (hash) => account.sign({ hash }) }
    const builder = new OrderBuilder(ctfExchangeAddress, 56, signer, () => BigInt(ours.salt))
    const theirs = await builder.buildSignedOrder({
      maker: safe,
      taker: `0x${'0'.repeat(40)}`,
      tokenId: market.yesTokenId,
      makerAmount: amounts.recalculatedMakerAmount,
      takerAmount: amounts.takerAmount,
      side: wish,
      feeRateBps: '0',
      signatureType: 2,
      signer: account.address,
      nonce: '0',
      expiration: '0',
    })
    for (const [name, value] of Object.entries(theirs.order)) assert.equal(ours[name], String(value), name)
    assert.equal(ours.signature, theirs.signature)
    const exchange = new ccxt.prediction.opinion({ apiKey, privateKey, walletAddress: account.address })
    const { signature: _none, ...order } = ours
    assert.equal(exchange.signOpinionOrder(order, ctfExchangeAddress), ours.signature)
  }
})

test('the SDK rests an order, finds it, takes it back, and buys', async () => {
  const common = {
    marketId: market.marketId,
    tokenId: market.yesTokenId,
    side: OrderSide.BUY,
    postOnly: false,
  }
  const placed = await client.placeOrder({
    ...common,
    orderType: OrderType.LIMIT_ORDER,
    price: '0.01',
    // Orders below 5 USDT are refused.
    makerAmountInBaseToken: '600',
  })
  assert.equal(placed.errno, 0, placed.errmsg)
  const { orderId } = placed.result.orderData
  const open = (await client.getMyOrders({ status: '1' })).result.list
  assert.deepEqual(
    open.map((row) => row.orderId),
    [orderId],
  )
  assert.equal((await client.cancelOrder(orderId)).result.result, true)
  assert.equal((await client.getOrderById(orderId)).result.orderData.statusEnum, 'Canceled')
  const bought = await client.placeOrder({
    ...common,
    orderType: OrderType.MARKET_ORDER,
    price: '0',
    makerAmountInQuoteToken: '5',
  })
  assert.equal(bought.errno, 0, bought.errmsg)
  const held = (await client.getMyPositions()).result.list.find(
    ({ tokenId }) => tokenId === market.yesTokenId,
  )
  assert.ok(Number(held.sharesOwned) > 0)
  assert.ok((await client.getMyTrades()).result.list.length > 0)
  const [money] = (await client.getMyBalances()).result.balances
  assert.ok(Number(money.totalBalance) < 10_000)
})

test('ccxt does the same, with a key of its own', async () => {
  const owner = privateKeyToAccount(`0x${'22'.repeat(32)}`)
  const exchange = new ccxt.prediction.opinion({
    apiKey: `demo-${owner.address}`,
    privateKey: `0x${'22'.repeat(32)}`,
    walletAddress: owner.address,
    enableRateLimit: false,
  })
  exchange.urls.api = { opinion: opinion.api }
  const outcome = market.yesTokenId
  await exchange.fetchEvents({ slug: market.event })
  const order = await exchange.createOrder(outcome, 'limit', 'buy', 600, 0.01)
  assert.equal(order.status, 'open')
  assert.deepEqual(
    (await exchange.fetchOpenOrders()).map(({ id }) => id),
    [order.id],
  )
  assert.equal((await exchange.cancelOrder(order.id)).status, 'canceled')
  const bought = await exchange.createOrder(outcome, 'market', 'buy', 5)
  assert.ok(bought.filled > 0)
  assert.equal((await exchange.fetchClosedOrders()).length, 2)
  assert.ok((await exchange.fetchBalance()).USDT.total < 10_000)
})

const stream = opinion.stream.replace('http', 'ws')

/** Markets that trade while one looks at them, the busiest first. */
async function busyMarkets(count) {
  const { list } = await get('/market?status=activated&marketType=1&limit=20&sortBy=5')
  return list
    .flatMap(({ slug, childMarkets }) => childMarkets.map((child) => ({ ...child, event: slug })))
    .slice(0, count)
}

/** Waits until something is so, a minute at most. */
async function until(isSo) {
  const end = Date.now() + 60_000
  while (!(await isSo())) {
    assert.ok(Date.now() < end, 'waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('the SDK hears the changes of a book, and makes of the one it read the one that is', async () => {
  const markets = await busyMarkets(40)
  const socket = new WebSocketClient({ apiKey, walletAddress: account.address, wsUrl: stream })
  await socket.connect()
  const heard = []
  const trades = []
  for (const { marketId } of markets) {
    socket.subscribeMarketDepthDiff(marketId, (change) => heard.push(change))
    socket.subscribeMarketLastTrade({ marketId }, (trade) => trades.push(trade))
  }
  const books = new Map()
  for (const { yesTokenId } of markets)
    books.set(yesTokenId, await get(`/token/orderbook?token_id=${yesTokenId}`))
  await until(() => heard.some(({ tokenId }) => books.has(tokenId)) && trades.length > 0)
  const { tokenId } = heard.find((change) => books.has(change.tokenId))
  const rows = (side) =>
    JSON.stringify(side.map(({ price, size }) => [Number(price), Number(size)]).sort(([a], [b]) => a - b))
  await until(async () => {
    const real = await get(`/token/orderbook?token_id=${tokenId}`)
    const own = { bids: new Map(), asks: new Map() }
    for (const side of ['bids', 'asks'])
      for (const { price, size } of books.get(tokenId)[side]) own[side].set(Number(price), size)
    for (const change of heard)
      if (change.tokenId === tokenId) own[change.side].set(Number(change.price), change.size)
    return ['bids', 'asks'].every((side) => {
      const levels = [...own[side]]
        .map(([price, size]) => ({ price, size }))
        .filter(({ size }) => Number(size) > 0)
      return rows(levels) === rows(real[side])
    })
  })
  assert.ok(
    trades.every(
      ({ price, shares, side }) => price > 0 && price < 1 && shares > 0 && /^(Buy|Sell)$/.test(side),
    ),
  )
  socket.close()
  const keyless = new WebSocketClient({
    apiKey: ' ',
    walletAddress: account.address,
    wsUrl: `${stream}?apikey=`,
  })
  await assert.rejects(keyless.connect())
})

test('ccxt watches a book by the socket', async () => {
  const exchange = new ccxt.prediction.opinion({ apiKey, enableRateLimit: false })
  exchange.urls.api = { opinion: opinion.api, ws: stream }
  // Asked for where a socket has no TLS.
  await exchange.loadHttpProxyAgent()
  const [{ event, yesTokenId }] = await busyMarkets(1)
  await exchange.fetchEvents({ slug: event })
  const { bids, asks } = await exchange.watchOrderBook(yesTokenId)
  assert.ok(bids.length + asks.length > 0)
  await exchange.close()
})
