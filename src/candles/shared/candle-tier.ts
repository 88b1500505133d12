import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { intersect, type Span, subtract } from '../../api/times/span.js'
import type { Provisional } from '../series/empty-range-confirmation.js'
import type { Receipt } from '../series/receipts.js'
import type { Coverage, KnownSeries, SeriesIdentity } from '../store/candle-store.js'
import type { TakeBudget } from './shared-budgets.js'
import type { NamedLease } from './shared-leases.js'

/**
 * A series as daemons name it to each other. It has no address: only candles of the venues' own addresses are shared, and a
 * simulator on the same port of two machines would have the same address. Derived series are not shared: each daemon derives its own.
 */
export type SharedSeries = Omit<SeriesIdentity, 'derivedFromMs'>

/**
 * Final candles of a series, with the coverage that confirms them. Empty ranges that only one response confirms are listed apart:
 * they stay provisional in each store, and the next response confirms them wherever it arrives. Without them, every daemon would
 * fetch each window with an interval without trades again.
 */
export interface SharedPart {
  /** Candles within the coverage of kind `data`, ascending, at most one an open time. */
  readonly bars: readonly PriceCandle[]
  /** Ascending and disjoint, with route and time of the first daemon; never of kind `beyond_retention`. */
  readonly coverage: readonly Coverage[]
  /** When each part became known to the daemon that fetched it. One of the same span, time and source replaces the known one. */
  readonly receipts: readonly Receipt[]
  /** Ascending and disjoint; final spans may be within. */
  readonly provisional: readonly Provisional[]
}

/** Why stored candles are withdrawn: forgotten, written by a daemon with a fast clock, or replaced by other values. */
export type RetractionReason = 'forgotten' | 'future' | 'restated'

/** A span of a series that each daemon deletes from its own store and takes or fetches again. */
export interface Retraction extends Span {
  readonly series: SharedSeries
  readonly reason: RetractionReason
}

/** A page of the retractions of a tier. */
export interface RetractionPage {
  /** In the order in which they were written. */
  readonly retractions: readonly Retraction[]
  /** Where the next page begins. */
  readonly cursor: string
}

/** Whether a change was made; `outdated`: another daemon withdrew some of the span since, and nothing was changed. */
export type WriteResult = 'written' | 'outdated'

/** The right to fetch a bucket from the venue. A holder that dies loses it after seconds, by the clock of the tier. */
export type Lease =
  | {
      readonly kind: 'mine'
      /** Ends the claim; never rejects. It is renewed until then. */
      release(): Promise<void>
    }
  | {
      readonly kind: 'held'
      /** Time until the claim of the other daemon expires unless it is renewed, ms. */
      readonly leftMs: number
    }

/**
 * A history that several daemons share, behind the store of each: it is asked if the venue would be asked. Every method
 * rejects when the tier cannot be reached; the caller limits the time by the signal and continues without the tier.
 */
export interface CandleTier {
  /** For settings, logs, metrics and health, such as `postgres`; never an address or a password. */
  readonly name: string
  /** Why the tier refuses changes of this daemon at present, for people; undefined if it does not. Absent: never. */
  refusal?(): string | undefined
  /** Returns what the tier has of a span; parts of it are an answer. */
  take(series: SharedSeries, span: Span, signal: AbortSignal): Promise<SharedPart>
  /**
   * Adds a part, wholly or not at all. Idempotent; of two daemons that give the same span the first one wins, by the rules of
   * `findUnknownParts`. Of provisional spans the newer one wins, by {@link findNewerParts}. Entries that were fetched later than the
   * time of the tier with `CLOCK_TOLERANCE_MS` are refused with an error. Absent where the tier is read only.
   * @param seen the cursor of the retractions that the store of the part has applied; absent: not compared
   */
  give?(series: SharedSeries, part: SharedPart, signal: AbortSignal, seen?: string): Promise<WriteResult>
  /**
   * Leases the right to fetch a bucket. Absent where daemons cannot agree through the tier.
   * @param bucket aligned to the epoch by the widest window of one venue call (`bucketsOf`)
   */
  claim?(series: SharedSeries, bucket: Span, signal: AbortSignal): Promise<Lease>
  /**
   * Leases a name: the right to a round of background work, of which one daemon is enough. Returns undefined while another daemon has
   * it. Absent where daemons cannot agree through the tier.
   */
  lease?(name: string, signal: AbortSignal): Promise<NamedLease | undefined>
  /**
   * Withdraws a span from the tier, adds what replaces it, and notes that for the other daemons, in one step: between the two another
   * daemon could add the former values. With a replacement, only candles that it knows later are withdrawn.
   * Absent where the tier is read only.
   * @param seen as for `give`
   */
  retract?(
    retraction: Retraction,
    replacement: SharedPart | undefined,
    signal: AbortSignal,
    seen?: string,
  ): Promise<WriteResult>
  /**
   * Returns the retractions after a cursor, except those of this instance. `undefined` returns an empty page with the cursor of now.
   */
  retractions?(after: string | undefined, signal: AbortSignal): Promise<RetractionPage>
  /** Returns the series at which another daemon located an outcome, or undefined if none did. */
  known?(venue: VenueId, outcomeId: string, signal: AbortSignal): Promise<KnownSeries | undefined>
  /** Shares where an outcome was located; the newest `checkedAt` wins. */
  remember?(venue: VenueId, outcomeId: string, known: KnownSeries, signal: AbortSignal): Promise<void>
  /**
   * Takes tokens of a bucket that daemons share, by the clock of the tier: at most as many as it has, and never parts of one. With
   * a pause the bucket is empty until the pause ends. Absent where daemons cannot agree through the tier.
   */
  readonly takeBudget?: TakeBudget
  /** Returns the intervals of the candles of a series, ms, ascending. Absent where the tier does not list them. */
  steps?(series: Omit<SharedSeries, 'stepMs'>, signal: AbortSignal): Promise<readonly number[]>
  /** Returns the time of the tier, epoch ms: a daemon whose clock differs only takes. Also shows that the tier can be reached. */
  now(signal: AbortSignal): Promise<number>
  close(): Promise<void>
}

/** Returns the whole buckets that a span touches, which are multiples of the width since the epoch, ascending. */
export function bucketsOf({ from, to }: Span, widthMs: number): Span[] {
  const buckets: Span[] = []
  for (let start = Math.floor(from / widthMs) * widthMs; start < to; start += widthMs)
    buckets.push({ from: start, to: start + widthMs })
  return buckets
}

/**
 * Returns the parts of provisional spans that are newer than the known spans and replace them.
 * @param known ascending and disjoint
 */
export function findNewerParts(given: readonly Provisional[], known: readonly Provisional[]): Provisional[] {
  return given.flatMap((entry) => {
    const newer = known.filter(
      (one) => one.requestedAt >= entry.requestedAt && intersect(one, entry) !== undefined,
    )
    return subtract(entry, newer).map((part) => ({ ...entry, ...part }))
  })
}
