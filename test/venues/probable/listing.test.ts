import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Listing } from '../../../src/venue-kit/contract/venue.js'
import { probable } from '../../../src/venues/probable/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import {
  marketNumber,
  nativeBook,
  nativeEvent,
  nativeMarket,
  nativeTrade,
  pageOf,
  resolvedMarket,
} from './payloads.js'
import { askedIn, pageAsked, setUp } from './set-up.js'

const { markets } = probable
const active: Listing = { status: 'active' }
const listMarkets = present(markets.listMarkets)
const search = present(markets.search)

const events = (count: number, first = 0) =>
  Array.from({ length: count }, (_unused, n) =>
    nativeEvent({ id: 900 + first + n, slug: `event-${first + n}`, markets: [resolvedMarket()] }),
  )

const allEvents = async (answer: unknown, listing = active) => {
  const { ctx, wire } = setUp({ 'GET market/events': answer, 'GET orderbook/book': nativeBook() })
  const listed = markets.listEvents(listing, ctx)
  return { rows: await collect(listed.paging), wire, listed }
}

describe('events', () => {
  test('the documented form is paged until it says that there is no more', async () => {
    const pages = [events(3), events(3, 3), events(1, 6)]
    const { rows, wire, listed } = await allEvents((call: VenueCall) => {
      const rows = pageAsked(pages, call)
      return { events: rows, pagination: { hasMore: rows.length === 3 } }
    })
    expect(rows.map(({ event }) => event.id)).toEqual(['900', '901', '902', '903', '904', '905', '906'])
    expect(wire.calls.map((call) => queryOf(call)['page'])).toEqual(['1', '2', '3'])
    expect(queryOf(present(wire.calls[0]))).toEqual({
      status: 'active',
      sort: 'volume',
      ascending: 'false',
      limit: '100',
      page: '1',
    })
    expect(listed.sorted).toBe(true)
  })

  test('a bare list ends at an empty page, not at a short one', async () => {
    const pages = [events(3), events(3, 3), events(1, 6)]
    const { rows, wire } = await allEvents((call: VenueCall) => pageAsked(pages, call))
    expect(rows).toHaveLength(7)
    expect(wire.calls).toHaveLength(4)
  })

  test('a bare list that ignores its page is an error', async () => {
    const error = await failureOf(() => allEvents(events(3)))
    expect(error.detail).toMatchObject({ kind: 'paging' })
  })

  test('closed ones are asked for; no wished order counts as given', async () => {
    const { wire, listed } = await allEvents([], { status: 'closed', sort: 'volume', atMost: 7 })
    expect(queryOf(present(wire.calls[0]))).toMatchObject({ status: 'closed', limit: '7' })
    expect(listed.sorted).toBe(false)
  })

  test.each([
    ['events', {}],
    ['events', { events: null, pagination: { hasMore: false } }],
    ['pagination', { events: [] }],
    ['pagination.hasMore', { events: [], pagination: {} }],
    ['', null],
    ['', 'closed for today'],
  ])('a reply without %s is an error, not an empty list', async (path, reply) => {
    await expectDrift(() => allEvents(reply), path)
  })

  test('a refused later page is a failure', async () => {
    const error = await failureOf(() =>
      allEvents((call: VenueCall) =>
        queryOf(call)['page'] === '1' ? events(3) : json(403, { detail: 'no' }),
      ),
    )
    expect(error.code).toBe('PERMISSION_DENIED')
  })
})

