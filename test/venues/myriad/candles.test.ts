import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/api/times/resolution.js'
import type { Span } from '../../../src/api/times/span.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { CandleBatch, CandleSource, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import {
  bookMarket,
  candidatesMarket,
  hash,
  nativeAction,
  nativeMarket,
  nativeTrade,
  pageOf,
} from './payloads.js'
import { setUp } from './set-up.js'

const source = present<CandleSource>(myriad.candles)
const noon = now / 1000
const hourly = { ...present(source.steps[0]), stepMs: HOUR_MS }

async function barsOf(outcomeId: string, window: Span, ctx: VenueContext) {
  const batch: CandleBatch = await source.fetch(
    await readerOf(myriad, ctx).series(outcomeId),
    hourly,
    window,
    ctx,
  )
  if (batch.kind !== 'bars') throw new Error('expected bars')
  return batch.bars
}

describe('a series', () => {
  test('is a pool of two from its first outcome, since it was published', async () => {
    const { ctx } = setUp({ 'GET api/markets/701': nativeMarket() })
    expect(await readerOf(myriad, ctx).series('2741:701/0')).toEqual({
      outcomeId: '2741:701:0',
      seriesKey: '2741:701',
      mirrored: false,
      listedAt: Date.parse('2026-11-02T11:02:20.000Z'),
      facts: {
        ref: { network: 2741, model: 'amm', number: 701 },
        slug: 'will-the-ostrava-bay-bridge-open-in-2026',
        outcome: 0,
        other: 1,
      },
    })
    expect(await readerOf(myriad, ctx).series('2741:701:1')).toMatchObject({
      seriesKey: '2741:701',
      mirrored: true,
    })
  })

  test('of every outcome is known with that of one, also those turned round', async () => {
    const { ctx, wire } = setUp({ 'GET api/markets/601': candidatesMarket() })
    await readerOf(myriad, ctx).series('2741:601:1')
    expect(await readerOf(myriad, ctx).series('2741:601:0')).toMatchObject({ seriesKey: '2741:601:0' })
    expect(await readerOf(myriad, ctx).series('2741:601:-1')).toMatchObject({
      seriesKey: '2741:601:1',
      mirrored: true,
    })
    expect(wire.calls).toHaveLength(1)
  })

  test('is asked for again with what is stored of it', async () => {
    const { ctx } = setUp({ 'GET api/markets/701': nativeMarket() })
    const { facts } = await readerOf(myriad, ctx).series('2741:701:0')
    expect(source.facts.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts)
    expect(source.facts.safeParse({ market: '2741:701', outcome: '0' }).success).toBe(false)
  })

  test('the other side of a candidate is its series turned round', async () => {
    const { ctx } = setUp({ 'GET api/markets/601': candidatesMarket() })
    expect(await readerOf(myriad, ctx).series('2741:601:-0')).toMatchObject({
      outcomeId: '2741:601:-0',
      seriesKey: '2741:601:0',
      mirrored: true,
    })
  })

  test('of a pool and of an order book of one number are two', async () => {
    const pool = nativeMarket({ id: 827, networkId: 56 })
    const { ctx } = setUp({
      'GET api/markets/827': (call: VenueCall) =>
        queryOf(call)['trading_model'] === 'ob' ? bookMarket() : pool,
    })
    expect((await readerOf(myriad, ctx).series('56:827:0')).seriesKey).toBe('56:827')
    expect((await readerOf(myriad, ctx).series('56:ob827:0')).seriesKey).toBe('56:ob827')
  })

  test.each([
    ['2026-11-20T00:00:00.000Z', 'closed', Date.UTC(2026, 10, 20)],
    // Decided early: when trading ended is not told.
    ['2026-12-31T23:59:00.000Z', 'resolved', undefined],
    ['2026-11-20T00:00:00.000Z', 'open', undefined],
  ])('that expires at %s and is %s ends at %j', async (expiresAt, state, closedAt) => {
    const { ctx } = setUp({ 'GET api/markets/701': nativeMarket({ expiresAt, state }) })
    expect((await readerOf(myriad, ctx).series('2741:701:0')).closedAt).toBe(closedAt)
  })
})

