import { isVenueId, type VenueId } from '../../api/envelope/venue-ids.js'
import { type CandleColumns, createCandleColumns } from '../../api/models/candle-columns.js'
import type { PriceCandle } from '../../api/models/models.js'
import { createSpanTest, intersect, type Span, subtract } from '../../api/times/span.js'
import type { Database, SqlValue } from '../../storage/driver.js'
import type { CandleSeries, PriceBasis } from '../../venue-kit/contract/venue.js'
import { chunkColumns, toChunk } from '../database/candle-and-chunk-tables.js'
import { type Chunk, candlesIn, columnsIn } from '../database/chunk-codec.js'
import { createRecordTable, type OutcomeLocator } from '../database/record-table.js'
import type { AddressOf } from '../database/sqlite-store.js'
import type { LifecycleFact } from '../series/lifecycle-facts.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import {
  candleColumns,
  coverageColumns,
  provisionalCandleColumns,
  provisionalColumns,
  toCandle,
  toCoverage,
  toKnown,
  toProvisional,
  toProvisionalCandles,
} from '../store/candle-row.js'
import { type Coverage, type KnownSeries, markRoute, type SeriesIdentity } from '../store/candle-store.js'
import type { SeriesRecords } from '../store/import-candles.js'
import { findContradicted, toDiffering } from '../store/open-differences.js'

/** The candle database as a whole, for tools that read more than one series. Read access is enough. */

/** A series in the database, with its size. */
export interface StoredSeries extends SeriesIdentity {
  readonly id: number
  /** Address of the venue; '' for its own addresses. */
  readonly address: string
  readonly candles: number
  /** Open time of the first candle, epoch ms, or undefined without candles. */
  readonly first: number | undefined
  readonly last: number | undefined
}

/** Selects series. Absent members do not restrict the selection. */
export interface SeriesFilter {
  readonly venue?: VenueId | undefined
  readonly seriesKey?: string | undefined
  readonly stepMs?: number | undefined
  /** Each venue's current address. Data from elsewhere is left out. */
  readonly addressOf?: AddressOf | undefined
}

/** A candle with its stored JSON. */
export interface StoredCandle {
  readonly bar: PriceCandle
  readonly json: string
}

/** Number of candles read at a time. A series may have millions, and short-lived objects are cheapest for the garbage collector. */
const PAGE = 1_000

/**
 * Returns the series of the database by venue, name and resolution. Rows of venues that this version does not know are left out.
 */
export function listSeries(database: Database, filter: SeriesFilter = {}): StoredSeries[] {
  return database
    .prepare(
      `SELECT s.id, s.venue, s.outcome, s.step_ms, s.basis, sum(p.count), min(p.first), max(p.last), s.address
       FROM series s LEFT JOIN (
         SELECT series_id, count(*) AS count, min(open_time) AS first, max(open_time) AS last
         FROM loose_candles GROUP BY series_id
         UNION ALL
         SELECT series_id, sum(count), min(from_time), max(last_time) FROM sealed_chunks GROUP BY series_id
       ) p ON p.series_id = s.id
       WHERE s.made_from_ms = 0
         AND s.venue = ifnull(?, s.venue) AND s.outcome = ifnull(?, s.outcome) AND s.step_ms = ifnull(?, s.step_ms)
       GROUP BY s.id ORDER BY s.venue, s.outcome, s.step_ms, s.basis, s.address`,
    )
    .rows(filter.venue ?? null, filter.seriesKey ?? null, filter.stepMs ?? null)
    .flatMap((row) => toStoredSeries(row))
    .filter(({ venue, address }) => filter.addressOf === undefined || filter.addressOf(venue) === address)
}

/** Some of a series' candles in their stored form: loose rows, then those of a chunk. */
interface StoredPart {
  /** Rows of {@link candleColumns} and the JSON. */
  readonly loose: readonly SqlValue[][]
  readonly chunk: Chunk | undefined
}

/**
 * Yields the stored form of candles with open times in the span, ascending. A part is one statement, so that compaction
 * in the meantime does not hide any. A chunk may have candles outside of the span.
 */
function* readParts(database: Database, seriesId: number, span: Span): Generator<StoredPart & Span> {
  // Loose candles up to the next chunk, then that chunk.
  const statement = database.prepare(
    `WITH next AS (
       SELECT ${chunkColumns} FROM sealed_chunks
       WHERE series_id = ? AND last_time >= ? AND from_time < ? AND from_time >= ifnull((
         SELECT max(from_time) FROM sealed_chunks WHERE series_id = ? AND from_time <= ?), ?)
       ORDER BY from_time LIMIT 1)
     SELECT * FROM (
       SELECT ${candleColumns}, json FROM loose_candles
       WHERE series_id = ? AND open_time >= ? AND open_time < ifnull((SELECT from_time FROM next), ?)
       ORDER BY open_time LIMIT ${PAGE})
     UNION ALL SELECT ${chunkColumns}, NULL, NULL, NULL FROM next`,
  )
  for (let { from } = span; from < span.to; ) {
    const rows = statement.rows(seriesId, from, span.to, seriesId, from, from, seriesId, from, span.to)
    const loose = rows.filter((row) => row.at(-1) !== null)
    const row = loose.length === PAGE ? undefined : rows.find((one) => one.at(-1) === null)
    const chunk = row && toChunk(row)
    yield { loose, chunk, from, to: span.to }
    if (chunk === undefined && loose.length < PAGE) return
    from = (chunk?.last ?? Number(loose.at(-1)?.[0])) + 1
  }
}

