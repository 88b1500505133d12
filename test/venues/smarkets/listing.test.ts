import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Listing, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { tolerant } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { exchangeWire, pathsOf, type Stock, setUp, stock, type Twist, without } from './exchange.js'
import { nativeContract, nativeEvent, nativeMarket } from './payloads.js'

const { listEvents } = smarkets.markets
const listMarkets = present(smarkets.markets.listMarkets)
const active: Listing = { status: 'active' }
const closed: Listing = { status: 'closed' }

const many = (count: number, members: (n: number) => Record<string, unknown> = () => ({})): Stock => ({
  ...stock(),
  events: Array.from({ length: count }, (_unused, n) =>
    nativeEvent({ id: String(8000 + n), slug: `event-${n}`, ...members(n) }),
  ),
})

async function events(held: Stock, listing: Listing, twist?: Twist) {
  const { ctx, calls } = setUp(held, twist)
  const rows = await collect(listEvents(listing, ctx).paging)
  return { ids: rows.map(({ event }) => event.id), rows, calls }
}

async function markets(
  held: Stock,
  listing: Listing,
  twist?: Twist,
  leniency = (ctx: VenueContext): VenueContext => ctx,
) {
  const { ctx: strict, calls } = setUp(held, twist)
  const ctx = leniency(strict)
  const rows = await collect(listMarkets(listing, ctx).paging)
  return { ids: rows.map(({ market }) => market.marketId), rows, calls, omissions: ctx.omissions }
}

describe('events', () => {
  test('open ones: states, order and hidden ones are always asked for explicitly', async () => {
    const { ids, rows, calls } = await events(stock(), active)
    expect(ids).toEqual(['4001'])
    expect(queryOf(present(calls[0]))).toEqual({
      state: ['new', 'upcoming', 'live', 'suspended'],
      with_new_type: 'true',
      include_hidden: 'false',
      sort: 'display_order,start_datetime,id',
      limit: '100',
    })
    expect(pathsOf(calls)).toEqual([
      '/events/',
      '/events/4001/markets/',
      '/markets/5001,5002/contracts/',
      '/markets/5001,5002/last_executed_prices/',
      '/markets/5001,5002/volumes/',
    ])
    expect(rows[0]?.markets.map(({ market }) => [market.marketId, market.outcomes.length])).toEqual([
      ['5001', 3],
      ['5002', 2],
    ])
  })

  test('closed ones: nobody asks for last prices of decided markets', async () => {
    const { ids, calls } = await events(stock(), closed)
    expect(ids).toEqual(['4100'])
    expect(queryOf(present(calls[0]))['state']).toEqual(['ended', 'settled', 'cancelled'])
    expect(pathsOf(calls).some((path) => path.includes('last_executed'))).toBe(false)
  })

  test('pages follow the place of the venue, under our own filters', async () => {
    const { ids, calls } = await events(many(25), { status: 'active', atMost: 10 })
    expect(ids).toHaveLength(25)
    const pages = calls.filter(({ path }) => path === '/events/').map(queryOf)
    expect(pages.map((query) => query['pagination_last_id'])).toEqual([undefined, '8009', '8019'])
    expect(pages[2]).toMatchObject({
      state: ['new', 'upcoming', 'live', 'suspended'],
      with_new_type: 'true',
      limit: '10',
      pagination_last_display_order: '0',
    })
  })

  test('two hundred branches of the tree before the first event are passed over', async () => {
    const held = many(301, (n) => ({ bettable: n === 300 }))
    expect((await events(held, { status: 'active', atMost: 1 })).ids).toEqual(['8300'])
    expect(
      (
        await events(
          many(50, () => ({ bettable: false })),
          active,
        )
      ).ids,
    ).toEqual([])
  })

  test('a list that repeats its last, short page has ended', async () => {
    const repeating: Twist = (call) =>
      call.path === '/events/'
        ? {
            body: {
              events: many(3).events,
              pagination: { next_page: '?sort=id&pagination_last_id=8002' },
            },
          }
        : undefined
    expect((await events(many(3), active, repeating)).ids).toEqual(['8000', '8001', '8002'])
  })

  test.each(['?pagination_last_id=8009', '?pagination_last_id=1'])(
    'a list that shows one full page for ever is an error: %s',
    async (next_page) => {
      const looping: Twist = (call) =>
        call.path === '/events/'
          ? { body: { events: many(10).events, pagination: { next_page } } }
          : undefined
      const error = await failureOf(() => events(many(10), { status: 'active', atMost: 10 }, looping))
      expect(error.detail).toMatchObject({ kind: 'paging' })
    },
  )

  test('an endless round of pages without events is an error', async () => {
    let turn = 0
    const looping: Twist = (call) =>
      call.path === '/events/'
        ? {
            body: {
              events: many(10, () => ({ bettable: false })).events,
              pagination: { next_page: `?pagination_last_id=${++turn % 3}` },
            },
          }
        : undefined
    const error = await failureOf(() => events(many(10), { status: 'active', atMost: 10 }, looping))
    expect(error.detail).toMatchObject({ kind: 'paging' })
  })

  test('a next page without a place in it is an error', async () => {
    const odd: Twist = (call) =>
      call.path === '/events/'
        ? { body: { events: many(3).events, pagination: { next_page: '?page=2' } } }
        : undefined
    await expectDrift(() => events(many(3), active, odd), 'next_page')
  })

  test('many ids are asked for in the batches that the venue takes', async () => {
    const base = many(60)
    const held: Stock = {
      ...base,
      markets: base.events.flatMap(({ id }) =>
        Array.from({ length: 6 }, (_unused, n) => nativeMarket({ id: `9${String(id)}${n}`, event_id: id })),
      ),
    }
    const { rows, calls } = await events(held, active)
    expect(rows.flatMap((row) => row.markets)).toHaveLength(360)
    const sizes = (what: string) =>
      pathsOf(calls)
        .filter((path) => path.endsWith(`/${what}/`))
        .map((path) => path.split(',').length)
    expect(sizes('markets')).toEqual([50, 10])
    expect(sizes('contracts')).toEqual([100, 100, 100, 60])
    expect(sizes('last_executed_prices')).toEqual([100, 100, 100, 60])
    expect(sizes('volumes')).toEqual([300, 60])
  })
})

