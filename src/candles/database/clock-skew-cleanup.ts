import { alignDown, HOUR_MS } from '../../api/times/resolution.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { Database } from '../../storage/driver.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import { createCandleTable } from './candle-table.js'
import { deleteDerivedCandles } from './delete-span.js'

/** What is believed of a ledger entry that a clock running ahead has made. */
interface Suspect {
  readonly from: number
  readonly to: number
  /** Open time of the last candle in it; undefined without one. */
  readonly last: number | undefined
  /** Of the last candle in any entry of the series that such a clock has made; undefined without one. */
  readonly lastOfSeries: number | undefined
}

/**
 * The end of what stays: what the venue told of a time was told after it, so an hour (or a step) before the last candle
 * all was final whatever our clock showed. Silence proves nothing.
 */
function trustedEnd({ from, to, last, lastOfSeries = last }: Suspect, stepMs: number): number {
  if (last === undefined || lastOfSeries === undefined) return from
  return Math.max(from, Math.min(to, alignDown(lastOfSeries - Math.max(stepMs, HOUR_MS), stepMs)))
}

/** An entry of the ledger that is from the future. */
export interface FutureSpan extends Suspect {
  readonly seriesId: number
  readonly stepMs: number
}

/**
 * Ledger entries of a later time than `now`, epoch ms, which only a clock that ran ahead can have made. None where a
 * stored candle is from later than that: no venue tells the future, so it is `now` that is wrong. Our own samples bear
 * the time of our clock, which proves nothing; they stay, because nobody could be asked for them again.
 */
export function findFutureSpans(database: Database, now: number): FutureSpan[] {
  const latest = now + CLOCK_TOLERANCE_MS
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
  if (entries.some(({ last }) => (last ?? 0) > latest)) return []
  const lasts = new Map<number, number>()
  for (const { seriesId, last } of entries)
    if (last !== undefined) lasts.set(seriesId, Math.max(last, lasts.get(seriesId) ?? last))
  return entries.map((entry) => ({ ...entry, lastOfSeries: lasts.get(entry.seriesId) }))
}

/** What was learned of listings and closings at a later time than `now`, epoch ms, is to be asked for again. */
export function distrustFutureOutcomes(database: Database, now: number): void {
  const latest = now + CLOCK_TOLERANCE_MS
  if (database.prepare('SELECT 1 FROM outcomes WHERE checked_at > ? LIMIT 1').rows(latest).length > 0)
    database.prepare('UPDATE outcomes SET checked_at = 0 WHERE checked_at > ?').run([latest])
}

/**
 * Drops what {@link findFutureSpans} finds, except what can be trusted of it; returns how many entries there were. What was
 * learned of listings and closings in the future is kept as something to be asked for again.
 */
export function dropFutureSpans(database: Database, now: number): number {
  const latest = now + CLOCK_TOLERANCE_MS
  distrustFutureOutcomes(database, now)
  if (database.prepare('SELECT 1 FROM lifecycle WHERE known_at > ? LIMIT 1').rows(latest).length > 0)
    database.prepare('DELETE FROM lifecycle WHERE known_at > ?').run([latest])
  const spans = findFutureSpans(database, now)
  if (spans.length === 0) return 0
  // What is trusted of it became known at a time that nobody can tell any more.
  const ids = [...new Set(spans.map(({ seriesId }) => seriesId))]
  const candles = createCandleTable(database)
  database.transaction(() => {
    for (const id of ids)
      database.prepare('DELETE FROM receipts WHERE series_id = ? AND known_at > ?').run([id, latest])
    for (const span of spans) {
      const { seriesId, stepMs, from, to, last } = span
      const cut = trustedEnd(span, stepMs)
      candles.remove(seriesId, { from: cut, to })
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
