import assert from 'node:assert/strict'
import { test } from 'node:test'
import ccxt from 'ccxt'
import { ask, daemonOver, simulate } from './support/world.mjs'

/** The only client with a socket that is published for the market channel keeps books of the demo's, as the daemon does. */

const { polymarket, ...others } = await simulate()
const daemon = await daemonOver({ polymarket, ...others })

function client() {
  const exchange = new ccxt.prediction.polymarket({ enableRateLimit: false })
  exchange.urls.api = { ...polymarket, ws: `${polymarket.stream.replace('http', 'ws')}/ws/market` }
  return exchange
}

/** Outcomes of the markets that trade most, by the ids of ccxt. */
async function busiest(exchange) {
  const reply = await fetch(`${daemon}/api/polymarket/fetchMarkets?limit=60`)
  const wanted = new Map((await reply.json()).data.map(({ marketId, eventId }) => [marketId, eventId]))
  const events = [...new Set(wanted.values())].slice(0, 20)
  const found = await Promise.all(events.map((eventId) => exchange.fetchEvents({ eventId })))
  return found.flat().flatMap(({ markets }) => markets.flatMap(({ outcomes }) => outcomes))
}

const levels = ({ bids, asks }) =>
  JSON.stringify(
    [bids, asks].map((side) =>
      side.map((level) => [level.price ?? level[0], level.size ?? level[1]].map(Number)),
    ),
  )

test('a book that ccxt keeps from changes is the one that the daemon reads', async () => {
  const exchange = client()
  await exchange.loadHttpProxyAgent()
  let isOver = false
  /** Watches a book until it has changed once and is the one that is read. */
  async function follow({ outcome, outcomeId }) {
    const begun = levels(await exchange.watchOrderBook(outcome))
    while (!isOver) {
      const told = levels(await exchange.watchOrderBook(outcome))
      if (told === begun) continue
      if (told === levels(await ask(daemon, 'polymarket', 'fetchOrderBook', { outcomeId }))) return outcome
    }
  }
  const outcomes = await busiest(exchange)
  assert.ok(outcomes.length > 40)
  const followed = outcomes.map(follow)
  for (const one of followed) one.catch(() => undefined)
  assert.ok(await Promise.any(followed))
  isOver = true
  await exchange.close()
})

test('trades that ccxt hears are among those that the daemon lists', async () => {
  const exchange = client()
  await exchange.loadHttpProxyAgent()
  const heard = (await busiest(exchange)).map(async ({ outcome, outcomeId }) => {
    const [trade] = await exchange.watchTrades(outcome)
    return { trade, outcomeId }
  })
  for (const one of heard) one.catch(() => undefined)
  const { trade, outcomeId } = await Promise.any(heard)
  const listed = await ask(daemon, 'polymarket', 'fetchTrades', { outcomeId, limit: 50 })
  const isSame = ({ price, amount, side }) =>
    price === trade.price && Math.abs(amount - trade.amount) < 1e-9 && side === trade.side
  assert.ok(listed.some(isSame), JSON.stringify(trade))
  await exchange.close()
})
