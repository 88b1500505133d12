import { hullOf, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Database, SqlValue } from '../../storage/driver.js'
import {
  type Provisional,
  type ProvisionalCandles,
  withEnds,
  withProvisional,
} from '../series/empty-range-confirmation.js'
import {
  provisionalCandleColumns,
  provisionalRangeColumns,
  toProvisionalCandles,
  toProvisionalRange,
} from '../store/candle-row.js'

/** The spans of series that only one response confirms: empty ranges, and ends of closed markets with their candles. */
export interface ProvisionalTable {
  /** Returns the empty ranges that touch a span. */
  ranges(seriesId: number, span: Span): Provisional[]
  /**
   * Adds an empty range from elsewhere if nothing is known here. Confirmed and provisional open times are left out, but not
   * candles: a response that lacks a candle confirms none of the empty ranges around it.
   * @param known spans that are covered
   * @param candlesIn spans of candles
   */
  addUnknown(seriesId: number, entry: Provisional, known: readonly Span[], candlesIn: readonly Span[]): void
  /** Replaces the empty ranges within a span. @returns those that touched it before */
  replaceRanges(seriesId: number, within: Span, entries: readonly Provisional[]): Provisional[]
  /** Returns the ends that touch a span. */
  ends(seriesId: number, span: Span): ProvisionalCandles[]
  replaceEnds(seriesId: number, within: Span, entries: readonly ProvisionalCandles[]): void
}

export function createProvisionalTable(database: Database): ProvisionalTable {
  const statements = prepareAll(database)

  const ranges = (id: number, span: Span): Provisional[] =>
    statements.ranges.rows(id, span.to, span.from, id, span.from, span.from).map(toProvisionalRange)

  const addRange = (id: number, entry: Provisional): void => {
    statements.addRange.run([
      id,
      ...valuesOf(entry),
      entry.cut === undefined ? null : JSON.stringify(entry.cut),
    ])
  }

  const ends = (id: number, span: Span): ProvisionalCandles[] =>
    statements.ends.rows(id, span.to, span.from).map(toProvisionalCandles)

  return {
    ranges,
    addUnknown(id, entry, known, candlesIn) {
      const silent = subtract(entry, joinSpans([...subtract(entry, known), ...candlesIn]))
      for (const part of subtract(entry, joinSpans([...silent, ...ranges(id, entry)]))) {
        const open = hullOf(subtract(part, known))
        if (open !== undefined) addRange(id, { ...entry, ...open })
      }
    },
    replaceRanges(id, within, entries) {
      const known = ranges(id, within)
      if (known.length === 0 && entries.length === 0) return known
      for (const { from } of known) statements.dropRange.run([id, from])
      for (const entry of withProvisional(known, entries, within)) addRange(id, entry)
      return known
    },
    ends,
    replaceEnds(id, within, entries) {
      const known = ends(id, within)
      for (const { from } of known) statements.dropEnd.run([id, from])
      for (const entry of withEnds(known, entries, within))
        statements.addEnd.run([id, ...valuesOf(entry), JSON.stringify(entry.bars)])
    },
  }
}

function valuesOf({ from, to, route, requestedAt, lookAgainAt, looks }: Provisional): SqlValue[] {
  return [from, to, route, requestedAt, lookAgainAt, looks]
}

function prepareAll(database: Database) {
  return {
    // Entries are disjoint: the last one that begins at or before the span is the first that can reach into it.
    ranges: database.prepare(
      `SELECT ${provisionalRangeColumns} FROM provisional
       WHERE series_id = ? AND from_time < ? AND to_time > ? AND from_time >= ifnull((
         SELECT max(from_time) FROM provisional WHERE series_id = ? AND from_time <= ?), ?)
       ORDER BY from_time`,
    ),
    addRange: database.prepare(
      `INSERT INTO provisional (series_id, ${provisionalRangeColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    dropRange: database.prepare('DELETE FROM provisional WHERE series_id = ? AND from_time = ?'),
    ends: database.prepare(
      `SELECT ${provisionalCandleColumns} FROM provisional_candles
       WHERE series_id = ? AND from_time < ? AND to_time > ? ORDER BY from_time`,
    ),
    addEnd: database.prepare(
      `INSERT INTO provisional_candles (series_id, ${provisionalCandleColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    dropEnd: database.prepare('DELETE FROM provisional_candles WHERE series_id = ? AND from_time = ?'),
  }
}
