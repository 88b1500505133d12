import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { polymarketUs } from '../../../src/venues/polymarket_us/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { type Answers, json, queryOf } from '../../support/wire.js'
import { nativeBook, nativeMarket, nativePoint, nativeResolved, nativeSeries, usd } from './payloads.js'
import { setUp } from './set-up.js'

const venue: Venue = polymarketUs
const slug = 'aec-mlb-vel-orr-2026-11-21'
const long = `${slug}:long`
const short = `${slug}:short`
const market = `GET gateway/v1/market/slug/${slug}`
const book = `GET gateway/v1/markets/${slug}/book`
const history = 'GET gateway/v1/price-history'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const noon = Date.UTC(2026, 10, 21, 12)

describe('the book', () => {
  const reader = (answer: unknown) => {
    const { ctx } = setUp({ [market]: { market: nativeMarket() }, [book]: answer })
    return readerOf(venue, ctx)
  }

  test('is that of the long side, and turned round that of the short one', async () => {
    const ours = await reader(nativeBook()).book(long)
    expect(ours).toEqual({
      bids: [
        { price: 0.6, size: 2_670_704.62 },
        { price: 0.595, size: 12.5 },
      ],
      asks: [{ price: 0.605, size: 1559 }],
      timestamp: noon - 15 * MINUTE + 17_002,
      datetime: '2026-11-21T11:45:17.002Z',
      lastTradePrice: 0.6,
      sourceMetadata: expect.objectContaining({
        timestampSource: 'venue',
        state: 'MARKET_STATE_OPEN',
        openInterest: 482_843.21,
        sessionVolume: 454_803.64,
        sessionOpenedAt: '2026-11-20T22:00:03.469Z',
        previousClose: 0.58,
      }),
    })
    expect(await reader(nativeBook()).book(short)).toMatchObject({
      bids: [{ price: 0.395, size: 1559 }],
      asks: [
        { price: 0.4, size: 2_670_704.62 },
        { price: 0.405, size: 12.5 },
      ],
      lastTradePrice: 0.4,
      sourceMetadata: expect.objectContaining({ previousClose: 0.42 }),
    })
  })

  test('is read without its wrapping, without levels of nothing, and without what only decorates', async () => {
    const { marketData } = nativeBook({
      bids: null,
      offers: [{ px: usd('0.6050'), qty: '0.0000' }],
      stats: 'none',
      transactTime: null,
    })
    expect(await reader(marketData).book(long)).toEqual({
      bids: [],
      asks: [],
      timestamp: noon,
      datetime: '2026-11-21T12:00:00.000Z',
      sourceMetadata: expect.objectContaining({ timestampSource: 'received', state: 'MARKET_STATE_OPEN' }),
    })
  })

  test('tells no last trade at a price at which nothing trades', async () => {
    const stats = { lastTradePx: usd('0.0000'), closePx: usd('0.0000'), openInterest: '0.0000' }
    for (const side of [long, short]) {
      const shown = await reader(nativeBook({ stats })).book(side)
      expect(shown).not.toHaveProperty('lastTradePrice')
      expect(shown.sourceMetadata).not.toHaveProperty('previousClose')
    }
  })

  test('of a halted market is shown, that of one that is over is none', async () => {
    const halted = await reader(nativeBook({ state: 'MARKET_STATE_HALTED' })).book(long)
    expect(halted.bids).toHaveLength(2)
    for (const state of ['CLOSED', 'EXPIRED', 'TERMINATED']) {
      const error = await failureOf(() => reader(nativeBook({ state: `MARKET_STATE_${state}` })).book(long))
      expect([error.code, error.detail]).toEqual(['NOT_FOUND', { kind: 'no_book' }])
    }
    expect((await failureOf(() => reader(json(404, {})).book(long))).code).toBe('NOT_FOUND')
  })

  test.each([
    [nativeBook({ marketSlug: 'another' }), 'marketSlug'],
    [nativeBook({ bids: undefined }), 'bids'],
    [nativeBook({ offers: [{ px: usd('1.2'), qty: '1' }] }), 'offers[0].px'],
    [nativeBook({ bids: [{ px: null, qty: '1' }] }), 'bids[0].px'],
    [nativeBook({ bids: [{ px: usd('0.5'), qty: '' }] }), 'bids[0].qty'],
    [{}, 'bids'],
    [{ marketData: null }, ''],
  ])('%#: another shape is an error', async (answer, path) => {
    await expectDrift(() => reader(answer).book(long), path)
  })
})

