import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import { createCatalogLists } from '../../../src/catalog/query/catalog-lists.js'
import { joinText } from '../../../src/catalog/rows/row-stream.js'
import type { CachedLists } from '../../../src/core/listings/cache/list-cache-types.js'
import { ReadyPieces } from '../../../src/core/request/api-call.js'
import type { EventRow } from '../../../src/venue-kit/contract/venue.js'
import { category, fullEventRows, shortText, tag } from '../../catalog/support/rows.js'
import { openCatalog } from '../../catalog/support/store.js'
import { atOnce } from '../../support/engine.js'
import { coreOver, fakeVenue, feedsNothing } from '../fake-venue.js'

/** The same rows asked for in both ways: of the venue, and of a catalog that has walked it. */
function bothWays(events: readonly EventRow[], byVolume: boolean) {
  const catalog = openCatalog()
  for (const status of ['active', 'closed'] as const)
    catalog.sync([{ events: events.filter((row) => row.status === status) }], status)
  const kept: CachedLists = {
    cache: { ready: async () => ({ ageS: 7, cache: 'hit' }), keep() {} },
    lists: createCatalogLists(catalog.reader, atOnce),
    reader: catalog.reader,
    turn: atOnce,
    writeBack: feedsNothing,
  }
  const venue = () => fakeVenue({ events, byVolume, pageSize: 1000 })
  return { catalog, direct: coreOver(venue()), kept: coreOver(venue(), { kept }) }
}

/** What a caller is told: data, what was ignored, or what is wrong. */
async function told(core: ReturnType<typeof coreOver>, method: MethodName, raw: readonly unknown[]) {
  try {
    const { data, ignored, headers } = await core.answer(method, raw)
    const text = data instanceof ReadyPieces ? joinText(data) : JSON.stringify(data)
    const age = headers['x-pmx-list-age']
    return { data: JSON.parse(text) as unknown, ignored, isKept: age !== undefined, age }
  } catch (error) {
    const { code, message, field, detail } = error as Readonly<Record<string, unknown>>
    return { code, message, field, detail }
  }
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const members = <Value extends object>(record: fc.Arbitrary<Value>) =>
  record.map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))

const bound = maybe(fc.constantFrom(-1, 0, 0.25, 0.5, 1, 2, 2.5, 1e9))
const range = maybe(members(fc.record({ min: bound, max: bound })))
const date = maybe(fc.constantFrom('2026-01-01', '2026-06-01T00:00:00Z', 1_798_761_600_000))
const ofOutcome = maybe(
  members(fc.record({ min: bound, max: bound, outcome: maybe(fc.constantFrom('yes', 'no', 'up', 'down')) })),
)
const common = {
  text: maybe(shortText),
  category: maybe(category),
  tags: maybe(fc.array(tag, { maxLength: 2 })),
}
const marketFilter = members(
  fc.record({
    ...common,
    searchIn: maybe(
      fc.subarray(['title', 'description', 'category', 'tags', 'outcomes', 'nowhere'], { maxLength: 3 }),
    ),
    volume24h: range,
    volume: range,
    liquidity: range,
    openInterest: range,
    resolutionDate: maybe(members(fc.record({ before: date, after: date }))),
    price: ofOutcome,
    priceChange24h: ofOutcome,
  }),
)
const eventFilter = members(
  fc.record({
    ...common,
    searchIn: maybe(fc.subarray(['title', 'description', 'category', 'tags'], { maxLength: 3 })),
    marketCount: range,
    totalVolume: range,
    liquidity: maybe(fc.constant({ min: 1 })),
  }),
)
/** Mostly few criteria at a time: all at once let nothing through. */
const few = (filter: fc.Arbitrary<Record<string, unknown>>) =>
  fc.tuple(filter, fc.array(fc.nat(9), { minLength: 1, maxLength: 3 })).map(([all, places]) => {
    const names = Object.keys(all)
    const chosen = new Set(places.map((place) => names[place % Math.max(1, names.length)]))
    if (chosen.has('searchIn')) chosen.add('text')
    return Object.fromEntries(Object.entries(all).filter(([name]) => chosen.has(name)))
  })

