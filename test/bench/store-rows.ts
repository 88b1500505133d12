import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { PriceCandle } from '../../src/api/models/models.js'
import type { CompactionPosition } from '../../src/candles/database/compaction-schedule.js'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../src/candles/database/sqlite-store.js'
import { renderCandles } from '../../src/candles/store/candle-row.js'
import type { SeriesIdentity } from '../../src/candles/store/candle-store.js'
import { createSeededRandom } from '../../src/effects/random.js'
import type { OpenDatabase } from '../../src/storage/driver.js'
import { loadDriver } from '../../src/storage/load-driver.js'
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
      note: `${(textUs / rowsUs).toFixed(2)} of the time to read rows and build text (${Math.round(rowsUs)} us)`,
      budget: 'at most 100 us, or 0.25 of rows',
      ok: textUs <= 100 || textUs <= rowsUs * 0.25,
    },
    {
      name: 'bulk writing',
      value: ours,
      shown: `${thousands(ours)} candles/s`,
      note: `with text and coverage; ${ratio.toFixed(2)} of bare better-sqlite3 writing the numbers row by row`,
      budget: 'at least 400,000, or 0.45 of bare',
      ok: ours >= 400_000 || ratio >= 0.45,
    },
    ...sealedRows(driver, folder),
  ]
}

/** Candles of an age at which they are kept compressed. */
const OLD_CANDLES = 50_000
const OLD_SERIES = 20
const READS = 1_000

/** The same store with candles that are old: bulk writing, room, reads from random places; and sealing what was rows. */
function sealedRows(driver: OpenDatabase, folder: string): Row[] {
  const bars = walkingCandles(OLD_CANDLES, 0)
  /** Candles a second, as the clock goes and of processor time. */
  const write = (path: string, before: number, series: number): readonly [clock: number, own: number] => {
    const store = createSqliteStore(openDatabase(driver, path, candleMigrations).database, () => '', {
      before: () => before,
    })
    const [from, usedBefore] = [performance.now(), usedMs()]
    for (let one = 0; one < series; one++) {
      for (let at = 0; at < OLD_CANDLES; at += CANDLES) {
        const span = { from: at * MINUTE, to: (at + CANDLES) * MINUTE }
        const coverage = [{ ...span, kind: 'data' as const, route: 'live', fetchedAt: 1 }]
        store.commit(identity(one), { bars: bars.slice(at, at + CANDLES), coverage })
      }
    }
    const perSecond = (ms: number): number => (series * OLD_CANDLES * 1000) / ms
    const rates = [perSecond(performance.now() - from), perSecond(usedMs() - usedBefore)] as const
    store.close()
    return rates
  }
  const sealed = join(folder, 'sealed.db')
  const loose = join(folder, 'loose.db')
  const [perSecond, ownPerSecond] = write(sealed, Number.POSITIVE_INFINITY, OLD_SERIES)
  const bytes = statSync(sealed).size / (OLD_SERIES * OLD_CANDLES)
  write(loose, Number.NEGATIVE_INFINITY, 4)
  const [sealedUs, looseUs] = [randomReadUs(driver, sealed, OLD_SERIES), randomReadUs(driver, loose, 4)]
  const { clock: slices, own } = sealingMs(driver, loose)
  const p99Of = (times: readonly number[]): number => times[Math.floor(times.length * 0.99)] ?? Number.NaN
  const p99 = p99Of(slices)
  const row = (
    name: string,
    value: number,
    shown: string,
    note: string,
    budget: string,
    ok: boolean,
  ): Row => ({
    name,
    value,
    shown,
    note,
    budget,
    ok,
  })
  return [
    row(
      'size of a compacted candle',
      bytes,
      `${bytes.toFixed(1)} bytes`,
      'compacted, with coverage',
      'at most 25',
      bytes <= 25,
    ),
    row(
      'bulk writing of compacted candles',
      perSecond,
      `${thousands(perSecond)} candles/s`,
      `directly into chunks; ${thousands(ownPerSecond)} a second of its own processor time`,
      'at least 1,000,000',
      perSecond >= 1_000_000,
    ),
    row(
      `${READ} compacted candles from a random position`,
      sealedUs,
      `${Math.round(sealedUs)} us`,
      `${Math.round(looseUs)} us from rows`,
      'at most 350 us',
      sealedUs <= 350,
    ),
    row(
      'compaction in the background, one slice',
      p99,
      `p99 ${p99.toFixed(1)} ms`,
      `median ${median(slices).toFixed(1)} ms for 512 candles; p99 of processor time ${p99Of(own).toFixed(1)} ms`,
      'at most 10 ms',
      p99 <= 10,
    ),
  ]
}

function randomReadUs(driver: OpenDatabase, path: string, series: number): number {
  const store = createSqliteStore(openDatabase(driver, path, candleMigrations).database)
  const random = createSeededRandom(3)
  const times = Array.from({ length: READS }, () => {
    const from = Math.floor(random() * (OLD_CANDLES - READ)) * MINUTE
    const one = identity(Math.floor(random() * series))
    return microseconds(() => store.readText(one, { from, to: from + READ * MINUTE }))
  })
  store.close()
  return median(times)
}

/** Milliseconds of each slice, ascending: as the clock goes, and of processor time. */
function sealingMs(driver: OpenDatabase, path: string) {
  const store = createSqliteStore(openDatabase(driver, path, candleMigrations).database)
  const clock: number[] = []
  const own: number[] = []
  let place: CompactionPosition | undefined
  do {
    const [from, usedBefore] = [performance.now(), usedMs()]
    place = store.compact(place, Number.MAX_SAFE_INTEGER).next
    clock.push(performance.now() - from)
    own.push(usedMs() - usedBefore)
  } while (place !== undefined)
  store.close()
  const ascending = (times: number[]): number[] => times.sort((a, b) => a - b)
  return { clock: ascending(clock), own: ascending(own) }
}

/** Processor time of this process so far, ms. */
function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Candles of a price that walks by whole cents, with volumes in cents, as venues have them. */
export function walkingCandles(count: number, from: number): PriceCandle[] {
  const random = createSeededRandom(11)
  let cents = 50
  return Array.from({ length: count }, (_, index) => {
    const open = cents
    cents = Math.min(98, Math.max(2, cents + Math.round((random() - 0.5) * 4)))
    const high = Math.max(open, cents) + (random() < 0.3 ? 1 : 0)
    const low = Math.min(open, cents) - (random() < 0.3 ? 1 : 0)
    const volume = Math.round(random() * random() * 100_000) / 100
    const prices = { open: open / 100, high: high / 100, low: low / 100, close: cents / 100 }
    return { timestamp: from + index * MINUTE, ...prices, volume }
  })
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
    renderCandles(store.read(identity(series), span))
  }
  const texts: number[] = []
  const rows: number[] = []
  // Each series is read once, half of them in each way, in turn.
  for (let series = WARM_UP; series + 1 < SERIES; series += 2) {
    texts.push(microseconds(() => store.readText(identity(series), span)))
    rows.push(microseconds(() => renderCandles(store.read(identity(series + 1), span))))
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
