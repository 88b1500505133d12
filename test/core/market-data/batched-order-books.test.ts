import { describe, expect, test } from 'vitest'
import type { OrderBook } from '../../../src/api/models/models.js'
import { createJoinedBooks } from '../../../src/core/market-data/batched-order-books.js'
import type { CoreCall } from '../../../src/core/request/api-call.js'
import type { Contexts, OpenContext } from '../../../src/core/request/request-context.js'
import { holderOf } from '../../../src/venue-kit/contract/account-secrets.js'
import type { BookSource, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../support/clock.js'
import { coreOver, fakeVenue } from '../fake-venue.js'

const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
/** A book of three levels a side, by whose prices its outcome is known. */
const bookOf = (id: string): OrderBook => {
  const price = 0.1 + id.charCodeAt(0) / 1_000
  const levels = [0, 0.01, 0.02].map((more) => ({ price: price + more, size: 1 }))
  return { bids: levels, asks: levels.map(({ size, price: bid }) => ({ price: bid + 0.5, size })) }
}

interface Call {
  readonly by: 'one' | 'many'
  readonly ids: readonly string[]
  readonly holder: string
}

/** A venue that tells at most four books a call; it has no book for 'gone', and those in `hidden` it tells alone. */
function setUp({
  hidden = [],
  mostACall = { mostBooksACall: 4 },
  source = {},
}: {
  hidden?: readonly string[]
  mostACall?: Pick<BookSource, 'mostBooksACall'>
  source?: Partial<BookSource>
} = {}) {
  const calls: Call[] = []
  const located: string[] = []
  const ask = async (by: Call['by'], ids: readonly string[], ctx: VenueContext): Promise<void> => {
    calls.push({ by, ids, holder: holderOf(ctx.secrets) })
    await ctx.http.send({ host: 'api', path: '/page', query: { ids: ids.join(',') } })
  }
  const book: BookSource = {
    ...mostACall,
    manyAt: { host: 'api' },
    async fetch({ id }, depth, ctx) {
      await ask('one', [id], ctx)
      const whole = bookOf(id)
      return { bids: whole.bids.slice(-(depth ?? 9)), asks: whole.asks.slice(0, depth) }
    },
    async fetchMany(outcomes, ctx) {
      const ids = outcomes.map(({ id }) => id)
      await ask('many', ids, ctx)
      return new Map(ids.filter((id) => !hidden.includes(id)).map((id) => [id, bookOf(id)]))
    },
    ...source,
  }
  const venue = fakeVenue({
    rest: {
      book,
      outcomes: {
        hint: () => 'No more is known.',
        async locate(outcomeId) {
          located.push(outcomeId)
          return outcomeId === 'nope' ? undefined : { kind: 'outcome', outcome: { outcomeId, facts: {} } }
        },
      },
    },
  })
  const core = coreOver(venue, { joins: true, held: { kalshi: { apiKey: 'of the owner' } } })
  const read = (id: string, depth?: number, call: Partial<CoreCall> = {}) =>
    core.answer('fetchOrderBook', depth === undefined ? [id] : [id, depth], { call })
  const bestOf = async (id: string) => Reflect.get(Object((await read(id)).data), 'bids')[0].price as number
  return { calls, located, read, bestOf, asked: () => calls.map(({ by, ids }) => [by, ...ids]) }
}

const bestBid = (id: string) => Math.max(...bookOf(id).bids.map(({ price }) => price))

describe('books that are asked for one by one at the same time', () => {
  test('cost as few calls as the venue takes outcomes, and each asker gets his own', async () => {
    const { bestOf, asked } = setUp()
    expect(await Promise.all(names.map(bestOf))).toEqual(names.map(bestBid))
    expect(asked()).toEqual([
      ['many', 'A', 'B', 'C', 'D'],
      ['many', 'E', 'F', 'G', 'H'],
    ])
  })

  test('are joined by a hundred where the venue names no number', async () => {
    const { asked, read } = setUp({ mostACall: {} })
    await Promise.all(Array.from({ length: 102 }, (_, index) => read(`o${index}`)))
    expect(asked().map((call) => call.length - 1)).toEqual([100, 2])
  })

  test('are the same as alone, and say how many calls each cost', async () => {
    const alone = await setUp().read('B')
    const { read, asked } = setUp()
    const joined = await Promise.all(['A', 'B', ' B '].map((id) => read(id)))
    expect(joined.slice(1).map(({ data }) => data)).toEqual([alone.data, alone.data])
    expect(joined.map(({ headers }) => headers['x-pmx-upstream-requests'])).toEqual(['1', '0', '0'])
    expect(asked()).toEqual([['many', 'A', 'B']])
  })

  test('of one outcome are as deep as each asks for, of one call', async () => {
    const { read, asked } = setUp()
    const told = await Promise.all([read('A', 1), read('A', 2), read('A')])
    expect(told.map(({ data }) => Reflect.get(Object(data), 'bids').length)).toEqual([1, 2, 3])
    expect(asked()).toEqual([['many', 'A']])
  })

  test('one that the call for many does not tell of is asked for alone', async () => {
    const { bestOf, asked } = setUp({ hidden: ['B'] })
    expect(await Promise.all(['A', 'B', 'C'].map(bestOf))).toEqual(['A', 'B', 'C'].map(bestBid))
    expect(asked()).toEqual([
      ['many', 'A', 'B', 'C'],
      ['one', 'B'],
    ])
  })

  test('with credentials are never asked for with those of others', async () => {
    const { calls, read } = setUp()
    const askers: Partial<CoreCall>[] = [{}, { credentials: { apiKey: 'mine' } }, { trusted: true }]
    await Promise.all(askers.flatMap((call) => [read('A', undefined, call), read('B', undefined, call)]))
    expect(calls.map(({ ids }) => ids)).toEqual([
      ['A', 'B'],
      ['A', 'B'],
      ['A', 'B'],
    ])
    expect(new Set(calls.map(({ holder }) => holder)).size).toBe(3)
  })
})

describe('a book', () => {
  test('that is alone is asked for by the call for one, as deep as it is wanted', async () => {
    const { read, asked } = setUp()
    const { data, headers } = await read('A', 2)
    expect(Reflect.get(Object(data), 'bids')).toHaveLength(2)
    expect([asked(), headers['x-pmx-upstream-requests']]).toEqual([[['one', 'A']], '1'])
  })

  test('that needs its outcome is not asked for before that is known, so that a wrong id spoils no call', async () => {
    const { read, asked, located } = setUp({ source: { needsLocated: true } })
    const told = await Promise.all(
      ['A', 'nope', 'B'].map((id) =>
        read(id).then(
          () => 'told',
          (error: { code: string }) => error.code,
        ),
      ),
    )
    expect(told).toEqual(['told', 'NOT_FOUND', 'told'])
    expect([asked(), located]).toEqual([[['many', 'A', 'B']], expect.arrayContaining(['A', 'nope', 'B'])])
  })

  test('that does without is asked for by its id alone', async () => {
    const { read, located } = setUp()
    await Promise.all([read('A'), read('B')])
    expect(located).toEqual([])
  })

  test('waits for nobody while its asker has left', async () => {
    const { read, asked } = setUp()
    const leaver = new AbortController()
    const left = read('A', undefined, { signal: leaver.signal })
    leaver.abort(new Error('he has left'))
    await expect(left).rejects.toThrow('he has left')
    await read('B')
    expect(asked()).toEqual([['one', 'B']])
  })

  test.each<[string, Partial<BookSource>]>([
    ['has no call for many', { manyAt: { host: 'api' } }],
    ['does not tell what that spends', { fetchMany: () => expect.unreachable() }],
  ])('of a venue that %s is asked for at once', async (_what, more) => {
    const whole = bookOf('A')
    const source: BookSource = { fetch: async () => whole, ...more }
    const contexts = { open: () => expect.unreachable() } as unknown as Contexts
    const read = createJoinedBooks(contexts, fakeClock(), () => expect.unreachable())
    expect(await read(fakeVenue(), source, 'A', undefined, {} as OpenContext)).toBe(whole)
  })
})
