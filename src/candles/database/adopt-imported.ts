import type { PriceCandle } from '../../api/models/models.js'
import type { Database } from '../../storage/driver.js'
import type { CandleSeries } from '../../venue-kit/contract/venue.js'
import { complementBar } from '../../venue-kit/unify/unified-market.js'
import type { Provisional } from '../series/empty-range-confirmation.js'
import type { Receipt } from '../series/receipts.js'
import { coverageColumns, toCoverage } from '../store/candle-row.js'
import { type Coverage, IMPORT_ROUTE, type SeriesIdentity } from '../store/candle-store.js'
import { createCandleTable, EVER } from './candle-and-chunk-tables.js'
import { dropIfEmpty, removeSpan } from './delete-span.js'
import { createProvisionalTable } from './provisional-table.js'
import { createRecordTable, type OutcomeLocator } from './record-table.js'

/** The data that an import stored under an outcome's name. */
interface ImportedCandles {
  /** The series under that name, which is deleted. */
  readonly from: SeriesIdentity
  /** The outcome's series. */
  readonly to: SeriesIdentity
  /** The candles for that series, as complements if the series has the other side's candles. */
  readonly bars: readonly PriceCandle[]
  readonly coverage: readonly Coverage[]
  readonly receipts: readonly Receipt[]
  readonly provisional: readonly Provisional[]
}

/**
 * Removes candles from the database that were imported without a sidecar file before their outcome's series was known, and
 * returns them for that series. A file without a sidecar file names only outcomes, and many venues have one series for two
 * outcomes, under another name. The candles stay if only one response assigns that series. The caller opens the transaction.
 */
export function createImportedTaker(database: Database) {
  const candles = createCandleTable(database)
  const records = createRecordTable(database)
  const provisional = createProvisionalTable(database)
  const named = database.prepare(
    `SELECT id, step_ms, basis FROM series s WHERE venue = ? AND outcome = ? AND address = ? AND made_from_ms = 0
     AND NOT EXISTS (SELECT 1 FROM coverage c WHERE c.series_id = s.id AND c.route <> ?)`,
  )
  const located = database.prepare(
    "SELECT 1 FROM outcomes WHERE venue = ? AND address = ? AND json_extract(located, '$.seriesKey') = ? LIMIT 1",
  )
  const coverage = database.prepare(
    `SELECT ${coverageColumns} FROM coverage WHERE series_id = ? ORDER BY from_time`,
  )

  return ({ venue, outcomeId, address }: OutcomeLocator, series: CandleSeries): ImportedCandles[] => {
    // A series that a later lookup may take away from the outcome gets nothing of it.
    if (series.seriesKey === outcomeId || series.isUnconfirmed === true) return []
    const found = named.rows(venue, outcomeId, address, IMPORT_ROUTE)
    if (found.length === 0 || located.rows(venue, address, outcomeId).length > 0) return []
    return found.map(([seriesId, stepMs, basis]) => {
      const id = Number(seriesId)
      const from: SeriesIdentity = {
        venue,
        seriesKey: outcomeId,
        stepMs: Number(stepMs),
        basis: basis as SeriesIdentity['basis'],
      }
      const bars = candles.read(id, EVER)
      const taken = {
        from,
        to: { ...from, seriesKey: series.seriesKey },
        bars: series.mirrored ? bars.map(complementBar) : bars,
        coverage: coverage.rows(id).map(toCoverage),
        receipts: records.receipts(id, EVER),
        provisional: provisional.ranges(id, EVER),
      }
      removeSpan(database, id, EVER)
      dropIfEmpty(database, id)
      return taken
    })
  }
}
