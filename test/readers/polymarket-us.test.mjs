import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PolymarketUS } from 'polymarket-us'
import { ask, daemonOver, simulate } from './support/world.mjs'

const { polymarket_us } = await simulate()
const daemon = await daemonOver({ polymarket_us })
const client = new PolymarketUS({ gatewayBaseUrl: polymarket_us.gateway })

test('polymarket_us: lists, one event, one market, by number and by slug', async () => {
  const { events } = await client.events.list({ limit: 5, active: true, closed: false })
  assert.ok(events.length > 0)
  const [{ id, slug }] = events
  assert.equal((await client.events.retrieve(Number(id))).event.slug, slug)
  assert.equal(String((await client.events.retrieveBySlug(slug)).event.id), String(id))
  const { markets } = await client.markets.list({ limit: 5, active: true, closed: false })
  const [market] = markets
  assert.equal((await client.markets.retrieve(Number(market.id))).market.slug, market.slug)
  assert.equal(String((await client.markets.retrieveBySlug(market.slug)).market.id), String(market.id))
})

test('polymarket_us: series and search', async () => {
  const { series } = await client.series.list({ limit: 5 })
  assert.ok(series.length > 0)
  const found = await client.search.query({ query: 'election', limit: 3 })
  assert.ok(found.events.length > 0)
})

test('polymarket_us: the book, and the daemon tells the same one', async () => {
  const { markets } = await client.markets.list({ limit: 20, active: true, closed: false })
  const [{ slug }] = markets
  const { marketData } = await client.markets.book(slug)
  const ours = await ask(daemon, 'polymarket_us', 'fetchOrderBook', { outcomeId: `${slug}:long` })
  const priceOf = ({ px }) => Number(px.value)
  assert.deepEqual(
    ours.bids.map(({ price }) => price),
    marketData.bids.map(priceOf).sort((a, b) => b - a),
  )
  assert.deepEqual(
    ours.asks.map(({ price }) => price),
    marketData.offers.map(priceOf).sort((a, b) => a - b),
  )
})
