import { alignDown, alignUp } from '../../api/times/resolution.js'
import type { Span } from '../../api/times/span.js'
import type { Database } from '../../storage/driver.js'
import { subtractSpan } from '../series/receipts.js'
import type { CandleStore, SeriesIdentity } from '../store/candle-store.js'
import { createCandleTable, EVER } from './candle-and-chunk-tables.js'
import { createProvisionalTable } from './provisional-table.js'
import { createRecordTable } from './record-table.js'

/**
 * Deletes a span of a series from a database: its candles in both forms, their coverage entries, and the candles derived
 * from them. An entry that overlaps a boundary keeps the part outside the span.
 */
export function removeSpan(database: Database, id: number, span: Span): void {
  createCandleTable(database).remove(id, span)
  removeCoverage(database, id, span)
  deleteDerivedCandles(database, id, span)
}

/** Creates the store methods that delete a span of a series, and outcomes that other daemons located. @param idOf undefined for a series that is not stored */
export function createSpanRemoval(
  database: Database,
  idOf: (identity: SeriesIdentity) => number | undefined,
): Pick<CandleStore, 'remove' | 'dropShared'> {
  return {
    remove(identity, span) {
      const id = idOf(identity)
      if (id !== undefined) database.transaction(() => removeSpan(database, id, span))
      return true
    },
    dropShared(venue) {
      database
        .prepare("DELETE FROM outcomes WHERE venue = ? AND json_extract(located, '$.isShared')")
        .run([venue])
      return true
    },
  }
}

/**
 * Deletes the provisional data of a span. A deleted candle within an empty range would look as if it had never been there. Provisional
 * ends of closed markets that touch the span are fetched again as a whole.
 */
export function removeProvisional(database: Database, id: number, span: Span): void {
  createProvisionalTable(database).replaceRanges(id, span, [])
  database
    .prepare('DELETE FROM provisional_candles WHERE series_id = ? AND from_time < ? AND to_time > ?')
    .run([id, span.to, span.from])
}

function removeCoverage(database: Database, id: number, { from, to }: Span): void {
  const run = (sql: string, values: readonly number[]): void => database.prepare(sql).run(values)
  removeProvisional(database, id, { from, to })
  removeRechecks(database, id, { from, to })
  run('DELETE FROM changes WHERE series_id = ? AND from_time >= ? AND to_time <= ?', [id, from, to])
  run('DELETE FROM restated WHERE series_id = ? AND open_time >= ? AND open_time < ?', [id, from, to])
  removeReceipts(database, id, { from, to })
  run('DELETE FROM coverage WHERE series_id = ? AND from_time >= ? AND to_time <= ?', [id, from, to])
  // An entry that overlaps the end retains its newer part; one that overlaps the beginning retains its older part.
  run(
    `INSERT INTO coverage (series_id, from_time, to_time, kind, route, fetched_at)
     SELECT series_id, ?, to_time, kind, route, fetched_at FROM coverage
     WHERE series_id = ? AND from_time < ? AND to_time > ?`,
    [to, id, to, to],
  )
  run('UPDATE coverage SET to_time = ? WHERE series_id = ? AND from_time < ? AND to_time > ?', [
    from,
    id,
    from,
    from,
  ])
  run('DELETE FROM coverage WHERE series_id = ? AND from_time >= ? AND from_time < ?', [id, from, to])
}

/** A window retains its contradicted candles outside the span: they are still to be decided. */
function removeRechecks(database: Database, id: number, { from, to }: Span): void {
  const touched = [id, to, from]
  database
    .prepare(
      `UPDATE rechecks SET differing = (
         SELECT json_group_array(json(d.value)) FROM json_each(differing) d
         WHERE d.value ->> 'openTime' < ? OR d.value ->> 'openTime' >= ?)
       WHERE differing IS NOT NULL AND series_id = ? AND from_time < ? AND to_time > ?`,
    )
    .run([from, to, ...touched])
  database
    .prepare(
      `DELETE FROM rechecks
       WHERE series_id = ? AND from_time < ? AND to_time > ? AND ifnull(differing, '[]') = '[]'`,
    )
    .run(touched)
}

/** A receipt that overlaps a boundary retains the part outside the span. */
function removeReceipts(database: Database, id: number, span: Span): void {
  const records = createRecordTable(database)
  const touched = records.receipts(id, span)
  if (touched.length === 0) return
  const sql = 'DELETE FROM receipts WHERE series_id = ? AND to_time > ? AND from_time < ?'
  database.prepare(sql).run([id, span.from, span.to])
  records.takeReceipts(
    id,
    touched.flatMap((receipt) => subtractSpan(receipt, span)),
  )
}

/** Returns the series that are derived from another series. */
export function findDerivedSeries(
  database: Database,
  id: number,
): { readonly id: number; readonly stepMs: number }[] {
  return database
    .prepare(
      `SELECT m.id, m.step_ms FROM series s JOIN series m ON m.made_from_ms = s.step_ms AND m.venue = s.venue
         AND m.outcome = s.outcome AND m.basis = s.basis AND m.address = s.address
       WHERE s.id = ? AND s.made_from_ms = 0 ORDER BY m.step_ms`,
    )
    .rows(id)
    .map(([madeId, stepMs]) => ({ id: Number(madeId), stepMs: Number(stepMs) }))
}

/** Deletes the candles derived from a span of a series. The next request derives them again from the remaining candles. */
export function deleteDerivedCandles(database: Database, id: number, span: Span): void {
  for (const { id: madeId, stepMs } of findDerivedSeries(database, id)) {
    const own = {
      from: Math.max(EVER.from, alignDown(span.from, stepMs)),
      to: Math.min(EVER.to, alignUp(span.to, stepMs)),
    }
    createCandleTable(database).remove(madeId, own)
    removeCoverage(database, madeId, own)
  }
}

const tablesOfSeries = [
  'loose_candles',
  'sealed_chunks',
  'coverage',
  'provisional',
  'provisional_candles',
  'receipts',
  'restated',
  'rechecks',
]

/**
 * Deletes a series without data from the list, together with the series derived from it. Must not be called while a store caches
 * its id.
 */
export function dropIfEmpty(database: Database, id: number): void {
  for (const made of findDerivedSeries(database, id)) dropIfEmpty(database, made.id)
  const isFull = tablesOfSeries.map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE series_id = ?)`)
  const ids = tablesOfSeries.map(() => id)
  const [found] = database.prepare(`SELECT ${isFull.join(' OR ')}`).rows(...ids)
  if (found?.[0] !== 0) return
  database.prepare('DELETE FROM changes WHERE series_id = ?').run([id])
  database.prepare('DELETE FROM series WHERE id = ?').run([id])
}

/** Counts the candles in a span of a series, and the coverage entries that it touches. */
export function touchedBy(database: Database, id: number, span: Span) {
  const entries = database.prepare(
    'SELECT count(*) FROM coverage WHERE series_id = ? AND from_time < ? AND to_time > ?',
  )
  return {
    candles: createCandleTable(database).count(id, span),
    entries: Number(entries.rows(id, span.to, span.from)[0]?.[0] ?? 0),
  }
}
