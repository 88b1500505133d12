import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FeedDaemon, feedDaemon } from './support.js'

/** An exchange of which each pair's ticker says what a test has put there. */
const last = new Map<string, unknown>()
let tickerCalls = 0
const exchange = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://exchange')
  const symbols = ['ABX', 'CDX', 'EFX']
  const isInfo = url.pathname.endsWith('/exchangeInfo')
  if (!isInfo) tickerCalls++
  const body = isInfo ? { symbols: symbols.map(pairRow) } : symbols.map(tickerRow)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})

const pairRow = (symbol: string) => ({
  symbol,
  status: 'TRADING',
  baseAsset: symbol.slice(0, 2),
  quoteAsset: 'X',
  filters: [],
})

function tickerRow(symbol: string) {
  const zeros = [
    'priceChange',
    'priceChangePercent',
    'weightedAvgPrice',
    'prevClosePrice',
    'bidPrice',
    'bidQty',
  ]
  const more = ['askPrice', 'askQty', 'openPrice', 'highPrice', 'lowPrice', 'volume', 'quoteVolume']
  return {
    ...Object.fromEntries([...zeros, ...more].map((name) => [name, '0'])),
    symbol,
    lastPrice: last.get(symbol) ?? '1.5',
    lastQty: '0',
    openTime: 1_700_000_000_000,
    closeTime: 1_700_086_400_000,
    count: 1,
  }
}

let daemon: FeedDaemon
beforeAll(async () => {
  await new Promise<void>((resolve) => void exchange.listen(0, '127.0.0.1', resolve))
  const api = `http://127.0.0.1:${(exchange.address() as AddressInfo).port}`
  daemon = await feedDaemon({ config: { feeds: { binance: { hosts: { api }, limits: 'none' } } } })
})
afterAll(async () => {
  await daemon.close()
  exchange.close()
})

const path = '/binance/fetchTickers?symbols=AB/X,CD/X,EF/X'

describe('a ticker that cannot be read', () => {
  test('is left out and counted, and what lacks it is not told again', async () => {
    last.set('CDX', 'soon')
    const { status, headers, json } = await daemon.get(path)
    expect([status, Object.keys(Object(json.data))]).toEqual([200, ['AB/X', 'EF/X']])
    expect(headers.get('x-pmx-skipped-rows')).toBe('1')
    expect(headers.get('x-pmx-warning')).toMatch(/ticker\/24hr tickers\[1\]\.lastPrice/)

    last.delete('CDX')
    const [whole, before] = [await daemon.get(path), tickerCalls]
    expect(Object.keys(Object(whole.json.data))).toHaveLength(3)
    expect(whole.headers.get('x-pmx-skipped-rows')).toBeNull()
    await daemon.get(path)
    expect(tickerCalls).toBe(before)
  })

  test('is an error where it is all there is, and no empty answer', async () => {
    last.set('ABX', 'soon')
    const { status, json } = await daemon.get('/binance/fetchTickers?symbols=AB/X')
    expect([status, json]).toMatchObject([503, { success: false, code: 'EXCHANGE_NOT_AVAILABLE' }])
  })
})
