import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { DAY_MS } from '../../api/times/resolution.js'
import { intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { CandleSeries, EmptyReason, PriceBasis } from '../../venue-kit/contract/venue.js'
import type { LifecycleFact } from '../series/lifecycle-facts.js'
import type { Provisional } from '../series/provisional.js'
import type { Receipt } from '../series/receipts.js'
import type { KnownTradingPeriod } from '../series/trading-period.js'

/** Names a stored series: one venue series at one native step and price basis. */
export interface SeriesIdentity {
  readonly venue: VenueId
  readonly seriesKey: string
  readonly stepMs: number
  readonly basis: PriceBasis
  /** Of candles that were made here: the step of those they were made of (response/derived-series.ts). */
  readonly madeFromMs?: number
}

/** One text for one identity: the key of whatever is kept by series within this process. */
export function seriesNameOf({ venue, seriesKey, stepMs, basis, madeFromMs }: SeriesIdentity): string {
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
  /** Epoch ms; of a refusal of one response alone so much earlier as it holds shorter (`datedRefusals`). */
  readonly fetchedAt: number
}

/** What one fetch brought: candles, and the spans it settles. Kept whole or not at all. */
export interface CandleCommit {
  readonly bars: readonly PriceCandle[]
  readonly coverage: readonly Coverage[]
  /** What is provisional now within a span, in place of what was. */
  readonly provisional?: { readonly within: Span; readonly entries: readonly Provisional[] }
  /** What was recorded of it where it was kept until now; otherwise its receipt is made of what is new. */
  readonly receipts?: readonly Receipt[]
}

/** Where an outcome's candles come from, as last learned. */
export interface KnownSeries extends KnownTradingPeriod {
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
  /** What one response alone says of a span, ascending and disjoint; some of it may be covered by now. */
  provisional(identity: SeriesIdentity, span: Span): Provisional[]
  /** When candles of a span became known, by the end of what each receipt is about. */
  receipts(identity: SeriesIdentity, span: Span): Receipt[]
  /** Candles with open times in the span, ascending. */
  read(identity: SeriesIdentity, span: Span): PriceCandle[]
  /** The same as ready JSON, with the last open time; the text is what `renderCandles(read(...))` gives. */
  readText(identity: SeriesIdentity, span: Span): StoredText
  /** The steps of a series about which the ledger says anything, finest first. */
  extents(series: Omit<SeriesIdentity, 'stepMs'>): Extent[]
  /** How many candles have open times in the span; of more than `most` it says `most`. */
  count(identity: SeriesIdentity, span: Span, most: number): number
  /**
   * Adds candles and ledger entries together. Spans already covered stay as they are, and so do their candles:
   * what was final is not rewritten, and not deleted because a venue now says less. Only `beyond_retention` gives way, to
   * whatever is said later. What is new leaves a receipt.
   */
  commit(identity: SeriesIdentity, commit: CandleCommit): void
  /**
   * Drops what a clock that ran ahead has left: ledger entries of a later time than `now`, epoch ms, with the candles
   * of them that may not have been final, and the trust in series that were located later than that. Keeps all candles
   * where one is from later than `now`: then it is `now` that is wrong.
   * @param isClockRight false while no venue's time has confirmed `now`: a clock that is behind makes all that was fetched
   * lately look like that, so only the trust in series goes. True without it.
   * @returns false when it could not be done
   */
  dropFuture(now: number, isClockRight?: boolean): boolean
  /** The series an outcome id was located at; undefined when never asked. */
  known(venue: VenueId, outcomeId: string): KnownSeries | undefined
  /** Remembers it, with the facts of its trading period that are new. */
  remember(venue: VenueId, outcomeId: string, known: KnownSeries): void
  /** Facts of an outcome in the order in which they became known. */
  lifecycle(venue: VenueId, outcomeId: string): LifecycleFact[]
  /** Adds the facts of an outcome that are new. */
  noteLifecycle(venue: VenueId, outcomeId: string, facts: readonly LifecycleFact[]): void
  /**
   * The series of an outcome that its venue does not know, or no longer: where it was last located, else one that bears
   * its name, as an import has it. It lives as long as there is data of it; undefined when there is none.
   */
  remnant(venue: VenueId, outcomeId: string): CandleSeries | undefined
  close(): void
}

/** The spans of which anything is stored, final or provisional; ascending, disjoint, within the span. */
export function findKnownSpans(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  identity: SeriesIdentity,
  span: Span,
): Span[] {
  const known = [...store.coverage(identity, span), ...store.provisional(identity, span)]
  return joinSpans(known).flatMap((part) => intersect(part, span) ?? [])
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

/**
 * Whether a known entry gives way to a new one: that a venue does not keep a time is only what it says at the moment, so
 * it holds until something is known of that time, or the venue says so again.
 */
function givesWay(known: Coverage, entry: Coverage): boolean {
  if (known.kind !== 'beyond_retention') return false
  return entry.kind !== 'beyond_retention' || entry.fetchedAt > known.fetchedAt
}

/** The parts of new entries, in any order, about which nothing is known yet; {@link leftOf} is for what they replace. */
export function findUnknownParts(
  entries: CandleCommit['coverage'],
  covered: readonly Coverage[],
): Coverage[] {
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
      if (known !== undefined && !givesWay(known, entry)) near.push(known)
    }
    for (const part of subtract({ from, to: entry.to }, near)) added.push({ ...entry, ...part })
  }
  return added
}

