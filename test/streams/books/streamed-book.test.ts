import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderBook } from '../../../src/api/models/models.js'
import { createStreamedBook, type StreamedBookDeps } from '../../../src/streams/books/streamed-book.js'
import { createPendingChangeLimit } from '../../../src/streams/connection/pending-changes.js'
import { createStreamCounters } from '../../../src/streams/connection/stream-counters.js'
import type { LevelChange, StreamMessage } from '../../../src/venue-kit/contract/stream-source.js'
import { fakeClock, settle } from '../../support/clock.js'

type Told = Extract<StreamMessage, { kind: 'book' | 'changes' }>

function opened(rest: Partial<StreamedBookDeps> = {}) {
  const clock = fakeClock()
  const counts = createStreamCounters().of('polymarket')
  const published: OrderBook[] = []
  const asked: number[] = []
  const mistrusted: number[] = []
  let doubts = 0
  const book = createStreamedBook({
    clock,
    counts,
    begins: 'pushed',
    refreshMs: undefined,
    changeLimit: createPendingChangeLimit(),
    requestAgain: () => asked.push(clock.monotonic()),
    mistrust: (since) => mistrusted.push(since),
    read: () => Promise.reject(new Error('nothing is read')),
    publish: (one) => published.push(one),
    markUnreliable: () => doubts++,
    ...rest,
  })
  return { clock, counts, published, asked, mistrusted, book, doubts: () => doubts }
}

const whole = (bids: [number, number][], asks: [number, number][], rest: object = {}) =>
  ({ kind: 'book', key: 'k', levels: { bids, asks }, ...rest }) as Extract<Told, { kind: 'book' }>
const changes = (rows: LevelChange[], rest: object = {}) =>
  ({ kind: 'changes', key: 'k', changes: rows, ...rest }) as Extract<Told, { kind: 'changes' }>
const bid = (price: number, size: number): LevelChange => ({ side: 'bid', price, size })
const ask = (price: number, size: number): LevelChange => ({ side: 'ask', price, size })

