import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCheckedBars } from '../../../src/candles/series/batch-candles.js'
import { cutCandles, findUnconfirmedSpans } from '../../../src/candles/series/unconfirmed-spans.js'
import type { CandlePoints } from '../../../src/venue-kit/contract/venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 5, 10, 12)
const at = (minute: number) => NOON + minute * MINUTE

/** One sample a minute within each of some spans, minutes from noon on. */
function samples(...spans: readonly (readonly [number, number])[]): CandlePoints {
  const minutes = spans.flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index))
  return {
    kind: 'points',
    route: 'samples',
    sampled: true,
    points: minutes.map((minute) => ({ at: at(minute), price: 0.5 })),
  }
}

const day = { from: at(0), to: at(300) }
const cut = (batch: CandlePoints, stepMs = HOUR) =>
  cutCandles(batch, stepMs, day).map((time) => (time - NOON) / MINUTE)

test('candles at the edges of a long hole between samples are cut', () => {
  expect(cut(samples([0, 300]))).toEqual([])
  expect(cut(samples([0, 100], [200, 300]))).toEqual([60, 180])
  expect(cut(samples([0, 70], [100, 300]))).toEqual([60])
  // What lacks a few samples is as good as whole, and so is a candle beside the hole.
  expect(cut(samples([0, 116], [120, 300]))).toEqual([])
  expect(cut(samples([0, 120], [180, 300]))).toEqual([])
})

test('so is the last one where samples end long before it does', () => {
  expect(cut(samples([0, 270]))).toEqual([240])
  expect(cut(samples([0, 297]))).toEqual([])
})

test('so is the first one where samples begin long after it does', () => {
  expect(cut(samples([20, 300]))).toEqual([0])
  expect(cut(samples([90, 300]))).toEqual([60])
  expect(cut(samples([3, 300]))).toEqual([])
  expect(cut(samples([60, 300]))).toEqual([])
  // After the listing, samples begin with the first price.
  expect(cutCandles(samples([90, 300]), HOUR, day, at(-1))).toEqual([at(60)])
  expect(cutCandles(samples([90, 300]), HOUR, day, at(18))).toEqual([])
})

test('a hole is measured by the pace of the samples, and by the step', () => {
  const hourly: CandlePoints = { ...samples([0, 1], [60, 61], [120, 121], [240, 241]), paceMs: HOUR }
  expect(cut(hourly)).toEqual([])
  expect(cut(samples([0, 100], [140, 300]), 24 * HOUR)).toEqual([])
})

test('sparse samples have holes of their own, which two responses confirm', () => {
  const sparse: CandlePoints = { ...samples([0, 1], [90, 91], [170, 300]), sampled: 'sparse', paceMs: MINUTE }
  expect(cut(sparse)).toEqual([0, 60, 120])
  expect(cut({ ...samples([0, 300]), sampled: 'sparse', paceMs: MINUTE })).toEqual([])
  // Their distance does not refuse them, as it does with samples at a regular pace.
  const far: CandlePoints = { ...samples([0, 1], [120, 121], [240, 241]), sampled: 'sparse', paceMs: MINUTE }
  expect(toCheckedBars(far, HOUR, day)).toHaveLength(3)
  expect(() => toCheckedBars({ ...samples([0, 1], [120, 121], [240, 241]) }, HOUR, day)).toThrow('apart')
})

test('where a point stands for a change nothing is missing between two', () => {
  const { sampled: _, ...changes } = samples([0, 100], [200, 300])
  expect(cut(changes)).toEqual([])
})

test('a candle of which the response says so is not proven by it', () => {
  const { sampled: _, ...batch } = samples([0, 300])
  const spanOf = (one: CandlePoints) => {
    const spans = findUnconfirmedSpans(one, HOUR, day, undefined)
    expect(spans.length).toBeLessThan(2)
    return spans[0]
  }
  expect(spanOf(batch)).toBeUndefined()
  expect(spanOf({ ...batch, unproven: [{ from: at(70), to: at(130) }] })).toEqual({
    from: at(60),
    to: at(180),
  })
  // What lies between two is asked for with them.
  const two = [
    { from: at(0), to: at(1) },
    { from: at(250), to: at(251) },
  ]
  expect(spanOf({ ...batch, unproven: two })).toEqual({ from: at(0), to: at(300) })
  // Where this route is as silent as the other, there is no candle, but the first one lacks its beginning.
  const { sampled: __, ...late } = samples([200, 300])
  expect(spanOf({ ...late, unproven: [{ from: at(0), to: at(200) }] })).toEqual({
    from: at(180),
    to: at(240),
  })
  const { sampled: ___, ...whole } = samples([240, 300])
  expect(spanOf({ ...whole, unproven: [{ from: at(0), to: at(240) }] })).toBeUndefined()
})

