import { describe, expect, test } from 'vitest'
import { createCatalogLists } from '../../../../src/catalog/query/catalog-lists.js'
import { joinText } from '../../../../src/catalog/rows/row-stream.js'
import type { SingleRows } from '../../../../src/catalog/sync/sync-messages.js'
import { createLookupWriteBack } from '../../../../src/core/listings/cache/lookup-write-back.js'
import { ReadyPieces } from '../../../../src/core/request/api-call.js'
import { silentLogger } from '../../../../src/observe/logger.js'
import type { MarketRow, Venue } from '../../../../src/venue-kit/contract/venue.js'
import { openCatalog } from '../../../catalog/support/store.js'
import { fakeClock } from '../../../support/clock.js'
import { atOnce } from '../../../support/engine.js'
import { coreOver, event, type FakeVenueOptions, fakeVenue, market, moreSources } from '../../fake-venue.js'

const none = { events: [], markets: [], found: [] }
const idsOf = (rows: readonly MarketRow[]) => rows.map((row) => row.market.marketId)

function setUp(keep: (rows: SingleRows) => Promise<void> = async () => {}, clock = fakeClock()) {
  const written: SingleRows[] = []
  const keepSingles = async (rows: SingleRows): Promise<void> => {
    written.push(rows)
    await keep(rows)
  }
  const fed = createLookupWriteBack({
    syncer: { keepSingles },
    clock,
    log: silentLogger,
    addressOf: () => '',
  })
  return { fed, written, clock }
}

const venue = fakeVenue()
const markets = (...ids: string[]) => ({ ...none, markets: ids.map((id) => market(id)) })

describe('rows that were read', () => {
  test('are written together, each once as it was last', async () => {
    const { fed, written, clock } = setUp()
    fed.take(venue, { ...none, markets: [market('A', { volume: 1 })] })
    fed.take(venue, { ...none, markets: [market('A', { volume: 2 })], found: [market('F')] })
    fed.take({ ...venue, id: 'myriad' }, { ...none, events: [event('E', [])] })
    expect(written).toEqual([])
    await clock.advance(10_000)
    expect(written).toMatchObject([
      { venue: 'kalshi', markets: [{ market: { volume: 2 } }], found: [{ market: { marketId: 'F' } }] },
      { venue: 'myriad', events: [{ event: { id: 'E' } }] },
    ])
    await clock.advance(60_000)
    expect(written).toHaveLength(2)
  })

  test('are dropped where there are too many, and while others are being written', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { fed, written, clock } = setUp(() => held)
    fed.take(venue, markets(...Array.from({ length: 600 }, (_, index) => `M${index}`)))
    await clock.advance(10_000)
    expect(written[0]?.markets).toHaveLength(500)
    fed.take(venue, markets('B'))
    release()
    await clock.advance(10_000)
    fed.take(venue, markets('C'))
    await clock.advance(10_000)
    expect(written.slice(1).map((rows) => idsOf(rows.markets))).toEqual([['C']])
  })

  test('are not written for a while where that failed, nor after the end', async () => {
    const { fed, written, clock } = setUp(() => Promise.reject(new Error('disk full')))
    for (const [id, ms] of [
      ['A', 10_000],
      ['B', 59_999],
      ['C', 10_000],
    ] as const) {
      fed.take(venue, markets(id))
      await clock.advance(ms)
    }
    expect(written.map((rows) => idsOf(rows.markets))).toEqual([['A']])
    await clock.advance(1)
    fed.take(venue, markets('D'))
    fed.close()
    await clock.advance(60_000)
    expect(written).toHaveLength(1)
  })
})

