import type { PriceCandle } from '../api/models.js'
import type { Span } from '../api/span.js'
import type { VenueId } from '../api/venue-ids.js'
import type { CandleSeries, EmptyReason, PriceBasis } from '../venue-kit/venue.js'
import type { KnownLife } from './life.js'

/** Names a stored series: one venue series at one native step and price basis. */
export interface SeriesIdentity {
  readonly venue: VenueId
  readonly seriesKey: string
  readonly stepMs: number
  readonly basis: PriceBasis
  /** Of candles that were made here: the step of those they were made of (made.ts). */
  readonly madeFromMs?: number
}

/** One text for one identity: the key of whatever is kept by series within this process. */
export function seriesName({ venue, seriesKey, stepMs, basis, madeFromMs }: SeriesIdentity): string {
  const native = [venue, seriesKey, stepMs, basis].join('\n')
  return madeFromMs === undefined ? native : `${native}\n${madeFromMs}`
}

/** `data`: asked and kept, with or without candles in it. The other kinds say why nothing is there. */
export type CoverageKind = 'data' | 'proven_empty' | 'before_listing' | 'after_close' | 'beyond_retention'

/** A span of open times about which everything that will ever be known is known. */
export interface Coverage extends Span {
  readonly kind: CoverageKind
  /** Which of the venue's routes answered. */
  readonly route: string
  readonly fetchedAt: number
}

/** What one fetch brought: candles, and the spans it settles. Kept whole or not at all. */
export interface CandleCommit {
  readonly bars: readonly PriceCandle[]
  readonly coverage: readonly Coverage[]
}

/** Where an outcome's candles come from, as last learned. */
export interface KnownSeries extends KnownLife {
  readonly series: CandleSeries
}

/** A step of a series about which something is known, and the open times between which it lies. */
interface Extent extends Span {
  readonly stepMs: number
}

export interface StoredText {
  readonly text: string
  /** How many candles it holds. */
  readonly count: number
  /** Open time of the last candle in it; undefined when there is none. */
  readonly last: number | undefined
}

/** Final candles and the coverage ledger. Implementations keep to one suite of promises. */
export interface CandleStore {
  /** Ledger entries that touch the span, ascending and disjoint. */
  coverage(identity: SeriesIdentity, span: Span): Coverage[]
  /** Candles with open times in the span, ascending. */
  read(identity: SeriesIdentity, span: Span): PriceCandle[]
  /** The same as ready JSON, with the last open time; the text is what `candlesText(read(...))` gives. */
  readText(identity: SeriesIdentity, span: Span): StoredText
  /** The steps of a series about which the ledger says anything, finest first. */
  extents(series: Omit<SeriesIdentity, 'stepMs'>): Extent[]
  /** How many candles have open times in the span; of more than `most` it says `most`. */
  count(identity: SeriesIdentity, span: Span, most: number): number
  /**
   * Adds candles and ledger entries together. Spans already covered stay as they are, and so do their candles:
   * what was final is not rewritten, and not deleted because a venue now says less.
   */
  commit(identity: SeriesIdentity, commit: CandleCommit): void
  /**
   * Drops what a clock that ran ahead has left: ledger entries of a later time than `now`, epoch ms, with the candles
   * of them that may not have been final, and the trust in series that were located later than that. Keeps all candles
   * where one is from later than `now`: then it is `now` that is wrong.
   * @returns false when it could not be done
   */
  dropFuture(now: number): boolean
  /** The series an outcome id was located at; undefined when never asked. */
  known(venue: VenueId, outcomeId: string): KnownSeries | undefined
  remember(venue: VenueId, outcomeId: string, known: KnownSeries): void
  /**
   * The series of an outcome that its venue does not know, or no longer: where it was last located, else one that bears
   * its name, as an import has it. It lives as long as there is data of it; undefined when there is none.
   */
  remnant(venue: VenueId, outcomeId: string): CandleSeries | undefined
  close(): void
}

/** The reason an answer without candles gives, from what the ledger says about its window. */
export function emptyReasonOf(coverage: readonly Coverage[]): EmptyReason {
  const kinds = new Set(coverage.map((entry) => entry.kind))
  if (kinds.has('data') || kinds.has('proven_empty')) return 'no_trades'
  if (kinds.has('beyond_retention')) return 'beyond_retention'
  if (kinds.has('after_close')) return 'after_close'
  return kinds.has('before_listing') ? 'before_listing' : 'no_trades'
}
