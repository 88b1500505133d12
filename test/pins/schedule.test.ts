import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/api/times/resolution.js'
import type { Capture } from '../../src/pins/format.js'
import {
  captureEveryMs,
  captureSpan,
  isDue,
  MAX_INTERVAL_MS,
  MIN_INTERVAL_MS,
  putOff,
  recordCapture,
  recordFailure,
} from '../../src/pins/schedule.js'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 21, 12, 0, 30)
const fresh: Capture = { venue: 'kalshi', outcomeId: 'A', resolution: '1m', nextAt: NOW }
const down = { message: 'the venue is down', mayPass: true } as const
const gone = { message: 'no such outcome', mayPass: false } as const

/** Nothing shorter can be kept with looks a minute apart. */
const retention = fc.option(fc.integer({ min: HOUR_MS, max: 400 * DAY_MS }), { nil: undefined })
const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
const stepOf = (retentionMs: number | undefined) => (retentionMs === undefined ? {} : { retentionMs })

/** Ms from `from` until the first look, a minute apart, at which it is due. */
function waitUntilDue(capture: Capture, from: number): number {
  let at = from
  while (!isDue(capture, at)) at += MINUTE
  return at - from
}

describe('the pace', () => {
  test('after a capture the next comes before half of the retention is over, and not before 15 minutes', () => {
    fc.assert(
      fc.property(retention, instant, (retentionMs, now) => {
        const step = stepOf(retentionMs)
        const waited = waitUntilDue(recordCapture(fresh, step, now, false, now, 5), now)
        expect(waited).toBeGreaterThanOrEqual(MIN_INTERVAL_MS)
        expect(waited).toBeLessThanOrEqual(Math.min(MAX_INTERVAL_MS + MINUTE, (retentionMs ?? Infinity) / 2))
      }),
    )
  })

  test('after a failure too, whatever the venue asks for and however it failed', () => {
    const waitMs = fc.option(fc.integer({ min: 0, max: 10 * DAY_MS }), { nil: undefined })
    fc.assert(
      fc.property(retention, instant, waitMs, fc.boolean(), (retentionMs, now, wait, mayPass) => {
        const failure = { message: 'x', mayPass, waitMs: wait }
        const waited = waitUntilDue(recordFailure(fresh, stepOf(retentionMs), failure, undefined, now), now)
        expect(waited).toBeGreaterThanOrEqual(MIN_INTERVAL_MS)
        expect(waited).toBeLessThanOrEqual(MAX_INTERVAL_MS + MINUTE)
      }),
    )
  })

  test.each([
    [undefined, 6 * HOUR_MS],
    [5_000 * MINUTE, 6 * HOUR_MS],
    [8 * HOUR_MS, 2 * HOUR_MS],
    [10 * MINUTE, MIN_INTERVAL_MS],
  ])('of a step kept for %j ms is one capture in %i ms', (retentionMs, everyMs) => {
    expect(captureEveryMs(stepOf(retentionMs))).toBe(everyMs)
  })

  test('a clock that went wrong does not put a capture off for ever', () => {
    expect(isDue({ nextAt: NOW + 400 * DAY_MS }, NOW)).toBe(true)
  })

  test('what a clock that ran ahead took for done, and for captured, is looked at again', () => {
    const later = NOW + 30 * DAY_MS
    const done = recordCapture(fresh, {}, later, true, later, 5)
    expect([isDue(done, NOW), isDue(done, later), isDue(done, later + DAY_MS)]).toEqual([true, false, false])
    const step = { stepMs: MINUTE }
    expect(captureSpan(step, done, NOW, NOW)).toEqual(captureSpan(step, {}, NOW, NOW))
  })

  test('what is done is never due', () => {
    expect(isDue(recordCapture(fresh, {}, NOW, true, NOW, 5), NOW + 400 * DAY_MS)).toBe(false)
  })
})

describe('the span', () => {
  const to = Date.UTC(2026, 10, 21, 11, 58)

  test('of a step that is forgotten is all that the venue still holds, captured or not', () => {
    const step = { stepMs: MINUTE, retentionMs: 3 * HOUR_MS }
    expect(captureSpan(step, { capturedTo: to }, to, NOW)).toEqual({ from: Date.UTC(2026, 10, 21, 9, 1), to })
  })

  test('of any other is first a week or 120 candles, then what is new', () => {
    const step = { stepMs: MINUTE }
    const midnight = Date.UTC(2026, 10, 21)
    expect(captureSpan({ stepMs: DAY_MS }, {}, midnight, NOW).from).toBe(midnight - 120 * DAY_MS)
    expect(captureSpan(step, {}, to, NOW)).toEqual({ from: to - 7 * DAY_MS, to })
    // A day before it silence was no proof yet.
    const again = DAY_MS + MINUTE
    expect(captureSpan(step, { capturedTo: to - HOUR_MS }, to, NOW)).toEqual({
      from: to - HOUR_MS - again,
      to,
    })
    expect(captureSpan(step, { capturedTo: to - 90 * DAY_MS }, to, NOW).from).toBe(to - 90 * DAY_MS - again)
  })

  test('never ends before it begins, and lies on the grid', () => {
    const steps = fc.constantFrom(MINUTE, HOUR_MS, DAY_MS)
    fc.assert(
      fc.property(steps, retention, instant, instant, (stepMs, retentionMs, now, capturedTo) => {
        const end = Math.floor(now / stepMs) * stepMs
        const span = captureSpan({ stepMs, ...stepOf(retentionMs) }, { capturedTo }, end, now)
        expect(span.from).toBeLessThanOrEqual(span.to)
        expect([span.from % stepMs, span.to % stepMs]).toEqual([0, 0])
      }),
    )
  })
})

describe('the record', () => {
  test('keeps how far a failed capture came, and when the last whole one was', () => {
    const good = recordCapture(fresh, {}, NOW, false, NOW, 5)
    const bad = recordFailure(good, {}, down, NOW + HOUR_MS, NOW + 2 * HOUR_MS)
    expect(bad).toMatchObject({ at: NOW, capturedTo: NOW + HOUR_MS, triedAt: NOW + 2 * HOUR_MS })
    expect(bad.problem).toBe('the venue is down')
    expect(recordCapture(bad, {}, NOW + 3 * HOUR_MS, false, NOW + 3 * HOUR_MS, 5)).not.toHaveProperty(
      'problem',
    )
  })

  test('a failure that may pass is tried again soon, as late as the venue asks; another at the usual pace', () => {
    const nextAt = (failure: Parameters<typeof recordFailure>[2]) =>
      recordFailure(fresh, {}, failure, undefined, NOW).nextAt - NOW
    expect(nextAt(down)).toBe(15 * MINUTE)
    expect(nextAt({ ...down, waitMs: 40 * MINUTE })).toBe(40 * MINUTE)
    expect(nextAt(gone)).toBe(6 * HOUR_MS)
  })

  test('of what was only put off does not claim that it was tried', () => {
    const off = putOff(fresh, {}, down, NOW)
    expect(off).not.toHaveProperty('triedAt')
    expect(off).toMatchObject({ problem: 'the venue is down', nextAt: NOW + 15 * MINUTE })
  })
})
