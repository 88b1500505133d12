import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HttpClient, MarketFetcher, MarketPageFetcher } from '@limitless-exchange/sdk'
import { Client as OpinionClient } from '@opinion-labs/opinion-clob-sdk'
import { createClobClient } from '@prob/clob'
import { simulate } from './support/world.mjs'

const { limitless, opinion, probable } = await simulate()

test('limitless: lists, one market, its book, the menu', async () => {
  const http = new HttpClient({ baseURL: limitless.api })
  const [markets, pages] = [new MarketFetcher(http), new MarketPageFetcher(http)]
  const { data } = await markets.getActiveMarkets({ limit: 25, page: 1 })
  const row = data.flatMap((one) => one.markets ?? [one]).find(({ tokens }) => tokens !== undefined)
  const market = await markets.getMarket(row.slug)
  assert.deepEqual(market.tokens, row.tokens)
  const book = await markets.getOrderBook(row.slug)
  assert.equal(book.tokenId, row.tokens.yes)
  assert.ok((await pages.getNavigation()).every(({ path }) => path.startsWith('/')))
})

test('opinion: lists, one market of either kind, book, price, history', async () => {
  const client = new OpinionClient({
    host: opinion.api,
    apiKey: 'a-key-of-the-demo-world',
    chainId: 56,
    // Never asked: nothing here is read from the chain.
    rpcUrl: 'http://127.0.0.1:1',
    privateKey: `0x${'11'.repeat(32)}`,
    multiSigAddress: `0x${'22'.repeat(20)}`,
  })
  const { list } = (await client.getMarkets({ limit: 20 })).result
  const parent = list.find(({ childMarkets }) => childMarkets?.length > 0)
  const whole = (await client.getCategoricalMarket(parent.marketId)).result.data
  assert.ok(whole.childMarkets.length >= parent.childMarkets.length)
  const child = parent.childMarkets[0]
  for (const answer of [await client.getMarket(child.marketId), await client.getMarketBySlug(child.slug)]) {
    assert.equal(answer.result.data.yesTokenId, child.yesTokenId)
  }
  assert.ok(Array.isArray((await client.getOrderbook(child.yesTokenId)).result.bids))
  assert.equal((await client.getLatestPrice(child.yesTokenId)).result.tokenId, child.yesTokenId)
  const { history } = (await client.getPriceHistory(child.yesTokenId, { interval: '1h' })).result
  assert.ok(history.every(({ p }) => Number(p) >= 0 && Number(p) <= 1))
  assert.ok((await client.getQuoteTokens()).result.list.length > 0)
  assert.ok((await client.getLabels()).result.list.length > 0)
})

test('probable: events, markets, books, prices, search', async () => {
  const client = createClobClient({
    chainId: 56,
    baseUrl: probable.orderbook,
    publicBaseUrl: probable.market,
  })
  const [event] = await client.getEvents({ limit: 3 })
  assert.equal((await client.getEventById({ id: event.id })).slug, event.slug)
  assert.equal((await client.getEventBySlug({ slug: event.slug })).id, event.id)
  const [market] = event.markets
  const one = await client.getMarketById({ id: market.id })
  assert.equal(one.condition_id, market.condition_id)
  assert.ok((await client.getMarkets({ limit: 3 })).markets.length > 0)
  const token = String(one.tokens[0].token_id)
  const book = await client.getOrderBook({ tokenId: token })
  assert.equal(book.asset_id, token)
  const prices = await client.getPrices([{ tokenId: token, side: 'BUY' }])
  assert.ok(prices[token])
  assert.ok((await client.getPricesHistory({ market: token, interval: '1d' })).history)
  assert.ok((await client.search({ q: 'election' })).events.length > 0)
  // getMidpoint and getPrice of this version send `type_id` and a number for the side, which the venue refuses.
})
