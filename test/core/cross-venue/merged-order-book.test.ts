import { describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../src/api/arguments/methods.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { OrderBook } from '../../../src/api/models/models.js'
import { mergeBooks } from '../../../src/core/cross-venue/merged-order-book.js'
import { failureOf } from '../../support/expect.js'
import { routerOver, venueOf } from '../matches-world.js'

const title = 'Will Bitcoin close above $100,000 on December 31, 2026?'
const venues = [
  venueOf('kalshi', [{ id: 'BTC', title }]),
  venueOf('polymarket', [
    { id: '11', title },
    { id: '12', title: 'Will Bitcoin close above $120,000 on December 31, 2026?' },
  ]),
  venueOf('limitless', [{ id: 'btc-100', title }]),
]

const books: Record<string, OrderBook> = {
  'BTC-yes': { bids: [{ price: 0.4, size: 10 }], asks: [{ price: 0.5, size: 1 }], timestamp: 3_000 },
  '11-yes': {
    bids: [
      { price: 0.41, size: 5 },
      { price: 0.4, size: 2.5 },
    ],
    asks: [{ price: 0.5, size: 2 }],
    timestamp: 1_000,
  },
  'btc-100-yes': { bids: [], asks: [{ price: 0.45, size: 7 }], timestamp: 2_000 },
  'BTC-no': { bids: [{ price: 0.5, size: 1 }], asks: [], timestamp: 3_000 },
  '11-no': { bids: [{ price: 0.5, size: 2 }], asks: [], timestamp: 1_000 },
  'btc-100-no': { bids: [{ price: 0.55, size: 7 }], asks: [], timestamp: 2_000 },
}

function over(missing: readonly string[] = []) {
  return routerOver(venues, async (outcomeId) => {
    const data = books[outcomeId]
    if (data === undefined || missing.includes(outcomeId))
      throw new PmxError('EXCHANGE_NOT_AVAILABLE', `no book of ${outcomeId}`)
    return { data, headers: { 'x-pmx-upstream-requests': '1' } }
  })
}

async function bookOf(ask: Awaited<ReturnType<typeof over>>['ask'], ...args: ArgsOf<'fetchOrderBook'>) {
  const { rows, headers } = await ask('fetchOrderBook', ...args)
  return { book: rows as unknown as OrderBook, headers }
}

describe('the book of an outcome on all venues', () => {
  test('sums the sizes of the same outcome at the same price, and is as old as the oldest', async () => {
    const { ask } = await over()
    const { book, headers } = await bookOf(ask, 'BTC-yes', undefined, {})
    expect(book).toEqual({
      bids: [
        { price: 0.41, size: 5 },
        { price: 0.4, size: 12.5 },
      ],
      asks: [
        { price: 0.45, size: 7 },
        { price: 0.5, size: 3 },
      ],
      timestamp: 1_000,
      datetime: '1970-01-01T00:00:01.000Z',
      sourceMetadata: {
        books: expect.arrayContaining([
          { venue: 'kalshi', outcomeId: 'BTC-yes' },
          { venue: 'polymarket', outcomeId: '11-yes' },
          { venue: 'limitless', outcomeId: 'btc-100-yes' },
        ]),
      },
    })
    expect(headers).toMatchObject({ 'x-pmx-upstream-requests': '3' })
    expect(headers).not.toHaveProperty('x-pmx-warning')
  })

  test('is of the named side, however that is named, and of the yes of a named market', async () => {
    const { ask } = await over()
    const no = (await bookOf(ask, 'BTC-no', undefined, {})).book
    expect(no.bids).toEqual([
      { price: 0.55, size: 7 },
      { price: 0.5, size: 3 },
    ])
    expect((await bookOf(ask, 'BTC', undefined, { outcome: 'no' })).book).toEqual(no)
    expect((await bookOf(ask, 'BTC', undefined, { side: 'no' })).book).toEqual(no)
    expect((await bookOf(ask, 'whatever', undefined, { outcome: 'BTC-no' })).book).toEqual(no)
    expect((await bookOf(ask, 'BTC', undefined, {})).book).toEqual(
      (await bookOf(ask, 'BTC-yes', undefined, {})).book,
    )
  })

  test('tells what says nothing beside the rest, as the book of one venue does', async () => {
    const { ask } = await over()
    expect((await ask('fetchOrderBook', 'whatever', 2, { outcome: 'BTC-no', limit: 3 })).ignored).toEqual([
      'params.limit',
      'outcomeId',
    ])
    expect((await ask('fetchOrderBook', 'BTC', 2, { outcome: 'no' })).ignored).toEqual([])
  })

  test('cuts after it has merged', async () => {
    const { ask } = await over()
    const { book } = await bookOf(ask, 'BTC-yes', 1, {})
    expect([book.bids, book.asks]).toEqual([[{ price: 0.41, size: 5 }], [{ price: 0.45, size: 7 }]])
  })

  test('leaves out a venue that does not answer, and says so; without the named one there is none', async () => {
    const { ask } = await over(['11-yes'])
    const { book, headers } = await bookOf(ask, 'BTC-yes', undefined, {})
    expect(book.bids).toEqual([{ price: 0.4, size: 10 }])
    expect(book.sourceMetadata?.['books']).not.toContainEqual({ venue: 'polymarket', outcomeId: '11-yes' })
    expect(headers['x-pmx-warning']).toContain('1 of 3 order books were not read')
    const { ask: deaf } = await over(['BTC-yes'])
    expect(await failureOf(() => deaf('fetchOrderBook', 'BTC-yes', undefined, {}))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      exchange: 'kalshi',
    })
  })

  test('is of contracts that pay the same: those that pay another currency are left out, and told', async () => {
    const inPounds = { ...books['11-yes'], sourceMetadata: { sizeUnit: 'GBP' } } as OrderBook
    const { ask } = await routerOver(venues, async (outcomeId) => ({
      data: outcomeId === '11-yes' ? inPounds : books[outcomeId],
      headers: {},
    }))
    const { book, headers } = await bookOf(ask, 'BTC-yes', undefined, {})
    expect(book.bids).toEqual([{ price: 0.4, size: 10 }])
    expect(headers['x-pmx-warning']).toContain(
      '1 order books were left out, because their contracts pay in a different currency',
    )
    expect((await bookOf(ask, '11-yes', undefined, {})).book.sourceMetadata).toEqual({
      books: [{ venue: 'polymarket', outcomeId: '11-yes' }],
    })
  })

  test('refuses what contradicts itself, what nobody has, and the past', async () => {
    const { ask } = await over()
    const failures = [
      [['BTC', undefined, { outcome: 'yes', side: 'no' }], 'VALIDATION_ERROR'],
      [['BTC-no', undefined, { side: 'yes' }], 'VALIDATION_ERROR'],
      [['BTC-yes', 0, {}], 'VALIDATION_ERROR'],
      [['nothing', undefined, {}], 'MARKET_NOT_FOUND'],
      [['BTC-yes', undefined, { since: 1 }], 'NOT_SUPPORTED'],
    ] as const
    for (const [args, code] of failures)
      expect(
        await failureOf(() => ask('fetchOrderBook', ...(args as ArgsOf<'fetchOrderBook'>))),
      ).toMatchObject({
        code,
      })
  })
})

test('prices that differ in the noise of fractions are one, sums have none, a book without a time leaves all without', () => {
  const level = { price: 0.1 + 0.2, size: 0.1 }
  const other = { price: 0.3, size: 0.2 }
  expect(
    mergeBooks([
      { bids: [level], asks: [] },
      { bids: [other], asks: [], timestamp: 5 },
    ]),
  ).toEqual({
    bids: [{ price: 0.3, size: 0.3 }],
    asks: [],
  })
})
