import { join } from 'node:path'
import type { PriceCandle } from '../../src/api/models.js'
import { candlesText } from '../../src/candles/candle-row.js'
import { candleMigrations } from '../../src/candles/migrations.js'
import { createSqliteStore } from '../../src/candles/sqlite-store.js'
import type { SeriesIdentity } from '../../src/candles/store.js'
import { loadDriver, type OpenDatabase } from '../../src/storage/driver.js'
import { closeDatabase, openDatabase } from '../../src/storage/open.js'
import { median, thousands } from './http-rows.js'
import type { Row } from './table.js'

const MINUTE = 60_000
const SERIES = 100
const CANDLES = 5_000
const READ = 500
/** Series that are read first, unmeasured. */
const WARM_UP = 20
/** Files written in each way, in turn, so that both meet the same machine. */
const TURNS = 3

/** The store by itself: bulk writing, and the first read of a series after opening the file. */
export async function storeRows(folder: string): Promise<Row[]> {
  const driver = await loadDriver()
  const bars = Array.from({ length: CANDLES }, (_, index) => candle(index))
  const turns = Array.from({ length: TURNS }, (_, turn) => ({
    bare: writeBare(driver, join(folder, `bare-${turn}.db`), bars),
    ours: writeOurs(driver, join(folder, `store-${turn}.db`), bars),
  }))
  const ours = median(turns.map((turn) => turn.ours))
  const ratio = ours / median(turns.map((turn) => turn.bare))
  const { textUs, rowsUs } = readBoth(driver, join(folder, 'store-0.db'))
  return [
    {
      name: `first read of ${READ} candles from disk`,
      value: textUs / rowsUs,
      shown: `${Math.round(textUs)} us`,
      note: `${(textUs / rowsUs).toFixed(2)} of reading rows and making text (${Math.round(rowsUs)} us)`,
      budget: 'at most 100 us, or 0.25 of rows',
      ok: textUs <= 100 || textUs <= rowsUs * 0.25,
    },
    {
      name: 'bulk writing',
      value: ours,
      shown: `${thousands(ours)} candles/s`,
      note: `with text and ledger; ${ratio.toFixed(2)} of bare better-sqlite3 writing the numbers row by row`,
      budget: 'at least 400,000, or 0.45 of bare',
      ok: ours >= 400_000 || ratio >= 0.45,
    },
  ]
}

/** Candles a second of the store, from an empty file. */
function writeOurs(driver: OpenDatabase, path: string, bars: readonly PriceCandle[]): number {
  const store = createSqliteStore(openDatabase(driver, path, candleMigrations).database)
  const coverage = [{ from: 0, to: CANDLES * MINUTE, kind: 'data' as const, route: 'live', fetchedAt: 1 }]
  const perSecond = candlesPerSecond((series) => store.commit(identity(series), { bars, coverage }))
  store.close()
  return perSecond
}

/** The same numbers into a bare table, one prepared statement a row, one transaction a series. */
function writeBare(driver: OpenDatabase, path: string, bars: readonly PriceCandle[]): number {
  const { database } = openDatabase(driver, path, [
    {
      version: 1,
      sql: `CREATE TABLE bars (series INTEGER, time INTEGER, open REAL, high REAL, low REAL, close REAL, volume REAL,
        PRIMARY KEY (series, time)) WITHOUT ROWID`,
    },
  ])
  const add = database.prepare('INSERT INTO bars VALUES (?, ?, ?, ?, ?, ?, ?)')
  const perSecond = candlesPerSecond((series) =>
    database.transaction(() => {
      for (const { timestamp, open, high, low, close, volume = null } of bars) {
        add.run([series, timestamp, open, high, low, close, volume])
      }
    }),
  )
  closeDatabase(database)
  return perSecond
}

function candlesPerSecond(write: (series: number) => void): number {
  const from = performance.now()
  for (let series = 0; series < SERIES; series++) write(series)
  return (SERIES * CANDLES * 1000) / (performance.now() - from)
}

/** Microseconds of the first read of a series: as the store's ready text, and as rows made into text here. */
function readBoth(driver: OpenDatabase, path: string): { readonly textUs: number; readonly rowsUs: number } {
  const store = createSqliteStore(openDatabase(driver, path, candleMigrations).database)
  const span = { from: 1_000 * MINUTE, to: (1_000 + READ) * MINUTE }
  // Prepared statements and the first pages of the file are not what a request pays for.
  for (let series = 0; series < WARM_UP; series++) {
    store.readText(identity(series), span)
    candlesText(store.read(identity(series), span))
  }
  const texts: number[] = []
  const rows: number[] = []
  // Each series is read once, half of them in each way, in turn.
  for (let series = WARM_UP; series + 1 < SERIES; series += 2) {
    texts.push(microseconds(() => store.readText(identity(series), span)))
    rows.push(microseconds(() => candlesText(store.read(identity(series + 1), span))))
  }
  store.close()
  return { textUs: median(texts), rowsUs: median(rows) }
}

function microseconds(work: () => void): number {
  const from = performance.now()
  work()
  return (performance.now() - from) * 1000
}

function identity(series: number): SeriesIdentity {
  return { venue: 'kalshi', seriesKey: `SERIES-${series}`, stepMs: MINUTE, basis: 'trade' }
}

function candle(index: number): PriceCandle {
  const open = ((index * 7) % 90) / 100 + 0.05
  return {
    timestamp: index * MINUTE,
    open,
    high: open + 0.02,
    low: open - 0.02,
    close: open + 0.01,
    volume: index % 1000,
  }
}
