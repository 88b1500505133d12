import type { PriceCandle } from '../api/models.js'
import { type Span, subtract } from '../api/span.js'
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

/** Route of candles from a file that says nothing of how they were fetched. */
export const IMPORT_ROUTE = 'import'

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

// How the ledger of a series grows, the same in every store. Lists are ascending and disjoint.

/** The parts of new entries, in any order, about which nothing is known yet. */
export function unknownParts(entries: CandleCommit['coverage'], covered: readonly Coverage[]): Coverage[] {
  const added: Coverage[] = []
  let place = 0
  let upTo = Number.NEGATIVE_INFINITY
  for (const entry of [...entries].sort((a, b) => a.from - b.from)) {
    // An entry that an earlier one of the same commit reaches into says only what that one does not.
    const from = Math.max(entry.from, upTo)
    if (from >= entry.to) continue
    upTo = entry.to
    while ((covered[place]?.to ?? Number.POSITIVE_INFINITY) <= from) place++
    const near: Coverage[] = []
    for (let at = place; (covered[at]?.from ?? Number.POSITIVE_INFINITY) < entry.to; at++) {
      const known = covered[at]
      if (known !== undefined) near.push(known)
    }
    for (const part of subtract({ from, to: entry.to }, near)) added.push({ ...entry, ...part })
  }
  return added
}

/** Spans that were asked for: whether candles came or not is seen from the candles. */
const asked: ReadonlySet<CoverageKind> = new Set(['data', 'proven_empty'])

/**
 * Two entries as one where they touch and say the same; undefined where they do not. A quiet market is asked minute by
 * minute, now with and now without a candle: that is one span of data, not a row a minute.
 */
export function joined(a: Coverage, b: Coverage): Coverage | undefined {
  if (a.route !== b.route || a.to < b.from || b.to < a.from) return undefined
  if (a.kind !== b.kind && !(asked.has(a.kind) && asked.has(b.kind))) return undefined
  return {
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
    kind: a.kind === b.kind ? a.kind : 'data',
    route: a.route,
    fetchedAt: Math.max(a.fetchedAt, b.fetchedAt),
  }
}

/**
 * Joins two entries that touch and are of the same kind. Entries that are written to another ledger later need this:
 * there only a part of a joined entry may be new, and the kind of each part has to be known.
 */
export function joinedOfOneKind(a: Coverage, b: Coverage): Coverage | undefined {
  return a.kind === b.kind ? joined(a, b) : undefined
}

/** A ledger with its neighbours joined. */
export function tidied(entries: readonly Coverage[], join = joined): Coverage[] {
  const tidy: Coverage[] = []
  for (const entry of entries) {
    const last = tidy.at(-1)
    const both = last === undefined ? undefined : join(last, entry)
    if (both === undefined) tidy.push(entry)
    else tidy[tidy.length - 1] = both
  }
  return tidy
}