describe('markets', () => {
  const held: Stock = {
    ...stock(),
    markets: [...stock().markets, nativeMarket({ id: '5003', name: 'Half-time result', state: 'settled' })],
    contracts: [
      ...stock().contracts,
      nativeContract({ id: '6006', market_id: '5003', state_or_outcome: 'winner' }),
    ],
  }

  test('open ones are those of open events', async () => {
    expect((await markets(held, active)).ids).toEqual(['5001', '5002'])
  })

  test('closed ones are those of closed events and the closed ones of open events', async () => {
    expect((await markets(held, closed)).ids).toEqual(['5100', '5003'])
  })

  test('no wished order counts as given', () => {
    const { ctx } = setUp()
    for (const sort of ['volume', 'liquidity', 'newest'] as const) {
      expect(listMarkets({ ...active, sort }, ctx).sorted).toBe(false)
      expect(listEvents({ ...active, sort }, ctx).sorted).toBe(false)
    }
  })

  test('a market in a state that nobody knows is neither open nor closed: it is left out and named', async () => {
    const { markets: natives, ...held } = stock()
    const odd = natives.map((native) => (native['id'] === '5002' ? { ...native, state: 'frozen' } : native))
    const { ids, omissions } = await markets({ ...held, markets: odd }, active, undefined, tolerant)
    expect(ids).toEqual(['5001'])
    expect(omissions.warnings).toEqual([expect.stringMatching(/left out: .*state/)])
  })

  test('a market of which a contract cannot be read is left out whole, not shown with an outcome missing', async () => {
    const { contracts: natives, ...held } = stock()
    const odd = natives.map((native) => (native['id'] === '6004' ? { ...native, name: 7 } : native))
    const { ids, omissions } = await markets({ ...held, contracts: odd }, active, undefined, tolerant)
    expect(ids).toEqual(['5001'])
    expect(omissions.rows).toBe(2)
    expect(omissions.warnings).toEqual([
      expect.stringContaining('contracts[3].name'),
      expect.stringMatching(/markets\[1\]\.contracts.*cannot be read/),
    ])
    const { ctx } = setUp({ ...held, contracts: odd })
    await expectDrift(() => smarkets.markets.getMarket('5002', tolerant(ctx)), 'contracts')
  })

  test('where figures are only for those who log in, markets come without them', async () => {
    const refused: Twist = ({ path }) =>
      /volumes|last_executed/.test(path)
        ? { status: 401, body: { error_type: 'AUTH_REQUIRED', data: 'login' } }
        : undefined
    const { rows, omissions } = await markets(stock(), active, refused, tolerant)
    expect(rows).toHaveLength(2)
    expect(omissions.warnings).toEqual([
      'returned without last prices: AUTHENTICATION_ERROR',
      'returned without volumes: AUTHENTICATION_ERROR',
    ])
    for (const { market } of rows) {
      expect(market).not.toHaveProperty('volume')
      for (const outcome of market.outcomes) expect(outcome).not.toHaveProperty('price')
    }
  })

  test.each([
    '/events/',
    '/events/4001/markets/',
    '/markets/5001,5002/contracts/',
    '/markets/5001,5002/volumes/',
  ])('a refusal of %s is a failure', async (refused) => {
    const twist: Twist = ({ path }) =>
      path === refused ? { status: 403, body: { error_type: 'FORBIDDEN', data: null } } : undefined
    expect((await failureOf(() => markets(stock(), active, twist))).code).toBe('PERMISSION_DENIED')
  })
})

