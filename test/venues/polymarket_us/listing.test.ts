import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Listing, Venue } from '../../../src/venue-kit/contract/venue.js'
import { polymarketUs } from '../../../src/venues/polymarket_us/index.js'
import { expectDrift, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { nativeEvent, nativeMarket, nativeResolved, nativeSeries } from './payloads.js'
import { setUp } from './set-up.js'

const { markets }: Venue = polymarketUs
type Call = Parameters<typeof queryOf>[0]

/** Event `n` with one open market, unless it says otherwise. */
const eventNumbered = (n: number, overrides: object = {}) => {
  const slug = `event-${n}-2026-11-21`
  return nativeEvent(1, {
    id: String(n),
    slug,
    ticker: slug,
    markets: [nativeMarket(1, { id: String(n), slug: `aec-${slug}` })],
    ...overrides,
  })
}
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_unused, index) => eventNumbered(from + index))

/** A list that changes as it is read: what is in it at the n-th call. */
function eventsOf(at: (call: number) => readonly object[]) {
  let calls = 0
  const set = setUp({
    'GET gateway/v1/events': (call: Call) => {
      const query = queryOf(call)
      const [offset, limit] = [Number(query['offset']), Number(query['limit'])]
      return { events: at(calls++).slice(offset, offset + limit) }
    },
  })
  const ctx = tolerant(set.ctx)
  return {
    ...set,
    ctx,
    asked: () => set.wire.calls.map(queryOf),
    ids: async (listing: Listing) => {
      const rows = await collect(markets.listEvents(listing, ctx).paging)
      return rows.map(({ event }) => Number(/^event-(\d+)/.exec(event.id)?.[1]))
    },
  }
}
const upTo = (count: number) => Array.from({ length: count }, (_unused, index) => index + 1)
const active = { status: 'active' } as const

describe('a list of events', () => {
  test('is asked for by number, and read to an empty page', async () => {
    const { ids, asked, ctx } = eventsOf(() => numbered(1, 45))
    expect(await ids(active)).toEqual(upTo(45))
    expect(asked()[0]).toEqual({
      active: 'true',
      closed: 'false',
      orderBy: 'id',
      orderDirection: 'asc',
      limit: '20',
      offset: '0',
    })
    expect(asked().map((query) => query['offset'])).toEqual(['0', '19', '38', '44'])
    expect(ctx.omissions.cut).toEqual([])
  })

  test('of what is over asks for that alone, and few rows for few', async () => {
    const { ids, asked } = eventsOf(() => numbered(1, 3))
    await ids({ status: 'closed', atMost: 5 })
    expect(asked()[0]).toMatchObject({ closed: 'true', limit: '5' })
    expect(asked()[0]).not.toHaveProperty('active')
    await ids({ ...active, atMost: 1 })
    expect(asked().at(-1)).toMatchObject({ limit: '2' })
  })

  test('goes on behind a short page', async () => {
    const all = numbered(1, 45)
    const { ctx } = setUp({
      'GET gateway/v1/events': (call: Call) => {
        const { offset, limit } = queryOf(call)
        const page = all.slice(Number(offset), Number(offset) + Number(limit))
        return { events: page.length > 7 ? page.slice(0, -1) : page }
      },
    })
    expect(await collect(markets.listEvents(active, ctx).paging)).toHaveLength(45)
  })

  test.each([1, 5, 20, 30])('lacks nothing when %i events leave it while it is read', async (gone) => {
    const all = numbered(1, 70)
    // Most of those leave that were read already.
    const { ids, ctx } = eventsOf((call) => (call < 2 ? all : all.slice(gone)))
    expect(await ids(active)).toEqual(upTo(70))
    expect(ctx.omissions.cut).toEqual([])
  })

  test('lacks nothing when the last row that was read leaves it', async () => {
    const all = numbered(1, 50)
    const { ids } = eventsOf((call) => (call === 0 ? all : all.filter((_event, index) => index !== 19)))
    expect(await ids(active)).toEqual(upTo(50))
  })

  test('has what is added while it is read', async () => {
    const { ids } = eventsOf((call) => numbered(1, call === 0 ? 30 : 33))
    expect(await ids(active)).toEqual(upTo(33))
  })

  test('in another order than asked is read all the same, and says so', async () => {
    const { ids, ctx } = eventsOf(() => numbered(1, 45).reverse())
    expect([...(await ids(active))].sort((a, b) => a - b)).toEqual(upTo(45))
    expect(ctx.omissions.cut).toHaveLength(1)
  })

  test('by volume is in the order of the venue', async () => {
    const { ids, asked, ctx } = eventsOf(() => numbered(1, 5).reverse())
    const listing = { ...active, sort: 'volume', atMost: 30 } as const
    expect(markets.listEvents(listing, ctx).sorted).toBe(true)
    expect(await ids(listing)).toEqual([5, 4, 3, 2, 1])
    expect(asked()[0]).toMatchObject({ orderBy: 'volume', orderDirection: 'desc', limit: '20', offset: '0' })
    expect(ctx.omissions.cut).toEqual([])
    const long = eventsOf(() => numbered(1, 25).reverse())
    await long.ids(listing)
    expect(long.ctx.omissions.cut).toEqual([expect.stringContaining('volume changed')])
  })

  test.each(['liquidity', 'newest'] as const)('by %s is in none, and the core puts it in it', (sort) => {
    const { ctx } = eventsOf(() => [])
    expect(markets.listEvents({ ...active, sort }, ctx).sorted).toBe(false)
    expect(present(markets.listMarkets)({ ...active, sort }, ctx).sorted).toBe(false)
  })
})