const listQuery = (filter: fc.Arbitrary<Record<string, unknown>>) =>
  members(
    fc.record({
      query: maybe(shortText),
      searchIn: maybe(fc.constantFrom('title', 'description', 'both')),
      status: maybe(fc.constantFrom('active', 'closed', 'inactive', 'all')),
      sort: maybe(fc.constantFrom('volume', 'liquidity', 'newest')),
      limit: maybe(fc.constantFrom(1, 2, 5, 0)),
      offset: maybe(fc.constantFrom(0, 1, 3)),
      category: maybe(category),
      tags: maybe(fc.array(tag, { maxLength: 2 })),
      filter: maybe(few(filter)),
    }),
  )

const events = fc
  .tuple(fullEventRows('active', 'A'), fullEventRows('closed', 'C'))
  .map(([active, closed]) => [...active, ...closed])

const questions = fc.oneof(
  fc.tuple(
    fc.constant<MethodName>('fetchMarkets'),
    listQuery(marketFilter).map((query) => [query]),
  ),
  fc.tuple(
    fc.constant<MethodName>('fetchEvents'),
    listQuery(eventFilter).map((query) => [query]),
  ),
  fc.tuple(
    fc.constant<MethodName>('searchMarkets'),
    fc.tuple(shortText, listQuery(marketFilter)).map(([text, { query: _query, ...rest }]) => [text, rest]),
  ),
  fc.tuple(
    fc.constant<MethodName>('searchEvents'),
    fc.tuple(shortText, listQuery(eventFilter)).map(([text, { query: _query, ...rest }]) => [text, rest]),
  ),
  fc.tuple(fc.constant<MethodName>('loadMarkets'), fc.constant([])),
  ...(['fetchMarket', 'fetchEvent'] as const).map((method) =>
    fc.tuple(
      fc.constant<MethodName>(method),
      fc
        .tuple(shortText, listQuery(method === 'fetchMarket' ? marketFilter : eventFilter))
        .map(([text, { searchIn: _searchIn, ...rest }]) => [{ ...rest, query: text }]),
    ),
  ),
)

test('a list that lies ready is the list that its venue would be read for', async () => {
  let answers = 0
  await fc.assert(
    fc.asyncProperty(
      events,
      fc.boolean(),
      fc.array(questions, { minLength: 7, maxLength: 14 }),
      async (rows, byVolume, all) => {
        const { catalog, direct, kept } = bothWays(rows, byVolume)
        for (const [method, raw] of all) {
          const ours = await told(kept, method, raw)
          const theirs = await told(direct, method, raw)
          const isAnswer = 'isKept' in ours
          if (isAnswer && JSON.stringify(ours.data).length > 2) answers++
          expect(ours).toEqual(isAnswer ? { ...theirs, isKept: true, age: '7' } : theirs)
        }
        expect(kept.wire.calls).toEqual([])
        catalog.database.close()
      },
    ),
    { numRuns: 60 },
  )
  expect(answers).toBeGreaterThan(50)
})

const pagedMethods = fc.constantFrom<MethodName>(
  'fetchMarketsPaginated',
  'fetchEventsPaginated',
  'fetchEventsPage',
)

test('its pages are those of the venue, filtered after they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      events,
      fc.boolean(),
      pagedMethods,
      fc.constantFrom(undefined, 0, 1, 2, 3, 100),
      fc.boolean().chain((isFiltered) => (isFiltered ? few(marketFilter) : fc.constant(undefined))),
      async (rows, byVolume, method, limit, filter) => {
        const { catalog, direct, kept } = bothWays(rows, byVolume)
        const pagesOf = async (core: typeof kept) => {
          const pages: unknown[] = []
          let cursor: unknown
          do {
            const raw = Object.entries({ limit, filter, cursor }).filter(([, value]) => value !== undefined)
            const page = await told(core, method, [Object.fromEntries(raw)])
            if (!('data' in page)) return [...pages, page]
            const { nextCursor, cursor: _same, ...rest } = page.data as Record<string, unknown>
            pages.push({ ...rest, ignored: page.ignored })
            cursor = nextCursor ?? undefined
          } while (cursor !== undefined && pages.length < 100)
          return pages
        }
        expect(await pagesOf(kept)).toEqual(await pagesOf(direct))
        expect(kept.wire.calls).toEqual([])
        catalog.database.close()
      },
    ),
    { numRuns: 60 },
  )
})
