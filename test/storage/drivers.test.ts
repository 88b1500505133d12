import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadBetterSqlite } from '../../src/storage/better-sqlite3.js'
import type { OpenDatabase } from '../../src/storage/driver.js'
import { faultOf, isOfSchema } from '../../src/storage/faults.js'
import { describeMissingSqlite, findDriver } from '../../src/storage/load-driver.js'
import { loadNodeSqlite } from '../../src/storage/node-sqlite.js'
import { temporaryFolder } from '../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const major = Number.parseInt(process.versions.node, 10)
const loaded = async (load: (busyMs: number) => Promise<OpenDatabase>) =>
  load(0).catch((): undefined => undefined)
const candidates: readonly (readonly [string, OpenDatabase | undefined])[] = [
  ['better-sqlite3', await loaded(loadBetterSqlite)],
  ['node:sqlite', major < 24 ? undefined : await loaded(loadNodeSqlite)],
]
const drivers = candidates.flatMap(([name, open]) => (open === undefined ? [] : [[name, open] as const]))
let files = 0
const newPath = (): string => join(folder.path, `${files++}.db`)

test('there is one here, and Node 24 has its own', async () => {
  expect(await findDriver()).toBeTypeOf('function')
  expect(drivers.map(([name]) => name).includes('node:sqlite')).toBe(major >= 24)
})

describe.each(drivers)('the driver over %s', (_name, open) => {
  const database = open(':memory:', { readOnly: false })
  const thrownBy = (work: () => unknown): unknown => {
    try {
      work()
    } catch (error) {
      return error
    }
    return undefined
  }

  test('gives rows as lists, columns of one name each', () => {
    expect(database.prepare('SELECT 1 AS a, 2 AS a, NULL AS b').rows()).toEqual([[1, 2, null]])
    const { columns, rows } = database.query('SELECT 1 AS a, 2 AS a')
    expect([columns, [...rows()]]).toEqual([['a', 'a'], [[1, 2]]])
  })

  test('keeps texts, numbers and bytes as they are', () => {
    const values = ['a\u0000b\u{1f600}', 0.1, 2 ** 52 + 1, -1, null, Uint8Array.of(0, 255)]
    const [row = []] = database.prepare('SELECT ?, ?, ?, ?, ?, ?').rows(...values)
    expect(row.slice(0, 5)).toEqual(values.slice(0, 5))
    expect([...(row[5] as Uint8Array)]).toEqual([0, 255])
  })

  test('runs no statement that is none to read when it is only looked at', () => {
    database.exec('CREATE TABLE looked (a)')
    const { columns, rows } = database.query('INSERT INTO looked VALUES (1)')
    expect([columns, [...rows()]]).toEqual([[], []])
    expect(database.prepare('SELECT count(*) FROM looked').rows()).toEqual([[0]])
  })

  test('calls functions of ours, with as many arguments as they have', () => {
    database.define('joined', (a, b) => `${String(a)}-${String(b)}`)
    expect(database.prepare("SELECT joined('x', 1)").rows()).toEqual([['x-1']])
  })

  test('does all of a transaction or nothing, one inside another as well', () => {
    database.exec('CREATE TABLE done (a)')
    const add = database.prepare('INSERT INTO done VALUES (?)')
    const failing = () =>
      database.transaction(() => {
        add.run([1])
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    expect(database.transaction(() => database.transaction(() => add.run([2])) ?? 'kept')).toBe('kept')
    database.transaction(() => {
      add.run([3])
      expect(failing).toThrow('no')
    })
    expect(database.prepare('SELECT a FROM done').rows()).toEqual([[2], [3]])
  })

  test('names faults of the file alike', () => {
    const path = newPath()
    const file = open(path, { readOnly: false })
    file.exec('CREATE TABLE one (a)')
    const other = open(path, { readOnly: false })
    file.exec('BEGIN IMMEDIATE')
    expect(faultOf(thrownBy(() => other.transaction(() => undefined)))).toBe('busy')
    file.exec('ROLLBACK')
    const reader = open(path, { readOnly: true })
    expect(faultOf(thrownBy(() => reader.exec('DELETE FROM one')))).toBe('unwritable')
    expect(isOfSchema(thrownBy(() => reader.prepare('SELECT * FROM two').rows()))).toBe(true)
    const missing = thrownBy(() => open(join(folder.path, 'no', 'file.db'), { readOnly: false }))
    expect(faultOf(missing)).toBe('unwritable')
    for (const one of [file, other, reader]) one.close()
  })
})

test.each(['20.20.2', '22.23.5'])('on Node %s two lines say what is missing and what to do', (version) => {
  const [missing, wayOut, ...more] = describeMissingSqlite(version)
  expect(missing).toMatch(`better-sqlite3 cannot be loaded, and Node ${version}`)
  expect(wayOut).toMatch(/^Use Node 24 or later, or run 'npm install better-sqlite3'/)
  expect(more).toEqual([])
})
