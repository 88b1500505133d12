import { alignDown, HOUR_MS } from '../../api/times/resolution.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { Database } from '../../storage/driver.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import { createCandleTable } from './candle-and-chunk-tables.js'
import { deleteDerivedCandles, removeProvisional } from './delete-span.js'

/** A coverage entry that a fast clock wrote, and its candles. */
interface Suspect {
  readonly from: number
  readonly to: number
  /** Open time of the last candle in the entry, or undefined without candles. */
  readonly last: number | undefined
  /** Open time of the last candle in any such entry of the series, or undefined without candles. */
  readonly lastOfSeries: number | undefined
}

/**
 * Returns the end of the trusted part. Everything one hour (or one interval) before the last candle was final, regardless of our
 * clock. Empty ranges confirm nothing.
 */
function trustedEnd({ from, to, last, lastOfSeries = last }: Suspect, stepMs: number): number {
  if (last === undefined || lastOfSeries === undefined) return from
  return Math.max(from, Math.min(to, alignDown(lastOfSeries - Math.max(stepMs, HOUR_MS), stepMs)))
}

/** A coverage entry that is from the future. */
export interface FutureSpan extends Suspect {
  readonly seriesId: number
  readonly stepMs: number
}

/**
 * Finds coverage entries that are later than `now`, epoch ms. Only a fast clock can have written them. Returns nothing if a
 * stored candle is later than that, because `now` is then wrong. Entries of our own samples are not returned, because samples
 * cannot be fetched again.
 */
export function findFutureSpans(database: Database, now: number): FutureSpan[] {
  return findSuspects(database, now + CLOCK_TOLERANCE_MS) ?? []
}

/** Does the same, but returns undefined if `now` is wrong. */
function findSuspects(database: Database, latest: number): FutureSpan[] | undefined {
  const candles = createCandleTable(database)
  const entries = database
    .prepare(
      `SELECT c.series_id, s.step_ms, c.from_time, c.to_time FROM coverage c JOIN series s ON s.id = c.series_id
       WHERE s.made_from_ms = 0 AND (c.fetched_at > ? OR (c.to_time > ? AND c.kind IN ('data', 'proven_empty'))) AND c.route <> ?`,
    )
    .rows(latest, latest, SAMPLED_ROUTE)
    .map(([seriesId, stepMs, from, to]) => {
      const span = { from: Number(from), to: Number(to) }
      const id = Number(seriesId)
      return { seriesId: id, stepMs: Number(stepMs), ...span, last: candles.last(id, span) }
    })
  if (entries.some(({ last }) => (last ?? 0) > latest)) return undefined
  const lasts = new Map<number, number>()
  for (const { seriesId, last } of entries)
    if (last !== undefined) lasts.set(seriesId, Math.max(last, lasts.get(seriesId) ?? last))
  return entries.map((entry) => ({ ...entry, lastOfSeries: lasts.get(entry.seriesId) }))
}

/** Marks listings and closings that were looked up later than `now`, epoch ms, for another lookup. */
export function distrustFutureOutcomes(database: Database, now: number): void {
  const latest = now + CLOCK_TOLERANCE_MS
  if (database.prepare('SELECT 1 FROM outcomes WHERE checked_at > ? LIMIT 1').rows(latest).length > 0)
    database.prepare('UPDATE outcomes SET checked_at = 0 WHERE checked_at > ?').run([latest])
}

/** Deletes what only one response confirms, if it is later than a time. */
function dropFutureProvisional(database: Database, latest: number): void {
  for (const table of ['provisional', 'provisional_candles']) {
    const [found] = database.prepare(`SELECT 1 FROM ${table} WHERE asked_at > ? LIMIT 1`).rows(latest)
    if (found !== undefined) database.prepare(`DELETE FROM ${table} WHERE asked_at > ?`).run([latest])
  }
}

/**
 * Deletes the result of {@link findFutureSpans} except its trusted parts. Marks future listings and closings for another lookup.
 * Returns the number of entries.
 */
export function dropFutureSpans(database: Database, now: number): number {
  const latest = now + CLOCK_TOLERANCE_MS
  distrustFutureOutcomes(database, now)
  if (database.prepare('SELECT 1 FROM lifecycle WHERE known_at > ? LIMIT 1').rows(latest).length > 0)
    database.prepare('DELETE FROM lifecycle WHERE known_at > ?').run([latest])
  const spans = findSuspects(database, latest)
  if (spans === undefined) return 0
  dropFutureProvisional(database, latest)
  if (spans.length === 0) return 0
  // The time at which the trusted parts became known is not known.
  const ids = [...new Set(spans.map(({ seriesId }) => seriesId))]
  const candles = createCandleTable(database)
  database.transaction(() => {
    for (const id of ids)
      database.prepare('DELETE FROM receipts WHERE series_id = ? AND known_at > ?').run([id, latest])
    for (const span of spans) {
      const { seriesId, stepMs, from, to, last } = span
      const cut = trustedEnd(span, stepMs)
      candles.remove(seriesId, { from: cut, to })
      removeProvisional(database, seriesId, { from: cut, to })
      deleteDerivedCandles(database, seriesId, { from: cut, to })
      if (cut > from) {
        database
          .prepare('UPDATE coverage SET to_time = ?, fetched_at = ? WHERE series_id = ? AND from_time = ?')
          .run([cut, last ?? cut, seriesId, from])
      } else
        database.prepare('DELETE FROM coverage WHERE series_id = ? AND from_time = ?').run([seriesId, from])
    }
  })
  return spans.length
}
