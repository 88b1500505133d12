import { describe, expect, test } from 'vitest'
import { limitless } from '../../../src/venues/limitless/index.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { json, sentTo } from '../../support/wire.js'
import { activePage, nativeBook, nativeGroup, nativeMarket, nativePool, token } from './payloads.js'
import { setUp } from './set-up.js'

const single = nativeMarket()
const path = `GET api/markets/${single.slug}/orderbook`
const around = (answer: unknown) =>
  setUp({
    'GET api/markets/active': activePage([single]),
    [`GET api/markets/${single.slug}`]: single,
    [path]: answer,
  })

describe('a book', () => {
  test('of YES is the native one, in contracts', async () => {
    const { ctx } = around(nativeBook())
    expect(await readerOf(limitless, ctx).book(token(1))).toEqual({
      bids: [
        { price: 0.16, size: 12360.33 },
        { price: 0.1, size: 1 },
      ],
      asks: [{ price: 0.168, size: 222.0005 }],
      timestamp: now,
      datetime: '2026-11-21T12:00:00.000Z',
      lastTradePrice: 0.161,
      sourceMetadata: expect.objectContaining({
        timestampSource: 'received',
        rewardMaxSpread: 0.035,
        rewardMinSize: 100,
      }),
    })
  })

  test('of NO is its mirror', async () => {
    const { ctx } = around(nativeBook())
    const { bids, asks, lastTradePrice } = await readerOf(limitless, ctx).book(token(1, 'no'))
    expect(bids).toEqual([{ price: 0.832, size: 222.0005 }])
    expect(asks).toEqual([
      { price: 0.84, size: 12360.33 },
      { price: 0.9, size: 1 },
    ])
    expect(lastTradePrice).toBe(0.839)
  })

  test('by the slug of the market is that of YES, without reading any list', async () => {
    const { ctx, wire } = around(nativeBook())
    expect((await readerOf(limitless, ctx).book(single.slug)).bids).toHaveLength(2)
    expect(sentTo(wire)).toEqual([`GET api/markets/${single.slug}`, path])
  })

  test('the market is looked up once for several books', async () => {
    const { ctx, wire } = around(nativeBook())
    await readerOf(limitless, ctx).book(single.slug)
    await readerOf(limitless, ctx).book(token(1, 'no'))
    expect(sentTo(wire)).toEqual([`GET api/markets/${single.slug}`, path, path])
  })

  test('numbers in texts, empty sides and a market that never traded are read', async () => {
    const { ctx } = around(
      nativeBook({ bids: [{ price: '0.14', size: '5000000' }], asks: [], lastTradePrice: null }),
    )
    const found = await readerOf(limitless, ctx).book(token(1))
    expect(found).toMatchObject({ bids: [{ price: 0.14, size: 5 }], asks: [] })
    expect(found).not.toHaveProperty('lastTradePrice')
  })

  test.each([
    [404, { message: 'Market not found for slug: x' }],
    [400, { message: 'AMM market does not support orderbook' }],
  ])('%d %j is NOT_FOUND', async (status, body) => {
    const { ctx } = around(json(status, body))
    expect(await failureOf(() => readerOf(limitless, ctx).book(token(1)))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'no_book' },
    })
  })

  test.each(mutationsOf(['maxSpread', 'minSize', 'midpoint'], ['dropped', 'retyped', 'nulled']))(
    'needs no $path, $how',
    async (mutation) => {
      const { ctx } = around(mutate(nativeBook(), mutation))
      expect((await readerOf(limitless, ctx).book(token(1))).bids).toHaveLength(nativeBook().bids.length)
    },
  )

  test('of a market that does not tell its units is an error, never a count', async () => {
    const market = nativeMarket({ collateralToken: null })
    const { ctx } = setUp({ [`GET api/markets/${market.slug}`]: market })
    await expectDrift(() => readerOf(limitless, ctx).book(market.slug), 'collateralToken')
  })

  test('the book of another market is an error', async () => {
    const { ctx } = around(nativeBook({ tokenId: token(2) }))
    await expectDrift(() => readerOf(limitless, ctx).book(token(1)), 'tokenId')
  })

  test.each([
    ...mutationsOf(
      ['bids', 'asks', 'tokenId', 'bids.0.price', 'bids.1.size', 'asks.0.size'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
    ...mutationsOf(['lastTradePrice'], ['retyped']),
  ])('with its $path $how is an error', async (mutation) => {
    const { ctx } = around(mutate(nativeBook(), mutation))
    await expectDrift(() => readerOf(limitless, ctx).book(token(1)), mutation.path.replace(/\.(\d)/, '[$1]'))
  })

  test.each([
    ['bids[0].price', { bids: [{ price: 1.5, size: 1 }] }],
    ['asks[0].size', { asks: [{ price: 0.5, size: '-3' }] }],
    ['asks[0].size', { asks: [{ price: 0.5, size: 1.5 }] }],
  ])('%s must make sense', async (at, overrides) => {
    const { ctx } = around(nativeBook(overrides))
    await expectDrift(() => readerOf(limitless, ctx).book(token(1)), at)
  })
})

describe('ids that are no outcome', () => {
  test('the slug of a group is refused with the outcomes of its markets', async () => {
    const group = nativeGroup()
    const { ctx } = setUp({ [`GET api/markets/${group.slug}`]: group })
    const error = await failureOf(() => readerOf(limitless, ctx).book(group.slug))
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'market_not_outcome', marketId: group.slug },
    })
    expect(error.detail?.['outcomeIds']).toEqual(
      [1, 2, 3].flatMap((n) => [token(10 + n), token(10 + n, 'no')]),
    )
    expect(error.message).toContain(`${token(11)} (Option 1), ${token(11, 'no')} (Not Option 1)`)
  })

  test('a market that is not open yet is known, and has none', async () => {
    const market = nativeMarket({ status: 'CREATED', tokens: null })
    const { ctx } = setUp({ [`GET api/markets/${market.slug}`]: market })
    expect(await failureOf(() => readerOf(limitless, ctx).book(market.slug))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'market_not_outcome', outcomeIds: [] },
    })
  })

  test('a pooled market has no book', async () => {
    const pool = nativePool()
    const { ctx } = setUp({ [`GET api/markets/${pool.slug}`]: pool })
    expect(await failureOf(() => readerOf(limitless, ctx).book(pool.slug))).toMatchObject({
      code: 'NOT_SUPPORTED',
      message: expect.stringContaining(`/markets/${pool.slug}/get-feed-events`),
      detail: { kind: 'pooled_market' },
    })
  })

  test('a token of no open market is NOT_FOUND and says what to do', async () => {
    const { ctx } = setUp({ 'GET api/markets/active': activePage([single]) })
    const error = await failureOf(() => readerOf(limitless, ctx).book(token(99)))
    expect(error).toMatchObject({ code: 'NOT_FOUND', detail: { kind: 'unknown_outcome' } })
    expect(error.message).toContain('Look up the market by its slug once')
  })

  test.each([
    ['', 'VALIDATION_ERROR'],
    ['36814', 'NOT_FOUND'],
    ['sol-5min-price', 'NOT_FOUND'],
  ])("'%s' is %s without a call", async (id, code) => {
    const { ctx, wire } = setUp({})
    expect((await failureOf(() => readerOf(limitless, ctx).book(id))).code).toBe(code)
    expect(wire.calls).toEqual([])
  })
})
