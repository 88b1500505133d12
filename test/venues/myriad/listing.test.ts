import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Listing } from '../../../src/venue-kit/contract/venue.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { json, queryOf, raw } from '../../support/wire.js'
import {
  bookMarket,
  candidatesMarket,
  eventUuid,
  marketNumber,
  nativeEvent,
  nativeMarket,
  pageOf,
} from './payloads.js'
import { setUp } from './set-up.js'

const { markets } = myriad
const listMarkets = present(markets.listMarkets)
const search = present(markets.search)
const active: Listing = { status: 'active' }
const closed: Listing = { status: 'closed' }

/** Pages of markets by state; a state that is not here has none. */
const marketPages =
  (pages: Readonly<Record<string, readonly (readonly unknown[])[]>>) => (call: VenueCall) => {
    const { state, page } = queryOf(call)
    const ofState = pages[String(state)] ?? [[]]
    return pageOf(ofState[Number(page) - 1] ?? [], Number(page), Number(page) < ofState.length)
  }

describe('markets', () => {
  test('are read page by page to the end, of both trading models, each once', async () => {
    const { ctx, wire } = setUp({
      'GET api/markets': marketPages({
        open: [
          [marketNumber(1), bookMarket()],
          [marketNumber(1), marketNumber(2)],
        ],
      }),
    })
    const { paging, sorted } = listMarkets(active, ctx)
    const rows = await collect(paging)
    expect(rows.map(({ market }) => market.marketId)).toEqual(['2741:5001', '56:ob827', '2741:5002'])
    expect(sorted).toBe(false)
    expect(wire.calls.map(queryOf)).toEqual([
      { state: 'open', trading_model: 'all', sort: 'volume_24h', order: 'desc', page: '1', limit: '100' },
      { state: 'open', trading_model: 'all', sort: 'volume_24h', order: 'desc', page: '2', limit: '100' },
    ])
  })

  test('closed ones are those that are resolved, ended or void', async () => {
    const resolved = marketNumber(1, { state: 'resolved' })
    const { ctx, wire } = setUp({
      'GET api/markets': marketPages({
        resolved: [[resolved]],
        closed: [[marketNumber(2, { state: 'closed' }), resolved]],
        voided: [[marketNumber(3, { state: 'voided', voided: true })]],
      }),
    })
    const rows = await collect(listMarkets(closed, ctx).paging)
    expect(rows.map(({ market }) => market.marketId)).toEqual(['2741:5001', '2741:5002', '2741:5003'])
    expect(rows.every(({ status }) => status === 'closed')).toBe(true)
    expect(wire.calls.map((call) => queryOf(call)['state'])).toEqual(['resolved', 'closed', 'voided'])
  })

  test.each([
    ['refuses', json(400, { error: 'unknown state' })],
    ['ignores', pageOf([nativeMarket()], 1, true)],
  ])('a server that %s the new state has no such markets of its own', async (_how, answer) => {
    const { ctx } = setUp({
      'GET api/markets': (call: VenueCall) =>
        queryOf(call)['state'] === 'voided' ? answer : pageOf([marketNumber(1, { state: 'resolved' })]),
    })
    expect(await collect(listMarkets(closed, ctx).paging)).toHaveLength(1)
  })

  test('the newest first are given natively; orders by money are not', async () => {
    const { ctx, wire } = setUp({ 'GET api/markets': pageOf([nativeMarket()]) })
    const newest = listMarkets({ ...active, sort: 'newest', atMost: 7 }, ctx)
    expect(newest.sorted).toBe(true)
    await collect(newest.paging)
    expect(queryOf(present(wire.calls[0]))).toMatchObject({ sort: 'published_at', order: 'desc', limit: '7' })
    expect(listMarkets({ ...active, sort: 'volume' }, ctx).sorted).toBe(false)
    expect(listMarkets({ ...closed, sort: 'newest' }, ctx).sorted).toBe(false)
  })

  test('a list that says it goes on ends at an empty page', async () => {
    const { ctx, wire } = setUp({
      'GET api/markets': (call: VenueCall) =>
        queryOf(call)['page'] === '1' ? pageOf([nativeMarket()], 1, true, 1) : pageOf([], 2, true, 1),
    })
    expect(await collect(listMarkets(active, ctx).paging)).toHaveLength(1)
    expect(wire.calls).toHaveLength(2)
  })

  test('a market that moves up when another one closes is not lost', async () => {
    const [closing, moved, last] = [1, 2, 3].map((id) => nativeMarket({ id, slug: `m-${id}` }))
    let calls = 0
    const { ctx } = setUp({
      'GET api/markets': (call: VenueCall) => {
        if (queryOf(call)['state'] !== 'open') return pageOf([])
        const rows = ++calls === 1 ? [closing, moved, last] : [moved, last]
        const page = Number(queryOf(call)['page'])
        return pageOf(rows.slice(2 * page - 2, 2 * page), page, page === 1, rows.length)
      },
    })
    expect(await collect(listMarkets(active, ctx).paging)).toHaveLength(3)
    expect(calls).toBe(3)
  })

  test('a list that shows its first page again and again is an error', async () => {
    const { ctx } = setUp({ 'GET api/markets': pageOf([nativeMarket()], 1, true) })
    const error = await failureOf(() => collect(listMarkets(active, ctx).paging))
    expect(error.detail).toMatchObject({ kind: 'paging' })
  })

  test.each([
    ['', null],
    ['', 'closed'],
    ['data', {}],
    ['data', { data: null, pagination: { hasNext: false } }],
    ['pagination', { data: [] }],
    ['pagination.hasNext', { data: [], pagination: {} }],
    ['data[1].outcomes', pageOf([nativeMarket(), marketNumber(1, { outcomes: [] })])],
  ])('an answer that is wrong at %j is an error, not an empty list', async (path, answer) => {
    const { ctx } = setUp({ 'GET api/markets': answer })
    await expectDrift(() => collect(listMarkets(active, ctx).paging), path)
  })

  test.each([
    [
      raw(200, '<!doctype html><html><body>Just a moment...</body></html>', { 'content-type': 'text/html' }),
      'PERMISSION_DENIED',
    ],
    [json(400, { error: 'bad params' }), 'BAD_REQUEST'],
    [json(404, { error: 'Not found' }), 'NOT_FOUND'],
    [json(200, { error: 'Market not found' }), 'NOT_FOUND'],
  ])('a failure is a failure (%#)', async (answer, code) => {
    const { ctx } = setUp({ 'GET api/markets': answer })
    expect((await failureOf(() => collect(listMarkets(active, ctx).paging))).code).toBe(code)
  })
})

