import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coreOver, event, fakeVenue, idsIn, market, moreSources } from './fake-venue.js'

const open = event('E1', [
  market('A', {
    title: 'Alpha wins',
    description: 'the first',
    volume24h: 10,
    liquidity: 5,
    startsAt: 3,
    category: 'Sport',
    tags: ['Cup'],
  }),
  market('B', {
    title: 'Beta wins',
    description: 'ALPHA loses',
    volume24h: 30,
    liquidity: 1,
    startsAt: 1,
    category: 'Sport',
  }),
])
const other = event('E2', [
  market('C', { title: 'Gamma', volume24h: 20, startsAt: 2, tags: ['cup', 'Final'] }),
  market('D'),
])
const closed = event('E3', [market('X', { title: 'Old alpha', status: 'closed', volume24h: 99 })], {
  status: 'closed',
})
const events = [open, other, closed]

describe('markets', () => {
  const ask = async (params?: unknown, options = {}) =>
    idsIn(await coreOver(fakeVenue({ events, ...options })).ask('fetchMarkets', params))

  test("are the open ones, in the venue's order, when nothing is said", async () => {
    expect(await ask()).toEqual(['A', 'B', 'C', 'D'])
  })

  test.each([
    ['active', ['A', 'B', 'C', 'D']],
    ['closed', ['X']],
    ['inactive', ['X']],
    ['all', ['A', 'B', 'C', 'D', 'X']],
  ])('of status %s are %j', async (status, ids) => {
    expect(await ask({ status })).toEqual(ids)
  })

  test('of another status than asked are dropped, whatever the venue sends', async () => {
    expect(await ask({}, { leaks: true })).toEqual(['A', 'B', 'C', 'D'])
    expect(await ask({ status: 'closed' }, { leaks: true })).toEqual(['X'])
    expect(await ask({ status: 'all' }, { leaks: true })).toEqual(['A', 'B', 'C', 'D', 'X'])
  })

  test('of all statuses are in one order, also where the venue sorts the list of each', async () => {
    const rows = (
      [
        ['A', 10],
        ['B', 5],
      ] as const
    ).map(([id, volume24h]) => event(id, [market(`${id}1`)], { volume24h }))
    const over = event('X', [market('X1', { status: 'closed' })], { status: 'closed', volume24h: 7 })
    const { ask: askCore } = coreOver(fakeVenue({ events: [...rows, over], sorted: true }))
    expect(idsIn(await askCore('fetchEvents', { status: 'all', sort: 'volume' }))).toEqual(['A', 'X', 'B'])
  })

  test('of all statuses add up page by page where the venue has its own order among equals', async () => {
    const over = [1, 2, 3].map((volume) =>
      event(`X${volume}`, [market(`M${volume}`, { status: 'closed' })], {
        status: 'closed',
        volume24h: 0,
        volume,
      }),
    )
    const open = event('A', [market('A1')], { volume24h: 10 })
    const { ask: askCore } = coreOver(fakeVenue({ events: [open, ...over], sorted: true }))
    const asked = { status: 'all', sort: 'volume' }
    const pages: unknown[] = []
    for (let offset = 0; offset < 4; offset++)
      pages.push(...idsIn(await askCore('fetchEvents', { ...asked, limit: 1, offset })))
    expect(pages).toEqual(['A', 'X1', 'X2', 'X3'])
    expect(idsIn(await askCore('fetchEvents', asked))).toEqual(pages)
  })

  test.each([
    ['volume', ['B', 'C', 'A', 'D']],
    ['liquidity', ['A', 'B', 'C', 'D']],
    ['newest', ['A', 'C', 'B', 'D']],
  ])('sorted by %s come largest first, unknown ones last', async (sort, ids) => {
    expect(await ask({ sort })).toEqual(ids)
  })

  test.each([
    [{}, ['B', 'C', 'A', 'D']],
    [{ limit: 1 }, ['B']],
    [{ limit: 2, offset: 1 }, ['C', 'A']],
    [{ status: 'all', limit: 1 }, ['X']],
    [{ tags: ['cup'] }, ['C', 'A']],
  ])('that nobody asked to sort go by volume: %j are %j', async (params, ids) => {
    expect(await ask(params, { byVolume: true })).toEqual(ids)
  })

  test('that the venue has sorted keep its order', async () => {
    const core = coreOver(fakeVenue({ events, sorted: true }))
    expect(idsIn(await core.ask('fetchEvents', { sort: 'volume' }))).toEqual(['E1', 'E2'])
  })

  test.each([
    [{ query: 'ALPHA' }, ['A']],
    [{ query: 'alpha', searchIn: 'description' }, ['B']],
    [{ query: 'alpha', searchIn: 'both' }, ['A', 'B']],
    [{ query: 'alpha', status: 'all' }, ['A', 'X']],
    [{ query: 'nothing' }, []],
    [{ category: 'Sport' }, ['A', 'B']],
    [{ category: 'sport' }, ['A', 'B']],
    [{ tags: ['CUP'] }, ['A', 'C']],
    [{ tags: ['final', 'nope'] }, ['C']],
    [{ filter: { category: 'Politics' }, category: 'Sport' }, ['A', 'B']],
    [{ filter: { tags: ['nope'], text: 'alpha' }, tags: ['cup'] }, ['A']],
    [{ filter: { volume24h: { min: 20 } } }, ['B', 'C']],
    [{ filter: { volume24h: { min: 20 } }, query: 'beta' }, ['B']],
    [{ limit: 2 }, ['A', 'B']],
    [{ limit: 2, offset: 1 }, ['B', 'C']],
    [{ offset: 3 }, ['D']],
    [{ offset: 9 }, []],
    [{ sort: 'volume', limit: 1 }, ['B']],
    [{ sort: 'volume', limit: 1, tags: ['cup'] }, ['C']],
    [{ sort: 'volume', limit: 1, offset: 1, tags: ['cup'] }, ['A']],
  ])('for %j are %j: filtered, then sorted, then cut', async (params, ids) => {
    expect(await ask(params)).toEqual(ids)
  })

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: -1 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ offset: 0.5 }, 'offset'],
  ])('for %j are an error that names %s', async (params, field) => {
    await expect(ask(params)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', field })
  })

  test('for a filter that cannot be read are an error that names it, with the venue', async () => {
    const failure = { code: 'VALIDATION_ERROR', field: 'volume24h', exchange: 'kalshi' }
    await expect(ask({ filter: { volume24h: [1, 2] } })).rejects.toMatchObject(failure)
  })

  test('come from the market list where the venue has one', async () => {
    const sources = moreSources.markets([market('M1'), market('M2', { status: 'closed' })])
    expect(await ask({}, { sources })).toEqual(['M1'])
  })

  test("found by the venue's search are checked again", async () => {
    const sources = moreSources.search((text) => (text === 'Alpha' ? [other, open, closed] : []))
    expect(await ask({ query: 'Alpha' }, { sources })).toEqual(['A'])
  })
})

