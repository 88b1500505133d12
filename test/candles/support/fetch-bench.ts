import { z } from 'zod'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Span } from '../../../src/api/times/span.js'
import type { FetchCall, FetchTarget } from '../../../src/candles/fetch/fetch-target.js'
import { createFetcher } from '../../../src/candles/fetch/fetcher.js'
import { createLiveCache } from '../../../src/candles/fetch/live-cache.js'
import { findKnownSpans, type KnownSeries } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import type { CandleBatch, CandleSource, NativeStep } from '../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../support/clock.js'
import { contextWithoutNetwork, patientCall } from '../../support/engine.js'
import { noMarkets } from '../../support/venue.js'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)

/** A span from so many minutes before noon to so many. */
export const ago = (from: number, to: number): Span => ({
  from: NOON - from * MINUTE,
  to: NOON - to * MINUTE,
})

export function barAgo(minutes: number, price = 0.5): PriceCandle {
  return { timestamp: NOON - minutes * MINUTE, open: price, high: price, low: price, close: price }
}

export function batchOf(minutes: readonly number[], facts: Partial<CandleBatch> = {}): CandleBatch {
  return { kind: 'bars', route: 'r', bars: minutes.map((minute) => barAgo(minute)), ...facts } as CandleBatch
}

export interface BenchOptions {
  readonly step?: Partial<NativeStep>
  /** The venue's time, ms behind ours. */
  readonly behindMs?: number
  /** Whether some venue's time agreed with our clock. */
  readonly isClockConfirmed?: () => boolean
}

type Answer = (window: Span, series: { readonly facts: unknown }) => CandleBatch | Promise<CandleBatch>

/** A fetcher at noon over an empty store, with a series of minutes that settle after 90 s. */
export function fetchBench({ step: changes, behindMs, isClockConfirmed }: BenchOptions = {}) {
  const clock = fakeClock(NOON)
  const store = createMemoryStore()
  const live = createLiveCache()
  const changed: string[] = []
  const opened = { contexts: 0, released: 0 }
  const asked: Span[] = []
  let answer: Answer = () => batchOf([])
  let known: KnownSeries = {
    series: { outcomeId: 'yes', seriesKey: 'yes', mirrored: false, facts: { name: 'old' } },
    checkedAt: NOON,
  }
  let relocated: () => KnownSeries = () => known
  let relocations = 0
  const step: NativeStep = { stepMs: MINUTE, maxWindowMs: 5_000 * MINUTE, ...changes }
  const source: CandleSource = {
    basis: 'trade',
    steps: [step],
    finalAfterMs: 90_000,
    facts: z.object({ name: z.string() }),
    place: () => ({ seriesKey: 'yes', mirrored: false, facts: {} }),
    async fetch(series, _step, window) {
      asked.push(window)
      return answer(window, series)
    },
  }
  const target: FetchTarget = {
    venue: { id: 'kalshi', hosts: {}, markets: noMarkets, candles: source },
    source,
    series: known.series,
    step,
    identity: { venue: 'kalshi', seriesKey: 'yes', stepMs: step.stepMs, basis: 'trade' },
    key: 'kalshi yes',
    maxAgeMs: 1_000,
    isUnknown: false,
    known: () => known,
    relocate: async () => {
      relocations++
      return relocated()
    },
  }
  const fetcher = createFetcher({
    store,
    live,
    clock,
    isClockConfirmed,
    onChange: (key) => changed.push(key),
    openContext(_venue, terms) {
      opened.contexts++
      const ctx = contextWithoutNetwork(clock, terms, behindMs === undefined ? undefined : NOON - behindMs)
      return { ...ctx, release: () => void opened.released++ }
    },
  })
  const inMinutes = ({ from, to }: Span) => [(NOON - from) / MINUTE, (NOON - to) / MINUTE]
  return {
    clock,
    store,
    target,
    changed,
    opened,
    /** Windows the venue was asked for, in minutes before noon. */
    asked: () => asked.map(inMinutes),
    relocations: () => relocations,
    answers(next: Answer) {
      answer = next
    },
    isKnown(next: Partial<KnownSeries>) {
      known = { ...known, ...next }
    },
    isFound(series: Partial<KnownSeries['series']>, more: Partial<KnownSeries> = {}) {
      relocated = () => {
        known = { ...known, checkedAt: clock.now(), ...more, series: { ...known.series, ...series } }
        return known
      }
    },
    fetch: (spans: readonly Span[], call: FetchCall = patientCall()) => fetcher.fetch(target, spans, call),
    /** Ledger and candles that are kept for good, in minutes before noon. */
    kept: () => ({
      ledger: store
        .coverage(target.identity, { from: 0, to: NOON + 1e9 })
        .map(({ kind, ...span }) => [kind, ...inMinutes(span)]),
      bars: store
        .read(target.identity, { from: 0, to: NOON + 1e9 })
        .map(({ timestamp }) => (NOON - timestamp) / MINUTE),
    }),
    /** Spans of which anything is stored, final or provisional, in minutes before noon. */
    known: () => findKnownSpans(store, target.identity, { from: 0, to: NOON + 1e9 }).map(inMinutes),
    /** What may be believed for a moment, in minutes before noon, and the candles in it. */
    believed() {
      const at = { now: clock.now(), monotonic: clock.monotonic() }
      const finality = { stepMs: step.stepMs, finalAfterMs: 90_000, maxAgeMs: 1_000 }
      const parts = live.fresh(target.key, { from: 0, to: NOON + 1e9 }, finality, at)
      return {
        from: Math.max(...parts.map(({ span }) => (NOON - span.from) / MINUTE)),
        bars: parts.flatMap(({ bars }) => bars.map(({ timestamp }) => (NOON - timestamp) / MINUTE)),
      }
    },
  }
}
