import type { VenueId } from '../../api/envelope/venue-ids.js'
import { renderResolution } from '../../api/times/resolution.js'
import type { Span } from '../../api/times/span.js'
import type { TableSeries } from '../../candle-table/columns.js'
import { compareSeries } from '../../candle-table/parquet.js'
import {
  createOutcomeBook,
  readProvisionalCandles,
  type StoredSeries,
} from '../../candles/maintenance/series-reader.js'
import type { KnownSeries } from '../../candles/store/candle-store.js'
import type { Database } from '../../storage/driver.js'
import { loadVenue } from '../../venues/registry.js'

/** The sides of series that store one side for two outcomes. `yes` is stored, and `no` is its complement. */
export const seriesSides = ['yes', 'no', 'both'] as const
export type SeriesSide = (typeof seriesSides)[number]

/** A stored series, or its complement, as rows of the candle table. */
export interface ExportedSeries {
  readonly stored: StoredSeries
  readonly series: TableSeries
  /** Whether the rows are the complement of the stored candles. */
  readonly isComplement: boolean
  /** The open times to export, ascending and disjoint. */
  readonly spans: readonly Span[]
  /** The open time of the last provisional candle that is exported. Absent if there are none, or if they are left out. */
  readonly lastProvisional?: number
}

/** Compares texts by their bytes, which is how the rows of the table are sorted. */
export function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/**
 * Returns the native id of the outcome whose candles a series stores: the outcome with the series' name, or the only
 * outcome. If several outcomes or none are known, the name of the series is used.
 */
export function findOutcomeOf(
  { seriesKey }: Pick<StoredSeries, 'seriesKey'>,
  known: readonly Pick<KnownSeries, 'series'>[],
): string {
  const own = known.filter(({ series }) => !series.mirrored).map(({ series }) => series.outcomeId)
  const [only = seriesKey] = own
  return own.length === 1 && !own.includes(seriesKey) ? only : seriesKey
}

/** Returns the native id of the outcome that is the complement of a series, or undefined if none or several are known. */
export function findComplementOf(known: readonly Pick<KnownSeries, 'series'>[]): string | undefined {
  const others = new Set(known.filter(({ series }) => series.mirrored).map(({ series }) => series.outcomeId))
  const [only] = others
  return others.size === 1 ? only : undefined
}

/** The part of the stored series to export. */
export interface SeriesTerms {
  readonly side: SeriesSide
  /** Returns the open times to export of a series. */
  spansOf(stored: StoredSeries): readonly Span[]
  readonly hasProvisional: boolean
  /** Whether only one lookup assigns a series to an outcome. Its complements are then left out. Absent: never. */
  readonly isUnconfirmed?: UnconfirmedCheck
}

export type UnconfirmedCheck = (venue: VenueId, series: KnownSeries['series']) => boolean

/** The series as they are exported, and the series whose complement has no known outcome. */
interface NamedSeries {
  /** In the order of the table. */
  readonly all: readonly ExportedSeries[]
  readonly withoutComplement: readonly StoredSeries[]
}

/** Names the outcomes of series, in the order of the table. */
export function resolveSeriesNames(
  database: Database,
  chosen: readonly StoredSeries[],
  { side, spansOf, hasProvisional, isUnconfirmed = () => false }: SeriesTerms,
): NamedSeries {
  const book = createOutcomeBook(database)
  const all: ExportedSeries[] = []
  const withoutComplement: StoredSeries[] = []
  for (const stored of chosen) {
    const { venue, stepMs } = stored
    const spans = spansOf(stored)
    const open = hasProvisional
      ? readProvisionalCandles(database, stored.id, EVER).at(-1)?.bar.timestamp
      : undefined
    const last = open === undefined ? {} : { lastProvisional: open }
    const known = book(stored)
    const add = (outcomeId: string, isComplement: boolean): void => {
      const series = { venue, outcomeId, resolution: renderResolution(stepMs) }
      all.push({ stored, series, isComplement, spans, ...last })
    }
    if (side !== 'no') add(findOutcomeOf(stored, known), false)
    if (side === 'yes') continue
    const other = findComplementOf(known.filter(({ series }) => !isUnconfirmed(venue, series)))
    if (other === undefined) withoutComplement.push(stored)
    else add(other, true)
  }
  return { all: all.sort((a, b) => compareSeries(a.series, b.series)), withoutComplement }
}

const EVER: Span = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Loads the lag after which a venue's candles are complete, in ms, or 0 for a venue without its own candles. */
export async function loadFinalizeLags(venues: Iterable<VenueId>): Promise<(venue: VenueId) => number> {
  const lags = new Map<VenueId, number>()
  for (const venue of new Set(venues)) lags.set(venue, (await loadVenue(venue))?.candles?.finalAfterMs ?? 0)
  return (venue) => lags.get(venue) ?? 0
}

/** Loads the venues' checks of whether only one lookup assigns a series to an outcome. */
export async function loadUnconfirmedCheck(venues: Iterable<VenueId>): Promise<UnconfirmedCheck> {
  const sources = new Map<VenueId, NonNullable<Awaited<ReturnType<typeof loadVenue>>>['candles']>()
  for (const venue of new Set(venues)) sources.set(venue, (await loadVenue(venue))?.candles)
  return (venue, series) => sources.get(venue)?.isUnconfirmed?.(series) === true
}
