import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { openStore, sealingAll, temporaryFolder } from '../../support/engine.js'
import { bar, covers, storeSuite } from '../store-suite.js'

const folder = temporaryFolder()
const driver = await loadDriver()
let files = 0
const newPath = (): string => join(folder.path, `${files++}.db`)
afterAll(() => folder.remove())

const yes = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: 60_000, basis: 'trade' } as const
const all = { from: 0, to: 1e12 }

describe('the SQLite store that seals whatever it gets', () => {
  storeSuite(() => openStore(newPath(), sealingAll))
})

describe('the SQLite store', () => {
  storeSuite(() => openStore(newPath()))

  test('survives a restart', () => {
    const path = newPath()
    const before = openStore(path)
    before.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    before.close()
    const after = openStore(path)
    expect(after.read(yes, all)).toEqual([bar(1)])
    expect(after.coverage(yes, all)).toEqual([covers(0, 2)])
    after.close()
  })

  test('candles and ledger are written together or not at all', () => {
    const { database } = openDatabase(driver, newPath(), candleMigrations)
    const store = createSqliteStore(database)
    const broken = { ...bar(1), open: null as unknown as number }
    expect(() => store.commit(yes, { bars: [bar(0), broken], coverage: [covers(0, 2)] })).toThrow(/NOT NULL/)
    expect(store.read(yes, all)).toEqual([])
    expect(store.coverage(yes, all)).toEqual([])
    store.close()
  })

  test('a candle without a number is not sealed either', () => {
    const store = openStore(newPath(), sealingAll)
    const broken = { ...bar(1), open: null as unknown as number }
    expect(() => store.commit(yes, { bars: [bar(0), broken], coverage: [covers(0, 2)] })).toThrow(/number/)
    expect([store.read(yes, all), store.coverage(yes, all)]).toEqual([[], []])
    store.close()
  })

  test('a chunk that does not hold what is told of it is damage, and not a market without trades', () => {
    const { database } = openDatabase(driver, newPath(), candleMigrations)
    const store = createSqliteStore(database, () => '', sealingAll)
    store.commit(yes, { bars: [bar(1), bar(2), bar(3)], coverage: [covers(0, 4)] })
    for (const [column, value] of [
      ['count', '2'],
      ['last_time', `${9 * 60_000}`],
      ['body', "x'00'"],
    ]) {
      database.exec('BEGIN')
      database.exec(`UPDATE sealed_chunks SET ${column} = ${value}`)
      expect(() => store.readText(yes, all)).toThrow(expect.objectContaining({ code: 'SQLITE_CORRUPT' }))
      database.exec('ROLLBACK')
    }
    expect(store.read(yes, all)).toHaveLength(3)
    store.close()
  })

  test('it says that other programs should not read it', () => {
    const { database } = openDatabase(driver, newPath(), candleMigrations)
    const about = database.prepare("SELECT value FROM about WHERE name = 'read me'").rows()[0]?.[0]
    expect(about).toContain('Other programs should not read this file')
    database.close()
  })

  test('the settings that make it durable and fast are in force', () => {
    const { database } = openDatabase(driver, newPath(), candleMigrations)
    const setting = (name: string) => database.prepare(`PRAGMA ${name}`).rows()[0]?.[0]
    expect(setting('journal_mode')).toBe('wal')
    expect(setting('synchronous')).toBe(1)
    expect(setting('busy_timeout')).toBeLessThanOrEqual(100)
    expect(setting('mmap_size')).toBe(0)
    database.close()
  })

  test('a file of a newer version is read but not written', () => {
    const path = newPath()
    const first = openDatabase(driver, path, candleMigrations)
    createSqliteStore(first.database).commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    first.database.exec('PRAGMA user_version = 99')
    first.database.close()
    const { database, newer } = openDatabase(driver, path, candleMigrations)
    expect(newer).toBe(true)
    const store = createSqliteStore(database)
    expect(store.read(yes, all)).toEqual([bar(1)])
    expect(() => store.commit(yes, { bars: [bar(5)], coverage: [covers(5, 6)] })).toThrow(/readonly/)
    database.close()
  })
})