/** The entries by which something became known: that a venue does not keep a time is none. */
export function factsIn(entries: readonly Coverage[]): Coverage[] {
  return entries.filter(({ kind }) => kind !== 'beyond_retention')
}

/** What stays of a known entry beside the parts that {@link findUnknownParts} adds: most often the entry itself. */
export function leftOf(known: Coverage, added: readonly Coverage[]): readonly Coverage[] {
  if (known.kind !== 'beyond_retention' || added.every((part) => intersect(part, known) === undefined))
    return [known]
  return subtract(known, added).map((part) => ({ ...known, ...part }))
}

/** Spans that were asked for: whether candles came or not is seen from the candles. */
const asked: ReadonlySet<CoverageKind> = new Set(['data', 'proven_empty'])

/**
 * Two entries as one where they touch and say the same; undefined where they do not. A quiet market is asked minute by
 * minute, now with and now without a candle: that is one span of data, not a row a minute.
 */
export function joinCoverage(a: Coverage, b: Coverage): Coverage | undefined {
  if (a.route !== b.route || a.to < b.from || b.to < a.from) return undefined
  if (a.kind !== b.kind && !(asked.has(a.kind) && asked.has(b.kind))) return undefined
  // What is asked for again after a day is as old as its older part, and does not grow older by what joins it.
  const isForAWhile = a.kind === 'beyond_retention'
  if (isForAWhile && dayOf(a.fetchedAt) !== dayOf(b.fetchedAt)) return undefined
  return {
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
    kind: a.kind === b.kind ? a.kind : 'data',
    route: a.route,
    fetchedAt: (isForAWhile ? Math.min : Math.max)(a.fetchedAt, b.fetchedAt),
  }
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/**
 * Joins two entries that touch and are of the same kind. Entries that are written to another ledger later need this:
 * there only a part of a joined entry may be new, and the kind of each part has to be known.
 */
export function joinEntries(a: Coverage, b: Coverage): Coverage | undefined {
  return a.kind === b.kind ? joinCoverage(a, b) : undefined
}

/** A ledger with its neighbours joined. */
export function joinNeighbors(entries: readonly Coverage[], join = joinCoverage): Coverage[] {
  const tidy: Coverage[] = []
  for (const entry of entries) {
    const last = tidy.at(-1)
    const both = last === undefined ? undefined : join(last, entry)
    if (both === undefined) tidy.push(entry)
    else tidy[tidy.length - 1] = both
  }
  return tidy
}
