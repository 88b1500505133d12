import { describe, expect, test } from 'vitest'
import type { ArgsOf, MethodName } from '../../../src/api/arguments/methods.js'
import { joinText } from '../../../src/catalog/rows/row-stream.js'
import type { CatalogSearchQuery } from '../../../src/core/cross-venue/catalog/catalog-search.js'
import { createRouter } from '../../../src/core/cross-venue/router.js'
import { ReadyPieces } from '../../../src/core/request/api-call.js'
import { noLinks } from '../../../src/matching/links.js'
import { acrossWith, pageOf } from '../../support/across.js'
import { fakeClock } from '../../support/clock.js'
import { failureOf } from '../../support/expect.js'
import { unasked } from '../../support/feeds.js'

const asked: (readonly (string | CatalogSearchQuery)[])[] = []
let named: readonly Buffer[] = []
const row = (id: string) => Buffer.from(JSON.stringify({ id, title: `T ${id}`, sourceExchange: 'kalshi' }))
const catalogSearch = acrossWith({
  async page(kind, query) {
    asked.push([kind, query])
    return pageOf([row('a'), row('b')])
  },
  async named(kind, name, venue) {
    asked.push([kind, name, ...(venue === undefined ? [] : [venue])])
    return named
  },
})
const noBooks = { clock: fakeClock(), read: () => Promise.reject(new Error('no book is wanted')) }
/** Made anew for each question, so that each test is one of its making. */
const made = () => createRouter({ catalogSearch, books: noBooks, feesOf: unasked, links: () => noLinks })
const call = {
  venue: 'router',
  signal: new AbortController().signal,
  credentials: undefined,
  trusted: false,
} as const
const router = {
  has: () => made().has(),
  run: <M extends MethodName>(method: M, args: ArgsOf<M>) => made().run(method, args, call),
}
const value = (data: unknown): unknown => (data instanceof ReadyPieces ? JSON.parse(joinText(data)) : data)

describe('the exchange router', () => {
  test('lists as the catalog of all venues does', async () => {
    const { data, headers } = await router.run('fetchEvents', [
      { query: 'cup', limit: 600, sourceExchange: 'rain' },
    ])
    expect(value(data)).toMatchObject([{ id: 'a' }, { id: 'b' }])
    expect(headers).toEqual({ 'x-pmx-list-age': '7' })
    const question = {
      text: 'cup',
      isByWords: true,
      limit: 500,
      offset: 0,
      closed: false,
      venue: 'rain',
    }
    expect(asked.splice(0)).toEqual([['event', question]])
    await router.run('fetchMarkets', [{ status: 'closed', category: 'NBA' }])
    expect(asked.splice(0)).toEqual([
      ['market', { limit: 50, offset: 0, closed: 'only', category: 'sports' }],
    ])
  })

  test('finds one thing by its name, and says when there is none or there are several', async () => {
    named = [row('a')]
    expect(value((await router.run('fetchEvent', [{ eventId: 'a' }])).data)).toMatchObject({ id: 'a' })
    expect(
      value((await router.run('fetchMarkets', [{ slug: 's', sourceExchange: 'kalshi' }])).data),
    ).toHaveLength(1)
    expect(asked.splice(0)).toEqual([
      ['event', 'a'],
      ['market', 's', 'kalshi'],
    ])
    named = []
    expect(await failureOf(() => router.run('fetchMarket', [{ marketId: 'x' }]))).toMatchObject({
      code: 'MARKET_NOT_FOUND',
    })
    named = [row('a'), row('b')]
    const several = await failureOf(() => router.run('fetchEvent', [{ slug: 'x' }]))
    expect(several).toMatchObject({ code: 'BAD_REQUEST', detail: { candidates: [{ id: 'a' }, { id: 'b' }] } })
    asked.length = 0
  })

  test('refuses what rows of all venues cannot be asked for, and what belongs to one venue', async () => {
    for (const query of [
      { sort: 'newest' as const },
      { filter: {} },
      { limit: -1 },
      { sourceExchange: 'nyse' },
      { tags: ['cup'] },
      { series: 'CUPS' },
      { query: 'cup', searchIn: 'description' as const },
    ])
      expect(await failureOf(() => router.run('fetchEvents', [query]))).toMatchObject({
        code: 'VALIDATION_ERROR',
      })
    expect(await failureOf(() => router.run('fetchMarket', [{}]))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await failureOf(() => router.run('fetchTrades', ['x', undefined]))).toMatchObject({
      code: 'NOT_SUPPORTED',
    })
    expect(asked).toEqual([])
    expect(router.has()).toMatchObject({ fetchEvents: true, fetchOrderBook: true, fetchTrades: false })
  })

  test('each list and search asks for its own kind, and what is empty is not asked for', async () => {
    const all = { limit: 50, offset: 0, closed: false }
    const nothing = { query: '', category: '', sourceExchange: '' }
    for (const [method, kind] of [
      ['fetchEvents', 'event'],
      ['fetchMarkets', 'market'],
    ] as const) {
      await router.run(method, [undefined])
      await router.run(method, [nothing])
      expect(asked.splice(0)).toStrictEqual([
        [kind, all],
        [kind, all],
      ])
    }
    await router.run('searchEvents', ['cup', { limit: 3 }])
    await router.run('searchMarkets', ['cup', { limit: 3 }])
    const sought = { ...all, limit: 3, text: 'cup', isByWords: true }
    expect(asked.splice(0)).toStrictEqual([
      ['event', sought],
      ['market', sought],
    ])
  })

  test('of several names the narrowest counts, and a refusal names what was wrong', async () => {
    named = [row('a')]
    const names = { marketId: 'm', outcomeId: 'o', eventId: 'e', slug: 's' }
    const { marketId: _, ...noMarket } = names
    const { outcomeId: __, ...noOutcome } = noMarket
    for (const query of [names, noMarket, noOutcome, { slug: 's' }]) {
      await router.run('fetchMarket', [query])
      await router.run('fetchMarkets', [query])
    }
    expect(asked.splice(0).map(([, name]) => name)).toEqual(['m', 'm', 'o', 'o', 'e', 'e', 's', 's'])
    const fieldOf = async (query: object) =>
      ((await failureOf(() => router.run('fetchMarkets', [query]))) as { field?: string }).field
    expect(await fieldOf({ sort: 'newest' })).toBe('sort')
    expect(await fieldOf({ filter: {} })).toBe('filter')
    for (const [method, field] of [
      ['fetchMarket', 'marketId'],
      ['fetchEvent', 'eventId'],
    ] as const)
      expect(await failureOf(() => router.run(method, [undefined]))).toMatchObject({ field })
    expect(await failureOf(() => router.run('fetchTrades', ['x', undefined]))).toMatchObject({
      exchange: 'router',
    })
    expect(asked).toEqual([])
  })
})
