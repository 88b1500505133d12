import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { Order, UnifiedMarket } from '../../../src/api/models/models.js'
import { loadConfig } from '../../../src/config/load.js'
import { worldOf } from '../../../src/daemon/sources/source-set.js'
import { type Daemon, startDaemon } from '../../../src/daemon/start.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { createSecretSet } from '../../../src/policy/secrets/secret-set.js'
import { recoverAddress } from '../../../src/signing/private-key.js'
import { hashTypedData } from '../../../src/signing/typed-data.js'
import { fakeClock } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { now } from '../../support/venue.js'
import {
  both,
  down,
  long,
  maker,
  type ProtocolVenue,
  short,
  startProtocolVenue,
  twin,
  up,
} from './protocol-venue.js'
import { apiKeys, privateKey } from './set-up.js'

/** A daemon over a venue with markets of both protocols, by real HTTP on either side; caches forget between tests. */

const folder = temporaryFolder()
const clock = fakeClock(now)
let venue: ProtocolVenue
let daemon: Daemon | undefined

async function start(): Promise<Daemon> {
  const polymarket = { hosts: venue.hosts, limits: 'none' as const }
  const flags = { server: { port: 0 }, security: { token: 'a-token-of-this-test' }, venues: { polymarket } }
  const config = loadConfig({ flags, environment: {} })
  return startDaemon({
    config,
    world: worldOf({ kind: 'live' }, config, { environment: {} }),
    paths: { stateDir: join(folder.path, `state ${starts++}`), sdkDir: folder.path },
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    secrets: createSecretSet(),
    folder: folder.path,
    sdkLock: 'no',
  })
}
let starts = 0

beforeAll(async () => {
  venue = await startProtocolVenue()
})
beforeEach(async () => {
  await daemon?.stop()
  Object.assign(venue, {
    version: 'v2',
    widths: [62, 64],
    knowsPositions: 'list',
    refusal: undefined,
    balance: '1000000000',
    refreshed: '7000000',
    allowances: {},
  })
  for (const list of [venue.calls, venue.bodies, venue.subscribed]) list.length = 0
  daemon = await start()
})
afterAll(async () => {
  await daemon?.stop()
  await venue.close()
  folder.remove()
})

interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what is in an answer is what the tests are about
  readonly data: any
  readonly error: {
    readonly code?: string
    readonly message?: string
    readonly detail?: Record<string, unknown>
  }
}

const credentials = { privateKey, ...apiKeys, signatureType: 'eoa' }

