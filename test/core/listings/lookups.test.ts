import { describe, expect, test } from 'vitest'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import { coreOver, event, fakeVenue, idsIn, market } from '../fake-venue.js'

const events = [
  event('E1', [market('A', { title: 'Alpha wins', slug: 'alpha' }), market('B', { title: 'Beta wins' })], {
    title: 'The cup',
  }),
  event('E2', [market('C', { title: 'Alpha wins again' })], { title: 'The cup final' }),
  event('E3', [market('X', { title: 'Old', status: 'closed' })], { status: 'closed' }),
]
const core = coreOver(fakeVenue({ events }))

describe('a lookup among many', () => {
  test.each([
    [{ marketId: 'B' }, ['B']],
    [{ slug: 'alpha' }, ['A']],
    [{ outcomeId: 'B-NO' }, ['B']],
    [{ eventId: 'E1' }, ['A', 'B']],
    [{ eventId: 'slug-E1' }, ['A', 'B']],
    [{ eventId: 'E1', query: 'beta' }, ['B']],
    [{ eventId: 'E1', limit: 1, offset: 1 }, ['B']],
    [{ marketId: 'X' }, ['X']],
    [{ marketId: 'X', status: 'active' }, []],
    [{ marketId: 'X', status: 'all' }, ['X']],
    [{ marketId: 'nope' }, []],
    [{ slug: 'nope' }, []],
    [{ outcomeId: 'nope' }, []],
    [{ eventId: 'nope' }, []],
    [{ marketId: 'A', outcomeId: 'A-NO', eventId: 'E1' }, ['A']],
    [{ marketId: 'A', eventId: 'slug-E1' }, ['A']],
  ])('for markets %j gives %j', async (params, ids) => {
    expect(idsIn(await core.ask('fetchMarkets', params))).toEqual(ids)
  })

  test.each<[MethodName, object, string]>([
    ['fetchMarkets', { marketId: 'A', outcomeId: 'C' }, 'outcomeId'],
    ['fetchMarkets', { marketId: 'A', eventId: 'E3' }, 'eventId'],
    ['fetchMarkets', { outcomeId: 'A', eventId: 'nope' }, 'eventId'],
    ['fetchMarket', { marketId: 'A', slug: 'slug-of-another' }, 'slug'],
    ['fetchEvents', { eventId: 'E1', slug: 'slug-E2' }, 'slug'],
    ['fetchEvent', { eventId: 'E1', slug: 'slug-E2' }, 'slug'],
  ])('%s%j contradicts itself', async (method, params, field) => {
    await expect(core.ask(method, params)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      field,
      detail: { kind: 'contradiction' },
    })
  })

  test.each([
    [{ eventId: 'E2' }, ['E2']],
    [{ slug: 'slug-E2' }, ['E2']],
    [{ eventId: 'E3' }, ['E3']],
    [{ eventId: 'E3', status: 'active' }, []],
    [{ eventId: 'nope' }, []],
  ])('for events %j gives %j', async (params, ids) => {
    expect(idsIn(await core.ask('fetchEvents', params))).toEqual(ids)
  })
})

describe('fetchMarket', () => {
  test.each<[unknown, string]>([
    [{ marketId: 'B' }, 'B'],
    ['B', 'B'],
    [{ outcomeId: 'C-NO' }, 'C'],
    [{ query: 'Beta' }, 'B'],
    [{ query: 'ALPHA WINS' }, 'A'],
    [{ eventId: 'E2' }, 'C'],
    [{ marketId: 'B', limit: 5, offset: 3 }, 'B'],
  ])('%j is %s', async (params, id) => {
    expect(await core.ask('fetchMarket', params)).toMatchObject({ marketId: id })
  })

  test.each<[unknown, string]>([
    [{ marketId: 'nope', query: 'x' }, 'nope'],
    [{ outcomeId: 'nope', eventId: 'E1' }, 'nope'],
    [{ slug: 'nope' }, 'nope'],
    [{ eventId: 'nope' }, 'nope'],
    [{ query: 'nope' }, 'nope'],
  ])('%j is MARKET_NOT_FOUND and names %s', async (params, name) => {
    await expect(core.ask('fetchMarket', params)).rejects.toMatchObject({
      code: 'MARKET_NOT_FOUND',
      status: 404,
      message: `Market not found: ${name}`,
      exchange: 'kalshi',
    })
  })

  test.each<[unknown, string[]]>([
    [{ query: 'alpha w' }, ['A', 'C']],
    [{ query: 'alpha w', limit: 1 }, ['A', 'C']],
    [{ query: 'alpha w', limit: 1, offset: 1 }, ['A', 'C']],
    [{ query: 'alpha w', sort: 'volume' }, ['A', 'C']],
    [{ eventId: 'E1' }, ['A', 'B']],
    [{ eventId: 'E1', limit: 1 }, ['A', 'B']],
  ])('%j fits several: an error with the candidates, never the first of them', async (params, candidates) => {
    await expect(core.ask('fetchMarket', params)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates },
    })
  })

  test.each([undefined, {}, { limit: 1 }, { status: 'all' }])('%j asks for nothing', async (params) => {
    await expect(core.ask('fetchMarket', params)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'marketId',
    })
  })
})

