import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'
import { type Clock, createSetBackWatch } from '../../effects/clock.js'
import type { PricePoint } from '../../venue-kit/contract/venue.js'
import { barsFromPoints } from '../series/aggregate.js'
import { SAMPLED_BASIS, SAMPLED_ROUTE } from '../series/sampled-basis.js'
import { type CandleStore, type SeriesIdentity, seriesNameOf } from '../store/candle-store.js'

/** A series of samples: bars of one interval. */
export interface SampledSeries {
  readonly venue: VenueId
  readonly seriesKey: string
  readonly stepMs: number
}

/**
 * Bars of our own samples. An open bar is in memory. When its time is over, it is stored with the coverage entry that confirms
 * it alone: a time without a sample is never known.
 */
export interface Samples extends Pick<CandleStore, 'known' | 'remember'> {
  /** Replaces the list of sampled series. */
  watch(series: readonly SampledSeries[]): void
  /** Returns the intervals in which a series is sampled now, or has a bar that is not stored yet. */
  steps(series: Omit<SampledSeries, 'stepMs'>): readonly number[]
  /** Whether any series of a venue is sampled now. */
  isWatched(venue: VenueId): boolean
  /**
   * Adds a price of the native series, 0..1.
   * @returns false if its bar is over: final bars are not rewritten
   */
  add(series: SampledSeries, sample: PricePoint): boolean
  /** Stores the bars whose time is over. */
  finalize(): void
  /** Returns the bar that is not stored yet; its time may be over. */
  running(series: SampledSeries): PriceCandle | undefined
}

interface SamplesDeps {
  readonly store: CandleStore
  readonly clock: Clock
  /** Called with the key of a series with new data, whatever its interval ({@link sampledKeyOf}). */
  onChange(key: string): void
}

/** A bar that samples are added to. */
interface Running {
  readonly identity: SeriesIdentity
  readonly bar: PriceCandle
  /** Time of the last sample, epoch ms. */
  readonly at: number
}

/** Returns the key of a sampled series, which is the same for all of its intervals. */
export function sampledKeyOf({ venue, seriesKey }: Omit<SampledSeries, 'stepMs'>): string {
  return [venue, seriesKey, SAMPLED_ROUTE].join('\n')
}

export function createSamples({ store, clock, onChange }: SamplesDeps): Samples {
  const bars = new Map<string, Running>()
  let watched: readonly SampledSeries[] = []
  const timeBeforeSetBack = createSetBackWatch(clock)

  function identityOf({ venue, seriesKey, stepMs }: SampledSeries): SeriesIdentity {
    return { venue, seriesKey, stepMs, basis: SAMPLED_BASIS }
  }

  function keep({ identity, bar, at }: Running): void {
    const span = { from: bar.timestamp, to: bar.timestamp + identity.stepMs }
    const entry = { ...span, kind: 'data', route: SAMPLED_ROUTE, fetchedAt: at } as const
    store.commit(identity, { bars: [bar], coverage: [entry] })
    bars.delete(seriesNameOf(identity))
    onChange(sampledKeyOf(identity))
  }

  /**
   * Drops a bar of a future time, which a fast clock has begun. Its stored bars stay: they may also be of a clock that was right
   * and was set back by mistake.
   */
  function dropFuture(): void {
    if (timeBeforeSetBack() === undefined) return
    for (const [key, { at }] of bars) if (at > clock.now()) bars.delete(key)
  }

  return {
    known: (venue, outcomeId) => store.known(venue, outcomeId),
    remember: (venue, outcomeId, known) => store.remember(venue, outcomeId, known),
    watch(series) {
      watched = series
    },
    steps: ({ venue, seriesKey }) =>
      [...watched, ...[...bars.values()].map(({ identity }) => identity)].flatMap((own) =>
        own.venue === venue && own.seriesKey === seriesKey ? [own.stepMs] : [],
      ),
    isWatched: (venue) => watched.some((own) => own.venue === venue),
    add(series, sample) {
      dropFuture()
      const identity = identityOf(series)
      const key = seriesNameOf(identity)
      const before = bars.get(key)
      const opens = alignDown(sample.at, series.stepMs)
      if (before !== undefined && opens < before.bar.timestamp) return false
      if (before !== undefined && opens > before.bar.timestamp) keep(before)
      const isSettled = store.coverage(identity, { from: opens, to: opens + 1 }).length > 0
      if (isSettled || (before !== undefined && sample.at < before.at)) return false
      const [own] = barsFromPoints([sample], series.stepMs)
      if (own === undefined) return false
      const bar = before?.bar.timestamp === opens ? withSample(before.bar, sample.price) : own
      bars.set(key, { identity, bar, at: sample.at })
      onChange(sampledKeyOf(series))
      return true
    },
    finalize() {
      dropFuture()
      const now = clock.now()
      for (const running of [...bars.values()])
        if (running.bar.timestamp + running.identity.stepMs <= now) keep(running)
    },
    running: (series) => bars.get(seriesNameOf(identityOf(series)))?.bar,
  }
}

function withSample(bar: PriceCandle, price: number): PriceCandle {
  return {
    ...bar,
    high: Math.max(bar.high, price),
    low: Math.min(bar.low, price),
    close: price,
  }
}
