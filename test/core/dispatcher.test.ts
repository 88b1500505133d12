import { describe, expect, test } from 'vitest'
import { getMethodRow, type MethodName, methodNames } from '../../src/api/arguments/methods.js'
import type { Trade, UnifiedSeries } from '../../src/api/models/models.js'
import type { Paging } from '../../src/venue-kit/contract/paging.js'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { coreOver, event, fakeVenue, idsIn, market } from './fake-venue.js'

const events = [event('E', [market('A'), market('B', { slug: 'slug-b' })])]

describe('an exchange that is not served', () => {
  const core = coreOver(fakeVenue({ events }))

  const order = { marketId: 'm', outcomeId: 'o', side: 'buy', type: 'market', amount: 1 }
  const samples = {
    string: 'x',
    number: 1_700_000_000,
    boolean: true,
    object: { eventId: 'x' },
    array: [],
    unknown: 'x',
  }
  const served = methodNames.filter((name) => name !== 'has' && getMethodRow(name).group !== 'pure')

  test.each(served)('is NOT_SUPPORTED for %s', async (method) => {
    const isOrder = method === 'createOrder' || method === 'buildOrder'
    const isEdit = method === 'editOrder'
    const args = isOrder
      ? [order]
      : isEdit
        ? ['x', { amount: 1 }]
        : getMethodRow(method).args.map(({ kind, name }) => (name === 'limit' ? 10 : samples[kind]))
    await expect(core.answer(method, args, { venue: 'hunch' })).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
      status: 501,
      exchange: 'hunch',
    })
  })

  test('can do nothing, says its map', async () => {
    const { data } = await core.answer('has', [], { venue: 'hunch' })
    expect(new Set(Object.values(Object(data)))).toEqual(new Set([false]))
  })
})

describe('the capability map', () => {
  const bare = { fetchMarkets: true, fetchEvents: true }
  const source = { fetch: async () => ({ bids: [], asks: [] }) }
  const none = <Row>(): { list(): Paging<Row> } => ({
    list: () => ({ kind: 'cursor', what: 'rows', idOf: () => 'x', fetch: async () => ({ rows: [] }) }),
  })

  test.each<[string, Partial<Venue>, object]>([
    ['nothing more', {}, {}],
    [
      'books and no candles',
      { book: source },
      { fetchOrderBook: true, fetchOrderBooks: true, fetchOHLCV: 'sampled' },
    ],
    [
      'made-up books',
      { book: { ...source, emulated: true } },
      { fetchOrderBook: 'emulated', fetchOrderBooks: 'emulated' },
    ],
    ['trades', { trades: none<Trade>() }, { fetchTrades: true }],
    ['made-up trades', { trades: { ...none<Trade>(), emulated: true } }, { fetchTrades: 'emulated' }],
    ['series', { series: { ...none<UnifiedSeries>(), get: async () => undefined } }, { fetchSeries: true }],
    ['public positions', { account: { positionsOf: async () => [] } }, { fetchPositions: true }],
    ['an account without them', { account: {} }, {}],
  ])('of a venue with %s follows from its sources', async (_what, rest, more) => {
    const map = await coreOver(fakeVenue({ rest })).ask('has')
    const yes = Object.entries(Object(map)).filter(([, value]) => value !== false)
    expect(Object.fromEntries(yes)).toEqual({ ...bare, ...more })
  })

  test('has exactly the documented keys', async () => {
    const map = await coreOver(fakeVenue()).ask('has')
    const keys = methodNames.filter((name) => getMethodRow(name).capability === true)
    expect(Object.keys(Object(map))).toEqual(keys)
  })

  test('promises nothing that then is not supported', async () => {
    const core = coreOver(
      fakeVenue({
        events,
        rest: {
          book: source,
          trades: none<Trade>(),
          series: { ...none<UnifiedSeries>(), get: async () => undefined },
        },
      }),
    )
    const args: Partial<Record<MethodName, readonly unknown[]>> = {
      fetchOrderBook: ['A'],
      fetchOrderBooks: [['A']],
      fetchTrades: ['A'],
    }
    // What is sampled is there once it is pinned for that; the conformance of venues holds how it is refused before.
    const map = Object.entries(Object(await core.ask('has'))).filter(
      ([, value]) => value !== false && value !== 'sampled',
    )
    for (const [method] of map) {
      const name = methodNames.find((known) => known === method)
      if (name !== undefined)
        await expect(core.ask(name, ...(args[name] ?? [])), method).resolves.toBeDefined()
    }
  })
})

