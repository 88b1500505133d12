import { copyFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { runQuickCheck } from '../../src/storage/check.js'
import type { OpenDatabase } from '../../src/storage/driver.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const driver = await loadDriver()
const whole = join(folder.path, 'whole.db')
openDatabase(driver, whole, candleMigrations).database.close()

test('a whole file has no findings', () => {
  expect(runQuickCheck(driver, whole)).toBeUndefined()
})

test('a file that was cut off, and one that is no database, are findings', () => {
  const [cut, other] = [join(folder.path, 'cut.db'), join(folder.path, 'other.db')]
  copyFileSync(whole, cut)
  truncateSync(cut, 6_000)
  expect(runQuickCheck(driver, cut)).toEqual(expect.any(String))
  writeFileSync(other, 'no database at all, '.repeat(300))
  expect(runQuickCheck(driver, other)).toMatch(/not a database/)
})

test('what keeps the check from being made is no finding, and no sign that nothing is wrong', () => {
  const locked: OpenDatabase = () => {
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  }
  expect(() => runQuickCheck(locked, whole)).toThrow('database is locked')
})
