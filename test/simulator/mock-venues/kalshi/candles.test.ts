import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { stateAt, type WorldBar, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { dig, firstOf, firstWhere, isObject, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON, type Stage, target } from '../../support/stage.js'

const MINUTE = 60_000
const second = Math.floor(NOON / 1000)
const API = '/trade-api/v2'
const stage = await createStage('kalshi')
const strict = await createStage('kalshi', { rhythm: 'metronome' })

function marketsOf(on: Stage): WorldMarket[] {
  const events = on.world.eventsAt(NOON).filter(({ series }) => series.onlyOn === undefined)
  return events.flatMap((event) => event.markets)
}

function openMarket(on: Stage, activity: WorldMarket['activity']): WorldMarket {
  return firstWhere(
    marketsOf(on),
    (one) => one.activity === activity && stateAt(one, NOON) === 'open' && NOON - one.opensAt > 20 * DAY_MS,
  )
}

/** The ticker of a world market, found by its question. */
function tickerOf(on: Stage, market: WorldMarket): string {
  const { series } = on.world.eventOf(market)
  const path = `${API}/markets?series_ticker=KX${series.ticker}&mve_filter=exclude&limit=1000`
  return textAt(
    firstWhere(rowsAt(on.get('api', path), 'markets'), (row) => row['title'] === market.question),
    'ticker',
  )
}

function candles(
  on: Stage,
  market: WorldMarket,
  period: 1 | 60 | 1440,
  start: number,
  end: number,
  more: Readonly<Record<string, string | boolean>> = {},
): Row[] {
  const query = { start_ts: start, end_ts: end, period_interval: period, ...more }
  const path = target(`${API}/series/ANY/markets/${tickerOf(on, market)}/candlesticks`, query)
  return rowsAt(on.get('api', path), 'candlesticks')
}

/** What a native candle says in the world's terms; undefined when it had no trade. */
function toBar(row: Row, stepMs: number): WorldBar | undefined {
  if (dig(row, 'price.open_dollars') === undefined) return undefined
  const price = (name: string): number => Number(textAt(row, `price.${name}_dollars`))
  return {
    openAt: numberAt(row, 'end_period_ts') * 1000 - stepMs,
    open: price('open'),
    high: price('high'),
    low: price('low'),
    close: price('close'),
    volume: Number(textAt(row, 'volume_fp')),
  }
}

describe('candles are the world’s bars, stamped at their end', () => {
  test.each(['busy', 'steady', 'quiet', 'gappy'] as const)(
    'of a %s market, minutes and hours',
    (activity) => {
      const market = openMarket(stage, activity)
      for (const [period, stepMs, spanMs] of [
        [1, MINUTE, DAY_MS],
        [60, HOUR_MS, 18 * DAY_MS],
      ] as const) {
        const to = Math.floor(NOON / stepMs) * stepMs
        const from = to - spanMs
        const rows = candles(stage, market, period, from / 1000 + period * 60, to / 1000)
        const bars = rows.map((row) => toBar(row, stepMs)).filter((bar) => bar !== undefined)
        expect(bars).toEqual(stage.world.bars(market.key, stepMs, from, to))
      }
    },
  )

  test('days end at midnight in New York, also when the clocks change', () => {
    const market = openMarket(stage, 'busy')
    const start = Date.UTC(2026, 9, 30) / 1000
    const rows = candles(stage, market, 1440, start, Date.UTC(2026, 10, 5) / 1000)
    const ends = rows.map((row) => numberAt(row, 'end_period_ts'))
    expect(ends.map((end) => new Date(end * 1000).toISOString())).toEqual([
      '2026-10-30T04:00:00.000Z',
      '2026-10-31T04:00:00.000Z',
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
      '2026-11-03T05:00:00.000Z',
      '2026-11-04T05:00:00.000Z',
    ])
    for (const [index, end] of ends.slice(1).entries()) {
      const trades = stage.world.trades(market.key, (ends[index] ?? end) * 1000, end * 1000)
      expect(toBar(rows[index + 1] ?? {}, DAY_MS)).toMatchObject({
        open: trades[0]?.price,
        close: trades.at(-1)?.price,
        high: Math.max(...trades.map(({ price }) => price)),
        low: Math.min(...trades.map(({ price }) => price)),
      })
    }
  })

  test('in metronome rhythm every minute of the life has one', () => {
    const market = openMarket(strict, 'never')
    const to = Math.floor(NOON / MINUTE) * MINUTE
    const rows = candles(strict, market, 1, to / 1000 - 3600, to / 1000)
    const bars = rows.map((row) => toBar(row, MINUTE))
    expect(bars).toEqual(strict.world.bars(market.key, MINUTE, to - 61 * MINUTE, to))
  })

  test('the running period is there only when the window reaches its end', () => {
    const market = openMarket(stage, 'busy')
    const hourEnd = (Math.floor(NOON / HOUR_MS) + 1) * 3600
    const ends = (end: number): number[] =>
      candles(stage, market, 60, second - 7200, end).map((row) => numberAt(row, 'end_period_ts'))
    expect(ends(second).at(-1)).toBe(hourEnd - 3600)
    const running = candles(stage, market, 60, second - 7200, hourEnd).at(-1) ?? {}
    expect(numberAt(running, 'end_period_ts')).toBe(hourEnd)
    const truth = stage.world.bars(market.key, HOUR_MS, NOON - HOUR_MS, NOON, NOON + 1)
    expect(toBar(running, HOUR_MS)).toEqual(truth.at(-1))
  })

  test('an archived market has the same bars under other names', () => {
    const old = firstOf(stage.world.event('quorra-above.2300')?.markets ?? [])
    const closed = firstWhere(
      marketsOf(stage),
      (one) =>
        one.resolvesAt < NOON - 95 * DAY_MS &&
        one.activity === 'steady' &&
        one.closesAt - one.opensAt < 10 * DAY_MS,
    )
    for (const market of [old, closed]) {
      const [start, end] = [Math.floor(market.opensAt / 1000), Math.ceil(market.closesAt / 3_600_000) * 3600]
      const ticker = archivedTicker(market)
      const query = { start_ts: start, end_ts: end, period_interval: 60 }
      const rows = rowsAt(
        stage.get('api', target(`${API}/historical/markets/${ticker}/candlesticks`, query)),
        'candlesticks',
      )
      const traded = rows.filter((row) => dig(row, 'price.close') !== null)
      const bars = stage.world.bars(market.key, HOUR_MS, market.opensAt - HOUR_MS, market.closesAt)
      expect(
        traded.map((row) => [
          numberAt(row, 'end_period_ts') * 1000 - HOUR_MS,
          Number(textAt(row, 'price.close')),
        ]),
      ).toEqual(bars.map((bar) => [bar.openAt, bar.close]))
      expect(traded.map((row) => Number(textAt(row, 'volume')))).toEqual(bars.map(({ volume }) => volume))
    }
  })

  function archivedTicker(market: WorldMarket): string {
    const event = stage.world.eventOf(market)
    const code = new Date(event.endsAt)
    const month = code.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' }).toUpperCase()
    const date = `${code.getUTCFullYear() % 100}${month}${String(code.getUTCDate()).padStart(2, '0')}`
    return `KX${event.series.ticker}-${date}${event.markets.length === 1 ? '' : `-${market.code}`}`
  }
})

describe('sparse periods', () => {
  const quiet = openMarket(stage, 'quiet')

  test('most periods without a trade are missing; those that are told have only the price before', () => {
    const rows = candles(stage, quiet, 1, second - 4_900 * 60, second)
    const idle = rows.filter((row) => dig(row, 'price.open_dollars') === undefined)
    expect(rows.length).toBeLessThan(1_500)
    expect(idle.length).toBeGreaterThan(100)
    for (const row of idle.slice(0, 50)) {
      expect(Object.keys(Object(row['price']))).toEqual(['previous_dollars'])
      expect(row['volume_fp']).toBe('0.00')
    }
  })

  test('a market never traded has an empty price and its quotes', () => {
    const never = openMarket(stage, 'never')
    const rows = candles(stage, never, 60, second - 10 * 86_400, second)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.every((row) => isObject(row['price']) && Object.keys(row['price']).length === 0)).toBe(true)
  })

  test('quotes stand around the price: bid and ask of the close are those of the book then', () => {
    const market = openMarket(stage, 'busy')
    for (const row of candles(stage, market, 60, second - 86_400, second)) {
      const end = numberAt(row, 'end_period_ts') * 1000
      const book = stage.world.book(market.key, end - 1)
      expect(Number(textAt(row, 'yes_bid.close_dollars'))).toBeCloseTo(book.bids[0]?.price ?? 0, 9)
      expect(Number(textAt(row, 'yes_ask.close_dollars'))).toBeCloseTo(book.asks[0]?.price ?? 1, 9)
      for (const side of ['yes_bid', 'yes_ask']) {
        const of = (name: string): number => Number(textAt(row, `${side}.${name}_dollars`))
        expect(
          of('low') <= Math.min(of('open'), of('close')) && of('high') >= Math.max(of('open'), of('close')),
        ).toBe(true)
      }
    }
  })

  test('include_latest_before_start puts one candle in front that carries the last price', () => {
    const start = second - 120
    const plain = candles(stage, quiet, 1, start, second)
    const seeded = candles(stage, quiet, 1, start, second, { include_latest_before_start: true })
    expect(seeded.length).toBe(plain.length + 1)
    expect(seeded.slice(1)).toEqual(plain)
    const last = stage.world.lastTrade(quiet.key, start * 1000)
    expect(firstOf(seeded)).toMatchObject({
      end_period_ts: Math.ceil(start / 60) * 60,
      price: { previous_dollars: last?.price.toFixed(4) },
      volume_fp: '0.00',
    })
  })
})

