import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadCurve } from '../../../../src/simulator/mock-kit/recover-signer.js'
import { findOfferedEvents, marketsIn } from '../../../../src/simulator/mock-venues/polymarket/catalogue.js'
import { ownerOf } from '../../../../src/simulator/mock-venues/polymarket/clob/auth.js'
import { conditionIdOf, tokenIdsOf } from '../../../../src/simulator/mock-venues/polymarket/ids.js'
import { versionOf } from '../../../../src/simulator/mock-venues/polymarket/protocol.js'
import { isRewarded, REWARDS } from '../../../../src/simulator/mock-venues/polymarket/rewards.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, numberAt, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { createTrader, errorOf } from './trader.js'

/** A market with rewards, of v1, and far enough from its ends for orders a cent below the best. */
const { event, market } = firstWhere(
  marketsIn(contextOf(world, NOON), findOfferedEvents(contextOf(world, NOON))),
  (listed) => {
    const { bids, asks } = world.book(listed.market.key, NOON)
    const [bid = 0, ask = 1] = [bids[0]?.price, asks[0]?.price]
    return (
      isRewarded(listed.market) &&
      versionOf(listed.market) === 'v1' &&
      listed.market.closesAt > NOON + 3_600_000 &&
      listed.market.opensAt < NOON &&
      bid > 0.2 &&
      ask < 0.8 &&
      ask - bid <= 0.02
    )
  },
)
const [token] = tokenIdsOf(world, market)
const condition = conditionIdOf(world, market)
const bid = firstOf(world.book(market.key, NOON).bids).price
const ask = firstOf(world.book(market.key, NOON).asks).price
const BUILDER = `0x${'b1'.repeat(32)}`

const open = () => createTrader(world, { tokenId: token, isExclusive: event.exclusive })
let trader = open()
beforeAll(loadCurve)
beforeEach(() => {
  trader = open()
})

/** An order to buy at a price. */
const buying = (size: number, price: number) => ({
  makerAmount: String(Math.round(size * price * 1e6)),
  takerAmount: String(size * 1e6),
})

describe('API keys', () => {
  test('that are deleted open nothing, are not found again, and come anew', () => {
    const keys = trader.keys()
    expect(trader.signedWith(keys, 'DELETE', '/auth/api-key').body).toBe('OK')
    expect(errorOf(trader.signedWith(keys, 'GET', '/data/orders'))).toEqual([
      401,
      'Unauthorized/Invalid api key',
    ])
    expect(errorOf(trader.login())).toEqual([400, 'Could not derive api key!'])
    const anew = trader.login({}, trader.key, 'POST')
    expect(anew.status).toBe(200)
    expect(textAt(anew.body, 'apiKey')).not.toBe(keys.apiKey)
    expect(trader.login().body).toEqual(anew.body)
    expect(trader.signed('GET', '/auth/api-keys').body).toEqual({ apiKeys: [textAt(anew.body, 'apiKey')] })
  })

  test('are known by themselves, without the address', () => {
    const context = contextOf(world, NOON, { paper: trader.paper })
    const keys = trader.keys()
    expect(ownerOf(context, keys)).toBe(trader.key.address.toLowerCase())
    for (const part of ['apiKey', 'secret', 'passphrase'] as const)
      expect(ownerOf(context, { ...keys, [part]: 'x' })).toBeUndefined()
  })

  test('that only read are made, listed and deleted', () => {
    const make = () => textAt(trader.signed('POST', '/auth/readonly-api-key').body, 'apiKey')
    const [first, second] = [make(), make()]
    expect(first).not.toBe(second)
    expect(trader.signed('GET', '/auth/readonly-api-keys').body).toEqual([first, second])
    expect(trader.signed('DELETE', '/auth/readonly-api-key', { key: first }).body).toBe(true)
    expect(trader.signed('DELETE', '/auth/readonly-api-key', { key: first }).status).toBe(400)
    expect(trader.signed('GET', '/auth/readonly-api-keys').body).toEqual([second])
  })
})

