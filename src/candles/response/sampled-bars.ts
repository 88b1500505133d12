import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'
import { type Clock, createSetBackWatch } from '../../effects/clock.js'
import type { PricePoint } from '../../venue-kit/contract/venue.js'
import type { SharedOutcomes } from '../fetch/series-locator.js'
import { barsFromPoints } from '../series/aggregate.js'
import { SAMPLED_BASIS, sampledKeyOf } from '../series/sampled-basis.js'
import {
  type CandleStore,
  type KnownSeries,
  type SeriesIdentity,
  seriesNameOf,
} from '../store/candle-store.js'
import type { SharedSamples } from '../store/shared-samples.js'
import { createEndedSamples, type SampleTurn, type UnstoredBar } from './ended-samples.js'

/** A series of samples: bars of one interval. */
export interface SampledSeries {
  readonly venue: VenueId
  readonly seriesKey: string
  readonly stepMs: number
}

/** The parts of this daemon's sampler that bars need. */
interface SampleRounds {
  /** Returns which daemon samples a venue first. */
  turnOf(venue: VenueId): SampleTurn
  /** Takes a sample of a series if one is due. */
  sampleNow(series: SampledSeries): Promise<void>
}

/**
 * Bars of our own samples. An open bar is in memory. When it has ended, it is stored with a coverage entry for that bar only,
 * because nothing is ever known about a time without a sample. If several daemons share a history, all of them store the bar that
 * was uploaded first.
 */
export interface Samples extends Pick<CandleStore, 'known' | 'remember'> {
  /** Replaces the list of sampled series. */
  watch(series: readonly SampledSeries[], rounds?: SampleRounds): void
  /** Returns the intervals in which a series is sampled now, or has a bar that is not stored yet. */
  steps(series: Omit<SampledSeries, 'stepMs'>): readonly number[]
  /** Whether any series of a venue is sampled now. */
  isWatched(venue: VenueId): boolean
  /**
   * Adds a price of the native series, 0..1.
   * @returns false if its bar has ended, because final bars are not rewritten
   */
  add(series: SampledSeries, sample: PricePoint): boolean
  /** Stores the bars that have ended. @param isLast the daemon is stopping, so none of them waits for another daemon */
  finalize(isLast?: boolean): Promise<void>
  /** Returns the bar to which samples are added. It may have ended. */
  running(series: SampledSeries): PriceCandle | undefined
  /** Returns all bars that are not stored yet, oldest first. */
  unstored(series: SampledSeries): readonly PriceCandle[]
  /** Downloads the newest bars that another daemon uploaded. */
  takeShared(series: SampledSeries): Promise<void>
  /** Whether another daemon samples a series for this one. */
  isProvided(series: SampledSeries): boolean
  /** Returns the time of the newest sample of the stored bars, epoch ms. Undefined without one. */
  newestOf(series: SampledSeries): number | undefined
  /** Takes a sample for the open bar, if another daemon takes the regular samples. */
  sampleOpen(series: SampledSeries): Promise<void>
}

interface SamplesDeps {
  readonly store: CandleStore
  readonly clock: Clock
  /** The history that daemons share. Undefined without one. */
  readonly shared?: SharedSamples | undefined
  /** Where other daemons located outcomes. Undefined if nothing is shared. */
  readonly sharedOutcomes?: Pick<SharedOutcomes, 'share'> | undefined
  /** Called with the key of a series with new data, whatever its interval ({@link sampledKeyOf}). */
  onChange(key: string): void
}

/** More located outcomes are not shared at once. */
const MAX_LOCATED = 1_000

