import { alignUp } from '../../api/times/resolution.js'
import type { Database } from '../../storage/driver.js'
import { EVER } from '../database/candle-and-chunk-tables.js'
import { dropIfEmpty, removeSpan, touchedBy } from '../database/delete-span.js'
import { hasSamples, listSeries, type SeriesFilter } from './series-reader.js'

/** The data to delete. If no members are set, everything is deleted. */
export interface PruneFilter extends SeriesFilter {
  /** Only candles that opened before this time, epoch ms. If absent, all candles of the series. */
  readonly before?: number | undefined
}

export interface Pruned {
  /** Series that lost candles or coverage entries. */
  readonly series: number
  readonly candles: number
  /** Whether our own samples are among them, which cannot be fetched again. */
  readonly samples?: true
}

/**
 * Deletes candles together with the coverage entries that confirm them, all in one transaction. The next request fetches
 * them again, if the venue still has them.
 * @param dryRun only counts
 */
export function pruneCandles(database: Database, filter: PruneFilter, dryRun = false): Pruned {
  const cuts = listSeries(database, filter)
    .map(({ id, stepMs }) => {
      const to = filter.before === undefined ? EVER.to : alignUp(filter.before, stepMs)
      return { id, span: { from: EVER.from, to } }
    })
    .map((cut) => ({ ...cut, ...touchedBy(database, cut.id, cut.span) }))
    .filter(({ candles, entries }) => candles > 0 || entries > 0)
  const ids = cuts.map(({ id }) => id)
  const samples = hasSamples(database, ids) ? ({ samples: true } as const) : {}
  if (!dryRun) {
    database.transaction(() => {
      for (const { id, span } of cuts) {
        removeSpan(database, id, span)
        dropIfEmpty(database, id)
      }
    })
  }
  return { series: cuts.length, candles: cuts.reduce((sum, { candles }) => sum + candles, 0), ...samples }
}