describe('fetchEvent', () => {
  test.each<[unknown, string]>([
    [{ eventId: 'E2' }, 'E2'],
    ['E2', 'E2'],
    [{ slug: 'slug-E1' }, 'E1'],
    [{ query: 'final' }, 'E2'],
    [{ query: 'the cup' }, 'E1'],
  ])('%j is %s, with its markets', async (params, id) => {
    expect(await core.ask('fetchEvent', params)).toMatchObject({
      id,
      markets: [{ eventId: id }, ...(id === 'E1' ? [{}] : [])],
    })
  })

  test('unknown is EVENT_NOT_FOUND', async () => {
    await expect(core.ask('fetchEvent', { eventId: 'nope' })).rejects.toMatchObject({
      code: 'EVENT_NOT_FOUND',
      message: 'Event not found: nope',
    })
  })

  test.each([{ query: 'cup f' }, { query: 'e' }, { query: 'e', limit: 1 }])(
    '%j is one event or an error with candidates',
    async (params) => {
      const found = core.ask('fetchEvent', params)
      if (params.query === 'cup f') expect(await found).toMatchObject({ id: 'E2' })
      else
        await expect(found).rejects.toMatchObject({
          code: 'BAD_REQUEST',
          detail: { kind: 'ambiguous', candidates: ['E1', 'E2'] },
        })
    },
  )

  test('without a key is an error', async () => {
    await expect(core.ask('fetchEvent', {})).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'eventId',
    })
  })
})

test('candidates of a wide question are at most ten', async () => {
  const many = event(
    'E',
    Array.from({ length: 30 }, (_, index) => market(`M${index}`)),
  )
  await expect(
    coreOver(fakeVenue({ events: [many] })).ask('fetchMarket', { query: 'm' }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('30 markets'),
    detail: { candidates: Array.from({ length: 10 }, (_, index) => `M${index}`) },
  })
})

describe('a venue that answers a lookup with something else', () => {
  const wrong = coreOver(
    fakeVenue({
      events,
      alwaysFinds: event('OTHER', [market('OTHER')]),
      rest: {
        book: { fetch: async () => ({ bids: [], asks: [] }) },
        series: {
          list: () => ({
            kind: 'cursor',
            what: 'series',
            idOf: ({ id }) => id,
            fetch: async () => ({ rows: [] }),
          }),
          get: async () => ({ id: 'OTHER', title: 'Other', sourceExchange: 'kalshi' }),
        },
      },
    }),
  )

  test.each<[Parameters<typeof wrong.ask>[0], readonly unknown[]]>([
    ['fetchMarkets', [{ marketId: 'A' }]],
    ['fetchMarkets', [{ slug: 'a' }]],
    ['fetchMarkets', [{ outcomeId: 'A' }]],
    ['fetchMarkets', [{ eventId: 'E1' }]],
    ['fetchMarket', [{ marketId: 'A' }]],
    ['fetchMarket', [{ outcomeId: 'A' }]],
    ['fetchEvents', [{ eventId: 'E1' }]],
    ['fetchEvent', [{ slug: 'e-1' }]],
    ['fetchSeries', [{ id: 'S' }]],
    ['fetchOrderBook', ['A', null, { outcome: 'yes' }]],
    ['fetchOrderBook', ['A', null, { side: 'no' }]],
  ])('fails %s%j instead of passing it on', async (method, args) => {
    await expect(wrong.ask(method, ...args)).rejects.toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: false,
      exchange: 'kalshi',
      detail: { kind: 'wrong_row' },
    })
  })
})
