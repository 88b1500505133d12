import { describe, expect, test } from 'vitest'
import type { StoredTerms } from '../../../src/api/arguments/stored-terms.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { createCatalogLists } from '../../../src/catalog/query/catalog-lists.js'
import { byteLengthOf, joinText } from '../../../src/catalog/rows/row-stream.js'
import type { CachedLists, ListCaller } from '../../../src/core/listings/cache/list-cache-types.js'
import { ReadyPieces } from '../../../src/core/request/api-call.js'
import type { EventRow, MarketRow, MarketSource, Status } from '../../../src/venue-kit/contract/venue.js'
import { counting, openCatalog, over } from '../../catalog/support/store.js'
import { atOnce } from '../../support/engine.js'
import {
  coreOver,
  event,
  type FakeVenueOptions,
  fakeVenue,
  feedsNothing,
  idsIn,
  market,
  moreSources,
} from '../fake-venue.js'

interface Asked {
  readonly statuses: readonly Status[]
  readonly asker: ListCaller
  readonly hasShortWay: boolean
}

/** A core over a catalog of which a keeper says what the test wants. */
function keptCore(
  events: readonly EventRow[],
  ready: (asked: Asked) => ReturnType<CachedLists['cache']['ready']> = async () => ({
    ageS: 3,
    cache: 'hit',
  }),
  options: FakeVenueOptions = {},
) {
  const catalog = openCatalog()
  catalog.sync([{ events }])
  catalog.sync([{ events: [] }], 'closed')
  const counted = counting(catalog.database)
  const { reader } = over(counted.database, catalog.clock)
  const asked: Asked[] = []
  const lists = createCatalogLists(reader, atOnce)
  const kept: CachedLists = {
    cache: {
      keep() {},
      async ready(_venue, statuses, asker, hasShortWay) {
        asked.push({ statuses, asker, hasShortWay: hasShortWay() })
        return ready({ statuses, asker, hasShortWay: hasShortWay() })
      },
    },
    lists,
    reader,
    turn: atOnce,
    writeBack: feedsNothing,
  }
  const core = coreOver(fakeVenue({ events, ...options }), { kept, clock: catalog.clock })
  return { ...core, catalog, asked, lists, reads: counted.reads }
}

const value = (data: unknown): unknown =>
  data instanceof ReadyPieces ? JSON.parse(joinText(data)) : JSON.parse(JSON.stringify(data))
const three = [
  event(
    'E',
    ['A', 'B', 'C'].map((id) => market(id)),
  ),
]

