import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { DAY_MS } from '../../api/times/resolution.js'
import { intersect, joinSpans, type Span, sortSpans, subtract } from '../../api/times/span.js'
import type { CandleSeries, EmptyReason, PriceBasis } from '../../venue-kit/contract/venue.js'
import type { Provisional, ProvisionalCandles } from '../series/empty-range-confirmation.js'
import type { LifecycleFact } from '../series/lifecycle-facts.js'
import type { Receipt, Restated } from '../series/receipts.js'
import type { KnownTradingPeriod } from '../series/trading-period.js'

/** Identity of a stored series: one venue series at one native interval and price basis. */
export interface SeriesIdentity {
  readonly venue: VenueId
  readonly seriesKey: string
  readonly stepMs: number
  readonly basis: PriceBasis
  /** For derived candles: the interval of their source (response/derived-series.ts). */
  readonly derivedFromMs?: number
}

/** Returns a unique text for an identity. It is the key for everything that this process stores by series. */
export function seriesNameOf({ venue, seriesKey, stepMs, basis, derivedFromMs }: SeriesIdentity): string {
  const native = [venue, seriesKey, stepMs, basis].join('\n')
  return derivedFromMs === undefined ? native : `${native}\n${derivedFromMs}`
}

/** `data`: fetched and stored, with or without candles in it. The other kinds give the reason why nothing is there. */
export type CoverageKind = 'data' | 'proven_empty' | 'before_listing' | 'after_close' | 'beyond_retention'

/** Route of candles from a file that does not have the route of their fetch. */
export const IMPORT_ROUTE = 'import'

/** Ends the route of a response to a call with credentials: only their holder may see it. Older versions read it as a route. */
const KEY_MARK = '+key'

/** Returns the route of a response, with a mark if the call had credentials. */
export function markRoute(route: string, isWithKey: boolean): string {
  return isWithKey ? `${route}${KEY_MARK}` : route
}

/** Whether a route is of calls with credentials. */
export function isKeyedRoute(route: string): boolean {
  return route.endsWith(KEY_MARK)
}

/** Whether data of a route may leave this daemon: not that of imported files, and not that of calls with credentials. */
export function isSharedRoute(route: string): boolean {
  return route !== IMPORT_ROUTE && !isKeyedRoute(route)
}

/**
 * Whether a response can be compared with stored data, because both come from one route. A response to a call with credentials
 * decides nothing about data that other daemons may have.
 * @param route of the response
 */
export function isOfRoute(stored: string, route: string): boolean {
  return stored === route || stored === markRoute(route, true)
}

/** A span of open times about which everything is known that will ever be known. */
export interface Coverage extends Span {
  readonly kind: CoverageKind
  /** Route of the venue that responded. */
  readonly route: string
  /** Epoch ms. A refusal of only one response has an earlier time, because it is valid for a shorter time (`dateRefusals`). */
  readonly fetchedAt: number
}

/** The result of one fetch: candles, and the spans that it finalizes. It is stored either completely or not at all. */
export interface CandleCommit {
  readonly bars: readonly PriceCandle[]
  readonly coverage: readonly Coverage[]
  /** The new provisional spans within a span, which replace the old ones. */
  readonly provisional?: { readonly within: Span; readonly entries: readonly Provisional[] }
  /** The new provisional candles within a span, which replace the old ones. */
  readonly ends?: { readonly within: Span; readonly entries: readonly ProvisionalCandles[] }
  /** Receipts from another store. If absent, the receipt is derived from the new data. */
  readonly receipts?: readonly Receipt[]
  /** Replaced values from another store. */
  readonly restated?: readonly Restated[]
  /** Whether the candles were final elsewhere, so that long runs of them are compacted at any age. */
  readonly isLasting?: boolean
}

/** Where an outcome's candles come from, as last known. */
export interface KnownSeries extends KnownTradingPeriod {
  readonly series: CandleSeries
  /** Whether another daemon located it, and the venue was not called for it since. */
  readonly isShared?: true
  /** Whether a call with credentials located it: no other daemon may know. */
  readonly isWithKey?: true
}

/** A resolution of a series with coverage, and the open times of its extent. */
interface Extent extends Span {
  readonly stepMs: number
}

export interface StoredText {
  readonly text: string
  /** Number of candles. */
  readonly count: number
  /** Open time of the last candle, or undefined without candles. */
  readonly last: number | undefined
}

