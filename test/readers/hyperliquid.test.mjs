import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ExchangeClient,
  HttpTransport,
  InfoClient,
  SubscriptionClient,
  WebSocketTransport,
} from '@nktkas/hyperliquid'
import { SymbolConverter } from '@nktkas/hyperliquid/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { WebSocket } from 'ws'
import { call, daemonOver, seenByBoth, simulate } from './support/world.mjs'

// The client declares Node 22, whose WebSocket is global.
globalThis.WebSocket ??= WebSocket

const venues = await simulate()
const { hyperliquid } = venues
const transport = new HttpTransport({ apiUrl: hyperliquid.api })
const info = new InfoClient({ transport })
const user = '0xde30de30de30de30de30de30de30de30de300001'

test('outcomes, their books, trades and candles', async () => {
  const { outcomes } = await info.outcomeMeta()
  const mids = await info.allMids()
  const coin = outcomes.map(({ outcome }) => `#${outcome}0`).find((name) => mids[name] !== undefined)
  const { levels, coin: named } = await info.l2Book({ coin })
  assert.equal(named, coin)
  assert.ok(Number(levels[0][0].px) < Number(levels[1][0].px))
  assert.ok((await info.recentTrades({ coin })).every((trade) => trade.coin === coin))
  const startTime = Date.now() - 86_400_000
  const candles = await info.candleSnapshot({ coin, interval: '1h', startTime })
  assert.ok(candles.every(({ s, t, T }) => s === coin && T - t === 3_599_999))
})

test('the rest of the exchange, as far as clients read it first', async () => {
  const [meta, figures] = await info.metaAndAssetCtxs()
  assert.deepEqual(await info.meta(), meta)
  assert.equal(figures.length, meta.universe.length)
  const [spot] = await info.spotMetaAndAssetCtxs()
  assert.deepEqual(await info.spotMeta(), spot)
  assert.deepEqual(await info.perpDexs(), [null])
  assert.ok((await info.exchangeStatus()).time > 0)
  const symbols = await SymbolConverter.create({ transport })
  assert.equal(symbols.getAssetId('BTC'), 0)
  assert.equal(symbols.getAssetId('PURR/USDC'), 10_000)
})

test('an account by its address', async () => {
  const { balances } = await info.spotClearinghouseState({ user })
  assert.ok(balances.some(({ coin }) => coin.startsWith('+')))
  const lists = ['openOrders', 'frontendOpenOrders', 'historicalOrders', 'userFills']
  for (const list of lists) assert.ok(Array.isArray(await info[list]({ user })), list)
  assert.ok(Array.isArray(await info.userFillsByTime({ user, startTime: 0 })))
  assert.match((await info.userFees({ user })).userCrossRate, /^0\.\d+$/)
  assert.equal((await info.userRole({ user })).role, 'user')
  assert.ok((await info.userRateLimit({ user })).nRequestsCap > 0)
  assert.deepEqual((await info.clearinghouseState({ user })).assetPositions, [])
  assert.deepEqual(await info.orderStatus({ user, oid: 1 }), { status: 'unknownOid' })
})

const secret = `0x${'11'.repeat(32)}`
const wallet = privateKeyToAccount(secret)

/** An outcome in the middle of its range, so that sizes are worth enough. */
async function tradable() {
  const mids = await info.allMids()
  const [coin] = Object.entries(mids).find(([name, mid]) => name.startsWith('#') && mid > 0.3 && mid < 0.7)
  return { coin, asset: 100_000_000 + Number(coin.slice(1)) }
}

test('an account trades: rests, is found, takes back, takes and holds', async () => {
  const { coin, asset: a } = await tradable()
  const exchange = new ExchangeClient({ transport, wallet })
  const [of, grouping] = [{ user: wallet.address }, 'na']
  const limit = (p, tif, more = {}) => ({
    orders: [{ a, b: true, p, s: '100', r: false, t: { limit: { tif } }, ...more }],
    grouping,
  })
  assert.equal((await info.userRole(of)).role, 'user')
  const c = `0x${'7b'.repeat(16)}`
  const placed = await exchange.order(limit('0.1', 'Gtc', { c }))
  const { oid } = placed.response.data.statuses[0].resting
  assert.equal((await info.orderStatus({ ...of, oid: c })).order.order.oid, oid)
  assert.deepEqual(
    (await info.frontendOpenOrders(of)).map((order) => [order.coin, order.oid, order.tif]),
    [[coin, oid, 'Gtc']],
  )
  const canceled = await exchange.cancel({ cancels: [{ a, o: oid }] })
  assert.deepEqual(canceled.response.data.statuses, ['success'])
  await assert.rejects(exchange.cancelByCloid({ cancels: [{ asset: a, cloid: c }] }), /already canceled/)
  assert.ok(
    (await info.historicalOrders(of)).some(({ order, status }) => order.oid === oid && status === 'canceled'),
  )
  const taken = await exchange.order(limit('0.95', 'FrontendMarket'))
  assert.equal(Number(taken.response.data.statuses[0].filled.totalSz), 100)
  const { balances } = await info.spotClearinghouseState(of)
  assert.equal(Number(balances.find((row) => row.coin === coin.replace('#', '+')).total), 100)
  assert.ok((await info.userFills(of)).every((fill) => fill.coin === coin && fill.dir === 'Buy'))
  await assert.rejects(exchange.order(limit('0.1', 'Gtc', { s: '11' })), /minimum value/)
})

