import { describe, expect, test } from 'vitest'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { now } from '../../support/venue.js'
import { pathsOf, setUp, stock, type Twist } from './exchange.js'
import { match } from './payloads.js'

const book = present(smarkets.book)
const fetchMany = present(book.fetchMany)

describe('a book', () => {
  test('is that of the contract alone, in contracts of 1 GBP', async () => {
    expect(await book.fetch('6001', undefined, setUp().ctx)).toEqual({
      bids: [
        { price: 0.5556, size: 22.579 },
        { price: 0.5714, size: 0.0001 },
      ],
      asks: [{ price: 0.5882, size: 20 }],
      timestamp: now,
      datetime: '2026-11-21T12:00:00.000Z',
      sourceMetadata: { timestampSource: 'received', delayed: true, sizeUnit: 'GBP' },
    })
  })

  test('empty sides are empty', async () => {
    expect(await book.fetch('6002', undefined, setUp().ctx)).toMatchObject({
      bids: [],
      asks: [{ price: 0.2941 }],
    })
    expect(await book.fetch('6004', undefined, setUp().ctx)).toMatchObject({ bids: [], asks: [] })
  })

  test.each([
    ['6003', 'no_book'],
    ['77', undefined],
    ['nothing', undefined],
  ])('%s has none: NOT_FOUND', async (id, kind) => {
    const error = await failureOf(() => book.fetch(id, undefined, setUp().ctx))
    expect(error.code).toBe('NOT_FOUND')
    expect(error.detail?.['kind']).toBe(kind)
  })

  test('a market in place of a contract is refused with the contracts, never merged', async () => {
    const error = await failureOf(() => book.fetch('5001', undefined, setUp().ctx))
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates: ['6001', '6002', '6003'] },
    })
  })

  test('a second book of a market costs one call', async () => {
    const { ctx, calls } = setUp()
    await book.fetch('6001', undefined, ctx)
    const before = calls.length
    await book.fetch('6002', undefined, ctx)
    expect(pathsOf(calls).slice(before)).toEqual(['/markets/5001/quotes/'])
  })

  test('several come in one call; those without one are left out', async () => {
    const { ctx, calls } = setUp()
    const books = await fetchMany(['6001', '6004', '6003', '6002'], ctx)
    expect([...books.keys()]).toEqual(['6001', '6004', '6002'])
    expect(pathsOf(calls).filter((path) => path.includes('quotes'))).toEqual(['/markets/5001,5002/quotes/'])
  })

  test('one unknown among several fails the call', async () => {
    expect((await failureOf(() => fetchMany(['6001', '77'], setUp().ctx))).code).toBe('NOT_FOUND')
  })
})

describe('a change of shape', () => {
  const own = { '6001': match().quotes['6001'] }
  const read = (body: unknown) => {
    const twist: Twist = ({ path }) => (path.includes('quotes') ? { body } : undefined)
    return book.fetch('6001', undefined, setUp(stock(), twist).ctx)
  }

  test.each(
    mutationsOf(
      ['6001.bids', '6001.offers', '6001.bids.*.price', '6001.bids.*.quantity', '6001.offers.*.price'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  )('$path $how is an error', async (mutation) => {
    await expectDrift(() => read(mutate(own, mutation)), '6001')
  })

  test.each([0, 10_000, -5, 57.14, '0.57'])('a price of %j is no price', async (price) => {
    await expectDrift(() => read({ '6001': { bids: [{ price, quantity: 1 }], offers: [] } }), 'price')
  })

  test.each([null, {}, { bids: [{ price: 0, quantity: 1 }], offers: [] }])(
    'of the book of another contract costs nothing: %j',
    async (odd) => {
      expect(await read({ ...own, 6002: odd })).toMatchObject({ asks: [{ price: 0.5882, size: 20 }] })
    },
  )

  test.each([[null], [[]], ['x']])('%j is an error', async (body) => {
    await expectDrift(() => read(body), '')
  })

  test('{} is how the venue says that it knows no book', async () => {
    expect((await failureOf(() => read({}))).code).toBe('NOT_FOUND')
  })
})

test('a refusal tells when to come back, and the pace stays below it', async () => {
  const twist: Twist = ({ path }) =>
    path.includes('quotes')
      ? {
          status: 429,
          body: { error_type: 'RATE_LIMIT_EXCEEDED', data: 'slow' },
          headers: { 'x-ratelimit-reset': '40' },
        }
      : undefined
  const error = await failureOf(() => book.fetch('6001', undefined, setUp(stock(), twist).ctx))
  expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 40 })
  const { quotes } = present(smarkets.hosts['api']?.groups)
  expect((quotes?.capacity ?? 99) + (quotes?.perSecond ?? 99) * 60).toBeLessThanOrEqual(20)
})
