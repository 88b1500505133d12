import { describe, expect, test } from 'vitest'
import { MAX_TEXT_LENGTH } from '../../../src/api/arguments/arguments.js'
import type { ArgsOf } from '../../../src/api/arguments/methods.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { OrderBook, Trade } from '../../../src/api/models/models.js'
import type { LocateOutcome } from '../../../src/candles/fetch/series-locator.js'
import type { OpenContext } from '../../../src/core/request/request-context.js'
import { createWatching, type WatchMethod, type WatchUpdate } from '../../../src/core/watch/subscriptions.js'
import { createSharedBook, type SharedBook } from '../../../src/streams/books/outcome-book.js'
import type { WatchTarget } from '../../../src/streams/books/watch-target.js'
import type { StreamManager } from '../../../src/streams/stream-manager.js'
import { createMemo } from '../../../src/venue-kit/contract/memo.js'
import type { StreamSource, StreamTrade } from '../../../src/venue-kit/contract/stream-source.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { noOwnStreams } from '../../streams/support/own-streams.js'
import { fakeClock, settle } from '../../support/clock.js'
import { fakeVenue } from '../fake-venue.js'

interface Part {
  readonly target: WatchTarget
  next(item: unknown): void
  ended(error: PmxError): void
  current: unknown
  stopped: number
}

const NOON = Date.UTC(2026, 10, 21, 12)
const book: OrderBook = {
  bids: [0.3, 0.2, 0.1].map((price) => ({ price, size: 1 })),
  asks: [0.6, 0.7, 0.8].map((price) => ({ price, size: 1 })),
}
const trade = (id: string, at: number): StreamTrade => ({
  id,
  timestamp: NOON + at,
  price: 0.25,
  amount: 1,
  side: 'buy',
})

/** Watches over a house whose parts tell what a test says; outcomes named `…-no` see the book from its other side. */
function setUp({
  rest = {},
  polled = [],
  paper = {},
}: {
  rest?: Partial<Venue>
  polled?: readonly string[]
  paper?: Parameters<typeof createWatching>[2]
} = {}) {
  const parts: Part[] = []
  const begin = (target: WatchTarget, listener: Pick<Part, 'next' | 'ended'>) => {
    const part: Part = { target, ...listener, current: undefined, stopped: 0 }
    parts.push(part)
    const id = target.located.outcomeId
    return {
      isMirrored: id.endsWith('-no'),
      isStreamed: !polled.includes(id),
      get current() {
        return part.current
      },
      stop() {
        part.stopped++
      },
    }
  }
  const house = { book: begin, trades: begin } as unknown as StreamManager
  const locate = (async (_venue: unknown, outcomeId: string) => {
    if (outcomeId === 'nope') throw new PmxError('NOT_FOUND', 'no outcome')
    return { located: { outcomeId, facts: undefined } }
  }) as unknown as LocateOutcome
  const venue = fakeVenue({ rest: { book: { fetch: () => expect.unreachable() }, ...rest } })
  const omissions = { noteCut: () => {} }
  const clock = fakeClock(NOON + 60_000)
  const ctx = {
    secrets: { values: {}, withheld: false },
    clock,
    memo: createMemo(10, clock),
    omissions,
    signal: new AbortController().signal,
  } as unknown as OpenContext
  const start = createWatching(house, locate, paper, noOwnStreams)
  const news: WatchUpdate[] = []
  const ended: unknown[] = []
  const sink = {
    update: (one: WatchUpdate) => void news.push(one),
    ended: (error: unknown) => void ended.push(error),
  }
  const watch = <M extends WatchMethod>(method: M, args: readonly unknown[], named?: unknown) =>
    start(method, args as ArgsOf<M>, { venue, ctx }, sink, ...(named === undefined ? [] : [named]))
  /** What was told, each with its symbol: the best prices of books, the ids of trades. */
  const told = () =>
    news
      .splice(0)
      .map((one) =>
        one.kind === 'book'
          ? [one.symbol, one.data().bids.map(({ price }) => price)]
          : [one.symbol, one.kind === 'trades' ? one.trades.map(({ id }) => id) : one.rows],
      )
  return { parts, ended, news, watch, told }
}

const fed = (number = 1): SharedBook => createSharedBook(number, book)