describe('candles of a pool', () => {
  const window = { from: now - 3 * HOUR_MS, to: now }
  const setUpPool = (answer: unknown) =>
    setUp({ 'GET api/markets/701': nativeMarket(), 'GET api/markets/701/events': answer })

  test('are made of the trades of both outcomes, seen from the first, with their volume', async () => {
    const at = (minutesAgo: number, value: number, overrides: Record<string, unknown> = {}) =>
      nativeAction({ timestamp: noon - 60 * minutesAgo, value, txId: hash(minutesAgo), ...overrides })
    const { ctx, wire } = setUpPool(
      pageOf([
        at(61, 5),
        at(70, 3, { shares: 5, action: 'sell' }),
        at(75, 7, { outcomeId: 1 }),
        at(80, 4.5),
        at(170, 2),
      ]),
    )
    expect(await barsOf('2741:701:0', window, ctx)).toEqual([
      { timestamp: now - 3 * HOUR_MS, open: 0.2, high: 0.2, low: 0.2, close: 0.2, volume: 10 },
      { timestamp: now - 2 * HOUR_MS, open: 0.45, high: 0.6, low: 0.3, close: 0.5, volume: 35 },
    ])
    expect(queryOf(present(wire.calls[1]))).toMatchObject({
      since: String(window.from / 1000),
      until: String(window.to / 1000 - 1),
      trading_model: 'amm',
    })
  })

  test('of one of three candidates are of its own trades', async () => {
    const rows = [0, 1, 2].map((outcomeId) =>
      nativeAction({ marketId: 601, outcomeId, timestamp: noon - 60, value: 1 + outcomeId }),
    )
    const { ctx } = setUp({
      'GET api/markets/601': candidatesMarket(),
      'GET api/markets/601/events': pageOf(rows),
    })
    expect(await barsOf('2741:601:1', window, ctx)).toMatchObject([{ open: 0.2, close: 0.2, volume: 10 }])
  })

  test('trades of one second keep the order in which they happened', async () => {
    const rows = [0.6, 0.4, 0.5].map((value, n) =>
      nativeAction({ timestamp: noon - 60, shares: 1, value, txId: hash(n) }),
    )
    const { ctx } = setUpPool(pageOf(rows))
    expect(await barsOf('2741:701:0', window, ctx)).toMatchObject([
      { open: 0.5, close: 0.6, low: 0.4, volume: 3 },
    ])
  })

  test('no page of the window is left out', async () => {
    const rows = Array.from({ length: 7 }, (_unused, n) =>
      nativeAction({ timestamp: noon - 60 - n, txId: hash(n), value: 1 + n, shares: 10 }),
    )
    const { ctx } = setUpPool((call: VenueCall) => {
      const page = Number(queryOf(call)['page'])
      return pageOf(rows.slice(3 * page - 3, 3 * page), page, 3 * page < rows.length, rows.length)
    })
    expect(await barsOf('2741:701:0', window, ctx)).toMatchObject([{ open: 0.7, close: 0.1, volume: 70 }])
  })

  test('a window to come is not asked for', async () => {
    const { ctx, wire } = setUpPool(pageOf([]))
    expect(await barsOf('2741:701:0', { from: now + HOUR_MS, to: now + 2 * HOUR_MS }, ctx)).toEqual([])
    expect(wire.calls).toHaveLength(1)
  })

  test('a busy window is told from the newest minutes on, and the rest when it is asked for again', async () => {
    // A trade every other second for an hour: 1,800 rows on 18 pages.
    const rows = Array.from({ length: 1_800 }, (_unused, n) =>
      nativeAction({ timestamp: noon - 1 - 2 * n, txId: hash(n), value: 1 + (n % 9) }),
    )
    const { ctx, wire } = setUpPool((call: VenueCall) => {
      const { page, until } = queryOf(call)
      const inside = rows.filter(({ timestamp }) => timestamp <= Number(until))
      const first = 100 * Number(page) - 100
      return pageOf(
        inside.slice(first, first + 100),
        Number(page),
        first + 100 < inside.length,
        inside.length,
      )
    })
    const minute = present(source.steps[0])
    const series = await readerOf(myriad, ctx).series('2741:701:0')
    const newer = await source.fetch(series, minute, window, ctx)
    const completeFrom = present(newer.completeFrom)
    expect(wire.calls).toHaveLength(1 + 10)
    expect(now - completeFrom).toBe(33 * 60_000)
    const older = await source.fetch(series, minute, { from: window.from, to: completeFrom }, ctx)
    expect(older.completeFrom).toBeUndefined()
    const bars = [older, newer].flatMap((batch) => (batch.kind === 'bars' ? batch.bars : []))
    expect(bars.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 60 }, (_unused, n) => now - HOUR_MS + n * 60_000),
    )
    expect(bars.every(({ volume }) => volume === 300)).toBe(true)
  })

  test('more trades in one candle than can be read in one go are an error, not a part', async () => {
    const rowsOf = (page: number) =>
      Array.from({ length: 100 }, (_unused, n) => nativeAction({ txId: hash(100 * page + n) }))
    const { ctx, wire } = setUpPool((call: VenueCall) => {
      const page = Number(queryOf(call)['page'])
      return pageOf(rowsOf(page), page, true, 401_250)
    })
    const hour = { from: now - 2 * HOUR_MS, to: now - HOUR_MS }
    const error = await failureOf(() => barsOf('2741:701:0', hour, ctx))
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      retryable: false,
      detail: { kind: 'too_many_trades' },
    })
    expect(wire.calls).toHaveLength(251)
  })

  test('rows in another order are an error', async () => {
    const rows = [2, 1].map((n) => nativeAction({ timestamp: noon - 60 * n, txId: hash(n) }))
    const { ctx } = setUpPool(pageOf(rows))
    await expectDrift(() => barsOf('2741:701:0', window, ctx), 'timestamp')
  })

  test.each([null, {}, { data: [] }])('%j is an error, not an empty window', async (answer) => {
    const { ctx } = setUpPool(answer)
    await expectDrift(() => barsOf('2741:701:0', window, ctx), '')
  })
})

