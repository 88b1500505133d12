import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { OrderBook } from '../../../src/api/models/models.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { SharedBook } from '../../../src/streams/books/outcome-book.js'
import type { WatchTarget } from '../../../src/streams/books/watch-target.js'
import { createStreamManager } from '../../../src/streams/stream-manager.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { StreamMessage, StreamSource } from '../../../src/venue-kit/contract/stream-source.js'
import { fakeClock, settle } from '../../support/clock.js'
import { fakeSockets } from '../support/fake-wire.js'

/** A venue whose frames are messages as they are. */
const source: StreamSource = {
  host: 'stream',
  brings: ['book'],
  begins: 'pushed',
  limits: { topicsAConnection: 10, topicsAFrame: 10 },
  pulse: { ping: 'none', deadAfterMs: 100_000_000 },
  place: () => ({ key: 'M', mirrored: false, facts: undefined }),
  handshake: () => ({ path: '' }),
  speak: () => ({ change: () => [], again: () => [], read: (frame) => [JSON.parse(frame) as StreamMessage] }),
}

const HOUR_MS = 3_600_000

function watching(stream: StreamSource | undefined) {
  const clock = fakeClock()
  const wire = fakeSockets()
  const view = { isMirrored: false, depth: undefined }
  const told: (readonly [bid: number | undefined, state: unknown, checkedAt: unknown])[] = []
  const state = {
    bid: 0.3,
    isClosed: false,
    lookups: 0,
    failure: undefined as PmxError | undefined,
    bookFailure: undefined as PmxError | undefined,
    closesAt: undefined as number | undefined,
    venueAheadMs: 0,
  }
  const ended: string[] = []
  const rowOf = ({ bids, sourceMetadata = {} }: OrderBook) =>
    [bids[0]?.price, sourceMetadata['state'], sourceMetadata['checkedAt']] as const
  const house = createStreamManager({
    clock,
    random: () => 0,
    log: silentLogger,
    readers: {
      async closedAt() {
        state.lookups++
        if (state.failure !== undefined) throw state.failure
        return state.isClosed ? (state.closesAt ?? clock.now()) : undefined
      },
      async book() {
        if (state.bookFailure !== undefined) throw state.bookFailure
        return {
          bids: [{ price: state.bid, size: 1 }],
          asks: [],
          timestamp: clock.now(),
          datetime: '',
        }
      },
      trades: () => Promise.reject(new Error()),
    },
    openSocket: (_venue, _source, _secrets, events) => wire.open(events),
    ratePerSecond: () => 100,
    venueNow: () => clock.now() + state.venueAheadMs,
  })
  const target = {
    venue: { id: 'kalshi', stream },
    located: { outcomeId: 'a' },
    secrets: noSecrets,
  } as unknown as WatchTarget
  const watched = house.book(target, {
    next: (fed: SharedBook) => told.push(rowOf(fed.show(view))),
    ended: ({ message }) => ended.push(message),
  })
  return {
    clock,
    wire,
    told,
    state,
    ended,
    topics: () => house.status()['kalshi']?.topics,
    current: () => watched.current && rowOf(watched.current.show(view)),
    isoNow: () => new Date(clock.now()).toISOString(),
    open: async () => {
      await settle()
      wire.last.events.opened()
      await settle()
    },
    hear: async (message: object) => {
      wire.last.events.text(JSON.stringify(message))
      await settle()
    },
    closeHouse: () => house.close(),
    close() {
      watched.stop()
      house.close()
    },
  }
}

const bookAt = (bid: number) => ({ kind: 'book', key: 'M', levels: { bids: [[bid, 1]], asks: [] } })

test('a book of the socket says when it is not believed any more, and when it was last', async () => {
  const { clock, told, hear, open, current, isoNow, wire, close } = watching(source)
  await open()
  await hear(bookAt(0.4))
  const checkedAt = isoNow()
  await clock.advance(2_000)
  await hear({ kind: 'gap', keys: ['M'], what: 'a frame' })
  expect([told, current()]).toEqual([
    [
      [0.4, undefined, undefined],
      [0.4, 'resyncing', checkedAt],
    ],
    undefined,
  ])
  await hear(bookAt(0.5))
  const lastAt = isoNow()
  await clock.advance(1_000)
  wire.last.events.closed({ code: 1006, reason: 'gone' })
  expect(told.slice(2)).toEqual([
    [0.5, undefined, undefined],
    [0.5, 'resyncing', lastAt],
  ])
  // A socket that does not come back is helped out by polling.
  await clock.advance(6_000)
  expect(told.slice(4)).toEqual([[0.3, 'polled', expect.any(String)]])
  close()
})

