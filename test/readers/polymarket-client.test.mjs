import { test } from 'node:test'
import { createPublicClient, createSecureClient, forkEnvironmentConfig } from '@polymarket/client'
import { privateKey } from '@polymarket/client/viem'
import { privateKeyToAccount } from 'viem/accounts'
import { tableOf } from './support/table.mjs'
import { demoKeys, simulate } from './support/world.mjs'

/** The venue's unified client. It declares Node 24, and validates every response against the venue's schemas. */

const { polymarket } = await simulate()
const { privateKey: secret } = (await demoKeys()).polymarket
const socket = polymarket.stream.replace('http', 'ws')
const nowhere = 'http://127.0.0.1:1'
const environment = forkEnvironmentConfig({
  name: 'simulation',
  // Nothing here is read from the chain or sent by the relayer.
  rpc: nowhere,
  relayer: { rest: nowhere },
  gamma: { rest: polymarket.gamma },
  data: { rest: polymarket.data },
  clob: {
    rest: polymarket.clob,
    market: { ws: `${socket}/ws/market` },
    user: { ws: `${socket}/ws/user` },
  },
})
const client = createPublicClient({ environment })
const table = tableOf('@polymarket/client')

const firstPage = async (pages) => {
  for await (const { items } of pages) return items
}
const hasRows = ({ length }) => length > 0

/** The id of an outcome whose best bid is above 0.1 and whose best ask is below 0.5. */
async function tradable() {
  const markets = await firstPage(client.listMarkets({ closed: false, pageSize: 50 }))
  const ids = markets.map(({ outcomes }) => outcomes.yes.tokenId)
  const books = await client.fetchOrderBooks(ids.map((tokenId) => ({ tokenId })))
  const best = (levels, pick) => pick(...levels.map(({ price }) => Number(price)))
  return books.find(({ bids, asks }) => best(bids, Math.max) > 0.1 && best(asks, Math.min) < 0.5).tokenId
}

test('lists, events, markets, search', async () => {
  const markets = await table.ok(
    'listMarkets',
    () => firstPage(client.listMarkets({ closed: false, pageSize: 50 })),
    hasRows,
  )
  const events = await table.ok(
    'listEvents',
    () => firstPage(client.listEvents({ closed: false, pageSize: 50 })),
    hasRows,
  )
  const [{ id }] = markets
  await table.ok(
    'fetchMarket',
    () => client.fetchMarket({ id }),
    (one) => one.id === id,
  )
  await table.ok(
    'fetchEvent',
    () => client.fetchEvent({ id: events[0].id }),
    (one) => one.id === events[0].id,
  )
  await table.ok(
    'search',
    () => firstPage(client.search({ q: 'election' })),
    (found) => found.events.length > 0,
  )
  await table.ok('listSeries', () => firstPage(client.listSeries({})), hasRows)
  const [{ conditionId }] = markets
  const others = {
    listTags: () => firstPage(client.listTags({})),
    listTeams: () => firstPage(client.listTeams({})),
    listSports: () => client.listSports(),
    fetchMarketTags: () => client.fetchMarketTags({ id }),
    fetchEventTags: () => client.fetchEventTags({ id: events[0].id }),
    listOpenInterest: () => client.listOpenInterest({ market: [conditionId] }),
    listMarketHolders: () => client.listMarketHolders({ market: [conditionId] }),
  }
  for (const [method, call] of Object.entries(others)) await table.okOrNotPlayed(method, call)
})

test('books, prices, history, trades', async () => {
  const tokenId = await tradable()
  for (const method of ['fetchMidpoint', 'fetchSpread', 'fetchLastTradePrice', 'fetchOrderBook']) {
    await table.ok(method, () => client[method]({ tokenId }))
  }
  await table.ok('fetchPrice', () => client.fetchPrice({ tokenId, side: 'BUY' }))
  for (const method of ['fetchMidpoints', 'fetchSpreads', 'fetchLastTradePrices', 'fetchOrderBooks']) {
    await table.ok(method, () => client[method]([{ tokenId }]))
  }
  await table.ok('fetchPrices', () => client.fetchPrices([{ tokenId, side: 'BUY' }]))
  await table.ok(
    'fetchPriceHistory',
    () => client.fetchPriceHistory({ tokenId, interval: '1d' }),
    (points) => points.length > 0 && points.every(({ p }) => p >= 0 && p <= 1),
  )
  await table.ok('listTrades', () => firstPage(client.listTrades({})), hasRows)
})

const wallet = privateKeyToAccount(secret).address
const trader = await createSecureClient({ environment, signer: privateKey(secret), wallet })

test('an account trades', async () => {
  const tokenId = await tradable()
  const order = await table.ok(
    'placeLimitOrder',
    () => trader.placeLimitOrder({ tokenId, side: 'BUY', price: 0.05, size: 20 }),
    ({ ok, status }) => ok && status === 'live',
  )
  const { orderId } = order
  await table.ok(
    'listOpenOrders',
    () => firstPage(trader.listOpenOrders({})),
    (orders) => orders.some(({ id }) => id === orderId),
  )
  await table.ok('fetchOrder', () => trader.fetchOrder({ orderId }))
  await table.ok(
    'cancelOrder',
    () => trader.cancelOrder({ orderId }),
    ({ canceled }) => canceled.includes(orderId),
  )
  await table.refused(
    'placeLimitOrder, below the least size',
    () => trader.placeLimitOrder({ tokenId, side: 'BUY', price: 0.05, size: 1 }),
    { status: 400, says: 'lower than the minimum' },
  )
  await table.ok(
    'placeMarketOrder',
    () => trader.placeMarketOrder({ tokenId, side: 'BUY', amount: 5 }),
    ({ ok, status }) => ok && status === 'matched',
  )
  await table.ok('cancelAll', () => trader.cancelAll())
  await table.ok('fetchClosedOnlyMode', () => trader.fetchClosedOnlyMode())
  await table.okOrNotPlayed('fetchNotifications', () => trader.fetchNotifications())
  await table.okOrNotPlayed('fetchPortfolioValue', () => trader.fetchPortfolioValue())
})

test('what it has traded and holds', async () => {
  await table.ok('listAccountTrades', () => firstPage(trader.listAccountTrades({})), hasRows)
  await table.ok('listPositions', () => firstPage(trader.listPositions({})), hasRows)
})