describe('an outcome', () => {
  const locate = (id: string, answers: Answers = {}) =>
    readerOf(
      venue,
      setUp({
        [market]: { market: nativeMarket() },
        'GET gateway/v1/market/id/823001': { market: nativeMarket() },
        ...answers,
      }).ctx,
    ).locate(id)

  test.each([
    [long, long],
    [short, short],
    [slug, long],
    [` ${slug.toUpperCase()}:SHORT `, short],
    ['823001', long],
    ['0823001:short', short],
  ])('%s is %s', async (id, outcomeId) => {
    const { located } = await locate(id)
    expect(located).toMatchObject({ outcomeId, listedAt: Date.UTC(2026, 10, 13, 4, 0, 49) })
    expect(located).not.toHaveProperty('closedAt')
  })

  test.each([
    // Its row was changed before its end, a little after, and long after: made anew since.
    ['2026-11-17T12:00:00Z', '2026-11-17T11:00:00Z', Date.UTC(2026, 10, 17, 12)],
    ['2026-11-17T12:00:00Z', '2026-11-17T19:04:05Z', Date.UTC(2026, 10, 17, 19, 4, 5)],
    ['2026-11-17T12:00:00Z', '2026-11-21T11:00:00Z', Date.UTC(2026, 10, 19, 12)],
    ['2026-11-17T12:00:00Z', undefined, Date.UTC(2026, 10, 19, 12)],
    // It may be traded yet, if nothing says since when it is over.
    ['2026-11-21T08:00:00Z', undefined, undefined],
    ['2026-11-21T08:00:00Z', '2026-11-21T11:00:00Z', Date.UTC(2026, 10, 21, 11)],
  ])(
    'that is over was traded until its end at %s or the change of its row at %s',
    async (endDate, updatedAt, closedAt) => {
      const decided = nativeResolved({ slug, endDate, updatedAt })
      const { located } = await locate(long, { [market]: { market: decided } })
      expect(located).toMatchObject({ isSettled: true })
      expect(located.closedAt).toBe(closedAt)
    },
  )

  test.each([`${slug}:yes`, `${slug}:`, 'a/b', '..', '2147483648', ':long', '9'.repeat(90)])(
    '%s is none, and not asked for',
    async (id) => {
      expect((await failureOf(() => locate(id))).code).toBe('NOT_FOUND')
    },
  )

  test('without an id is refused, and another one than was asked for is an error', async () => {
    expect((await failureOf(() => locate(' '))).code).toBe('VALIDATION_ERROR')
    await expectDrift(() => locate(long, { [market]: { market: nativeMarket(2) } }), 'market.slug')
  })
})

/** Answers of the history route: the whole life by its profile, else a window by its first second. */
function world(
  told: (from: number, to: number) => unknown,
  life: readonly unknown[] = [],
  native: object = nativeMarket(),
) {
  const at = `GET gateway/v1/market/slug/${Reflect.get(native, 'slug')}`
  const set = setUp({
    [at]: { market: native },
    [history]: (call: Parameters<typeof queryOf>[0]) => {
      const query = queryOf(call)
      if (query['fixedInterval'] !== undefined) return { history: life }
      const [from, to] = [query['timestamp.startTimestamp'], query['timestamp.endTimestamp']].map(Number)
      return { history: told(from ?? 0, to ?? 0) }
    },
  })
  const source = present(venue.candles)
  return {
    ...set,
    asked: () => set.wire.calls.map(queryOf).filter((query) => query['symbol'] !== undefined),
    fetch: async (from: number, to: number) => {
      const id = `${Reflect.get(native, 'slug')}:long`
      return source.fetch(
        await readerOf(venue, set.ctx).series(id),
        present(source.steps[0]),
        { from, to },
        set.ctx,
      )
    },
  }
}
const empty = { kind: 'points', route: 'price-history', points: [] }
const forgotten = (from: number, to: number) => [{ from, to, reason: 'beyond_retention' }]
const seconds = (at: number): number => at / 1000