describe('a book of a socket', () => {
  test('is told whole after each packet, with the time of the venue', async () => {
    const { book, published } = opened()
    book.begin()
    book.book(whole([[0.4, 1]], [[0.6, 2]], { at: 1_700_000_000_000 }))
    await settle()
    book.changes(changes([bid(0.41, 3)], { at: 1_700_000_000_500 }))
    book.changes(changes([ask(0.6, 0)], { at: 1_700_000_000_501 }))
    await settle()
    expect(published.map(({ bids, asks, timestamp }) => [bids.length, asks.length, timestamp])).toEqual([
      [1, 1, 1_700_000_000_000],
      [2, 0, 1_700_000_000_501],
    ])
    expect(published[0]?.sourceMetadata).toEqual({ timestampSource: 'venue' })
  })

  test('changes nothing before it is there, and nothing after a gap until it has come whole', async () => {
    const { book, published, asked, counts, doubts } = opened()
    book.begin()
    book.changes(changes([bid(0.3, 9)]))
    book.book(whole([[0.4, 1]], []))
    await settle()
    book.gap()
    expect([asked.length, counts.gaps, doubts()]).toEqual([1, 1, 2])
    book.changes(changes([bid(0.41, 1)]))
    await settle()
    expect(published).toHaveLength(1)
    book.book(whole([[0.42, 5]], []))
    await settle()
    expect(published.at(-1)?.bids).toEqual([{ price: 0.42, size: 5 }])
  })

  test('is never told crossed; a moment is given for the other half, then it is asked for again', async () => {
    const { book, clock, published, asked, counts } = opened()
    book.begin()
    book.book(whole([[0.4, 1]], [[0.6, 2]]))
    await settle()
    book.changes(changes([bid(0.65, 1)]))
    await clock.advance(300)
    book.changes(changes([ask(0.6, 0), ask(0.7, 1)]))
    await clock.advance(1_000)
    expect([published.length, asked.length]).toEqual([2, 0])
    book.changes(changes([bid(0.8, 1)]))
    await clock.advance(499)
    expect(asked).toHaveLength(0)
    await clock.advance(1)
    expect([asked.length, counts.odd, published.length]).toEqual([1, 1, 2])
  })

  test('is held to the best prices that the venue names', async () => {
    const { book, clock, published, asked } = opened()
    book.begin()
    book.book(whole([[0.4, 1]], [[0.6, 2]]))
    await settle()
    // The change that made 0.45 the best bid was missed.
    book.changes(changes([bid(0.3, 4)], { best: { bid: 0.45, ask: 0.6 } }))
    await clock.advance(500)
    expect([published.length, asked.length]).toEqual([1, 1])
    book.book(whole([[0.45, 1]], []))
    book.changes(changes([bid(0.3, 4)], { best: { bid: 0.45, ask: null } }))
    await clock.advance(500)
    expect([published.length, asked.length]).toEqual([2, 1])
  })

  test.each([
    ['after the subscription', 0],
    ['after it was asked for', 1],
  ])('that does not come %s is asked for again, less and less often', async (_when, gaps) => {
    const { book, clock, asked, published } = opened()
    book.begin()
    for (let gap = 0; gap < gaps; gap++) book.gap()
    await clock.advance(9_999)
    expect(asked).toHaveLength(gaps)
    await clock.advance(100_000)
    const waits = asked.slice(gaps + 1).map((at, index) => at - (asked[gaps + index] ?? 0))
    expect(waits.length).toBeGreaterThan(3)
    expect(waits.every((wait) => wait >= 10_000)).toBe(true)
    expect(waits.at(-1)).toBeGreaterThanOrEqual(16_000)
    book.book(whole([[0.4, 1]], []))
    const before = asked.length
    await clock.advance(300_000)
    expect([published.length, asked.length]).toEqual([1, before])
  })

  test('that is gone with its connection is not asked for', async () => {
    const { book, clock, asked } = opened()
    book.begin()
    book.lost()
    await clock.advance(60_000)
    expect(asked).toEqual([])
  })

  test('that stays wrong is asked for less and less often', async () => {
    const { book, clock, asked } = opened()
    book.begin()
    for (let turn = 0; turn < 40; turn++) {
      book.gap()
      await clock.advance(1_000)
    }
    const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  })

  test('older than the one that is known is left out', async () => {
    const { book, published } = opened()
    book.begin()
    book.book(whole([[0.4, 1]], [], { version: 7 }))
    book.book(whole([[0.9, 1]], [], { version: 6 }))
    await settle()
    expect(published.at(-1)?.bids[0]?.price).toBe(0.4)
  })

  test('that nobody can check is sent whole again at intervals', async () => {
    const { book, clock, asked } = opened({ refreshMs: 60_000 })
    book.begin()
    book.book(whole([[0.4, 1]], []))
    await clock.advance(180_000)
    expect(asked).toHaveLength(3)
  })

  test('begins with one that is read, and with what has changed since it was asked for', async () => {
    let give: (book: OrderBook) => void = () => undefined
    const { book, published } = opened({
      begins: 'read',
      read: () => new Promise((resolve) => (give = resolve)),
    })
    book.begin()
    book.changes(changes([bid(0.41, 3)], { at: 1_700_000_000_100 }))
    give({ bids: [{ price: 0.4, size: 1 }], asks: [], timestamp: 1_700_000_000_000 })
    await settle()
    book.changes(changes([bid(0.4, 0)], { at: 1_700_000_000_200 }))
    await settle()
    expect(published.map(({ bids }) => bids.map(({ price }) => price))).toEqual([[0.41, 0.4], [0.41]])
  })

  test('that is read and one that is pushed: the later one stands, by the times of the venue, whichever comes last', async () => {
    const { book, published, reads } = read()
    const tops = () => published.map(({ bids }) => bids[0]?.size)
    book.begin()
    await reads.giveAt(200, [0.4, 2])
    book.book(whole([[0.4, 1]], [], { at: 100, version: 100 }))
    await settle()
    expect(tops()).toEqual([2])
    book.book(whole([[0.4, 4]], [], { at: 400, version: 400 }))
    book.changed()
    await reads.giveAt(300, [0.4, 3])
    expect(tops()).toEqual([2, 4])
    book.changed()
    await reads.giveAt(400, [0.4, 5])
    expect(tops()).toEqual([2, 4, 5])
    // A new connection knows nothing of the times before.
    book.lost()
    book.begin()
    await reads.giveAt(50, [0.4, 6])
    expect(tops()).toEqual([2, 4, 5, 6])
  })

  test.each(['venue', 'received'])(
    'that is read has the time of the %s, and says so',
    async (timestampSource) => {
      const read = {
        bids: [],
        asks: [],
        timestamp: 1_700_000_000_000,
        sourceMetadata: { timestampSource, tick: 1 },
      }
      const { book, published, clock } = opened({ begins: 'read', read: () => Promise.resolve(read) })
      book.begin()
      await settle()
      const timestamp = timestampSource === 'venue' ? read.timestamp : clock.now()
      expect(published).toMatchObject([{ timestamp, sourceMetadata: { timestampSource, tick: 1 } }])
    },
  )

  test('that is read is read once more when the subscription is sure to stand, and then at intervals', async () => {
    const { book, clock, published, reads } = read({ refreshMs: 60_000 })
    book.begin()
    await reads.give([0.4, 1])
    expect(reads.asked).toEqual([0])
    await clock.advance(1_000)
    // What has changed before the venue did as the subscription said was in no frame.
    await reads.give([0.4, 2])
    await clock.advance(180_000)
    expect(reads.asked).toEqual([0, 1_000, 61_000, 121_000, 181_000])
    expect(published.map(({ bids }) => bids[0]?.size)).toEqual([1, 2])
  })

  test('that changes from reading to reading, and nothing is told between them, is on a socket that says nothing', async () => {
    const { book, clock, mistrusted, reads } = read({ refreshMs: 60_000 })
    book.begin()
    await clock.advance(3_000)
    await reads.give([0.4, 1])
    await clock.advance(60_000)
    await reads.give([0.4, 2])
    // Once may be what is on its way.
    expect(mistrusted).toEqual([])
    await clock.advance(60_000)
    await reads.give([0.4, 2])
    await clock.advance(60_000)
    book.changes(changes([bid(0.4, 3)]))
    await reads.give([0.4, 3])
    await clock.advance(60_000)
    await reads.give([0.4, 4])
    expect(mistrusted).toEqual([])
    await clock.advance(60_000)
    await reads.give([0.4, 5])
    expect(mistrusted).toEqual([clock.monotonic() - 120_000])
  })

  test('that was read late, for want of calls, is not read twice', async () => {
    const { book, clock, reads } = read()
    book.begin()
    await clock.advance(3_000)
    await reads.give([0.4, 1])
    await clock.advance(60_000)
    expect(reads.asked).toEqual([0])
  })

  test('goes on while it is read anew; changes of that time are in the new one, whose time they make', async () => {
    const { book, clock, published, reads } = read({ refreshMs: 60_000 })
    book.begin()
    await clock.advance(3_000)
    await reads.give([0.4, 1])
    await clock.advance(60_000)
    expect(reads.asked).toHaveLength(2)
    book.changes(changes([bid(0.41, 3)]))
    await settle()
    await reads.give([0.4, 7])
    expect(published.map(({ bids }) => bids.map(({ price, size }) => [price, size]))).toEqual([
      [[0.4, 1]],
      [
        [0.41, 3],
        [0.4, 1],
      ],
      [
        [0.41, 3],
        [0.4, 7],
      ],
    ])
    expect(published.map(({ sourceMetadata }) => sourceMetadata?.['timestampSource'])).toEqual([
      'venue',
      'received',
      'received',
    ])
  })

  test('stands while reading it anew fails, and is tried again', async () => {
    const { book, clock, published, reads, doubts } = read({ refreshMs: 60_000 })
    book.begin()
    await clock.advance(3_000)
    await reads.give([0.4, 1])
    await clock.advance(60_000)
    const before = doubts()
    book.changes(changes([bid(0.41, 3)]))
    await settle()
    await reads.fail()
    await reads.give([0.4, 7])
    expect(doubts()).toBe(before)
    // The change from before the second try is in what that brought.
    expect(published.map(({ bids }) => bids.length)).toEqual([1, 2, 1])
  })

  test('is read again where more changes came meanwhile than there is room for, which is given back', async () => {
    const room = createPendingChangeLimit(10)
    const readings: ((book: OrderBook) => void)[] = []
    const { book, published, counts } = opened({
      begins: 'read',
      changeLimit: room,
      read: () => new Promise((resolve) => readings.push(resolve)),
    })
    book.begin()
    for (let turn = 0; turn < 5; turn++) book.changes(changes([bid(0.41, turn + 1)]))
    expect([counts.gaps, readings.length, room.take(1)]).toEqual([0, 1, false])
    book.changes(changes([bid(0.43, 1)]))
    expect([counts.gaps, readings.length, room.take(10)]).toEqual([1, 2, true])
    room.giveBack(10)
    book.changes(changes([bid(0.44, 1)]))
    for (const give of readings) give({ bids: [{ price: 0.4, size: 1 }], asks: [], timestamp: 1 })
    await settle()
    expect(published.map(({ bids }) => bids.map(({ price }) => price))).toEqual([[0.44, 0.4]])
    expect(room.take(10)).toBe(true)
  })
})

