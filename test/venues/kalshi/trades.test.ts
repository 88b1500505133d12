import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { TradeQuery } from '../../../src/venue-kit/contract/venue.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { tradesReply } from '../../../src/venues/kalshi/schemas.js'
import { toTrade } from '../../../src/venues/kalshi/trades.js'
import { fakeClock } from '../../support/clock.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { type Mutation, mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { venueContext } from '../../support/venue.js'
import { type Answer, fakeWire, json, queryOf } from '../../support/wire.js'
import { type Members, nativeMarket, nativeTrade, notFound } from './payloads.js'

const ticker = 'KXORBMAYOR-26-VELA'
const yes = { ticker, side: 'yes' } as const
const no = { ticker, side: 'no' } as const

const read = (trade: unknown) => {
  const [first] = readPayload(tradesReply, { trades: [trade], cursor: '' }, 'GET /markets/trades').trades
  return present(first)
}

describe('a trade', () => {
  const taken = (overrides: Members) => toTrade(read(nativeTrade(overrides)), yes)

  test('is mapped whole', () => {
    expect(toTrade(read(nativeTrade()), yes)).toEqual({
      id: '072132b7-0001',
      timestamp: Date.UTC(2026, 10, 20, 1, 46, 15, 690),
      price: 0.42,
      amount: 155.25,
      side: 'buy',
      outcomeId: ticker,
    })
  })

  test('of the other side is its mirror', () => {
    expect(toTrade(read(nativeTrade()), no)).toMatchObject({
      price: 0.58,
      side: 'sell',
      outcomeId: `${ticker}-NO`,
    })
  })

  test.each<[string, Members, string]>([
    ['the side that was taken', { taker_outcome_side: 'no' }, 'sell'],
    [
      'the older member where the newer is missing',
      { taker_outcome_side: undefined, taker_book_side: undefined, taker_side: 'no' },
      'sell',
    ],
    ['the side of the book where that alone is told', { taker_outcome_side: undefined }, 'buy'],
    [
      'the side of the book before the older member',
      { taker_outcome_side: undefined, taker_book_side: 'ask', taker_side: 'yes' },
      'sell',
    ],
    ['the newer member where both are there', { taker_outcome_side: 'yes', taker_side: 'no' }, 'buy'],
    ['unknown where none is', { taker_outcome_side: undefined, taker_book_side: undefined }, 'unknown'],
    ['unknown where they are empty', { taker_outcome_side: '', taker_book_side: '' }, 'unknown'],
    [
      'unknown where the word for it is not known',
      { taker_outcome_side: undefined, taker_book_side: 'zz_new' },
      'unknown',
    ],
  ])('tells %s', (_what, overrides, side) => {
    expect(taken(overrides).side).toBe(side)
  })

  test('in whole cents and whole contracts, as before March 2026, is read no more', async () => {
    const older = { yes_price: 6, no_price: 94, count: 3, count_fp: undefined, yes_price_dollars: undefined }
    await expectDriftAt(() => read(nativeTrade(older)), 'trades[0].yes_price_dollars')
  })

  test('mirrored twice is itself: prices add up to one, sides are opposite', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom('yes', 'no'), (price, side) => {
        const native = read(
          nativeTrade({ yes_price_dollars: (price / 1e4).toFixed(4), taker_outcome_side: side }),
        )
        const [one, other] = [toTrade(native, yes), toTrade(native, no)]
        expect(Number((one.price + other.price).toFixed(10))).toBe(1)
        expect([one.side, other.side].sort()).toEqual(['buy', 'sell'])
      }),
    )
  })

  const required = ['trade_id', 'ticker', 'created_time', 'yes_price_dollars', 'count_fp']
  test.each(mutationsOf(required, ['dropped', 'renamed', 'retyped', 'nulled']))(
    'with $path $how is an error',
    async (mutation: Mutation) => {
      await expectDriftAt(() => read(mutate(nativeTrade(), mutation)), `trades[0].${mutation.path}`)
    },
  )

  test.each<[string, unknown]>([
    ['taker_outcome_side', { side: 'yes' }],
    ['taker_outcome_side', 'maybe'],
    ['yes_price_dollars', '42'],
    ['count_fp', '-1.00'],
    ['created_time', 'yesterday'],
  ])('with %s of %j is an error', async (name, value) => {
    await expectDriftAt(() => read(nativeTrade({ [name]: value })), `trades[0].${name}`)
  })
})

const now = Date.UTC(2026, 10, 21, 12)
const day = 86_400_000
const cutoffAt = Date.UTC(2026, 7, 21)
const at = (time: number, id: string, overrides: Members = {}) =>
  nativeTrade({ trade_id: id, created_time: new Date(time).toISOString(), ...overrides })

