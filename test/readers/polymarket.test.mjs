import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClobClient as ClientV1 } from '@polymarket/clob-client'
import { ClobClient as ClientV2 } from '@polymarket/clob-client-v2'
import { simulate } from './support/world.mjs'

const { polymarket } = await simulate()

const clients = {
  'the client of the first exchange': new ClientV1(polymarket.clob, 137),
  'the client of the second': new ClientV2({ host: polymarket.clob, chain: 137 }),
}

for (const [name, client] of Object.entries(clients)) {
  test(`${name} reads every public answer`, async () => {
    assert.equal(await client.getOk(), 'OK')
    assert.ok(Math.abs((await client.getServerTime()) - Date.now() / 1000) < 60)
    const { data } = await client.getSamplingMarkets()
    const [market] = data.filter(({ active, accepting_orders: accepts }) => active && accepts)
    for (const list of ['getMarkets', 'getSimplifiedMarkets', 'getSamplingSimplifiedMarkets']) {
      assert.ok((await client[list]()).data.length > 0, list)
    }
    assert.equal((await client.getMarket(market.condition_id)).condition_id, market.condition_id)

    const books = await client.getOrderBooks(market.tokens.map(({ token_id }) => ({ token_id, side: 'BUY' })))
    const book = books.find(({ bids, asks }) => bids.length > 0 && asks.length > 0) ?? books[0]
    const token = book.asset_id
    assert.deepEqual((await client.getOrderBook(token)).bids, book.bids)
    const items = [{ token_id: token, side: 'BUY' }]
    assert.equal((await client.getMidpoints(items))[token], (await client.getMidpoint(token)).mid)
    assert.equal((await client.getSpreads(items))[token], (await client.getSpread(token)).spread)
    const best = book.bids.at(-1)?.price
    assert.equal((await client.getPrices(items))[token]?.BUY, best)
    if (best !== undefined) assert.equal((await client.getPrice(token, 'BUY')).price, best)
    const [last] = await client.getLastTradesPrices(items)
    assert.equal(last.price, (await client.getLastTradePrice(token)).price)
    const { history } = await client.getPricesHistory({ market: token, interval: '1d', fidelity: 60 })
    assert.ok(history.every(({ t, p }) => Number.isInteger(t) && p >= 0 && p <= 1))
    assert.equal(await client.getTickSize(token), String(market.minimum_tick_size))
    assert.equal(await client.getNegRisk(token), market.neg_risk)
    assert.equal(typeof (await client.getFeeRateBps(token)), 'number')
    assert.ok(Array.isArray(await client.getMarketTradesEvents(market.condition_id)))
  })
}

test('the second client reads what a market is traded by', async () => {
  const client = clients['the client of the second']
  const { data } = await client.getSamplingMarkets()
  const info = await client.getClobMarketInfo(data[0].condition_id)
  assert.deepEqual(
    info.t.map(({ t }) => t),
    data[0].tokens.map(({ token_id }) => token_id),
  )
})