describe('builder keys', () => {
  const made = () => trader.signed('POST', '/auth/builder-api-key').body
  const listed = () => rowsAt(trader.signed('GET', '/auth/builder-api-key').body)

  test('are listed without their secrets, and revoked by their own signature', () => {
    const key = made()
    expect(listed()).toEqual([{ key: textAt(key, 'key'), createdAt: expect.any(String), revokedAt: null }])
    const message = `${trader.at()}DELETE/auth/builder-api-key`
    const headers = {
      poly_builder_api_key: textAt(key, 'key'),
      poly_builder_passphrase: textAt(key, 'passphrase'),
      poly_builder_timestamp: trader.at(),
      poly_builder_signature: createHmac('sha256', Buffer.from(textAt(key, 'secret'), 'base64url'))
        .update(message)
        .digest('base64')
        .replaceAll('+', '-')
        .replaceAll('/', '_'),
    }
    const revoke = () => trader.call('DELETE', '/auth/builder-api-key', { headers })
    expect(revoke().body).toBe('OK')
    expect(revoke().status).toBe(401)
    expect(listed()).toMatchObject([{ revokedAt: expect.any(String) }])
  })

  test('are revoked newest first by who names none', () => {
    made()
    made()
    expect(trader.signed('DELETE', '/auth/builder-api-key').body).toBe('OK')
    expect(listed().map(({ revokedAt }) => revokedAt === null)).toEqual([true, false])
    trader.signed('DELETE', '/auth/builder-api-key')
    expect(trader.signed('DELETE', '/auth/builder-api-key').status).toBe(400)
  })

  test('see the trades of orders with their code, and no others', () => {
    const taken = trader.place({ ...buying(10, ask), builder: BUILDER })
    trader.place(buying(10, ask))
    expect(taken.status).toBe(200)
    const { body } = trader.call('GET', `/builder/trades?builder_code=${BUILDER}`)
    const [row] = rowsAt(body, 'data')
    expect(dig(body, 'count')).toBe(1)
    expect(row).toMatchObject({
      id: firstOf(dig(taken.body, 'tradeIDs') as string[]),
      tradeType: 'TAKER',
      takerOrderHash: taken.hash,
      builder: BUILDER,
      market: condition,
      assetId: token,
      side: 'BUY',
      size: '10',
      outcomeIndex: 0,
      owner: trader.keys().apiKey,
      maker: trader.key.address,
    })
    const of = (maker: string) =>
      rowsAt(
        trader.call('GET', `/builder/trades?builder_code=${BUILDER}&maker_address=${maker}`).body,
        'data',
      )
    expect(of(trader.key.address)).toEqual([row])
    expect(of(trader.key.address.toLowerCase())).toEqual([row])
    expect(of(`0x${'17'.repeat(20)}`)).toEqual([])
    const other = trader.call('GET', `/builder/trades?builder_code=0x${'c2'.repeat(32)}`)
    expect(rowsAt(other.body, 'data')).toEqual([])
    expect(trader.call('GET', '/builder/trades').status).toBe(400)
    expect(trader.call('GET', `/fees/builder-fees/${BUILDER}`).body).toEqual({
      builder_maker_fee_rate_bps: 0,
      builder_taker_fee_rate_bps: 0,
    })
  })
})

