import { describe, expect, test } from 'vitest'
import type { Span } from '../../../src/api/times/span.js'
import { seriesOf } from '../../../src/candles/fetch/series-locator.js'
import type { VenueCall, VenueRequest } from '../../../src/transport/call-types.js'
import type { CandleSeries, NativeStep, Venue } from '../../../src/venue-kit/contract/venue.js'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { fakeClock } from '../../support/clock.js'
import { expectDriftAt, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { type Answer, json, raw } from '../../support/wire.js'
import { balances, book, candle, type Members, trades } from './payloads.js'
import { bodyOf, now, setUp } from './world.js'

const venue: Venue = hyperliquid
const candles = present(venue.candles)
const positionsOf = present(hyperliquid.account?.positionsOf)
type Answers = Readonly<Record<string, Answer>>
const MINUTE_MS = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('books', () => {
  test.each([
    ['100007000', '#7000'],
    ['100007001', '#7001'],
    ['#7001', '#7001'],
    ['hl-outcome-700', '#7000'],
  ])('of %s are asked by the coin of the side and nothing else', async (outcomeId, coin) => {
    const { ctx, wire } = setUp()
    expect(await readerOf(venue, ctx).book(outcomeId)).toEqual({
      bids: [
        { price: 0.04101, size: 64, orderCount: 1 },
        { price: 0.041, size: 1000, orderCount: 2 },
      ],
      asks: [{ price: 0.06, size: 997, orderCount: 1 }],
      timestamp: 1_790_963_286_722,
      datetime: '2026-10-02T17:48:06.722Z',
      sourceMetadata: { timestampSource: 'venue', coin },
    })
    expect(wire.calls.map(bodyOf)).toEqual([{ type: 'l2Book', coin }])
  })

  test('that may go on below what the venue shows say so', async () => {
    const side = Array.from({ length: 20 }, (_unused, n) => ({ px: String((40 - n) / 1000), sz: '5', n: 1 }))
    const full = { ...book(), levels: [side, []] }
    const cutOf = async (levels: unknown, depth: number | undefined) => {
      const { ctx } = setUp({ l2Book: levels })
      await readerOf(venue, ctx).book('100007000', depth)
      return ctx.omissions.cut
    }
    expect(await cutOf(full, 50)).toEqual(['Hyperliquid returns at most 20 levels on each side'])
    expect(await cutOf(full, 20)).toEqual([])
    expect(await cutOf(book(), 50)).toEqual([])
  })

  test('that do not exist are NOT_FOUND, empty sides are a fact', async () => {
    const none = setUp({ l2Book: json(200, null) })
    expect((await failureOf(() => readerOf(venue, none.ctx).book('100007000', 5))).code).toBe('NOT_FOUND')
    const silent = setUp({ l2Book: json(200, null), outcomeMeta: json(200, null) })
    await expectDriftAt(() => readerOf(venue, silent.ctx).book('100007000', 5), '')
    const empty = setUp({ l2Book: { ...book(), levels: [[], []] } })
    expect(await readerOf(venue, empty.ctx).book('100007000', 5)).toMatchObject({ bids: [], asks: [] })
  })

  test.each(
    mutationsOf(
      ['coin', 'time', 'levels', 'levels.0.0.px', 'levels.1.0.sz'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  )('with $path $how are an error', async (mutation) => {
    const { ctx } = setUp({ l2Book: mutate(book(), mutation) })
    const path = mutation.path.replace(/\.(\d)/g, '[$1]')
    await expectDriftAt(() => readerOf(venue, ctx).book('100007000'), path)
  })

  test('of another coin are an error', async () => {
    const { ctx } = setUp({ l2Book: book('#7001') })
    await expectDriftAt(() => readerOf(venue, ctx).book('100007000'), 'coin')
  })
})

describe('trades', () => {
  const read = (outcomeId: string, answers: Answers = {}) =>
    readerOf(venue, setUp(answers).ctx).allTrades(outcomeId)

  test('are fills by their own ids, newest first, with the side of the taker', async () => {
    expect(await read('100007001')).toEqual([
      {
        id: '561715813668267',
        timestamp: 1_783_054_567_825,
        price: 0.00012,
        amount: 84166,
        side: 'sell',
        outcomeId: '100007001',
      },
      expect.objectContaining({ id: '1088712012385077', price: 0.00014, side: 'sell' }),
      expect.objectContaining({ id: '492335062784963', side: 'buy' }),
    ])
    expect(await read('100007000', { recentTrades: [] })).toEqual([])
  })

  test('belong to an outcome that exists, trading or settled', async () => {
    expect(await read('100006990')).toHaveLength(3)
    for (const id of ['100000090', '100007002', 'word']) {
      expect((await failureOf(() => read(id))).code).toBe('NOT_FOUND')
    }
  })

  test.each(
    mutationsOf(['coin', 'side', 'px', 'sz', 'time', 'tid'], ['dropped', 'renamed', 'retyped', 'nulled']),
  )('with $path $how are an error', async (mutation) => {
    const [first, ...rest] = trades()
    const broken = [mutate(first, mutation), ...rest]
    await expectDriftAt(() => read('100007000', { recentTrades: broken }), `[0].${mutation.path}`)
  })

  test('of another coin, or null, are an error', async () => {
    await expectDriftAt(() => read('100007000', { recentTrades: trades('#7001') }), '[0].coin')
    await expectDriftAt(() => read('100007000', { recentTrades: json(200, null) }), '')
  })
})

describe('candles', () => {
  const open = Date.UTC(2026, 10, 21, 10)
  const bar = { timestamp: open, open: 0.51999, high: 0.52, low: 0.47098, close: 0.491, volume: 4633 }
  const stepOf = (stepMs: number): NativeStep => present(candles.steps.find((step) => step.stepMs === stepMs))

  async function read(rows: unknown, window: Span, stepMs = HOUR) {
    const set = setUp({ candleSnapshot: rows })
    const series = await readerOf(venue, set.ctx).series('100007000')
    const batch = await candles.fetch(series, stepOf(stepMs), window, set.ctx)
    return { batch, request: bodyOf(present(set.wire.calls.at(-1))) }
  }

  test('are found by side: each has its own series', async () => {
    const { ctx } = setUp()
    expect(await readerOf(venue, ctx).series('hl-outcome-700')).toEqual({
      outcomeId: '100007000',
      seriesKey: '#7000',
      mirrored: false,
      facts: { coin: '#7000', isSettled: false },
    })
    expect((await failureOf(() => readerOf(venue, ctx).series('100000090'))).code).toBe('NOT_FOUND')
  })

  test('are found for all sides at once', async () => {
    const { ctx, wire } = setUp()
    for (const [id, other] of [
      ['100007000', '100007001'],
      ['100006991', '100006990'],
    ] as const) {
      await readerOf(venue, ctx).locate(id)
      const before = wire.calls.length
      expect((await readerOf(venue, ctx).locate(other)).located).toMatchObject({ outcomeId: other })
      expect(wire.calls).toHaveLength(before)
    }
  })

  test('stored by a version that did not say what is settled are located again', () => {
    expect(candles.facts.safeParse({ coin: '#7000' }).success).toBe(false)
    expect(candles.facts.safeParse({ coin: '#7000', settled: 'yes' }).success).toBe(false)
  })

  /** A venue with the candles of some coins, of whatever interval and time; 500 for the others. */
  function setUpCoins(coins: Readonly<Record<string, readonly Members[]>>, clock = fakeClock(now)) {
    const candleSnapshot = (call: VenueCall) => {
      const { coin, interval, startTime, endTime } = Object(bodyOf(call)['req'])
      const rows = coins[coin]
      return rows === undefined
        ? json(500, null)
        : rows.flatMap((row) => {
            const openAt = Number(row['t'])
            const t = interval === '1d' ? openAt - (openAt % DAY) : openAt
            return t < startTime || t > endTime ? [] : [{ ...row, t, s: coin, i: interval }]
          })
    }
    const set = setUp({ candleSnapshot }, clock)
    const asked = () =>
      set.wire.calls.flatMap((call) => {
        const { type, req } = bodyOf(call)
        return type === 'candleSnapshot' ? [`${Object(req).coin} ${Object(req).interval}`] : []
      })
    const locate = async (id: string, before?: CandleSeries, ctx = set.ctx) =>
      seriesOf(candles, (await readerOf(venue, ctx).locate(id)).located, ctx, before)
    return { ...set, asked, locate }
  }

  describe('of a settled outcome', () => {
    const quiet = { from: open - 5 * HOUR, to: open - 3 * HOUR }

    test('end with the day of the last one, and end there as well when they are looked up later', async () => {
      const { locate, asked } = setUpCoins({ '#6990': [candle(open - DAY)] })
      const before = await locate('100006990')
      const endOfDay = Date.UTC(2026, 10, 21)
      expect(before).toMatchObject({
        closedAt: endOfDay,
        isSettled: true,
        facts: { coin: '#6990', isSettled: true, hasCandles: true },
      })
      expect(asked()).toEqual(['#6990 1d'])
      const later = setUpCoins({}, fakeClock(now + 3 * DAY))
      expect(await later.locate('100006990', before)).toEqual(before)
      expect(later.asked()).toEqual([])
      // One that has none ends where it was found to be settled first.
      const none = setUpCoins({ '#6990': [] })
      const first = await none.locate('100006990')
      expect(first.closedAt).toBe(now)
      expect(await later.locate('100006990', first)).toMatchObject({ closedAt: now, isSettled: true })
    })

    test('end with the last candle of two responses, of which one may be cut', async () => {
      const all = [candle(open - 4 * DAY), candle(open - DAY)]
      const endOfDay = Date.UTC(2026, 10, 21)
      const cut = await setUpCoins({ '#6990': all.slice(0, 1) }).locate('100006990')
      expect(cut.closedAt).toBe(endOfDay - 3 * DAY)
      const again = setUpCoins({ '#6990': all }, fakeClock(now + 10 * MINUTE_MS))
      const first = { closingToldAt: now }
      expect(await again.locate('100006990', { ...cut, ...first })).toMatchObject({ closedAt: endOfDay })
      const whole = await setUpCoins({ '#6990': all }).locate('100006990')
      for (const rows of [[], all.slice(0, 1)]) {
        const later = setUpCoins({ '#6990': rows }, fakeClock(now + 10 * MINUTE_MS))
        const { closedAt, facts } = await later.locate('100006990', { ...whole, ...first })
        expect([closedAt, facts]).toEqual([endOfDay, whole.facts])
      }
    })

    test('are silent in quiet hours where the coin has candles, and withheld where it has none at all', async () => {
      const fetched = async (coins: Parameters<typeof setUpCoins>[0]) => {
        const { ctx, locate } = setUpCoins(coins)
        return candles.fetch(await locate('100006990'), stepOf(HOUR), quiet, ctx)
      }
      expect(await fetched({ '#6990': [candle(open)] })).toEqual({
        kind: 'bars',
        route: 'candleSnapshot@1h',
        bars: [],
      })
      const withheld = { bars: [], withheld: [{ ...quiet, reason: 'beyond_retention' }] }
      expect(await fetched({ '#6990': [] })).toMatchObject(withheld)
      expect(await fetched({})).toMatchObject(withheld)
    })
  })

  describe('of NO', () => {
    const window = { from: open, to: open + 2 * HOUR }

    test('are its own where it has any, in every window', async () => {
      const { ctx, locate } = setUpCoins({ '#7000': [candle(open)], '#7001': [candle(open - 5 * HOUR)] })
      const series = await locate('100007001')
      expect(series).toMatchObject({ seriesKey: '#7001', mirrored: false })
      expect(await candles.fetch(series, stepOf(HOUR), window, ctx)).toMatchObject({ bars: [] })
    })

    const inTenMinutes = fakeClock(now + 10 * MINUTE_MS)

    test('are those of YES turned round where two responses have none, decided once', async () => {
      const coins: Record<string, readonly Members[]> = { '#7000': [candle(open)], '#7001': [] }
      const { ctx, locate, asked } = setUpCoins(coins)
      const series = await locate('100007001')
      expect(series).toMatchObject({ seriesKey: '#7000', mirrored: true })
      expect(candles.isUnconfirmed?.(series)).toBe(true)
      expect(await candles.fetch(series, stepOf(HOUR), window, ctx)).toMatchObject({ bars: [bar] })
      const second = setUpCoins(coins, inTenMinutes)
      const decided = await second.locate('100007001', series)
      coins['#7001'] = [candle(open)]
      expect(await second.locate('100007001', decided)).toEqual(decided)
      expect(decided).toMatchObject({ seriesKey: '#7000', mirrored: true })
      expect(candles.isUnconfirmed?.(decided)).toBe(false)
      expect([asked(), second.asked()]).toEqual([
        ['#7001 1d', '#7000 1d', '#7000 1h'],
        ['#7001 1d', '#7000 1d'],
      ])
    })

    test.each([
      ['set forward', 60 * MINUTE_MS],
      ['set back', -60 * MINUTE_MS],
    ])('are confirmed by the time of the venue, also while our clock is %s', async (_how, wrongMs) => {
      const coins: Record<string, readonly Members[]> = { '#7000': [candle(open)], '#7001': [] }
      const at = (afterMs: number, clockMs: number, before?: CandleSeries) => {
        const set = setUpCoins(coins, fakeClock(now + afterMs + clockMs))
        const http = { ...set.ctx.http, venueTime: now + afterMs }
        return set.locate('100007001', before, { ...set.ctx, http })
      }
      const first = await at(0, 0)
      const soon = await at(MINUTE_MS, wrongMs, first)
      expect(candles.isUnconfirmed?.(soon)).toBe(true)
      const later = await at(10 * MINUTE_MS, wrongMs, soon)
      expect(candles.isUnconfirmed?.(later)).toBe(false)
    })

    test('wait from now on where the first response is dated later than now', async () => {
      const coins: Record<string, readonly Members[]> = { '#7000': [candle(open)], '#7001': [] }
      const ahead = await setUpCoins(coins, fakeClock(now + 60 * MINUTE_MS)).locate('100007001')
      const first = await setUpCoins(coins).locate('100007001', ahead)
      expect(candles.isUnconfirmed?.(first)).toBe(true)
      const second = await setUpCoins(coins, inTenMinutes).locate('100007001', first)
      expect(candles.isUnconfirmed?.(second)).toBe(false)
    })

    test('are its own where one response alone was blank', async () => {
      const coins: Record<string, readonly Members[]> = { '#7000': [candle(open)], '#7001': [] }
      const { locate } = setUpCoins(coins)
      const doubted = await locate('100007001')
      expect(await locate('100007001', doubted)).toEqual(doubted)
      coins['#7001'] = [candle(open)]
      const own = await setUpCoins(coins, inTenMinutes).locate('100007001', doubted)
      expect(own).toMatchObject({ seriesKey: '#7001', mirrored: false })
      coins['#7001'] = []
      expect(await locate('100007001', own)).toEqual(own)
    })

    test('are decided as soon as one side has traded, whatever an earlier version kept', async () => {
      const coins: Record<string, readonly Members[]> = { '#7000': [], '#7001': [] }
      const { locate } = setUpCoins(coins)
      const untraded = await locate('100007001')
      expect(untraded).toMatchObject({ seriesKey: '#7000', mirrored: true, facts: { hasCandles: false } })
      coins['#7001'] = [candle(open)]
      expect(await locate('100007001', untraded)).toMatchObject({ seriesKey: '#7001', mirrored: false })
      const old = { ...untraded, seriesKey: '#7001', facts: { coin: '#7001', isSettled: false } }
      coins['#7001'] = []
      coins['#7000'] = [candle(open)]
      expect(await locate('100007001', old)).toMatchObject({ seriesKey: '#7000', mirrored: true })
    })
  })

  test('keep the open time, the traded prices and the contracts of the side', async () => {
    const { batch, request } = await read([candle(open)], { from: open, to: open + 2 * HOUR })
    expect(batch).toEqual({ kind: 'bars', route: 'candleSnapshot@1h', bars: [bar] })
    expect(request).toEqual({
      type: 'candleSnapshot',
      req: { coin: '#7000', interval: '1h', startTime: open, endTime: open + 2 * HOUR - 1 },
    })
  })

  test('without a trade are left out, whether the venue repeats them or not', async () => {
    const flat = candle(open + HOUR, { o: '0.491', h: '0.491', l: '0.491', c: '0.491', v: '0.0', n: 0 })
    const { batch } = await read([candle(open), flat], { from: open, to: open + 2 * HOUR })
    expect(batch).toMatchObject({ bars: [bar] })
    await expectDriftAt(() => read([candle(open, { n: 0 })], { from: open, to: open + HOUR }), '[0].n')
  })

  test('outside the window are left out', async () => {
    const rows = [candle(open - HOUR), candle(open), candle(open + HOUR)]
    const { batch } = await read(rows, { from: open, to: open + HOUR })
    expect(batch).toMatchObject({ bars: [bar] })
  })

  test('that lie ahead cost nothing', async () => {
    const set = setUp()
    const series = await readerOf(venue, set.ctx).series('100007000')
    const window = { from: now + HOUR, to: now + 2 * HOUR }
    expect(await candles.fetch(series, stepOf(HOUR), window, set.ctx)).toMatchObject({ bars: [] })
    expect(set.asked()).not.toContain('candleSnapshot')
  })

  test('beyond the newest 5,000 buckets are withheld, not empty', async () => {
    const oldest = Date.UTC(2026, 10, 21, 12) - 4_999 * HOUR
    const { batch } = await read([candle(oldest)], { from: oldest - DAY, to: oldest + HOUR })
    expect(batch).toMatchObject({
      bars: [{ timestamp: oldest }],
      withheld: [{ from: oldest - DAY, to: oldest, reason: 'beyond_retention' }],
    })
    const all = await read([], { from: oldest - DAY, to: oldest - HOUR })
    expect(all.batch).toMatchObject({
      withheld: [{ from: oldest - DAY, to: oldest - HOUR, reason: 'beyond_retention' }],
    })
  })

  test('that reach further back than promised are told as far as they reach', async () => {
    const oldest = Date.UTC(2026, 10, 21, 12) - 4_999 * HOUR
    const first = oldest - 3 * HOUR
    const { batch } = await read([candle(first)], { from: oldest - DAY, to: oldest + HOUR })
    expect(batch).toMatchObject({ withheld: [{ from: oldest - DAY, to: first }] })
  })

  test('come in the documented steps whose grid is known', () => {
    const names = candles.steps.map(({ stepMs }) => stepMs / 60_000)
    expect(names).toEqual([1, 3, 5, 15, 30, 60, 120, 240, 480, 720, 1440])
    for (const { stepMs, maxWindowMs, retentionMs } of candles.steps) {
      expect([maxWindowMs / stepMs, (retentionMs ?? 0) / stepMs]).toEqual([5000, 5000])
    }
  })

  test('of another interval, another coin or off the grid are an error', async () => {
    const window = { from: open, to: open + 2 * HOUR }
    await expectDriftAt(() => read([candle(open, { i: '1d' })], window), '[0].i')
    await expectDriftAt(() => read([candle(open, { s: '#7001' })], window), '[0].s')
    await expectDriftAt(() => read([candle(open), candle(open + 60_000)], window), '[1].t')
  })

  test.each(
    mutationsOf(['t', 's', 'i', 'o', 'h', 'l', 'c', 'v', 'n'], ['dropped', 'renamed', 'retyped', 'nulled']),
  )('with $path $how are an error', async (mutation) => {
    const rows = [mutate(candle(open), mutation)]
    await expectDriftAt(() => read(rows, { from: open, to: open + HOUR }), `[0].${mutation.path}`)
  })

  test('refused or null are an error, never an empty window', async () => {
    const window = { from: open, to: open + HOUR }
    await expectDriftAt(() => read(json(200, null), window), '')
    for (const refusal of [
      json(500, null),
      raw(422, 'Failed to deserialize the JSON body into the target type'),
    ]) {
      const set = setUp({ candleSnapshot: refusal })
      const series = await readerOf(venue, set.ctx).series('100007000')
      const error = await failureOf(() => candles.fetch(series, stepOf(HOUR), window, set.ctx))
      expect(error).toMatchObject({
        code: 'EXCHANGE_NOT_AVAILABLE',
        retryable: false,
        detail: { kind: 'request_refused' },
      })
      expect(set.asked().filter((type) => type === 'candleSnapshot')).toHaveLength(1)
    }
  })

  test('weigh by the rows that may come', async () => {
    const set = setUp({ candleSnapshot: [] })
    const sent: VenueRequest[] = []
    const ctx = {
      ...set.ctx,
      http: {
        sent: 0,
        send(request: VenueRequest) {
          sent.push(request)
          return set.ctx.http.send(request)
        },
      },
    }
    const series = await readerOf(venue, set.ctx).series('100007000')
    await candles.fetch(series, stepOf(HOUR), { from: open - 5_000 * HOUR, to: open }, ctx)
    await candles.fetch(series, stepOf(HOUR), { from: open - HOUR, to: open }, ctx)
    expect(sent.map(({ cost, read: isRead }) => [cost, isRead])).toEqual([
      [104, true],
      [21, true],
    ])
  })
})

describe('positions', () => {
  const address = '0x00000000000000000000000000000000000000Ab'

  test('are balances of outcome tokens, with what is known of their worth', async () => {
    const { ctx, wire } = setUp()
    expect(await positionsOf(address, ctx)).toEqual([
      {
        marketId: 'hl-outcome-141',
        outcomeId: '100001410',
        outcomeLabel: 'Port Meridian',
        size: 25,
        entryPrice: 0.5,
        currentPrice: 0.61,
        currentValue: 15.25,
        unrealizedPnL: 2.75,
      },
      { marketId: 'hl-outcome-162', outcomeId: '100001621', outcomeLabel: 'No', size: 7 },
    ])
    expect(bodyOf(present(wire.calls[0]))).toEqual({
      type: 'spotClearinghouseState',
      user: address.toLowerCase(),
    })
  })

  test('leave out what is left of settled outcomes, and say so', async () => {
    const { ctx } = setUp()
    await positionsOf(address, ctx)
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('balances of settled outcomes (o12)')])
  })

  test('of an address without any cost one call', async () => {
    const { ctx, asked } = setUp({ spotClearinghouseState: { balances: [] } })
    expect(await positionsOf(address, ctx)).toEqual([])
    expect(ctx.omissions.cut).toEqual([])
    expect(asked()).toEqual(['spotClearinghouseState'])
  })

  test('need an address', async () => {
    for (const wrong of ['', '0x12', 'Quiet Heron', `${address}0`]) {
      const error = await failureOf(() => positionsOf(wrong, setUp().ctx))
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', field: 'address' })
    }
  })

  test.each(
    mutationsOf(
      ['balances', 'balances.1.coin', 'balances.1.total'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  )('with $path $how are an error', async (mutation) => {
    const broken: Members = mutate(balances(), mutation)
    const { ctx } = setUp({ spotClearinghouseState: broken })
    await expectDriftAt(() => positionsOf(address, ctx), mutation.path.replace('.1.', '[1].'))
  })
})