describe('a book that is watched', () => {
  test('is told from the side of its outcome, as deep as it was asked for', async () => {
    const { watch, parts, told, news } = setUp()
    const yes = await watch('watchOrderBook', ['a', 2, undefined])
    await watch('watchOrderBook', ['a-no', undefined, { limit: 1 }])
    expect(yes).toMatchObject({ isStreamed: true, symbols: ['a'] })
    for (const part of parts) part.next(fed())
    expect(JSON.parse(String(news[0]?.kind === 'book' && news[0].json())).bids).toHaveLength(2)
    expect(told()).toEqual([
      ['a', [0.3, 0.2]],
      ['a-no', [0.4]],
    ])
  })

  test('is known as it stands where it is known, and told under the name that its caller gave', async () => {
    const { watch, parts } = setUp()
    const watching = await watch('watchOrderBook', ['a', undefined, undefined], 'as he calls it')
    expect([watching.symbols, watching.current()]).toEqual([['as he calls it'], []])
    const [part] = parts
    if (part !== undefined) part.current = fed()
    expect(watching.current().map(({ kind, symbol }) => [kind, symbol])).toEqual([['book', 'as he calls it']])
    watching.stop()
    expect(part?.stopped).toBe(1)
  })

  test('tells why it has ended, once', async () => {
    const { watch, parts, ended } = setUp()
    await watch('watchOrderBook', ['a', undefined, undefined])
    const gone = new PmxError('NOT_FOUND', 'closed')
    parts[0]?.ended(gone)
    parts[0]?.ended(gone)
    expect([ended, parts[0]?.stopped]).toEqual([[gone], 1])
  })

  test.each<[string, readonly unknown[], object]>([
    ['no whole number of levels', ['a', 1.5, undefined], { code: 'VALIDATION_ERROR' }],
    ['no levels', ['a', undefined, { limit: 0 }], { code: 'VALIDATION_ERROR' }],
    ['the past', ['a', undefined, { since: 1 }], { code: 'NOT_SUPPORTED' }],
    ['no outcome', ['nope', undefined, undefined], { code: 'NOT_FOUND' }],
  ])('is refused for %s', async (_what, args, error) => {
    await expect(setUp().watch('watchOrderBook', args)).rejects.toMatchObject(error)
  })

  test('is not supported by a venue that has none', async () => {
    const { watch } = setUp({ rest: { book: undefined } as never })
    await expect(watch('watchOrderBook', ['a', undefined, undefined])).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
    })
  })
})

describe('several books', () => {
  test('are each told under the name that its caller gave, one that he names twice once', async () => {
    const { watch, parts, told } = setUp({ polled: ['b'] })
    const args = [[' a ', 'b', 'a'], undefined, undefined]
    const watching = await watch('watchOrderBooks', args, ['A of his', 'B of his', 'A again'])
    expect(watching).toMatchObject({ symbols: ['A of his', 'B of his'], isStreamed: false })
    expect(parts.map(({ target }) => target.located.outcomeId)).toEqual(['a', 'b'])
    parts[1]?.next(fed())
    expect(told()).toEqual([['B of his', [0.3, 0.2, 0.1]]])
    for (const part of parts) part.current = fed()
    expect(watching.current().map(({ symbol }) => symbol)).toEqual(['A of his', 'B of his'])
  })

  test('come by a socket where each does', async () => {
    const watching = await setUp().watch('watchOrderBooks', [['a', 'b'], undefined, undefined])
    expect(watching).toMatchObject({ symbols: ['a', 'b'], isStreamed: true })
  })

  test('end together, once, with the reason of the first, and are let go', async () => {
    const { watch, parts, ended } = setUp()
    await watch('watchOrderBooks', [['a', 'b'], undefined, undefined])
    const gone = new PmxError('NOT_FOUND', 'closed')
    parts[1]?.ended(gone)
    parts[0]?.ended(new PmxError('NETWORK_ERROR', 'away'))
    expect([ended, parts.map(({ stopped }) => stopped)]).toEqual([[gone], [1, 1]])
  })

  test('that their caller has stopped tell nobody that they have ended', async () => {
    const { watch, parts, ended } = setUp()
    const watching = await watch('watchOrderBooks', [['a', 'b'], undefined, undefined])
    watching.stop()
    parts[0]?.ended(new PmxError('NETWORK_ERROR', 'away'))
    expect(ended).toEqual([])
  })

  const many = (count: number) => Array.from({ length: count }, (_, index) => `o${index}`)
  test.each<[string, readonly unknown[]]>([
    ['none', []],
    ['more than 500', many(501)],
    ['a number', ['a', 5]],
    ['spaces', ['a', '  ']],
    ['a text that is no id any more', ['a'.repeat(MAX_TEXT_LENGTH + 1)]],
  ])('are refused where they are %s, and the error names the argument', async (_what, ids) => {
    await expect(setUp().watch('watchOrderBooks', [ids, undefined, undefined])).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('outcomeIds'),
      field: 'outcomeIds',
    })
  })

  test('are as many as 500, with ids as long as ids may be', async () => {
    const ids = [...many(499), 'a'.repeat(MAX_TEXT_LENGTH)]
    const watching = await setUp().watch('watchOrderBooks', [ids, undefined, undefined])
    expect(watching.symbols).toEqual(ids)
  })
})