describe('events', () => {
  test('are those of the order book, and every other market by itself', async () => {
    const { ctx, wire } = setUp({
      'GET api/events': { data: [nativeEvent()] },
      'GET api/markets': marketPages({
        open: [[nativeMarket(), bookMarket(), bookMarket({ id: 900, eventId: null })], [candidatesMarket()]],
      }),
    })
    const rows = await collect(markets.listEvents(active, ctx).paging)
    expect(rows.map(({ event, markets }) => [event.id, markets.length])).toEqual([
      [eventUuid, 2],
      ['2741:701', 1],
      ['56:ob900', 1],
      ['2741:601', 3],
    ])
    expect(queryOf(present(wire.calls[0]))).toMatchObject({ state: 'open', trading_model: 'ob', page: '1' })
  })

  test('pages of events that nobody describes are read until nothing new comes', async () => {
    const pages = [[nativeEvent()], [nativeEvent({ id: 'another', slug: 'another' })]]
    const { ctx, wire } = setUp({
      'GET api/events': (call: VenueCall) => ({
        data: pages[Math.min(Number(queryOf(call)['page']), 2) - 1],
      }),
      'GET api/markets': pageOf([]),
    })
    expect(await collect(markets.listEvents(active, ctx).paging)).toHaveLength(2)
    expect(wire.calls.filter(({ path }) => path === '/events')).toHaveLength(3)
  })

  test('a list that tells of its pages is believed', async () => {
    const { ctx, wire } = setUp({ 'GET api/events': pageOf([nativeEvent()]), 'GET api/markets': pageOf([]) })
    expect(await collect(markets.listEvents(active, ctx).paging)).toHaveLength(1)
    expect(wire.calls.filter(({ path }) => path === '/events')).toHaveLength(1)
  })

  test('a list of events that fails is not a list without events', async () => {
    const { ctx } = setUp({
      'GET api/events': json(404, { error: 'Not found' }),
      'GET api/markets': pageOf([]),
    })
    expect((await failureOf(() => collect(markets.listEvents(active, ctx).paging))).code).toBe('NOT_FOUND')
  })

  test("a search goes to the venue's own one", async () => {
    const { ctx, wire } = setUp({
      'GET api/events': { data: [] },
      'GET api/markets': pageOf([nativeMarket()]),
    })
    const rows = await collect(search('bridge', active, ctx).paging)
    expect(rows.map(({ event }) => event.id)).toEqual(['2741:701'])
    const asked = wire.calls.filter(({ path }) => path === '/markets').map(queryOf)
    expect(asked).toMatchObject([{ keyword: 'bridge', state: 'open', trading_model: 'all' }])
  })

  test('a search for markets shows them as their list does, and those of the order book', async () => {
    const { ctx, wire } = setUp({
      'GET api/events': pageOf([nativeEvent()]),
      'GET api/markets': pageOf([candidatesMarket()]),
    })
    const listed = await collect(listMarkets(active, ctx).paging)
    const found = await collect(present(markets.searchMarkets)('mayor', active, ctx).paging)
    const ofEvents = await collect(markets.listEvents(active, ctx).paging)
    const ofBook = ofEvents[0]?.markets.map(({ market }) => market.marketId) ?? []
    expect(found.map(({ market }) => market.marketId)).toEqual([
      ...listed.map(({ market }) => market.marketId),
      ...ofBook,
    ])
    expect(ofBook.length).toBeGreaterThan(0)
    expect(wire.calls.some((call) => queryOf(call)['keyword'] === 'mayor')).toBe(true)
  })
})
