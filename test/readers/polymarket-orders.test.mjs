import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClobClient as ClientV1 } from '@polymarket/clob-client'
import { ClobClient as ClientV2, orderToJsonV2 } from '@polymarket/clob-client-v2'
import fc from 'fast-check'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { polygon } from 'viem/chains'
import { venueKit } from './support/signing-kit.mjs'
import { call, daemonOver, simulate } from './support/world.mjs'

/** Orders as the venue's own clients sign them, and its demo as they trade it. */

const { amountsOf, openKey, signOrder, toSignedOrder } = await venueKit('polymarket', [
  'native/order.js',
  'native/wallet.js',
])
const { polymarket } = await simulate()
const daemon = await daemonOver({ polymarket })

const privateKey = `0x${'42'.repeat(32)}`
const account = privateKeyToAccount(privateKey)
const signer = createWalletClient({ account, chain: polygon, transport: http('http://127.0.0.1:1') })
const wallet = '0x1111111111111111111111111111111111111111'
const tokenID = '71321045679252212594626385532706912750332728571942532289631379312455583992563'
const ours = openKey(privateKey)

const ticks = ['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001']
const wanted = fc.record({
  tickSize: fc.constantFrom(...ticks),
  negRisk: fc.boolean(),
  side: fc.constantFrom('BUY', 'SELL'),
  steps: fc.integer({ min: 1, max: 9_998 }),
  hundredths: fc.integer({ min: 500, max: 1_000_000 }),
  kind: fc.constantFrom(0, 1, 2, 3),
})

/** The order that a client signed, signed by us. */
function sameByUs(theirs, { tickSize, negRisk, side, kind, price, size, type, version, feeRateBps }) {
  const terms = { type, side: side.toLowerCase(), amount: String(size), price: String(price) }
  const draft = {
    version,
    isNegRisk: negRisk,
    salt: Number(theirs.salt),
    maker: kind === 0 ? account.address : wallet,
    signer: kind === 3 ? wallet : account.address,
    tokenId: tokenID,
    side: terms.side,
    kind,
    ...amountsOf(terms, tickSize),
    timestamp: theirs.timestamp,
    feeRateBps: String(feeRateBps ?? 0),
  }
  return toSignedOrder(draft, signOrder(ours, draft).signature)
}

const priceOf = ({ tickSize, steps }) => {
  const count = Math.round(1 / Number(tickSize))
  return Number(((1 + (steps % (count - 1))) / count).toFixed(4))
}

function clientOf(Client, kind, version) {
  const funder = kind === 0 ? undefined : wallet
  const client =
    Client === ClientV2
      ? new ClientV2({
          host: polymarket.clob,
          chain: 137,
          signer,
          signatureType: kind,
          funderAddress: funder,
        })
      : new ClientV1(polymarket.clob, 137, signer, undefined, kind, funder)
  // What it would ask of the venue.
  for (const tickSize of ticks) client.tickSizes[tokenID] = tickSize
  client.cachedVersion = version
  return client
}

const members = [
  'salt',
  'maker',
  'signer',
  'tokenId',
  'makerAmount',
  'takerAmount',
  'signatureType',
  'signature',
]

for (const [name, Client, version] of [
  ['the client of the second exchange', ClientV2, 2],
  ['the client of the second exchange, for positions', ClientV2, 3],
  ['the client of the second exchange, for the first', ClientV2, 1],
  ['the client of the first exchange', ClientV1, 1],
]) {
  test(`${name} signs a limit order as we do`, async () => {
    await fc.assert(
      fc.asyncProperty(wanted, async (one) => {
        // The older client knows the older ticks.
        fc.pre(Client === ClientV2 || !['0.005', '0.0025'].includes(one.tickSize))
        const kind = version === 1 ? one.kind % 3 : one.kind
        const [price, size, feeRateBps] = [priceOf(one), one.hundredths / 100, version === 1 ? 30 : 0]
        const order = { tokenID, price, size, side: one.side, feeRateBps }
        const options = { tickSize: one.tickSize, negRisk: one.negRisk }
        const { orderBuilder } = clientOf(Client, kind, version)
        const theirs = await orderBuilder.buildOrder(order, options, version)
        const same = sameByUs(theirs, { ...one, kind, price, size, type: 'limit', version, feeRateBps })
        for (const member of members) assert.equal(String(same[member]), String(theirs[member]), member)
        if (version === 1) assert.equal(same.feeRateBps, String(theirs.feeRateBps))
      }),
      { numRuns: 60, includeErrorInReport: true },
    )
  })
}

