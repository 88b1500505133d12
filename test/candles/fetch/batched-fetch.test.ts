import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { MINUTE_MS, type Span } from '../../../src/api/times/span.js'
import {
  canBatch,
  createJoinedFetch,
  type RequestedWindow,
} from '../../../src/candles/fetch/batched-fetch.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type {
  CandleBatch,
  CandleSeries,
  CandleSource,
  NativeStep,
} from '../../../src/venue-kit/contract/venue.js'
import { fakeVenue } from '../../core/fake-venue.js'
import { fakeClock } from '../../support/clock.js'
import { contextWithoutNetwork, patientCall } from '../../support/engine.js'

const NOON = Date.UTC(2026, 10, 21, 12)
const step: NativeStep = { stepMs: MINUTE_MS, maxWindowMs: 5_000 * MINUTE_MS }
const at = (minutes: number): number => NOON + minutes * MINUTE_MS
const span = (from: number, to: number): Span => ({ from: at(from), to: at(to) })

function seriesOf(seriesKey: string): CandleSeries {
  return { outcomeId: seriesKey, marketId: seriesKey, seriesKey, mirrored: false, facts: {} } as CandleSeries
}

/** What the venue tells of a window: a bar in every third minute, and nothing of some at the beginning. */
function toldOf(key: string, window: Span): CandleBatch {
  const first = at(-key.length)
  const bars = []
  for (let open = window.from; open < window.to; open += MINUTE_MS)
    if (open >= first && (open / MINUTE_MS) % 3 === 0)
      bars.push({ timestamp: open, open: 0.4, high: 0.5, low: 0.4, close: 0.5, volume: key.length })
  const withheld = { from: window.from, to: Math.min(first, window.to), reason: 'beyond_retention' as const }
  return {
    kind: 'bars',
    route: 'live',
    bars,
    ...(withheld.to > withheld.from ? { withheld: [withheld] } : {}),
  }
}

function setUp(spoilt: Partial<CandleSource> = {}) {
  const clock = fakeClock(NOON)
  const calls: { readonly keys: readonly string[]; readonly window: Span }[] = []
  const source: CandleSource = {
    basis: 'trade',
    steps: [step],
    finalAfterMs: 0,
    facts: z.unknown(),
    place: () => ({ seriesKey: '', mirrored: false, facts: {} }),
    async fetch({ seriesKey }, _step, window) {
      calls.push({ keys: [seriesKey], window })
      if (seriesKey === 'gone') throw new PmxError('NOT_FOUND', 'gone')
      return toldOf(seriesKey, window)
    },
    mostSeriesACall: 4,
    mostBarsACall: 1_000,
    manyAt: { host: 'api' },
    async fetchMany(series, _step, window) {
      calls.push({ keys: series.map(({ seriesKey }) => seriesKey), window })
      const known = series.filter(({ seriesKey }) => seriesKey !== 'gone')
      return new Map(known.map(({ seriesKey }) => [seriesKey, toldOf(seriesKey, window)]))
    },
    ...spoilt,
  }
  const venue = fakeVenue({ rest: { candles: source } })
  const read = createJoinedFetch({
    clock,
    allowedMs: 25_000,
    reserve: async () => ({ paceMs: 0, use: () => undefined, release() {} }),
    openContext: (_venue, terms) => contextWithoutNetwork(clock, terms, NOON + 5),
  })
  const ask = async (key: string, window: Span, secrets = noSecrets) => {
    const call = patientCall()
    const asked: RequestedWindow = { venue, source, series: seriesOf(key), step, window }
    const told = await read(asked, contextWithoutNetwork(clock, call), { ...call, secrets })
    return { ...told, sent: call.sent }
  }
  return { ask, calls, source }
}

describe('windows that wait together', () => {
  test('are read in one call, of which each gets its part, with the venue’s time', async () => {
    const { ask, calls } = setUp()
    const told = await Promise.all([ask('a', span(-9, 1)), ask('bbbb', span(-6, 0))])
    expect(calls).toEqual([{ keys: ['a', 'bbbb'], window: span(-9, 1) }])
    expect(told).toEqual([
      { batch: toldOf('a', span(-9, 1)), venueTime: NOON + 5, sent: 1 },
      { batch: toldOf('bbbb', span(-6, 0)), venueTime: NOON + 5, sent: 0 },
    ])
  })

  test('one of which the venue does not know fail for that one alone', async () => {
    const { ask, calls } = setUp()
    const window = span(-3, 0)
    const told = await Promise.allSettled(['a', 'gone', 'b'].map((key) => ask(key, window)))
    expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(told[1]).toMatchObject({ reason: { code: 'NOT_FOUND', message: 'gone' } })
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'gone', 'b'], ['gone']])
  })

  test('one of which is told wrongly are asked for again for that one alone, and its wrong answer is its own', async () => {
    const bar = { timestamp: at(-1), open: 7, high: 7, low: 7, close: 7 }
    const wrong: CandleBatch = { kind: 'bars', route: 'live', bars: [bar] }
    const { ask, calls } = setUp({
      async fetchMany(series, _step, window) {
        calls.push({ keys: series.map(({ seriesKey }) => seriesKey), window })
        return new Map(series.map(({ seriesKey: key }) => [key, key === 'b' ? wrong : toldOf(key, window)]))
      },
    })
    const [one, other] = await Promise.all([ask('a', span(-3, 0)), ask('b', span(-9, -6))])
    expect(one?.batch).toEqual(toldOf('a', span(-3, 0)))
    expect(other?.batch).toEqual(toldOf('b', span(-9, -6)))
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b'], ['b']])
  })

  test('of which nothing is told before a time leave out who asks for what lies before', async () => {
    const { ask, calls } = setUp({
      async fetchMany(series, _step, window) {
        const completeFrom = at(-3)
        const tell = (key: string) => ({
          ...toldOf(key, { from: completeFrom, to: window.to }),
          completeFrom,
        })
        return new Map(series.map(({ seriesKey }) => [seriesKey, tell(seriesKey)]))
      },
    })
    const told = await Promise.all([ask('aaaaaaaaaa', span(-9, -5)), ask('bbbbbbbbbb', span(-5, 0))])
    expect(told[0]?.batch).toEqual(toldOf('aaaaaaaaaa', span(-9, -5)))
    expect(told[1]?.batch).toMatchObject({ completeFrom: at(-3) })
    expect(calls.map(({ keys }) => keys)).toEqual([['aaaaaaaaaa']])
  })

  test('of samples have the pace of all of them: a part may have too few for one', async () => {
    const { ask } = setUp({
      async fetchMany(series, _step, window) {
        const points = []
        for (let time = window.from; time < window.to; time += MINUTE_MS)
          points.push({ at: time, price: 0.5 })
        const batch = { kind: 'points', route: 'live', sampled: true, points } as const
        return new Map(series.map(({ seriesKey }) => [seriesKey, batch]))
      },
    })
    const told = await Promise.all([ask('a', span(-9, -1)), ask('b', span(-3, -1))])
    expect(told.map(({ batch }) => batch)).toMatchObject([{ paceMs: MINUTE_MS }, { paceMs: MINUTE_MS }])
  })

  test('a source without a call for several is asked as ever', async () => {
    const { ask, calls } = setUp({ manyAt: undefined } as never)
    await Promise.all([ask('a', span(-3, 0)), ask('b', span(-3, 0))])
    expect(calls.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  })
})

