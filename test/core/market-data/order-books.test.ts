import { describe, expect, test } from 'vitest'
import { MAX_TEXT_LENGTH } from '../../../src/api/arguments/arguments.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { OrderBook } from '../../../src/api/models/models.js'
import { findIgnoredInBook } from '../../../src/core/market-data/order-books.js'
import type { BookSource } from '../../../src/venue-kit/contract/venue.js'
import { coreOver, event, fakeVenue, market } from '../fake-venue.js'

const level = (price: number, size: number) => ({ price, size })
const book: OrderBook = {
  bids: [level(0.4, 10), level(0.5, 5), level(0.3, 0), level(0.1, 1)],
  asks: [level(0.9, 10), level(0.6, 5), level(0.7, 1)],
  timestamp: Date.UTC(2026, 10, 21),
  lastTradePrice: 0.5,
}

function setUp(source: Partial<BookSource> = {}) {
  const asked: [string, number | undefined][] = []
  const fetch: BookSource['fetch'] = async ({ id }, depth) => {
    asked.push([id, depth])
    if (id.startsWith('GONE')) throw new PmxError('NOT_FOUND', `No order book for outcome '${id}'`)
    return structuredClone(book)
  }
  const three = market('THREE')
  const { yes: _yes, no: _no, up: _up, down: _down, ...noSides } = three.market
  const tokens = market('M', { slug: 'm-slug' })
  const [yes, no] = [
    { outcomeId: 'token-yes', marketId: 'M', label: 'x' },
    { outcomeId: 'token-no', marketId: 'M', label: 'y' },
  ]
  const sides = { ...tokens, market: { ...tokens.market, outcomes: [yes, no], yes, no } }
  const rows = [market('FOO'), { ...three, market: noSides }, sides]
  const venue = fakeVenue({ events: [event('E', rows)], rest: { book: { fetch, ...source } } })
  const core = coreOver(venue)
  return { asked, ask: (...args: readonly unknown[]) => core.ask('fetchOrderBook', ...args), core }
}

describe('a book', () => {
  test('has its bids descending, its asks ascending, no empty levels, and both times', async () => {
    expect(await setUp().ask('FOO')).toEqual({
      bids: [level(0.5, 5), level(0.4, 10), level(0.1, 1)],
      asks: [level(0.6, 5), level(0.7, 1), level(0.9, 10)],
      timestamp: book.timestamp,
      datetime: '2026-11-21T00:00:00.000Z',
      lastTradePrice: 0.5,
    })
  })

  test('without a time has no date either', async () => {
    const { ask } = setUp({ fetch: async () => ({ bids: [], asks: [] }) })
    expect(await ask('FOO')).toEqual({ bids: [], asks: [] })
  })

  test.each<[readonly unknown[]]>([[['FOO', 2]], [['FOO', null, { limit: 2 }]], [['FOO', 2, { limit: 9 }]]])(
    'of %j has at most two levels a side, the best ones',
    async (args) => {
      const { ask, asked } = setUp()
      expect(await ask(...args)).toMatchObject({
        bids: [level(0.5, 5), level(0.4, 10)],
        asks: [level(0.6, 5), level(0.7, 1)],
      })
      expect(asked).toEqual([['FOO', 2]])
    },
  )

  test('of one level is the best of each side', async () => {
    expect(await setUp().ask('FOO', 1)).toMatchObject({ bids: [level(0.5, 5)], asks: [level(0.6, 5)] })
  })

  test('may have prices of 0 and of 1', async () => {
    const ends = { bids: [level(0, 5)], asks: [level(1, 5)] }
    expect(await setUp({ fetch: async () => ends }).ask('FOO')).toEqual(ends)
  })

  test.each([0, -1, 1.5])('of %s levels is refused', async (limit) => {
    const { ask, asked } = setUp()
    await expect(ask('FOO', limit)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', field: 'limit' })
    expect(asked).toEqual([])
  })

  test.each<[string, Partial<OrderBook>]>([
    ['bids[0]', { bids: [level(1.2, 5)] }],
    ['bids[1]', { bids: [level(0.2, 5), level(-0.1, 5)] }],
    ['asks[0]', { asks: [level(Number.NaN, 5)] }],
    ['asks[0]', { asks: [level(0.5, Number.NaN)] }],
    ['asks[0]', { asks: [level(0.5, Number.POSITIVE_INFINITY)] }],
  ])('with an impossible level at %s is an error with its path', async (path, broken) => {
    const { ask } = setUp({ fetch: async () => ({ bids: [], asks: [], ...broken }) })
    await expect(ask('FOO')).rejects.toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      exchange: 'kalshi',
      detail: { kind: 'bad_book', path },
      retryable: false,
    })
  })

  test.each([{ since: 1_700_000_000_000 }, { until: '2026-01-01' }])(
    'of the past (%j) is NOT_SUPPORTED',
    async (params) => {
      await expect(setUp().ask('FOO', null, params)).rejects.toMatchObject({
        code: 'NOT_SUPPORTED',
        status: 501,
      })
    },
  )
})