describe('events', () => {
  const ask = async (params?: unknown, options = {}) =>
    idsIn(await coreOver(fakeVenue({ events, ...options })).ask('fetchEvents', params))

  test.each([
    [undefined, ['E1', 'E2']],
    [{ status: 'closed' }, ['E3']],
    [{ status: 'all', limit: 1, offset: 2 }, ['E3']],
    [{ query: 'event e2' }, ['E2']],
    [{ sort: 'liquidity' }, ['E1', 'E2']],
    [{ filter: { marketCount: { min: 2 } }, status: 'all' }, ['E1', 'E2']],
    [{ filter: { totalVolume: { max: 25 } } }, ['E2']],
    ['E1', ['E1']],
  ])('for %j are %j', async (params, ids) => {
    expect(await ask(params)).toEqual(ids)
  })

  test('carry their markets', async () => {
    const data = await coreOver(fakeVenue({ events })).ask('fetchEvents', { limit: 1 })
    expect(data).toMatchObject([{ id: 'E1', markets: [{ marketId: 'A' }, { marketId: 'B' }] }])
  })

  test('of a series are those of the series, and none where the venue has no series', async () => {
    const sources = moreSources.series({ S: [other, closed] })
    expect(await ask({ series: 'S' }, { sources })).toEqual(['E2'])
    expect(await ask({ series: 'S', status: 'all' }, { sources })).toEqual(['E2', 'E3'])
    expect(await ask({ series: 'T' }, { sources })).toEqual([])
    expect(await ask({ series: 'S' })).toEqual([])
  })
})

