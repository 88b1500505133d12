import type { StoredTerms } from '../../api/arguments/stored-terms.js'
import type { QueueClient } from '../../policy/fair-queue.js'
import type { Urgency } from '../../policy/urgency.js'
import type { Secrets } from '../../venue-kit/contract/account-secrets.js'
import type { CandleSeries, CandleSource, NativeStep, Venue } from '../../venue-kit/contract/venue.js'
import type { KnownSeries, SeriesIdentity } from '../store/candle-store.js'
import type { Freshness, WaitTerms } from './max-wait.js'

/** A series with everything needed to ask its venue for more of it. */
export interface FetchTarget {
  readonly venue: Venue
  readonly source: CandleSource
  readonly series: CandleSeries
  readonly step: NativeStep
  readonly identity: SeriesIdentity
  /** Name of the identity (`seriesNameOf`). */
  readonly key: string
  /** How old a live edge may be for this question, ms. */
  readonly maxAgeMs: number
  /** When what is known does without the venue's answer; absent for who waits for that. */
  readonly early?: WaitTerms
  /** The venue does not know it, and is asked for nothing: what is stored is told. */
  readonly isForgotten: boolean
  /** What is known of the outcome by now. */
  known(): KnownSeries
  /** What the venue says of the outcome now. */
  relocate(call: FetchCall): Promise<KnownSeries>
}

/** On which terms a venue is asked. */
export type FetchTerms = Pick<FetchCall, 'signal' | 'priority' | 'secrets' | 'caller'>

/** Who asks, and for how long he waits. */
export interface FetchCall {
  readonly signal: AbortSignal
  readonly priority: Urgency
  /** For whom it is done; for nobody in particular by default. */
  readonly caller?: QueueClient | undefined
  /** Credentials the venue may be asked with on his behalf. */
  readonly secrets: Secrets
  /** He may see whatever the daemon has brought. */
  readonly isOwner?: boolean
  /** What he takes where the venue cannot be asked; absent for one who takes nothing but the venue's answer. */
  readonly stored?: StoredTerms
  /** How long he waits for the newest; absent for one who waits as long as it takes. */
  readonly freshness?: Freshness
  /** Told how many venue calls were made on this caller's behalf. */
  onSent(calls: number): void
}