describe('heartbeats', () => {
  const beat = (id: unknown) => trader.signed('POST', '/v1/heartbeats', { heartbeat_id: id })
  const openOrders = () => numberAt(trader.signed('GET', '/data/orders').body, 'count')

  test('hand an id on, and tell the right one to who has lost it', () => {
    const first = textAt(beat('').body, 'heartbeat_id')
    const second = textAt(beat(first).body, 'heartbeat_id')
    expect(second).not.toBe(first)
    const lost = beat(first)
    expect([lost.status, lost.body]).toEqual([
      400,
      { error_msg: 'Invalid Heartbeat ID', heartbeat_id: second },
    ])
    expect(beat(second).status).toBe(200)
    expect(beat(7).status).toBe(400)
  })

  test('keep orders alive; ten seconds of silence cancel them all', () => {
    trader.place()
    trader.now += 60_000
    expect(openOrders()).toBe(1)
    const first = textAt(beat('').body, 'heartbeat_id')
    trader.now += 9_000
    expect(openOrders()).toBe(1)
    beat(first)
    trader.now += 9_000
    expect(openOrders()).toBe(1)
    trader.now += 2_000
    expect(openOrders()).toBe(0)
  })
})

describe('notifications', () => {
  const told = () => rowsAt(trader.signed('GET', '/notifications?signature_type=0').body)

  test('tell of fills and of orders that were cancelled', () => {
    const rest = trader.place()
    const taken = trader.place(buying(10, ask))
    trader.signed('DELETE', '/order', { orderID: rest.hash })
    const [cancelled, filled] = told()
    expect(filled).toMatchObject({
      type: 2,
      owner: trader.keys().apiKey,
      timestamp: Math.floor(NOON / 1000),
      payload: {
        order_id: taken.hash,
        trade_id: firstOf(dig(taken.body, 'tradeIDs') as string[]),
        side: 'BUY',
        matched_size: '10',
        remaining_size: '0',
        market_slug: market.slug,
      },
    })
    expect(cancelled).toMatchObject({
      type: 1,
      payload: { order_id: rest.hash, matched_size: '0', remaining_size: '10', trade_id: '' },
    })
  })

  test('tell of markets that resolved with a position', () => {
    trader.place(buying(10, ask))
    trader.now = market.resolvesAt + 1_000
    const [row] = told()
    expect(row).toMatchObject({
      type: 4,
      payload: { condition_id: condition, market_slug: market.slug, closed: true, eventSlug: event.slug },
    })
    expect(rowsAt(row, 'payload.tokens').filter(({ winner }) => winner === true).length).toBeLessThan(2)
  })

  test('are dropped for good', () => {
    trader.place(buying(10, ask))
    const id = String(dig(firstOf(told()), 'id'))
    expect(trader.signed('DELETE', `/notifications?ids=${id}`).body).toBe('OK')
    expect(told()).toEqual([])
    expect(trader.signed('DELETE', '/notifications?ids=x').status).toBe(400)
    expect(trader.signed('DELETE', '/notifications').status).toBe(400)
  })
})

