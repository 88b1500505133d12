import { describe, expect, test } from 'vitest'
import type { MethodName } from '../../src/api/arguments/methods.js'
import type { StoredTerms } from '../../src/api/arguments/stored-terms.js'
import { PmxError } from '../../src/api/envelope/errors.js'
import { createCatalogLists } from '../../src/catalog/query/catalog-lists.js'
import { createLookups } from '../../src/core/listings/lookups.js'
import type { MarketSource, Venue } from '../../src/venue-kit/contract/venue.js'
import { openCatalog } from '../catalog/support/store.js'
import { atOnce } from '../support/engine.js'
import { failureOf } from '../support/expect.js'
import { coreOver, event, fakeVenue, feedsNothing, idsIn, market } from './fake-venue.js'

const listed = event('E', [
  market('A', { slug: 'slug-a' }),
  market('B', { status: 'closed', slug: 'slug-b' }),
])
const stale: StoredTerms = { serves: true }
const only: StoredTerms = { serves: true, unasked: 'only_if_cached' }
const offline: StoredTerms = { serves: true, unasked: 'offline' }

/** A core over a catalog that saw the rows 90 s ago, and a venue that fails with `error`. */
async function outOfReach(
  error = new PmxError('NETWORK_ERROR', 'no way there'),
  rest: Partial<Venue> = {},
  events = [listed],
) {
  const catalog = openCatalog()
  catalog.sync([{ events }])
  await catalog.clock.advance(90_000)
  const asked: string[] = []
  const fail = async (id: string): Promise<never> => {
    asked.push(id)
    throw error
  }
  const sources: Partial<MarketSource> = { getMarket: fail, findOutcome: fail, getEvent: fail }
  const kept = {
    cache: { ready: async () => undefined, keep() {} },
    lists: createCatalogLists(catalog.reader, atOnce),
    reader: catalog.reader,
    turn: atOnce,
    writeBack: feedsNothing,
  }
  return { ...coreOver(fakeVenue({ sources, rest }), { kept, clock: catalog.clock }), asked }
}

const lookups: readonly (readonly [MethodName, readonly unknown[], readonly string[]])[] = [
  ['fetchMarket', [{ marketId: 'a' }], ['A']],
  ['fetchMarket', [{ outcomeId: 'A-NO' }], ['A']],
  ['fetchMarket', [{ slug: 'slug-b', eventId: 'E' }], ['B']],
  ['fetchEvent', [{ eventId: 'E' }], ['E']],
  ['fetchEvent', [{ slug: 'slug-E' }], ['E']],
  ['getMarketsBySlug', ['slug-a'], ['A']],
  ['getMarketsBySlug', ['https://venue.test/m/A'], ['A']],
  ['fetchMarkets', [{ marketId: 'A' }], ['A']],
  ['fetchMarkets', [{ outcomeId: 'B-NO' }], ['B']],
  ['fetchMarkets', [{ eventId: 'E' }], ['A', 'B']],
  ['fetchMarkets', [{ eventId: 'slug-E', status: 'active' }], ['A']],
  ['fetchMarkets', [{ marketId: 'B', status: 'active' }], []],
  ['fetchEvents', [{ eventId: 'E' }], ['E']],
]
const idsOf = (data: unknown) => idsIn(Array.isArray(data) ? data : [data])