export function createSamples({ store, clock, shared, sharedOutcomes, onChange }: SamplesDeps): Samples {
  const bars = new Map<string, UnstoredBar>()
  /** Located outcomes that are not shared yet. */
  const located = new Map<string, { venue: VenueId; outcomeId: string; known: KnownSeries }>()
  let watched: readonly SampledSeries[] = []
  let rounds: SampleRounds | undefined
  const ended = createEndedSamples({
    store,
    clock,
    shared,
    turnOf: (venue) => rounds?.turnOf(venue),
    onChange: (identity) => onChange(sampledKeyOf(identity)),
  })
  const timeBeforeSetBack = createSetBackWatch(clock)

  function identityOf({ venue, seriesKey, stepMs }: SampledSeries): SeriesIdentity {
    return { venue, seriesKey, stepMs, basis: SAMPLED_BASIS }
  }

  function end(one: UnstoredBar): void {
    bars.delete(seriesNameOf(one.identity))
    ended.add(one)
  }

  function isEnded(identity: SeriesIdentity, openTime: number): boolean {
    const name = seriesNameOf(identity)
    return ended.all().some((one) => one.bar.timestamp === openTime && seriesNameOf(one.identity) === name)
  }

  /**
   * Drops a bar with a future time, which a fast clock began. Stored bars remain, because they may come from a correct clock that
   * was set back by mistake.
   */
  function dropFuture(): void {
    if (timeBeforeSetBack() === undefined) return
    for (const [key, { at }] of bars) if (at > clock.now()) bars.delete(key)
    ended.dropAfter(clock.now())
  }

  /** Shares where outcomes are, once it is decided who samples their venue. What belongs to a caller's key has no turn. */
  function shareLocated(): void {
    for (const [name, { venue, outcomeId, known }] of located) {
      if (rounds?.turnOf(venue) === undefined) continue
      located.delete(name)
      sharedOutcomes?.share(venue, outcomeId, known)
    }
  }

  return {
    known: (venue, outcomeId) => store.known(venue, outcomeId),
    remember(venue, outcomeId, known) {
      store.remember(venue, outcomeId, known)
      if (sharedOutcomes !== undefined && located.size < MAX_LOCATED)
        located.set(`${venue} ${outcomeId}`, { venue, outcomeId, known })
    },
    watch(series, own) {
      watched = series
      rounds = own
    },
    steps: ({ venue, seriesKey }) =>
      [...watched, ...[...bars.values(), ...ended.all()].map(({ identity }) => identity)].flatMap((own) =>
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
      if (before !== undefined && opens > before.bar.timestamp) end(before)
      const isSettled =
        store.coverage(identity, { from: opens, to: opens + 1 }).length > 0 || isEnded(identity, opens)
      if (isSettled || (before !== undefined && sample.at < before.at)) return false
      const [own] = barsFromPoints([sample], series.stepMs)
      if (own === undefined) return false
      const bar = before?.bar.timestamp === opens ? withSample(before.bar, sample.price) : own
      const aheadMs = before?.bar.timestamp === opens ? before.aheadMs : clock.now() - clock.monotonic()
      bars.set(key, { identity, bar, at: sample.at, aheadMs })
      onChange(sampledKeyOf(series))
      return true
    },
    async finalize(isLast) {
      dropFuture()
      const now = clock.now()
      for (const running of [...bars.values()])
        if (running.bar.timestamp + running.identity.stepMs <= now) end(running)
      shareLocated()
      await ended.decide(isLast)
    },
    running: (series) => bars.get(seriesNameOf(identityOf(series)))?.bar,
    unstored(series) {
      const name = seriesNameOf(identityOf(series))
      return [...ended.all(), ...bars.values()].flatMap((one) =>
        seriesNameOf(one.identity) === name ? [one.bar] : [],
      )
    },
    takeShared: (series) => ended.take(identityOf(series)),
    isProvided: (series) => ended.isProvided(identityOf(series)),
    newestOf(series) {
      const identity = identityOf(series)
      const extent = store.extents(identity).find(({ stepMs }) => stepMs === identity.stepMs)
      return extent && store.coverage(identity, { from: extent.to - 1, to: extent.to }).at(-1)?.fetchedAt
    },
    async sampleOpen(series) {
      if (rounds?.turnOf(series.venue) === 'later') await rounds.sampleNow(series)
    },
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
