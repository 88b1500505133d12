import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createClobClient, createL1Auth, getMakerAddress } from '@prob/clob'
import { getOrderTypedData } from '@prob/core'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bsc } from 'viem/chains'
import { call, daemonOver, simulate } from './support/world.mjs'

/** The venue's own SDK trades its demo, and signs what the daemon signs. */

const venues = await simulate()
const privateKey = `0x${createHash('sha256').update('a wallet of nobody').digest('hex')}`
const account = privateKeyToAccount(privateKey)
// Never asked: nothing here is read from the chain.
const wallet = createWalletClient({ account, chain: bsc, transport: http('http://127.0.0.1:1') })
const client = createClobClient({
  chainId: 56,
  baseUrl: venues.probable.orderbook,
  publicBaseUrl: venues.probable.market,
  wsUrl: venues.probable.stream.replace('http', 'ws'),
  wallet,
})

async function tradable() {
  const { markets } = await client.getMarkets({ limit: 50, active: true, closed: false })
  for (const market of markets) {
    const [token] = JSON.parse(market.clobTokenIds)
    const { bids, asks } = await client.getOrderBook({ tokenId: token })
    const [bid, ask] = [Number(bids.at(-1)?.price), Number(asks.at(-1)?.price)]
    if (bid > 0.15 && ask < 0.85) return { market, token, ask }
  }
  throw new Error('no market with two sides')
}

test('the SDK makes a key, rests an order, takes it back and takes what is offered', async () => {
  const key = await client.generateApiKey()
  assert.ok(key.key.startsWith('pk_demo_'))
  const { token, ask } = await tradable()
  const terms = { tokenId: token, side: 0, size: 20, price: 0.1 }
  const resting = await client.postOrder(await client.createLimitOrder(terms))
  assert.deepEqual([resting.status, resting.origQty], ['NEW', '20'])
  const [open] = await client.getOpenOrders({ tokenIds: [token] })
  assert.equal(open.orderId, resting.orderId)
  const canceled = await client.cancelOrder({ orderId: resting.orderId, tokenId: token })
  assert.equal(canceled.status, 'CANCELED')
  const price = Math.round((ask + 0.01) * 1000) / 1000
  const taken = await client.postOrder(
    await client.createLimitOrder({ ...terms, size: 5, price, timeInForce: 'IOC' }),
  )
  assert.equal(taken.status, 'FILLED')
  const sold = await client.postOrder(await client.createMarketOrder({ ...terms, side: 1, size: 2 }))
  assert.equal(sold.status, 'FILLED')
  const { trades } = await client.getTrades({ tokenId: token })
  assert.deepEqual(
    trades
      .map(({ orderId, qty, buyer }) => [orderId, Number(qty), buyer])
      .toReversed()
      .slice(0, 1),
    [[taken.orderId, 5, true]],
  )
  assert.ok(trades.every(({ commission }) => Number(commission) > 0))
  const user = getMakerAddress({ chainId: 56, signer: account.address, signatureType: 2 })
  const held = await client.getCurrentPositions({ user })
  assert.ok(held.some(({ asset, size }) => asset === token && size > 0))
})

test('the daemon logs in with what the SDK signs, and signs what the SDK signs', async () => {
  const daemon = await daemonOver(venues)
  const { nonce, messageToSign } = await call(daemon, 'probable', 'getAuthNonce', [account.address])
  const data = JSON.parse(messageToSign)
  const signature = await account.signTypedData(data)
  const theirs = await createL1Auth({ wallet, chainId: 56, timestamp: Number(nonce) })
  assert.equal(signature, theirs.PROB_SIGNATURE)
  const login = await call(daemon, 'probable', 'loginWithSignature', [account.address, signature, nonce])
  const credentials = { ...login, privateKey }
  const { market, token } = await tradable()
  const end = Math.floor(Date.now() / 1000) + 600
  for (const [side, amount, price, demand = {}, asked = {}] of [
    ['buy', 12.34, 0.12],
    ['sell', 7, 0.99],
    ['buy', 12.34, 0.12, { timeInForce: 'IOC' }, { timeInForce: 'IOC' }],
    [
      'sell',
      7,
      0.99,
      { timeInForce: 'GTD', expiration: end * 1000 },
      { timeInForce: 'GTD', expiration: end },
    ],
  ]) {
    const wish = {
      ...{ marketId: String(market.id), outcomeId: token, side, type: 'limit', amount, price },
      ...demand,
    }
    const { signedOrder: ours, raw } = await call(daemon, 'probable', 'buildOrder', [wish], credentials)
    const order = await client.createLimitOrder({
      tokenId: token,
      side: side === 'buy' ? 0 : 1,
      size: amount,
      price,
      ...asked,
    })
    assert.equal(raw.native.call.body.orderType, order.timeInForce)
    const unsigned = { ...order, salt: BigInt(ours.salt) }
    const signed = { ...unsigned, signature: await wallet.signTypedData(getOrderTypedData(56, unsigned)) }
    for (const name of ['maker', 'signer', 'taker', 'signature']) assert.equal(ours[name], signed[name], name)
    for (const name of ['tokenId', 'makerAmount', 'takerAmount', 'expiration', 'nonce', 'feeRateBps'])
      assert.equal(ours[name], String(signed[name]), name)
  }
  await call(daemon, 'probable', 'logout', [], credentials)
})

test('the SDK hears whole books by the socket, as its REST client reads them', async () => {
  const { markets } = await client.getMarkets({ limit: 50, active: true, closed: false })
  const tokens = markets.flatMap(({ clobTokenIds }) => JSON.parse(clobTokenIds)).slice(0, 50)
  const heard = []
  let enough
  const isEnough = new Promise((resolve) => (enough = resolve))
  const names = tokens.map((token) => `book:${token}`)
  const subscription = client.subscribePublicStream(names, (book) => {
    heard.push(book)
    if (heard.length >= 4) enough()
  })
  await isEnough
  subscription.unsubscribe()
  subscription.ws.close()
  for (const book of heard) {
    assert.ok(tokens.includes(book.asset_id))
    assert.match(book.hash, /^[0-9a-f]{64}$/)
  }
  const latest = heard.at(-1)
  const read = await client.getOrderBook({ tokenId: latest.asset_id })
  assert.deepEqual(Object.keys(latest).sort(), Object.keys(read).sort())
})