test('the client signs a sale at the market as we do', async () => {
  await fc.assert(
    fc.asyncProperty(wanted, async (one) => {
      const [price, size] = [priceOf(one), one.hundredths / 100]
      const [kind, side] = [one.kind, 'SELL']
      const order = { tokenID, price, amount: size, side }
      const options = { tickSize: one.tickSize, negRisk: one.negRisk }
      const theirs = await clientOf(ClientV2, kind, 2).orderBuilder.buildMarketOrder(order, options, 2)
      const same = sameByUs(theirs, { ...one, kind, side, price, size, type: 'market', version: 2 })
      for (const member of members) assert.equal(String(same[member]), String(theirs[member]), member)
    }),
    { numRuns: 60, includeErrorInReport: true },
  )
})

/** Numbers from 0 up to 1, the same on every run. */
function seeded(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Rows of Gamma on a tick, of a protocol and with or without negative risk, that are open for an hour more. */
async function rowOf(version, negRisk) {
  const response = await fetch(`${polymarket.gamma}/markets/keyset?limit=100&closed=false&version=${version}`)
  const { markets } = await response.json()
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const found = markets.find(
    (row) =>
      row.negRisk === negRisk &&
      row.acceptingOrders &&
      row.orderPriceMinTickSize === 0.01 &&
      row.endDate > soon,
  )
  assert.ok(found, `no market of ${version}`)
  return found
}

/** What the client signs with the salt and the time of an order: it takes both from the clock and from chance. */
async function withSameChance({ salt, timestamp }, sign) {
  const { now } = Date
  const { random } = Math
  Date.now = () => Number(timestamp)
  Math.random = () => Number(salt) / Number(timestamp)
  try {
    return await sign()
  } finally {
    Date.now = now
    Math.random = random
  }
}

for (const [protocol, count, version] of [
  ['v2', 200, 3],
  ['v1', 100, 2],
]) {
  test(`${count} orders that the daemon builds for ${protocol} are those of the client, byte by byte`, async () => {
    const rows = [await rowOf(protocol, false), await rowOf(protocol, true)]
    const next = seeded(version)
    const pick = (from, to) => from + Math.floor(next() * (to - from))
    const seen = new Set()
    for (let index = 0; index < count; index++) {
      const row = rows[pick(0, 2)]
      const ids = protocol === 'v2' ? row.positionIds : JSON.parse(row.clobTokenIds)
      const [cents, hundredths, kind] = [pick(5, 95), pick(4_000, 1_000_000), pick(0, 4)]
      const [side, type] = [pick(0, 2) === 0 ? 'buy' : 'sell', pick(0, 2) === 0 ? 'limit' : 'market']
      const [outcomeId, price, amount] = [ids[pick(0, 2)], cents / 100, hundredths / 100]
      const { signedOrder: ours } = await call(
        daemon,
        'polymarket',
        'buildOrder',
        [{ marketId: row.id, outcomeId, side, type, price, amount }],
        { privateKey, signatureType: kind, ...(kind === 0 ? {} : { funderAddress: wallet }) },
      )
      const { orderBuilder } = clientOf(ClientV2, kind, version)
      const options = { tickSize: '0.01', negRisk: row.negRisk }
      const wanted = { tokenID: outcomeId, price, side: side.toUpperCase() }
      const theirs = await withSameChance(ours, () =>
        // A purchase at the market is a limit order of the daemon, which cancels its rest: the client's would spend money.
        type === 'limit' || side === 'buy'
          ? orderBuilder.buildOrder({ ...wanted, size: amount }, options, version)
          : orderBuilder.buildMarketOrder({ ...wanted, amount }, options, version),
      )
      const { order } = orderToJsonV2(theirs, '', 'GTC')
      // Members that the client sends and Python's no longer does, with nothing in them.
      for (const [member, value] of Object.entries(ours))
        assert.equal(
          String(order[member]),
          String(value),
          `${member} of ${type} ${side} ${amount} at ${price}`,
        )
      seen.add(ours.signature)
    }
    assert.equal(seen.size, count)
  })
}

test('what an order demands stands in the body that the client sends', async () => {
  const row = await rowOf('v2', false)
  const [tokenID] = row.positionIds
  // A whole second, so that the end is the caller's to the second. The client names the time that the venue counts from.
  const expiration = (Math.floor(Date.now() / 1000) + 600) * 1000
  const ends = { timeInForce: 'GTD', expiration }
  for (const [side, type, demand, orderType, postOnly] of [
    ['buy', 'limit', { postOnly: true }, 'GTC', true],
    ['sell', 'limit', { timeInForce: 'GTC' }, 'GTC', false],
    ['buy', 'limit', ends, 'GTD', false],
    ['sell', 'limit', { ...ends, postOnly: true }, 'GTD', true],
    ['sell', 'limit', { timeInForce: 'IOC' }, 'FAK', false],
    ['sell', 'limit', { timeInForce: 'FOK' }, 'FOK', false],
    ['sell', 'market', { timeInForce: 'FOK' }, 'FOK', false],
  ]) {
    const [price, amount] = [0.45, 12.34]
    const { signedOrder, raw } = await call(
      daemon,
      'polymarket',
      'buildOrder',
      [{ marketId: row.id, outcomeId: tokenID, side, type, price, amount, ...demand }],
      { privateKey, signatureType: 0 },
    )
    const { orderBuilder } = clientOf(ClientV2, 0, 3)
    const options = { tickSize: '0.01', negRisk: false }
    const wanted = { tokenID, price, side: side.toUpperCase() }
    const theirs = await withSameChance(signedOrder, () =>
      orderType === 'FAK' || orderType === 'FOK'
        ? orderBuilder.buildMarketOrder({ ...wanted, amount, orderType }, options, 3)
        : orderBuilder.buildOrder(
            {
              ...wanted,
              size: amount,
              // It leaves the book a minute before.
              ...(orderType === 'GTD' ? { expiration: expiration / 1000 + 60 } : {}),
            },
            options,
            3,
          ),
    )
    const { owner, order, ...around } = raw.native.call.body
    assert.ok(owner)
    const {
      order: expected,
      owner: _none,
      ...others
    } = orderToJsonV2(theirs, owner, orderType, postOnly, false)
    assert.deepEqual(around, others)
    for (const [member, value] of Object.entries(order))
      assert.equal(String(expected[member]), String(value), `${member} of ${side} ${JSON.stringify(demand)}`)
  }
})

const second = async (signatureType, funderAddress) => {
  const options = { host: polymarket.clob, chain: 137, signer, signatureType, funderAddress }
  const creds = await new ClientV2(options).createOrDeriveApiKey()
  return new ClientV2({ ...options, creds })
}

/** A market with both sides in its book, and its first token. */
async function tradable(client) {
  const { data } = await client.getSamplingMarkets()
  const [market] = data.filter(
    ({ accepting_orders: accepts, minimum_tick_size: tick }) => accepts && tick === 0.01,
  )
  for (const { tokens } of data.filter(({ accepting_orders: accepts }) => accepts)) {
    const book = await client.getOrderBook(tokens[0].token_id)
    if (book.bids.length > 0 && book.asks.length > 0) return { token: tokens[0].token_id, book }
  }
  throw new Error(`no book, not even of ${market?.condition_id}`)
}

for (const [kind, funder] of [
  [0, undefined],
  [2, wallet],
  [3, wallet],
]) {
  test(`the client of the second exchange trades the demo from a wallet of kind ${kind}`, async () => {
    const client = await second(kind, funder)
    const { token, book } = await tradable(client)
    const low = Number(book.bids.at(0).price)
    const placed = await client.createAndPostOrder({ tokenID: token, price: low, size: 10, side: 'BUY' })
    assert.equal(placed.status, 'live', JSON.stringify(placed))
    assert.ok((await client.getOpenOrders()).some(({ id }) => id === placed.orderID))
    assert.equal((await client.getOrder(placed.orderID)).original_size, '10')
    const answer = await client.cancelOrder({ orderID: placed.orderID })
    assert.deepEqual(answer.canceled, [placed.orderID])
    assert.ok((await client.getOpenOrders()).every(({ id }) => id !== placed.orderID))

    const before = await client.getBalanceAllowance({ asset_type: 'COLLATERAL' })
    const bought = await client.createAndPostMarketOrder(
      { tokenID: token, amount: 5, side: 'BUY' },
      undefined,
      'FAK',
    )
    assert.equal(bought.status, 'matched', JSON.stringify(bought))
    assert.ok(bought.transactionsHashes.length > 0)
    const after = await client.getBalanceAllowance({ asset_type: 'COLLATERAL' })
    assert.ok(Number(after.balance) < Number(before.balance))
    assert.ok((await client.getTrades({ asset_id: token })).length > 0)
    const user = funder ?? account.address
    const positions = await (await fetch(`${polymarket.data}/positions?user=${user}`)).json()
    assert.ok(positions.some(({ asset }) => asset === token))
  })
}

test('the client of the first exchange logs in and lists; its orders are of the wrong generation', async () => {
  const options = [polymarket.clob, 137, signer]
  const creds = await new ClientV1(...options).createOrDeriveApiKey()
  const client = new ClientV1(...options, creds)
  assert.ok(Array.isArray(await client.getOpenOrders()))
  const { token, book } = await tradable(client)
  const low = Number(book.bids.at(0).price)
  const placed = await client.createAndPostOrder({ tokenID: token, price: low, size: 10, side: 'BUY' })
  assert.match(JSON.stringify(placed), /order_version_mismatch/)
  const other = await (await second(0)).createAndPostOrder({
    tokenID: token,
    price: low,
    size: 10,
    side: 'BUY',
  })
  assert.deepEqual((await client.cancelOrder({ orderID: other.orderID })).canceled, [other.orderID])
})