describe('markets', () => {
  const asMarkets = (pages: readonly (readonly unknown[])[]) => (call: VenueCall) =>
    pageOf([...pageAsked(pages, call)], 1, Number(queryOf(call)['page']) < pages.length)

  test('open ones are asked for by both flags', async () => {
    const { ctx, wire } = setUp({
      'GET market/markets': asMarkets([[nativeMarket()], [marketNumber(1)]]),
      'GET orderbook/book': (call: VenueCall) => nativeBook({ asset_id: queryOf(call)['token_id'] }),
    })
    const rows = await collect(listMarkets(active, ctx).paging)
    expect(rows.map(({ market }) => [market.marketId, market.yes?.price, market.no?.price])).toEqual([
      ['2101', 0.625, 0.375],
      ['3001', 0.625, 0.375],
    ])
    const asked = askedIn(wire)
      .filter(({ host }) => host === 'market')
      .map(queryOf)
    expect(asked).toEqual([
      { active: 'true', closed: 'false', limit: '100', page: '1' },
      { active: 'true', closed: 'false', limit: '100', page: '2' },
    ])
  })

  test('closed ones come with the paused ones, and nobody is asked for their prices', async () => {
    const { ctx, wire } = setUp({
      'GET market/markets': (call: VenueCall) =>
        queryOf(call)['closed'] === 'true'
          ? asMarkets([[resolvedMarket()], [resolvedMarket({ id: '2103' })]])(call)
          : queryOf(call)['active'] === 'true'
            ? pageOf([nativeMarket({ id: '2104', archived: true }), nativeMarket({ id: '2105' })])
            : pageOf([nativeMarket({ active: false })]),
    })
    const rows = await collect(listMarkets({ status: 'closed' }, ctx).paging)
    expect(rows.map(({ market, status }) => [market.marketId, status])).toEqual([
      ['2102', 'closed'],
      ['2103', 'closed'],
      ['2101', 'closed'],
      // Archived, but still flagged as open.
      ['2104', 'closed'],
    ])
    expect(askedIn(wire).map(queryOf)).toMatchObject([
      { closed: 'true', page: '1' },
      { closed: 'true', page: '2' },
      { active: 'false', closed: 'false', page: '1' },
      { active: 'true', closed: 'false', page: '1' },
    ])
  })

  test('a venue that does not know the filter of the paused ones shows the closed ones once', async () => {
    const { ctx, wire } = setUp({ 'GET market/markets': pageOf([resolvedMarket()]) })
    expect(await collect(listMarkets({ status: 'closed' }, ctx).paging)).toHaveLength(1)
    expect(askedIn(wire)).toHaveLength(3)
  })

  test.each([
    ['markets', {}],
    ['markets', []],
    ['pagination', { markets: [] }],
  ])('a reply without %s is an error', async (path, reply) => {
    const { ctx } = setUp({ 'GET market/markets': reply })
    await expectDrift(() => collect(listMarkets(active, ctx).paging), path === 'markets' ? '' : path)
  })
})