describe('series', () => {
  const rows: UnifiedSeries[] = [
    { id: '1', title: 'Daily weather', slug: 'weather', recurrence: 'daily', sourceExchange: 'kalshi' },
    { id: '2', title: 'Weekly cup', ticker: 'KXCUP', recurrence: 'Weekly', sourceExchange: 'kalshi' },
    { id: '3', title: 'Weekly WEATHER', recurrence: 'weekly', sourceExchange: 'kalshi' },
  ]
  const venue = fakeVenue({
    rest: {
      series: {
        list: () => ({ kind: 'cursor', what: 'series', idOf: ({ id }) => id, fetch: async () => ({ rows }) }),
        get: async (key) => rows.find(({ id, slug, ticker }) => [id, slug, ticker].includes(key)),
      },
    },
  })
  const ask = async (params?: unknown) => idsIn(await coreOver(venue).ask('fetchSeries', params))

  test.each<[unknown, string[]]>([
    [undefined, ['1', '2', '3']],
    [{ id: '2' }, ['2']],
    [{ slug: 'weather' }, ['1']],
    [{ id: 'nope' }, []],
    [{ query: 'weather' }, ['1', '3']],
    [{ recurrence: 'weekly' }, ['2', '3']],
    [{ query: 'weather', recurrence: 'WEEKLY' }, ['3']],
    [{ limit: 1, offset: 1 }, ['2']],
    ['cup', ['2']],
  ])('for %j are %j', async (params, ids) => {
    expect(await ask(params)).toEqual(ids)
  })

  test('of a venue without any are an empty list, not a refusal', async () => {
    expect(await coreOver(fakeVenue()).ask('fetchSeries', { id: 'x' })).toEqual([])
  })

  test.each([{ limit: 0 }, { offset: -1 }])('for %j are refused', async (params) => {
    await expect(ask(params)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describe('candles', () => {
  const clock = fakeClock()
  const { venue } = candleWorld({ clock, listedAt: clock.now() - 50 * 3_600_000 })
  const core = coreOver({ ...fakeVenue(), ...venue }, { clock })

  test('come with the story behind them', async () => {
    const first = await core.answer('fetchOHLCV', ['yes', { limit: 3 }])
    expect(first.headers).toMatchObject({
      'x-pmx-cache': 'miss',
      'x-pmx-price-basis': 'trade',
      'x-pmx-upstream-requests': expect.any(String),
    })
    const again = await core.answer('fetchOHLCV', ['yes', { limit: 3 }])
    expect(again.headers).toMatchObject({ 'x-pmx-cache': 'hit', 'x-pmx-upstream-requests': '0' })
  })

  test('before the listing are none, with the reason', async () => {
    const { headers } = await core.answer('fetchOHLCV', ['yes', { start: '2026-01-01', end: '2026-01-02' }])
    expect(headers['x-pmx-empty-reason']).toBe('before_listing')
  })

  test('of an unknown outcome are NOT_FOUND, of a venue without any NOT_SUPPORTED', async () => {
    await expect(core.ask('fetchOHLCV', 'maybe')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      exchange: 'kalshi',
    })
    await expect(coreOver(fakeVenue()).ask('fetchOHLCV', 'yes')).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
    })
  })
})

describe('positions', () => {
  const venue = fakeVenue({
    rest: { account: { positionsOf: async (address) => [{ marketId: address, outcomeId: 'o', size: 1 }] } },
  })

  test('of a public address are shown', async () => {
    expect(await coreOver(venue).ask('fetchPositions', '0xabc')).toEqual([
      { marketId: '0xabc', outcomeId: 'o', size: 1, venue: 'kalshi' },
    ])
  })

  test('of oneself need credentials, and the error says what would work', async () => {
    await expect(coreOver(venue).ask('fetchPositions')).rejects.toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      message: expect.stringContaining('public address'),
    })
  })

  test('are NOT_SUPPORTED where the venue hides them', async () => {
    await expect(coreOver(fakeVenue()).ask('fetchPositions', '0xabc')).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
    })
  })
})