/** Yields the stored candles of a series with open times in the span, including contradicted ones, ascending, page by page. */
export function* readSeriesPages(
  database: Database,
  seriesId: number,
  span: Span,
): Generator<StoredCandle[]> {
  for (const { loose, chunk, from, to } of readParts(database, seriesId, span)) {
    const page = loose.map((row) => ({ bar: toCandle(row), json: String(row.at(-1)) }))
    const compacted = chunk === undefined ? [] : candlesIn(chunk)
    page.push(...compacted.filter(({ bar }) => bar.timestamp >= from && bar.timestamp < to))
    yield page
  }
}

/** Returns the spans of a series whose stored candles a later response contradicts; ascending and disjoint. */
export function readContradicted(database: Database, seriesId: number): ReturnType<typeof findContradicted> {
  const rows = database
    .prepare(
      `SELECT s.step_ms, r.asked_at, r.tries, r.differing
       FROM rechecks r INDEXED BY rechecks_open JOIN series s ON s.id = r.series_id
       WHERE r.differing IS NOT NULL AND r.series_id = ?`,
    )
    .rows(seriesId)
  const open = rows.map(([_stepMs, requestedAt, tries, differing]) => ({
    requestedAt: Number(requestedAt),
    tries: Number(tries),
    differing: toDiffering(String(differing)),
  }))
  return findContradicted(open, Number(rows[0]?.[0] ?? 0))
}

/** Yields the final candles as columns, without an object for each candle, which is several times faster. */
export function* readSeriesColumns(
  database: Database,
  seriesId: number,
  span: Span,
): Generator<CandleColumns> {
  for (const part of subtract(span, readContradicted(database, seriesId)))
    for (const { loose, chunk, from, to } of readParts(database, seriesId, part)) {
      if (loose.length > 0) yield toColumns(loose)
      if (chunk !== undefined) yield columnsIn(chunk, { from, to })
    }
}

function toColumns(rows: readonly SqlValue[][]): CandleColumns {
  const columns = createCandleColumns(rows.length)
  const { timestamp, open, high, low, close, volume } = columns
  const lists = [timestamp, open, high, low, close]
  for (const [at, row] of rows.entries()) {
    for (const [place, list] of lists.entries()) list[at] = Number(row[place])
    const amount = row[lists.length]
    volume[at] = typeof amount === 'number' ? amount : Number.NaN
  }
  return columns
}

/** Yields the same data candle by candle. */
export function* readSeriesCandles(
  database: Database,
  seriesId: number,
  span: Span,
): Generator<StoredCandle> {
  for (const page of readSeriesPages(database, seriesId, span)) yield* page
}

/** Returns where an outcome's candles are stored, or undefined if the database does not contain the outcome. */
export function locateSeries(
  database: Database,
  venue: VenueId,
  outcomeId: string,
  addressOf: AddressOf,
): Pick<CandleSeries, 'seriesKey' | 'mirrored'> | undefined {
  const [row] = database
    .prepare(
      `SELECT json_extract(located, '$.seriesKey'), json_extract(located, '$.mirrored') FROM outcomes
       WHERE venue = ? AND outcome_id = ? AND address = ?`,
    )
    .rows(venue, outcomeId, addressOf(venue))
  const [seriesKey, mirrored] = row ?? []
  return typeof seriesKey === 'string' ? { seriesKey, mirrored: mirrored === 1 } : undefined
}

/** Returns the coverage of a series, ascending. */
export function readSeriesCoverage(database: Database, seriesId: number): Coverage[] {
  return database
    .prepare(`SELECT ${coverageColumns} FROM coverage WHERE series_id = ? ORDER BY from_time`)
    .rows(seriesId)
    .map(toCoverage)
}

/** A candle that is not final. */
export interface StoredProvisionalCandle {
  readonly bar: PriceCandle
  /** Request time of the response that has it, epoch ms. */
  readonly knownAt: number
  /** After this time a later, equal response makes it final, epoch ms. */
  readonly finalAfter: number
}

/**
 * Returns the provisional candles of a series with open times in the span, ascending. These are candles of closed markets
 * that only one response confirms, and stored ones that a later response contradicts. {@link readSeriesColumns} and
 * `pmx-local sql` do not return them.
 */
