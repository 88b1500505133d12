import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderBook } from '../../../src/api/models/models.js'
import { createStreamedBook, type StreamedBookDeps } from '../../../src/streams/books/streamed-book.js'
import { createPendingChangeLimit } from '../../../src/streams/connection/pending-changes.js'
import { createStreamCounters } from '../../../src/streams/connection/stream-counters.js'
import type { LevelChange } from '../../../src/venue-kit/contract/stream-source.js'
import { fakeClock, settle } from '../../support/clock.js'

/** Changes that are older than the whole book, on venues that stamp both by one clock. */

const T = 1_700_000_000_000
const bid = (price: number, size: number): LevelChange => ({ side: 'bid', price, size })
const change = (rows: LevelChange[], at?: number) =>
  ({ kind: 'changes', key: 'k', changes: rows, ...(at === undefined ? {} : { at }) }) as const
const readBook = (size: number, at: number, source = 'venue'): OrderBook => ({
  bids: [{ price: 0.4, size }],
  asks: [],
  timestamp: at,
  sourceMetadata: { timestampSource: source },
})

function opened(rest: Partial<StreamedBookDeps> = {}) {
  const published: OrderBook[] = []
  const readings: ((book: OrderBook) => void)[] = []
  const book = createStreamedBook({
    clock: fakeClock(),
    counts: createStreamCounters().of('opinion'),
    begins: 'read',
    refreshMs: undefined,
    isStampedAlike: true,
    changeLimit: createPendingChangeLimit(),
    requestAgain: () => undefined,
    mistrust: () => undefined,
    read: () => new Promise((resolve) => readings.push(resolve)),
    publish: (one) => published.push(one),
    markUnreliable: () => undefined,
    ...rest,
  })
  const give = async (one: OrderBook) => {
    readings.shift()?.(one)
    await settle()
  }
  return { book, published, give }
}

const bestOf = (published: readonly OrderBook[]) => published.at(-1)?.bids[0]

describe('a change that is older than the whole book', () => {
  test('and came while it was being read is left out', async () => {
    const { book, published, give } = opened()
    book.begin()
    book.changes(change([bid(0.4, 9)], T - 1))
    book.changes(change([bid(0.39, 2)], T + 1))
    await give(readBook(5, T))
    expect(published.at(-1)?.bids).toEqual([
      { price: 0.4, size: 5 },
      { price: 0.39, size: 2 },
    ])
    expect(published.at(-1)?.timestamp).toBe(T + 1)
  })

  test('and came after it is left out', async () => {
    const { book, published, give } = opened()
    book.begin()
    await give(readBook(5, T))
    book.changes(change([bid(0.4, 9)], T - 1))
    await settle()
    expect(published).toHaveLength(1)
    book.changes(change([bid(0.4, 7)], T))
    await settle()
    expect(bestOf(published)).toEqual({ price: 0.4, size: 7 })
  })

  test('is taken where either has no time of the venue', async () => {
    const { book, published, give } = opened()
    book.begin()
    await give(readBook(5, T))
    book.changes(change([bid(0.4, 9)]))
    await settle()
    expect(bestOf(published)).toEqual({ price: 0.4, size: 9 })
    const untimed = opened()
    untimed.book.begin()
    await untimed.give(readBook(5, T, 'received'))
    untimed.book.changes(change([bid(0.4, 9)], T - 1))
    await settle()
    expect(bestOf(untimed.published)).toEqual({ price: 0.4, size: 9 })
  })

  test('is taken where the venue does not stamp both alike', async () => {
    const { book, published, give } = opened({ isStampedAlike: false })
    book.begin()
    await give(readBook(5, T))
    book.changes(change([bid(0.4, 9)], T - 1))
    await settle()
    expect(bestOf(published)).toEqual({ price: 0.4, size: 9 })
  })
})

test('whichever of them come late, the book is that of the newest changes since it was read', async () => {
  const step = fc.record({ after: fc.integer({ min: -5, max: 5 }), size: fc.integer({ min: 1, max: 9 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.nat(8), async (steps, readAfter) => {
      const { book, published, give } = opened()
      book.begin()
      for (const [index, { after, size }] of steps.entries()) {
        if (index === readAfter) await give(readBook(100, T))
        book.changes(change([bid(0.4, size)], T + after))
      }
      if (readAfter >= steps.length) await give(readBook(100, T))
      await settle()
      const fresh = steps.filter(({ after }) => after >= 0)
      expect(bestOf(published)).toEqual({ price: 0.4, size: fresh.at(-1)?.size ?? 100 })
    }),
    { numRuns: 100 },
  )
})
