import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Listing } from '../../../src/venue-kit/contract/venue.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { type Answer, json, queryOf, sentTo } from '../../support/wire.js'
import { closedMarket, listedMarket, nativeEvent, nativeEvents } from './payloads.js'
import { setUp } from './set-up.js'

const { markets } = polymarket
const active: Listing = { status: 'active' }

const eventIds = async (answers: Readonly<Record<string, Answer>>, listing = active) => {
  const { ctx, wire } = setUp(answers)
  const listed = markets.listEvents(listing, ctx)
  const rows = await collect(listed.paging)
  return { ids: rows.map((row) => row.event.id), wire, listed, ctx }
}

/** Keyset pages by cursor. */
function keyset(member: 'events' | 'markets', pages: readonly (readonly unknown[])[]) {
  return (call: VenueCall) => {
    const cursor = queryOf(call)['after_cursor']
    const at = cursor === undefined ? 0 : Number(String(cursor).slice(1))
    const last = at === pages.length - 1
    return { [member]: pages[at], ...(last ? {} : { next_cursor: `c${at + 1}` }) }
  }
}

/** An offset list that caps its pages. */
function offsetList(rows: readonly unknown[], cap: number) {
  return (call: VenueCall) => {
    const { offset = '0', limit = '20' } = queryOf(call)
    const from = Number(offset)
    if (from > 2000)
      return json(422, { type: 'validation error', error: 'offset too large, use /events/keyset' })
    return rows.slice(from, from + Math.min(cap, Number(limit)))
  }
}

describe('events by keyset', () => {
  test('pages follow the cursor to its end', async () => {
    const pages = [nativeEvents(3, 0), nativeEvents(3, 3), nativeEvents(1, 6)]
    const { ids, wire } = await eventIds({ 'GET gamma/events/keyset': keyset('events', pages) })
    expect(ids).toEqual(['40000', '40001', '40002', '40003', '40004', '40005', '40006'])
    expect(wire.calls.map((call) => queryOf(call)['after_cursor'])).toEqual([undefined, 'c1', 'c2'])
  })

  test('the status is always said', async () => {
    const first = await eventIds({ 'GET gamma/events/keyset': { events: [] } })
    expect(queryOf(present(first.wire.calls[0]))).toEqual({
      limit: '100',
      active: 'true',
      closed: 'false',
      archived: 'false',
      order: 'volume24hr',
      ascending: 'false',
    })
    const second = await eventIds({ 'GET gamma/events/keyset': { events: [] } }, { status: 'closed' })
    const query = queryOf(present(second.wire.calls[0]))
    expect(query).toMatchObject({ closed: 'true' })
    expect(query).not.toHaveProperty('active')
  })

  test.each([
    [undefined, 'volume24hr', true],
    ['volume', 'volume24hr', true],
    ['newest', 'startDate', true],
    ['liquidity', 'liquidity', false],
  ] as const)('a wish for %s is ordered by %s and sorted is %s', async (sort, order, sorted) => {
    const listing = { ...active, ...(sort === undefined ? {} : { sort }) }
    const { wire, listed } = await eventIds({ 'GET gamma/events/keyset': { events: [] } }, listing)
    expect(queryOf(present(wire.calls[0]))).toMatchObject({ order, ascending: 'false' })
    expect(listed.sorted).toBe(sorted)
  })

  test('a small question gets a small page', async () => {
    const { wire } = await eventIds({ 'GET gamma/events/keyset': { events: [] } }, { ...active, atMost: 7 })
    expect(queryOf(present(wire.calls[0]))['limit']).toBe('7')
  })

  test('a cursor that comes back is an error', async () => {
    const { ctx } = setUp({ 'GET gamma/events/keyset': { events: nativeEvents(2), next_cursor: 'again' } })
    const error = await failureOf(() => collect(markets.listEvents(active, ctx).paging))
    expect(error.detail).toMatchObject({ kind: 'paging' })
  })

  test.each([
    ['events', { list: [] }],
    ['events', { events: null }],
    ['next_cursor', { events: [], next_cursor: { after: 1 } }],
  ])('a reply without %s is an error, not an empty list', async (path, reply) => {
    const { ctx } = setUp({ 'GET gamma/events/keyset': reply })
    await expectDrift(() => collect(markets.listEvents(active, ctx).paging), path)
  })

  test('the top of the volume list without any 24 h volume is drift', async () => {
    const { ctx } = setUp({
      'GET gamma/events/keyset': { events: nativeEvents(5, 0, { volume24hr: undefined }) },
    })
    await expectDrift(() => collect(markets.listEvents(active, ctx).paging), 'events[*].volume24hr')
  })
})

