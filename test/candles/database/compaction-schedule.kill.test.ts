import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { EVER } from '../../../src/candles/database/candle-and-chunk-tables.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { readSeriesCandles } from '../../../src/candles/maintenance/series-reader.js'
import { verifyCandles } from '../../../src/candles/maintenance/verify.js'
import { renderCandle } from '../../../src/candles/store/candle-row.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { temporaryFolder } from '../../support/engine.js'
import { bar } from '../store-suite.js'

const ROUNDS = 4
const SERIES = 3
const CANDLES = 8_000
const SEED = Number(process.env['PMX_CRASH_SEED'] ?? Date.now() % 1_000_000)
const MINUTE = 60_000

const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())

/** The driver is found from within the repository only. */
const script = fileURLToPath(
  new URL('../../../node_modules/.cache/pmx-local-test/seal-all.mjs', import.meta.url),
)

const bars = Array.from({ length: CANDLES }, (_, at) => bar(at * 2, ((at * 37) % 80) / 100 + 0.1))

/** A file in which nothing is sealed yet. */
function writeLooseFile(path: string): void {
  const { database } = openDatabase(driver, path, candleMigrations)
  database.transaction(() => {
    for (let id = 1; id <= SERIES; id++) {
      database.exec(`INSERT INTO series VALUES (${id}, 'kalshi', '', 'FOO-${id}', ${MINUTE}, 'trade', 0)`)
      database.exec(`INSERT INTO coverage VALUES (${id}, 0, ${2 * CANDLES * MINUTE}, 'data', 'live', 1000)`)
      const add = database.prepare('INSERT INTO loose_candles VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      for (const one of bars) {
        const { timestamp, open, high, low, close, volume } = one
        add.run([id, timestamp, open, high, low, close, volume ?? null, renderCandle(one)])
      }
    }
  })
  database.close()
}

/** Seals the file in a process of its own. @param slices after which it is killed */
async function sealIn(path: string, before: number, slices: number): Promise<{ wasKilled: boolean }> {
  const child = spawn(process.execPath, [script, path, String(before)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let lines = 0
  child.stdout.on('data', (text: Buffer) => {
    lines += text.toString().split('\n').length - 1
    if (lines >= slices) child.kill('SIGKILL')
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { wasKilled: signal !== null }
}

test('a file that is sealed while its process is killed again and again loses and doubles nothing', async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('../scripts/seal-all.ts', import.meta.url))],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['better-sqlite3'],
    logLevel: 'warning',
  })
  const path = join(folder.path, 'candles.db')
  writeLooseFile(path)
  const random = createSeededRandom(SEED)
  // The newest thousand of each series are not old yet.
  const before = 2 * (CANDLES - 1_000) * MINUTE
  let kills = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const slices = round === ROUNDS ? Number.POSITIVE_INFINITY : 1 + Math.floor(random() * 4)
    kills += (await sealIn(path, before, slices)).wasKilled ? 1 : 0
    const database = driver(path, { readOnly: true })
    const rows = (sql: string) => database.prepare(sql).rows()
    expect(rows('PRAGMA integrity_check'), `seed ${SEED}`).toEqual([['ok']])
    expect(
      (await verifyCandles(database)).findings.filter(({ problem }) => !/same candles/.test(problem)),
    ).toEqual([])
    for (let id = 1; id <= SERIES; id++)
      expect([...readSeriesCandles(database, id, EVER)].map((one) => one.bar)).toEqual(bars)
    database.close()
  }
  expect(kills, `seed ${SEED}`).toBeGreaterThan(0)
  const database = driver(path, { readOnly: true })
  const loose = database
    .prepare('SELECT count(*), min(open_time) FROM loose_candles GROUP BY series_id')
    .rows()
  // Of seven thousand old ones thirteen chunks are full; what is left waits to fill the next.
  expect(loose).toEqual(Array.from({ length: SERIES }, () => [CANDLES - 13 * 512, 13 * 512 * 2 * MINUTE]))
  database.close()
})