describe('prices of a long list', () => {
  const rows = Array.from({ length: 12 }, (_unused, n) => marketNumber(n))
  const first = (n: number) => token(200 + 2 * n)
  const list = async (prices: unknown, trades: unknown = []) => {
    const { ctx, wire, clock } = setUp({
      'GET market/markets': pageOf(rows),
      'POST orderbook/prices': prices,
      'GET orderbook/trades': trades,
    })
    const read = () => collect(listMarkets(active, ctx).paging)
    return { rows: await read(), read, wire, clock }
  }
  const pricesOf = (result: { rows: Awaited<ReturnType<typeof list>>['rows'] }) =>
    result.rows.map(({ market }) => [market.yes?.price, market.no?.price])

  test('come in one call, the middle of both sides whichever is the bid', async () => {
    const answer = Object.fromEntries(
      rows.map((_row, n) => [
        first(n),
        n % 2 === 0 ? { BUY: '0.65', SELL: '0.60' } : { BUY: 0.3, SELL: 0.31 },
      ]),
    )
    const result = await list(answer)
    expect(askedIn(result.wire).map(({ path }) => path)).toEqual(['/markets', '/prices'])
    expect(present(askedIn(result.wire)[1]).body).toHaveLength(24)
    expect(pricesOf(result).slice(0, 2)).toEqual([
      [0.625, 0.375],
      [0.305, 0.695],
    ])
  })

  test('are quotes as well: the lower one is the bid, and the other outcome has what remains', async () => {
    const result = await list({ [first(0)]: { BUY: '0.65', SELL: '0.60' }, [first(1)]: { BUY: '0.2' } })
    const quotes = result.rows
      .slice(0, 2)
      .map(({ market }) => [market.yes, market.no].map((side) => [side?.bestBid, side?.bestAsk]))
    expect(quotes).toEqual([
      [
        [0.6, 0.65],
        [0.35, 0.4],
      ],
      // Whether it is a bid or an ask is not documented.
      [
        [undefined, undefined],
        [undefined, undefined],
      ],
    ])
  })

  test('of one-sided books are those of the last trades, which one call reads for all of them', async () => {
    const trade = (n: number, market: number, over: Record<string, unknown> = {}) =>
      nativeTrade(n, { conditionId: condition(100 + market), asset: first(market), price: 0.71, ...over })
    const result = await list(
      {
        [first(0)]: { BUY: '0.65' },
        [first(1)]: { SELL: '0.2' },
        [first(2)]: {},
        [first(3)]: { BUY: '0.1' },
      },
      [
        trade(1, 0),
        trade(2, 1, { asset: token(203), price: 0.88 }),
        trade(3, 0, { price: 0.5 }),
        trade(4, 2, { price: 0.4 }),
      ],
    )
    // Of the second token at 0.88; of no orders at all; and not traded lately.
    expect(pricesOf(result).slice(0, 4)).toEqual([
      [0.71, 0.29],
      [0.12, 0.88],
      [undefined, undefined],
      [undefined, undefined],
    ])
    const asked = askedIn(result.wire).filter(({ path }) => path === '/trades')
    expect(asked.map(queryOf)).toEqual([
      { market: [100, 101, 103].map((n) => condition(n)).join(','), limit: '500', takerOnly: 'true' },
    ])
  })

  test('stay absent where the trades cannot be read', async () => {
    const { ctx: strict } = setUp({
      'GET market/markets': pageOf(rows),
      'POST orderbook/prices': { [first(0)]: { BUY: '0.65' }, [first(1)]: { BUY: '0.2', SELL: '0.4' } },
      'GET orderbook/trades': json(503, {}),
    })
    const ctx = tolerant(strict)
    const listed = await collect(listMarkets(active, ctx).paging)
    expect(pricesOf({ rows: listed }).slice(0, 2)).toEqual([
      [undefined, undefined],
      [0.3, 0.7],
    ])
    expect(ctx.omissions.warnings).toEqual([expect.stringContaining('last prices')])
  })

  test.each([
    [{ BUY: '0.65' }],
    [{ BUY: '0.65', SELL: '' }],
    [{ BUY: '0.65', SELL: '0' }],
    [{ BUY: '1', SELL: '0.99' }],
    [{ BUY: null, SELL: null }],
    [{}],
  ])('one side alone makes no price: %j', async (sides) => {
    const result = await list({ [first(0)]: sides, [first(1)]: { BUY: '0.2', SELL: '0.4' } })
    expect(pricesOf(result).slice(0, 3)).toEqual([
      [undefined, undefined],
      [0.3, 0.7],
      [undefined, undefined],
    ])
  })

  test.each([
    [`${first(0)}.BUY`, { [first(0)]: { BUY: '1.2', SELL: '0.4' } }],
    [first(0), { [first(0)]: { BUY_v2: '0.2', SELL: '0.4' } }],
    [first(0), { [first(0)]: '0.4' }],
    ['sides', {}],
    ['', null],
    ['', [1]],
  ])('a change of shape at %s is an error', async (path, answer) => {
    await expectDrift(() => list(answer), path)
  })

  test('a venue that refuses the form lists without prices, and is not asked again for a while', async () => {
    const result = await list(json(405, { error: 'method not allowed' }))
    expect(pricesOf(result)).toEqual(rows.map(() => [undefined, undefined]))
    await result.read()
    const asked = () => sentTo(result.wire).filter((call) => call.startsWith('POST')).length
    expect(asked()).toBe(1)
    result.clock.passTo(result.clock.now() + 11 * 60_000)
    await result.read()
    expect(asked()).toBe(2)
  })

  test('a wall before the order book host is an error, not a list without prices', async () => {
    expect((await failureOf(() => list(json(403, {})))).code).toBe('PERMISSION_DENIED')
  })
})

