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
  WebSocketClient,
} from '@limitless-exchange/sdk'
import { Wallet } from 'ethers'
import { call, daemonOver, seenByBoth, simulate } from './support/world.mjs'

/** The venue's own SDK trades its demo, and signs what the daemon signs. */

const venues = await simulate()
const baseURL = venues.limitless.api
const wallet = new Wallet(`0x${createHash('sha256').update('a wallet of nobody').digest('hex')}`)
const apiKey = `lmts_${wallet.address}`
const apiSecret = createHash('sha256').update(`secret of ${apiKey.toLowerCase()}`).digest('base64')

/** A market of the book with both sides, and its book. This release signs the rate of the rank, which fee modules refuse. */
async function tradable(http) {
  const fetcher = new MarketFetcher(http)
  const { data } = await fetcher.getActiveMarkets({ limit: 25, page: 1 })
  for (const row of data
    .flatMap((one) => one.markets ?? [one])
    .filter(({ tokens, venue }) => tokens !== undefined && venue.feeModule === undefined)) {
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
    // The offer moves while the test runs.
    const { asks } = await fetcher.getOrderBook(market.slug)
    const bought = await orders.createOrder({
      tokenId: market.tokens.yes,
      side: Side.BUY,
      price: Math.round(((asks[0]?.price ?? ask) + 0.05) * 1000) / 1000,
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
    // Of the five up to 3 % were the fee.
    assert.ok(Number(held.tokensBalance.yes) >= 2_850_000)
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

test('the SDK watches books on the demo socket, and sees those of REST', async () => {
  const fetcher = new MarketFetcher(new HttpClient({ baseURL }))
  const { data } = await fetcher.getActiveMarkets({ limit: 25, page: 1 })
  const slugs = data
    .flatMap((row) => row.markets ?? [row])
    .filter(({ tokens, status }) => tokens !== undefined && status === 'FUNDED')
    .map(({ slug }) => slug)
    .slice(0, 20)
  const client = new WebSocketClient({ url: venues.limitless.stream, autoReconnect: false })
  const updates = new Map()
  const systems = []
  client.on('orderbookUpdate', (update) => updates.set(update.marketSlug, update))
  client.on('system', (said) => systems.push(said))
  await client.connect()
  const [odd] = slugs
  await client.subscribe('subscribe_market_prices', { marketSlugs: [odd] })
  await client.subscribe('subscribe_market_prices', { marketSlugs: slugs.slice(1) })
  // Until a book has been pushed at whose instant REST had the same: either may be a change ahead of the other.
  const agreed = new Set()
  const until = Date.now() + 20_000
  while (agreed.size < 3 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (const [slug, { orderbook }] of updates) {
      const { bids, asks, tokenId } = await fetcher.getOrderBook(slug)
      try {
        assert.deepEqual([orderbook.bids, orderbook.asks, orderbook.tokenId], [bids, asks, tokenId])
        agreed.add(slug)
      } catch {}
    }
  }
  assert.ok(agreed.size >= 3, `${agreed.size} of ${updates.size} books agreed`)
  assert.deepEqual(
    systems.flatMap(({ markets }) => (markets === undefined ? [] : [markets.length])),
    [1, slugs.length - 1],
  )
  await client.unsubscribe('subscribe_market_prices', { marketSlugs: slugs })
  await client.disconnect()
})

test('the daemon and the SDK see the same book on the socket', async () => {
  const daemon = await daemonOver(venues)
  const { market } = await tradable(new HttpClient({ baseURL }))
  const client = new WebSocketClient({ url: venues.limitless.stream, autoReconnect: false })
  const theirs = []
  client.on('orderbookUpdate', (update) => theirs.push(update))
  await client.connect()
  await client.subscribe('subscribe_market_prices', { marketSlugs: [market.slug] })
  const rows = (levels, turn, unit) =>
    levels.map(({ price, size }) => `${turn(price).toFixed(3)}x${(size / unit).toFixed(6)}`)
  const same = (price) => price
  for (const side of ['yes', 'no']) {
    const turn = side === 'yes' ? same : (price) => 1 - price
    await seenByBoth(
      () => call(daemon, 'limitless', 'watchOrderBook', [market.tokens[side]]),
      ({ bids, asks }) => [rows(bids, same, 1), rows(asks, same, 1)],
      () =>
        theirs.map(({ timestamp, orderbook: { bids, asks } }) => {
          const [first, second] = side === 'yes' ? [bids, asks] : [asks, bids]
          return { at: Date.parse(timestamp), book: [rows(first, turn, 1e6), rows(second, turn, 1e6)] }
        }),
    )
  }
  await client.disconnect()
})