async function ask(
  method: MethodName,
  args: readonly unknown[],
  account: object = credentials,
): Promise<Reply> {
  const reply = await fetch(`${daemon?.address}/api/polymarket/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pmxt-access-token': 'a-token-of-this-test' },
    body: JSON.stringify({ args, credentials: account }),
  })
  const { data, error } = (await reply.json()) as Pick<Reply, 'data' | 'error'>
  return { status: reply.status, headers: reply.headers, data, error: error ?? {} }
}

const order = { side: 'buy', type: 'limit', amount: 10, price: 0.5 } as const
const asset = (market: UnifiedMarket): string[] => market.outcomes.map(({ outcomeId }) => outcomeId)

describe('a market of v2', () => {
  test.each([
    ['id', '7000001'],
    ['slug', 'v2-new-form'],
    ['condition of 62 digits', short],
    ['condition of 64 digits', long],
    ['condition in upper case', `0x${long.slice(2).toUpperCase()}`],
    ['position', up],
    ['other position', down],
  ])('is found by its %s', async (_what, marketId) => {
    const { status, data } = await ask('fetchMarket', [{ marketId }])
    expect(status).toBe(200)
    expect(data).toMatchObject({
      marketId: '7000001',
      contractAddress: short,
      up: { outcomeId: up, metadata: { positionId: up } },
      sourceMetadata: expect.objectContaining({
        version: 'v2',
        resolutionStatus: 'active',
        conditionId: short,
      }),
    })
  })

  test.each([[[62]], [[64]], [[]]])('by either width where the list knows %j digits', async (widths) => {
    venue.widths = widths
    for (const marketId of [short, long])
      expect((await ask('fetchMarket', [{ marketId }])).data).toMatchObject({ marketId: '7000001' })
  })

  test('with both lists is traded by its positions alone', async () => {
    const { data } = await ask('fetchMarket', [{ marketId: '7000003' }])
    expect(asset(data)).toEqual([both.yes, both.no])
    for (const method of ['fetchTrades', 'fetchOHLCV'] as const)
      expect((await ask(method, [both.token, { resolution: '1m' }])).error.code).toBe('NOT_FOUND')
    const built = await ask('buildOrder', [{ ...order, marketId: '7000003', outcomeId: both.token }])
    expect(built.error.code).toBe('NOT_FOUND')
  })

  test('has its book, trades and candles under its position, and its twin its own', async () => {
    const read = async (outcomeId: string) => ({
      book: (await ask('fetchOrderBook', [outcomeId])).data,
      books: (await ask('fetchOrderBooks', [[outcomeId]])).data,
      trades: (await ask('fetchTrades', [outcomeId])).data,
      candles: (await ask('fetchOHLCV', [outcomeId, { resolution: '1m', limit: 5 }])).data,
    })
    const mine = await read(up)
    expect(mine.book.bids[0].price).toBe(0.48)
    expect(mine.books[up].asks[0].price).toBe(0.52)
    expect(mine.trades).toMatchObject([{ outcomeId: up, price: 0.5, amount: 12 }])
    expect(mine.candles.length).toBeGreaterThan(0)
    const theirs = await read(twin.up)
    expect(theirs.book.bids[0].price).toBe(0.62)
    expect(theirs.trades).toMatchObject([{ outcomeId: twin.up }])
    expect(
      venue.calls
        .filter((call) => call.includes('/v2/trades'))
        .map((call) => /condition=(\w+)/.exec(call)?.[1]),
    ).toEqual([long, twin.condition])
  })

  test('is watched by its position', async () => {
    const { data } = await ask('watchOrderBook', [up])
    expect(data.asks[0].price).toBe(0.52)
    expect(venue.subscribed).toContain(up)
  })

  test.each([
    ['tokens', `GET data/v2/tokens?token_id=${up}`],
    ['order book', `GET clob/markets-by-token/${up}?`],
  ])('is found by its position where only the %s know it', async (who, call) => {
    Object.assign(venue, { knowsPositions: who })
    expect((await ask('fetchMarket', [{ marketId: up }])).data).toMatchObject({ marketId: '7000001' })
    expect((await ask('fetchTrades', [up])).data).toHaveLength(1)
    expect(venue.calls).toContain(call)
  })

  test('is not found, nor taken for another, where nobody knows the position', async () => {
    venue.knowsPositions = 'nobody'
    expect((await ask('fetchTrades', [up])).error.code).toBe('NOT_FOUND')
    expect((await ask('fetchMarket', [{ marketId: up }])).error.code).toBe('MARKET_NOT_FOUND')
    // As in the first weeks of v2, whose markets the order book had before any list.
    expect((await ask('fetchOrderBook', [up])).data.bids[0].price).toBe(0.48)
  })

  test('is listed beside its twin', async () => {
    const { data, headers } = await ask('fetchEvents', [{}])
    const listed: UnifiedMarket[] = data[0].markets
    expect(listed.map((market) => [market.marketId, ...asset(market)])).toEqual([
      ['7000001', up, down],
      ['7000002', twin.up, twin.down],
      ['7000003', both.yes, both.no],
    ])
    expect(headers.get('x-pmx-skipped-rows')).toBeNull()
  })

  test('is named by positions that are held', async () => {
    const { data } = await ask('fetchPositions', [])
    expect(data).toMatchObject([
      { marketId: '7000001', outcomeId: up, size: 12.5 },
      { marketId: '7000002', outcomeId: twin.up, size: 3 },
    ])
    const trades = await ask('fetchMyTrades', [{ marketId: short }])
    expect(trades.data).toMatchObject([{ marketId: '7000001', outcomeId: up }])
    expect(venue.calls.find((call) => call.includes('/data/trades'))).toContain(`market=${long}`)
  })
})

/** Who signed an order for a version of the exchange, as the contract reckons it. */
function signerOf(
  signed: Record<string, unknown>,
  [version, verifyingContract]: readonly [string, `0x${string}`],
) {
  const uint = (name: string) => ({ name, type: 'uint256' })
  const digest = hashTypedData({
    domain: { name: 'Polymarket CTF Exchange', version, chainId: 137, verifyingContract },
    primaryType: 'Order',
    types: {
      Order: [
        uint('salt'),
        { name: 'maker', type: 'address' },
        { name: 'signer', type: 'address' },
        ...['tokenId', 'makerAmount', 'takerAmount'].map(uint),
        { name: 'side', type: 'uint8' },
        { name: 'signatureType', type: 'uint8' },
        uint('timestamp'),
        { name: 'metadata', type: 'bytes32' },
        { name: 'builder', type: 'bytes32' },
      ],
    },
    message: { ...signed, side: signed['side'] === 'BUY' ? 0 : 1 } as never,
  })
  return recoverAddress(digest, String(signed['signature']))
}

describe('orders', () => {
  const exchanges = {
    v2: ['3', '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa'],
    v1: ['2', '0xE111180000d2663C0091e4f400237545B87B996B'],
  } as const

  test.each([
    ['v2', '7000001', up],
    ['v2', short, down],
    ['v2', long, up],
    ['v1', '7000002', twin.up],
  ] as const)('of %s are signed for its exchange: market %s', async (protocol, marketId, outcomeId) => {
    const { data, error } = await ask('buildOrder', [{ ...order, marketId, outcomeId }])
    expect(error).toEqual({})
    const { signedOrder } = data
    expect(signedOrder.tokenId).toBe(outcomeId)
    expect(signedOrder).not.toHaveProperty('taker')
    expect(signerOf(signedOrder, exchanges[protocol])).toBe(maker)
    const other = protocol === 'v1' ? 'v2' : 'v1'
    expect(signerOf(signedOrder, exchanges[other])).not.toBe(maker)
  })

  test('are placed, read, canceled', async () => {
    const placed = await ask('createOrder', [{ ...order, marketId: '7000001', outcomeId: up }])
    expect(placed.data).toMatchObject({ marketId: '7000001', outcomeId: up, status: 'open' })
    expect(venue.bodies[0]).toMatchObject({ order: { tokenId: up }, orderType: 'GTC' })
    const { id }: Order = placed.data
    expect((await ask('fetchOrder', [id])).data).toMatchObject({ marketId: '7000001', outcomeId: up })
    expect((await ask('cancelOrder', [id])).data).toMatchObject({ id, status: 'canceled' })
  })

  test.each([
    [503, { error: 'trading is disabled' }, undefined],
    [425, { error: 'the matching engine is restarting' }, undefined],
    [425, undefined, undefined],
    [
      200,
      {
        success: false,
        errorMsg: 'post-only mode: only post-only orders and cancels are allowed',
        orderID: '',
      },
      undefined,
    ],
    [503, { error: 'post-only mode: only ...', code: 'post_only_mode', retry_after_seconds: 79 }, 79],
  ])('are not placed in a pause, which is no doubt: %d %j', async (status, body, retryAfter) => {
    venue.refusal = { status, body }
    const { error } = await ask('createOrder', [{ ...order, marketId: '7000001', outcomeId: up }])
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', retryable: true })
    expect(error.message).toContain('not placed')
    if (retryAfter !== undefined) expect(error).toMatchObject({ retryAfter })
    const health = await fetch(`${daemon?.address}/health?verbose=1`, {
      headers: { 'x-pmxt-access-token': 'a-token-of-this-test' },
    })
    expect(await health.json()).toMatchObject({ orders: { inDoubt: 0 } })
  })

  const poor = { status: 400, body: { error: 'not enough balance / allowance: the allowance is not enough' } }
  const exchange = '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa'

  test('that lack an approval name the contract and what approves it', async () => {
    venue.refusal = poor
    venue.allowances = { '0xE111180000d2663C0091e4f400237545B87B996B': '9'.repeat(30), [exchange]: '0' }
    const buying = await ask('createOrder', [{ ...order, marketId: '7000001', outcomeId: up }])
    expect(buying.error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      detail: {
        kind: 'not_approved',
        spender: exchange,
        asset: '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB',
      },
    })
    expect(buying.error.message).toContain(`approve(${exchange}`)
    const selling = await ask('createOrder', [{ ...order, side: 'sell', marketId: '7000001', outcomeId: up }])
    expect(selling.error.detail).toMatchObject({ asset: '0x006F54F7f9A22e0000CC2AB60031000000ae9fEF' })
    expect(selling.error.message).toContain(`setApprovalForAll(${exchange}, true)`)
    const asked = venue.calls.filter((call) => call.includes('/balance-allowance'))
    expect(asked.map((call) => /asset_type=([\w-]+)/.exec(call)?.[1])).toEqual([
      'COLLATERAL',
      'CONDITIONAL-V2',
    ])
    expect(asked[1]).toContain(`token_id=${up}`)
  })

  test('of v1 name the exchange of v1', async () => {
    venue.refusal = poor
    venue.allowances = { [exchange]: '9'.repeat(30) }
    const sold = { ...order, side: 'sell', marketId: '7000002', outcomeId: twin.up }
    const { error } = await ask('createOrder', [sold])
    expect(error.detail).toMatchObject({
      kind: 'not_approved',
      spender: '0xE111180000d2663C0091e4f400237545B87B996B',
      asset: '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045',
    })
    expect(venue.calls.find((call) => call.includes('/balance-allowance'))).toContain(
      'asset_type=CONDITIONAL&',
    )
  })

  test('that lack the money say what there is', async () => {
    venue.refusal = poor
    venue.balance = '1500000'
    const { error } = await ask('createOrder', [{ ...order, marketId: '7000001', outcomeId: up }])
    expect(error.message).toContain('has 1.5 pUSD')
    expect(error.detail?.['kind']).not.toBe('not_approved')
  })

  test.each([
    ['maker address not allowed, please use the deposit wallet flow', 'PERMISSION_DENIED'],
    ['the order signer address has to be the address of the API KEY', 'AUTHENTICATION_ERROR'],
  ])('refused with "%s" say which wallet is meant', async (said, code) => {
    venue.refusal = { status: 400, body: { error: said } }
    const { error } = await ask('createOrder', [{ ...order, marketId: '7000001', outcomeId: up }])
    expect(error.code).toBe(code)
    expect(error.message).toContain('0xBc0fF067b7740Eff76C1ca93c875Ba6B890d6B50 (3, deposit wallet)')
  })
})

describe('the balance of a deposit wallet', () => {
  const deposit = {
    ...credentials,
    signatureType: '3',
    funderAddress: '0xBc0fF067b7740Eff76C1ca93c875Ba6B890d6B50',
  }

  test('that is told as 0 is asked for again, once', async () => {
    venue.balance = '0'
    expect((await ask('fetchBalance', [], deposit)).data).toMatchObject([{ total: 7 }])
    venue.balance = '0'
    expect((await ask('fetchBalance', [], deposit)).data).toMatchObject([{ total: 0 }])
    const updates = venue.calls.filter((call) => call.includes('/balance-allowance/update'))
    expect(updates).toEqual(['GET clob/balance-allowance/update?asset_type=COLLATERAL&signature_type=3'])
  })

  test('of another kind is 0', async () => {
    venue.balance = '0'
    expect((await ask('fetchBalance', [])).data).toMatchObject([{ total: 0 }])
    expect(venue.calls.some((call) => call.includes('/update'))).toBe(false)
  })
})

describe.each(['none', null, 'v3', 'V2', ''])('a market whose version is %j', (version) => {
  beforeEach(() => {
    venue.version = version
  })
  const named = version === 'none' ? 'no protocol version' : `protocol version '${version}'`

  test.each([
    ['fetchMarket', [{ marketId: '7000001' }]],
    ['fetchMarket', [{ marketId: 'v2-new-form' }]],
    ['fetchMarket', [{ marketId: short }]],
    ['fetchMarket', [{ marketId: long }]],
    ['fetchMarket', [{ marketId: up }]],
    ['fetchMarket', [{ outcomeId: up }]],
    ['fetchOrderBook', [up]],
    ['fetchOrderBooks', [[up, twin.up]]],
    ['fetchTrades', [up]],
    ['fetchOHLCV', [up, { resolution: '1m' }]],
    ['watchOrderBook', [up]],
    ['watchTrades', [up]],
    ['buildOrder', [{ ...order, marketId: '7000001', outcomeId: up }]],
    ['createOrder', [{ ...order, marketId: '7000001', outcomeId: up }]],
  ] as const)('is refused by name: %s %j', async (method, args) => {
    const { error } = await ask(method, args)
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', retryable: false })
    expect(error.message).toContain('7000001')
    expect(error.message).toContain(named)
    expect(error.detail).toMatchObject({ kind: 'unknown_protocol', marketId: '7000001' })
    expect(venue.bodies).toEqual([])
  })

  test('is left out of lists and of its event, and counted', async () => {
    for (const args of [[{}], [{ eventId: '990001' }]]) {
      const { data, headers } = await ask('fetchEvents', args)
      expect(data[0].markets.map(({ marketId }: UnifiedMarket) => marketId)).toEqual(['7000002', '7000003'])
      expect(headers.get('x-pmx-skipped-rows')).toBe('1')
      expect(headers.get('x-pmx-warning')).toContain(named)
    }
    expect((await ask('fetchMarkets', [{}])).data).toHaveLength(2)
  })

  test('costs its twin nothing, and takes no order from it', async () => {
    const read = await ask('fetchOrderBook', [twin.up])
    expect(read.data.bids[0].price).toBe(0.62)
    const { error } = await ask('createOrder', [{ ...order, marketId: '7000002', outcomeId: twin.up }])
    expect(error).toEqual({})
  })
})
