import { beforeEach, describe, expect, test } from 'vitest'
import type { SocketTalk } from '../../../../src/simulator/mock-kit/mock-venue.js'
import { channelTokenOf } from '../../../../src/simulator/mock-venues/myriad/accounts.js'
import { noteTrader } from '../../../../src/simulator/mock-venues/myriad/fills.js'
import { myriadMock } from '../../../../src/simulator/mock-venues/myriad/index.js'
import { nativeMarkets } from '../../../../src/simulator/mock-venues/myriad/native-market.js'
import { accountOf } from '../../../../src/simulator/mock-venues/myriad/paper.js'
import { streamHost } from '../../../../src/simulator/mock-venues/myriad/stream.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { ONE } from '../../../../src/simulator/paper-trading/state/amount.js'
import { answer } from '../../../../src/simulator/server/router.js'
import { inWholeCents } from '../../../../src/simulator/world/cents.js'
import { present } from '../../../support/expect.js'
import { contextOf } from '../../support/context.js'
import { dig, firstWhere, type Row, rowsAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const markets = world
  .eventsAt(NOON)
  .filter(({ series }) => series.onlyOn === undefined)
  .flatMap((event) => nativeMarkets(event, world.seed))
const book = firstWhere(
  markets,
  ({ model, legs: [leg], closesAt }) =>
    model === 'ob' && closesAt > NOON + 3_600_000 && leg.activity === 'busy' && leg.bookShape === 'two-sided',
)
const pool = firstWhere(markets, ({ model }) => model === 'amm')
const channel = `orderbook:56:${book.id}`

let now = NOON
let paper = createPaperTrading(world)
let talk: SocketTalk
beforeEach(() => {
  now = NOON
  paper = createPaperTrading(world)
  const opening = { method: 'GET', path: '/ws', search: '', headers: {}, body: undefined }
  talk = present(streamHost.socket).open(() => contextOf(world, now, { paper }), opening)
})

const lines = (frames: readonly string[]): unknown[] =>
  frames.flatMap((frame) => frame.split('\n')).map((line): unknown => JSON.parse(line))
const say = (...commands: readonly unknown[]): unknown[] =>
  lines(talk.hear(commands.map((command) => JSON.stringify(command)).join('\n')))
const subscribe = () => say({ connect: { name: 'test' }, id: 1 }, { subscribe: { channel }, id: 2 })

test('nothing is subscribed before the greeting, nor twice, nor what has no book', () => {
  expect(say({ subscribe: { channel }, id: 1 })).toMatchObject([{ id: 1, error: { code: 107 } }])
  expect(subscribe()).toMatchObject([
    { id: 1, connect: { ping: 25 } },
    { id: 2, subscribe: {} },
  ])
  expect(say({ subscribe: { channel }, id: 3 })).toMatchObject([{ error: { code: 105 } }])
  for (const none of [`orderbook:56:${pool.id}`, `orderbook:97:${book.id}`, `candles:56:${book.id}`, 'x'])
    expect(say({ subscribe: { channel: none }, id: 4 })).toMatchObject([{ id: 4, error: { code: 102 } }])
  expect(lines(talk.hear('not json'))).toMatchObject([{ error: { code: 107 } }])
})

test('changes of both outcomes lead to the book of the world, and stop when they are not wanted', () => {
  subscribe()
  const before = inWholeCents(world).book(book.legs[0].key, NOON)
  const bids = new Map(before.bids.map(({ price, size }) => [price, size]))
  let pushes = 0
  for (; now < NOON + 120_000; now += 100) {
    for (const push of lines(talk.tick())) {
      if (dig(push, 'push') === undefined) continue
      pushes++
      expect(dig(push, 'push.channel')).toBe(channel)
      expect(dig(push, 'push.pub.data.ts')).toBe(now)
      for (const row of rowsAt(push, 'push.pub.data.changes')) {
        if (row['outcome'] !== 0 || row['side'] !== 'bid') continue
        const [price, size] = [Number(row['price']) / 1e18, Number(row['amount']) / 1e18]
        if (size === 0) bids.delete(price)
        else bids.set(price, size)
      }
    }
    say({})
  }
  expect(pushes).toBeGreaterThan(0)
  const after = inWholeCents(world).book(book.legs[0].key, now - 100).bids
  expect([...bids].sort(([a], [b]) => b - a)).toEqual(after.map(({ price, size }) => [price, size]))
  say({ unsubscribe: { channel }, id: 9 })
  for (now += 100; now < NOON + 240_000; now += 5_000)
    expect(lines(talk.tick()).every((line) => dig(line, 'push') === undefined)).toBe(true)
})

test('an order of the demo is a change, of Yes as a bid and of No as an offer', () => {
  subscribe()
  accountOf(contextOf(world, now, { paper }), `0x${'1'.repeat(40)}`).place({
    market: book.legs[0],
    side: 'yes',
    action: 'buy',
    amount: { size: 5n * ONE },
    price: ONE / 50n,
    timeInForce: 'gtc',
  })
  const [push] = lines(talk.tick())
  expect(dig(push, 'push.pub.data.changes')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ outcome: 0, side: 'bid', price: `2${'0'.repeat(16)}` }),
      expect.objectContaining({ outcome: 1, side: 'ask', price: String(BigInt((1 - 0.02) * 1e18)) }),
    ]),
  )
})

