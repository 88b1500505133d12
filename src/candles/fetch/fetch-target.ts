import type { StoredTerms } from '../../api/arguments/stored-terms.js'
import type { Span } from '../../api/times/span.js'
import type { QueueClient } from '../../policy/fair-queue.js'
import type { Urgency } from '../../policy/urgency.js'
import type { Secrets } from '../../venue-kit/contract/account-secrets.js'
import type { CandleSeries, CandleSource, NativeStep, Venue } from '../../venue-kit/contract/venue.js'
import type { KnownSeries, SeriesIdentity } from '../store/candle-store.js'
import type { Freshness, WaitTerms } from './max-wait.js'

/** A series with everything needed to request more of it from its venue. */
export interface FetchTarget {
  readonly venue: Venue
  readonly source: CandleSource
  readonly series: CandleSeries
  readonly step: NativeStep
  readonly identity: SeriesIdentity
  /** Name of the identity (`seriesNameOf`). */
  readonly key: string
  /** Maximum age of the live cache for this request, ms. */
  readonly maxAgeMs: number
  /** When cached data replaces the venue's response. Absent if the caller waits for the response. */
  readonly early?: WaitTerms
  /**
   * End of a provisional span that the daemon itself confirms, epoch ms. What follows is fetched with it, but its empty ranges
   * are not recorded: they would have to be confirmed in turn. Absent for requests of callers.
   */
  readonly confirmedTo?: number
  /** The venue does not know the outcome and is not called: stored data is returned. */
  readonly isUnknown: boolean
  /** Returns the stored facts of the outcome. */
  known(): KnownSeries
  /** Returns the current facts of the outcome from the venue. */
  relocate(call: FetchCall): Promise<KnownSeries>
}

/** Terms of a venue call. */
export type FetchTerms = Pick<FetchCall, 'signal' | 'priority' | 'secrets' | 'caller'>

/** The caller, and its wait options. */
export interface FetchCall {
  readonly signal: AbortSignal
  readonly priority: Urgency
  /** The caller in the fair queue. Absent for work of the daemon itself. */
  readonly caller?: QueueClient | undefined
  /** Credentials that the venue may be called with for the caller. */
  readonly secrets: Secrets
  /** The caller may see everything that the daemon has fetched. */
  readonly isOwner?: boolean
  /** Stored data that the caller takes when the venue is unreachable. Absent if it takes only the venue's response. */
  readonly stored?: StoredTerms
  /** How long the caller waits for the newest candles. Absent without a limit. */
  readonly freshness?: Freshness
  /** Called with the number of venue calls made for this caller. */
  onSent(calls: number): void
}

const NO_SPAN: Span = { from: 0, to: 0 }

/** Returns the part of a judged span whose empty ranges are recorded, perhaps an empty one. See `FetchTarget.confirmedTo`. */
export function findRecordedPart({ confirmedTo }: FetchTarget, judged: Span = NO_SPAN): Span {
  return { from: judged.from, to: Math.min(judged.to, confirmedTo ?? judged.to) }
}

/**
 * Records spans of which something is about to be stored for good, so that it is uploaded even if the process is killed.
 * @param route of the response
 * @returns a function that has them uploaded
 */
export type NoteFinal = (target: FetchTarget, spans: readonly Span[], route: string) => () => void
