import { describe, expect, test } from 'vitest'
import {
  createSubscriptionWriter,
  type Subscribe,
  type SubscriptionUpdate,
} from '../../../src/http/socket/subscription-writer.js'
import type { TextParts } from '../../../src/http/socket/text-frame.js'
import { fakeClock } from '../../support/clock.js'

const book = (symbol: string, told: string): SubscriptionUpdate =>
  ({ kind: 'book', symbol, json: () => Buffer.from(JSON.stringify(told)) }) as unknown as SubscriptionUpdate
const trades = (symbol: string, told: string): SubscriptionUpdate =>
  ({ kind: 'trades', symbol, trades: [told] }) as unknown as SubscriptionUpdate

type Watched = 'watchOrderBook' | 'watchTrades' | 'watchOrders'

function subscribe(id: string, method: Watched): Subscribe {
  const source = { kind: 'venue', venue: 'kalshi', method } as const
  return { kind: 'subscribe', id, source, target: 'kalshi', method, args: [], key: '[]', body: {} }
}

function setUp(method: Watched = 'watchOrderBook') {
  const clock = fakeClock()
  const sent: { symbol: string; data: unknown; repeat?: true }[] = []
  const note = (text: string): void => void sent.push(JSON.parse(text))
  const outbox = {
    put: note,
    putNewest: (_place: string, _name: string, make: () => TextParts) =>
      note(Buffer.concat(make()).toString()),
    forget: () => undefined,
    close: () => undefined,
  }
  const teller = createSubscriptionWriter(subscribe('one', method), '0', outbox, clock)
  const current: SubscriptionUpdate[] = []
  function start(symbols: readonly string[], known: readonly SubscriptionUpdate[] = []): void {
    current.push(...known)
    teller.start({ symbols, current: () => current, stop: () => undefined })
  }
  return {
    current,
    clock,
    teller,
    start,
    told: () =>
      sent
        .splice(0)
        .map(({ symbol, data, repeat }) =>
          [symbol, Array.isArray(data) ? JSON.stringify(data) : data, ...(repeat ? ['again'] : [])].join(' '),
        ),
  }
}

describe('what came before the subscription was acknowledged', () => {
  test('follows it: all trades in their order, and of each book the newest', () => {
    const { teller, start, told } = setUp()
    for (const news of [book('a', '1'), trades('a', '2'), book('a', '3'), trades('a', '4')])
      teller.update(news)
    expect(told()).toEqual([])
    start(['a'])
    expect(told()).toEqual(['a ["2"]', 'a ["4"]', 'a 3'])
  })

  test('is newer than what is known of it, which stands for those of which nothing came', () => {
    const { teller, start, told } = setUp()
    teller.update(book('a', 'pushed'))
    start(['a', 'b'], [book('a', 'known'), book('b', 'known')])
    expect(told()).toEqual(['a pushed', 'b known'])
  })
})

test('one thing alone is waited for by nobody: what comes of it goes at once', () => {
  const { teller, start, told } = setUp()
  start(['a'])
  teller.update(trades('a', '1'))
  expect(told()).toEqual(['a ["1"]'])
})

test('nothing is told after the end, neither what comes then nor what had waited', async () => {
  const { clock, teller, start, told } = setUp()
  teller.update(book('a', '1'))
  teller.stop()
  start(['a'])
  teller.update(book('a', '2'))
  await clock.advance(60_000)
  expect(told()).toEqual([])
})

describe('what is quiet for twenty seconds', () => {
  test('is told again as it is known now, each twenty seconds', async () => {
    const { clock, teller, start, told, current } = setUp()
    start(['a'], [book('a', '1')])
    await clock.advance(10_000)
    teller.update(book('a', '2'))
    expect(told()).toEqual(['a 1', 'a 2'])
    await clock.advance(19_999)
    expect(told()).toEqual([])
    current.splice(0, 1, book('a', '2, checked later'))
    await clock.advance(1)
    expect(told()).toEqual(['a 2, checked later again'])
    await clock.advance(40_000)
    expect(told()).toHaveLength(2)
  })

  test('is no book that is not believed any more', async () => {
    const { clock, start, told, current } = setUp()
    start(['a'], [book('a', '1')])
    current.splice(0)
    await clock.advance(60_000)
    expect(told()).toEqual(['a 1'])
  })

  test('is no trade where trades are watched, from the beginning', async () => {
    const { clock, teller, start, told } = setUp('watchTrades')
    start(['a'])
    await clock.advance(20_000)
    teller.update(trades('a', '1'))
    await clock.advance(20_000)
    expect(told()).toEqual(['a [] again', 'a ["1"]', 'a [] again'])
  })

  test('is not repeated of an account, and of nothing that has ended', async () => {
    const own = setUp('watchOrders')
    own.start(['a'])
    const ended = setUp('watchTrades')
    ended.start(['a'])
    ended.teller.stop()
    for (const { clock } of [own, ended]) await clock.advance(60_000)
    expect([own.told(), ended.told()]).toEqual([[], []])
  })
})

test('what is quiet is repeated with what else is, once a second, from texts that are made once', async () => {
  const [clock, at, made] = [fakeClock(), new Set<number>(), { frames: 0, texts: 0 }]
  const outbox = {
    put: () => undefined,
    putNewest: (_place: string, _name: string, make: () => TextParts) => {
      at.add(clock.monotonic())
      made.frames += make().length > 0 ? 1 : 0
    },
    forget: () => undefined,
    close: () => undefined,
  }
  for (let topic = 0; topic < 200; topic++) {
    await clock.advance(7)
    const teller = createSubscriptionWriter(subscribe(String(topic), 'watchTrades'), '0', outbox, clock)
    const symbol = { toJSON: () => String(++made.texts) } as unknown as string
    teller.start({ symbols: [symbol], current: () => [], stop: () => undefined })
  }
  await clock.advance(101_000)
  expect(made.frames).toBe(1_000)
  expect(at.size).toBeLessThanOrEqual(15)
  expect(made.texts).toBe(200)
})