/** A book that is read, with readings that the test answers one after the other. */
function read(rest: Partial<StreamedBookDeps> = {}) {
  const asked: number[] = []
  let answer: { resolve: (book: OrderBook) => void; reject: (error: Error) => void } | undefined
  const made = opened({
    begins: 'read',
    read: () => {
      asked.push(made.clock.monotonic() - startedAt)
      return new Promise((resolve, reject) => {
        answer = { resolve, reject }
      })
    },
    ...rest,
  })
  const startedAt = made.clock.monotonic()
  const reads = {
    asked,
    give: (...bids: [number, number][]) => reads.giveAt(1_700_000_000_000, ...bids),
    async giveAt(timestamp: number, ...bids: [number, number][]) {
      await settle()
      const rows = bids.map(([price, size]) => ({ price, size }))
      const sourceMetadata = { timestampSource: 'venue' }
      answer?.resolve({ bids: rows, asks: [], timestamp, sourceMetadata })
      await settle()
    },
    async fail() {
      answer?.reject(new Error('no answer'))
      await settle()
    },
  }
  return { ...made, reads }
}

describe('whatever frames come', () => {
  const cents = fc.integer({ min: 1, max: 99 }).map((value) => value / 100)
  const row = fc.tuple(cents, fc.integer({ min: 1, max: 9 }))
  const step = fc.oneof(
    fc.record({ kind: fc.constant('whole' as const), bids: fc.array(row), asks: fc.array(row) }),
    fc.record({
      kind: fc.constant('changes' as const),
      rows: fc.array(fc.tuple(fc.boolean(), cents, fc.integer({ min: 0, max: 9 })), { minLength: 1 }),
    }),
    fc.constant({ kind: 'gap' as const }),
    fc.constant({ kind: 'lost' as const }),
  )

  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
  interface Model {
    readonly bids: Map<number, number>
    readonly asks: Map<number, number>
  }

  test('what is told is sorted, not crossed, and exactly what the frames since the last whole book make', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { book, published } = opened()
        book.begin()
        let model: Model | undefined
        for (const one of steps) {
          const before = published.length
          if (one.kind === 'whole') book.book(whole(one.bids, one.asks))
          else if (one.kind === 'changes')
            book.changes(
              changes(one.rows.map(([isBid, at, size]) => (isBid ? bid(at, size) : ask(at, size)))),
            )
          else book[one.kind]()
          model = after(model, one)
          await Promise.resolve()
          const told = published.slice(before)
          expect(told).toHaveLength(model === undefined || isCrossed(model) ? 0 : 1)
          for (const { bids, asks } of told) {
            expect(bids).toEqual(rowsOf(model?.bids, -1))
            expect(asks).toEqual(rowsOf(model?.asks, 1))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  /** What the frames since the last whole book make; undefined while one is missing. */
  function after(model: Model | undefined, one: Step): Model | undefined {
    if (one.kind === 'whole') return { bids: new Map(one.bids), asks: new Map(one.asks) }
    if (one.kind !== 'changes') return undefined
    for (const [isBid, at, size] of one.rows) {
      const side = isBid ? model?.bids : model?.asks
      if (size === 0) side?.delete(at)
      else side?.set(at, size)
    }
    return model
  }

  function isCrossed({ bids, asks }: Model): boolean {
    return Math.max(-1, ...bids.keys()) >= Math.min(2, ...asks.keys())
  }

  function rowsOf(side: ReadonlyMap<number, number> = new Map(), direction: 1 | -1) {
    return [...side].map(([price, size]) => ({ price, size })).sort((a, b) => direction * (a.price - b.price))
  }
})