describe('a search', () => {
  const search = present(smarkets.markets.search)
  const duel = { state: 'live', name: 'Kestrels vs Moles', slug: 'kestrels-vs-moles' }
  const held = {
    ...stock(),
    events: [
      ...stock().events,
      nativeEvent({ id: '4009', ...duel }),
      nativeEvent({ id: '4010', bettable: false }),
    ],
  }
  async function found(text: string, listing: Listing, twist?: Twist) {
    const { ctx: strict, calls } = setUp(held, twist)
    const ctx = tolerant(strict)
    const rows = await collect(search(text, listing, ctx).paging)
    return { ids: rows.map(({ event }) => event.id), paths: pathsOf(calls), cut: ctx.omissions.cut }
  }

  test('brings the events that the venue finds, in its order, without a look at the list', async () => {
    const twist: Twist = ({ path }) =>
      path === '/search/kestrels/'
        ? { body: { count: 3, search_result_event_ids: [4010, '4009', '4001'] } }
        : undefined
    const { ids, paths, cut } = await found(' kestrels ', active, twist)
    expect(ids).toEqual(['4009', '4001'])
    expect(paths.slice(0, 2)).toEqual(['/search/kestrels/', '/events/4010,4009,4001/'])
    expect(paths).not.toContain('/events/')
    expect(cut).toEqual([])
  })

  test('for the title of a market goes on with the name of its event', async () => {
    const oneEvent = { body: { count: 1, search_result_event_ids: ['4009'] } }
    const none = { body: { count: 0, search_result_event_ids: [] } }
    const twist: Twist = ({ path }) =>
      path === '/search/Kestrels%20vs%20Moles/' ? oneEvent : path.startsWith('/search/') ? none : undefined
    expect((await found('Kestrels vs Moles: Full-time result', active, twist)).ids).toEqual(['4009'])
    expect((await found(': Full-time result', active, twist)).ids).toEqual([])
  })

  test('says how many more the venue counts', async () => {
    const twist: Twist = ({ path }) =>
      path === '/search/x/' ? { body: { count: '9', search_result_event_ids: ['4001'] } } : undefined
    expect((await found('x', active, twist)).cut).toEqual([expect.stringContaining('8 more events')])
  })

  test.each([
    ['finds nothing', 'Full-time'],
    ['finds only closed ones', 'Osk'],
  ])('that %s says that it looks for events alone', async (_what, text) => {
    const { ids, paths, cut } = await found(text, active)
    expect(ids).toEqual([])
    expect(paths).not.toContain('/events/')
    expect(cut).toEqual([expect.stringContaining('searches events by name')])
  })

  test.each([
    ['the venue has no such route', 'kestrels', without('search')],
    ['nothing is asked for', '  ', undefined],
  ] as const)('is a look through the whole list where %s', async (_what, text, twist) => {
    const { ids, paths } = await found(text, active, twist)
    expect(ids).toEqual(['4001', '4009'])
    expect(paths).toContain('/events/')
  })

  test('of closed events has none that go on', async () => {
    expect((await found('osk', closed)).ids).toEqual(['4100'])
  })

  test('without its list of ids is an error', async () => {
    const twist: Twist = ({ path }) => (path.startsWith('/search/') ? { body: { count: 1 } } : undefined)
    await expectDrift(() => found('x', active, twist), 'search_result_event_ids')
  })
})