test('a book of the socket stays watched when one reading of it during an outage is refused', async () => {
  const { clock, told, ended, hear, open, wire, state, close } = watching(source)
  await open()
  await hear(bookAt(0.4))
  wire.last.events.closed({ code: 1006, reason: 'gone' })
  state.bookFailure = new PmxError('NOT_FOUND', 'no book')
  await clock.advance(5_500)
  state.bookFailure = undefined
  await clock.advance(5_000)
  expect([told.at(-1)?.slice(0, 2), ended]).toEqual([[0.3, 'polled'], []])
  close()
})

test('a book that is let go of is not said to be in doubt', async () => {
  const { told, hear, open, closeHouse } = watching(source)
  await open()
  await hear(bookAt(0.4))
  closeHouse()
  expect(told).toEqual([[0.4, undefined, undefined]])
})

test('a book that is polled says so, with the time of the last reading though it stays the same', async () => {
  const { clock, told, current, isoNow, state, close } = watching(undefined)
  const begunAt = isoNow()
  await clock.advance(10)
  expect(told).toEqual([[0.3, 'polled', begunAt]])
  await clock.advance(5_000)
  expect(told).toHaveLength(1)
  expect(Date.parse(String(current()?.[2]))).toBeGreaterThan(Date.parse(begunAt) + 3_000)
  state.bid = 0.2
  await clock.advance(2_000)
  expect(told.slice(1)).toEqual([[0.2, 'polled', expect.any(String)]])
  close()
})

describe('a quiet market that cannot be looked up', () => {
  test('stays watched through an outage, looked up with growing pauses, and ends once it is seen to be closed', async () => {
    const { clock, state, ended, hear, open, close } = watching(source)
    await open()
    await hear(bookAt(0.4))
    state.failure = new PmxError('NETWORK_ERROR', 'The venue is away.', { retryable: true })
    await clock.advance(24 * HOUR_MS)
    // After 0.5, 1, 2, 4, 8, 14 and 20 hours.
    expect([ended, state.lookups]).toEqual([[], 7])
    state.failure = undefined
    state.isClosed = true
    await clock.advance(6 * HOUR_MS + 900_000)
    expect(ended).toEqual([expect.stringContaining('has closed')])
    close()
  })

  test('ends when three lookups in a row do not find it', async () => {
    const { clock, state, ended, hear, open, topics, close } = watching(source)
    await open()
    await hear(bookAt(0.4))
    state.failure = new PmxError('NOT_FOUND', 'There is no such market.')
    await clock.advance(1.5 * HOUR_MS)
    expect([ended, state.lookups]).toEqual([[], 2])
    // It goes on: what was said before does not count.
    await hear(bookAt(0.5))
    await clock.advance(2 * HOUR_MS)
    expect(ended).toEqual([])
    await clock.advance(HOUR_MS)
    expect(ended).toEqual([expect.stringContaining('no longer lists')])
    await clock.advance(10_000)
    expect([topics(), state.lookups]).toEqual([undefined, 5])
    close()
  })
})

test('a market that has closed frees its topic, when two looks at a quiet one show it', async () => {
  const { clock, state, ended, hear, open, topics, close } = watching(source)
  await open()
  await hear(bookAt(0.4))
  state.isClosed = true
  await clock.advance(1_800_000)
  expect([ended, topics()]).toEqual([[], 1])
  // It goes on: it was not closed for good.
  await hear(bookAt(0.5))
  state.isClosed = false
  await clock.advance(1_800_000)
  state.isClosed = true
  // The same book once more is no sign of life.
  await hear(bookAt(0.5))
  await clock.advance(900_000)
  expect(ended).toEqual([])
  await clock.advance(900_000)
  expect(ended).toEqual([expect.stringContaining('has closed')])
  await clock.advance(10_000)
  expect(topics()).toBeUndefined()
  close()
})

test('whether a market has closed goes by the clock of the venue', async () => {
  const { clock, state, ended, hear, open, close } = watching(source)
  await open()
  await hear(bookAt(0.4))
  // Ours is a day fast.
  state.venueAheadMs = -24 * HOUR_MS
  state.isClosed = true
  state.closesAt = clock.now() - 12 * HOUR_MS
  await clock.advance(2 * HOUR_MS)
  expect(ended).toEqual([])
  await clock.advance(10 * HOUR_MS + 1_800_000)
  expect(ended).toEqual([expect.stringContaining('has closed')])
  close()
})
