import { copyFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { quickCheck } from '../../src/storage/check.js'
import { loadDriver, type OpenDatabase } from '../../src/storage/driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const driver = await loadDriver()
const whole = join(folder.path, 'whole.db')
openDatabase(driver, whole, candleMigrations).database.close()

test('a whole file has no findings', () => {
  expect(quickCheck(driver, whole)).toBeUndefined()
})

test('a file that was cut off, and one that is no database, are findings', () => {
  const [cut, other] = [join(folder.path, 'cut.db'), join(folder.path, 'other.db')]
  copyFileSync(whole, cut)
  truncateSync(cut, 6_000)
  expect(quickCheck(driver, cut)).toEqual(expect.any(String))
  writeFileSync(other, 'no database at all, '.repeat(300))
  expect(quickCheck(driver, other)).toMatch(/not a database/)
})

test('what keeps the check from being made is no finding, and no sign that nothing is wrong', () => {
  const locked: OpenDatabase = () => {
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  }
  expect(() => quickCheck(locked, whole)).toThrow('database is locked')
})