test('prices of the second outcome have the dust of doubles, as a client has seen it', () => {
  subscribe()
  accountOf(contextOf(world, now, { paper }), `0x${'1'.repeat(40)}`).place({
    market: book.legs[0],
    side: 'no',
    action: 'buy',
    amount: { size: ONE },
    price: (33n * ONE) / 100n,
    timeInForce: 'gtc',
  })
  const [push] = lines(talk.tick())
  const rows = rowsAt(push, 'push.pub.data.changes').filter((row) => row['outcome'] === 1)
  expect(rows.map((row) => row['price'])).toContain('329999999999999936')
})

test('who does not answer a ping hears no more', () => {
  subscribe()
  now += 25_000
  expect(lines(talk.tick()).at(-1)).toEqual({})
  now += 8_001
  expect(talk.tick()).toEqual([])
  now += 60_000
  expect(talk.tick()).toEqual([])
  say({})
  expect(talk.tick()).not.toEqual([])
})

describe('channels of trades and of an account', () => {
  const wallet = `0x${'2'.repeat(40)}`
  const trader = () => accountOf(contextOf(world, now, { paper }), wallet)
  const context = () => contextOf(paper.worldOf('myriad'), now, { paper })
  /** Places and notes an order as the API does. */
  function order(action: 'buy' | 'sell', price: bigint, timeInForce: 'gtc' | 'ioc', size = 3n * ONE) {
    const done = trader().place({
      market: book.legs[0],
      side: 'yes',
      action,
      amount: { size },
      price,
      timeInForce,
      id: `0x${action}${price}`,
      native: {
        sent: {
          marketId: BigInt(book.id),
          outcomeId: 0n,
          price: price * 10n ** 6n,
          amount: size * 10n ** 6n,
        },
        timeInForce: timeInForce === 'gtc' ? 'GTC' : 'FAK',
      },
    })
    noteTrader(context(), book.legs[0], wallet)
    return done
  }
  const open = (name: string, token?: string): unknown[] => {
    const opening = { method: 'GET', path: '/ws', search: '', headers: {}, body: undefined }
    talk = present(streamHost.socket).open(context, opening)
    return say({ connect: {}, id: 1 }, { subscribe: { channel: name, ...(token ? { token } : {}) }, id: 2 })
  }
  const told = (): Row[] =>
    lines(talk.tick()).flatMap((push) => {
      const data = dig(push, 'push.pub.data')
      return data === undefined ? [] : [data as Row]
    })
  const ask = BigInt(Math.round(100 * (inWholeCents(world).book(book.legs[0].key, NOON).asks[0]?.price ?? 0)))
  const cent = ONE / 100n

  test('matches are told with all their legs, the wallet’s own by its name', () => {
    expect(open(`trades:56:${book.id}`)).toMatchObject([{}, { subscribe: {} }])
    now += 5
    order('buy', ask * cent, 'ioc')
    const [match] = told()
    expect(match).toMatchObject({
      networkId: 56,
      marketId: book.id,
      ts: now,
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      taker: {
        trader: wallet,
        orderHash: `0xbuy${ask * cent}`,
        outcome: 0,
        side: 'buy',
        averagePrice: String(Number(ask) / 100),
        totalAmount: '3',
      },
    })
    const makers = rowsAt(match, 'makers')
    expect(makers.reduce((sum, row) => sum + Number(row['amount']), 0)).toBeCloseTo(3, 9)
    expect(makers.every((row) => dig(row, 'fees.total') === '0')).toBe(true)
    expect(Number(dig(match, 'taker.totalFees.total'))).toBeGreaterThan(0)
    now += 3_600_000
    const later = told()
    expect(later.length).toBeGreaterThan(0)
    expect(later.every((row) => dig(row, 'taker.trader') !== wallet)).toBe(true)
  })

  test('a wallet’s own matches are told on all markets, and no others', () => {
    open(`trades:56:*:${wallet}`)
    now += 5
    order('buy', ask * cent, 'ioc')
    expect(told()).toMatchObject([{ marketId: book.id, taker: { trader: wallet } }])
    now += 3_600_000
    expect(told()).toEqual([])
  })

  test('prices are told when they change', () => {
    open(`prices:56:${book.id}`)
    expect(told()).toEqual([])
    const { price } = present(world.lastTrade(book.legs[0].key, now))
    while (Math.abs(present(world.lastTrade(book.legs[0].key, now)).price - price) < 0.02) now += 60_000
    expect(now).toBeLessThan(book.closesAt)
    expect(told()).toMatchObject([{ marketId: book.id, ts: now, outcomes: [{ outcome: 0 }, { outcome: 1 }] }])
    now += 1
    expect(told()).toEqual([])
  })

  test('orders and positions want a token of their own channel, which ends', () => {
    const name = `orders:56:${wallet}`
    expect(open(name)).toMatchObject([{}, { error: { code: 103 } }])
    expect(open(name, channelTokenOf(wallet, `positions:56:${wallet}`, now))).toMatchObject([
      {},
      { error: { code: 103 } },
    ])
    const token = channelTokenOf(wallet, name, now)
    now += 300_000
    expect(open(name, token)).toMatchObject([{}, { error: { code: 103 } }])
  })

  test('orders are told as they rest, are met and end', () => {
    const name = `orders:56:${wallet}`
    open(name, channelTokenOf(wallet, name, now))
    const resting = order('buy', cent, 'gtc')
    order('buy', ask * cent, 'ioc')
    trader().cancel(present('order' in resting ? resting.order : undefined).id)
    const rows = told()
    expect(rows.map((row) => [row['type'], row['status'], row['filledAmount']])).toEqual([
      ['PLACED', 'open', '0'],
      ['PLACED', 'open', '0'],
      ['FILLED', 'filled', `3${'0'.repeat(18)}`],
      ['CANCELLED', 'cancelled', '0'],
    ])
    expect(rows[0]).toMatchObject({
      networkId: 56,
      marketId: book.id,
      outcome: 0,
      side: 'buy',
      price: `1${'0'.repeat(16)}`,
      amount: `3${'0'.repeat(18)}`,
      timeInForce: 'GTC',
      createdAt: new Date(now).toISOString(),
    })
  })

  test('positions are told by what came and went, and what is held', () => {
    const name = `positions:56:${wallet}`
    open(name, channelTokenOf(wallet, name, now))
    order('buy', ask * cent, 'ioc')
    expect(told()).toMatchObject([
      { marketId: book.id, outcome: 0, ts: now, delta: `+3${'0'.repeat(18)}`, balance: `3${'0'.repeat(18)}` },
    ])
    order('sell', cent, 'ioc', ONE)
    const [sold] = told()
    expect(sold).toMatchObject({ delta: `-1${'0'.repeat(18)}`, balance: `2${'0'.repeat(18)}` })
  })

  test('markets are told as they come and are decided', () => {
    open('markets:56')
    now += 24 * 3_600_000
    const rows = told()
    expect(new Set(rows.map((row) => row['type']))).toEqual(new Set(['created', 'resolved']))
    expect(rows.every((row) => Number(row['ts']) > NOON && Number(row['ts']) <= now)).toBe(true)
    const ids = markets.filter(({ model }) => model === 'ob').map(({ id }) => id)
    const decided = rows.filter((row) => row['type'] === 'resolved').map((row) => row['marketId'])
    expect(decided.some((id) => ids.includes(Number(id)))).toBe(true)
  })

  test('a connection has 512 channels', () => {
    open(`prices:56:${book.id}`)
    const names = Array.from(
      { length: 512 },
      (_, index) => `trades:56:*:0x${String(index).padStart(40, '0')}`,
    )
    const replies = say(...names.map((name, id) => ({ subscribe: { channel: name }, id })))
    expect(replies.filter((reply) => dig(reply, 'error.code') === 106)).toHaveLength(1)
  })

  test('a wallet’s history tells its trades, with the transaction of the list', () => {
    now += 5
    order('buy', ask * cent, 'ioc')
    const host = present(myriadMock.hosts['api'])
    const get = (path: string, search: string): unknown =>
      JSON.parse(answer(host, { method: 'GET', path, search, headers: {}, body: undefined }, context()).body)
    const history = (search: string) => get(`/users/${wallet}/events`, search)
    const [row] = rowsAt(history('trading_model=ob'), 'data')
    expect(row).toMatchObject({ action: 'buy', marketId: book.id, outcomeId: 0, shares: 3, networkId: 56 })
    const [leg] = rowsAt(get(`/markets/${book.slug}/trades`, 'limit=1'))
    expect(leg).toMatchObject({ txHash: row?.['txId'], side: 'buy', amount: `3${'0'.repeat(18)}` })
    expect(dig(history('trading_model=amm'), 'pagination.total')).toBe(0)
    expect(dig(history(`trading_model=ob&since=${Math.floor(now / 1000) + 1}`), 'pagination.total')).toBe(0)
    expect(dig(history(`trading_model=ob&market_id=${book.id}`), 'pagination.total')).toBe(1)
    expect(dig(history('trading_model=ob&market_id=1'), 'pagination.total')).toBe(0)
  })
})
