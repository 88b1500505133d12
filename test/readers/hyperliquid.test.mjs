import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HttpTransport, InfoClient } from '@nktkas/hyperliquid'
import { SymbolConverter } from '@nktkas/hyperliquid/utils'
import { simulate } from './support/world.mjs'

const { hyperliquid } = await simulate()
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