describe('a change of shape', () => {
  const shapes: readonly (readonly [string, readonly string[]])[] = [
    ['/events/', ['events', 'pagination', ...under('events', 'id name slug state bettable type.domain')]],
    ['/events/4001/markets/', ['markets', ...under('markets', 'id event_id name slug state')]],
    [
      '/markets/5001,5002/contracts/',
      ['contracts', ...under('contracts', 'id market_id name state_or_outcome')],
    ],
    [
      '/markets/5001,5002/last_executed_prices/',
      [
        'last_executed_prices',
        'last_executed_prices.5001.*.contract_id',
        'last_executed_prices.5002.*.last_executed_price',
      ],
    ],
    ['/markets/5001,5002/volumes/', ['volumes', ...under('volumes', 'market_id volume')]],
  ]

  function under(list: string, names: string): string[] {
    return names.split(' ').map((name) => `${list}.*.${name}`)
  }

  const cases = shapes.flatMap(([path, members]) =>
    mutationsOf(members, ['dropped', 'renamed', 'retyped']).map((mutation) => ({ at: path, ...mutation })),
  )

  test.each(cases)('$at with $path $how is an error, never a row', async ({ at, how, path }) => {
    const own = await answerOf(at)
    const twist: Twist = (call) => (call.path === at ? { body: mutate(own, { how, path }) } : undefined)
    await expectDrift(() => markets(stock(), active, twist), path.split('.')[0] ?? '')
  })

  test.each([[null], [{}], [[]], ['closed for today']])(
    '%j in place of any answer is an error',
    async (body) => {
      for (const [at] of shapes) {
        const twist: Twist = (call) => (call.path === at ? { body } : undefined)
        await expectDrift(() => markets(stock(), active, twist), '')
      }
    },
  )

  test.each([
    ['/events/4001/markets/', { markets: [nativeMarket({ event_id: '77' })] }],
    ['/markets/5001,5002/contracts/', { contracts: [nativeContract({ market_id: '77' })] }],
    ['/markets/5001,5002/last_executed_prices/', { last_executed_prices: { '77': [] } }],
    ['/markets/5001,5002/volumes/', { volumes: [{ market_id: '77', volume: 1 }] }],
  ])('rows of others in %s are an error', async (at, body) => {
    const twist: Twist = (call) => (call.path === at ? { body } : undefined)
    await expectDrift(() => markets(stock(), active, twist), '')
  })

  test('members that single rows may lack are missed on a whole page', async () => {
    const rows = Array.from({ length: 5 }, (_unused, n) => nativeMarket({ id: `510${n}` }))
    const renamed = rows.map(({ created, ...rest }) => ({ ...rest, made: created }))
    await expectDrift(() => markets({ ...stock(), markets: renamed }, active), 'created')
    const untyped = rows.map((row) => ({ ...row, created: null }))
    expect((await markets({ ...stock(), markets: untyped }, active)).rows).toHaveLength(5)
  })

  async function answerOf(path: string): Promise<unknown> {
    const { calls, ctx } = setUp()
    await collect(listMarkets(active, ctx).paging)
    const call = present(calls.find((one) => one.path === path))
    const reply = await exchangeWire(stock()).wire.send(call, new URL('http://x.invalid'), {
      signal: new AbortController().signal,
      proxy: undefined,
      maxBytes: 1,
      timeoutMs: 1,
    })
    return JSON.parse(reply.text)
  }
})