describe('a lookup whose venue cannot be asked', () => {
  test.each(lookups)('%s %j has what was last seen, and says how long ago', async (method, args, ids) => {
    const { answer, asked } = await outOfReach()
    const { data, headers } = await answer(method, args, { call: { stored: stale } })
    expect(idsOf(data)).toEqual(ids)
    expect(headers['x-pmx-stale']).toBe('unreachable; age=90')
    expect(asked.length).toBeGreaterThan(0)
  })

  test.each(lookups)('%s %j is put to no venue by who wants none asked', async (method, args, ids) => {
    const { answer, asked } = await outOfReach()
    for (const [stored, reason] of [
      [only, 'only_if_cached'],
      [offline, 'offline'],
    ] as const) {
      const { data, headers } = await answer(method, args, { call: { stored } })
      expect(idsOf(data)).toEqual(ids)
      expect(headers['x-pmx-stale']).toBe(`${reason}; age=90`)
    }
    expect(asked).toEqual([])
  })

  test.each(lookups)('%s %j is an error that says what is stored', async (method, args, ids) => {
    const { answer } = await outOfReach()
    const rows = ids.length
    for (const stored of [undefined, { serves: true, maxAgeS: 89 }]) {
      const { code, detail } = await failureOf(() =>
        answer(method, args, { call: stored === undefined ? {} : { stored } }),
      )
      expect(code).toBe('NETWORK_ERROR')
      expect(detail).toMatchObject({ stored: { rows, ageSeconds: 90, switch: 'stale=ok' } })
    }
  })

  test('has its markets and their event whole, as the venue would tell them', async () => {
    const { answer } = await outOfReach()
    const live = coreOver(fakeVenue({ events: [listed] }))
    for (const [method, args] of lookups.slice(0, 6)) {
      const { data } = await answer(method, args, { call: { stored: stale } })
      const asked = JSON.stringify(args).replace('"a"', '"A"')
      expect(data).toEqual(JSON.parse(JSON.stringify(await live.ask(method, ...JSON.parse(asked)))))
    }
  })

  test.each<[string, MethodName, readonly unknown[]]>([
    ['a market that was never seen', 'fetchMarket', [{ marketId: 'X' }]],
    ['keys of different markets', 'fetchMarket', [{ marketId: 'A', outcomeId: 'B' }]],
    ['a market of another event', 'fetchMarkets', [{ marketId: 'A', eventId: 'F' }]],
    ['a market as an event', 'fetchEvent', [{ eventId: 'A' }]],
    ['an event as a market', 'fetchMarkets', [{ marketId: 'E' }]],
    ['a text', 'fetchMarket', [{ query: 'Market' }]],
  ])('is the failure itself for %s', async (_what, method, args) => {
    const { answer } = await outOfReach()
    const failure = await failureOf(() => answer(method, args, { call: { stored: only } }))
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', detail: { kind: 'only_if_cached' } })
    expect(failure.detail).not.toHaveProperty('stored')
  })

  test('is not answered for what the venue says itself, or shows to few', async () => {
    const gone = await outOfReach(new PmxError('MARKET_NOT_FOUND', 'none'))
    await expect(
      gone.answer('fetchMarket', [{ marketId: 'A' }], { call: { stored: stale } }),
    ).rejects.toThrow('none')
    const hidden = await outOfReach(undefined, { isPrivate: true })
    for (const stored of [stale, only]) {
      const asking = () => hidden.answer('fetchMarket', [{ marketId: 'A' }], { call: { stored } })
      const { code, detail } = await failureOf(asking)
      expect([code, detail?.['stored']]).toEqual(['NETWORK_ERROR', undefined])
    }
  })
})

test('candles of an event are those of its outcomes as they were last seen, also after a restart', async () => {
  const { answer, asked } = await outOfReach(undefined, {}, [listed, event('EMPTY', [])])
  const ask = (eventId: string) =>
    answer('fetchEventOHLCV', [{ eventId, resolution: '1h' }], { call: { stored: only } })
  const { data } = await ask('EMPTY')
  expect(data).toMatchObject({ eventId: 'EMPTY', title: 'Event EMPTY', outcomes: [] })
  await expect(ask('E')).rejects.toThrow("Outcome 'A'")
  await expect(ask('X')).rejects.toThrow('only-if-cached')
  expect(asked).toEqual([])
})

test('of several rows of one name that whose id it is counts, and none where it is the id of none', async () => {
  const twins = event('TWINS', [
    market('one', { slug: 'two' }),
    market('two', { slug: 'shared' }),
    market('3', { slug: 'shared' }),
  ])
  const { answer } = await outOfReach(undefined, {}, [twins])
  const ask = (slug: string) => answer('fetchMarket', [{ slug }], { call: { stored: stale } })
  expect((await ask('two')).data).toMatchObject({ marketId: 'two' })
  const failure = await failureOf(() => ask('shared'))
  expect([failure.code, failure.detail?.['stored']]).toEqual(['NETWORK_ERROR', undefined])
})

test('an answer of several rows is as old as the oldest, and what is wrong with a question is told as that', async () => {
  const catalog = openCatalog()
  catalog.sync([{ events: [listed] }])
  const lookups = createLookups(
    {
      ...catalog.reader,
      lookup: (venue, kind, name) =>
        catalog.reader
          .lookup(venue, kind, name)
          .map((row) => ({ ...row, lastSeen: kind === 'event' ? 7 : 9 })),
      pieces: (...args) => catalog.reader.pieces(...args),
      statusesOf: (version) => catalog.reader.statusesOf(version),
    },
    catalog.clock,
  )
  const venue = fakeVenue()
  const both = async ({ markets }: Venue) => [
    await markets.getMarket('A', {} as never),
    await markets.getEvent('E', {} as never),
  ]
  expect(await lookups.stored(venue, both)).toMatchObject({
    at: 7,
    data: [{ aliases: ['A'] }, { aliases: ['E'] }],
  })
  const failing = (error: Error) => lookups.stored(venue, () => Promise.reject(error))
  await expect(failing(new PmxError('VALIDATION_ERROR', 'no such sort'))).rejects.toThrow('no such sort')
  await expect(failing(new TypeError('a mistake of ours'))).rejects.toThrow('a mistake of ours')
  expect(await failing(new PmxError('MARKET_NOT_FOUND', 'none'))).toBeUndefined()
})
