import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { OrderBook, Trade } from '../../../src/api/models/models.js'
import type { Job } from '../../../src/core/request/api-call.js'
import { createLongPolls } from '../../../src/core/watch/long-poll.js'
import type { StartWatch, WatchSink, WatchUpdate } from '../../../src/core/watch/subscriptions.js'
import { noSecrets, type Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { fakeClock, settle } from '../../support/clock.js'

interface Begun {
  readonly sink: WatchSink
  readonly symbols: readonly string[]
  readonly books: Map<string, WatchUpdate>
  stopped: number
}

const bookNews = (symbol: string, price: number): WatchUpdate => {
  const book: OrderBook = { bids: [{ price, size: 1 }], asks: [] }
  return { kind: 'book', symbol, data: () => book, json: () => Buffer.from(JSON.stringify(book)) }
}
const trade = (id: string): Trade => ({ id, timestamp: 1, price: 0.5, amount: 1, side: 'buy' })

/** Calls that wait, over watches that tell what a test says; `at` hold what stands at their beginning. */
function setUp({
  at = {},
  isStreamed = true,
  hold,
}: {
  at?: Readonly<Record<string, number>>
  isStreamed?: boolean
  hold?: () => Promise<void>
} = {}) {
  const clock = fakeClock()
  const begun: Begun[] = []
  const startWatch: StartWatch = async (_method, args, _job, sink) => {
    await hold?.()
    const symbols = [args[0]].flat().map(String)
    const books = new Map<string, WatchUpdate>()
    for (const symbol of symbols) {
      const price = at[symbol]
      if (price !== undefined) books.set(symbol, bookNews(symbol, price))
    }
    const one: Begun = { sink, symbols, books, stopped: 0 }
    begun.push(one)
    const stop = (): void => {
      one.stopped++
    }
    return { isStreamed, symbols, current: () => [...books.values()], stop }
  }
  const polls = createLongPolls(clock, startWatch)

  function jobOf(client = 'test', secrets: Secrets = noSecrets, signal = new AbortController().signal): Job {
    const omissions = { noteCut: () => expect.unreachable() }
    return {
      venue: { id: 'polymarket' },
      ctx: { caller: { client }, secrets, signal, omissions },
    } as unknown as Job
  }
  const one = (id = 'a', job = jobOf()) => polls.one('watchOrderBook', [id, undefined, undefined], job)
  const many = (ids: readonly string[], job = jobOf()) =>
    polls.many('watchOrderBooks', [[...ids], undefined, undefined], job)
  const trades = (id = 'a', job = jobOf()) =>
    polls.trades('watchTrades', [id, undefined, undefined, undefined], job)
  /** Tells a new book of what was begun so. */
  function tell(symbol: string, price: number, index = 0): void {
    const news = bookNews(symbol, price)
    begun[index]?.books.set(symbol, news)
    begun[index]?.sink.update(news)
  }
  const tellTrades = (ids: readonly string[], index = 0) =>
    begun[index]?.sink.update({ kind: 'trades', symbol: 'a', trades: ids.map(trade) })
  return { clock, polls, begun, jobOf, one, many, trades, tell, tellTrades }
}

const priceOf = ({ bids }: OrderBook) => bids[0]?.price
/** What has become of it so far. */
function watch<Value>(asked: Promise<Value>) {
  const seen: { told?: Value; failed?: unknown } = {}
  asked.then(
    (told) => {
      seen.told = told
    },
    (error: unknown) => {
      seen.failed = error
    },
  )
  return seen
}

describe('a book that is asked for again and again', () => {
  test('is told at once, then when it changes, and always the newest', async () => {
    const { one, tell, clock } = setUp({ at: { a: 0.1 } })
    expect(priceOf((await one()).data)).toBe(0.1)
    const next = watch(one())
    await clock.advance(5_000)
    expect(next).toEqual({})
    tell('a', 0.2)
    await settle()
    expect(next.told && priceOf(next.told.data)).toBe(0.2)
    for (const price of [0.3, 0.4]) tell('a', price)
    expect(priceOf((await one()).data)).toBe(0.4)
    expect(watch(one())).toEqual({})
  })

  test('is told once more as it stands after 24 s without a change: before clients give up', async () => {
    const { one, clock } = setUp({ at: { a: 0.1 } })
    await one()
    const next = watch(one())
    await clock.advance(23_999)
    expect(next).toEqual({})
    await clock.advance(1)
    expect(next.told && priceOf(next.told.data)).toBe(0.1)
  })

  test('is waited for no longer because something came that is no book to believe', async () => {
    const { one, tell, begun, clock } = setUp()
    const asked = watch(one())
    await clock.advance(20_000)
    tell('a', 0.1)
    begun[0]?.books.clear()
    await clock.advance(4_000)
    expect(asked.failed).toMatchObject({ code: 'NETWORK_ERROR', detail: { kind: 'no_data' } })
    expect(Object(asked.failed).message).toContain('within 24 s')
  })

  test.each([
    [true, 'streamed'],
    [false, 'polled'],
  ])('says how it comes: by a socket is %s', async (isStreamed, word) => {
    const { one } = setUp({ at: { a: 0.1 }, isStreamed })
    expect((await one()).headers).toEqual({ 'x-pmx-watch': word })
  })

  test('ends its waiting call with the reason for which the watching ended, and is begun anew by the next', async () => {
    const { one, begun, clock } = setUp({ at: { a: 0.1 } })
    await one()
    const next = watch(one())
    await clock.advance(1_000)
    const gone = new PmxError('NOT_FOUND', 'the market has closed')
    begun[0]?.sink.ended(gone)
    await settle()
    expect(next.failed).toBe(gone)
    expect(priceOf((await one()).data)).toBe(0.1)
    expect(begun).toHaveLength(2)
  })

  test.each([
    ['leaves', 0],
    ['has left before', 1],
  ])('lets a caller go who %s, with his own reason, and goes on being watched', async (_what, before) => {
    const { one, begun, jobOf, tell } = setUp({ at: { a: 0.1 } })
    await one()
    const leaver = new AbortController()
    const reason = new Error('he has left')
    if (before === 1) leaver.abort(reason)
    const left = watch(one('a', jobOf('test', noSecrets, leaver.signal)))
    await settle()
    if (before === 0) leaver.abort(reason)
    await settle()
    expect(left.failed).toBe(reason)
    tell('a', 0.2)
    expect(priceOf((await one()).data)).toBe(0.2)
    expect([begun.length, begun[0]?.stopped]).toEqual([1, 0])
  })
})

describe('several books', () => {
  test('are waited for until each is there, and told in the order in which they were asked for', async () => {
    const { many, tell, clock } = setUp({ at: { b: 0.2 } })
    const asked = watch(many(['a', 'b']))
    await clock.advance(1_000)
    expect(asked).toEqual({})
    tell('a', 0.1)
    await settle()
    expect(asked.told && Object.entries(asked.told.data).map(([id, book]) => [id, priceOf(book)])).toEqual([
      ['a', 0.1],
      ['b', 0.2],
    ])
    const next = watch(many(['a', 'b']))
    await clock.advance(1_000)
    expect(next).toEqual({})
    tell('b', 0.3)
    await settle()
    expect(next.told?.data).toMatchObject({ a: { bids: [{ price: 0.1 }] }, b: { bids: [{ price: 0.3 }] } })
  })

  test('are those that came where one does not, and an error where none does', async () => {
    const some = setUp({ at: { b: 0.2 } })
    const asked = watch(some.many(['a', 'b']))
    await some.clock.advance(24_000)
    expect(Object.keys(Object(asked.told?.data))).toEqual(['b'])
    const none = setUp()
    const silent = watch(none.many(['a', 'b']))
    await none.clock.advance(24_000)
    expect(silent.failed).toMatchObject({ code: 'NETWORK_ERROR', detail: { kind: 'no_data' } })
  })
})

describe('trades', () => {
  test('are each told once, those between two calls with the next one', async () => {
    const { trades, tellTrades, clock } = setUp()
    const first = watch(trades())
    await clock.advance(1_000)
    tellTrades(['1', '2'])
    await settle()
    tellTrades(['3'])
    tellTrades(['4'])
    expect(first.told?.data.map(({ id }) => id)).toEqual(['1', '2'])
    expect((await trades()).data.map(({ id }) => id)).toEqual(['3', '4'])
  })

  test('are an empty list after 24 s without one: that none was made is no error', async () => {
    const { trades, clock } = setUp()
    const asked = watch(trades())
    await clock.advance(24_000)
    expect(asked.told?.data).toEqual([])
  })
})

describe('what is watched by calls', () => {
  test('counts its minute from the end of each call', async () => {
    const { one, begun, clock, tell } = setUp({ at: { a: 0.1 } })
    await one()
    await clock.advance(50_000)
    const waiting = watch(one())
    await clock.advance(15_000)
    expect([begun[0]?.stopped, waiting]).toEqual([0, {}])
    tell('a', 0.2)
    await clock.advance(59_999)
    expect(begun[0]?.stopped).toBe(0)
    await clock.advance(1)
    expect([begun[0]?.stopped, clock.pendingTimers]).toEqual([1, 0])
    expect(priceOf((await one()).data)).toBe(0.1)
    expect(begun).toHaveLength(2)
  })

  test('is not let go while another call of the same caller waits', async () => {
    const { trades, begun, jobOf, clock } = setUp()
    const leaver = new AbortController()
    const left = watch(trades('a', jobOf('test', noSecrets, leaver.signal)))
    await clock.advance(20_000)
    const stays = watch(trades())
    leaver.abort(new Error('he has left'))
    await clock.advance(23_000)
    expect([left.failed, stays, clock.pendingTimers]).toEqual([expect.any(Error), {}, 1])
    await clock.advance(1_000 + 60_000)
    expect([stays.told?.data, begun[0]?.stopped]).toEqual([[], 1])
  })

  test('is kept once of two first calls at the same time, and both go on with that', async () => {
    const { one, begun, tell } = setUp({ at: { a: 0.1 }, hold: settle })
    const [first, second] = [watch(one()), watch(one())]
    await settle()
    await settle()
    expect(begun.map(({ stopped }) => stopped)).toEqual([0, 1])
    tell('a', 0.2)
    await settle()
    expect([first, second].map(({ told }) => told && priceOf(told.data))).toEqual([0.1, 0.2])
  })

  test("is each caller's own: by client, credentials, question and method", async () => {
    const { one, many, begun, jobOf } = setUp({ at: { a: 0.1, b: 0.2 } })
    const mine: Secrets = { values: { apiKey: 'mine' }, withheld: false }
    await one()
    await one('b')
    await one('a', jobOf('other'))
    await one('a', jobOf('test', mine))
    await many(['a'])
    expect(begun).toHaveLength(5)
  })

  test('is ended by its caller alone, and only the book that he names', async () => {
    const { one, many, trades, tellTrades, polls, begun, jobOf } = setUp({ at: { a: 0.1, b: 0.2 } })
    await one('a')
    await one('b')
    await one('a', jobOf('other'))
    await many(['a'])
    const asked = trades('a')
    await settle()
    tellTrades(['1'], 4)
    await asked
    polls.stop('a', jobOf())
    expect(begun.map(({ stopped }) => stopped)).toEqual([1, 0, 0, 0, 0])
    expect(priceOf((await one('a')).data)).toBe(0.1)
    expect(begun).toHaveLength(6)
  })

  test('leaves no timer behind when its caller ends it', async () => {
    const { one, polls, jobOf, clock } = setUp({ at: { a: 0.1 } })
    await one()
    expect(clock.pendingTimers).toBe(1)
    polls.stop('a', jobOf())
    expect(clock.pendingTimers).toBe(0)
  })

  test('is at most so much in all: who is known goes on, and what is ended makes room', async () => {
    const { one, polls, jobOf } = setUp({ at: { a: 0.1 } })
    for (let index = 0; index < 5_000; index++) await one('a', jobOf(`client ${index}`))
    const fails = { code: 'RATE_LIMIT_EXCEEDED' }
    await expect(one('a', jobOf('one more'))).rejects.toMatchObject(fails)
    polls.stop('a', jobOf('client 7'))
    expect(priceOf((await one('a', jobOf('one more'))).data)).toBe(0.1)
  })
})