export function readProvisionalCandles(
  database: Database,
  seriesId: number,
  span: Span,
): StoredProvisionalCandle[] {
  const final = readSeriesCoverage(database, seriesId)
  const contradicted = readContradicted(database, seriesId).flatMap(
    ({ requestedAt: knownAt, lookAgainAt: finalAfter, ...part }) => {
      const inside = intersect(part, span)
      if (inside === undefined) return []
      return [...readSeriesCandles(database, seriesId, inside)].map(({ bar }) => ({
        bar,
        knownAt,
        finalAfter,
      }))
    },
  )
  const ends = database
    .prepare(
      `SELECT ${provisionalCandleColumns} FROM provisional_candles
       WHERE series_id = ? AND from_time < ? AND to_time > ? ORDER BY from_time`,
    )
    .rows(seriesId, span.to, span.from)
    .map(toProvisionalCandles)
    .flatMap(({ bars, requestedAt: knownAt, lookAgainAt: finalAfter, ...entry }) => {
      const open = subtract(entry, final).flatMap((part) => intersect(part, span) ?? [])
      const isOpen = createSpanTest(open)
      return bars.filter(({ timestamp }) => isOpen(timestamp)).map((bar) => ({ bar, knownAt, finalAfter }))
    })
  return [...contradicted, ...ends].sort((a, b) => a.bar.timestamp - b.bar.timestamp)
}

/** Returns a series' records in a span, except its coverage. Records that overlap a boundary are cut there. */
export function readSeriesRecords(database: Database, seriesId: number, span: Span): SeriesRecords {
  const records = createRecordTable(database)
  const within = <Part extends Span>(part: Part): Part[] => {
    const inside = intersect(part, span)
    return inside === undefined ? [] : [{ ...part, ...inside }]
  }
  // A file has no incomplete candles, without which the next response cannot be compared.
  const provisional = database
    .prepare(
      `SELECT ${provisionalColumns} FROM provisional
       WHERE series_id = ? AND from_time < ? AND to_time > ? AND cut IS NULL ORDER BY from_time`,
    )
    .rows(seriesId, span.to, span.from)
    .map(toProvisional)
  return {
    provisional: provisional.flatMap(within),
    receipts: records.receipts(seriesId, span).flatMap(within),
    restated: records.restated(seriesId, span),
  }
}

/** Returns the facts of an outcome, in the order in which they became known. */
export function readOutcomeFacts(database: Database, place: OutcomeLocator): LifecycleFact[] {
  return createRecordTable(database).facts(place)
}

/** Whether any of the series contains our own samples, which cannot be fetched again. */
export function hasSamples(database: Database, seriesIds: readonly number[]): boolean {
  const statement = database.prepare('SELECT 1 FROM coverage WHERE series_id = ? AND route = ? LIMIT 1')
  return seriesIds.some((id) => statement.rows(id, SAMPLED_ROUTE).length > 0)
}

/** Creates a lookup of the outcomes whose candles a series contains, as last known. */
export function createOutcomeBook(database: Database): (series: StoredSeries) => readonly KnownSeries[] {
  const book = new Map<string, KnownSeries[]>()
  const rows = database.prepare('SELECT located, checked_at, venue, address FROM outcomes').rows()
  for (const row of rows) {
    const known = toKnown(row)
    const key = `${row[2]}\n${row[3]}\n${known.series.seriesKey}`
    book.set(key, [...(book.get(key) ?? []), known])
  }
  return ({ venue, address, seriesKey }) => book.get(`${venue}\n${address}\n${seriesKey}`) ?? []
}

/**
 * Returns a test whether calls with credentials fetched any of a series, at any interval. Then such a call may have located its
 * outcomes as well: older versions did not note that.
 */
export function createKeyedTest(database: Database): (series: StoredSeries) => boolean {
  const tables = ['coverage', 'provisional', 'provisional_candles']
  const ofKeys = tables.map((table) => `SELECT series_id FROM ${table} WHERE route LIKE ?`).join(' UNION ')
  const rows = database
    .prepare(`SELECT DISTINCT venue, address, outcome FROM series WHERE id IN (${ofKeys})`)
    .rows(...tables.map(() => `%${markRoute('', true)}`))
  const keyed = new Set(rows.map((row) => row.join('\n')))
  return ({ venue, address, seriesKey }) => keyed.has([venue, address, seriesKey].join('\n'))
}

function toStoredSeries(row: readonly SqlValue[]): StoredSeries[] {
  const [id, venue, seriesKey, stepMs, basis, candles, first, last, address] = row
  if (typeof venue !== 'string' || !isVenueId(venue) || !isBasis(basis)) return []
  const identity = { venue, seriesKey: String(seriesKey), stepMs: Number(stepMs), basis }
  const ends = { first: numberOf(first), last: numberOf(last) }
  return [{ id: Number(id), address: String(address), ...identity, candles: Number(candles), ...ends }]
}

function numberOf(value: SqlValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

const bases: readonly string[] = ['trade', 'mid', 'point'] satisfies readonly PriceBasis[]

/** Whether a text names a price basis. */
export function isBasis(value: unknown): value is PriceBasis {
  return typeof value === 'string' && bases.includes(value)
}
