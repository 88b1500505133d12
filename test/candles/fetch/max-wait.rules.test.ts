import { expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { ProvisionalResult } from '../../../src/candles/fetch/live-cache.js'
import {
  type CachedPart,
  findCachedResult,
  pickEarlier,
  waitTermsOf,
} from '../../../src/candles/fetch/max-wait.js'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 5, 10, 12)
/** The monotonic clock stands at ten hours. */
const CLOCK = 36_000_000
const span = (from: number, to: number) => ({ from: NOW + from * MINUTE, to: NOW + to * MINUTE })
const bar = (minute: number): PriceCandle => ({
  timestamp: NOW + minute * MINUTE,
  open: 0.5,
  high: 0.5,
  low: 0.5,
  close: 0.5,
})

/** Minutes of which something was told, and how long ago, ms. */
type Told = readonly [from: number, to: number, agoMs: number]

function told([from, to, agoMs]: Told): ProvisionalResult {
  const bars = Array.from({ length: to - from }, (_, at) => bar(from + at))
  const requestedAt = { now: NOW - agoMs, monotonic: CLOCK - agoMs }
  return { span: span(from, to), bars, requestedAt, asOf: NOW - agoMs }
}

interface Known {
  readonly settled?: readonly (readonly [number, number])[]
  readonly live?: readonly Told[]
  readonly older?: readonly Told[]
}

interface Answered {
  readonly settled: readonly (readonly [number, number])[]
  /** From, to, and the minutes that have candles. */
  readonly live: readonly (readonly [from: number, to: number, bars: readonly number[]])[]
  readonly ageMs: number
  /** In minutes. */
  readonly completeUntil: number
}

/** Of the minutes from -10 to 1. */
function ask({ settled = [], live = [], older = [] }: Known): Answered | undefined {
  const minute = (at: number) => (at - NOW) / MINUTE
  const answer = findCachedResult(
    {
      span: span(-10, 1),
      settled: settled.map(([from, to]) => span(from, to)),
      live: live.map((one) => ({ ...told(one), until: NOW + MINUTE })),
      older: older.map(told),
    },
    MINUTE,
    { now: NOW, monotonic: CLOCK },
  )
  return (
    answer && {
      settled: answer.settled.map(({ from, to }) => [minute(from), minute(to)] as const),
      live: answer.live.map(
        ({ span: { from, to }, bars }) =>
          [minute(from), minute(to), bars.map(({ timestamp }) => minute(timestamp))] as const,
      ),
      ageMs: CLOCK - answer.requestedAt,
      completeUntil: minute(answer.completeUntil),
    }
  )
}

test.each<[rule: string, known: Known, answer: Answered | undefined]>([
  ['nothing is known of the beginning', { settled: [[-9, 0]] }, undefined],
  [
    'what is settled has no age; what nobody asked for is unknown since it ended',
    { settled: [[-10, -3]] },
    { settled: [[-10, -3]], live: [[-3, 1, []]], ageMs: 3 * MINUTE, completeUntil: -3 },
  ],
  [
    'a candle that runs is as old as the answer that told it',
    { settled: [[-10, -1]], live: [[-1, 1, 900]] },
    { settled: [[-10, -1]], live: [[-1, 1, [-1, 0]]], ageMs: 900, completeUntil: -1 },
  ],
  [
    'what has ended and is believed has no age',
    {
      settled: [[-10, -4]],
      live: [
        [-4, -2, 900],
        [-2, 1, 500],
      ],
    },
    {
      settled: [[-10, -4]],
      live: [
        [-4, -2, [-4, -3]],
        [-2, 1, [-2, -1, 0]],
      ],
      ageMs: 500,
      completeUntil: -1,
    },
  ],
  [
    'what is believed no more has its age, and is told to the candle that ran then',
    { settled: [[-10, -5]], older: [[-5, 1, 2.5 * MINUTE]] },
    {
      settled: [[-10, -5]],
      live: [
        [-5, -2, [-5, -4, -3]],
        [-2, 1, []],
      ],
      ageMs: 2.5 * MINUTE,
      completeUntil: -3,
    },
  ],
  [
    'what was told at another time behind a candle that ran is left out',
    { settled: [[-10, -5]], older: [[-5, -2, 2.5 * MINUTE]], live: [[-2, 1, 500]] },
    {
      settled: [[-10, -5]],
      live: [
        [-5, -2, [-5, -4, -3]],
        [-2, 1, []],
      ],
      ageMs: 2.5 * MINUTE,
      completeUntil: -3,
    },
  ],
  [
    'what comes after a gap is left out',
    {
      settled: [
        [-10, -8],
        [-6, -4],
      ],
    },
    { settled: [[-10, -8]], live: [[-8, 1, []]], ageMs: 8 * MINUTE, completeUntil: -8 },
  ],
  [
    'all that is settled is told, to the end',
    { settled: [[-10, 1]] },
    { settled: [[-10, 1]], live: [], ageMs: 0, completeUntil: 1 },
  ],
])('%s', (_, known, answer) => {
  expect(ask(known)).toEqual(answer)
})

test('of two parts of an answer the older one says how old it is, the shorter one how far it goes', () => {
  const one: CachedPart = { requestedAt: 5, completeUntil: 90 }
  const other: CachedPart = { requestedAt: 7, completeUntil: 80 }
  expect([pickEarlier(one, other), pickEarlier(other, one)]).toEqual(
    Array.from({ length: 2 }, () => ({ requestedAt: 5, completeUntil: 80 })),
  )
  expect([
    pickEarlier(one, undefined),
    pickEarlier(undefined, other),
    pickEarlier(undefined, undefined),
  ]).toEqual([one, other, undefined])
})

test('one who says neither how long he waits nor how old it may be waits for the venue', () => {
  expect(waitTermsOf(undefined, MINUTE)).toBeUndefined()
  expect(waitTermsOf({ begunAt: 5 }, MINUTE)).toBeUndefined()
})
