import { expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import {
  computeBuiltMaxAge,
  createLiveCache,
  type ProvisionalResult,
} from '../../../src/candles/fetch/live-cache.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const finality = { stepMs: MINUTE, finalAfterMs: 2 * MINUTE, maxAgeMs: 1_000 }
const NOW = Date.UTC(2026, 5, 10, 9, 30)

const bar = (minute: number, price = 0.5): PriceCandle => ({
  timestamp: NOW + minute * MINUTE,
  open: price,
  high: price,
  low: price,
  close: price,
})
const span = (from: number, to: number) => ({ from: NOW + from * MINUTE, to: NOW + to * MINUTE })
const moment = (ms: number) => ({ now: NOW + ms, monotonic: ms })
const answer = (from: number, to: number, bars: readonly PriceCandle[], ms = 0): ProvisionalResult => ({
  span: span(from, to),
  bars,
  requestedAt: moment(ms),
  asOf: NOW + ms,
})

/** What is believed of minutes -60 to 5 so many ms after they were asked for, in minutes. */
function believedAfter(ms: number, asked = answer(-60, 5, [])): readonly (readonly [number, number])[] {
  const edges = createLiveCache()
  edges.add('a', asked)
  return edges
    .fresh('a', span(-100, 100), finality, moment(ms))
    .map(({ span: { from, to } }) => [(from - NOW) / MINUTE, (to - NOW) / MINUTE])
}

test('what came in two pieces is believed together, and where both know something the newer one is right', () => {
  const edges = createLiveCache()
  edges.add('a', answer(-1, 1, [bar(-1), bar(0)]))
  edges.add('a', answer(0, 2, [bar(0, 0.7)], 500))
  const parts = edges.fresh('a', span(-5, 5), finality, moment(900))
  expect(parts.flatMap(({ bars }) => bars)).toEqual([bar(-1), bar(0, 0.7)])
  expect(edges.fresh('b', span(-5, 5), finality, moment(900))).toEqual([])
})

test('what may still change is believed for the live age, silence without proof until it has doubled its age', () => {
  expect(believedAfter(999)).toEqual([
    [-60, -2],
    [-2, 0],
    [0, 5],
  ])
  expect(believedAfter(2 * MINUTE - 1)).toEqual([[-60, -2]])
  expect(believedAfter(2 * MINUTE)).toEqual([])
  expect(believedAfter(30 * MINUTE - 1, answer(-60, -30, []))).toEqual([[-60, -30]])
  expect(believedAfter(30 * MINUTE, answer(-60, -30, []))).toEqual([])
})

test('a part says until when it may be believed', () => {
  const edges = createLiveCache()
  edges.add('a', answer(-60, 5, []))
  const until = edges.fresh('a', span(-60, 5), finality, moment(0)).map((part) => part.until - NOW)
  expect(until).toEqual([2 * MINUTE, 1_000, 1_000])
})

test('a running candle is not believed beyond its end, nor an ended one beyond the moment it becomes final', () => {
  const day = { stepMs: 24 * HOUR, finalAfterMs: 2 * MINUTE, maxAgeMs: 24 * MINUTE }
  const midnight = Date.UTC(2026, 5, 11)
  const edges = createLiveCache()
  const at = (ms: number) => ({ now: midnight + ms, monotonic: ms })
  const days = { from: midnight - 24 * HOUR, to: midnight }
  edges.add('a', { span: days, bars: [], requestedAt: at(-5 * MINUTE), asOf: midnight - 5 * MINUTE })
  expect(edges.fresh('a', days, day, at(-1))).toMatchObject([{ until: midnight }])
  expect(edges.fresh('a', days, day, at(0))).toEqual([])
  edges.add('a', { span: days, bars: [], requestedAt: at(MINUTE), asOf: midnight + MINUTE })
  expect(edges.fresh('a', days, day, at(MINUTE))).toMatchObject([{ until: midnight + 2 * MINUTE }])
  expect(edges.fresh('a', days, day, at(2 * MINUTE))).toEqual([])
})

test('what had not begun when it was asked for is not believed once it has, however young the answer', () => {
  const edges = createLiveCache()
  const patient = { ...finality, maxAgeMs: 5_000 }
  edges.add('a', answer(-1, 5, [bar(-1)], -500))
  const believedAt = (from: number, ms: number) => edges.fresh('a', span(from, 5), patient, moment(ms))
  expect(believedAt(-1, -1)).toMatchObject([{ span: span(-1, 5), until: NOW }])
  expect(believedAt(-1, 0)).toEqual([])
  expect(believedAt(0, -1)).toMatchObject([{ span: span(0, 5), until: NOW }])
  expect(believedAt(0, 0)).toEqual([])
})

test('age is told by whichever clock says more: neither a clock set back nor a machine that slept makes it last', () => {
  const edges = createLiveCache()
  edges.add('a', answer(0, 1, [bar(0)]))
  const believed = (now: number, monotonic: number) =>
    edges.fresh('a', span(0, 1), finality, { now: NOW + now, monotonic }).length
  expect([believed(0, 0), believed(-HOUR, 999), believed(-HOUR, 1_000), believed(1_000, 5)]).toEqual([
    1, 1, 0, 0,
  ])
})

type Print = readonly [ms: number, price: number]

test.each<[rule: string, prints: readonly Print[], moves: readonly boolean[], candle: Partial<PriceCandle>]>([
  ['a trade at the last price moves nothing', [[600, 0.5]], [false], {}],
  ['a dearer trade is the highest and the last', [[600, 0.7]], [true], { high: 0.7, close: 0.7 }],
  ['a cheaper trade is the lowest and the last', [[600, 0.3]], [true], { low: 0.3, close: 0.3 }],
  [
    'a trade within the range is the last',
    [
      [600, 0.7],
      [700, 0.6],
    ],
    [true, true],
    { high: 0.7, close: 0.6 },
  ],
  [
    'of two at one time the one that came later is the last',
    [
      [700, 0.7],
      [700, 0.6],
    ],
    [true, true],
    { high: 0.7, close: 0.6 },
  ],
  [
    'a dearer trade that comes late is the highest, not the last',
    [
      [900, 0.6],
      [700, 0.8],
    ],
    [true, true],
    { high: 0.8, close: 0.6 },
  ],
  [
    'a cheaper trade that comes late is the lowest, not the last',
    [
      [900, 0.4],
      [700, 0.2],
    ],
    [true, true],
    { low: 0.2, close: 0.4 },
  ],
  [
    'a trade that comes late and lies within the range moves nothing',
    [
      [900, 0.6],
      [700, 0.55],
    ],
    [true, false],
    { high: 0.6, close: 0.6 },
  ],
  ['what the venue has told with the candle moves nothing', [[500, 0.9]], [false], {}],
  ['a trade of the next candle moves nothing', [[60_100, 0.9]], [false], {}],
])('%s', (_, prints, moves, candle) => {
  const edges = createLiveCache()
  edges.add('a', answer(-1, 2, [bar(-1), bar(0)], 500))
  const moved = prints.map(([ms, price]) => edges.move('a', MINUTE, [{ timestamp: NOW + ms, price }], 0))
  expect(moved).toEqual(moves)
  const bars = () => edges.cached('a', span(-1, 2), moment(900), 1_000).flatMap((part) => part.bars)
  expect(bars()).toEqual([bar(-1), { ...bar(0), ...candle }])
  edges.unmove('a')
  expect(bars()).toEqual([bar(-1), bar(0)])
})

test('a trade moves the candle that has just begun, no other one, and none that was not told', () => {
  const edges = createLiveCache()
  const print = { timestamp: NOW + 100, price: 0.9 }
  expect([edges.move('a', MINUTE, [print], 0), edges.unmove('a')]).toEqual([false, false])
  edges.add('a', answer(-1, 1, [bar(-1)]))
  expect(edges.move('a', MINUTE, [print], 0)).toBe(false)
  edges.add('a', answer(-1, 1, [bar(-1), bar(0)]))
  expect(edges.move('a', MINUTE, [print], 0)).toBe(true)
})

test('what was told is told again in the order of time, as far as it is young enough', () => {
  const edges = createLiveCache()
  edges.add('a', answer(0, 2, [bar(0)], 500))
  edges.add('a', answer(-9, -5, [bar(-7)], 0))
  edges.add('a', answer(-5, 0, [bar(-5), bar(-1)], 400))
  const told = (mostAgeMs: number) =>
    edges.cached('a', span(-5, 1), moment(1_000), mostAgeMs).map((part) => [part.span, part.bars])
  expect(told(600)).toEqual([
    [span(-5, 0), [bar(-5), bar(-1)]],
    [span(0, 1), [bar(0)]],
  ])
  expect(told(599)).toEqual([[span(0, 1), [bar(0)]]])
})

test('of many answers the ones asked for longest ago go', () => {
  const edges = createLiveCache()
  for (let minute = 0; minute < 502; minute++) edges.add('a', answer(minute, minute + 1, [], minute))
  const told = edges.cached('a', span(0, 600), moment(600), 1_000)
  expect([told.length, told[0]?.span]).toEqual([500, span(2, 3)])
})

test('what begins later is believed until it begins, not until it ends', () => {
  const edges = createLiveCache()
  edges.add('a', answer(1, 5, []))
  const patient = { ...finality, maxAgeMs: HOUR }
  expect(edges.fresh('a', span(1, 5), patient, moment(0))).toMatchObject([{ until: NOW + MINUTE }])
})

test('built candles may be as old as native ones of their step, and at most a minute', () => {
  const ages = [
    [5 * MINUTE, MINUTE],
    [24 * HOUR, MINUTE],
    [MINUTE, MINUTE],
    [24 * HOUR, 24 * HOUR],
  ].map(([stepMs = 0, nativeMs = 0]) => computeBuiltMaxAge(stepMs, nativeMs))
  expect(ages).toEqual([5_000, MINUTE, 1_000, MINUTE])
})