describe('candles of the order book', () => {
  test('are made of the trades of both outcomes, read from the newest down to the window', async () => {
    const rowsOf = (outcome: number, ages: readonly number[]) =>
      ages.map((minutesAgo, n) =>
        nativeTrade({ outcome, timestamp: noon - 60 * minutesAgo, txHash: hash(n), price: `0.${n + 1}` }),
      )
    const rows = [rowsOf(0, [10, 70, 100, 200, 300]), rowsOf(1, [80, 190])]
    const { ctx, wire } = setUp({
      'GET api/markets/827': bookMarket(),
      'GET api/markets/ines-calloway-wins/trades': (call: VenueCall) => {
        const { page, outcome } = queryOf(call)
        return (rows[Number(outcome)] ?? []).slice(2 * Number(page) - 2, 2 * Number(page))
      },
    })
    const window = { from: now - 3 * HOUR_MS, to: now - HOUR_MS }
    expect(await barsOf('56:ob827:0', window, ctx)).toEqual([
      { timestamp: now - 2 * HOUR_MS, open: 0.3, high: 0.9, low: 0.2, close: 0.2, volume: 3 },
    ])
    expect(wire.calls.map((call) => [queryOf(call)['outcome'], queryOf(call)['page']]).slice(1)).toEqual([
      ['0', '1'],
      ['0', '2'],
      ['1', '1'],
    ])
  })

  test('count what changed hands once, though the legs of matches and splits are listed', async () => {
    const none = { total: '0' }
    const at = (outcome: number, over: object) =>
      nativeTrade({ outcome, timestamp: noon - 90 * 60, txHash: hash(1), ...over })
    const rows = [
      [
        at(0, { price: '0.61', amount: '3000000000000000000' }),
        at(0, { price: '0.61', amount: '2000000000000000000', side: 'sell', fees: none }),
        at(0, { side: 'split', txHash: hash(2), fees: none }),
      ],
      // A maker of the other side, with whom shares were made.
      [at(1, { price: '0.39', amount: '1000000000000000000', fees: none })],
    ]
    const { ctx } = setUp({
      'GET api/markets/827': bookMarket(),
      'GET api/markets/ines-calloway-wins/trades': (call: VenueCall) =>
        queryOf(call)['page'] === '1' ? rows[Number(queryOf(call)['outcome'])] : [],
    })
    const window = { from: now - 3 * HOUR_MS, to: now - HOUR_MS }
    expect(await barsOf('56:ob827:0', window, ctx)).toMatchObject([{ open: 0.61, close: 0.61, volume: 3 }])
  })

  test('which one list holds from later on than the other are told from there on', async () => {
    const busy = Array.from({ length: 2_400 }, (_unused, n) =>
      nativeTrade({ timestamp: noon - 1 - 2 * n, txHash: hash(n) }),
    )
    const { ctx } = setUp({
      'GET api/markets/827': bookMarket(),
      'GET api/markets/ines-calloway-wins/trades': (call: VenueCall) => {
        const { page, outcome } = queryOf(call)
        return outcome === '0' ? busy.slice(200 * Number(page) - 200, 200 * Number(page)) : []
      },
    })
    const series = await readerOf(myriad, ctx).series('56:ob827:1')
    const window = { from: now - 3 * HOUR_MS, to: now }
    const batch = await source.fetch(series, present(source.steps[0]), window, ctx)
    // Ten pages of 200, two seconds apart.
    expect(batch.completeFrom).toBe(now - 66 * 60_000)
  })
})

test('every common resolution can be built exactly', () => {
  for (const minutes of [1, 5, 15, 30, 60, 240, 360, 720, 1440, 10080]) {
    expect(source.steps.some(({ stepMs }) => (minutes * 60_000) % stepMs === 0)).toBe(true)
  }
  for (const { stepMs, maxWindowMs } of source.steps) expect(maxWindowMs % stepMs).toBe(0)
  expect(source.steps.map(({ stepMs }) => stepMs)).toEqual([60_000])
})