/** Final candles and their coverage. One test suite covers all implementations. */
export interface CandleStore {
  /** Returns coverage entries that touch the span, ascending and disjoint. */
  coverage(identity: SeriesIdentity, span: Span): Coverage[]
  /** Returns the provisional parts of a span, ascending and disjoint; some of them may be covered by now. */
  provisional(identity: SeriesIdentity, span: Span): Provisional[]
  /**
   * Returns the provisional candles of a span, ascending and disjoint. `read` does not return them. Some of them may be covered
   * by now.
   */
  ends(identity: SeriesIdentity, span: Span): ProvisionalCandles[]
  /** Returns when candles of a span became known, by the end of each receipt. */
  receipts(identity: SeriesIdentity, span: Span): Receipt[]
  /** Returns the values in a span that were replaced, by open time. */
  restated(identity: SeriesIdentity, span: Span): Restated[]
  /** Returns candles with open times in the span, ascending. */
  read(identity: SeriesIdentity, span: Span): PriceCandle[]
  /** Returns the same as JSON, with the last open time; the text is equal to `renderCandles(read(...))`. */
  readText(identity: SeriesIdentity, span: Span): StoredText
  /** Returns the resolutions of a series that have coverage, finest first. */
  extents(series: Omit<SeriesIdentity, 'stepMs'>): Extent[]
  /** Returns the number of candles with open times in the span, at most `most`. */
  count(identity: SeriesIdentity, span: Span, most: number): number
  /**
   * Adds candles and coverage entries together. Covered spans and their candles are not changed: final candles are not rewritten,
   * and are not deleted if a venue now reports less. Only `beyond_retention` is replaced by any later report. New data creates a
   * receipt.
   */
  commit(identity: SeriesIdentity, commit: CandleCommit): void
  /**
   * Deletes a span from the coverage, with its candles and those derived from them. Returns false if it remains because the file
   * cannot be written.
   */
  remove(identity: SeriesIdentity, span: Span): boolean
  /**
   * Drops data from a fast clock: coverage entries later than `now`, epoch ms, and those of their candles that may not have been
   * final. Series that were located later than that are located again. If any candle is later than `now`, all candles remain,
   * because `now` is then wrong.
   * @param isClockRight false while no venue's time has confirmed `now`: with a slow clock, everything fetched recently looks
   * like that, so no candles are dropped. True by default.
   * @returns false if it could not be done
   */
  dropFuture(now: number, isClockRight?: boolean): boolean
  /** Returns the series at which an outcome id was located, or undefined if it was never requested. */
  known(venue: VenueId, outcomeId: string): KnownSeries | undefined
  /** Stores where an outcome was located, with the new facts about its trading period. */
  remember(venue: VenueId, outcomeId: string, known: KnownSeries): void
  /** Drops where other daemons located a venue's outcomes. Returns false if they remain because the file cannot be written. */
  dropShared(venue: VenueId): boolean
  /** Returns the facts of an outcome in the order in which they became known. */
  lifecycle(venue: VenueId, outcomeId: string): LifecycleFact[]
  /** Adds the new facts about an outcome. */
  noteLifecycle(venue: VenueId, outcomeId: string, facts: readonly LifecycleFact[]): void
  /**
   * Returns the series of an outcome that its venue does not know: where it was last located, or else one with its name, for
   * example from an import. Its trading period is the extent of its data, or undefined without data.
   */
  remnant(venue: VenueId, outcomeId: string): CandleSeries | undefined
  close(): void
}

/** Returns the spans that contain stored data, final or provisional; ascending, disjoint, within the span. */
export function findKnownSpans(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  identity: SeriesIdentity,
  span: Span,
): Span[] {
  const known = [...store.coverage(identity, span), ...store.provisional(identity, span)]
  return joinSpans(known).flatMap((part) => intersect(part, span) ?? [])
}

/** Returns the parts of a span that only one response confirms; ascending, disjoint, within the span. */
export function findProvisionalParts(
  store: Pick<CandleStore, 'coverage' | 'provisional'>,
  identity: SeriesIdentity,
  span: Span,
): Provisional[] {
  const open = store.provisional(identity, span)
  if (open.length === 0) return []
  const final = store.coverage(identity, span)
  return open.flatMap((entry) => {
    const part = intersect(entry, span)
    return part === undefined ? [] : subtract(part, final).map((rest) => ({ ...entry, ...rest }))
  })
}

/** Returns why a result has no candles, from the coverage of its window. */
export function emptyReasonOf(coverage: readonly Coverage[]): EmptyReason {
  const kinds = new Set(coverage.map((entry) => entry.kind))
  if (kinds.has('data') || kinds.has('proven_empty')) return 'no_trades'
  if (kinds.has('beyond_retention')) return 'beyond_retention'
  if (kinds.has('after_close')) return 'after_close'
  return kinds.has('before_listing') ? 'before_listing' : 'no_trades'
}