function setUp(answers: Readonly<Record<string, Answer>>, market: Members = {}) {
  const wire = fakeWire({
    [`GET api/markets/${ticker}`]: { market: nativeMarket(market) },
    'GET api/historical/cutoff': {
      market_settled_ts: new Date(cutoffAt).toISOString(),
      trades_created_ts: new Date(cutoffAt).toISOString(),
    },
    ...answers,
  })
  const clock = fakeClock(now)
  const ctx = venueContext(kalshi, wire, clock)
  const list = (id: string, query: Partial<TradeQuery> = {}, atMost?: number) =>
    readerOf(kalshi, ctx).allTrades(id, { limit: 100, ...query }, atMost)
  return { wire, ctx, clock, list, paths: () => wire.calls.map((call) => call.path) }
}

describe('lists of trades', () => {
  const live = { trades: [at(now - 1000, 'c'), at(now - 2000, 'b')], cursor: '' }
  const old = { trades: [at(cutoffAt - 1000, 'a')], cursor: '' }

  test('are of the live tier first, then of the archive', async () => {
    const { list, paths } = setUp({ 'GET api/markets/trades': live, 'GET api/historical/trades': old })
    expect((await list(ticker)).map((trade) => trade.id)).toEqual(['c', 'b', 'a'])
    expect(paths()).toEqual([
      `/markets/${ticker}`,
      '/markets/trades',
      '/historical/cutoff',
      '/historical/trades',
    ])
  })

  test('cost nothing more once there are enough', async () => {
    const { list, paths } = setUp({ 'GET api/markets/trades': live })
    expect(await list(ticker, { limit: 2 }, 2)).toHaveLength(2)
    expect(paths()).toEqual([`/markets/${ticker}`, '/markets/trades'])
    await list(ticker, { limit: 2 }, 2)
    expect(paths()).toHaveLength(3)
  })

  test('are paged by cursor', async () => {
    const { wire, list } = setUp(
      {
        'GET api/markets/trades': (call: VenueCall) =>
          queryOf(call)['cursor'] === undefined
            ? { trades: [at(now - 1000, 'c')], cursor: 'two' }
            : { trades: [at(now - 2000, 'b')], cursor: '' },
      },
      { open_time: '2026-11-01T00:00:00Z' },
    )
    expect((await list(ticker, { limit: 5_000 })).map((trade) => trade.id)).toEqual(['c', 'b'])
    const asked = wire.calls.filter((call) => call.path === '/markets/trades').map(queryOf)
    expect(asked).toEqual([
      { ticker, limit: '1000' },
      { ticker, limit: '1000', cursor: 'two' },
    ])
  })

  test('of a young market are never sought in the archive', async () => {
    const { list, paths } = setUp({ 'GET api/markets/trades': live }, { open_time: '2026-11-01T00:00:00Z' })
    expect(await list(ticker)).toHaveLength(2)
    expect(paths()).not.toContain('/historical/trades')
  })

  test('from after the cutoff are not sought in the archive, up to before it not in the live tier', async () => {
    const { list, paths } = setUp({ 'GET api/markets/trades': live, 'GET api/historical/trades': old })
    await list(ticker, { start: now - day })
    expect(paths()).not.toContain('/historical/trades')
    expect(await list(ticker, { end: cutoffAt - 1 })).toHaveLength(1)
    expect(paths().filter((path) => path === '/markets/trades')).toHaveLength(1)
  })

  test('across the cutoff are one list', async () => {
    const { list } = setUp({ 'GET api/markets/trades': live, 'GET api/historical/trades': old })
    const trades = await list(ticker, { start: cutoffAt - day, end: now })
    expect(trades.map((trade) => trade.id)).toEqual(['c', 'b', 'a'])
  })

  test.each([
    ['a 404', json(404, notFound)],
    ['no bounds', { market_settled_ts: null, trades_created_ts: null }],
  ])(
    'hide the archive for a minute where one response has %s, and not once its end is known',
    async (_what, none) => {
      const told = { market_settled_ts: null, trades_created_ts: new Date(cutoffAt).toISOString() }
      let answer: unknown = none
      const { list, clock } = setUp({
        'GET api/markets/trades': live,
        'GET api/historical/trades': old,
        'GET api/historical/cutoff': () => answer,
      })
      expect(await list(ticker)).toHaveLength(2)
      answer = told
      clock.passTo(now + 60_000)
      expect(await list(ticker)).toHaveLength(3)
      answer = none
      clock.passTo(now + 2 * 3_600_000)
      expect(await list(ticker)).toHaveLength(3)
    },
  )

  test('are cut to the millisecond, though seconds are asked for', async () => {
    const start = now - 5_500
    const end = now - 500
    const times = [end + 1, end, start, start - 1]
    const { wire, ctx } = setUp({
      'GET api/markets/trades': { trades: times.map((time) => at(time, String(time))), cursor: '' },
    })
    expect(
      (await readerOf(kalshi, ctx).trades(ticker, { start, end })).map((trade) => trade.timestamp),
    ).toEqual([end, start])
    const asked = queryOf(present(wire.calls.find((call) => call.path === '/markets/trades')))
    expect(Number(asked['min_ts']) * 1000).toBeLessThan(start)
    expect(Number(asked['max_ts']) * 1000).toBeGreaterThan(end)
  })

  test("of the no side are the mirror of the yes side's", async () => {
    const { list } = setUp({
      'GET api/markets/trades': live,
      'GET api/historical/trades': old,
      'GET api/markets': { markets: [nativeMarket()], cursor: '' },
    })
    const [first] = await list(`${ticker.toLowerCase()}-no`)
    expect(first).toMatchObject({ id: 'c', price: 0.58, side: 'sell', outcomeId: `${ticker}-NO` })
  })

  test('of an archived market come from the archive, whatever the live tier says', async () => {
    const over = {
      status: 'finalized',
      result: 'no',
      open_time: '2026-01-01T00:00:00Z',
      close_time: '2026-08-22T00:00:00Z',
    }
    const { list } = setUp({
      [`GET api/markets/${ticker}`]: json(404, notFound),
      [`GET api/historical/markets/${ticker}`]: { market: nativeMarket(over) },
      'GET api/markets/trades': json(404, notFound),
      'GET api/historical/trades': old,
    })
    expect(await list(ticker)).toHaveLength(1)
  })

  test('of an archived market come from the archive, whose reach is not told', async () => {
    const { list } = setUp({
      [`GET api/markets/${ticker}`]: json(404, notFound),
      [`GET api/historical/markets/${ticker}`]: { market: nativeMarket({ status: 'finalized' }) },
      'GET api/historical/cutoff': json(404, notFound),
      'GET api/markets/trades': json(404, notFound),
      'GET api/historical/trades': old,
    })
    expect(await list(ticker)).toHaveLength(1)
  })

  test('of a market that is over since nobody knows when may have moved to the archive', async () => {
    const { list } = setUp({
      [`GET api/markets/${ticker}`]: { market: nativeMarket({ status: 'finalized', close_time: null }) },
      'GET api/markets/trades': json(404, notFound),
      'GET api/historical/trades': old,
    })
    expect(await list(ticker)).toHaveLength(1)
  })

  test('of a market nobody traded are an empty list', async () => {
    const { list } = setUp({
      'GET api/markets/trades': { trades: [], cursor: '' },
      'GET api/historical/trades': { trades: [], cursor: '' },
    })
    expect(await list(ticker)).toEqual([])
  })

  test('that end with a blank page after a cursor are complete back to the page before only', async () => {
    const open = { open_time: '2026-11-01T00:00:00Z' }
    const { ctx } = setUp(
      {
        'GET api/markets/trades': (call: VenueCall) =>
          queryOf(call)['cursor'] === undefined
            ? { trades: [at(now - 1000, 'c')], cursor: 'two' }
            : { trades: [], cursor: '' },
      },
      open,
    )
    const times = await readerOf(kalshi, ctx).unconfirmedTimes(ticker)
    expect(times).toEqual([{ from: Date.parse(open.open_time), to: now - 1000 }])
  })

  test('that a live market does not have are none in one response only', async () => {
    const { ctx } = setUp({ 'GET api/markets/trades': { trades: [] }, 'GET api/historical/trades': old })
    const window = { start: cutoffAt - 10_000, end: now }
    const times = await readerOf(kalshi, ctx).unconfirmedTimes(ticker, window)
    expect(times).toEqual([{ from: cutoffAt - 1000, to: now + 1 }])
  })

  test('of an unknown market are NOT_FOUND, not an empty list', async () => {
    const none = { markets: [], cursor: '' }
    const { list } = setUp({
      'GET api/markets/KXNOWHERE': json(404, notFound),
      'GET api/historical/markets/KXNOWHERE': json(404, notFound),
      'GET api/markets': none,
      'GET api/historical/markets': none,
    })
    for (const id of ['KXNOWHERE', 'KXNOWHERE-NO', 'no ticker']) {
      await expect(list(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('of a live market that the tape denies knowing are an error', async () => {
    const { list } = setUp({ 'GET api/markets/trades': json(404, notFound) })
    await expect(list(ticker)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('of another market are an error: the filter was not honoured', async () => {
    const { list } = setUp({
      'GET api/markets/trades': { trades: [at(now, 'a'), at(now, 'b', { ticker: 'KXELSE' })], cursor: '' },
    })
    await expectDriftAt(() => list(ticker), 'trades[1].ticker')
  })

  test('under another name are an error', async () => {
    const { list } = setUp({ 'GET api/markets/trades': { tape: [], cursor: '' } })
    await expectDriftAt(() => list(ticker), 'trades')
  })
})
