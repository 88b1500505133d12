import { alignUp } from '../api/grid.js'
import type { Database } from '../storage/driver.js'
import { holdSamples, type SeriesFilter, storedSeries } from './archive.js'

/** What is to go; at least one member should be given, for without any everything goes. */
export interface PruneFilter extends SeriesFilter {
  /** Only candles that opened before, epoch ms; absent: all of the series. */
  readonly before?: number | undefined
}

export interface Pruned {
  /** Series that lost candles or ledger entries. */
  readonly series: number
  readonly candles: number
  /** Our own samples are among them: those are gone for good. */
  readonly samples?: true
}

/**
 * Deletes candles together with the ledger entries that vouch for them, all in one transaction: what is gone is
 * unknown again and will be fetched when asked, where a venue has it.
 * @param dryRun only counts
 */
export function pruneCandles(database: Database, filter: PruneFilter, dryRun = false): Pruned {
  const cuts = storedSeries(database, filter)
    .map(({ id, stepMs }) => ({
      id,
      cut: filter.before === undefined ? Number.MAX_SAFE_INTEGER : alignUp(filter.before, stepMs),
    }))
    .map((cut) => ({ ...cut, ...touched(database, cut.id, cut.cut) }))
    .filter(({ candles, entries }) => candles > 0 || entries > 0)
  const ids = cuts.map(({ id }) => id)
  const samples = holdSamples(database, ids) ? ({ samples: true } as const) : {}
  if (!dryRun) {
    database.transaction(() => {
      for (const { id, cut } of cuts) deleteBefore(database, id, cut)
    })
  }
  return { series: cuts.length, candles: cuts.reduce((sum, { candles }) => sum + candles, 0), ...samples }
}

function touched(database: Database, id: number, cut: number) {
  const count = (sql: string): number => Number(database.prepare(sql).rows(id, cut)[0]?.[0] ?? 0)
  return {
    candles: count('SELECT count(*) FROM candles WHERE series_id = ? AND open_time < ?'),
    entries: count('SELECT count(*) FROM coverage WHERE series_id = ? AND from_time < ?'),
  }
}

function deleteBefore(database: Database, id: number, cut: number): void {
  database.prepare('DELETE FROM candles WHERE series_id = ? AND open_time < ?').run([id, cut])
  database.prepare('DELETE FROM coverage WHERE series_id = ? AND to_time <= ?').run([id, cut])
  // The entry that reaches over the cut keeps its newer part.
  database
    .prepare('UPDATE coverage SET from_time = ? WHERE series_id = ? AND from_time < ?')
    .run([cut, id, cut])
  database
    .prepare(
      `DELETE FROM series WHERE id = ?
       AND NOT EXISTS (SELECT 1 FROM candles WHERE series_id = series.id)
       AND NOT EXISTS (SELECT 1 FROM coverage WHERE series_id = series.id)`,
    )
    .run([id])
}