describe('a list of markets', () => {
  const goesOn = eventNumbered(1, {
    markets: [nativeMarket(1), nativeResolved({ slug: 'aec-half-one', id: '5' })],
  })
  const isOver = eventNumbered(2, { closed: true, markets: [nativeResolved()] })
  const wire = () =>
    setUp({
      'GET gateway/v1/events': (call: Call) => {
        const query = queryOf(call)
        const rows = query['closed'] === 'true' ? [isOver] : [goesOn]
        return { events: query['offset'] === '0' ? rows : [] }
      },
      'GET gateway/v1/markets': (call: Call) => ({
        markets: queryOf(call)['offset'] === '0' ? [nativeMarket(2), nativeMarket(1)] : null,
      }),
    })
  const idsOf = async (listing: Listing) => {
    const { ctx } = wire()
    const rows = await collect(present(markets.listMarkets)(listing, ctx).paging)
    return rows.map(({ market, status }) => [market.marketId, market.eventId, status])
  }

  test('of one status is that of the events of it; closed ones stand in events that go on, too', async () => {
    expect(await idsOf(active)).toEqual([['aec-mlb-vel-orr-2026-11-21', 'event-1-2026-11-21', 'active']])
    expect(await idsOf({ status: 'closed' })).toEqual([
      ['aec-nfl-vel-orr-2025-11-02', 'event-2-2026-11-21', 'closed'],
      ['aec-half-one', 'event-1-2026-11-21', 'closed'],
    ])
  })

  test('by volume is the venue’s own, without their events', async () => {
    const { ctx, wire: sent } = wire()
    const listed = present(markets.listMarkets)({ ...active, sort: 'volume' }, ctx)
    expect(listed.sorted).toBe(true)
    const rows = await collect(listed.paging)
    expect(rows.map(({ market }) => [market.marketId, market.eventId])).toEqual([
      ['aec-mlb-vel-orr-2026-11-22', undefined],
      ['aec-mlb-vel-orr-2026-11-21', undefined],
    ])
    expect(queryOf(present(sent.calls[0]))).toEqual({
      active: 'true',
      closed: 'false',
      orderBy: 'volume',
      orderDirection: 'desc',
      limit: '100',
      offset: '0',
    })
  })
})

describe('a search', () => {
  const search = async (page: (page: number) => readonly object[]) => {
    const set = setUp({
      'GET gateway/v1/search': (call: Call) => ({ events: page(Number(queryOf(call)['page'])) }),
    })
    const ctx = tolerant(set.ctx)
    const rows = await collect(present(markets.search)('Velmar Larks', active, ctx).paging)
    return { rows, ctx, asked: set.wire.calls.map(queryOf) }
  }

  test('ends with a page that is not full', async () => {
    const { rows, asked, ctx } = await search((page) => (page === 1 ? numbered(1, 20) : numbered(21, 22)))
    expect(rows).toHaveLength(22)
    expect(asked).toEqual([
      { query: 'Velmar Larks', limit: '20', page: '1' },
      { query: 'Velmar Larks', limit: '20', page: '2' },
    ])
    expect(ctx.omissions.cut).toEqual([])
  })

  test('for a title with its leg goes on with the question', async () => {
    const set = setUp({
      'GET gateway/v1/search': (call: Call) => ({
        events: queryOf(call)['query'] === 'Who will win the cup?' ? numbered(1, 2) : [],
      }),
    })
    const ctx = tolerant(set.ctx)
    const found = present(markets.search)('Who will win the cup? - Velmar', active, ctx)
    expect(await collect(found.paging)).toHaveLength(2)
  })

  test('that goes on and on is left, and says so', async () => {
    const { rows, ctx } = await search((page) => numbered(20 * page - 19, 20 * page))
    expect(rows).toHaveLength(200)
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('search with more words')])
  })
})

describe('events of a series', () => {
  const list = async (series: string, seriesSlug: string | null = 'cup-29') => {
    const set = setUp({
      'GET gateway/v1/series': { series: [nativeSeries(29)] },
      'GET gateway/v1/series/id/29': { series: nativeSeries(29) },
      'GET gateway/v1/events': (call: Call) => ({
        events: queryOf(call)['offset'] === '0' ? [eventNumbered(1, { seriesSlug })] : [],
      }),
    })
    const rows = await collect(present(markets.listSeriesEvents)(series, active, set.ctx).paging)
    return { rows, last: queryOf(present(set.wire.calls[1])) }
  }

  test.each(['29', 'cup-29', 'Cup-29'])('%s are asked for by its number', async (series) => {
    const { rows, last } = await list(series)
    expect(rows).toHaveLength(1)
    expect(last).toMatchObject({ seriesId: '29', active: 'true', closed: 'false' })
  })

  test('that the venue does not know are none', async () => {
    const set = setUp({ 'GET gateway/v1/series': { series: [] } })
    expect(await collect(present(markets.listSeriesEvents)('cup-30', active, set.ctx).paging)).toEqual([])
  })

  test.each(['another', null])('of another series (%s) are an error, not a list', async (seriesSlug) => {
    await expectDrift(() => list('29', seriesSlug), 'seriesSlug')
  })
})