describe('trades that are watched', () => {
  const nobody = { list: () => expect.unreachable() }
  /** A venue that has made these trades before. */
  const madeBefore = (rows: readonly Trade[]): Partial<Venue> => ({
    trades: {
      list: () => ({
        kind: 'cursor',
        what: 'trades',
        idOf: ({ id }: Trade) => id,
        fetch: async () => ({ rows }),
      }),
    } as unknown as NonNullable<Venue['trades']>,
  })
  const args = (since?: number, limit?: number) => ['a', undefined, since, limit]

  test('are told as they come, from the side of their outcome; none are nothing to tell', async () => {
    const { watch, parts, told, news } = setUp({ rest: { trades: nobody } as never })
    const watching = await watch('watchTrades', ['a-no', undefined, undefined, undefined])
    expect(watching).toMatchObject({ symbols: ['a-no'], isStreamed: true })
    expect(watching.current()).toEqual([])
    parts[0]?.next({ trades: [] })
    parts[0]?.next({ trades: [trade('1', 0)] })
    expect(news).toMatchObject([{ trades: [{ price: 0.75, side: 'sell', outcomeId: 'a-no' }] }])
    expect(told()).toEqual([['a-no', ['1']]])
    watching.stop()
    expect(parts[0]?.stopped).toBe(1)
  })

  test('are the newest of a frame, no more than were asked for', async () => {
    const { watch, parts, told } = setUp({ rest: { trades: nobody } as never })
    await watch('watchTrades', args(undefined, 2))
    parts[0]?.next({ trades: ['1', '2', '3'].map((id, index) => trade(id, index)) })
    expect(told()).toEqual([['a', ['2', '3']]])
  })

  test('are a thousand of a frame at most, however many are asked for', async () => {
    const { watch, parts, told } = setUp({ rest: { trades: nobody } as never })
    await watch('watchTrades', args(undefined, 5_000))
    parts[0]?.next({ trades: Array.from({ length: 1_001 }, (_, index) => trade(String(index), index)) })
    expect(told()[0]?.[1]).toHaveLength(1_000)
  })

  test('since a time are read first, and what came meanwhile follows, each once', async () => {
    const known = [trade('2', 2_000), trade('1', 1_000)] as Trade[]
    const { watch, parts, told } = setUp({ rest: madeBefore(known) })
    const asked = watch('watchTrades', args(NOON))
    await Promise.resolve()
    while (parts.length === 0) await Promise.resolve()
    parts[0]?.next({ trades: [trade('socket of 2', 2_000), trade('3', 3_000)] })
    expect(told()).toEqual([])
    await asked
    await settle()
    parts[0]?.next({ trades: [trade('4', 4_000)] })
    expect(told()).toEqual([
      ['a', ['1', '2', '3']],
      ['a', ['4']],
    ])
  })

  test('since a time at which there were none are what comes after it', async () => {
    const { watch, parts, told } = setUp({ rest: madeBefore([]) })
    const asked = watch('watchTrades', args(NOON))
    while (parts.length === 0) await Promise.resolve()
    parts[0]?.next({ trades: [trade('old', 0), trade('new', 1)] })
    await asked
    await settle()
    expect(told()).toEqual([['a', ['new']]])
  })

  test('end with the failure to read those before, and are let go', async () => {
    const away = new PmxError('NETWORK_ERROR', 'away')
    const list = () => {
      throw away
    }
    const { watch, parts } = setUp({ rest: { trades: { list } } as never })
    await expect(watch('watchTrades', args(NOON))).rejects.toBe(away)
    expect(parts[0]?.stopped).toBe(1)
  })

  test('tell why they have ended', async () => {
    const { watch, parts, ended } = setUp({ rest: { trades: nobody } as never })
    await watch('watchTrades', args())
    const gone = new PmxError('NOT_FOUND', 'closed')
    parts[0]?.ended(gone)
    expect(ended).toEqual([gone])
  })

  test('of one address, or of a venue that tells none, are not supported', async () => {
    const refused = { code: 'NOT_SUPPORTED' }
    const { watch } = setUp({ rest: { trades: nobody } as never })
    await expect(watch('watchTrades', ['a', '0xabc', undefined, undefined])).rejects.toMatchObject(refused)
    await expect(setUp().watch('watchTrades', args())).rejects.toMatchObject(refused)
  })
})

test('a socket that takes a key is opened with one of paper where its caller has none, and no other socket is', async () => {
  const stream = { host: 's', brings: ['book'], place: () => undefined } as unknown as StreamSource
  const paper = { kalshi: { apiKey: 'paper' } }
  const secretsOf = async (more: object) => {
    const { watch, parts } = setUp({ paper, rest: { stream: { ...stream, ...more } as StreamSource } })
    await watch('watchOrderBook', ['a', undefined, undefined])
    return parts[0]?.target.secrets.values
  }
  expect([await secretsOf({ needs: ['apiKey'] }), await secretsOf({})]).toEqual([{ apiKey: 'paper' }, {}])
})
