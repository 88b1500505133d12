import { afterEach, beforeEach, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { storePart } from '../../../src/candles/shared/shared-parts.js'
import type { Database } from '../../../src/storage/driver.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { temporaryFolder } from '../../support/engine.js'

const MINUTE = 60_000
const identity = { venue: 'kalshi', seriesKey: 'A', stepMs: MINUTE, basis: 'trade' } as const
const driver = await loadDriver()

let folder: ReturnType<typeof temporaryFolder>
let reads: number
beforeEach(() => {
  folder = temporaryFolder()
  reads = 0
})
afterEach(() => folder.remove())

/** Counts the statements that return rows. */
function counting(database: Database): Database {
  return {
    ...database,
    exec: (sql) => database.exec(sql),
    transaction: (work) => database.transaction(work),
    prepare(sql) {
      const statement = database.prepare(sql)
      return {
        run: (values) => statement.run(values),
        rows(...values) {
          reads++
          return statement.rows(...values)
        },
      }
    },
  }
}

test('a window with many silent intervals is stored with as few reads as one with half of them', () => {
  const { database } = openDatabase(driver, `${folder.path}/candles.db`, candleMigrations)
  const store = createSqliteStore(counting(database), () => '')
  const take = (window: number, gaps: number): number => {
    const from = window * 1_000 * MINUTE
    const at = (step: number): number => from + step * MINUTE
    const edges = Array.from({ length: gaps + 1 }, (_, gap) => gap * 2)
    const before = reads
    storePart(store, identity, {
      bars: edges.map((step) => ({ timestamp: at(step), open: 0.4, high: 0.4, low: 0.4, close: 0.4 })),
      coverage: edges.map((step) => ({
        ...{ from: at(step), to: at(step + 1), kind: 'data', route: 'live', fetchedAt: 1 },
      })),
      receipts: [{ from: at(0), to: at(gaps * 2 + 1), knownAt: 1, source: 'live' }],
      provisional: edges.slice(0, -1).map((step) => ({
        ...{ from: at(step + 1), to: at(step + 2), route: 'live', requestedAt: 1, lookAgainAt: 2, looks: 1 },
      })),
    })
    expect(store.coverage(identity, { from, to: at(1_000) })).toHaveLength(gaps + 1)
    expect(store.provisional(identity, { from, to: at(1_000) })).toHaveLength(gaps)
    return reads - before
  }
  take(0, 1)
  // Both have enough candles for a chunk.
  const half = take(1, 100)
  expect(take(2, 200)).toBeLessThanOrEqual(half)
  database.close()
})