describe('where the keyset route is gone', () => {
  const rows = nativeEvents(250)

  test.each([404, 405, 410, 422])('%d sends the walk to the offset route', async (status) => {
    const { ids, wire } = await eventIds({
      'GET gamma/events/keyset': json(status, { type: 'validation error', error: 'no' }),
      'GET gamma/events': offsetList(rows, 100),
    })
    expect(ids).toHaveLength(250)
    expect(wire.calls.slice(1).map((call) => queryOf(call)['offset'])).toEqual(['0', '100', '200', '250'])
    expect(queryOf(present(wire.calls[1]))).toMatchObject({ closed: 'false', order: 'volume24hr' })
  })

  test('so does a deployment that says it has no keyset paging', async () => {
    const said = { type: 'service unavailable', error: 'keyset pagination is not configured' }
    const { ids, wire } = await eventIds({
      'GET gamma/events/keyset': json(503, said),
      'GET gamma/events': offsetList(rows.slice(0, 3), 100),
    })
    expect(ids).toHaveLength(3)
    expect(sentTo(wire)[1]).toBe('GET gamma/events')
  })

  test('pages shorter than asked do not end the walk', async () => {
    const { ids } = await eventIds({
      'GET gamma/events/keyset': json(404, {}),
      'GET gamma/events': offsetList(rows, 30),
    })
    expect(ids).toHaveLength(250)
  })

  test('it is remembered for a while', async () => {
    const answers = { 'GET gamma/events/keyset': json(404, {}), 'GET gamma/events': offsetList(rows, 100) }
    const { ctx, wire, clock } = setUp(answers)
    await collect(markets.listEvents(active, ctx).paging, 1)
    await collect(markets.listEvents(active, ctx).paging, 1)
    expect(sentTo(wire).filter((call) => call.endsWith('keyset'))).toHaveLength(1)
    clock.passTo(clock.now() + 11 * 60_000)
    await collect(markets.listEvents(active, ctx).paging, 1)
    expect(sentTo(wire).filter((call) => call.endsWith('keyset'))).toHaveLength(2)
  })

  test('the wall at offset 2000 is an error that says so, only for who goes that far', async () => {
    const answers = {
      'GET gamma/events/keyset': json(404, {}),
      'GET gamma/events': offsetList(nativeEvents(2_300), 100),
    }
    const near = setUp(answers)
    expect(await collect(markets.listEvents(active, near.ctx).paging, 2_100)).toHaveLength(2_100)
    const far = setUp(answers)
    const error = await failureOf(() => collect(markets.listEvents(active, far.ctx).paging))
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'offset_wall' },
      retryable: false,
    })
    expect(error.message).toContain('2000')
  })

  test('a later page that is refused is a failure, not an end', async () => {
    const { ctx } = setUp({
      'GET gamma/events/keyset': (call: VenueCall) =>
        queryOf(call)['after_cursor'] === undefined
          ? { events: nativeEvents(2), next_cursor: 'c1' }
          : json(422, { type: 'validation error', error: 'cursor is invalid' }),
    })
    expect((await failureOf(() => collect(markets.listEvents(active, ctx).paging))).code).toBe('BAD_REQUEST')
  })
})

/** A page of five that all lack one member. */
const pageWithout = (name: string, rows: readonly object[]) =>
  rows.map((row) => ({ ...row, [name]: undefined }))

