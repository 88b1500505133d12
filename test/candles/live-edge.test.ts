import { expect, test } from 'vitest'
import type { PriceCandle } from '../../src/api/models.js'
import { createLiveEdges, type Unsettled } from '../../src/candles/live-edge.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const finality = { stepMs: MINUTE, settleLagMs: 2 * MINUTE, maxAgeMs: 1_000 }
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
const answer = (from: number, to: number, bars: readonly PriceCandle[], ms = 0): Unsettled => ({
  span: span(from, to),
  bars,
  askedAt: moment(ms),
  asOf: NOW + ms,
})

/** What is believed of minutes -60 to 5 so many ms after they were asked for, in minutes. */
function believedAfter(ms: number, asked = answer(-60, 5, [])): readonly (readonly [number, number])[] {
  const edges = createLiveEdges()
  edges.add('a', asked)
  return edges
    .believed('a', span(-100, 100), finality, moment(ms))
    .map(({ span: { from, to } }) => [(from - NOW) / MINUTE, (to - NOW) / MINUTE])
}

test('what came in two pieces is believed together, and where both know something the newer one is right', () => {
  const edges = createLiveEdges()
  edges.add('a', answer(-1, 1, [bar(-1), bar(0)]))
  edges.add('a', answer(0, 2, [bar(0, 0.7)], 500))
  const parts = edges.believed('a', span(-5, 5), finality, moment(900))
  expect(parts.flatMap(({ bars }) => bars)).toEqual([bar(-1), bar(0, 0.7)])
  expect(edges.believed('b', span(-5, 5), finality, moment(900))).toEqual([])
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
  const edges = createLiveEdges()
  edges.add('a', answer(-60, 5, []))
  const until = edges.believed('a', span(-60, 5), finality, moment(0)).map((part) => part.until - NOW)
  expect(until).toEqual([2 * MINUTE, 1_000, 1_000])
})

test('a running candle is not believed beyond its end, nor an ended one beyond the moment it becomes final', () => {
  const day = { stepMs: 24 * HOUR, settleLagMs: 2 * MINUTE, maxAgeMs: 24 * MINUTE }
  const midnight = Date.UTC(2026, 5, 11)
  const edges = createLiveEdges()
  const at = (ms: number) => ({ now: midnight + ms, monotonic: ms })
  const days = { from: midnight - 24 * HOUR, to: midnight }
  edges.add('a', { span: days, bars: [], askedAt: at(-5 * MINUTE), asOf: midnight - 5 * MINUTE })
  expect(edges.believed('a', days, day, at(-1))).toMatchObject([{ until: midnight }])
  expect(edges.believed('a', days, day, at(0))).toEqual([])
  edges.add('a', { span: days, bars: [], askedAt: at(MINUTE), asOf: midnight + MINUTE })
  expect(edges.believed('a', days, day, at(MINUTE))).toMatchObject([{ until: midnight + 2 * MINUTE }])
  expect(edges.believed('a', days, day, at(2 * MINUTE))).toEqual([])
})

test('what had not begun when it was asked for is not believed once it has, however young the answer', () => {
  const edges = createLiveEdges()
  const patient = { ...finality, maxAgeMs: 5_000 }
  edges.add('a', answer(-1, 5, [bar(-1)], -500))
  const believedAt = (from: number, ms: number) => edges.believed('a', span(from, 5), patient, moment(ms))
  expect(believedAt(-1, -1)).toMatchObject([{ span: span(-1, 5), until: NOW }])
  expect(believedAt(-1, 0)).toEqual([])
  expect(believedAt(0, -1)).toMatchObject([{ span: span(0, 5), until: NOW }])
  expect(believedAt(0, 0)).toEqual([])
})

test('age is told by whichever clock says more: neither a clock set back nor a machine that slept makes it last', () => {
  const edges = createLiveEdges()
  edges.add('a', answer(0, 1, [bar(0)]))
  const believed = (now: number, monotonic: number) =>
    edges.believed('a', span(0, 1), finality, { now: NOW + now, monotonic }).length
  expect([believed(0, 0), believed(-HOUR, 999), believed(-HOUR, 1_000), believed(1_000, 5)]).toEqual([
    1, 1, 0, 0,
  ])
})