describe('the history', () => {
  test('is one series of both sides, that of the short one turned round', async () => {
    const { ctx } = world(() => [])
    const { series } = readerOf(venue, ctx)
    expect([await series(long), await series(short)]).toMatchObject([
      { seriesKey: slug, mirrored: false, facts: { slug } },
      { seriesKey: slug, mirrored: true, facts: { slug } },
    ])
  })

  test('is of the middle of the book, in order, inside of the window', async () => {
    const from = noon - 2 * HOUR
    const { fetch, asked } = world(() => [
      nativePoint(seconds(from + HOUR), 0.64, 0.63),
      nativePoint(seconds(from - 1000), 0.9, 0.8),
      nativePoint(seconds(from), 0.6, 0.5),
      nativePoint(seconds(from + HOUR), 0.7, 0.69),
      nativePoint(seconds(noon), 0.9, 0.8),
    ])
    expect(await fetch(from, noon)).toEqual({
      ...empty,
      points: [
        { at: from, price: 0.55 },
        { at: from + HOUR, price: 0.635 },
        { at: from + HOUR + 1, price: 0.695 },
      ],
    })
    expect(asked()).toEqual([
      {
        symbol: slug,
        fidelity: '1',
        'timestamp.startTimestamp': String(seconds(from - MINUTE)),
        'timestamp.endTimestamp': String(seconds(noon)),
      },
    ])
  })

  test('is not asked for what has not come', async () => {
    const { fetch, asked } = world(() => [])
    expect(await fetch(noon, noon + HOUR)).toEqual(empty)
    expect(asked()[0]?.['timestamp.endTimestamp']).toBe(String(seconds(noon + MINUTE)))
    expect(await fetch(noon + HOUR, noon + 2 * HOUR)).toEqual(empty)
    expect(asked()).toHaveLength(1)
  })

  test('leaves out what stands for no price, and noise behind the fourth decimal', async () => {
    const at = seconds(noon) - 3600
    const { fetch } = world(() => [
      { timestamp: String(at), longPrice: 0.43210012, shortPrice: '0.57799998' },
      { timestamp: at + 60, longPrice: 0.5, shortPrice: 0.5 },
      { timestamp: at + 120, longPrice: 0.02, shortPrice: null },
      { timestamp: at + 180, longPrice: 0.99, shortPrice: 0.99 },
      { timestamp: at + 240, longPrice: 0.005, shortPrice: 1 },
    ])
    expect(
      (await fetch(noon - 2 * HOUR, noon)).kind === 'points' && (await fetch(noon - 2 * HOUR, noon)),
    ).toMatchObject({
      points: [
        { at: at * 1000, price: 0.42705 },
        { at: (at + 240) * 1000, price: 0.0025 },
      ],
    })
  })

  test('of a market for which nobody bids is silence, not a failure', async () => {
    const at = seconds(noon) - 3600
    const { fetch } = world(() =>
      Array.from({ length: 6 }, (_one, n) => ({ timestamp: at + 60 * n, longPrice: 0.02, shortPrice: null })),
    )
    expect(await fetch(noon - 2 * HOUR, noon)).toEqual(empty)
  })

  test.each([
    [{ history: undefined }, 'history'],
    [{ history: [{ timestamp: 'x', longPrice: 0.5, shortPrice: 0.6 }] }, 'history[0].timestamp'],
    [{ history: [{ timestamp: noon, longPrice: 0.5, shortPrice: 0.6 }] }, 'history[0].timestamp'],
    [{ history: [{ timestamp: 1, longPrice: 1.01, shortPrice: 0.6 }] }, 'history[0].longPrice'],
    [{ history: [{ timestamp: 1, long: 0.4, shortPrice: 0.6 }] }, 'history[0].longPrice'],
    [null, ''],
  ])('%#: another shape is an error', async (answer, path) => {
    const { ctx } = setUp({ [market]: { market: nativeMarket() }, [history]: answer })
    const series = await readerOf(venue, ctx).series(long)
    const source = present(venue.candles)
    const window = { from: noon - HOUR, to: noon }
    await expectDrift(async () => source.fetch(series, present(source.steps[0]), window, ctx), path)
  })

  test('that may have been cut is asked for again at its silent ends', async () => {
    const [from, to] = [noon - 20 * HOUR, noon]
    const burst = Array.from({ length: 1_000 }, (_unused, n) =>
      nativePoint(seconds(from + 10 * HOUR) + n, 0.6, 0.5),
    )
    const end = seconds(from + 10 * HOUR) + 1_000
    const { fetch, asked } = world((start) => {
      if (start < seconds(from)) return asked().length === 1 ? burst : []
      return start >= end - 120 ? [nativePoint(end + 600, 0.4, 0.3)] : []
    })
    const batch = await fetch(from, to)
    expect(asked()).toHaveLength(3)
    expect(batch.kind === 'points' && [batch.points.length, batch.points.at(-1)]).toEqual([
      1_001,
      { at: (end + 600) * 1000, price: 0.35 },
    ])
  })
})