describe('what all of a first page lack although the venue has sorted by it is drift', () => {
  const fiveMarkets = Array.from({ length: 5 }, (_, n) => listedMarket({ id: String(7000 + n) }))

  test.each([
    [undefined, 'volume24hr'],
    ['volume', 'volume'],
    ['newest', 'startDate'],
  ] as const)('events by %s: %s', async (sort, name) => {
    const { ctx } = setUp({ 'GET gamma/events/keyset': { events: pageWithout(name, nativeEvents(5)) } })
    const of = (listing: Listing) =>
      collect(markets.listEvents({ ...listing, ...(sort === undefined ? {} : { sort }) }, ctx).paging)
    await expectDrift(() => of(active), `events[*].${name}`)
    // What is over has not always a volume of the last 24 hours.
    expect(await of({ status: 'closed' })).toHaveLength(5)
  })

  test.each([
    ['volume', 'volume24hr'],
    ['newest', 'startDate'],
    ['liquidity', 'liquidityNum'],
  ] as const)('markets by %s: %s', async (sort, name) => {
    const page = pageWithout(name, fiveMarkets)
    const { ctx } = setUp({ 'GET gamma/markets/keyset': { markets: page } })
    const listed = present(markets.listMarkets)({ ...active, sort, atMost: 5 }, ctx)
    await expectDrift(() => collect(listed.paging), `markets[*].${name}`)
  })

  test('found events by volume, but not by fitness', async () => {
    const found = { events: pageWithout('volume24hr', nativeEvents(5)), pagination: { hasMore: false } }
    const { ctx } = setUp({ 'GET gamma/public-search': found })
    const search = (listing: Listing) => collect(present(markets.search)('velmar', listing, ctx).paging)
    await expectDrift(() => search({ ...active, sort: 'volume' }), 'events[*].volume24hr')
    expect(await search(active)).toHaveLength(5)
  })
})

describe('markets', () => {
  const listMarkets = present(markets.listMarkets)

  test('a few come from the market list, with tags and in its order', async () => {
    const page = [listedMarket(), listedMarket({ id: '700109', conditionId: condition(9) })]
    const { ctx, wire } = setUp({ 'GET gamma/markets/keyset': { markets: page } })
    const listed = listMarkets({ status: 'active', sort: 'liquidity', atMost: 20 }, ctx)
    const rows = await collect(listed.paging)
    expect(rows.map((row) => row.market.marketId)).toEqual(['700101', '700109'])
    expect(rows[0]?.market).toMatchObject({ eventId: '31201', tags: ['Politics', 'City elections'] })
    expect(listed.sorted).toBe(true)
    expect(queryOf(present(wire.calls[0]))).toMatchObject({
      closed: 'false',
      include_tag: 'true',
      order: 'liquidityNum',
      ascending: 'false',
      limit: '20',
    })
  })

  test.each([499, 501, 5_000])(
    'of a page of %d come from the one list whose order all pages share',
    async (atMost) => {
      const { ctx, wire } = setUp({ 'GET gamma/markets/keyset': { markets: [listedMarket()] } })
      const listed = listMarkets({ status: 'active', sort: 'volume', atMost }, ctx)
      await collect(listed.paging)
      expect([listed.sorted, wire.calls.length]).toEqual([true, 1])
    },
  )

  test('a whole status of open ones comes from the events', async () => {
    const { ctx, wire } = setUp({ 'GET gamma/events/keyset': { events: [nativeEvent()] } })
    const listed = listMarkets({ status: 'active', sort: 'volume' }, ctx)
    const rows = await collect(listed.paging)
    expect(rows.map((row) => [row.market.marketId, row.status])).toEqual([
      ['700101', 'active'],
      ['700102', 'closed'],
    ])
    expect(listed.sorted).toBe(false)
    expect(sentTo(wire)).toEqual(['GET gamma/events/keyset'])
  })

  test('closed ones come from the market list, which has those of open events', async () => {
    const { ctx, wire } = setUp({
      'GET gamma/markets/keyset': { markets: [closedMarket({ events: [{ id: '31201' }] })] },
    })
    const rows = await collect(listMarkets({ status: 'closed' }, ctx).paging)
    expect(rows.map((row) => [row.market.marketId, row.status])).toEqual([['700102', 'closed']])
    expect(queryOf(present(wire.calls[0]))).toMatchObject({ closed: 'true', order: 'volume24hr' })
  })

  test('the market list falls back to offsets, too', async () => {
    const rows = Array.from({ length: 130 }, (_unused, n) =>
      listedMarket({
        id: String(n + 1),
        conditionId: condition(n),
        clobTokenIds: JSON.stringify([token(n), token(n + 500)]),
      }),
    )
    const { ctx } = setUp({
      'GET gamma/markets/keyset': json(410, {}),
      'GET gamma/markets': offsetList(rows, 100),
    })
    expect(await collect(listMarkets({ status: 'closed' }, ctx).paging)).toHaveLength(130)
  })
})

