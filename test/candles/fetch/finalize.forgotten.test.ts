import { expect, test } from 'vitest'
import type { FetchTarget } from '../../../src/candles/fetch/fetch-target.js'
import { createFinalizer } from '../../../src/candles/fetch/finalize.js'
import { createLiveCache } from '../../../src/candles/fetch/live-cache.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOW = Date.UTC(2026, 5, 10, 9, 30)
const at = (minute: number) => NOW + minute * MINUTE
const bar = (minute: number) => ({ timestamp: at(minute), open: 0.5, high: 0.5, low: 0.5, close: 0.5 })
const identity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const

/** A response that had the last hour, at NOW, after which the venue refuses parts of it. */
function setUp(minutes: readonly number[]) {
  const store = createMemoryStore()
  const live = createLiveCache()
  const { keep } = createFinalizer({ store, live, onChange() {} })
  const target = {
    key: 'foo',
    identity,
    step: { stepMs: MINUTE, maxWindowMs: 1_000 * MINUTE },
    source: { finalAfterMs: 2 * MINUTE },
    series: {},
    known: () => ({ series: {}, checkedAt: NOW }),
  } as unknown as FetchTarget
  live.add('foo', {
    span: { from: at(-60), to: at(0) },
    bars: minutes.map(bar),
    requestedAt: { now: NOW, monotonic: 0 },
    asOf: NOW,
    route: 'live+key',
  })
  const refuse = (from: number, to: number, afterMs: number): void => {
    const span = { from: at(from), to: at(to) }
    const later = NOW + afterMs
    keep(target, span, {
      bars: [],
      batch: { kind: 'bars', bars: [], route: 'live', withheld: [{ ...span, reason: 'beyond_retention' }] },
      requestedAt: { now: later, monotonic: afterMs },
      ...{ refusedAt: later, asOf: later, isTimed: true, isClockRight: true },
      seenBefore: Number.NEGATIVE_INFINITY,
    })
  }
  return { store, refuse }
}

const lastHour = Array.from({ length: 60 }, (_, index) => index - 60)

test('of a response that the venue then refuses in two pieces only candles that were not final stay open', () => {
  const { store, refuse } = setUp(lastHour)
  refuse(-60, -30, 60 * MINUTE)
  refuse(-30, 0, 60 * MINUTE)
  const stored = store.read(identity, { from: 0, to: Number.MAX_SAFE_INTEGER })
  // The last two were not final yet when they were returned.
  expect(stored.map(({ timestamp }) => (timestamp - NOW) / MINUTE)).toEqual(
    Array.from({ length: 58 }, (_, index) => index - 60),
  )
  const covered = store.coverage(identity, { from: 0, to: Number.MAX_SAFE_INTEGER })
  expect(covered.filter(({ kind }) => kind === 'data').map(({ route }) => route)).toEqual(['told once+key'])
})

test('an empty range that the venue refuses again and again is requested less and less often', () => {
  const { store, refuse } = setUp(lastHour.filter((minute) => minute < -45 || minute >= -40))
  const ever = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const looks = Array.from({ length: 6 }, (_, index) => {
    refuse(-60, 0, (index + 4) * DAY)
    return store.provisional(identity, ever).find(({ from }) => from === at(-45))?.looks
  })
  expect(looks).toEqual([2, 3, 4, 5, 6, 7])
})
