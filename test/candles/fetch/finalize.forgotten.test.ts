import { expect, test } from 'vitest'
import type { FetchTarget } from '../../../src/candles/fetch/fetch-target.js'
import { createFinalizer } from '../../../src/candles/fetch/finalize.js'
import { createLiveCache } from '../../../src/candles/fetch/live-cache.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 5, 10, 9, 30)
const at = (minute: number) => NOW + minute * MINUTE
const bar = (minute: number) => ({ timestamp: at(minute), open: 0.5, high: 0.5, low: 0.5, close: 0.5 })
const identity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const

test('of a response that the venue then refuses in two pieces only candles that were not final stay open', () => {
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
    bars: Array.from({ length: 60 }, (_, index) => bar(index - 60)),
    requestedAt: { now: NOW, monotonic: 0 },
    asOf: NOW,
    route: 'live+key',
  })
  const [later, afterMs] = [NOW + 60 * MINUTE, 60 * MINUTE]
  for (const [from, to] of [
    [-60, -30],
    [-30, 0],
  ] as const) {
    const span = { from: at(from), to: at(to) }
    keep(target, span, {
      bars: [],
      batch: { kind: 'bars', bars: [], route: 'live', withheld: [{ ...span, reason: 'beyond_retention' }] },
      requestedAt: { now: later, monotonic: afterMs },
      ...{ refusedAt: later, asOf: later, isTimed: true, isClockRight: true },
      seenBefore: Number.NEGATIVE_INFINITY,
    })
  }
  const stored = store.read(identity, { from: 0, to: Number.MAX_SAFE_INTEGER })
  // The last two were not final yet when they were returned.
  expect(stored.map(({ timestamp }) => (timestamp - NOW) / MINUTE)).toEqual(
    Array.from({ length: 58 }, (_, index) => index - 60),
  )
  const covered = store.coverage(identity, { from: 0, to: Number.MAX_SAFE_INTEGER })
  expect(covered.filter(({ kind }) => kind === 'data').map(({ route }) => route)).toEqual(['told once+key'])
})
