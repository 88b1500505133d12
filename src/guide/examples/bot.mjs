// A small bot without packages. It buys the YES outcome that fell furthest below its mean of the last day.
//
//   pmx-local start --demo        (in another terminal)
//   node bot.mjs [exchange]       (default: kalshi)
//
// It places its order only in demo mode (X-Pmx-Mode: demo), with simulated money. With live venues and in a replay it only prints.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

// A running daemon writes its port and access token to this file. `record` and `replay` do so for the command that they run.
const { port, accessToken } = JSON.parse(readFileSync(join(homedir(), '.pmxt', 'server.lock'), 'utf8'))
const exchange = process.argv[2] ?? 'kalshi'

async function call(method, ...args) {
  const response = await fetch(`http://localhost:${port}/api/${exchange}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pmxt-access-token': accessToken },
    body: JSON.stringify({ args }),
  })
  const { success, data, error } = await response.json()
  if (!success) throw new Error(`${method}: ${error.code}: ${error.message}`)
  return { data, mode: response.headers.get('x-pmx-mode') ?? 'live' }
}

const { data: markets } = await call('fetchMarkets', { limit: 10, status: 'active' })
const fallen = []
for (const market of markets) {
  const [{ outcomeId }] = market.outcomes
  const { data: candles, mode } = await call('fetchOHLCV', outcomeId, { resolution: '1h', limit: 24 })
  const closes = candles.map(({ close }) => close)
  const last = closes.at(-1)
  if (last === undefined) continue
  const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length
  console.log(`${market.title}: last ${last}, mean of ${closes.length} hours ${mean.toFixed(3)}`)
  if (last < mean) fallen.push({ marketId: market.marketId, outcomeId, mode, ratio: last / mean })
}
fallen.sort((a, b) => a.ratio - b.ratio)

if (fallen.length === 0) console.log('no order: no price is below its mean')
else if (fallen[0].mode !== 'demo') console.log(`no order: the mode is ${fallen[0].mode}`)
else if (!(await buyFirst(fallen))) console.log('no order: no book has bids')

/** Buys the first outcome whose book has bids. */
async function buyFirst(outcomes) {
  for (const { marketId, outcomeId } of outcomes) {
    const { data: book } = await call('fetchOrderBook', outcomeId)
    const price = book.bids[0]?.price
    if (price !== undefined) return buy(marketId, outcomeId, price)
  }
  return false
}

async function buy(marketId, outcomeId, price) {
  const { data: order } = await call('createOrder', {
    marketId,
    outcomeId,
    side: 'buy',
    type: 'limit',
    amount: 20,
    price,
  })
  console.log(`buy 20 at ${price}: order ${order.id} is ${order.status}`)
  // If the order rests in the book, cancel it, so that the example leaves no open order.
  if (order.status === 'open') await call('cancelOrder', order.id)
  return true
}