describe('search', () => {
  test('open events are asked for without their closed markets', async () => {
    const { ctx, wire } = setUp({
      'GET market/public-search': { events: events(2), tags: [], pagination: { hasMore: false } },
    })
    const listed = search('ostrava', active, ctx)
    expect(await collect(listed.paging)).toHaveLength(2)
    expect(listed.sorted).toBe(true)
    expect(queryOf(present(wire.calls[0]))).toEqual({
      q: 'ostrava',
      events_status: 'active',
      keep_closed_markets: '1',
      limit: '100',
      page: '1',
    })
  })

  test('closed ones with them', async () => {
    const { ctx, wire } = setUp({
      'GET market/public-search': { events: [], pagination: { hasMore: false } },
    })
    const listed = search('ostrava', { status: 'closed', sort: 'newest' }, ctx)
    expect(await collect(listed.paging)).toEqual([])
    expect(listed.sorted).toBe(false)
    expect(queryOf(present(wire.calls[0]))).toMatchObject({
      events_status: 'all',
      keep_closed_markets: '1',
    })
  })

  test('the closed market of an event that goes on is among the closed ones that a text finds', async () => {
    const mixed = nativeEvent({ markets: [nativeMarket(), resolvedMarket()] })
    const { ctx } = setUp({
      'GET market/public-search': (call: VenueCall) => ({
        events: queryOf(call)['events_status'] === 'all' ? [mixed] : [],
        pagination: { hasMore: false },
      }),
      'GET orderbook/book': nativeBook(),
    })
    const [row] = await collect(search('ostrava', { status: 'closed' }, ctx).paging)
    expect(row?.status).toBe('active')
    expect(row?.markets.map(({ status }) => status)).toEqual(['active', 'closed'])
  })
})

describe('what only decorates lists', () => {
  test('markets carry category and tags of their events, which are listed once', async () => {
    const { ctx, wire } = setUp({
      'GET market/markets': pageOf([nativeMarket({ category: undefined, tags: undefined })]),
      'GET market/events': (call: VenueCall) => pageAsked([[nativeEvent()]], call),
      'GET orderbook/book': nativeBook(),
    })
    const [single] = (await collect(markets.listEvents(active, ctx).paging)).map(({ event }) => event)
    for (const _time of [1, 2]) {
      const [row] = await collect(listMarkets(active, ctx).paging)
      expect(row?.market.category).toBe(present(single?.category))
      expect(row?.market.tags).toEqual(present(single?.tags))
    }
    expect(sentTo(wire).filter((call) => call === 'GET market/events')).toHaveLength(4)
  })

  test('a failing list of events costs one try of it, however many pages of markets follow', async () => {
    const pages = [[nativeMarket()], [marketNumber(1)], [marketNumber(2)]]
    const { ctx: strict, wire } = setUp({
      'GET market/markets': (call: VenueCall) =>
        pageOf([...pageAsked(pages, call)], 1, Number(queryOf(call)['page']) < pages.length),
      'GET market/events': (call: VenueCall) =>
        queryOf(call)['page'] === '1' ? [nativeEvent()] : json(403, {}),
      'GET orderbook/book': (call: VenueCall) => nativeBook({ asset_id: queryOf(call)['token_id'] }),
    })
    const ctx = tolerant(strict)
    expect(await collect(listMarkets(active, ctx).paging)).toHaveLength(3)
    expect(sentTo(wire).filter((call) => call === 'GET market/events')).toHaveLength(2)
    expect(ctx.omissions.warnings).toHaveLength(1)
  })

  test.each(['GET market/events', 'GET orderbook/book'])(
    '%s failing costs only what it tells',
    async (call) => {
      const { ctx: strict } = setUp({
        'GET market/markets': pageOf([nativeMarket()]),
        'GET orderbook/book': nativeBook(),
        [call]: json(403, {}),
      })
      const ctx = tolerant(strict)
      expect(await collect(listMarkets(active, ctx).paging)).toHaveLength(1)
      expect(ctx.omissions.warnings).toHaveLength(1)
    },
  )
})
