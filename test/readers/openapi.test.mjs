import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import createClient from 'openapi-fetch'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { daemonOver, simulate } from './support/world.mjs'

const daemon = await daemonOver(await simulate())
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
