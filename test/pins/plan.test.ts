import { expect, test } from 'vitest'
import type { Capture } from '../../src/pins/format.js'
import { overloadsOf } from '../../src/pins/plan.js'

const HOUR = 3_600_000
const steps = [
  { stepMs: 60_000, maxWindowMs: HOUR, retentionMs: 10 * HOUR },
  { stepMs: HOUR, maxWindowMs: HOUR },
]
const capture = (index: number, more: Partial<Capture> = {}): Capture => ({
  venue: 'kalshi',
  outcomeId: `o${index}`,
  resolution: '1m',
  nextAt: 0,
  ...more,
})
const many = (count: number, more?: (index: number) => Partial<Capture>) =>
  Array.from({ length: count }, (_, index) => capture(index, more?.(index)))

test('a plan holds while each series is captured once before it is forgotten', () => {
  expect(
    overloadsOf(
      many(10, () => ({ tookMs: HOUR })),
      () => steps,
    ),
  ).toEqual([])
  expect(
    overloadsOf(
      many(20, () => ({ tookMs: HOUR })),
      () => steps,
    ),
  ).toEqual([{ venue: 'kalshi', series: 20, load: expect.closeTo(2) }])
})

test('series that were not captured yet count like the others, and without any measure nothing is said', () => {
  const [overload] = overloadsOf(
    many(30, (index) => (index === 0 ? { tookMs: HOUR } : {})),
    () => steps,
  )
  expect(overload?.load).toBeCloseTo(3)
  expect(overloadsOf(many(30), () => steps)).toEqual([])
})

test('what a venue keeps, and what is done, loads nothing', () => {
  const kept = many(50, () => ({ tookMs: HOUR, resolution: '1h' }))
  const done = many(50, () => ({ tookMs: HOUR, done: true }))
  expect(overloadsOf([...kept, ...done], () => steps)).toEqual([])
})
