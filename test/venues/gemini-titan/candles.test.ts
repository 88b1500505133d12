import { describe, expect, test } from 'vitest'
import type { Span } from '../../../src/api/times/span.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { json, queryOf } from '../../support/wire.js'
import { nativeContract, nativeEvent, noInstrument } from './payloads.js'
import { events, setUp } from './set-up.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const candles = present(geminiTitan.candles)
const KLINES = 'GET api/v2/klines'
const symbol = 'GEMI-DEM2028-DEMADA'
const outcome = `GEMI:${symbol}:yes`
const start = Date.UTC(2026, 10, 20)

type Kline = readonly [number, number | null, number | null, number | null, number | null, number]

interface Played {
  /** Rows an answer holds at most. */
  readonly most?: number
  /** Which end of the window is cut: the old one, unless told otherwise. */
  readonly cuts?: 'old' | 'new'
  /** Whether the end of a window belongs to it. */
  readonly endIsInside?: boolean
}

/** Plays klines of a step from rows, newest first. */
function engine(
  rows: Readonly<Record<string, readonly Kline[]>>,
  { most = 500, cuts = 'old', endIsInside = true }: Played = {},
) {
  return (call: VenueCall) => {
    const { interval, startTime, endTime, symbol: asked } = queryOf(call)
    if (asked !== symbol) return json(400, noInstrument)
    const inside = (rows[String(interval)] ?? []).filter(
      ([at]) => at >= Number(startTime) && (endIsInside ? at <= Number(endTime) : at < Number(endTime)),
    )
    return (cuts === 'old' ? inside.slice(-most) : inside.slice(0, most)).toReversed()
  }
}

const bar = (at: number, volume = 3): Kline => [at, 0.2, 0.25, 0.15, 0.22, volume]
const minutes = (from: number, count: number, volume = 3) =>
  Array.from({ length: count }, (_unused, index) => bar(from + index * MINUTE, volume))

async function fetch(answer: unknown, window: Span, stepMs = MINUTE, contract: object = {}) {
  const event = nativeEvent({ contracts: [nativeContract({ ...contract })] })
  const { ctx, wire } = setUp({ ...events({ DEM2028: event }), [KLINES]: answer })
  const series = await readerOf(geminiTitan, ctx).series(outcome)
  const step = present(candles.steps.find((one) => one.stepMs === stepMs))
  const batch = await candles.fetch(series, step, window, ctx)
  if (batch.kind !== 'bars') throw new Error('bars were expected')
  const asked = wire.calls.filter(({ path }) => path === '/v2/klines').map(queryOf)
  return { ...batch, asked, times: batch.bars.map(({ timestamp }) => timestamp) }
}
const hour = { from: start, to: start + HOUR }

test('a series is that of the contract; NO is its mirror', async () => {
  const { ctx } = setUp(events({ DEM2028: nativeEvent() }))
  const read = readerOf(geminiTitan, ctx)
  expect(await read.series(outcome)).toMatchObject({
    seriesKey: symbol,
    mirrored: false,
    facts: { symbol, isSettled: false },
  })
  expect(await read.series(`GEMI:${symbol}:no`)).toMatchObject({ seriesKey: symbol, mirrored: true })
})

test('steps are those whose openings are known: six hours are not among them', () => {
  expect(candles.steps.map(({ stepMs }) => stepMs / MINUTE)).toEqual([1, 5, 15, 30, 60, 1440])
})

