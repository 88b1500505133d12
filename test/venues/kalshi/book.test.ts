import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toOrderBook } from '../../../src/venues/kalshi/book.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { bookReply, booksReply } from '../../../src/venues/kalshi/schemas.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { type Mutation, mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { json, queryOf } from '../../support/wire.js'
import { nativeBook, nativeMarket, notFound, secondMarket } from './payloads.js'
import { setUp } from './set-up.js'

const receivedAt = Date.UTC(2026, 10, 21, 12)
const stamp = {
  timestamp: receivedAt,
  datetime: '2026-11-21T12:00:00.000Z',
  sourceMetadata: expect.objectContaining({ timestampSource: 'received' }),
}

const read = (payload: unknown) => readPayload(bookReply, payload, 'GET /markets/{ticker}/orderbook')

const yesBook = {
  ...stamp,
  bids: [
    { price: 0.39, size: 114.46 },
    { price: 0.41, size: 343.49 },
  ],
  asks: [
    { price: 0.5, size: 166.27 },
    { price: 0.44, size: 641 },
  ],
}
const noBook = {
  ...stamp,
  bids: [
    { price: 0.5, size: 166.27 },
    { price: 0.56, size: 641 },
  ],
  asks: [
    { price: 0.61, size: 114.46 },
    { price: 0.59, size: 343.49 },
  ],
}

describe('both sides come from one book of bids', () => {
  test('YES buys from the NO bids', () => {
    expect(toOrderBook(read(nativeBook()), 'yes', receivedAt)).toEqual(yesBook)
  })

  test('NO is the same book seen from the other side', () => {
    expect(toOrderBook(read(nativeBook()), 'no', receivedAt)).toEqual(noBook)
  })

  test('bids of one side are the asks of the other at 1 - p', () => {
    const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 1e7 })))
    const sent = (side: readonly (readonly [number, number])[]) =>
      side.map(([price, size]) => [(price / 1e4).toFixed(4), (size / 100).toFixed(2)])
    fc.assert(
      fc.property(levels, levels, (yes, no) => {
        const native = read({ orderbook_fp: { yes_dollars: sent(yes), no_dollars: sent(no) } })
        const [one, other] = [toOrderBook(native, 'yes', 1), toOrderBook(native, 'no', 1)]
        for (const [bids, asks] of [
          [one.bids, other.asks],
          [other.bids, one.asks],
        ] as const) {
          expect(asks.map((level) => level.size)).toEqual(bids.map((level) => level.size))
          expect(asks.map((level) => Number((1 - level.price).toFixed(4)))).toEqual(
            bids.map((level) => level.price),
          )
        }
      }),
    )
  })

  test.each<[string, unknown]>([
    ['empty lists', { orderbook_fp: { yes_dollars: [], no_dollars: [] } }],
    ['nulls', { orderbook_fp: { yes_dollars: null, no_dollars: null } }],
    [
      'levels that have just gone',
      { orderbook_fp: { yes_dollars: [['0.4100', '-0.01']], no_dollars: [['0.5600', '0.00']] } },
    ],
  ])('%s are an empty book', (_what, payload) => {
    expect(toOrderBook(read(payload), 'yes', receivedAt)).toEqual({ ...stamp, bids: [], asks: [] })
  })

  test('of before March 2026, in cents or beside them, is a change of shape', async () => {
    const orderbook = { yes: [[41, 5]], no: null, yes_dollars: [['0.4100', 5]], no_dollars: null }
    await expectDriftAt(() => read({ orderbook }), 'orderbook_fp')
    const current = nativeBook()
    expect(read({ ...current, orderbook })).toEqual(read(current))
  })
})

describe('a change of shape is an error that names the place, never an empty side', () => {
  const current = ['orderbook_fp', 'orderbook_fp.yes_dollars', 'orderbook_fp.no_dollars']
  test.each(mutationsOf(current, ['dropped', 'renamed', 'retyped']))(
    '$path $how',
    async (mutation: Mutation) => {
      await expectDriftAt(() => read(mutate(nativeBook(), mutation)), mutation.path)
    },
  )

  test.each<[unknown, string]>([
    [[['1.2000', '5.00']], '[0][0]'],
    [
      [
        ['0.4000', '5.00'],
        ['0.4100', 'many'],
      ],
      '[1][1]',
    ],
    [[['0.4000']], '[0][1]'],
    [[{ price: '0.4000', count: '1.00' }], '[0]'],
  ])('levels like %j', async (levels, at) => {
    const payload = { orderbook_fp: { yes_dollars: levels, no_dollars: [] } }
    await expectDriftAt(() => read(payload), `orderbook_fp.yes_dollars${at}`)
  })

  test.each(mutationsOf(['ticker', 'orderbook_fp'], ['dropped', 'renamed', 'retyped']))(
    'a batch with $path $how',
    async (mutation: Mutation) => {
      const row = mutate({ ticker: 'KXA', ...nativeBook() }, mutation)
      await expectDriftAt(
        () => readPayload(booksReply, { orderbooks: [row] }, 'x'),
        `orderbooks[0].${mutation.path}`,
      )
    },
  )
})

