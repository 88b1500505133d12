import assert from 'node:assert/strict'
import { constants, generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { Configuration, MarketApi, OrdersApi, PortfolioApi } from 'kalshi-typescript'
import { call, daemonOver, demoKeys, simulate } from './support/world.mjs'

/** The official client trades the demo with the key that is lent for it: the demo verifies what it signs. */

const venues = await simulate()
const daemon = await daemonOver(venues)
const { kalshi: key } = await demoKeys()
const configuration = new Configuration({
  basePath: venues.kalshi.api,
  apiKey: key.apiKey,
  privateKeyPem: key.privateKey,
})
const [markets, orders, portfolio] = [MarketApi, OrdersApi, PortfolioApi].map((Api) => new Api(configuration))

/** An open market with both sides in its book, away from its ends, on any shard or on the one that is wanted. */
async function tradable(isWanted = () => true) {
  const { data } = await markets.getMarkets(200, ...Array.from({ length: 10 }, () => undefined), 'open')
  const found = data.markets.find(
    (one) =>
      Number(one.yes_bid_dollars) >= 0.15 &&
      Number(one.yes_ask_dollars) <= 0.85 &&
      isWanted(one.exchange_index),
  )
  assert.ok(found, 'no market of the demo has a book with two sides')
  return found
}

const order = (market, name, more) => ({
  ticker: market.ticker,
  client_order_id: name,
  side: 'bid',
  count: '5.00',
  price: '0.0500',
  time_in_force: 'good_till_canceled',
  self_trade_prevention_type: 'taker_at_cross',
  ...more,
})

test('the client rests an order, finds it and takes it back; the daemon sees the same', async () => {
  const market = await tradable((shard) => shard !== 0)
  const { data: rested } = await orders.createOrderV2(order(market, 'sdk-rests'))
  assert.equal(rested.remaining_count, '5.00')
  const { data: listed } = await orders.getOrders(market.ticker)
  assert.ok(listed.orders.some(({ order_id: id }) => id === rested.order_id))
  const seen = await call(daemon, 'kalshi', 'fetchOrder', [rested.order_id], key)
  assert.deepEqual([seen.status, seen.price, seen.amount], ['open', 0.05, 5])
  // By its id alone an order is looked for on shard 0.
  await assert.rejects(orders.cancelOrderV2(rested.order_id), ({ response }) => response.status === 404)
  await orders.cancelOrderV2(rested.order_id, undefined, undefined, market.ticker)
  const after = await call(daemon, 'kalshi', 'fetchOpenOrders', [], key)
  assert.ok(after.every(({ id }) => id !== rested.order_id))
})

test('what the client takes is a fill and a position, and the daemon’s the same', async () => {
  const market = await tradable()
  const { data: taken } = await orders.createOrderV2(
    order(market, 'sdk-takes', { price: market.yes_ask_dollars, time_in_force: 'immediate_or_cancel' }),
  )
  assert.ok(Number(taken.fill_count) > 0)
  const { data: fills } = await portfolio.getFills(market.ticker)
  const filled = fills.fills.reduce((sum, { count_fp: count }) => sum + Number(count), 0)
  assert.equal(filled, Number(taken.fill_count))
  const positions = await call(daemon, 'kalshi', 'fetchPositions', [], key)
  assert.equal(positions.find(({ outcomeId }) => outcomeId === market.ticker)?.size, filled)
  const { data: balance } = await portfolio.getBalance()
  const [own] = await call(daemon, 'kalshi', 'fetchBalance', [], key)
  // The client's is in whole cents.
  assert.ok(Math.abs(own.available - balance.balance / 100) < 0.01)
})

test('orders of one name, beyond the account, or signed by another key are refused', async () => {
  const market = await tradable()
  const statusOf = async (work) => {
    try {
      await work
      return 'taken'
    } catch (error) {
      return error.response?.status
    }
  }
  await orders.createOrderV2(order(market, 'sdk-twice'))
  assert.equal(await statusOf(orders.createOrderV2(order(market, 'sdk-twice'))), 409)
  const dear = order(market, 'sdk-dear', { count: '90000000.00', price: '0.5000' })
  assert.equal(await statusOf(orders.createOrderV2(dear)), 400)
  // The client signs with the first key of the process, whatever it is given later: this one is signed here.
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const url = new URL(`${venues.kalshi.api}/portfolio/balance`)
  const timestamp = String(Date.now())
  const statusBy = async (signer) => {
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    const text = Buffer.from(`${timestamp}GET${url.pathname}`)
    const headers = {
      'kalshi-access-key': key.apiKey,
      'kalshi-access-timestamp': timestamp,
      'kalshi-access-signature': sign('sha256', text, { key: signer, ...padding }).toString('base64'),
    }
    return (await fetch(url, { headers })).status
  }
  assert.equal(await statusBy(privateKey), 401)
  assert.equal(await statusBy(key.privateKey), 200)
})
