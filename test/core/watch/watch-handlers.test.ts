import { describe, expect, test } from 'vitest'
import type { Position } from '../../../src/api/models/models.js'
import type { Job, MethodResult } from '../../../src/core/request/api-call.js'
import { createSocketWatches } from '../../../src/core/watch/socket-subscriptions.js'
import type { StartWatch } from '../../../src/core/watch/subscriptions.js'
import { createWatchHandlers } from '../../../src/core/watch/watch-handlers.js'
import { noSecrets, type Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../support/clock.js'
import { fakeVenue } from '../fake-venue.js'

const nothing: StartWatch = () => expect.unreachable()
const mine: Secrets = { values: { apiKey: 'mine' }, withheld: false }

/** An address whose positions a test says. */
function setUp(rest?: Partial<Venue>, startWatch: StartWatch | undefined = nothing) {
  const clock = fakeClock()
  let size = 1
  const readAt: number[] = []
  const from = clock.monotonic()
  const positionsOf = async (address: string): Promise<Position[]> => {
    readAt.push(clock.monotonic() - from)
    return [{ marketId: address, outcomeId: 'o', size }]
  }
  const handlers = createWatchHandlers(clock, startWatch, createSocketWatches())
  const venue = fakeVenue({ rest: rest ?? { account: { positionsOf } } })
  const jobOf = (client = 'test', secrets = noSecrets): Job =>
    ({ venue, ctx: { caller: { client }, secrets, signal: new AbortController().signal } }) as unknown as Job
  const watch = (types?: readonly unknown[], job = jobOf(), address = '0xabc') =>
    handlers.watchAddress?.([address, types] as never, job) as Promise<MethodResult>
  const seen = async (asked: Promise<MethodResult>) => Object((await asked).data).positions[0].size as number
  return {
    clock,
    readAt,
    handlers,
    jobOf,
    watch,
    seen,
    hold: (more: number) => {
      size = more
    },
  }
}

describe('an address that is watched', () => {
  test('is told at once, with the time and how it came, then when it changes', async () => {
    const { watch, clock, hold, readAt, seen } = setUp()
    const { data, headers } = await watch(['positions'])
    expect([data, headers]).toEqual([
      {
        address: '0xabc',
        timestamp: clock.now(),
        positions: [{ marketId: '0xabc', outcomeId: 'o', size: 1 }],
      },
      { 'x-pmx-watch': 'polled' },
    ])
    const next = seen(watch())
    await clock.advance(7_000)
    hold(2)
    await clock.advance(3_000)
    expect([await next, readAt]).toEqual([2, [0, 0, 5_000, 10_000]])
  })

  test('is told as it stands where nothing changes, before clients give up', async () => {
    const { watch, clock, readAt, seen } = setUp()
    await watch()
    const next = seen(watch())
    await clock.advance(24_000)
    expect([await next, readAt]).toEqual([1, [0, 0, 5_000, 10_000, 15_000, 20_000]])
  })

  test('is new to each caller, by client, credentials and address, and to one who has ended it', async () => {
    const { watch, handlers, jobOf, readAt } = setUp()
    await watch()
    await watch(undefined, jobOf('other'))
    await watch(undefined, jobOf('test', mine))
    await watch(undefined, jobOf(), '0xdef')
    expect(await handlers.unwatchAddress?.(['0xabc', undefined] as never, jobOf())).toBeNull()
    await watch()
    expect(readAt).toEqual([0, 0, 0, 0, 0])
  })

  test.each<[unknown, string]>([
    ['trades', 'NOT_SUPPORTED'],
    ['balances', 'NOT_SUPPORTED'],
    ['weather', 'VALIDATION_ERROR'],
  ])('is refused for its %s', async (type, code) => {
    await expect(setUp().watch(['positions', type])).rejects.toMatchObject({ code })
  })
})

describe('what a venue does not have', () => {
  test.each<[string, readonly unknown[]]>([
    ['watchAddress', ['0xabc', undefined]],
    ['unwatchAddress', ['0xabc', undefined]],
    ['unwatchOrderBook', ['a']],
  ])('cannot be watched: %s', async (method, args) => {
    for (const rest of [{}, { account: {} }]) {
      const { handlers, jobOf } = setUp(rest)
      const run = Reflect.get(handlers, method) as (args: unknown, job: Job) => Promise<unknown>
      await expect(run(args, jobOf())).rejects.toMatchObject({
        code: 'NOT_SUPPORTED',
        message: expect.stringContaining(method),
      })
    }
  })
})

test.each<[string, readonly unknown[]]>([
  ['watchOrderBook', ['a', undefined, undefined]],
  ['watchOrderBooks', [['a'], undefined, undefined]],
  ['watchTrades', ['a', undefined, undefined, undefined]],
  ['unwatchOrderBook', ['a']],
  ['watchAddress', ['0xabc', undefined]],
  ['unwatchAddress', ['0xabc', undefined]],
])('where nothing goes on by itself, %s says so', async (method, args) => {
  const book = { fetch: () => expect.unreachable() }
  const account = { positionsOf: () => expect.unreachable() }
  const clock = fakeClock()
  const handlers = createWatchHandlers(clock, undefined, createSocketWatches())
  const run = Reflect.get(handlers, method) as (args: unknown, job: Job) => Promise<unknown>
  const job = {
    venue: fakeVenue({ rest: { book, account } }),
    ctx: { caller: { client: 'test' }, secrets: noSecrets },
  }
  await expect(run(args, job as unknown as Job)).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
    detail: { kind: 'no_streams' },
  })
})

test('books and trades come as calls that wait, and a book is ended for the caller who ends it', async () => {
  let stopped = 0
  const level = { price: 0.4, size: 1 }
  const book = { bids: [level], asks: [] }
  const news = { kind: 'book', symbol: 'a', data: () => book, json: () => Buffer.from('') } as const
  const startWatch: StartWatch = async (method, _args, _job, sink) => {
    const trades = [{ id: '1', timestamp: 1, price: 0.5, amount: 1, side: 'buy' }] as const
    if (method === 'watchTrades') queueMicrotask(() => sink.update({ kind: 'trades', symbol: 'a', trades }))
    const stop = (): void => {
      stopped++
    }
    return { isStreamed: true, symbols: ['a'], current: () => [news], stop }
  }
  const { handlers, jobOf } = setUp({ book: { fetch: () => expect.unreachable() } }, startWatch)
  const told = [
    await handlers.watchOrderBook?.(['a', undefined, undefined], jobOf()),
    await handlers.watchOrderBooks?.([['a'], undefined, undefined], jobOf()),
    await handlers.watchTrades?.(['a', undefined, undefined, undefined], jobOf()),
  ] as MethodResult[]
  expect(told.map(({ data }) => data)).toMatchObject([book, { a: book }, [{ id: '1' }]])
  expect(told.map(({ headers }) => headers['x-pmx-watch'])).toEqual(['streamed', 'streamed', 'streamed'])
  expect(await handlers.unwatchOrderBook?.(['a'], jobOf())).toBeNull()
  expect(stopped).toBe(1)
})