describe('the outcome whose book is asked', () => {
  test.each<[readonly unknown[], string]>([
    [['FOO'], 'FOO'],
    [['anything at all'], 'anything at all'],
    [['FOO', null, { outcome: 'yes' }], 'FOO'],
    [['FOO', null, { outcome: 'NO' }], 'FOO-NO'],
    [['m-slug', null, { outcome: 'no' }], 'token-no'],
    [['M', null, { outcome: 'token-yes' }], 'token-yes'],
    [['FOO', null, { side: 'no' }], 'FOO-NO'],
    [['FOO-NO', null, { side: 'no' }], 'FOO-NO'],
    [['FOO', null, { side: 'yes' }], 'FOO'],
    [['M', null, { outcome: 'no', side: 'no' }], 'token-no'],
    [['anything', null, { outcome: 'token-yes', side: 'no' }], 'token-no'],
    [['token-yes', null, { side: 'no' }], 'token-no'],
    [['token-yes', null, { side: 'yes' }], 'token-yes'],
    [['M', null, { side: 'no' }], 'token-no'],
  ])('of %j is %s', async (args, outcomeId) => {
    const { ask, asked } = setUp()
    await ask(...args)
    expect(asked).toEqual([[outcomeId, undefined]])
  })

  test.each<[readonly unknown[], object]>([
    [['NOPE', null, { outcome: 'yes' }], { code: 'MARKET_NOT_FOUND' }],
    [['NOPE', null, { side: 'yes' }], { code: 'NOT_FOUND' }],
    [
      ['THREE', null, { outcome: 'yes' }],
      { code: 'VALIDATION_ERROR', field: 'outcome', message: expect.stringContaining('THREE, THREE-NO') },
    ],
    [['THREE', null, { side: 'yes' }], { code: 'VALIDATION_ERROR', field: 'outcome' }],
    [['FOO-NO', null, { side: 'yes' }], { code: 'VALIDATION_ERROR', field: 'side' }],
    [['FOO', null, { outcome: 'yes', side: 'no' }], { code: 'VALIDATION_ERROR', field: 'side' }],
    [['FOO', null, { side: 'up' }], { code: 'VALIDATION_ERROR', field: 'side' }],
  ])('of %j cannot be told: %j', async (args, error) => {
    const { ask, asked } = setUp()
    await expect(async () => ask(...args)).rejects.toMatchObject(error)
    expect(asked).toEqual([])
  })
})

