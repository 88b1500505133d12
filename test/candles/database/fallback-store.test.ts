import { closeSync, openSync, readdirSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createResilientStore, type FileStore } from '../../../src/candles/database/fallback-store.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { noCounts } from '../../../src/candles/store/recheck-rows.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { deleteDatabase, identityOf, moveDatabaseAside } from '../../../src/storage/files.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { fakeClock } from '../../support/clock.js'
import { openStore, temporaryFolder } from '../../support/engine.js'
import { limitMs } from '../../support/limits.js'
import { bar, covers, storeSuite } from '../store-suite.js'

const folder = temporaryFolder()
const driver = await loadDriver()
let files = 0
const newPath = (): string => join(folder.path, `${files++}.db`)
afterAll(() => folder.remove())

const yes = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: 60_000, basis: 'trade' } as const
const all = { from: 0, to: 1e12 }

function resilient(path: string, wrap: (store: FileStore) => FileStore = (store) => store, setting?: string) {
  const clock = fakeClock()
  let opened: string | undefined
  const store = createResilientStore({
    open() {
      const { database, newer } = openDatabase(driver, path, candleMigrations)
      opened = identityOf(path)
      if (setting !== undefined) database.exec(setting)
      return { store: wrap(createSqliteStore(database)), newer }
    },
    isThere: () => identityOf(path) === opened,
    moveAside: () => moveDatabaseAside(path, clock.now()),
    clock,
    log: silentLogger,
  })
  return { store, clock }
}

/** What SQLite throws, by its code. */
function sqliteError(code: string): Error {
  return Object.assign(new Error(`simulated ${code}`), { code })
}

