import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { OrderBook } from '../../../src/api/models/models.js'
import { type MidPrice, readMidPrices } from '../../../src/core/market-data/book-midpoints.js'
import type { RequestedOutcome } from '../../../src/venue-kit/contract/outcome.js'
import type { BookSource, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { fakeClock, settle } from '../../support/clock.js'

const clock = fakeClock()
const http: { venueTime?: number } = {}
const ctx = { clock, http } as unknown as VenueContext

const level = (price: number) => ({ price, size: 1 })
const book = (bids: readonly number[], asks: readonly number[], timestamp?: number): OrderBook => ({
  bids: bids.map(level),
  asks: asks.map(level),
  ...(timestamp === undefined ? {} : { timestamp }),
})
const outcomes = (ids: readonly string[]): RequestedOutcome[] =>
  ids.map((id) => ({ id, located: () => Promise.reject(new Error('nobody needs to know')) }))
const unreadable = (retryable = false) =>
  new PmxError('EXCHANGE_NOT_AVAILABLE', 'a book that nobody can read', { retryable })

async function middleOf(told: OrderBook): Promise<MidPrice | undefined> {
  const source: BookSource = { fetch: async () => told }
  return (await readMidPrices(source, outcomes(['a']), ctx)).get('a')
}

describe('the middle of a book', () => {
  test.each<[string, OrderBook, number]>([
    ['the best bid and the best ask, wherever they stand', book([0.1, 0.3], [0.9, 0.4]), 0.35],
    ['sides that touch', book([0.4], [0.4]), 0.4],
    ['decimals, without the noise of binary sums', book([0.1], [0.2]), 0.15],
  ])('is that of %s', async (_what, told, price) => {
    expect(await middleOf(told)).toEqual({ kind: 'sample', sample: { at: clock.now(), price } })
  })

  test.each<[string, OrderBook, string]>([
    ['nobody bids', book([], [0.4]), 'its book has no bid'],
    ['nobody asks', book([0.4], []), 'its book has no ask'],
    ['nobody does anything', book([], []), 'its book has no orders'],
    ['the sides cross', book([0.6], [0.5]), 'its book is crossed: bid 0.6, ask 0.5'],
  ])('is none where %s, and says so', async (_what, told, reason) => {
    expect(await middleOf(told)).toEqual({ kind: 'none', reason })
  })

  test.each([
    ['that a cache has held', -61_000],
    ['of a time to come', 61_000],
  ])('is none of a response %s, unless the venue stamps the book', async (_what, ms) => {
    http.venueTime = clock.now() + ms
    const reason = 'the time of the response does not match the request'
    expect(await middleOf(book([0.4], [0.6]))).toEqual({ kind: 'none', reason })
    expect(await middleOf(book([0.4], [0.6], clock.now() - 5))).toMatchObject({
      sample: { at: clock.now() - 5 },
    })
    http.venueTime = clock.now() - 59_000
    expect(await middleOf(book([0.4], [0.6]))).toMatchObject({ sample: { at: clock.now() } })
    delete http.venueTime
  })

  test.each<[string, number, number]>([
    ['the venue stamps it', -1_000.4, -1_001],
    ["the venue's clock is ahead: no price is of a time to come", 5_000, 0],
  ])('is of the time that is true where %s', async (_what, stampedBy, at) => {
    expect(await middleOf(book([0.4], [0.6], clock.now() + stampedBy))).toMatchObject({
      sample: { at: clock.now() + at },
    })
  })
})

describe('books that are asked for one by one', () => {
  test('one that cannot be right, or cannot be had, fails alone; one that is not there has none', async () => {
    const away = new PmxError('NETWORK_ERROR', 'away')
    const broken = new Error('no error of ours')
    const answers: Record<string, OrderBook | Error> = {
      fine: book([0.4], [0.6]),
      odd: book([7], [0.6]),
      none: new PmxError('NOT_FOUND', 'no book'),
      away,
      broken,
    }
    const source: BookSource = {
      async fetch({ id }) {
        const answer = answers[id]
        if (answer === undefined || answer instanceof Error) throw answer
        return answer
      },
    }
    expect([...(await readMidPrices(source, outcomes(Object.keys(answers)), ctx))]).toEqual([
      ['fine', { kind: 'sample', sample: { at: clock.now(), price: 0.5 } }],
      ['odd', { kind: 'failed', error: expect.objectContaining({ detail: expect.anything() }) }],
      ['none', { kind: 'none', reason: 'it has no order book at the moment' }],
      ['away', { kind: 'failed', error: away }],
      ['broken', { kind: 'failed', error: broken }],
    ])
  })

  test('are asked for eight at a time, each once, and no deeper than their best prices', async () => {
    const asked: [string, number | undefined][] = []
    let now = 0
    let most = 0
    const source: BookSource = {
      async fetch({ id }, depth) {
        asked.push([id, depth])
        most = Math.max(most, ++now)
        await settle()
        now--
        return book([0.4], [0.6])
      },
    }
    const ids = Array.from({ length: 17 }, (_, index) => `o${index}`)
    const middles = await readMidPrices(source, outcomes(ids), ctx)
    expect([most, asked, [...middles.keys()]]).toEqual([8, ids.map((id) => [id, 1]), ids])
  })
})

describe('books that a venue tells many of in one call', () => {
  /** Answers with a book for each, but for those without one, and fails where it is to. */
  function manyWith({ without = [], fails }: { without?: string[]; fails?: (ids: string[]) => unknown }) {
    const calls: string[][] = []
    const source: BookSource = {
      fetch: () => expect.unreachable('there is a call for many'),
      async fetchMany(asked) {
        const ids = asked.map(({ id }) => id)
        calls.push(ids)
        const error = fails?.(ids)
        if (error !== undefined) throw error
        const there = ids.filter((id) => !without.includes(id))
        return new Map(there.map((id) => [id, id === 'odd' ? book([7], [0.6]) : book([0.4], [0.6])]))
      },
    }
    const kinds = async (ids: readonly string[]) =>
      Object.fromEntries(
        [...(await readMidPrices(source, outcomes(ids), ctx))].map(([id, { kind }]) => [id, kind]),
      )
    return { calls, kinds }
  }

  test('cost one call, and each has what its own book says', async () => {
    const { calls, kinds } = manyWith({ without: ['b'] })
    expect(await kinds(['a', 'b', 'odd'])).toEqual({ a: 'sample', b: 'none', odd: 'failed' })
    expect(calls).toEqual([['a', 'b', 'odd']])
  })

  test('are asked for in halves where one spoils the answer, until it is alone', async () => {
    const { calls, kinds } = manyWith({ fails: (ids) => (ids.includes('d') ? unreadable() : undefined) })
    expect(await kinds(['a', 'b', 'c', 'd', 'e'])).toEqual({
      a: 'sample',
      b: 'sample',
      c: 'sample',
      d: 'failed',
      e: 'sample',
    })
    expect(calls).toEqual([['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c'], ['d', 'e'], ['d'], ['e']])
  })

  test.each<[string, unknown]>([
    ['a venue out of reach', new PmxError('NETWORK_ERROR', 'away')],
    ['a venue that may answer later', unreadable(true)],
    ['a mistake of ours', new Error('no error of ours')],
  ])('fail together, and are not asked for again, because of %s', async (_what, error) => {
    const { calls, kinds } = manyWith({ fails: () => error })
    await expect(kinds(['a', 'b'])).rejects.toBe(error)
    expect(calls).toHaveLength(1)
  })

  test('fail together where nobody was asked about and the answer cannot be read', async () => {
    const error = unreadable()
    await expect(manyWith({ fails: () => error }).kinds([])).rejects.toBe(error)
  })
})
