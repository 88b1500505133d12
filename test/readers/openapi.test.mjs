import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import createClient from 'openapi-fetch'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { daemonOver, simulate } from './support/world.mjs'

const daemon = await daemonOver(await simulate())
/** Of a call that is 503, each after the wait that it asks for. */
const MOST_TRIES = 60

const description = await (await fetch(`${daemon}/openapi.json`)).json()

test('a client made from the description asks the daemon', async () => {
  const client = createClient({ baseUrl: daemon })
  const path = { exchange: 'kalshi' }
  const { data: markets } = await client.GET('/api/{exchange}/fetchMarkets', {
    params: { path, query: { limit: 2 } },
  })
  assert.equal(markets.data.length, 2)
  const { outcomeId } = markets.data[0].outcomes[0]
  const { data: candles } = await client.GET('/api/{exchange}/fetchOHLCV', {
    params: { path, query: { outcomeId, resolution: '1h', limit: 5 } },
  })
  assert.equal(candles.data.length, 5)
  const { data: again } = await client.POST('/api/{exchange}/fetchOHLCV', {
    params: { path },
    body: { args: [outcomeId, { resolution: '1h', limit: 5 }] },
  })
  assert.deepEqual(again.data, candles.data)
  const { error, response } = await client.GET('/api/{exchange}/fetchMarket', {
    params: { path, query: { marketId: 'NOTHING-26' } },
  })
  assert.equal(response.status, 404)
  assert.equal(error.error.code, 'MARKET_NOT_FOUND')
})

test('every call of a client made from the description is answered as in plain HTTP', async () => {
  const client = createClient({ baseUrl: daemon })
  const path = { exchange: 'kalshi' }
  const [market] = (await plain('/api/kalshi/fetchMarkets?limit=1')).data
  const { marketId, eventId } = market
  const { outcomeId } = market.outcomes[0]
  const book = { bids: [{ price: 0.4, size: 10 }], asks: [{ price: 0.5, size: 10 }] }
  const symbol = 'BTC/USDT'
  const calls = [
    ['/api/{exchange}/has', path, {}],
    ['/api/{exchange}/fetchMarkets', path, { limit: 3, sort: 'volume' }],
    ['/api/{exchange}/fetchMarketsPaginated', path, { limit: 2 }],
    ['/api/{exchange}/fetchEvents', path, { limit: 2, status: 'active' }],
    ['/api/{exchange}/fetchEventsPaginated', path, { limit: 2 }],
    ['/api/{exchange}/fetchSeries', path, { limit: 2 }],
    ['/api/{exchange}/fetchMarket', path, { marketId }],
    ['/api/{exchange}/fetchEvent', path, { eventId }],
    ['/api/{exchange}/fetchOHLCV', path, { outcomeId, resolution: '1h', limit: 5, end: '2026-11-01' }],
    ['/api/{exchange}/fetchEventOHLCV', path, { eventId, limit: 3 }],
    ['/api/{exchange}/fetchOrderBook', path, { outcomeId, limit: 5 }],
    ['/api/{exchange}/fetchTrades', path, { outcomeId, limit: 5 }],
    ['/api/{exchange}/fetchTradingFee', path, { outcomeId, side: 'buy', price: 0.4, amount: 10 }],
    ['/api/{exchange}/fetchOrderBooks', path, undefined, { args: [[outcomeId]] }],
    ['/api/{exchange}/getExecutionPrice', path, undefined, { args: [book, 'buy', 5] }],
    ['/api/{exchange}/getExecutionPriceDetailed', path, undefined, { args: [book, 'buy', 5] }],
    ['/api/feeds', {}, {}],
    ['/api/feeds/{feed}/fetchTicker', { feed: 'binance' }, { symbol }],
    ['/api/feeds/{feed}/fetchOHLCV', { feed: 'binance' }, { symbol, timeframe: '1h', limit: 2 }],
    ['/v0/markets', {}, { limit: 2 }],
    ['/v0/events', {}, { limit: 2, category: 'politics' }],
  ]
  for (const [place, places, query, body] of calls) {
    assert.ok(description.paths[place] !== undefined, `${place} is not described`)
    if (place.startsWith('/v0/')) await plain(`${place}?limit=1`)
    const verb = body === undefined ? 'GET' : 'POST'
    const { data, response } = await client[verb](place, { params: { path: places, query }, body })
    const expected = await plain(new URL(response.url).href.slice(daemon.length), body)
    assert.deepEqual(shapeOf(data), shapeOf(expected), `${place}: ${JSON.stringify(data).slice(0, 200)}`)
  }
})

/** What the daemon answers; the lists of all venues are read when they are first asked for. */
async function plain(target, body) {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  for (let tries = MOST_TRIES; ; tries--) {
    const reply = await fetch(`${daemon}${target}`, body === undefined ? undefined : request)
    if (reply.status !== 503 || tries === 1) {
      assert.ok(reply.ok, `${target}: ${reply.status}`)
      return reply.json()
    }
    await setTimeout(Number(reply.headers.get('retry-after') ?? 1) * 1000)
  }
}

/** Prices and volumes move between two calls; names, types and the number of rows do not. */
function shapeOf(value) {
  if (Array.isArray(value)) return [value.length, ...value.slice(0, 1).map(shapeOf)]
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name === 'sourceMetadata' ? [] : [[name, shapeOf(member)]],
    ),
  )
}

/** What the compiler says of a program that is written against the types which are made from the description. */
async function compile(program) {
  // Beside the packages, so that they are found.
  const folder = join(fileURLToPath(new URL('.', import.meta.url)), 'node_modules', `.typed-${process.pid}`)
  after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTypescript(description)))
  writeFileSync(join(folder, 'program.ts'), program)
  const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url))
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--lib', 'es2023,dom']
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags, 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout
}

const begin = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'
const client = createClient<paths>({ baseUrl: 'http://localhost:3847' })
`

test('its types let through what is right, and nothing else', async () => {
  const right = `${begin}
const { data, error } = await client.GET('/api/{exchange}/fetchOHLCV', {
  params: { path: { exchange: 'polymarket' }, query: { outcomeId: '1', limit: 3, start: '2026-11-01' } },
})
if (data === undefined) throw new Error(error.error.message)
const closes: number[] = data.data.map((candle) => candle.close)
const volume: number | undefined = data.data[0]?.volume
const book: components['schemas']['OrderBook'] = { bids: [], asks: [] }
await client.POST('/api/{exchange}/fetchOrderBook', {
  params: { path: { exchange: 'kalshi' } },
  body: { args: ['KXFOO', null, { side: 'no' }] },
})
export { book, closes, volume }
export {}
`
  assert.equal(await compile(right), '')
  const wrong = `${begin}
await client.GET('/api/{exchange}/fetchOHLCV', { params: { path: { exchange: 'nowhere' }, query: {} } })
export {}
`
  const said = await compile(wrong)
  assert.match(said, /"nowhere"' is not assignable/)
  assert.match(said, /outcomeId/)
})