describe('the cost of a list', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    event(`E${index}`, [market(`M${index}`, { volume24h: index })]),
  )
  const cost = async (method: 'fetchEvents' | 'fetchMarkets', params?: unknown, options = {}) => {
    const { headers } = await coreOver(fakeVenue({ events: many, ...options })).answer(method, [params])
    return headers['x-pmx-upstream-requests']
  }

  test('is every page when all of it is wanted, and is told', async () => {
    expect(await cost('fetchEvents')).toBe('4')
    expect(await cost('fetchMarkets')).toBe('4')
  })

  test('is only the pages that a lone limit and offset need', async () => {
    expect(await cost('fetchMarkets', { limit: 2 })).toBe('1')
    expect(await cost('fetchMarkets', { limit: 2, offset: 4 })).toBe('2')
  })

  test('is every page when rows may be filtered out or must be sorted here', async () => {
    expect(await cost('fetchMarkets', { limit: 1, category: 'x' })).toBe('4')
    expect(await cost('fetchMarkets', { limit: 1, query: 'M' })).toBe('4')
    expect(await cost('fetchMarkets', { limit: 1, sort: 'volume' })).toBe('4')
  })

  test('is the first page of a list that the venue sorts', async () => {
    expect(await cost('fetchEvents', { limit: 1, sort: 'volume' }, { sorted: true })).toBe('1')
  })

  test('is shared by callers of the same list at the same time', async () => {
    const core = coreOver(fakeVenue({ events: many }))
    const answers = await Promise.all([1, 2, 3].map(() => core.answer('fetchMarkets', [])))
    expect(answers.map(({ headers }) => headers['x-pmx-upstream-requests'])).toEqual(['4', '0', '0'])
    expect(core.wire.calls).toHaveLength(4)
  })

  test('is shared by callers who look for different texts where the venue cannot search', async () => {
    const core = coreOver(fakeVenue({ events: many }))
    await Promise.all(['M1', 'M2', 'M3'].map((query) => core.ask('fetchMarkets', { query })))
    expect(core.wire.calls).toHaveLength(4)
  })

  test('is not shared between callers with other credentials', async () => {
    const core = coreOver(fakeVenue({ events: many }))
    const as = (apiKey: string) => core.answer('fetchMarkets', [], { call: { credentials: { apiKey } } })
    await Promise.all([as('one'), as('two'), as('two'), core.answer('fetchMarkets', [])])
    expect(core.wire.calls).toHaveLength(12)
  })
})

test('pages laid end to end are the whole list, whatever the query', async () => {
  const row = fc.record({
    volume24h: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    status: fc.constantFrom('active', 'closed'),
    category: fc.constantFrom('x', 'y'),
    startsAt: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  })
  const query = fc.record(
    {
      sort: fc.constantFrom('volume', 'newest', 'liquidity'),
      status: fc.constantFrom('active', 'closed', 'all'),
      category: fc.constant('x'),
      query: fc.constantFrom('1', 'market'),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 14 }),
      query,
      fc.integer({ min: 1, max: 5 }),
      async (rows, asked, limit) => {
        const events = rows.map(({ volume24h, startsAt, status, category }, index) =>
          event(
            `E${index}`,
            [
              market(`M${index}`, {
                status,
                category,
                ...(volume24h === undefined ? {} : { volume24h }),
                ...(startsAt === undefined ? {} : { startsAt }),
              }),
            ],
            { status },
          ),
        )
        const core = coreOver(fakeVenue({ events }))
        const whole = idsIn(await core.ask('fetchMarkets', asked))
        const paged: unknown[] = []
        for (let offset = 0; offset <= rows.length; offset += limit)
          paged.push(...idsIn(await core.ask('fetchMarkets', { ...asked, limit, offset })))
        expect(paged).toEqual(whole)
        expect(new Set(whole).size).toBe(whole.length)
      },
    ),
    { numRuns: 60 },
  )
})
