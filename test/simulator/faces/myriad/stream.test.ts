import { beforeEach, expect, test } from 'vitest'
import type { SocketTalk } from '../../../../src/simulator/face.js'
import { nativeMarkets } from '../../../../src/simulator/faces/myriad/native-market.js'
import { accountOf } from '../../../../src/simulator/faces/myriad/paper.js'
import { streamHost } from '../../../../src/simulator/faces/myriad/stream.js'
import { ONE } from '../../../../src/simulator/paper/amount.js'
import { createPaperDesk } from '../../../../src/simulator/paper/desk.js'
import { inWholeCents } from '../../../../src/simulator/world/cents.js'
import { present } from '../../../support/expect.js'
import { contextOf } from '../../support/context.js'
import { dig, firstWhere, rowsAt } from '../../support/json.js'
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
let paper = createPaperDesk(world)
let talk: SocketTalk
beforeEach(() => {
  now = NOON
  paper = createPaperDesk(world)
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
  for (const none of [`orderbook:56:${pool.id}`, `orderbook:97:${book.id}`, `trades:56:${book.id}`, 'x'])
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
      expect.objectContaining({ outcome: 1, side: 'ask', price: `98${'0'.repeat(16)}` }),
    ]),
  )
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
