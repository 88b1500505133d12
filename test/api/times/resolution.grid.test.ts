import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alignDown,
  alignUp,
  commonResolutions,
  parseResolution,
  slotsOf,
  WEEK_MS,
} from '../../../src/api/times/resolution.js'

const step = fc.oneof(
  fc.constantFrom(...commonResolutions.map(parseResolution)),
  fc.integer({ min: 1, max: 10_080 }).map((minutes) => minutes * 60_000),
)
const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) })

test.each([
  ['2026-11-21T13:47:12.345Z', '1m', '2026-11-21T13:47:00.000Z'],
  ['2026-11-21T13:47:12.345Z', '15m', '2026-11-21T13:45:00.000Z'],
  ['2026-11-21T13:47:12.345Z', '1h', '2026-11-21T13:00:00.000Z'],
  ['2026-11-21T13:47:12.345Z', '6h', '2026-11-21T12:00:00.000Z'],
  ['2026-11-21T13:47:12.345Z', '1d', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T13:47:12.345Z', '1w', '2026-11-16T00:00:00.000Z'],
  ['2026-11-16T00:00:00.000Z', '1w', '2026-11-16T00:00:00.000Z'],
  ['2026-11-15T23:59:59.999Z', '1w', '2026-11-09T00:00:00.000Z'],
])('the candle that holds %s at %s opens at %s', (at, resolution, opens) => {
  expect(new Date(alignDown(Date.parse(at), parseResolution(resolution))).toISOString()).toBe(opens)
})

test('a week opens on Monday', () => {
  fc.assert(
    fc.property(instant, (at) => {
      const opens = new Date(alignDown(at, WEEK_MS))
      expect(opens.getUTCDay()).toBe(1)
      expect(opens.toISOString()).toMatch(/T00:00:00\.000Z$/)
    }),
  )
})

describe('an open time', () => {
  test('is a multiple of the step, for all but weeks', () => {
    fc.assert(
      fc.property(instant, step, (at, stepMs) => {
        if (stepMs !== WEEK_MS) expect(alignDown(at, stepMs) % stepMs).toBe(0)
      }),
    )
  })

  test('lies at or before the instant and less than a step away', () => {
    fc.assert(
      fc.property(instant, step, (at, stepMs) => {
        const opens = alignDown(at, stepMs)
        expect(opens <= at && at - opens < stepMs).toBe(true)
      }),
    )
  })

  test('is its own open time, and the next one follows after one step', () => {
    fc.assert(
      fc.property(instant, step, (at, stepMs) => {
        const opens = alignDown(at, stepMs)
        expect(alignDown(opens, stepMs)).toBe(opens)
        expect(alignDown(opens + stepMs, stepMs)).toBe(opens + stepMs)
        expect(alignDown(opens + stepMs - 1, stepMs)).toBe(opens)
      }),
    )
  })

  test('at or after an instant is the same one on the grid, else the next', () => {
    fc.assert(
      fc.property(instant, step, (at, stepMs) => {
        const opens = alignDown(at, stepMs)
        expect(alignUp(at, stepMs)).toBe(opens === at ? at : opens + stepMs)
      }),
    )
  })
})

test('parts are gathered by the candle that holds them, in their order; candles without parts are absent', () => {
  const at = (time: string) => Date.parse(`2026-11-21T${time}Z`)
  const parts = ['12:00:00', '12:00:59', '12:03:00'].map((time) => ({ time }))
  expect(slotsOf(parts, ({ time }) => at(time), 60_000)).toEqual([
    [at('12:00:00'), [{ time: '12:00:00' }, { time: '12:00:59' }]],
    [at('12:03:00'), [{ time: '12:03:00' }]],
  ])
})
