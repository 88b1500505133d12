import { describe, expect, test } from 'vitest'
import type { Span } from '../../../src/api/times/span.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { fakeClock } from '../../support/clock.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { type Mutation, mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { venueContext } from '../../support/venue.js'
import { type Answer, fakeWire, json, queryOf } from '../../support/wire.js'
import {
  type Members,
  nativeCandlestick,
  nativeEvent,
  nativeMarket,
  notFound,
  quietCandlestick,
} from './payloads.js'

const source = present(kalshi.candles)
const ticker = 'KXORBMAYOR-26-VELA'
const minute = 60_000
const hour = 3_600_000
const now = Date.UTC(2026, 10, 21, 12, 30)
const seconds = (ms: number) => ms / 1000
const open = Date.UTC(2026, 10, 21, 10)
const end = seconds(open + hour)
const candle = { timestamp: open, open: 0.42, high: 0.47, low: 0.41, close: 0.45, volume: 2.23 }

const livePath = `GET api/series/KXORBMAYOR/markets/${ticker}/candlesticks`
const oldPath = `GET api/historical/markets/${ticker}/candlesticks`
const settledAt = Date.UTC(2026, 7, 1)
const over = {
  status: 'finalized',
  result: 'no',
  close_time: '2026-08-01T00:00:00Z',
  settlement_ts: new Date(settledAt).toISOString(),
}
const cutoffOf = (time: number) => ({
  market_settled_ts: new Date(time).toISOString(),
  trades_created_ts: new Date(time).toISOString(),
})
const reply = (...candlesticks: readonly unknown[]) => ({ ticker, candlesticks })
const missing = json(404, notFound)

function setUp(answers: Readonly<Record<string, Answer>>, market: Members = {}) {
  const wire = fakeWire({
    [`GET api/markets/${ticker}`]: { market: nativeMarket(market) },
    'GET api/events/KXORBMAYOR-26': { event: nativeEvent() },
    ...answers,
  })
  const ctx = venueContext(kalshi, wire, fakeClock(now))
  const [minutes, hours] = source.steps
  const fetch = async (window: Span, stepMs: number = hour) => {
    const series = await readerOf(kalshi, ctx).series(ticker)
    return source.fetch(series, present(stepMs === hour ? hours : minutes), window, ctx)
  }
  return { wire, ctx, fetch, paths: () => wire.calls.map((call) => call.path) }
}

describe('where a series is', () => {
  test('follows from the market and its event', async () => {
    const { ctx } = setUp({})
    expect(await readerOf(kalshi, ctx).series('kxorbmayor-26-vela')).toEqual({
      outcomeId: ticker,
      seriesKey: ticker,
      mirrored: false,
      listedAt: Date.UTC(2026, 4, 20, 19, 10),
      facts: { ticker, series: 'KXORBMAYOR', tier: 'live' },
    })
  })

  test('is the same for the no side, mirrored', async () => {
    const { ctx } = setUp({ 'GET api/markets': { markets: [nativeMarket()], cursor: '' } })
    const [yes, no] = [
      await readerOf(kalshi, ctx).series(ticker),
      await readerOf(kalshi, ctx).series(`${ticker}-NO`),
    ]
    expect(no).toEqual({ ...yes, outcomeId: `${ticker}-NO`, mirrored: true })
  })

  test('is remembered', async () => {
    const { wire, ctx } = setUp({ 'GET api/markets': { markets: [nativeMarket()], cursor: '' } })
    for (let round = 0; round < 3; round++) await readerOf(kalshi, ctx).series(`${ticker}-NO`)
    expect(wire.calls).toHaveLength(2)
  })

  test('has an end once the market is over', async () => {
    const { ctx } = setUp({}, over)
    expect(await readerOf(kalshi, ctx).series(ticker)).toMatchObject({
      closedAt: settledAt,
      isSettled: true,
      facts: { settledAt },
    })
    const past = setUp({}, { close_time: '2026-11-21T12:00:00Z' })
    // Its word is still `active`: the venue may have moved its close time.
    expect(await readerOf(kalshi, past.ctx).series(ticker)).not.toHaveProperty('closedAt')
  })

  test('is NOT_FOUND for what is no outcome', async () => {
    const none = { markets: [], cursor: '' }
    const { ctx } = setUp({
      'GET api/markets/KXORBMAYOR-26': missing,
      'GET api/historical/markets/KXORBMAYOR-26': missing,
      'GET api/markets': none,
      'GET api/historical/markets': none,
    })
    for (const id of ['KXORBMAYOR-26', 'KXORBMAYOR-26-NO', 'no ticker']) {
      await expect(readerOf(kalshi, ctx).series(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('of a combo, whose event and series the venue hides, is asked for by its ticker alone', async () => {
    const batch = (...markets: readonly unknown[]) => ({ 'GET api/markets/candlesticks': { markets } })
    const hidden = { 'GET api/events/KXORBMAYOR-26': missing }
    const combo = setUp({
      ...hidden,
      ...batch({ market_ticker: ticker, candlesticks: [nativeCandlestick(end)] }),
    })
    expect(await combo.fetch({ from: open, to: open + hour })).toEqual({
      kind: 'bars',
      route: 'live',
      bars: [candle],
      seenTo: candle.timestamp,
    })
    expect(queryOf(present(combo.wire.calls.at(-1)))).toMatchObject({
      market_tickers: ticker,
      end_ts: String(end),
    })
    const idle = setUp({ ...hidden, ...batch({ market_ticker: ticker, candlesticks: [] }) })
    expect(await idle.fetch({ from: open, to: open + hour })).toMatchObject({ bars: [] })
    const other = setUp({ ...hidden, ...batch({ market_ticker: 'KXOTHER', candlesticks: [] }) })
    await expectDriftAt(() => other.fetch({ from: open, to: open + hour }), 'markets[0].market_ticker')
  })

  describe('that the archive refuses', () => {
    const wrong = json(400, { error: { code: 'invalid_parameters', message: 'invalid parameters' } })
    const window = { from: settledAt - hour, to: settledAt }
    const refusing = (answer: (query: { from: number; to: number; minutes: number }) => unknown) =>
      setUp(
        {
          [oldPath]: (call: VenueCall) => {
            const query = queryOf(call)
            const [from, to] = [Number(query['start_ts']), Number(query['end_ts'])]
            return answer({ from, to, minutes: Number(query['period_interval']) })
          },
          'GET api/historical/cutoff': cutoffOf(now),
          [livePath]: missing,
        },
        over,
      )
    const unavailable = { code: 'EXCHANGE_NOT_AVAILABLE', retryable: true, detail: { upstreamStatus: 400 } }

    test('is withheld where it takes hours and not a single minute', async () => {
      const { fetch } = refusing(({ minutes }) => (minutes === 1 ? wrong : reply()))
      expect(await fetch(window, minute)).toEqual({
        kind: 'bars',
        route: 'historical',
        bars: [],
        withheld: [{ ...window, reason: 'beyond_retention' }],
      })
    })

    test('fails where it takes nothing at all, or says so in words of its own', async () => {
      for (const answer of [
        wrong,
        json(400, { error: { code: 'overloaded' } }),
        json(400, { message: 'no' }),
      ]) {
        const { fetch } = refusing(() => answer)
        await expect(fetch(window, minute)).rejects.toMatchObject(unavailable)
        await expect(fetch(window)).rejects.toMatchObject(unavailable)
      }
      const { fetch } = refusing(({ minutes }) =>
        minutes === 1 ? json(400, { error: { code: 'overloaded' } }) : reply(),
      )
      await expect(fetch(window, minute)).rejects.toMatchObject(unavailable)
    })

    test.each([
      [
        'by its words',
        { code: 'bad_request', details: 'requested time range with candlesticks: 60, max candlesticks: 20' },
      ],
      ['without a word about it', { code: 'bad_request', message: 'bad request' }],
    ])('for its size, %s, is asked for in smaller parts', async (_how, error) => {
      const { fetch } = refusing(({ from, to, minutes }) => {
        if ((to - from) / 60 >= 20) return json(400, { error })
        expect(minutes).toBe(1)
        const ends = Array.from({ length: (to - from) / 60 + 1 }, (_, index) => from + index * 60)
        return reply(...ends.map((at) => nativeCandlestick(at)))
      })
      const batch = await fetch(window, minute)
      expect(batch).not.toHaveProperty('withheld')
      expect(batch.kind === 'bars' && batch.bars.map(({ timestamp }) => timestamp)).toEqual(
        Array.from({ length: 60 }, (_, index) => window.from + index * minute),
      )
    })
  })
})

describe('a window', () => {
  test('is asked for by the ends of the periods that open in it', async () => {
    const { wire, fetch } = setUp({ [livePath]: reply(nativeCandlestick(end)) })
    expect(await fetch({ from: open, to: open + 2 * hour })).toEqual({
      kind: 'bars',
      route: 'live',
      bars: [candle],
      seenTo: candle.timestamp,
    })
    expect(queryOf(present(wire.calls.at(-1)))).toEqual({
      start_ts: String(seconds(open + hour)),
      end_ts: String(seconds(open + 2 * hour)),
      period_interval: '60',
    })
  })

  test('of minutes is asked for as such', async () => {
    const { wire, fetch } = setUp({ [livePath]: reply() })
    await fetch({ from: open, to: open + 5 * minute }, minute)
    expect(queryOf(present(wire.calls.at(-1)))).toMatchObject({
      start_ts: String(seconds(open + minute)),
      period_interval: '1',
    })
  })

  test('reaches to the end of the running period and no further', async () => {
    const { wire, fetch } = setUp({ [livePath]: reply() })
    await fetch({ from: open, to: open + 100 * hour })
    expect(queryOf(present(wire.calls.at(-1)))['end_ts']).toBe(String(seconds(Date.UTC(2026, 10, 21, 13))))
  })

  test('that lies ahead is empty and costs nothing', async () => {
    const { fetch, paths } = setUp({})
    const ahead = Date.UTC(2026, 10, 21, 13)
    expect(await fetch({ from: ahead, to: ahead + hour })).toMatchObject({ bars: [] })
    expect(paths()).not.toContain(livePath.slice(7))
  })

  test('never spans more periods than the venue takes', async () => {
    for (const step of source.steps) {
      const { wire, fetch } = setUp({ [livePath]: reply() })
      await fetch({ from: open - step.maxWindowMs, to: open }, step.stepMs)
      const { start_ts, end_ts, period_interval } = queryOf(present(wire.calls.at(-1)))
      expect((Number(end_ts) - Number(start_ts)) / 60 / Number(period_interval)).toBeLessThanOrEqual(4_998)
    }
  })

  test('answered for another market is an error', async () => {
    const { fetch } = setUp({ [livePath]: { ticker: 'KXELSE', candlesticks: [] } })
    await expectDriftAt(() => fetch({ from: open, to: open + hour }), 'ticker')
  })

  test.each(mutationsOf(['ticker', 'candlesticks'], ['dropped', 'renamed', 'retyped']))(
    'with $path $how is an error',
    async (mutation: Mutation) => {
      const { fetch } = setUp({ [livePath]: mutate(reply(), mutation) })
      await expectDriftAt(() => fetch({ from: open, to: open + hour }), mutation.path)
    },
  )

  test('refused is an error, not an empty window', async () => {
    const details = 'requested time range with candlesticks: 261343.966667, max candlesticks: 5000'
    const { fetch } = setUp({
      [livePath]: json(400, { error: { code: 'bad_request', message: 'bad request', details } }),
    })
    await expect(fetch({ from: open, to: open + hour })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('the tier', () => {
  const window = { from: settledAt - 24 * hour, to: settledAt }
  const traded = nativeCandlestick(seconds(settledAt))
  const cutoff = 'GET api/historical/cutoff'

  test('of a market that trades is the live one, without a look at the cutoff', async () => {
    const { fetch, paths } = setUp({ [livePath]: reply() })
    expect(await fetch({ from: open, to: open + hour })).toEqual({ kind: 'bars', route: 'live', bars: [] })
    expect(paths()).toHaveLength(3)
  })

  test('of a market settled before the cutoff is the historical one', async () => {
    const { fetch, paths } = setUp({ [cutoff]: cutoffOf(settledAt + 1), [oldPath]: reply(traded) }, over)
    expect(await fetch(window)).toMatchObject({
      route: 'historical',
      bars: [{ timestamp: settledAt - hour }],
    })
    expect(paths()).not.toContain(livePath.slice(7))
  })

  test('of a market settled since is the live one', async () => {
    const { fetch } = setUp({ [cutoff]: cutoffOf(settledAt), [livePath]: reply(traded) }, over)
    expect(await fetch(window)).toMatchObject({ route: 'live' })
  })

  test('of a market that only the archive has is the historical one', async () => {
    const { fetch } = setUp({
      [`GET api/markets/${ticker}`]: missing,
      [`GET api/historical/markets/${ticker}`]: { market: nativeMarket(over) },
      [oldPath]: reply(traded),
    })
    expect(await fetch(window)).toMatchObject({ route: 'historical' })
  })

  test.each<[string, number, Answer, Answer]>([
    ['the live tier denies it', settledAt, missing, reply(traded)],
    ['the live tier has no rows of it', settledAt, reply(), reply(traded)],
    ['the archive denies it', settledAt + 1, reply(traded), missing],
    ['the archive has no rows of it', settledAt + 1, reply(traded), reply()],
  ])('is changed when %s', async (_what, cutoffAt, live, old) => {
    const { fetch } = setUp({ [cutoff]: cutoffOf(cutoffAt), [livePath]: live, [oldPath]: old }, over)
    expect(await fetch(window)).toMatchObject({ bars: [{ timestamp: settledAt - hour }] })
  })

  test('is changed likewise of a market that is over since nobody knows when', async () => {
    const { ctx, fetch } = setUp(
      { [livePath]: reply(), [oldPath]: reply(traded) },
      { status: 'finalized', close_time: null },
    )
    expect(await fetch(window)).toMatchObject({ bars: [{ timestamp: settledAt - hour }] })
    expect(await readerOf(kalshi, ctx).series(ticker)).toMatchObject({ isSettled: true })
  })

  test('with rows but no trades is believed', async () => {
    const { fetch, paths } = setUp(
      { [cutoff]: cutoffOf(settledAt), [livePath]: reply(quietCandlestick(seconds(settledAt))) },
      over,
    )
    expect(await fetch(window)).toEqual({
      kind: 'bars',
      route: 'live',
      bars: [],
      seenTo: settledAt - hour,
      silentAt: [settledAt - hour],
    })
    expect(paths()).not.toContain(oldPath.slice(7))
  })

  test('an empty window is one in which both agree', async () => {
    const { fetch } = setUp({ [cutoff]: cutoffOf(settledAt), [livePath]: reply(), [oldPath]: missing }, over)
    expect(await fetch(window)).toEqual({ kind: 'bars', route: 'live', bars: [] })
  })

  test('a market that neither has is NOT_FOUND, not an empty window', async () => {
    const { fetch } = setUp({ [cutoff]: cutoffOf(settledAt), [livePath]: missing, [oldPath]: missing }, over)
    await expect(fetch(window)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('the cutoff is asked for once', async () => {
    const { fetch, paths } = setUp({ [cutoff]: cutoffOf(settledAt), [livePath]: reply(traded) }, over)
    await fetch(window)
    await fetch(window)
    expect(paths().filter((path) => path === '/historical/cutoff')).toHaveLength(1)
  })

  test.each(mutationsOf(['market_settled_ts', 'trades_created_ts'], ['dropped', 'renamed', 'retyped']))(
    'a cutoff with $path $how is an error',
    async (mutation: Mutation) => {
      const { fetch } = setUp({ [cutoff]: mutate(cutoffOf(settledAt), mutation) }, over)
      await expectDriftAt(() => fetch(window), mutation.path)
    },
  )

  test('a fault of the other tier is not an empty window', async () => {
    const down = (_call: VenueCall) =>
      json(403, { error: { code: 'permission_denied', message: 'permission denied' } })
    const { fetch } = setUp({ [cutoff]: cutoffOf(settledAt), [livePath]: missing, [oldPath]: down }, over)
    await expect(fetch(window)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  })
})

test('the steps are minutes and hours, and prices are those of trades', () => {
  expect(source.basis).toBe('trade')
  expect(source.steps.map((step) => [step.stepMs, step.maxWindowMs / step.stepMs])).toEqual([
    [minute, 4_998],
    [hour, 4_998],
  ])
})

describe('a window of several markets', () => {
  const window = { from: open, to: open + hour }
  const [, hours] = source.steps
  const series = (name: string, facts: Members = {}) => ({
    outcomeId: name,
    seriesKey: name,
    mirrored: false,
    facts: source.facts.parse({ ticker: name, series: 'KXORB', tier: 'live', ...facts }),
  })
  const together = async (markets: readonly unknown[], asked = [series('KXORB-A'), series('KXORB-B')]) => {
    const world = setUp({ 'GET api/markets/candlesticks': { markets } })
    const told = await present(source.fetchMany?.bind(source))(asked, present(hours), window, world.ctx)
    return { ...world, told }
  }

  test('is asked for in one call, and says of each what its own call would', async () => {
    const { told, wire } = await together([
      { market_ticker: 'KXORB-B', candlesticks: [] },
      { market_ticker: 'KXORB-A', candlesticks: [nativeCandlestick(end)] },
    ])
    expect(wire.calls.map(queryOf)).toEqual([
      {
        market_tickers: 'KXORB-A,KXORB-B',
        start_ts: String(end),
        end_ts: String(seconds(open + hour)),
        period_interval: '60',
      },
    ])
    expect(told.get('KXORB-A')).toEqual({ kind: 'bars', route: 'live', bars: [candle], seenTo: open })
    expect(told.get('KXORB-B')).toEqual({ kind: 'bars', route: 'live', bars: [] })
  })

  test('leaves out whom the venue does not name, and who may have moved to the archive', async () => {
    const asked = [
      series('KXORB-A'),
      series('KXORB-B'),
      series('KXORB-OLD', { tier: 'historical' }),
      series('KXORB-OVER', { isSettled: true }),
      series('KXORB-PAID', { settledAt }),
    ]
    const { told, wire } = await together([{ market_ticker: 'KXORB-A', candlesticks: [] }], asked)
    expect([...told.keys()]).toEqual(['KXORB-A'])
    expect(wire.calls.map(queryOf)).toMatchObject([{ market_tickers: 'KXORB-A,KXORB-B' }])
    expect((await together([], asked.slice(1))).wire.calls).toEqual([])
  })

  test('is no answer when it tells of a market that nobody asked for', async () => {
    const stranger = { market_ticker: 'KXORB-C', candlesticks: [] }
    await expectDriftAt(() => together([stranger]), 'markets[0].market_ticker')
  })
})