describe('silence', () => {
  const listed = { startDate: '2026-01-01T00:00:00Z', createdAt: '2026-01-01T00:00:00Z' }
  const old = nativeMarket(1, listed)
  const [from, to] = [noon - 60 * DAY, noon - 60 * DAY + 23 * HOUR]

  test('of an open market is silence, as long as the venue keeps what there is', async () => {
    const { fetch, asked } = world(() => [])
    expect(await fetch(noon - 23 * HOUR, noon)).toEqual(empty)
    expect(asked()).toHaveLength(1)
  })

  test('older than that is withheld when the whole life has a point there, or none at all', async () => {
    const there = world(() => [], [nativePoint(seconds(to - HOUR), 0.6, 0.5)], old)
    expect(await there.fetch(from, to)).toEqual({ ...empty, withheld: forgotten(from, to) })
    expect(there.asked()[1]).toEqual({ symbol: slug, fixedInterval: 'INTERVAL_ALL', fidelity: '180' })
    const nowhere = world(() => [], [], old)
    expect(await nowhere.fetch(from, to)).toEqual({ ...empty, withheld: forgotten(from, to) })
    const later = world(() => [], [nativePoint(seconds(noon), 0.6, 0.5)], old)
    expect(await later.fetch(from, to)).toEqual({ ...empty, withheld: forgotten(from, to) })
  })

  test('older than what is known to be gone is not asked for', async () => {
    const { fetch, asked } = world(() => [], [nativePoint(seconds(to - HOUR), 0.6, 0.5)], old)
    await fetch(from, to)
    const before = asked().length
    const earlier = [from - 10 * DAY, from - 9 * DAY] as const
    expect((await fetch(...earlier)).withheld).toEqual(forgotten(...earlier))
    expect(asked()).toHaveLength(before)
  })

  test('is silence where the venue still tells of the time around', async () => {
    const life = [nativePoint(seconds(to - HOUR), 0.6, 0.5)]
    // The day before that point begins in front of the window.
    const { fetch } = world(
      (start) => (start < seconds(from - MINUTE) ? [nativePoint(seconds(from) - 30, 0.6, 0.5)] : []),
      life,
      old,
    )
    expect(await fetch(from, to)).toEqual(empty)
  })

  test('between points of the whole life is silence, however old; they are asked for once', async () => {
    const life = [nativePoint(seconds(from - DAY), 0.6, 0.5), nativePoint(seconds(to + DAY), 0.6, 0.5)]
    const { fetch, asked } = world(() => [], life, old)
    expect(await fetch(from, to)).toEqual(empty)
    expect(await fetch(to, to + 12 * HOUR)).toEqual(empty)
    expect(asked()).toHaveLength(3)
  })

  test('within a step of the whole life is withheld: nothing tells that it was silent', async () => {
    const life = [nativePoint(seconds(from), 0.6, 0.5), nativePoint(seconds(from + DAY), 0.6, 0.5)]
    const within = [from + HOUR, from + 23 * HOUR] as const
    expect((await world(() => [], life, old).fetch(...within)).withheld).toEqual(forgotten(...within))
  })

  test('in front of the first old point is judged when it is long', async () => {
    const life = [nativePoint(seconds(from + HOUR), 0.6, 0.5)]
    const first = (hours: number) => () => [nativePoint(seconds(from + hours * HOUR), 0.6, 0.5)]
    const long = await world(first(7), life, old).fetch(from, to)
    expect(long.withheld).toEqual(forgotten(from, from + 7 * HOUR))
    expect(await world(first(5), life, old).fetch(from, to)).not.toHaveProperty('withheld')
  })

  test('before the listing is silence', async () => {
    const young = nativeMarket(1, {
      startDate: new Date(to).toISOString(),
      createdAt: new Date(to).toISOString(),
    })
    const { fetch, asked } = world(() => [], [], young)
    expect(await fetch(from, to)).toEqual(empty)
    expect(asked()).toHaveLength(1)
  })

  describe('of a decided market', () => {
    const decided = nativeResolved({ ...listed, endDate: '2026-11-21T11:00:00Z' })
    const window = [noon - 10 * DAY, noon - 10 * DAY + 23 * HOUR] as const
    const sample = (at: number) => [nativePoint(seconds(at), 0.6, 0.5)]

    test('is withheld while its whole history is gone', async () => {
      expect((await world(() => [], [], decided).fetch(...window)).withheld).toEqual(forgotten(...window))
      const { fetch, asked } = world(() => [], sample(noon - 9 * DAY), decided)
      expect((await fetch(...window)).withheld).toEqual(forgotten(...window))
      expect(asked().at(-1)).toMatchObject({
        'timestamp.startTimestamp': String(seconds(noon - 10 * DAY + MINUTE)),
        'timestamp.endTimestamp': String(seconds(noon - 9 * DAY + MINUTE)),
      })
    })

    test('is silence while there is any of it', async () => {
      const newest = noon - 9 * DAY
      const isTold = world(
        (start) => (start > seconds(window[0]) ? sample(newest - HOUR) : []),
        sample(newest),
        decided,
      )
      expect(await isTold.fetch(...window)).toEqual(empty)
      expect(await isTold.fetch(window[0] - DAY, window[0])).toEqual(empty)
      expect(isTold.asked()).toHaveLength(4)
    })

    test('behind its end is told as such', async () => {
      const [from, to] = window
      const { fetch } = world(() => [], sample(noon - 11 * DAY), decided)
      expect(await fetch(from, to)).toEqual({ ...empty, withheld: [{ from, to, reason: 'after_close' }] })
      // A server that lags lacks the last observations of a market that was just decided.
      const lagging = world(() => [], sample(noon - HOUR), decided)
      expect(await lagging.fetch(noon - HOUR / 2, noon)).toEqual(empty)
      const open = world(() => [], [nativePoint(seconds(noon - 70 * DAY), 0.6, 0.5)], old)
      expect(await open.fetch(noon - 60 * DAY, noon - 59 * DAY)).toEqual(empty)
    })
  })
})