describe('a call for several', () => {
  const { source } = setUp()
  const together = (...windows: Span[]): boolean =>
    canBatch(windows.map((window) => ({ source, step, window })))

  test.each<[boolean, Span[]]>([
    [true, [span(-100, 0), span(-100, 0), span(-100, 0), span(-100, 0)]],
    [false, [span(-1, 0), span(-1, 0), span(-1, 0), span(-1, 0), span(-1, 0)]],
    [true, [span(-500, 0), span(-500, 0)]],
    [false, [span(-501, 0), span(-500, 0)]],
    [true, [span(-3, 0), span(-200, -197)]],
    [false, [span(-3, 0), span(-201, -198)]],
  ])('fits %s: %j', (fits, windows) => {
    expect(together(...windows)).toBe(fits)
  })
})

test('whatever is asked for together, each answer is the one that it would get alone', async () => {
  const window = fc
    .tuple(fc.integer({ min: -400, max: 0 }), fc.integer({ min: 1, max: 60 }))
    .map(([from, length]) => span(from, from + length))
  const ask = fc.record({ key: fc.constantFrom('a', 'bb', 'c'.repeat(90), 'd'.repeat(300)), window })
  await fc.assert(
    fc.asyncProperty(fc.array(ask, { maxLength: 12 }), async (asks) => {
      const world = setUp()
      const told = await Promise.all(asks.map(({ key, window }) => world.ask(key, window)))
      expect(told.map(({ batch }) => batch)).toEqual(asks.map(({ key, window }) => toldOf(key, window)))
      expect(world.calls.length).toBeLessThanOrEqual(asks.length)
    }),
    { numRuns: 60 },
  )
})

describe('windows that wait at the same time', () => {
  test('go in no more than a call may tell of', async () => {
    const { ask, calls } = setUp()
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => ask(key, span(-3, 0))))
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b', 'c', 'd'], ['e']])
  })

  test('of callers with other credentials are asked for apart', async () => {
    const { ask, calls } = setUp()
    const own = { values: { apiKey: 'secret' }, withheld: false }
    await Promise.all([ask('a', span(-3, 0)), ask('b', span(-3, 0), own)])
    expect(calls.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  })

  test('get their own part of what is told in prices', async () => {
    const minutes = [-8, -3, -2, 0]
    const points = minutes.map((minute) => ({ at: at(minute), price: 0.5 }))
    const told: CandleBatch = { kind: 'points', route: 'live', points }
    const { ask } = setUp({
      fetchMany: async (series) => new Map(series.map(({ seriesKey }) => [seriesKey, told])),
    })
    const [all, part] = await Promise.all([ask('a', span(-9, 1)), ask('b', span(-3, 0))])
    expect(all.batch).toEqual(told)
    expect(part.batch).toEqual({ ...told, points: points.slice(1, 3) })
  })

  test('are asked for alone where the answer begins when they end', async () => {
    const { ask, calls } = setUp({
      fetchMany: async (series) =>
        new Map(
          series.map(({ seriesKey }) => [
            seriesKey,
            { kind: 'bars', route: 'live', bars: [], completeFrom: at(-3) },
          ]),
        ),
    })
    const [early, late] = await Promise.all([ask('a', span(-9, -3)), ask('b', span(-3, 1))])
    expect(calls).toEqual([{ keys: ['a'], window: span(-9, -3) }])
    expect(early.batch).toEqual(toldOf('a', span(-9, -3)))
    expect(late.batch).toEqual({ kind: 'bars', route: 'live', bars: [] })
  })
})

test.each([
  [5_000, true],
  [5_001, false],
])('a call over %d steps is within the window of the venue: %s', (steps, expected) => {
  const { source } = setUp({ mostBarsACall: 1e6 })
  expect(canBatch([{ source, step, window: span(-steps, 0) }])).toBe(expected)
})