describe('one book', () => {
  const path = 'GET api/markets/KXORBMAYOR-26-VELA/orderbook'
  const both = { 'GET api/markets': { markets: [nativeMarket()], cursor: '' }, [path]: nativeBook() }

  test('of a yes side costs one call', async () => {
    const { wire, ctx } = setUp(both)
    expect(await readerOf(kalshi, ctx).book('kxorbmayor-26-vela')).toEqual(yesBook)
    expect(wire.calls.map((call) => [call.path, queryOf(call)])).toEqual([
      ['/markets/KXORBMAYOR-26-VELA/orderbook', {}],
    ])
  })

  test('of a no side costs one more, the first time', async () => {
    const { wire, ctx } = setUp(both)
    expect(await readerOf(kalshi, ctx).book('KXORBMAYOR-26-VELA-NO')).toEqual(noBook)
    expect(await readerOf(kalshi, ctx).book('KXORBMAYOR-26-VELA-NO')).toEqual(noBook)
    expect(wire.calls).toHaveLength(3)
  })

  test.each([
    [undefined, undefined],
    [1, '1'],
    [100, '100'],
    [500, undefined],
  ])('a depth of %s is asked for as %s', async (depth, expected) => {
    const { wire, ctx } = setUp(both)
    await readerOf(kalshi, ctx).book('KXORBMAYOR-26-VELA', depth)
    expect(queryOf(present(wire.calls[0]))['depth']).toBe(expected)
  })

  test('of an unknown outcome is NOT_FOUND', async () => {
    const none = { markets: [], cursor: '' }
    const { ctx } = setUp({
      'GET api/markets/KXNOWHERE/orderbook': json(404, notFound),
      'GET api/markets': none,
      'GET api/historical/markets': none,
    })
    for (const id of ['KXNOWHERE', 'KXNOWHERE-NO', 'no ticker']) {
      await expect(readerOf(kalshi, ctx).book(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('is an error while the venue is down, not an empty book', async () => {
    const { ctx } = setUp({
      [path]: json(403, { error: { code: 'permission_denied', message: 'permission denied' } }),
    })
    await expect(readerOf(kalshi, ctx).book('KXORBMAYOR-26-VELA')).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
  })
})

describe('many books', () => {
  test('come in one call, both sides of a market from one book, under the ids as given', async () => {
    const { wire, ctx } = setUp({
      'GET api/markets': { markets: [nativeMarket(), secondMarket()], cursor: '' },
      'GET api/historical/markets': { markets: [], cursor: '' },
      'GET api/markets/orderbooks': {
        orderbooks: [
          { ticker: 'KXORBMAYOR-26-OTTO', orderbook_fp: { yes_dollars: [], no_dollars: [] } },
          { ticker: 'KXORBMAYOR-26-VELA', ...nativeBook() },
        ],
      },
    })
    const ids = [
      'kxorbmayor-26-vela',
      'KXORBMAYOR-26-VELA-NO',
      'KXORBMAYOR-26-OTTO-NO',
      'KXGONE',
      'KXGONE-NO',
      '?',
    ]
    const books = await readerOf(kalshi, ctx).someBooks(ids)
    expect([...(books ?? new Map())]).toEqual([
      ['kxorbmayor-26-vela', yesBook],
      ['KXORBMAYOR-26-VELA-NO', noBook],
      ['KXORBMAYOR-26-OTTO-NO', { ...stamp, bids: [], asks: [] }],
    ])
    const asked = wire.calls.find((call) => call.path === '/markets/orderbooks')
    expect(queryOf(present(asked))).toEqual({
      tickers: ['KXORBMAYOR-26-VELA', 'KXGONE', 'KXORBMAYOR-26-OTTO'],
    })
  })

  test('of other markets are an error: the filter was not honoured', async () => {
    const strangers = { orderbooks: [{ ticker: 'KXELSE', ...nativeBook() }] }
    const { ctx } = setUp({ 'GET api/markets/orderbooks': strangers })
    await expectDriftAt(() => readerOf(kalshi, ctx).someBooks(['KXORBMAYOR-26-VELA']), 'orderbooks[0].ticker')
  })

  test('are asked for by the hundred', async () => {
    const { wire, ctx } = setUp({ 'GET api/markets/orderbooks': { orderbooks: [] } })
    await readerOf(kalshi, ctx).someBooks(Array.from({ length: 201 }, (_, index) => `KXA-${index}`))
    const sizes = wire.calls.map((call) => call.query.length)
    expect(sizes).toEqual([100, 100, 1])
  })

  test('of nothing cost nothing', async () => {
    const { wire, ctx } = setUp({})
    expect(await readerOf(kalshi, ctx).someBooks([])).toEqual(new Map())
    expect(wire.calls).toEqual([])
  })
})