describe('rewards', () => {
  const scoring = (id: string) => trader.signed('GET', `/order-scoring?order_id=${id}`).body

  test('are earned by large orders near the middle', () => {
    const large = trader.place(buying(REWARDS.minSize, bid)).hash
    const small = trader.place(buying(REWARDS.minSize - 1, bid)).hash
    const far = trader.place(buying(REWARDS.minSize, 0.05)).hash
    expect([large, small, far].map(scoring)).toEqual([
      { scoring: true },
      { scoring: false },
      { scoring: false },
    ])
    expect(trader.signed('POST', '/orders-scoring', [large, small]).body).toEqual({
      [large]: true,
      [small]: false,
    })
    trader.signed('DELETE', '/order', { orderID: large })
    expect(scoring(large)).toEqual({ scoring: false })
    expect(trader.signed('GET', '/order-scoring?order_id=x').status).toBe(400)
  })

  test('are shared by what rests near the middle', () => {
    expect(trader.signed('GET', '/rewards/user/percentages').body).toEqual({})
    trader.place(buying(REWARDS.minSize, bid))
    const share = numberAt(trader.signed('GET', '/rewards/user/percentages').body, condition)
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThanOrEqual(100)
    const rows = rowsAt(
      trader.signed('GET', '/rewards/user/markets?date=2026-11-21&page_size=500').body,
      'data',
    )
    const row = firstWhere(rows, ({ condition_id }) => condition_id === condition)
    expect(row).toMatchObject({ earning_percentage: share, maker_address: trader.key.address, earnings: [] })
  })

  test('are listed: those of today, of a market, and as one looks for them', () => {
    const current = rowsAt(trader.call('GET', '/rewards/markets/current').body, 'data')
    const sampling = rowsAt(trader.call('GET', '/sampling-markets').body, 'data')
    expect(current.map(({ condition_id }) => condition_id)).toEqual(
      sampling.map(({ condition_id }) => condition_id),
    )
    const one = trader.call('GET', `/rewards/markets/${condition}`).body
    expect(rowsAt(one, 'data')).toMatchObject([{ condition_id: condition, market_slug: market.slug }])
    const found = trader.call('GET', `/rewards/markets/multi?market_id=${market.number}&page_size=5`).body
    expect(rowsAt(found, 'data')).toMatchObject([
      { market_id: String(market.number), event_slug: event.slug },
    ])
    const falling = trader.call(
      'GET',
      '/rewards/markets/multi?order_by=volume_24hr&position=DESC&page_size=9',
    )
    const volumes = rowsAt(falling.body, 'data').map((row) => numberAt(row, 'volume_24hr'))
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
    expect(dig(falling.body, 'total_count')).toBe(current.length)
    expect(trader.call('GET', '/rewards/markets/multi?order_by=nothing').status).toBe(400)
    expect(trader.call('GET', `/rewards/markets/0x${'9'.repeat(64)}`).status).toBe(404)
  })

  test('were paid to nobody yet; a day is named in any case', () => {
    expect(rowsAt(trader.signed('GET', '/rewards/user?date=2026-11-21').body, 'data')).toEqual([])
    expect(trader.signed('GET', '/rewards/user/total?date=2026-11-21').body).toEqual([])
    expect(trader.signed('GET', '/rewards/user/total').status).toBe(400)
    expect(trader.signed('GET', '/rewards/user?date=2026-13-01').status).toBe(400)
  })

  test('of makers are a share of the fees of those who took', () => {
    trader.place(buying(20, bid))
    for (let hours = 1; hours < 48; hours++) {
      trader.now = NOON + hours * 3_600_000
      if (numberAt(trader.signed('GET', '/data/trades').body, 'count') > 0) break
    }
    const [trade] = rowsAt(trader.signed('GET', '/data/trades').body, 'data')
    expect(trade?.['trader_side']).toBe('MAKER')
    const day = new Date(Number(textAt(trade, 'match_time')) * 1000).toISOString().slice(0, 10)
    const path = `/rebates/current?maker_address=${trader.key.address}`
    const rows = rowsAt(trader.call('GET', `${path}&date=${day}`).body)
    expect(rows).toMatchObject([{ date: day, condition_id: condition, maker_address: trader.key.address }])
    expect(Number(rows[0]?.['rebated_fees_usdc'])).toBeGreaterThanOrEqual(0)
    expect(trader.call('GET', `${path}&date=2020-01-01`).body).toEqual([])
    expect(trader.call('GET', '/rebates/current?date=2026-11-21').status).toBe(400)
  })
})

describe('facts of a token', () => {
  test.each(['tick-size', 'neg-risk', 'fee-rate'])('%s is the same by query and by path', (path) => {
    const byQuery = trader.call('GET', `/${path}?token_id=${token}`)
    expect(byQuery.status).toBe(200)
    expect(trader.call('GET', `/${path}/${token}`).body).toEqual(byQuery.body)
    expect(errorOf(trader.call('GET', `/${path}/1`))).toEqual([404, 'market not found'])
  })
})

test('trades can be asked for by the wallet that they were made for', () => {
  trader.place(buying(10, ask))
  const count = (wallet: string) =>
    numberAt(trader.signed('GET', `/data/trades?maker_address=${wallet}`).body, 'count')
  expect(count(trader.key.address)).toBe(1)
  expect(count(`0x${'1'.repeat(40)}`)).toBe(0)
})