describe('a lookup', () => {
  const listed = event('E', [market('A', { volume: 1 }), market('B', { volume: 2 })])
  const live = (facts: object) => ({ getMarket: async (id: string) => market(id, facts) })

  function core(options: FakeVenueOptions, rest: Partial<Venue> = {}) {
    const catalog = openCatalog()
    catalog.sync([{ events: [listed] }])
    const { fed, written } = setUp(undefined, catalog.clock)
    const kept = {
      cache: { ready: async () => ({ ageS: 1, cache: 'hit' as const }), keep() {} },
      lists: createCatalogLists(catalog.reader, atOnce),
      reader: catalog.reader,
      turn: atOnce,
      writeBack: fed,
    }
    const asked = coreOver(fakeVenue({ ...options, rest }), { kept, clock: catalog.clock })
    const list = async (query: object) => {
      const data = await asked.ask('fetchMarkets', query)
      return JSON.parse(data instanceof ReadyPieces ? joinText(data) : JSON.stringify(data)) as object[]
    }
    return { ...asked, list, written, clock: catalog.clock }
  }

  test('shows in short lists at once, in their order, and is written', async () => {
    const { ask, list, written, clock } = core({ sources: live({ volume: 7 }) })
    await clock.advance(1)
    await ask('fetchMarket', { marketId: 'B' })
    expect(await list({ limit: 5 })).toMatchObject([{ volume: 1 }, { volume: 7 }])
    expect(await list({})).toMatchObject([{ volume: 1 }, { volume: 2 }])
    await clock.advance(10_000)
    expect(written).toMatchObject([{ venue: 'kalshi', listsMarkets: false, markets: [{}], found: [] }])
  })

  test('that finds a market closed takes it from short lists of open ones', async () => {
    const { ask, list, clock } = core({ sources: live({ volume: 7, status: 'closed' }) })
    await clock.advance(1)
    await ask('fetchMarket', { marketId: 'B' })
    expect(await list({ limit: 5 })).toMatchObject([{ marketId: 'A' }])
  })

  test('that tells less than the list does not take its place there', async () => {
    const { ask, list, clock } = core({ sources: live({}) })
    await clock.advance(1)
    await ask('fetchMarket', { marketId: 'B' })
    expect(await list({ limit: 5 })).toMatchObject([{ volume: 1 }, { volume: 2 }])
  })

  test('of something else than was asked for feeds nothing', async () => {
    const { ask, written, clock } = core({ alwaysFinds: listed })
    await expect(ask('fetchMarket', { marketId: 'B' })).rejects.toMatchObject({
      detail: { kind: 'wrong_row' },
    })
    await clock.advance(10_000)
    expect(written).toEqual([])
  })

  test.each<[string, Partial<Venue>, object]>([
    ['with credentials', {}, { credentials: { apiKey: 'k' }, trusted: true }],
    ['of a venue that shows nothing to everybody', { isPrivate: true }, {}],
  ])('%s feeds nothing', async (_what, rest, call) => {
    const { answer, written, clock } = core({ sources: live({ volume: 7 }) }, rest)
    await answer('fetchMarket', [{ marketId: 'B' }], { call })
    await clock.advance(10_000)
    expect(written).toEqual([])
  })

  test('by the venue’s own search feeds the markets that it finds', async () => {
    const { ask, written, clock } = core({ sources: moreSources.search(() => [listed]) })
    await ask('fetchMarkets', { query: 'market' })
    await ask('fetchEvent', { eventId: 'E' }).catch(() => undefined)
    await clock.advance(10_000)
    expect(written.map(({ found }) => idsOf(found))).toEqual([['A', 'B']])
  })
})

test('a market is given to who has an older one, and nobody is told of one where only events were read', async () => {
  const { fed, clock } = setUp()
  const since = clock.now()
  fed.take(venue, { ...none, events: [event('E', [])], found: [market('F')] })
  await clock.advance(1)
  expect(fed.hasSince('kalshi', since - 1)).toBe(false)
  fed.take(venue, markets('A'))
  const readAt = since + 1
  expect([fed.hasSince('kalshi', since), fed.hasSince('kalshi', readAt)]).toEqual([true, false])
  expect(fed.market('kalshi', 'A', since)?.market.marketId).toBe('A')
  expect(fed.market('kalshi', 'A', readAt)).toBeUndefined()
})

test('an event takes the room of its markets as well, and what waits already is brought up to date where there is none', async () => {
  const { fed, written, clock } = setUp()
  const rows = Array.from({ length: 300 }, (_, at) => market(`M${at}`))
  fed.take(venue, { ...none, events: [event('BIG', rows)] })
  fed.take(venue, { ...none, events: [event('TOO-BIG', rows)] })
  fed.take(venue, markets(...Array.from({ length: 250 }, (_, at) => `N${at}`)))
  fed.take(venue, { ...none, markets: [market('N0', { volume: 7 })] })
  await clock.advance(10_000)
  expect(written[0]?.events.map((row) => row.event.id)).toEqual(['BIG'])
  expect(written[0]?.markets).toHaveLength(199)
  expect(written[0]?.markets[0]?.market.volume).toBe(7)
})

test('a venue with a list of markets of its own is written as one; closing before anything was read is no failure', async () => {
  const { fed, written, clock } = setUp()
  fed.close()
  const own = fakeVenue({ sources: moreSources.markets([]) })
  fed.take(own, markets('A'))
  await clock.advance(10_000)
  fed.take(venue, markets('A'))
  await clock.advance(10_000)
  expect(written.map(({ listsMarkets }) => listsMarkets)).toEqual([true, false])
})