describe('caps are counted on the request', () => {
  const market = openMarket(stage, 'busy')
  const ticker = tickerOf(stage, market)
  const single = (
    query: Readonly<Record<string, number>>,
  ): { readonly status: number; readonly body: unknown } =>
    stage.probe('api', target(`${API}/series/X/markets/${ticker}/candlesticks`, query))

  test('5,000 periods are served, more are refused with the recorded words', () => {
    expect(single({ start_ts: second - 300_000, end_ts: second, period_interval: 1 }).status).toBe(200)
    const refused = single({ start_ts: second - 15_680_638, end_ts: second, period_interval: 1 })
    expect(refused).toEqual({
      status: 400,
      body: {
        error: {
          code: 'bad_request',
          message: 'bad request',
          details: 'requested time range with candlesticks: 261343.966667, max candlesticks: 5000',
        },
      },
    })
  })

  test('a batch counts tickers times periods and leaves unknown tickers out', () => {
    const tickers = Array.from({ length: 100 }, (_, index) => (index === 0 ? ticker : `NOPE-${index}`)).join(
      ',',
    )
    const query = { market_tickers: tickers, start_ts: second - 360 * 60, end_ts: second, period_interval: 1 }
    expect(dig(stage.probe('api', target(`${API}/markets/candlesticks`, query)), 'body.error.details')).toBe(
      'requested candlesticks across all markets: 36000, max candlesticks: 10000',
    )
    const fine = stage.get(
      'api',
      target(`${API}/markets/candlesticks`, { ...query, start_ts: second - 3600 }),
    )
    expect(rowsAt(fine, 'markets').map(({ market_ticker }) => market_ticker)).toEqual([ticker])
  })

  test.each([
    { start_ts: 1, end_ts: 2 },
    { start_ts: 5, end_ts: 1, period_interval: 1 },
    { start_ts: 1, end_ts: 2, period_interval: 5 },
  ])('a wrong window is a 400: %j', (query) => {
    expect(single(query)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } })
  })
})