describe('several books', () => {
  const many = (core: ReturnType<typeof setUp>['core'], ids: unknown) => core.ask('fetchOrderBooks', ids)

  test("are keyed by the caller's exact texts", async () => {
    const { core, asked } = setUp()
    expect(await many(core, ['FOO', 'foo', 'FOO'])).toMatchObject({ FOO: { asks: [{}, {}, {}] }, foo: {} })
    expect(asked.map(([id]) => id)).toEqual(['FOO', 'foo'])
  })

  test('are asked for without the spaces around their ids', async () => {
    const { core, asked } = setUp()
    expect(await many(core, [' FOO ', 'FOO'])).toMatchObject({ ' FOO ': {}, FOO: {} })
    expect(asked.map(([id]) => id)).toEqual(['FOO'])
  })

  test('come from one call where the venue has one', async () => {
    const calls: (readonly string[])[] = []
    const { core } = setUp({
      fetchMany: async (outcomes) => {
        const ids = outcomes.map(({ id }) => id)
        calls.push(ids)
        return new Map(ids.filter((id) => id !== 'GONE').map((id) => [id, structuredClone(book)]))
      },
    })
    expect(await many(core, ['A', 'B'])).toMatchObject({ A: { bids: [{ price: 0.5 }, {}, {}] }, B: {} })
    await expect(many(core, ['A', 'GONE'])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('GONE'),
      exchange: 'kalshi',
    })
    expect(await many(core, [])).toEqual({})
    expect(calls).toEqual([
      ['A', 'B'],
      ['A', 'GONE'],
    ])
  })

  test('are NOT_FOUND all together, with the names of all that are missing', async () => {
    const ids = Array.from({ length: 7 }, (_unused, n) => `GONE-${n}`)
    const found = new Map([['A', structuredClone(book)]])
    const { core } = setUp({ fetchMany: async () => found })
    await expect(many(core, ['GONE-0', 'A'])).rejects.toMatchObject({
      message: "No order book for outcome 'GONE-0'. Leave it out to get the others.",
      detail: { kind: 'no_book', outcomeIds: ['GONE-0'] },
    })
    await expect(many(core, ['A', ...ids])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/'GONE-0', .*'GONE-4' and 2 more\. Leave them out to get the others\.$/),
      detail: { outcomeIds: ids },
    })
  })

  test('are NOT_FOUND all together when one is missing', async () => {
    await expect(many(setUp().core, ['FOO', 'GONE-1'])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('GONE-1'),
    })
  })

  test('are asked for eight at a time', async () => {
    let now = 0
    let most = 0
    const { core } = setUp({
      fetch: async () => {
        most = Math.max(most, ++now)
        await new Promise<void>((resolve) => setImmediate(resolve))
        now--
        return structuredClone(book)
      },
    })
    await many(
      core,
      Array.from({ length: 20 }, (_, index) => `F${index}`),
    )
    expect(most).toBe(8)
  })

  test('may have long ids, to a bound', async () => {
    const long = 'x'.repeat(MAX_TEXT_LENGTH)
    expect(await many(setUp().core, [long])).toHaveProperty(long)
    await expect(many(setUp().core, [`${long}x`])).rejects.toMatchObject({ field: 'outcomeIds' })
  })

  test.each([[[1]], [['FOO', '']], [['  ']], [[null]], [[{}]]])('of %j are refused', async (ids) => {
    await expect(many(setUp().core, ids)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'outcomeIds',
    })
  })
})

test.each<[MethodName, readonly unknown[]]>([
  ['fetchOrderBook', ['FOO']],
  ['fetchOrderBooks', [['FOO']]],
])('%s of a venue without books is NOT_SUPPORTED', async (method, args) => {
  await expect(coreOver(fakeVenue()).ask(method, ...args)).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
    exchange: 'kalshi',
  })
})

test.each<[Parameters<typeof findIgnoredInBook>[0], readonly string[]]>([
  [['F', undefined, undefined], []],
  [['F', 5, undefined], []],
  [['F', undefined, { limit: 5 }], []],
  [['F', 5, { limit: 5 }], []],
  [['F', 5, { limit: 6 }], ['params.limit']],
  [['M', undefined, { outcome: 'yes' }], []],
  [['F', undefined, { outcome: 'F' }], []],
  [['F', undefined, { outcome: 'G' }], ['outcomeId']],
  [
    ['F', 5, { outcome: 'G', limit: 6 }],
    ['params.limit', 'outcomeId'],
  ],
])('of the question %j for a book nobody reads %j', (question, idle) => {
  expect(findIgnoredInBook(question)).toEqual(idle)
})