// How the coverage of a series grows, the same in every store. Lists are ascending and disjoint.

/**
 * Whether a known entry is replaced by a new one. A venue's report that it does not retain a time is valid until something is
 * known of that time, or the venue reports it again.
 */
function givesWay(known: Coverage, entry: Coverage): boolean {
  if (known.kind !== 'beyond_retention') return false
  return entry.kind !== 'beyond_retention' || entry.fetchedAt > known.fetchedAt
}

/**
 * Returns the parts of new entries, in any order, that are not known yet. {@link leftOf} returns the remaining parts of known
 * entries.
 */
export function findUnknownParts(
  entries: CandleCommit['coverage'],
  covered: readonly Coverage[],
): Coverage[] {
  const added: Coverage[] = []
  let place = 0
  let upTo = Number.NEGATIVE_INFINITY
  for (const entry of sortSpans(entries)) {
    // An entry that overlaps an earlier one of the same commit counts only for the rest.
    const from = Math.max(entry.from, upTo)
    if (from >= entry.to) continue
    upTo = entry.to
    while ((covered[place]?.to ?? Number.POSITIVE_INFINITY) <= from) place++
    // Usually nothing is known there.
    if (from === entry.from && (covered[place]?.from ?? Number.POSITIVE_INFINITY) >= entry.to) {
      added.push(entry)
      continue
    }
    const near: Coverage[] = []
    for (let at = place; (covered[at]?.from ?? Number.POSITIVE_INFINITY) < entry.to; at++) {
      const known = covered[at]
      if (known !== undefined && !givesWay(known, entry)) near.push(known)
    }
    for (const part of subtract({ from, to: entry.to }, near)) added.push({ ...entry, ...part })
  }
  return added
}

/** Returns the entries that add information, which times that a venue does not retain do not. */
export function factsIn(entries: readonly Coverage[]): Coverage[] {
  return entries.filter(({ kind }) => kind !== 'beyond_retention')
}

/** Returns the rest of a known entry next to the parts that {@link findUnknownParts} adds: usually the entry itself. */
export function leftOf(known: Coverage, added: readonly Coverage[]): readonly Coverage[] {
  if (known.kind !== 'beyond_retention' || added.every((part) => intersect(part, known) === undefined))
    return [known]
  return subtract(known, added).map((part) => ({ ...known, ...part }))
}

/** Spans that were fetched. The stored candles show whether any exist. */
const asked: ReadonlySet<CoverageKind> = new Set(['data', 'proven_empty'])

/** Whether a span was fetched, with or without candles. */
export function isFetched({ kind }: Pick<Coverage, 'kind'>): boolean {
  return asked.has(kind)
}

/**
 * Joins two entries that touch and are equal, or returns undefined. A quiet market is fetched minute by minute, with and
 * without candles, and gets one span of data instead of a row per minute.
 */
export function joinCoverage(a: Coverage, b: Coverage): Coverage | undefined {
  if (a.route !== b.route || a.to < b.from || b.to < a.from) return undefined
  if (a.kind !== b.kind && !(asked.has(a.kind) && asked.has(b.kind))) return undefined
  // An entry that is fetched again after a day is as old as its older part; joining does not make it older.
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
 * Joins two entries that touch and are of the same kind. Entries that are later written to other coverage need this: only
 * a part of a joined entry may be new there, and the kind of each part must be known.
 */
export function joinEntries(a: Coverage, b: Coverage): Coverage | undefined {
  return a.kind === b.kind ? joinCoverage(a, b) : undefined
}

/** Joins adjacent coverage entries. */
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

/** Returns the smallest span with all candles, in any order, or undefined for none. */
export function hullOfBars(bars: readonly PriceCandle[], stepMs: number): Span | undefined {
  let [from, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { timestamp } of bars) {
    from = Math.min(from, timestamp)
    last = Math.max(last, timestamp)
  }
  return bars.length === 0 ? undefined : { from, to: last + stepMs }
}

/** Returns the candles at open times where none are stored. */
export function withoutTimes(
  bars: readonly PriceCandle[],
  stored: readonly PriceCandle[],
): readonly PriceCandle[] {
  const times = new Set(stored.map(({ timestamp }) => timestamp))
  return bars.filter(({ timestamp }) => !times.has(timestamp))
}