describe('the resilient store', () => {
  storeSuite(() => resilient(newPath()).store)

  test.each([
    [
      'a file that is no database',
      (path: string) => writeFileSync(path, 'not a database at all, but long enough'.repeat(200)),
    ],
    ['a file cut in the middle', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['a file with a damaged page', (path: string) => damage(path)],
  ])('%s is moved aside, and the store goes on with a new one', (_what, harm) => {
    const path = newPath()
    const before = openStore(path)
    const bars = Array.from({ length: 3_000 }, (_, minute) => bar(minute))
    before.commit(yes, { bars, coverage: [covers(0, 3_000)] })
    before.close()
    harm(path)
    const { store } = resilient(path)
    // Reading walks the damage, if opening did not meet it: what it brings is no answer then.
    const losses = store.losses
    const bars2 = store.read(yes, all)
    expect(store.losses > losses || bars2.length === 0).toBe(true)
    store.commit(yes, { bars: [bar(7)], coverage: [covers(7, 8)] })
    expect(store.read(yes, { from: 7 * 60_000, to: 8 * 60_000 })).toEqual([bar(7)])
    expect(readdirSync(folder.path).some((name) => name.startsWith(`${files - 1}.db.corrupt-`))).toBe(true)
    expect(store.state).toEqual({ kind: 'ok' })
    store.close()
    const reopened = openStore(path)
    expect(reopened.read(yes, all)).toEqual([bar(7)])
    reopened.close()
  })

  test('a full disk: what is new is kept in memory and said so, what is on disk is still read, and goes to disk when that works again', async () => {
    const path = newPath()
    let full = false
    const { store, clock } = resilient(path, (inner) => ({
      ...inner,
      commit(identity, batch) {
        if (full) throw sqliteError('SQLITE_FULL')
        inner.commit(identity, batch)
      },
    }))
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    full = true
    store.commit(yes, { bars: [bar(3)], coverage: [covers(2, 4)] })
    expect(store.state).toMatchObject({ kind: 'read_only', reason: 'simulated SQLITE_FULL' })
    expect(store.read(yes, all)).toEqual([bar(1), bar(3)])
    expect(store.coverage(yes, all).map(({ from, to }) => [from, to])).toEqual([
      [0, 120_000],
      [120_000, 240_000],
    ])
    expect(store.readText(yes, all).last).toBe(180_000)
    expect(store.state).toMatchObject({ unsaved: 1 })
    full = false
    await clock.advance(60_000)
    expect(store.state).toEqual({ kind: 'ok' })
    store.commit(yes, { bars: [bar(5)], coverage: [covers(4, 6)] })
    store.close()
    const reopened = openStore(path)
    expect(reopened.read(yes, all)).toEqual([bar(1), bar(3), bar(5)])
    expect(reopened.coverage(yes, all)).toEqual([covers(0, 6)])
    reopened.close()
  })

  test('receipts and facts that memory took while the disk was full are in the file afterwards', async () => {
    const path = newPath()
    let full = false
    const { store, clock } = resilient(path, (inner) => {
      const failing = <Args extends unknown[]>(write: (...args: Args) => void) => {
        return (...args: Args) => {
          if (full) throw sqliteError('SQLITE_FULL')
          write(...args)
        }
      }
      return { ...inner, commit: failing(inner.commit), remember: failing(inner.remember) }
    })
    const at = (from: number, fetchedAt: number) => ({ ...covers(from, from + 3), fetchedAt })
    const known = { outcomeId: 'a', seriesKey: 'a', mirrored: false, facts: {} }
    store.commit(yes, { bars: [bar(1)], coverage: [at(0, 1e9)] })
    full = true
    store.commit(yes, { bars: [bar(4)], coverage: [at(3, 2e9)] })
    store.commit(yes, { bars: [bar(7)], coverage: [at(6, 3e9)] })
    store.remember('kalshi', 'a', { series: { ...known, listedAt: 5 }, checkedAt: 6 })
    store.remember('kalshi', 'a', { series: { ...known, listedAt: 5, closedAt: 7 }, checkedAt: 8 })
    const told = () => [store.receipts(yes, all), store.lifecycle('kalshi', 'a')]
    const before = told()
    expect(before.map((records) => records.length)).toEqual([3, 2])
    full = false
    await clock.advance(60_000)
    expect(store.state).toEqual({ kind: 'ok' })
    expect(told()).toEqual(before)
    store.close()
    const reopened = openStore(path)
    expect([reopened.receipts(yes, all), reopened.lifecycle('kalshi', 'a')]).toEqual(before)
    reopened.close()
  })

  test('contradictions that responses showed while the disk was full are in the file afterwards', async () => {
    let full = false
    const { store, clock } = resilient(newPath(), (inner) => ({
      ...inner,
      noteLook(...noted) {
        if (full) throw sqliteError('SQLITE_FULL')
        inner.noteLook(...noted)
      },
    }))
    const other = (minute: number) => ({ ...bar(minute), volume: 77 })
    const contradict = (...minutes: readonly number[]) =>
      store.noteLook(
        { identity: yes, span: { from: 60_000, to: 300_000 }, look: 0, tries: 0, differing: [] },
        {
          counts: noCounts,
          differing: minutes.map((minute) => ({ openTime: minute * 60_000, bar: other(minute) })),
          replacing: [],
        },
        { requestedAt: clock.now(), route: 'live' },
      )
    store.commit(yes, { bars: [1, 2, 3, 4].map((minute) => bar(minute)), coverage: [covers(1, 5)] })
    full = true
    contradict(1)
    contradict(3)
    full = false
    await clock.advance(60_000)
    expect(store.state).toEqual({ kind: 'ok' })
    expect(store.coverage(yes, all).map(({ from, to }) => [from, to])).toEqual([
      [120_000, 180_000],
      [240_000, 300_000],
    ])
    store.close()
  })

  test("SQLite's own full database loses no answer, and leaves nothing half-written", () => {
    const path = newPath()
    const { store } = resilient(path, undefined, 'PRAGMA max_page_count = 28')
    const hour = Array.from({ length: 60 }, (_, minute) => minute)
    let written = 0
    for (; store.state.kind === 'ok'; written++) {
      const bars = hour.map((minute) => bar(written * 60 + minute))
      store.commit(yes, { bars, coverage: [covers(written * 60, (written + 1) * 60)] })
      expect(written).toBeLessThan(100)
    }
    expect(written).toBeGreaterThan(1)
    expect(store.state).toMatchObject({ kind: 'read_only', reason: 'database or disk is full' })
    expect(store.read(yes, all)).toHaveLength(written * 60)
    store.close()
    const reopened = openStore(path)
    const [kept, ...rest] = reopened.coverage(yes, all)
    expect([kept, rest]).toMatchObject([{ from: 0, to: (written - 1) * 3_600_000 }, []])
    expect(reopened.read(yes, all)).toHaveLength((written - 1) * 60)
    reopened.close()
  })

  test('a file that does not work is tried by itself again and again, and what memory took is written at the end', async () => {
    const path = newPath()
    let tries = 0
    let full = true
    const { store, clock } = resilient(path, (inner) => ({
      ...inner,
      commit(identity, batch) {
        tries++
        if (full) throw sqliteError('SQLITE_FULL')
        inner.commit(identity, batch)
      },
    }))
    store.commit(yes, { bars: [bar(3)], coverage: [covers(2, 4)] })
    await clock.advance(600_000)
    // At once, and after pauses that double from half a second to a minute.
    expect(tries).toBe(16)
    full = false
    store.close()
    const reopened = openStore(path)
    expect(reopened.read(yes, all)).toEqual([bar(3)])
    reopened.close()
  })

  test('a write lock of another process costs a blink, and what came meanwhile is written when it is gone', async () => {
    const path = newPath()
    const { store, clock } = resilient(path)
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    const other = driver(path, { readOnly: false })
    other.exec('BEGIN IMMEDIATE')
    const before = performance.now()
    for (let minute = 2; minute < 40; minute++)
      store.commit(yes, { bars: [bar(minute)], coverage: [covers(minute, minute + 1)] })
    expect(performance.now() - before).toBeLessThan(limitMs(2_000))
    expect(store.read(yes, all)).toHaveLength(39)
    expect(store.state).toMatchObject({ kind: 'read_only', unsaved: 38 })
    other.exec('COMMIT')
    await clock.advance(1_000)
    expect(store.state).toEqual({ kind: 'ok' })
    expect(other.prepare('SELECT count(*) FROM loose_candles').rows()).toEqual([[39]])
    other.close()
    store.close()
  })

  test('a file that was deleted while it was open is begun anew, and what comes then is there after a restart', () => {
    const path = newPath()
    const { store, clock } = resilient(path)
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    deleteDatabase(path)
    clock.passTo(clock.now() + 1_000)
    store.commit(yes, { bars: [bar(3)], coverage: [covers(2, 4)] })
    expect([store.read(yes, all), store.losses, store.state]).toEqual([[bar(3)], 1, { kind: 'ok' }])
    store.close()
    const reopened = openStore(path)
    expect(reopened.read(yes, all)).toEqual([bar(3)])
    reopened.close()
  })

  test('a read that failed once is counted as a loss, and the file is used again', async () => {
    let broken = false
    const { store, clock } = resilient(newPath(), (inner) => ({
      ...inner,
      read(identity, span) {
        if (broken) throw sqliteError('SQLITE_IOERR_READ')
        return inner.read(identity, span)
      },
    }))
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    broken = true
    store.read(yes, all)
    expect([store.losses, store.state.kind]).toEqual([1, 'memory_only'])
    // What the file holds is not claimed while it is not read.
    expect(store.coverage(yes, all)).toEqual([])
    broken = false
    await clock.advance(60_000)
    expect(store.state).toEqual({ kind: 'ok' })
    expect(store.read(yes, all)).toEqual([bar(1)])
    store.close()
  })

  test('what was learned about an outcome while the file could not be written is used', () => {
    let readOnly = false
    const { store } = resilient(newPath(), (inner) => ({
      ...inner,
      remember(...facts) {
        if (readOnly) throw sqliteError('SQLITE_READONLY')
        inner.remember(...facts)
      },
    }))
    const series = { outcomeId: 'x', seriesKey: 'x', mirrored: false, facts: {} }
    store.remember('kalshi', 'x', { series, checkedAt: 5 })
    readOnly = true
    store.remember('kalshi', 'x', { series, checkedAt: 9 })
    expect(store.known('kalshi', 'x')?.checkedAt).toBe(9)
    store.close()
  })

  test('after the end nothing opens the file again', () => {
    const path = newPath()
    let opened = 0
    const { store } = resilient(path, (inner) => {
      opened++
      return inner
    })
    store.close()
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    store.remember('kalshi', 'x', {
      series: { outcomeId: 'x', seriesKey: 'x', mirrored: false, facts: {} },
      checkedAt: 1,
    })
    expect([store.read(yes, all), store.known('kalshi', 'x'), opened]).toEqual([[], undefined, 1])
  })

  test('a folder that cannot be written to leaves a store in memory that works', () => {
    const { store } = resilient(join(folder.path, 'no-such-folder', 'candles.db'))
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    expect(store.read(yes, all)).toEqual([bar(1)])
    expect(store.state).toMatchObject({ kind: 'memory_only' })
    store.close()
  })

  test.each([
    ['of a newer version', 'CREATE TABLE candle (at); PRAGMA user_version = 99'],
    ['of somebody else', 'CREATE TABLE series (of_stamps)'],
  ])('a file with the tables %s is left as it is, and memory takes its place', (_whose, sql) => {
    const path = newPath()
    const database = driver(path, { readOnly: false })
    database.exec(sql)
    database.close()
    const { store } = resilient(path)
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    expect(store.read(yes, all)).toEqual([bar(1)])
    expect(store.state).toMatchObject({
      kind: 'memory_only',
      reason: expect.stringContaining('tables that this version does not know'),
    })
    store.close()
    expect(
      readdirSync(folder.path).filter((name) => join(folder.path, name).startsWith(`${path}.corrupt`)),
    ).toEqual([])
  })

  test('a bug is not taken for a trouble of the file', () => {
    const { store } = resilient(newPath(), (inner) => ({
      ...inner,
      commit() {
        throw new TypeError('a bug')
      },
    }))
    expect(() => store.commit(yes, { bars: [], coverage: [covers(0, 1)] })).toThrow('a bug')
  })
})

/** Overwrites pages in the middle of a database, leaving its head alone. */
function damage(path: string): void {
  const size = statSync(path).size
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size - 12_288, 0xa5), 0, size - 12_288, 12_288)
  closeSync(file)
}