describe('older names', () => {
  const core = coreOver(fakeVenue({ events }))

  test.each<[MethodName, readonly unknown[], string[]]>([
    ['searchMarkets', ['market a'], ['A']],
    ['searchMarkets', ['market', { limit: 1, offset: 1 }], ['B']],
    ['getMarketsBySlug', ['slug-b'], ['B']],
    ['searchEvents', ['event e'], ['E']],
    ['fetchMarkets', ['market b'], ['B']],
  ])('%s%j still works', async (method, args, ids) => {
    expect(idsIn(await core.ask(method, ...args))).toEqual(ids)
  })
})

describe('methods that only SDKs still have', () => {
  const core = coreOver(fakeVenue({ events }))

  test.each([
    ['getEventById', 'E'],
    ['getEventBySlug', 'E'],
  ] as const)('%s finds an event, or null', async (method, key) => {
    expect(Object(await core.ask(method, key)).id).toBe('E')
    expect(await core.ask(method, 'none')).toBeNull()
  })

  test.each<[MethodName, readonly unknown[]]>([
    ['initAuth', []],
    ['preWarmMarket', ['A']],
  ])('%s has nothing to do', async (method, args) => {
    expect(await core.ask(method, ...args)).toBeNull()
  })

  test.each<[MethodName, readonly unknown[]]>([
    ['watchPrices', ['0xabc']],
    ['watchUserPositions', []],
    ['watchUserTransactions', []],
  ])('%s is not supported, and not unknown', async (method, args) => {
    await expect(core.ask(method, ...args)).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
  })
})

describe('loadMarkets', () => {
  test('reads once, and again only when told to', async () => {
    const core = coreOver(fakeVenue({ events }))
    expect(Object.keys(Object(await core.ask('loadMarkets')))).toEqual(['A', 'B'])
    const calls = core.wire.calls.length
    await core.ask('loadMarkets', false)
    expect(core.wire.calls).toHaveLength(calls)
    await core.ask('loadMarkets', true)
    expect(core.wire.calls).toHaveLength(calls * 2)
  })

  test('reads again after ten minutes, and says how old a map is until then', async () => {
    const clock = fakeClock()
    const core = coreOver(fakeVenue({ events }), { clock })
    await core.ask('loadMarkets')
    const calls = core.wire.calls.length
    clock.passTo(clock.now() + 9 * 60_000)
    expect((await core.answer('loadMarkets', [])).headers).toMatchObject({ 'x-pmx-list-age': '540' })
    expect(core.wire.calls).toHaveLength(calls)
    clock.passTo(clock.now() + 2 * 60_000)
    await core.ask('loadMarkets')
    expect(core.wire.calls).toHaveLength(calls * 2)
  })

  test('keeps no empty map: a blank response looks the same', async () => {
    const rows = [...events]
    const core = coreOver(fakeVenue({ events: rows }))
    rows.length = 0
    expect(await core.ask('loadMarkets')).toEqual({})
    rows.push(...events)
    expect(Object.keys(Object(await core.ask('loadMarkets')))).toEqual(['A', 'B'])
  })

  test('keeps nothing of a failed reading', async () => {
    let broken = true
    const venue = fakeVenue({
      events,
      hold: async () => {
        if (broken) throw new Error('down')
      },
    })
    const core = coreOver(venue)
    await expect(core.ask('loadMarkets')).rejects.toThrow('down')
    broken = false
    expect(Object.keys(Object(await core.ask('loadMarkets')))).toEqual(['A', 'B'])
  })
})

test('close answers without data', async () => {
  expect(await coreOver(fakeVenue()).ask('close')).toBeUndefined()
})

describe('a request', () => {
  test('that takes too long is a NETWORK_ERROR within 25 s', async () => {
    const clock = fakeClock()
    const venue = fakeVenue({
      sources: {
        getMarket: (_id, ctx) =>
          new Promise((_resolve, reject) =>
            ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason)),
          ),
      },
    })
    const asked = coreOver(venue, { clock })
      .ask('fetchMarket', 'A')
      .catch((error: unknown) => error)
    await clock.advance(25_000)
    expect(await asked).toMatchObject({
      code: 'NETWORK_ERROR',
      exchange: 'kalshi',
      detail: { kind: 'timeout' },
    })
  })

  test('leaves no timer behind', async () => {
    const clock = fakeClock()
    const core = coreOver(fakeVenue({ events }), { clock })
    await core.ask('fetchMarkets')
    await core.ask('fetchMarket', 'A')
    await core.ask('fetchMarket', 'nope').catch(() => undefined)
    expect(clock.pendingTimers).toBe(0)
  })
})