describe('series', () => {
  const seriesList = 'GET gateway/v1/series'
  test('are listed to an empty page', async () => {
    const { ctx } = setUp({
      [seriesList]: (call: Parameters<typeof queryOf>[0]) => ({
        series:
          queryOf(call)['offset'] === '0'
            ? [nativeSeries(29), nativeSeries(30, { slug: null, title: null })]
            : null,
      }),
    })
    const rows = await collect(present(venue.series).list(ctx))
    expect(rows.map(({ id, slug: name, title }) => [id, name, title])).toEqual([
      ['29', 'cup-29', 'Cup 29'],
      ['30', undefined, '30'],
    ])
  })

  test('are found by number and slug', async () => {
    const { ctx } = setUp({
      'GET gateway/v1/series/id/29': { series: nativeSeries(29) },
      'GET gateway/v1/series/id/31': json(404, { message: 'Series not found' }),
      [seriesList]: { series: [nativeSeries(30), nativeSeries(29)] },
    })
    const get = (id: string) => present(venue.series).get(id, ['active'], ctx)
    expect(await get('29')).toMatchObject({
      id: '29',
      slug: 'cup-29',
      url: 'https://polymarket.us/series/cup-29',
      sourceExchange: 'polymarket_us',
    })
    expect(await get('CUP-29')).toMatchObject({ id: '29' })
    expect(await get('31')).toBeUndefined()
    expect(await get('cup-31')).toBeUndefined()
    expect(await get('a/b')).toBeUndefined()
  })
})
