import type { PriceCandle } from '../../api/models/models.js'
import type { Span } from '../../api/times/span.js'
import type { Receipt } from '../series/receipts.js'
import type { Coverage, SeriesIdentity } from './candle-store.js'

/** A candle of samples whose time is over, in the form in which daemons share it. */
export interface SampledPart {
  readonly bars: readonly PriceCandle[]
  readonly coverage: readonly Coverage[]
  readonly receipts: readonly Receipt[]
  readonly provisional: readonly never[]
}

/**
 * What a tier decided about a candle of samples:
 * - `own`: it has the candle of this daemon, and so has the store.
 * - `other`: another daemon was first, and the store has its candle.
 * - `readable`: it has none, and this daemon may not give.
 * - `misdated`: it has none, and the clock of this daemon is wrong, so that the candle may be of another time.
 * - `away`: it does not respond.
 * - `undated`: it does not respond, and nothing has confirmed the clock of this daemon.
 */
export type SampleDecision = 'own' | 'other' | 'readable' | 'misdated' | 'away' | 'undated'

/** Candles of samples that daemons share. No venue has them, so the tier decides which of two daemons was first. */
export interface SharedSamples {
  /** Stores the candles of a span that other daemons gave. @returns whether anything was new */
  take(identity: SeriesIdentity, span: Span): Promise<boolean>
  /** Does so for a request, where the same was not done just before. */
  takeForRequest(identity: SeriesIdentity, span: Span): Promise<boolean>
  /** Returns the intervals in which other daemons sample a series, ms. */
  stepsOf(series: Omit<SeriesIdentity, 'stepMs' | 'derivedFromMs'>): Promise<readonly number[]>
  /** Gives one candle whose time is over, and stores the one that the tier then has. */
  decide(identity: SeriesIdentity, part: SampledPart): Promise<SampleDecision>
  /** Whether the clock of this daemon is that of the tier; undefined while that is unknown. */
  isClockRight(): boolean | undefined
  /** Has a candle given later that no tier decided about. */
  give(identity: SeriesIdentity, span: Span): void
}
