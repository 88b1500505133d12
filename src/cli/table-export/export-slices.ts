import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { CandleColumns } from '../../api/models/candle-columns.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignUp } from '../../api/times/resolution.js'
import { intersect, type Span, subtract } from '../../api/times/span.js'
import { type CandleSlice, toCandleSlice } from '../../candle-table/columns.js'
import {
  createOutcomeBook,
  readContradicted,
  readOutcomeFacts,
  readProvisionalCandles,
  readSeriesColumns,
  readSeriesCoverage,
  readSeriesRecords,
  type StoredSeries,
} from '../../candles/maintenance/series-reader.js'
import { createAvailability } from '../../candles/series/available-at.js'
import type { SeriesNote } from '../../candles/store/import-candles.js'
import type { Database } from '../../storage/driver.js'
import { complementBar, complementPrice } from '../../venue-kit/unify/unified-market.js'
import type { ExportedSeries } from '../import-export/table-series.js'

const EVER: Span = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** How the rows of series are read. */
export interface SliceTerms {
  /** Returns the lag after which a venue's candles are complete, ms. */
  settleLagOf(venue: VenueId): number
  /** Whether candles that are not final are also exported, marked as such. */
  readonly hasProvisional: boolean
}

/** Yields the rows of series in the order of the table. */
export function* readSlices(
  database: Database,
  all: Iterable<ExportedSeries>,
  terms: SliceTerms,
): Generator<CandleSlice> {
  for (const exported of all) yield* slicesOf(database, exported, terms)
}

function* slicesOf(
  database: Database,
  { stored, series, isComplement, spans }: ExportedSeries,
  { settleLagOf, hasProvisional }: SliceTerms,
): Generator<CandleSlice> {
  const { id, stepMs, venue } = stored
  const records = readSeriesRecords(database, id, EVER)
  const availableAt = createAvailability({ ...records, stepMs, finalAfterMs: settleLagOf(venue) })
  const final = hasProvisional ? withMark(series, false) : series
  const open = withMark(series, true)
  for (const span of spans) {
    const waiting = hasProvisional ? readProvisionalCandles(database, id, span).map(({ bar }) => bar) : []
    const provisional = isComplement ? waiting.map(complementBar) : waiting
    for (const columns of readSeriesColumns(database, id, span)) {
      const own = isComplement ? toComplement(columns) : columns
      for (const part of splitAt(own, provisional)) {
        while (openTimeOf(provisional) < timeAt(part, 0))
          yield toCandleSlice(open, provisional.splice(0, 1), availableAt)
        yield withAvailability(final, part, availableAt)
      }
    }
    if (provisional.length > 0) yield toCandleSlice(open, provisional, availableAt)
  }
}

function withMark(series: ExportedSeries['series'], isProvisional: boolean): ExportedSeries['series'] {
  return { ...series, additional: { ...series.additional, provisional: isProvisional } }
}

function timeAt(columns: CandleColumns, at: number): number {
  return columns.timestamp[at] ?? Number.POSITIVE_INFINITY
}

function openTimeOf(bars: readonly PriceCandle[]): number {
  return bars[0]?.timestamp ?? Number.POSITIVE_INFINITY
}

/** Splits candles at points where others open between them. */
function* splitAt(columns: CandleColumns, others: readonly PriceCandle[]): Generator<CandleColumns> {
  for (let from = 0; from < columns.count; ) {
    const next = others.find(({ timestamp }) => timestamp > timeAt(columns, from))
    const to = findPlace(columns, next?.timestamp ?? Number.POSITIVE_INFINITY)
    yield cutColumns(columns, from, to)
    from = to
  }
}

/** Returns the number of candles that open before a time. */
function findPlace(columns: CandleColumns, before: number): number {
  if (timeAt(columns, columns.count - 1) < before) return columns.count
  const at = columns.timestamp.subarray(0, columns.count).findIndex((timestamp) => timestamp >= before)
  return at === -1 ? columns.count : at
}

function cutColumns(columns: CandleColumns, from: number, to: number): CandleColumns {
  if (from === 0 && to === columns.count) return columns
  const { timestamp, open, high, low, close, volume } = columns
  return {
    count: to - from,
    timestamp: timestamp.subarray(from, to),
    open: open.subarray(from, to),
    high: high.subarray(from, to),
    low: low.subarray(from, to),
    close: close.subarray(from, to),
    volume: volume.subarray(from, to),
  }
}

function withAvailability(
  series: ExportedSeries['series'],
  columns: CandleColumns,
  availableOf: (openTime: number) => number,
): CandleSlice {
  const { count, timestamp } = columns
  const availableAt = new Float64Array(count)
  for (let at = 0; at < count; at++) availableAt[at] = availableOf(timestamp[at] ?? 0)
  return { ...columns, series, availableAt }
}

/** Returns the candles of the other side. Each price is exactly 1 minus the stored one, and the high comes from the low. */
function toComplement(columns: CandleColumns): CandleColumns {
  const complement = (prices: Float64Array): Float64Array => prices.map(complementPrice)
  const { open, high, low, close } = columns
  return {
    ...columns,
    open: complement(open),
    high: complement(low),
    low: complement(high),
    close: complement(close),
  }
}

/**
 * Creates a function that reads what the sidecar file reports about a series.
 * @param contradictedOf returns the spans that are left out
 */
export function createNoteReader(
  database: Database,
  originOf: (address: string) => string,
  contradictedOf: (seriesId: number) => readonly Span[] = (id) => readContradicted(database, id),
): (stored: StoredSeries, spans: readonly Span[]) => SeriesNote {
  const outcomes = createOutcomeBook(database)
  return (stored, spans) => {
    const { id, venue, address, seriesKey, stepMs, basis } = stored
    const parts = spans.map((span) => wholeIntervals(span, stepMs)).filter(({ from, to }) => from < to)
    // The rows of contradicted candles are left out: without them, an import would make their intervals empty.
    const contradicted = contradictedOf(id)
    const withoutContradicted = <Part extends Span>(entry: Part): Part[] =>
      subtract(entry, contradicted).map((part) => ({ ...entry, ...part }))
    const coverage = readSeriesCoverage(database, id).flatMap((entry) =>
      parts.flatMap((span) => {
        const part = intersect(entry, span)
        return part === undefined ? [] : withoutContradicted({ ...entry, ...part })
      }),
    )
    const records = parts.map((span) => readSeriesRecords(database, id, span))
    return {
      identity: { venue, seriesKey, stepMs, basis },
      origin: originOf(address),
      coverage,
      provisional: records.flatMap(({ provisional }) => provisional).flatMap(withoutContradicted),
      receipts: records.flatMap(({ receipts }) => receipts),
      restated: records.flatMap(({ restated }) => restated),
      outcomes: outcomes(stored).map((known) => {
        const { outcomeId } = known.series
        return { ...known, lifecycle: readOutcomeFacts(database, { venue, outcomeId, address }) }
      }),
    }
  }
}

/** Reduces a span to the intervals that open in it. Earlier intervals are not in the export, and neither are their notes. */
function wholeIntervals({ from, to }: Span, stepMs: number): Span {
  return { from: alignUp(from, stepMs), to: Math.min(Number.MAX_SAFE_INTEGER, alignUp(to, stepMs)) }
}