describe('search', () => {
  const search = present(markets.search)

  test('pages until the venue says there is no more', async () => {
    const pages = [nativeEvents(2, 0), nativeEvents(2, 2), nativeEvents(1, 4)]
    const { ctx, wire } = setUp({
      'GET gamma/public-search': (call: VenueCall) => {
        const page = Number(queryOf(call)['page'])
        return { events: pages[page - 1], pagination: { hasMore: page < 3, totalResults: 5 } }
      },
    })
    const listed = search('velmar', active, ctx)
    expect(await collect(listed.paging)).toHaveLength(5)
    expect(listed.sorted).toBe(true)
    expect(wire.calls.map((call) => queryOf(call)['page'])).toEqual(['1', '2', '3'])
    expect(queryOf(present(wire.calls[0]))).toMatchObject({
      q: 'velmar',
      events_status: 'active',
      keep_closed_markets: '0',
      limit_per_type: '100',
    })
  })

  test('for the title of a market goes on with its question, and shows no event twice', async () => {
    const question = 'Will Ada Brook win the Velmar election?'
    const hits: Record<string, object[]> = { [question]: nativeEvents(2) }
    const { ctx, wire } = setUp({
      'GET gamma/public-search': (call: VenueCall) => ({
        events: hits[String(queryOf(call)['q'])] ?? nativeEvents(1),
        pagination: { hasMore: false },
      }),
    })
    const listed = search(`Velmar election - ${question}`, { ...active, sort: 'volume' }, ctx)
    expect(await collect(listed.paging)).toHaveLength(2)
    expect(wire.calls.map((call) => queryOf(call)['q'])).toEqual([`Velmar election - ${question}`, question])
    expect(listed.sorted).toBe(false)
  })

  test('closed things are asked for with their closed markets', async () => {
    const { ctx, wire } = setUp({ 'GET gamma/public-search': { pagination: { hasMore: false } } })
    await collect(search('velmar', { status: 'closed', sort: 'volume' }, ctx).paging)
    const asked = queryOf(present(wire.calls[0]))
    // Closed markets of open events are closed, too.
    expect(asked).not.toHaveProperty('events_status')
    expect(asked).toMatchObject({
      keep_closed_markets: '1',
      sort: 'volume_24hr',
      ascending: 'false',
    })
  })

  test.each([[{}], [{ events: null }]])('nothing found is %j', async (found) => {
    const reply = { ...found, pagination: { hasMore: false, totalResults: 0 } }
    const { ctx } = setUp({ 'GET gamma/public-search': reply })
    expect(await collect(search('nothing', active, ctx).paging)).toEqual([])
  })

  test.each([
    ['pagination', { events: [] }],
    ['pagination.hasMore', { events: [], pagination: { totalResults: 3 } }],
    ['events', { events: 'none', pagination: { hasMore: false } }],
  ])('a reply without %s is an error', async (path, reply) => {
    const { ctx } = setUp({ 'GET gamma/public-search': reply })
    await expectDrift(() => collect(search('velmar', active, ctx).paging), path)
  })
})