describe('a list that lies ready', () => {
  test('tells its age, and why it is given where the venue could not be asked', async () => {
    const { answer } = keptCore(three, async () => ({
      ageS: 700,
      cache: 'stale',
      stale: { reason: 'offline' },
    }))
    const { headers } = await answer('fetchMarkets', [{}])
    expect(headers).toMatchObject({
      'x-pmx-list-age': '700',
      'x-pmx-cache': 'stale',
      'x-pmx-stale': 'offline; age=700',
      'x-pmx-upstream-requests': '0',
    })
  })

  test('has a version that changes with the list', async () => {
    const { answer, catalog } = keptCore(three)
    const versionOf = async (offset: number) =>
      (await answer('fetchMarkets', [{ limit: 1, offset }])).headers['x-pmx-list-version']
    const first = await versionOf(0)
    expect(first).toMatch(/^\d+$/)
    expect(await versionOf(1)).toBe(first)
    catalog.sync([{ events: three }])
    expect(await versionOf(1)).not.toBe(first)
  })

  test('is asked for with what its caller takes, and counts what it cost', async () => {
    const { answer, asked } = keptCore(three, async ({ asker }) => {
      asker.noteSent(4)
      return { ageS: 0, cache: 'miss' }
    })
    const stored = { serves: true, unasked: 'only_if_cached' } as const
    const { headers } = await answer('fetchEvents', [{ status: 'all', limit: 1 }], { call: { stored } })
    expect(headers['x-pmx-upstream-requests']).toBe('4')
    expect(asked[0]).toMatchObject({ statuses: ['active', 'closed'], asker: { stored } })
  })

  test('says what stands in its way', async () => {
    const { ask, wire } = keptCore(three, () =>
      Promise.reject(
        new PmxError('EXCHANGE_NOT_AVAILABLE', 'still reading', { detail: { kind: 'still_listing' } }),
      ),
    )
    await expect(ask('fetchMarkets', {})).rejects.toThrow('still reading')
    await expect(ask('loadMarkets')).rejects.toThrow('still reading')
    expect(wire.calls).toEqual([])
  })

  test('gives way to its venue where that is said, within the terms of the caller', async () => {
    const { ask, answer, wire } = keptCore(three, async () => undefined)
    expect(idsIn(await ask('fetchMarkets', {}))).toEqual(['A', 'B', 'C'])
    expect(await ask('fetchMarketsPaginated', { limit: 2 })).toMatchObject({ total: 3 })
    expect(Object.keys((await ask('loadMarkets')) as object)).toEqual(['A', 'B', 'C'])
    const calls = wire.calls.length
    expect(calls).toBeGreaterThan(0)
    const stored = { serves: true, unasked: 'only_if_cached' } as const
    for (const method of ['fetchMarkets', 'fetchEvents', 'fetchEventsPaginated'] as const)
      await expect(answer(method, [{}], { call: { stored } })).rejects.toThrow('only-if-cached')
    expect(wire.calls).toHaveLength(calls)
  })

  test.each<[string, object, FakeVenueOptions, boolean]>([
    ['a venue that sorts gives the first ones', { limit: 2 }, { sorted: true, byVolume: true }, true],
    ['and so does one without volumes', { limit: 2 }, {}, true],
    ['one that does not sort gives all', { limit: 2 }, { byVolume: true }, false],
    ['without a limit all are wanted', {}, { sorted: true }, false],
    ['a filter needs all', { limit: 2, category: 'X' }, { sorted: true }, false],
    ['and so does a text', { limit: 2, query: 'x' }, { sorted: true }, false],
  ])('whether there is a short way to a list: %s', async (_what, query, options, hasShortWay) => {
    const { ask, asked } = keptCore(three, undefined, options)
    await ask('fetchEvents', query)
    expect(asked[0]?.hasShortWay).toBe(hasShortWay)
  })

  test('is not asked for what has an id, is of a series, or is found by the venue itself', async () => {
    const search = moreSources.search(() => three)
    const { ask, asked } = keptCore(three, undefined, {
      sources: { ...search, ...moreSources.series({ S: three }) },
    })
    for (const query of [
      { marketId: 'A' },
      { outcomeId: 'A' },
      { eventId: 'E' },
      { slug: 'A' },
      { query: 'm' },
    ])
      expect(idsIn(await ask('fetchMarkets', query)).length).toBeGreaterThan(0)
    for (const query of [{ eventId: 'E' }, { slug: 'E' }, { series: 'S' }, { query: 'e' }])
      expect(idsIn(await ask('fetchEvents', query))).toEqual(['E'])
    expect(asked).toEqual([])
  })

  test('is asked of a venue that orders it by what no row shows', async () => {
    const { ask, asked } = keptCore(three, undefined, { sources: { unseenOrders: ['liquidity'] } })
    await ask('fetchMarkets', { sort: 'liquidity' })
    expect(asked).toEqual([])
    await ask('fetchMarkets', { sort: 'volume' })
    expect(asked).toHaveLength(1)
  })

  test('of a venue that shows nothing without credentials is not kept', async () => {
    const { ask, asked } = keptCore(three, undefined, { rest: { isPrivate: true } })
    await ask('fetchMarkets', {})
    await ask('fetchEventsPage', {})
    await ask('loadMarkets')
    expect(asked).toEqual([])
  })
})

