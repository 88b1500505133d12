import { describe, expect, test } from 'vitest'
import { resolveOutcome } from '../../../src/core/listings/outcome-resolver.js'
import type { Venue, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { pathsOf, setUp, stock, type Twist, without } from './exchange.js'
import { match } from './payloads.js'

const venue: Venue = smarkets
const booksOf = (ids: readonly string[], ctx: VenueContext) =>
  present(venue.book?.fetchMany)(
    ids.map((id) => resolveOutcome(venue, id, ctx)),
    ctx,
  )

describe('a book', () => {
  test('is that of the contract alone, in contracts of 1 GBP', async () => {
    expect(await readerOf(venue, setUp().ctx).book('6001')).toEqual({
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
    expect(await readerOf(venue, setUp().ctx).book('6002')).toMatchObject({
      bids: [],
      asks: [{ price: 0.2941 }],
    })
    expect(await readerOf(venue, setUp().ctx).book('6004')).toMatchObject({ bids: [], asks: [] })
  })

  test.each([
    ['6003', 'no_book'],
    ['77', 'unknown_outcome'],
    ['nothing', 'unknown_outcome'],
    ['https://smarkets.com/event/6001/kestrels-vs-lanterns', 'unknown_outcome'],
  ])('%s has none: NOT_FOUND', async (id, kind) => {
    const error = await failureOf(() => readerOf(venue, setUp().ctx).book(id))
    expect(error.code).toBe('NOT_FOUND')
    expect(error.detail?.['kind']).toBe(kind)
  })

  test('a market in place of a contract is refused with the contracts, never merged', async () => {
    const error = await failureOf(() => readerOf(venue, setUp().ctx).book('5001'))
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'market_not_outcome', marketId: '5001', outcomeIds: ['6001', '6002', '6003'] },
    })
    expect(error.message).toContain('6002 (Draw)')
  })

  test('a second book of a market costs one call once its contracts were seen', async () => {
    const { ctx, calls } = setUp(stock(), without('contracts'))
    await readerOf(venue, ctx).book('6001')
    const before = calls.length
    await readerOf(venue, ctx).book('6002')
    expect(pathsOf(calls).slice(before)).toEqual(['/markets/5001/quotes/'])
  })

  test('several come in one call; those without one are left out', async () => {
    const { ctx, calls } = setUp()
    const books = await booksOf(['6001', '6004', '6003', '6002'], ctx)
    expect([...books.keys()]).toEqual(['6001', '6004', '6002'])
    expect(pathsOf(calls).filter((path) => path.includes('quotes'))).toEqual(['/markets/5001,5002/quotes/'])
  })

  test('one unknown among several fails the call', async () => {
    expect((await failureOf(() => booksOf(['6001', '77'], setUp().ctx))).code).toBe('NOT_FOUND')
  })
})

describe('a change of shape', () => {
  const own = { '6001': match().quotes['6001'] }
  const read = (body: unknown) => {
    const twist: Twist = ({ path }) => (path.includes('quotes') ? { body } : undefined)
    return readerOf(venue, setUp(stock(), twist).ctx).book('6001')
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
  const error = await failureOf(() => readerOf(venue, setUp(stock(), twist).ctx).book('6001'))
  expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 40 })
  const { quotes } = present(smarkets.hosts['api']?.groups)
  expect((quotes?.capacity ?? 99) + (quotes?.perSecond ?? 99) * 60).toBeLessThanOrEqual(20)
})
