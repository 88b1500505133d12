import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { intersect, type Span, subtract } from '../../api/times/span.js'
import type { Provisional } from '../series/empty-range-confirmation.js'
import type { Receipt, Restated } from '../series/receipts.js'
import type { Coverage, KnownSeries, SeriesIdentity } from '../store/candle-store.js'
import type { TakeBudget } from './shared-budgets.js'
import type { NamedLease } from './shared-leases.js'

/**
 * A series, as daemons identify it to each other. It has no address, because only candles from the venues' own addresses are
 * shared, and simulators on the same port of two machines would have the same address. Derived series are not shared, because
 * each daemon derives its own.
 */
export type SharedSeries = Omit<SeriesIdentity, 'derivedFromMs'>

/**
 * Final candles of a series, with the coverage that confirms them. Empty ranges that only one response confirms are listed
 * separately. They remain provisional in each store until a later response to any daemon confirms them. Without them, every
 * daemon would fetch each window with an interval without trades again.
 */
export interface SharedPart {
  /** Candles within the coverage of kind `data`, ascending, at most one per open time. */
  readonly bars: readonly PriceCandle[]
  /** Ascending and disjoint, with route and time of the first daemon. Never of kind `beyond_retention`. */
  readonly coverage: readonly Coverage[]
  /**
   * When each part became known to the daemon that fetched it. A receipt with the same span, time and source replaces the known
   * one.
   */
  readonly receipts: readonly Receipt[]
  /** Ascending and disjoint; final spans may be within. */
  readonly provisional: readonly Provisional[]
  /**
   * Replaced values of the candles, by open time. Without them, the candles would look as if they had always had their values. Absent
   * where there are none, and from daemons and databases of older versions.
   */
  readonly restated?: readonly Restated[]
}

/** Why stored candles are withdrawn: forgotten, written by a daemon with a fast clock, or replaced by other values. */
export type RetractionReason = 'forgotten' | 'future' | 'restated'

/** A span of a series that each daemon deletes from its own store, and downloads or fetches again. */
export interface Retraction extends Span {
  readonly series: SharedSeries
  readonly reason: RetractionReason
}

/** A retraction, and when it was written. */
export interface DatedRetraction extends Retraction {
  /** By the tier's clock, epoch ms. */
  readonly at: number
}

/** The cursor of no tier: the retractions after it begin with the first one. */
export const FIRST_RETRACTIONS = 'none'

/** A page of a tier's retractions. */
export interface RetractionPage {
  /** In the order in which they were written. */
  readonly retractions: readonly DatedRetraction[]
  /** Where the next page begins. */
  readonly cursor: string
}

/** Whether a change was made. `outdated`: another daemon has withdrawn part of the span since, and nothing was changed. */
export type WriteResult = 'written' | 'outdated'

/** The right to fetch a bucket from the venue. If its holder dies, it expires after some seconds, by the tier's clock. */
export type Lease =
  | {
      readonly kind: 'mine'
      /** Ends the claim. Never rejects. It is renewed until then. */
      release(): Promise<void>
    }
  | {
      readonly kind: 'held'
      /** Time until the claim of the other daemon expires unless it is renewed, ms. */
      readonly leftMs: number
    }

/**
 * A history that several daemons share in addition to their own stores. It is called before the venue would be called. Every
 * method rejects if the tier is unreachable. The caller limits the time with the signal, and continues without the tier.
 */
export interface CandleTier {
  /** For settings, logs, metrics and health, such as `postgres`. Never an address or a password. */
  readonly name: string
  /**
   * Why the tier currently refuses this daemon's uploads, as text for people. Undefined if it accepts them. Absent: it accepts
   * all.
   */
  refusal?(): string | undefined
  /** Whether an error of a call is a response of the tier, which is therefore reachable. Absent: none is. */
  hasResponded?(error: unknown): boolean
  /** Returns the tier's data about a span, which may be only parts of it. */
  take(series: SharedSeries, span: Span, signal: AbortSignal): Promise<SharedPart>
  /**
   * Adds a part, either completely or not at all. The call is idempotent. If two daemons upload the same span, the first one
   * wins, by the rules of `findUnknownParts`. Of two provisional spans, the newer one wins, by {@link findNewerParts}. Entries
   * that were fetched later than the tier's time plus `CLOCK_TOLERANCE_MS` are refused with an error. Absent if the tier is read
   * only.
   * @param seen the cursor of the retractions that the store of the part has applied; absent: not compared
   */
  give?(series: SharedSeries, part: SharedPart, signal: AbortSignal, seen?: string): Promise<WriteResult>
  /**
   * Leases the right to fetch a bucket. Absent if daemons cannot agree through the tier.
   * @param bucket aligned to the epoch by the widest window of one venue call (`bucketsOf`)
   */
  claim?(series: SharedSeries, bucket: Span, signal: AbortSignal): Promise<Lease>
  /**
   * Leases a name: the right to a round of background work that only one daemon needs to do. Returns undefined while another
   * daemon has it. Absent if daemons cannot agree through the tier.
   */
  lease?(name: string, signal: AbortSignal): Promise<NamedLease | undefined>
  /**
   * Withdraws a span from the tier, adds its replacement, and records this for the other daemons, in one step. Otherwise another
   * daemon could add the former values in between. With a replacement, only candles that it knows later are withdrawn. Absent if
   * the tier is read only.
   * @param seen as for `give`
   */
  retract?(
    retraction: Retraction,
    replacement: SharedPart | undefined,
    signal: AbortSignal,
    seen?: string,
  ): Promise<WriteResult>
  /**
   * Returns the retractions after a cursor, except those of this instance. `undefined` returns an empty page with the current
   * cursor, and a cursor of another history those from the first one on.
   */
  retractions?(after: string | undefined, signal: AbortSignal): Promise<RetractionPage>
  /** Returns the series at which another daemon located an outcome, or undefined if none did. */
  known?(venue: VenueId, outcomeId: string, signal: AbortSignal): Promise<KnownSeries | undefined>
  /** Shares where an outcome was located; the newest `checkedAt` wins. */
  remember?(venue: VenueId, outcomeId: string, known: KnownSeries, signal: AbortSignal): Promise<void>
  /**
   * Takes whole tokens from a bucket that daemons share, by the tier's clock, and at most as many as it has. With a pause the
   * bucket is empty until the pause ends. Absent if daemons cannot agree through the tier.
   */
  readonly takeBudget?: TakeBudget
  /** Returns the intervals of a series' candles, ms, ascending. Absent if the tier does not list them. */
  steps?(series: Omit<SharedSeries, 'stepMs'>, signal: AbortSignal): Promise<readonly number[]>
  /** Returns the tier's time, epoch ms, which also shows that it is reachable. A daemon whose clock differs only downloads. */
  now(signal: AbortSignal): Promise<number>
  close(): Promise<void>
}

/** Data of a tier that cannot be right. The tier itself works: such data does not stop other calls. */
export class InvalidSharedData extends Error {
  override readonly name = 'InvalidSharedData'
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
