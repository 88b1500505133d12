import { join } from 'node:path'
import { createLayout } from '../../src/candle-table/columns.js'
import { createTableWriter, type TableFormat } from '../../src/candle-table/table-formats.js'
import { writeTable } from '../../src/candle-table/table-writer.js'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../src/candles/database/sqlite-store.js'
import { listSeries, readSeriesCandles } from '../../src/candles/maintenance/series-reader.js'
import { resolveSeriesNames } from '../../src/cli/import-export/table-series.js'
import { readSlices } from '../../src/cli/table-export/export-slices.js'
import type { Database } from '../../src/storage/driver.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { median, thousands } from './http-rows.js'
import { walkingCandles } from './store-rows.js'
import type { Row } from './table.js'

const MINUTE = 60_000
const SERIES = 40
const CANDLES = 5_000
const ALL = SERIES * CANDLES
const TURNS = 3
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER }
/** Candles a second, and of those that a bare loop writes in the same run. */
const MIN_RATE = 250_000
const MIN_RATIO = 1.5
const MAX_BYTES = 8

/** Exports of compressed candles, and the bytes of a candle in Parquet. */
export async function exportRows(folder: string): Promise<Row[]> {
  const { database } = openDatabase(await loadDriver(), join(folder, 'export.db'), candleMigrations)
  const store = createSqliteStore(database, () => '', { before: () => Number.POSITIVE_INFINITY })
  for (let one = 0; one < SERIES; one++) {
    const identity = {
      venue: 'kalshi',
      seriesKey: `KXBENCH-26DEC31-${one}`,
      stepMs: MINUTE,
      basis: 'trade',
    } as const
    const coverage = [{ from: 0, to: CANDLES * MINUTE, kind: 'data', route: 'live', fetchedAt: 1 } as const]
    store.commit(identity, { bars: walkingCandles(CANDLES, 0), coverage })
  }
  const rows: Row[] = []
  for (const format of ['csv', 'ndjson', 'parquet'] as const) {
    const turns: { ours: number; bare: number; bytes: number }[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const bare = rateOf(() => writeBare(database))
      let bytes = 0
      const pieces = await writeOurs(database, format)
      const ours = rateOf(() => {
        for (const piece of pieces) bytes += piece.length
      })
      turns.push({ ours, bare, bytes: bytes / ALL })
    }
    const ours = median(turns.map((turn) => turn.ours))
    const ratio = ours / median(turns.map((turn) => turn.bare))
    rows.push({
      name: `export as ${format}`,
      value: ours,
      shown: `${thousands(ours)} candles/s`,
      note: `${ratio.toFixed(1)} times a loop that reads candles and makes a line of JSON of each`,
      budget: `at least ${thousands(MIN_RATE)}, or ${MIN_RATIO} times the loop`,
      ok: ours >= MIN_RATE || ratio >= MIN_RATIO,
    })
    const bytes = turns[0]?.bytes ?? Number.NaN
    if (format === 'parquet')
      rows.push({
        name: 'a candle in Parquet',
        value: bytes,
        shown: `${bytes.toFixed(1)} bytes`,
        note: `${SERIES} series of ${thousands(CANDLES)} one-minute candles`,
        budget: `at most ${MAX_BYTES}`,
        ok: bytes <= MAX_BYTES,
      })
  }
  store.close()
  return rows
}

function rateOf(work: () => void): number {
  const from = performance.now()
  work()
  return (ALL * 1000) / (performance.now() - from)
}

function writeBare(database: Database): number {
  let bytes = 0
  for (const { id, venue, seriesKey } of listSeries(database)) {
    let text = ''
    for (const { bar } of readSeriesCandles(database, id, EVER)) {
      text += `${JSON.stringify({ venue, outcome_id: seriesKey, ...bar, time: new Date(bar.timestamp) })}\n`
    }
    bytes += Buffer.from(text).length
  }
  return bytes
}

async function writeOurs(database: Database, format: TableFormat): Promise<Iterable<Uint8Array>> {
  const terms = {
    side: 'yes',
    hasProvisional: false,
    spansOf: () => [EVER],
  } as const
  const { all } = resolveSeriesNames(database, listSeries(database), terms)
  const slices = readSlices(database, all, { settleLagOf: () => 2 * MINUTE, hasProvisional: false })
  return writeTable(await createTableWriter(format, createLayout()), slices)
}