describe('a short answer from a list that is no longer new', () => {
  const stale = async () => ({ ageS: 90, cache: 'stale' as const })

  /** A core over a venue that reads many markets at once; `now` is what it has of them. */
  function rereading(now: readonly MarketRow[], ready: Parameters<typeof keptCore>[1] = stale) {
    const rereads: (readonly string[])[] = []
    const readMany: MarketSource['readMany'] = async (ids, ctx) => {
      rereads.push(ids)
      await ctx.http.send({ host: 'api', path: '/page' })
      return now.filter((row) => ids.includes(row.market.marketId))
    }
    return { ...keptCore(three, ready, { sources: { readMany } }), rereads }
  }

  test('has the rows as they are now, in the order of the list, for one call', async () => {
    const now = [market('C', { title: 'C now' }), market('A', { title: 'A now' })]
    const { answer, rereads, reads } = rereading(now)
    await answer('fetchMarkets', [{}])
    reads.length = 0
    const { data, headers } = await answer('fetchMarkets', [{ limit: 100 }])
    expect(value(data)).toMatchObject([
      { marketId: 'A', title: 'A now' },
      { marketId: 'B', title: 'Market B' },
      { marketId: 'C', title: 'C now' },
    ])
    expect(headers).toMatchObject({ 'x-pmx-cache': 'stale', 'x-pmx-upstream-requests': '1' })
    expect(rereads).toEqual([['A', 'B', 'C']])
    expect(Math.max(...reads)).toBe(3)
  })

  test('lacks what is no longer of the status that was asked', async () => {
    const now = [market('A', { status: 'closed' })]
    const ids = async (query: object) => idsIn(value(await rereading(now).ask('fetchMarkets', query)))
    expect(await ids({ limit: 2 })).toEqual(['B'])
    expect(await ids({ limit: 2, status: 'all' })).toEqual(['A', 'B'])
  })

  test('of a search is read anew as well', async () => {
    const { ask, rereads } = rereading([market('B', { title: 'B now' })])
    expect(value(await ask('searchMarkets', 'market b', { limit: 5 }))).toMatchObject([{ title: 'B now' }])
    expect(rereads).toEqual([['B']])
  })

  test('is given as it is kept where the venue fails, and says so', async () => {
    const readMany: MarketSource['readMany'] = async () => {
      throw new PmxError('NETWORK_ERROR', 'no way there')
    }
    const { answer } = keptCore(three, stale, { sources: { readMany } })
    const { data, headers } = await answer('fetchMarkets', [{ limit: 2 }])
    expect(idsIn(value(data))).toEqual(['A', 'B'])
    expect(headers['x-pmx-warning']).toBe('returned without current prices: NETWORK_ERROR')
  })

  test.each<[string, Parameters<typeof keptCore>[1], object, object]>([
    ['a new list', async () => ({ ageS: 9, cache: 'hit' }), { limit: 2 }, {}],
    ['a list just read', async () => ({ ageS: 9, cache: 'miss' }), { limit: 2 }, {}],
    ['a long answer', stale, { limit: 101 }, {}],
    ['all of a list', stale, {}, {}],
    [
      'a venue out of reach',
      async () => ({ ...(await stale()), stale: { reason: 'timeout' } }),
      { limit: 2 },
      {},
    ],
    ['who wants no venue asked', stale, { limit: 2 }, { serves: true, unasked: 'only_if_cached' }],
  ])('%s costs no call', async (_what, ready, query, stored) => {
    const { answer, rereads } = rereading([], ready)
    const call = 'serves' in stored ? { stored: stored as StoredTerms } : {}
    const { data, headers } = await answer('fetchMarkets', [query], { call })
    expect(idsIn(value(data)).slice(0, 2)).toEqual(['A', 'B'])
    expect(headers['x-pmx-upstream-requests']).toBe('0')
    expect(rereads).toEqual([])
  })
})

