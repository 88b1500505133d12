import { describe, expect, test } from 'vitest'
import { createSession } from '../../../src/http/socket/session.js'
import { createSocketCounts } from '../../../src/http/socket/socket-counters.js'
import type { BegunSubscription, Sink } from '../../../src/http/socket/subscription-writer.js'
import type { FeedListener } from '../../../src/streams/connection/shared-stream.js'
import { fakeClock } from '../../support/clock.js'

/** A session over a dispatcher of which a test says when something is watched and what comes of it. */
function setUp() {
  const said: { event: string; id?: string; error?: { message: string; code?: string } }[] = []
  const forgotten: string[] = []
  const begun: { args: unknown; sink: Sink; signal: AbortSignal; settle: Settle; stopped: boolean }[] = []
  const counts = createSocketCounts()
  const session = createSession({
    dispatcher: {
      watch: (_method, args, call, listener) =>
        new Promise((resolve, reject) => {
          const sink = listener as unknown as FeedListener<never> & Sink
          const one = { args, sink, signal: call.signal, settle: { resolve: begin, reject }, stopped: false }
          function begin(symbols: readonly string[]): void {
            const stop = (): void => {
              one.stopped = true
            }
            const watching: BegunSubscription = { symbols, current: () => [], stop }
            resolve(watching as never)
          }
          begun.push(one)
        }),
    },
    tickers: undefined,
    clock: fakeClock(),
    counts,
    outbox: {
      put: (text) => said.push(JSON.parse(text)),
      putNewest: (place, name) => said.push({ event: `newest of ${place} ${name}` }),
      forget: (place) => forgotten.push(place),
      close: () => undefined,
    },
    caller: { trusted: true, rights: new Set(['read']) },
    client: 'test',
    explain: (error) => ({ message: String(error) }),
  })
  const told = () =>
    said.splice(0).map(({ event, id, error }) => [event, id, error?.message].filter(Boolean).join(' '))
  const say = (frame: object): void => session.receive(JSON.stringify({ exchange: 'kalshi', ...frame }))
  const watchBook = (id: string, outcome: unknown, method = 'watchOrderBook') =>
    say({ id, action: 'subscribe', method, args: [outcome] })
  /** What was asked of the dispatcher is done in a promise of its own. */
  const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))
  return { session, say, watchBook, told, begun, forgotten, counts, settled }
}

interface Settle {
  resolve(symbols: readonly string[]): void
  reject(error: unknown): void
}

describe('the same subscription once more', () => {
  test('with the same id takes the place of the first, whose books would come twice', async () => {
    const { watchBook, told, begun, counts, settled } = setUp()
    watchBook('a', 'X')
    begun[0]?.settle.resolve(['X'])
    await settled()
    watchBook('a', 'X')
    expect([begun[0]?.stopped, begun[0]?.signal.aborted, counts.watched]).toEqual([true, true, 1])
    begun[1]?.settle.resolve(['X'])
    await settled()
    expect(told()).toEqual(['subscribed a', 'subscribed a'])
  })

  test.each([
    ['another id', 'b', 'X', 'watchOrderBook'],
    ['another outcome', 'a', 'Y', 'watchOrderBook'],
    ['another method', 'a', 'X', 'watchTrades'],
  ])('with %s stands beside it', async (_what, id, outcome, method) => {
    const { watchBook, begun, counts } = setUp()
    watchBook('a', 'X')
    watchBook(id, outcome, method)
    expect([begun.map(({ signal }) => signal.aborted), counts.watched]).toEqual([[false, false], 2])
  })

  test('of another exchange stands beside it', () => {
    const { say, watchBook, counts } = setUp()
    watchBook('a', 'X')
    say({ id: 'a', action: 'subscribe', exchange: 'polymarket', method: 'watchOrderBook', args: ['X'] })
    expect(counts.watched).toBe(2)
  })
})

describe('a batch of books once more', () => {
  const batch = 'watchOrderBooks'

  test('goes on under the new id, however often: what is watched is watched once', async () => {
    const { watchBook, told, begun, counts, settled } = setUp()
    watchBook('0', ['X', 'Y'], batch)
    begun[0]?.settle.resolve(['X', 'Y'])
    await settled()
    expect(told()).toEqual(['subscribed 0'])
    for (let call = 1; call <= 10_000; call++) watchBook(String(call), ['X', 'Y'], batch)
    expect([begun.length, counts.watched, counts.subscriptions]).toEqual([1, 2, 1])
    expect(told().slice(0, 4)).toEqual(['subscribed 1', 'replaced 0', 'subscribed 2', 'replaced 1'])
  })

  test('before the first is acknowledged is acknowledged with it', async () => {
    const { watchBook, told, begun, settled } = setUp()
    for (const id of ['a', 'b']) watchBook(id, ['X'], batch)
    begun[0]?.settle.resolve(['X'])
    await settled()
    expect(told()).toEqual(['replaced a', 'subscribed a', 'subscribed b'])
  })

  test('that cannot be watched is told to all who wait for it', async () => {
    const { watchBook, told, begun, settled } = setUp()
    for (const id of ['a', 'b']) watchBook(id, ['X'], batch)
    begun[0]?.settle.reject('no such outcome')
    await settled()
    expect(told()).toEqual(['replaced a', 'error a no such outcome', 'error b no such outcome'])
  })

  test.each([
    ['other outcomes', {}, ['X', 'Z']],
    ['other credentials', { credentials: { apiKey: 'other' } }, ['X', 'Y']],
  ])('with %s is another one', (_what, rest, outcomes) => {
    const { say, counts } = setUp()
    const frame = { action: 'subscribe', method: batch }
    say({ id: 'a', ...frame, credentials: { apiKey: 'mine' }, args: [['X', 'Y']] })
    say({ id: 'b', ...frame, credentials: { apiKey: 'mine' }, args: [outcomes], ...rest })
    expect([counts.watched, counts.subscriptions]).toEqual([4, 2])
  })

  test('ends by its last id', () => {
    const { say, watchBook, told, counts } = setUp()
    for (const id of ['a', 'b']) watchBook(id, ['X'], batch)
    for (const id of ['a', 'b']) say({ id, action: 'unsubscribe' })
    expect(told()).toEqual(['replaced a', 'error a No active subscription for id a', 'subscribed b'])
    expect(counts.watched).toBe(0)
  })
})

