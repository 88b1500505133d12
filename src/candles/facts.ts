import type { Span } from '../api/span.js'
import type { EmptyReason, PriceBasis } from '../venue-kit/venue.js'

/** The story behind an answer that may be out of date. */
export interface StaleFacts {
  /** Why the venue was not asked to any avail, in one word. */
  readonly reason: string
  /** Seconds since the newest part of what the answer rests on was fetched. */
  readonly ageS: number
  /** Open times that belong to the answer and of which nothing is stored; ascending and disjoint, epoch ms. */
  readonly missing: readonly Span[]
}

/** The story behind an answer. */
export interface CandleFacts {
  readonly basis: PriceBasis
  readonly stepMs: number
  /** Whether upstream was asked for none, some or all of it. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Open time of the running candle, when it is among the candles. */
  readonly runningFrom?: number
  /** Why there are no candles. */
  readonly emptyReason?: EmptyReason | 'in_future'
  /**
   * The oldest open time that was looked at, epoch ms: when a question without a start had to look further back than
   * its limit of steps, or found fewer candles than that.
   */
  readonly searchedFrom?: number
  /** The same question has the same answer until then (epoch ms); infinite for final windows. */
  readonly freshUntil: number
  /** The series behind the answer, for caches that must follow it. */
  readonly seriesKey: string
  /** Of the series, from before the answer was put together. */
  readonly generation: number
  /** Changes whenever the answer to the same question may have changed. */
  readonly tag: string
  /** Whether nothing more will come of the market: decided, or closed for long. */
  readonly isOver: boolean
  /** The venue could not be asked: this is what is stored, and no more. */
  readonly stale?: StaleFacts
  /** The venue does not know the outcome now: what is stored is told, and there may be more. */
  readonly isForgotten?: true
}
