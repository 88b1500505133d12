import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  HttpClient,
  MarketFetcher,
  OrderBuilder,
  OrderClient,
  OrderSigner,
  OrderType,
  PortfolioFetcher,
  Side,
} from '@limitless-exchange/sdk'
import { Wallet } from 'ethers'
import { call, daemonOver, simulate } from './support/world.mjs'

/** The venue's own SDK trades its demo, and signs what the daemon signs. */

const venues = await simulate()
const baseURL = venues.limitless.api
const wallet = new Wallet(`0x${createHash('sha256').update('a wallet of nobody').digest('hex')}`)
const apiKey = `lmts_${wallet.address}`
const apiSecret = createHash('sha256').update(`secret of ${apiKey.toLowerCase()}`).digest('base64')

/** A market of the book with both sides, and its book. */
async function tradable(http) {
  const fetcher = new MarketFetcher(http)
  const { data } = await fetcher.getActiveMarkets({ limit: 25, page: 1 })
  for (const row of data
    .flatMap((one) => one.markets ?? [one])
    .filter(({ tokens }) => tokens !== undefined)) {
    const book = await fetcher.getOrderBook(row.slug)
    const [bid, ask] = [book.bids[0]?.price, book.asks[0]?.price]
    if (bid > 0.15 && ask < 0.85) return { market: await fetcher.getMarket(row.slug), ask, fetcher }
  }
  throw new Error('no market with two sides')
}

for (const [name, auth] of [
  ['the older key', { apiKey }],
  ['a token', { hmacCredentials: { tokenId: apiKey, secret: apiSecret } }],
]) {
  test(`the SDK trades the demo with ${name}`, async () => {
    const http = new HttpClient({ baseURL, ...auth })
    const { market, ask, fetcher } = await tradable(http)
    const orders = new OrderClient({ httpClient: http, wallet, marketFetcher: fetcher })
    const resting = await orders.createOrder({
      tokenId: market.tokens.yes,
      side: Side.BUY,
      price: 0.1,
      size: 20,
      orderType: OrderType.GTC,
      marketSlug: market.slug,
      postOnly: true,
    })
    const [listed] = await market.getUserOrders()
    assert.deepEqual([listed.id, listed.originalSize], [resting.order.id, '20000000'])
    assert.equal((await orders.cancel(resting.order.id)).message, 'Order canceled successfully')
    assert.deepEqual(await market.getUserOrders(), [])
    const bought = await orders.createOrder({
      tokenId: market.tokens.yes,
      side: Side.BUY,
      price: Math.round((ask + 0.01) * 1000) / 1000,
      size: 5,
      orderType: OrderType.FAK,
      marketSlug: market.slug,
    })
    assert.equal(bought.execution.totalsRaw.contractsGross, '5000000')
    const sold = await orders.createOrder({
      tokenId: market.tokens.yes,
      side: Side.SELL,
      makerAmount: 2,
      orderType: OrderType.FOK,
      marketSlug: market.slug,
    })
    assert.equal(sold.execution.matched, true)
    const portfolio = new PortfolioFetcher(http)
    const held = (await portfolio.getCLOBPositions()).find((one) => one.market.slug === market.slug)
    assert.ok(Number(held.tokensBalance.yes) >= 3_000_000)
    const { data } = await portfolio.getUserHistory(undefined, 20)
    assert.deepEqual(
      data.slice(0, 2).map(({ strategy }) => strategy),
      ['Market Sell', 'Market Buy'],
    )
  })
}

test('the daemon signs what the SDK signs', async () => {
  const daemon = await daemonOver(venues)
  const { market } = await tradable(new HttpClient({ baseURL }))
  const credentials = { apiKey, apiSecret, privateKey: wallet.privateKey }
  const signer = new OrderSigner(wallet)
  const builder = new OrderBuilder(wallet.address, 300)
  for (const [side, price, amount, outcomeId] of [
    ['buy', 0.123, 1.001, market.tokens.yes],
    ['sell', 0.95, 12, market.tokens.no],
    ['buy', 0.001, 33.333, market.tokens.no],
  ]) {
    const wish = { marketId: market.slug, outcomeId, side, type: 'limit', amount, price }
    const { signedOrder: ours } = await call(daemon, 'limitless', 'buildOrder', [wish], credentials)
    const theirs = builder.buildOrder({
      tokenId: outcomeId,
      price,
      size: amount,
      side: side === 'buy' ? Side.BUY : Side.SELL,
    })
    theirs.salt = ours.salt
    const { signature, ...unsigned } = ours
    assert.deepEqual(unsigned, theirs)
    const config = { chainId: 8453, contractAddress: market.venue.exchange }
    assert.equal(signature, await signer.signOrder(theirs, config))
  }
})
