import type { PriceCandle } from '../../api/models/models.js'
import type { Span } from '../../api/times/span.js'
import type { Receipt } from '../series/receipts.js'
import type { Coverage, SeriesIdentity } from './candle-store.js'

/** An ended candle built from samples, in the form in which daemons share it. */
export interface SampledPart {
  readonly bars: readonly PriceCandle[]
  readonly coverage: readonly Coverage[]
  readonly receipts: readonly Receipt[]
  readonly provisional: readonly never[]
}

/**
 * A tier's decision about a candle built from samples:
 * - `own`: it has the candle of this daemon, and so has the store.
 * - `other`: another daemon was first, and the store has its candle.
 * - `readable`: it has none, and this daemon may not upload.
 * - `misdated`: it has none, and this daemon's clock is wrong, so that the candle may belong to a different time.
 * - `away`: it does not respond.
 * - `undated`: it does not respond, and nothing has confirmed this daemon's clock.
 */
export type SampleDecision = 'own' | 'other' | 'readable' | 'misdated' | 'away' | 'undated'

/** Candles built from samples that daemons share. No venue has them, so the tier decides which of two daemons was first. */
export interface SharedSamples {
  /** Stores the candles in a span that other daemons uploaded. @returns whether anything was new */
  take(identity: SeriesIdentity, span: Span): Promise<boolean>
  /** Does the same for a request, unless it was just done. */
  takeForRequest(identity: SeriesIdentity, span: Span): Promise<boolean>
  /** Returns the intervals in which other daemons sample a series, ms. */
  stepsOf(series: Omit<SeriesIdentity, 'stepMs' | 'derivedFromMs'>): Promise<readonly number[]>
  /** Uploads an ended candle, and stores the one that the tier then has. */
  decide(identity: SeriesIdentity, part: SampledPart): Promise<SampleDecision>
  /** Whether this daemon's clock agrees with the tier's. Undefined while that is unknown. */
  isClockRight(): boolean | undefined
  /** Queues a candle for a later upload if no tier has decided about it. */
  give(identity: SeriesIdentity, span: Span): void
}