test('orders and cancellations are signed and spelled byte for byte as by the client', async () => {
  const daemon = await daemonOver(venues)
  const { asset } = await tradable()
  const credentials = { privateKey: secret }
  const outcomeId = String(asset)
  const marketId = `hl-outcome-${Math.floor((asset - 100_000_000) / 10)}`
  for (const wish of [
    { side: 'buy', type: 'limit', amount: 100, price: 0.5 },
    { side: 'sell', type: 'limit', amount: 2_000_000, price: 0.00012 },
    { side: 'buy', type: 'market', amount: 40 },
  ]) {
    const clientOrderId = crypto.randomUUID()
    const { signedOrder: ours } = await call(
      daemon,
      'hyperliquid',
      'buildOrder',
      [{ marketId, outcomeId, ...wish, clientOrderId }],
      credentials,
    )
    const sent = []
    const silent = {
      isTestnet: false,
      request: (_endpoint, payload) => Promise.resolve(sent.push(payload) && ok),
    }
    const exchange = new ExchangeClient({
      transport: silent,
      wallet,
      nonceManager: () => ours.nonce,
      defaultExpiresAfter: ours.expiresAfter,
    })
    const c = `0x${clientOrderId.replaceAll('-', '')}`
    const tif = wish.type === 'market' ? 'Ioc' : 'Gtc'
    const p = wish.price === undefined ? ours.action.orders[0].p : String(wish.price)
    const order = {
      a: asset,
      b: wish.side === 'buy',
      p,
      s: `${wish.amount}`,
      r: false,
      t: { limit: { tif } },
      c,
    }
    await exchange.order({ orders: [order], grouping: 'na' })
    assert.equal(JSON.stringify(ours.action), JSON.stringify(sent[0].action))
    assert.deepEqual(ours, JSON.parse(JSON.stringify(sent[0])))
  }
})

const ok = { status: 'ok', response: { type: 'order', data: { statuses: [{ resting: { oid: 1 } }] } } }

/** The client's socket of the demo, closed with the test. */
async function watching(use) {
  const url = `${hyperliquid.stream.replace('http', 'ws')}/ws`
  const socket = new WebSocketTransport({ url })
  try {
    await socket.ready()
    await use(new SubscriptionClient({ transport: socket }))
  } finally {
    await socket.close()
  }
}

test('books and trades on the socket are those of REST and of the daemon', async () => {
  const daemon = await daemonOver(venues)
  const { coin, asset } = await tradable()
  await watching(async (client) => {
    const books = []
    const trades = []
    await client.l2Book({ coin }, (book) => books.push(book))
    await client.trades({ coin }, (rows) => trades.push(...rows))
    const rows = (levels) => levels.map(({ px, sz }) => `${Number(px)}x${Number(sz)}`)
    const own = (levels) => levels.map(({ price, size }) => `${price}x${size}`)
    await seenByBoth(
      () => call(daemon, 'hyperliquid', 'watchOrderBook', [String(asset)]),
      ({ bids, asks }) => [own(bids), own(asks)],
      () => books.map(({ time, levels }) => ({ at: time, book: levels.map(rows) })),
    )
    const rest = await info.recentTrades({ coin })
    const known = new Map(trades.map((trade) => [trade.tid, trade]))
    assert.ok(rest.length > 0)
    // The newest may have been made since.
    for (const trade of rest.slice(1)) assert.deepEqual(known.get(trade.tid), trade)
    await assert.rejects(
      client.l2Book({ coin: '#999999990' }, () => {}),
      /Invalid subscription/,
    )
  })
})
