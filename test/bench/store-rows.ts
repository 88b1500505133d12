import { join } from 'node:path'
import { candleMigrations } from '../../src/candles/migrations.js'
import { createSqliteStore } from '../../src/candles/sqlite-store.js'
import type { CandleStore, SeriesIdentity } from '../../src/candles/store.js'
import { candlesText } from '../../src/candles/text.js'
import type { PriceCandle } from '../../src/contract/models.js'
import { loadDriver } from '../../src/storage/driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { thousands } from './http-rows.js'
import type { Row } from './table.js'

const MINUTE = 60_000
const SERIES = 100
const CANDLES = 5_000
const READ = 500

/** The store by itself: bulk writing, and the first read of a series after opening the file. */
export async function storeRows(folder: string): Promise<Row[]> {
  const driver = await loadDriver()
  const path = join(folder, 'store.db')
  const open = (): CandleStore => createSqliteStore(openDatabase(driver, path, candleMigrations).database)
  const bars = Array.from({ length: CANDLES }, (_, index) => candle(index))
  const writing = open()
  const wroteFrom = performance.now()
  for (let series = 0; series < SERIES; series++) {
    const coverage = [{ from: 0, to: CANDLES * MINUTE, kind: 'data' as const, route: 'live', fetchedAt: 1 }]
    writing.commit(identity(series), { bars, coverage })
  }
  const perSecond = (SERIES * CANDLES * 1000) / (performance.now() - wroteFrom)
  writing.close()

  const reading = open()
  const span = { from: 1_000 * MINUTE, to: (1_000 + READ) * MINUTE }
  // Prepared statements and the first pages of the file are not what a request pays for.
  for (let series = 0; series < 20; series++) reading.readText(identity(series), span)
  const readFrom = performance.now()
  for (let series = 20; series < SERIES; series++) reading.readText(identity(series), span)
  const readUs = ((performance.now() - readFrom) * 1000) / (SERIES - 20)
  const madeFrom = performance.now()
  for (let series = 20; series < SERIES; series++) candlesText(reading.read(identity(series), span))
  const madeUs = ((performance.now() - madeFrom) * 1000) / (SERIES - 20)
  reading.close()
  return [
    {
      name: 'first read of 500 candles from disk',
      value: readUs / madeUs,
      shown: `${Math.round(readUs)} us`,
      note: `${(readUs / madeUs).toFixed(2)} of reading rows and making text (${Math.round(madeUs)} us)`,
      budget: 'at most 100 us, or half of rows',
      ok: readUs <= 100 || readUs <= madeUs / 2,
    },
    {
      name: 'bulk writing',
      value: perSecond,
      shown: `${thousands(perSecond)} candles/s`,
      note: `${thousands(SERIES * CANDLES)} candles with their ledger, ${SERIES} transactions`,
      budget: 'goal 400,000',
      ok: true,
    },
  ]
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