describe('pages by cursor', () => {
  const cursorOf = (data: unknown) => (value(data) as { nextCursor: string }).nextCursor

  test('go on in the list as it was, without asking whether it is new, whatever is read in between', async () => {
    const { answer, ask, asked, catalog } = keptCore(three)
    const cursor = cursorOf(await ask('fetchMarketsPaginated', { limit: 2 }))
    catalog.sync([{ events: [event('F', [market('X')])] }])
    await catalog.clock.advance(5_000)
    const { data, headers } = await answer('fetchMarketsPaginated', [{ limit: 2, cursor }])
    expect(value(data)).toMatchObject({ data: [{ id: 'C' }], total: 3 })
    expect(headers).toMatchObject({ 'x-pmx-list-age': '5', 'x-pmx-cache': 'hit' })
    expect(asked).toHaveLength(1)
    expect(value(await ask('fetchMarketsPaginated', {}))).toMatchObject({ data: [{ id: 'X' }], total: 1 })
  })

  test('are of their own list, and one that the venue itself began goes on there', async () => {
    let isKept = false
    const { ask } = keptCore(three, async () => (isKept ? { ageS: 1, cache: 'hit' } : undefined))
    const direct = cursorOf(await ask('fetchMarketsPaginated', { limit: 1 }))
    isKept = true
    expect(value(await ask('fetchMarketsPaginated', { limit: 1, cursor: direct }))).toMatchObject({
      data: [{ marketId: 'B' }],
    })
    const cursor = cursorOf(await ask('fetchMarketsPaginated', { limit: 1 }))
    for (const [method, query] of [
      ['fetchEventsPaginated', { cursor }],
      ['fetchMarketsPaginated', { cursor: cursor.replace(/^\d+/, '1') }],
      ['fetchMarketsPaginated', { cursor: 'nonsense' }],
    ] as const)
      await expect(ask(method, query)).rejects.toThrow('Cursor has expired')
  })
})

test('loadMarkets is every market by its id, newly read each time', async () => {
  const { ask, catalog } = keptCore(three)
  const ids = async () => Object.keys(value(await ask('loadMarkets')) as object)
  expect(await ids()).toEqual(['A', 'B', 'C'])
  catalog.sync([{ events: [event('F', [market('X'), market('__proto__')])] }])
  expect(await ids()).toEqual(['X', '__proto__'])
})

describe('a long list', () => {
  const COUNT = 1_000
  const many = [
    event(
      'E',
      Array.from({ length: COUNT }, (_, row) =>
        market(`M${row}`, { description: 'x'.repeat(1_000), volume: row }),
      ),
    ),
  ]

  test('is read as it is sent, a few rows at a time, and no text of it is long', async () => {
    const { ask, reads } = keptCore(many, undefined, { byVolume: true })
    for (const method of ['fetchMarkets', 'fetchEvents', 'loadMarkets', 'fetchMarketsPaginated'] as const) {
      const data = await ask(method, ...(method === 'loadMarkets' ? [] : [{}]))
      reads.length = 0
      let length = 0
      for (const piece of data as ReadyPieces) {
        expect(byteLengthOf(piece)).toBeLessThan(65_536)
        length += byteLengthOf(piece)
      }
      expect(length).toBeGreaterThan(COUNT * 1_000)
      expect(Math.max(...reads)).toBeLessThanOrEqual(32)
    }
  })

  test('costs a page the rows of the page, whatever is asked', async () => {
    const { ask, reads } = keptCore(many, undefined, { byVolume: true })
    const questions = [
      { limit: 5, offset: 900, sort: 'liquidity' },
      { limit: 5, query: '7', status: 'active' },
      { limit: 5, filter: { volume: { min: 10 }, price: { min: 0.4 }, text: 'not', searchIn: 'outcomes' } },
    ]
    for (const round of [1, 2]) {
      for (const query of questions) {
        reads.length = 0
        expect(idsIn(value(await ask('fetchMarkets', query)))).toHaveLength(5)
        // The states of the lists, the texts and their metadata, once its columns are there.
        if (round === 2) expect(reads).toEqual([2, 5, 0])
      }
    }
  })
})

test('columns that were made elsewhere are not made again', async () => {
  const { ask, catalog, lists, reads } = keptCore(three)
  const walk = catalog.sync([{ events: [event('F', [market('X')])] }])
  lists.adopt(walk, 'market', await catalog.reader.columns(walk, 'market', atOnce))
  reads.length = 0
  expect(idsIn(value(await ask('fetchMarkets', {})))).toEqual(['X'])
  expect(reads).toEqual([2, 1, 0])
})