describe('bars', () => {
  test('are the venue’s, oldest first, and one answer is enough for a whole window', async () => {
    const { bars, asked, ...rest } = await fetch(engine({ '1m': minutes(start, 60) }), hour)
    expect(bars).toHaveLength(60)
    expect(bars[0]).toEqual({ timestamp: start, open: 0.2, high: 0.25, low: 0.15, close: 0.22, volume: 3 })
    expect(asked).toEqual([
      { symbol, interval: '1m', startTime: String(start), endTime: String(start + HOUR) },
    ])
    expect(rest).toMatchObject({ kind: 'bars', route: 'klines', seenTo: start + 59 * MINUTE })
    expect(rest).not.toHaveProperty('withheld')
  })

  test('in which nothing was traded are left out, whatever they say of prices', async () => {
    const rows: Kline[] = [
      ...minutes(start, 58),
      bar(start + 58 * MINUTE, 0),
      [start + 59 * MINUTE, null, null, null, null, 0],
    ]
    const { times, seenTo } = await fetch(engine({ '1m': rows }), hour)
    expect(times).toHaveLength(58)
    expect(seenTo).toBe(start + 59 * MINUTE)
  })

  test.each([
    ['the old end', { cuts: 'old' }],
    ['the new end', { cuts: 'new' }],
    ['the old end, before the end of the window', { cuts: 'old', endIsInside: false }],
  ] as const)('cut at %s are asked for until they are whole', async (_what, how) => {
    const { times, asked, withheld } = await fetch(
      engine({ '1m': minutes(start, 60) }, { most: 25, ...how }),
      hour,
    )
    expect(times).toEqual(minutes(start, 60).map(([at]) => at))
    expect(asked.length).toBeLessThanOrEqual(4)
    expect(withheld).toBeUndefined()
  })

  test('of a window that takes too many questions are told from where they are whole', async () => {
    const { times, completeFrom, asked } = await fetch(
      engine({ '1m': minutes(start, 60) }, { most: 4 }),
      hour,
    )
    expect(asked).toHaveLength(10)
    expect(times[0]).toBe(completeFrom)
    expect(times).toHaveLength((start + HOUR - present(completeFrom)) / MINUTE)
  })

  test('that are running are there, and those of the future are not asked for', async () => {
    const from = now - 30 * MINUTE
    const { times, asked } = await fetch(engine({ '1m': minutes(from, 31) }), { from, to: from + HOUR })
    expect(times.at(-1)).toBe(now)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.['endTime']).toBe(String(now))
    expect((await fetch(engine({}), { from: now + HOUR, to: now + DAY })).asked).toEqual([])
  })

  test.each([
    ['off the grid', [bar(start + 1)], '[0][0]'],
    ['after the window', [bar(start + 2 * HOUR)], '[0][0]'],
    ['in seconds', [bar(start / 1000)], '[0][0]'],
    ['with a price that is none', [[start, 0.2, 1.2, 0.1, 0.2, 3]], '[0][2]'],
    ['without a price, though traded', [[start, 0.2, null, 0.1, 0.2, 3]], String(start)],
    ['without a volume', [[start, 0.2, 0.3, 0.1, 0.2]], '[0][5]'],
    ['that are no list', { klines: [] }, ''],
  ])('%s are an error', async (_what, answer, path) => {
    await expectDrift(() => fetch(answer, hour), path)
  })

  test('refused for another reason are an error', async () => {
    const refusal = json(400, {
      result: 'error',
      reason: 'InvalidInterval',
      message: '1m is not a valid interval',
    })
    expect((await failureOf(() => fetch(refusal, hour))).code).toBe('BAD_REQUEST')
  })
})

describe('a stretch without bars', () => {
  const late = minutes(start + 150 * MINUTE, 30)
  const window = { from: start, to: start + 3 * HOUR }

  test('is silent where longer bars are as well', async () => {
    const { times, withheld, asked } = await fetch(
      engine({ '1m': late, '1hr': [bar(start + 2 * HOUR)] }),
      window,
    )
    expect(times).toHaveLength(30)
    expect(withheld).toBeUndefined()
    expect(asked.map(({ interval }) => interval)).toEqual(['1m', '1m', '1hr'])
  })

  test('is not kept where longer bars within it were traded', async () => {
    const { withheld } = await fetch(
      engine({ '1m': late, '1hr': [bar(start), bar(start + HOUR, 0)] }),
      window,
    )
    expect(withheld).toEqual([{ from: start, to: start + 150 * MINUTE, reason: 'beyond_retention' }])
  })

  test('is silent where the longer bars repeat a price', async () => {
    const { withheld } = await fetch(
      engine({ '1m': late, '1hr': [bar(start, 0), bar(start + HOUR, 0)] }),
      window,
    )
    expect(withheld).toBeUndefined()
  })

  test('of days is silent: there are no longer bars', async () => {
    const days = { from: start - 5 * DAY, to: start }
    const { withheld, times } = await fetch(engine({ '1day': [bar(start - DAY)] }), days, DAY)
    expect([withheld, times]).toEqual([undefined, [start - DAY]])
  })

  test('of a contract that has not opened is silent', async () => {
    const { bars, withheld, asked } = await fetch(json(400, noInstrument), hour)
    expect([bars, withheld]).toEqual([[], undefined])
    expect(asked.length).toBeGreaterThan(0)
  })

  test('of a symbol that the engine had bars of, and denies now, is a failure', async () => {
    let isDenied = false
    const played = engine({ '1m': minutes(start, 60) })
    const { ctx } = setUp({
      ...events({ DEM2028: nativeEvent() }),
      [KLINES]: (call: VenueCall) => (isDenied ? json(400, noInstrument) : played(call)),
    })
    const series = await readerOf(geminiTitan, ctx).series(outcome)
    const step = present(candles.steps[0])
    expect(await candles.fetch(series, step, hour, ctx)).not.toHaveProperty('withheld')
    isDenied = true
    expect(await failureOf(async () => candles.fetch(series, step, hour, ctx))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: true,
    })
  })

  describe('of a settled contract', () => {
    const resolvedAt = new Date(start + 5 * HOUR).toISOString()
    const settled = { status: 'settled', marketState: 'closed', resolutionSide: 'no', resolvedAt }
    const forgotten = [{ ...hour, reason: 'beyond_retention' }]

    test('is not kept where nothing of it is', async () => {
      expect((await fetch(engine({}), hour, MINUTE, settled)).withheld).toEqual(forgotten)
      expect((await fetch(json(400, noInstrument), hour, MINUTE, settled)).withheld).toEqual(forgotten)
    })

    test('is silent where it has days, and those were quiet', async () => {
      expect(
        (await fetch(engine({ '1day': [bar(start, 0)] }), hour, MINUTE, settled)).withheld,
      ).toBeUndefined()
    })
  })
})