describe('an end', () => {
  test.each([
    ['of this very call', { method: 'watchOrderBook', args: ['X'] }, ['X']],
    ['of a book by its outcome', { method: 'unwatchOrderBook', args: ['X'] }, ['X']],
    ['of all of an id', {}, ['X', 'Y']],
  ])('%s ends that and nothing else', (_what, frame, ended) => {
    const { say, watchBook, told, begun, forgotten, counts } = setUp()
    for (const outcome of ['X', 'Y']) watchBook('a', outcome)
    watchBook('b', 'Z')
    watchBook('c', 'X', 'watchTrades')
    say({
      id: 'polymarket',
      action: 'subscribe',
      exchange: 'polymarket',
      method: 'watchOrderBook',
      args: ['X'],
    })
    say({ id: 'a', action: 'unsubscribe', ...frame })
    const left = begun.filter(({ signal }) => signal.aborted).map(({ args }) => Object(args)[0])
    expect([left, forgotten.length, counts.watched]).toEqual([ended, ended.length, 5 - ended.length])
    expect(told()).toEqual(['subscribed a'])
  })

  test('of nothing is told as such', () => {
    const { say, watchBook, told, counts } = setUp()
    watchBook('a', ['X', 'Y'], 'watchOrderBooks')
    say({ id: 'a', action: 'unsubscribe', method: 'watchOrderBook', args: ['X'] })
    say({ id: 'a', action: 'unsubscribe', method: 'unwatchOrderBook', args: [] })
    say({ id: 'b', action: 'unsubscribe' })
    expect(told()).toEqual([
      'error a No active subscription for kalshi:watchOrderBook:["X"]',
      'error a No active subscription for kalshi:watchOrderBook:[]',
      'error b No active subscription for id b',
    ])
    expect([counts.watched, counts.subscriptions]).toEqual([2, 1])
  })

  test('before it has begun stops it when it begins, and says nothing of it', async () => {
    const { say, watchBook, told, begun, settled } = setUp()
    watchBook('a', 'X')
    watchBook('b', 'X')
    for (const id of ['a', 'b']) say({ id, action: 'unsubscribe' })
    begun[0]?.settle.resolve(['X'])
    begun[1]?.settle.reject(new Error('too late'))
    await settled()
    expect([told(), begun[0]?.stopped]).toEqual([['subscribed a', 'subscribed b'], true])
  })

  test('by the source is told once, and what comes after it is of nothing', async () => {
    const { watchBook, told, begun, counts, settled } = setUp()
    watchBook('a', 'X')
    begun[0]?.settle.resolve(['X'])
    await settled()
    for (const why of ['closed', 'again']) begun[0]?.sink.ended(why as never)
    expect([told(), counts.watched]).toEqual([['subscribed a', 'error a closed'], 0])
  })

  test('by the client makes room for others: his bounds count what stands', () => {
    const { say, told, counts } = setUp()
    const many = Array.from({ length: 6_000 }, (_, index) => String(index))
    const watchMany = (id: string, args = many) =>
      say({ id, action: 'subscribe', method: 'watchOrderBooks', args: [args] })
    const others = many.map((one) => `other ${one}`)
    watchMany('a')
    watchMany('b', others)
    expect(told()[0]).toMatch(/^error b This socket already watches nearly 10000 outcomes/)
    say({ id: 'a', action: 'unsubscribe' })
    watchMany('b', others)
    watchMany('c', many.slice(0, 4_000))
    expect([told(), counts.watched]).toEqual([['subscribed a'], 10_000])
    watchMany('d', ['one more'])
    expect(told()).toHaveLength(1)
  })
})

test('two thousand subscriptions fit, and not one more', () => {
  const { watchBook, told, counts } = setUp()
  for (let index = 0; index < 2_001; index++) watchBook(String(index), 'X')
  expect([counts.watched, told()]).toEqual([
    2_000,
    ['error 2000 This socket already watches 2000 topics. Unsubscribe some topics, or open another socket.'],
  ])
})

test('a frame of no use is told with its id where it has one, and nothing is heard after the end', () => {
  const { session, say, told } = setUp()
  session.receive('no JSON')
  say({ id: 'a', action: 'dance' })
  expect(told()).toEqual(['error Invalid JSON', 'error a Unknown action: dance'])
  session.close()
  say({ id: 'a', action: 'dance' })
  expect(told()).toEqual([])
})