test('a bar is not proven where any part of it is not', () => {
  const bar = (minute: number) => ({ timestamp: at(minute), open: 0.5, high: 0.5, low: 0.5, close: 0.5 })
  const bars = { kind: 'bars', route: 'trades', bars: [bar(0), bar(60), bar(120)] } as const
  const unproven = [{ from: at(61), to: at(61) + 1 }]
  expect(findUnconfirmedSpans({ ...bars, unproven }, HOUR, day, undefined)).toEqual([
    { from: at(60), to: at(120) },
  ])
})

test('the first candle after the listing is not proven where it begins long before its first sample', () => {
  const first = (batch: CandlePoints, listedAt: number, stepMs = HOUR) =>
    findUnconfirmedSpans(batch, stepMs, day, at(listedAt))
  expect(first(samples([90, 300]), 18)).toEqual([{ from: at(60), to: at(120) }])
  expect(first(samples([45, 300]), 18)).toEqual([{ from: at(0), to: at(60) }])
  // Whole candles, with the empty range before them, are judged elsewhere.
  expect(first(samples([60, 300]), 18)).toEqual([])
  expect(first(samples([20, 300]), 18)).toEqual([])
  // Before the response, the listing says nothing about it.
  expect(first(samples([90, 300]), -1)).toEqual([])
  expect(first(samples([30, 300]), 0, 24 * HOUR)).toEqual([])
  const { sampled: _, ...changes } = samples([90, 300])
  expect(first(changes, 18)).toEqual([])
  const named = { ...samples([90, 300]), unproven: [{ from: at(200), to: at(210) }] }
  expect(first(named, 18)).toEqual([
    { from: at(60), to: at(120) },
    { from: at(180), to: at(240) },
  ])
})

describe('samples that are missing one by one', () => {
  /** The samples of five hours, of which those of one hour that a test refuses are left out. */
  const thinned = (keeps: (minute: number) => boolean): CandlePoints => {
    const whole = samples([0, 300])
    const isKept = (time: number): boolean =>
      time < at(120) || time >= at(180) || keeps((time - NOON) / MINUTE)
    return { ...whole, points: whole.points.filter((point) => isKept(point.at)) }
  }

  test('cut the candle that lacks more than a tenth of them', () => {
    expect(cut(thinned((minute) => minute % 4 === 0))).toEqual([120])
    expect(cut(thinned((minute) => minute % 8 !== 0))).toEqual([120])
    expect(cut(thinned((minute) => minute % 12 !== 0))).toEqual([])
    // Few samples that a candle has are left out now and then.
    expect(
      cut(
        thinned((minute) => minute % 4 === 0),
        5 * MINUTE,
      ),
    ).toEqual([])
  })

  test('are missing from every candle of a response that has half of them', () => {
    const whole = samples([0, 300])
    const kept = whole.points.filter((_point, index) => [0, 1, 2, 3, 7].includes(index % 10))
    expect(cut({ ...whole, points: kept })).toEqual([0, 60, 120, 180, 240])
  })

  test('are counted from the first sample to the end of what is over', () => {
    expect(cut(samples([3, 297]))).toEqual([])
    expect(cutCandles(samples([30, 270]), HOUR, { from: at(0), to: at(270) }, at(20))).toEqual([])
    // A response may begin long after a market was listed.
    expect(cutCandles(samples([59, 270]), HOUR, { from: at(0), to: at(270) }, at(20))).toEqual([])
  })

  test('are none at another pace, or where buckets without a price are left out', () => {
    const whole = samples([0, 300])
    const coarse = { ...whole, points: whole.points.filter((_point, index) => index % 4 === 0) }
    expect(cut(coarse)).toEqual([])
    expect(cut({ ...thinned((minute) => minute % 4 === 0), sampled: 'sparse', paceMs: MINUTE })).toEqual([])
  })

  test('are none where samples jitter, as was recorded (45 to 74 s apart)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 200, maxLength: 300 }),
        fc.integer({ min: 0, max: 59 }),
        (offsets, first) => {
          const points = offsets.map((offset, index) => ({
            at: at(first + index) + offset * 1_000,
            price: 0.5,
          }))
          const covered = { from: at(first), to: at(first + offsets.length) }
          expect(cutCandles({ ...samples([0, 1]), points }, HOUR, covered)).toEqual([])
        },
      ),
    )
  })
})
