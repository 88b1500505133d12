import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toPoolBook } from '../../../src/venues/myriad/book.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { marketReply } from '../../../src/venues/myriad/schemas.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { json, queryOf } from '../../support/wire.js'
import { bookMarket, candidatesMarket, nativeMarket, nativeOutcome } from './payloads.js'
import { setUp } from './set-up.js'

const levels = (from: readonly (readonly [string, string])[]) => ({ bids: from, asks: [] })

describe('books of the order book', () => {
  const setUpBook = (answer: unknown, market = bookMarket()) =>
    setUp({ 'GET api/markets/827': market, 'GET api/markets/ines-calloway-wins/orderbook': answer })

  test('are asked for by slug, each outcome its own, in units of 1e-18', async () => {
    const { ctx, wire } = setUpBook((call: VenueCall) =>
      queryOf(call)['outcome'] === '0'
        ? {
            bids: [['980000000000000000', '258412594752186597376']],
            asks: [['990000000000000000', '151975683890577539072']],
          }
        : { bids: [], asks: [['15000000000000000', '2000000000000000000']] },
    )
    expect(await readerOf(myriad, ctx).book('56:ob827:0')).toEqual({
      bids: [{ price: 0.98, size: 258.4125947521866 }],
      asks: [{ price: 0.99, size: 151.97568389057753 }],
      timestamp: now,
      datetime: '2026-11-21T12:00:00.000Z',
      sourceMetadata: { emulated: false, timestampSource: 'received' },
    })
    const other = await readerOf(myriad, ctx).book('56:ob827:1')
    expect(other).toMatchObject({ bids: [], asks: [{ price: 0.015, size: 2 }] })
    expect(queryOf(present(wire.calls[1]))).toEqual({ outcome: '0', trading_model: 'ob' })
  })

  test('prices that err by the dust of binary fractions are whole cents, and one level', async () => {
    const { ctx } = setUpBook(
      levels([
        ['329999999999999936', '2000000000000000000'],
        ['330000000000000000', '1000000000000000000'],
        ['205000000000000000', '1000000000000000000'],
      ]),
    )
    expect((await readerOf(myriad, ctx).book('56:ob827:0')).bids).toEqual([
      { price: 0.33, size: 3 },
      { price: 0.205, size: 1 },
    ])
  })

  test('of an outcome that is turned round is that of its opposite', async () => {
    const three = bookMarket({ outcomes: candidatesMarket().outcomes })
    const { ctx } = setUpBook(levels([['980000000000000000', '2000000000000000000']]), three)
    expect(await readerOf(myriad, ctx).book('56:ob827:-1')).toMatchObject({
      bids: [],
      asks: [{ price: 0.02, size: 2 }],
      sourceMetadata: { emulated: false, derived: true },
    })
  })

  test.each([
    ['', null],
    ['bids', {}],
    ['asks', { bids: [] }],
    ['bids[0]', levels([['980000000000000000', '']])],
    ['bids[0]', levels([['0.98', '1000000000000000000']])],
    ['bids[0]', levels([['1000000000000000001000', '1']])],
  ])('an answer that is wrong at %j is drift', async (path, answer) => {
    const { ctx } = setUpBook(answer)
    await expectDrift(() => readerOf(myriad, ctx).book('56:ob827:0'), path)
  })

  test('a market without a book has none; a failure is a failure', async () => {
    const none = setUpBook(json(404, { error: 'Market not found' }))
    expect((await failureOf(() => readerOf(myriad, none.ctx).book('56:ob827:0'))).code).toBe('NOT_FOUND')
    const broken = setUpBook(json(400, { error: 'bad' }))
    expect((await failureOf(() => readerOf(myriad, broken.ctx).book('56:ob827:0'))).code).toBe('BAD_REQUEST')
  })
})

describe('the offer of a pool as a book', () => {
  test('lies around the price of the venue and is marked as emulated', async () => {
    const { ctx } = setUp({ 'GET api/markets/701': nativeMarket() })
    const book = await readerOf(myriad, ctx).book('2741:701:0', 1)
    expect(book).toMatchObject({ timestamp: now, sourceMetadata: { emulated: true, spotPrice: 0.6097561 } })
    const [bid, ask] = [book.bids[0]?.price ?? 0, book.asks[0]?.price ?? 0]
    expect(bid).toBeGreaterThan(0.6)
    expect(bid).toBeLessThan(0.6097561)
    // 2 % of a purchase are fees.
    expect(ask).toBeGreaterThan(0.6097561 / 0.98)
    expect(ask).toBeLessThan(0.62 / 0.98)
  })

  test('the other side of a candidate sells what the candidate buys', async () => {
    const { ctx } = setUp({ 'GET api/markets/601': candidatesMarket() })
    const yes = await readerOf(myriad, ctx).book('2741:601:0')
    const no = await readerOf(myriad, ctx).book('2741:601:-0')
    expect(no.asks[0]?.price).toBeCloseTo(1 - (yes.bids[0]?.price ?? 0), 10)
    expect(no.asks[0]?.size).toBe(yes.bids[0]?.size)
    expect(no.bids).toHaveLength(yes.asks.length)
    expect(no.sourceMetadata).toMatchObject({ emulated: true, derived: true })
  })

  test.each([{ state: 'closed' }, { state: 'resolved' }, { voided: true }])(
    '%j offers nothing',
    async (overrides) => {
      const { ctx } = setUp({ 'GET api/markets/701': nativeMarket(overrides) })
      expect((await failureOf(() => readerOf(myriad, ctx).book('2741:701:0'))).code).toBe('NOT_FOUND')
    },
  )

  test.each([
    ['outcomes[*].shares', { outcomes: [nativeOutcome(0), nativeOutcome(1, { shares: null })] }],
    ['outcomes[*].shares', { outcomes: [nativeOutcome(0), nativeOutcome(1, { shares: 0 })] }],
    [
      'outcomes[0].price',
      { outcomes: [nativeOutcome(0, { price: 0.55 }), nativeOutcome(1, { price: 0.45 })] },
    ],
    ['outcomes[0].price', { outcomes: [nativeOutcome(0, { price: null }), nativeOutcome(1)] }],
    ['fees', { fees: null }],
  ])('a pool whose %s do not hold together shows no book', async (path, overrides) => {
    const market = readPayload(marketReply, nativeMarket(overrides), 'GET /markets/{id}')
    await expectDrift(() => toPoolBook(market, 0), path)
  })
})
