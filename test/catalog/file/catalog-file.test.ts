import {
  closeSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createCatalogFile } from '../../../src/catalog/file/catalog-file.js'
import { openCatalogFile } from '../../../src/catalog/file/open-catalog.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { Database } from '../../../src/storage/driver.js'
import { moveDatabaseAside } from '../../../src/storage/files.js'
import { market } from '../../core/fake-venue.js'
import { fakeClock } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { driver, openCatalog, over, venue } from '../support/store.js'

const folder = temporaryFolder()
let files = 0
const newPath = (): string => join(folder.path, `${files++}.db`)
afterAll(() => folder.remove())

const page = (count: number) => ({
  markets: Array.from({ length: count }, (_, index) => market(`M${index}`)),
})

/** @param meddle wraps what a file opens */
function guarded(path: string, meddle: (database: Database) => Database = (database) => database) {
  const clock = fakeClock()
  const file = createCatalogFile({
    open() {
      const opened = openCatalogFile(driver, path, 'writes')
      return { ...opened, database: meddle(opened.database) }
    },
    moveAside: () => moveDatabaseAside(path, clock.now()),
    clock,
    log: silentLogger,
  })
  return { file, ...over(file, clock) }
}

/** Overwrites what lies between the first pages and the end. */
function damage(path: string): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(Math.floor(statSync(path).size / 2), 0x5a), 0, undefined, 8_192)
  closeSync(file)
}

describe('the file of the catalog', () => {
  test.each([
    [
      'no database',
      (path: string) => writeFileSync(path, 'not a database at all, but long enough'.repeat(200)),
    ],
    ['cut in the middle', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['damaged inside', damage],
  ])('that is %s is moved aside, and a new one is begun, which costs a sync', async (_what, harm) => {
    const path = newPath()
    const before = openCatalog(path)
    before.sync([page(500)])
    before.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    before.database.close()
    harm(path)
    const { file, reader, sync, rows } = guarded(path)
    // Opening or the first use of what is damaged finds it; none of it is an answer.
    const tries = [1, 2, 3].map(() => {
      try {
        return sync([page(3)])
      } catch (error) {
        expect(error).toMatchObject({ code: 'CATALOG_UNAVAILABLE' })
        return undefined
      }
    })
    const walk = tries.findLast((id) => id !== undefined) ?? -1
    expect(reader.beganAt(walk, venue, 'active')).toBeTypeOf('number')
    const { versions } = await reader.columns(walk, 'market', async () => {})
    expect(rows('market', [...versions])).toHaveLength(3)
    expect(readdirSync(folder.path).some((name) => name.startsWith(`${files - 1}.db.corrupt-`))).toBe(true)
    expect(file.state).toEqual({ kind: 'ok' })
    file.close()
  })

  test('of a newer version is read, and not written', () => {
    const path = newPath()
    const before = openCatalog(path)
    before.sync([page(2)])
    before.database.exec('PRAGMA user_version = 99')
    before.database.close()
    const { file, reader, writer } = guarded(path)
    expect(file.state).toMatchObject({ kind: 'read_only' })
    expect(reader.lookup(venue, 'market', 'm1')).toHaveLength(1)
    expect(() => writer.begin(venue, 'active')).toThrow('newer version')
    expect(file.readOnly).toBe(true)
    file.close()
    expect(readdirSync(folder.path).filter((name) => name.startsWith(`${files - 1}.db.corrupt-`))).toEqual([])
  })

  test('of a newer version whose tables are others is not used, and left as it is', () => {
    const path = newPath()
    const before = openCatalog(path)
    before.database.exec('ALTER TABLE things RENAME TO objects')
    before.database.exec('PRAGMA user_version = 99')
    before.database.close()
    const { file, reader } = guarded(path)
    expect(() => reader.lookup(venue, 'market', 'm1')).toThrow('cannot be used now')
    file.close()
    expect(readdirSync(folder.path).filter((name) => name.startsWith(`${files - 1}.db.corrupt-`))).toEqual([])
  })

  test('on a full disk keeps what it has, says so, and is tried again after a pause', async () => {
    let full = false
    const { file, clock, reader, writer } = guarded(newPath(), (database) => ({
      ...database,
      transaction(work) {
        if (full) throw Object.assign(new Error('simulated full disk'), { code: 'SQLITE_FULL' })
        return database.transaction(work)
      },
    }))
    const walk = writer.begin(venue, 'active')
    walk.page(page(1))
    full = true
    expect(() => walk.page(page(2))).toThrow('simulated full disk')
    expect(file.state).toMatchObject({ kind: 'read_only', reason: 'simulated full disk' })
    expect(reader.lookup(venue, 'market', 'M0')).toHaveLength(1)
    full = false
    expect(() => walk.page(page(2))).toThrow('simulated full disk')
    await clock.advance(60_000)
    walk.page(page(2))
    expect(file.state).toEqual({ kind: 'ok' })
    file.close()
    expect(() => walk.page(page(2))).toThrow('closed')
  })

  test('that cannot be opened is tried again after a pause, without a write', async () => {
    let isThere = false
    const { file, clock, reader } = guarded(newPath(), (database) => {
      if (!isThere) throw Object.assign(new Error('simulated lock'), { code: 'SQLITE_BUSY' })
      return database
    })
    isThere = true
    expect(() => reader.lookup(venue, 'market', 'A')).toThrow('simulated lock')
    expect(file.state).toMatchObject({ kind: 'unusable', since: clock.now() })
    await clock.advance(60_000)
    expect(reader.lookup(venue, 'market', 'A')).toEqual([])
    expect(file.state).toEqual({ kind: 'ok' })
    file.close()
  })

  test('that was deleted and begun anew by another is read once it is opened anew', () => {
    const path = newPath()
    const { file, reader, sync } = guarded(path)
    sync([page(2)])
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
    const begun = openCatalog(path)
    begun.sync([page(3)])
    expect(reader.state(venue)[0]?.generation?.rows).toBe(2)
    file.reopen()
    expect(reader.state(venue)[0]?.generation?.rows).toBe(3)
    begun.database.close()
    file.close()
  })

  test('passes on what is no trouble of the file', () => {
    const { file } = guarded(newPath())
    expect(() => file.exec('no words of SQL')).toThrow('syntax error')
    expect(file.state).toEqual({ kind: 'ok' })
    file.close()
  })
})
