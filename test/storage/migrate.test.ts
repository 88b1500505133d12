import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../src/storage/driver.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { migrate } from '../../src/storage/migrate.js'

const folder = mkdtempSync(join(tmpdir(), 'pmx-migrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const migrations = [
  { version: 1, sql: 'CREATE TABLE rows (number INTEGER) STRICT' },
  { version: 2, sql: 'ALTER TABLE rows ADD COLUMN name TEXT' },
]
const later = [...migrations, { version: 3, sql: 'ALTER TABLE rows ADD COLUMN more TEXT' }]

/** Two connections to one file; the second one brings it up to date once the first has read how old it is. */
async function race(name: string, first: typeof migrations, second: typeof migrations) {
  const open = await loadDriver()
  const connect = () => open(join(folder, name), { readOnly: false })
  const [database, other] = [connect(), connect()]
  let isFirst = true
  const overtaken: Database = {
    ...database,
    prepare(sql) {
      const statement = database.prepare(sql)
      return {
        ...statement,
        rows(...values) {
          const rows = statement.rows(...values)
          if (isFirst) {
            isFirst = false
            migrate(other, second)
          }
          return rows
        },
      }
    },
  }
  const state = migrate(overtaken, first)
  const columns = database.prepare('PRAGMA table_info(rows)').rows().length
  database.close()
  other.close()
  return { state, columns }
}

test('a file that another process brings up to date at the same moment is up to date', async () => {
  expect(await race('new.db', migrations, migrations)).toEqual({ state: 'current', columns: 2 })
})

test('one that a later version brings further meanwhile is newer', async () => {
  expect(await race('later.db', migrations, later)).toEqual({ state: 'newer', columns: 3 })
})

test('a file that is older than the first step is refused, and keeps its tables', async () => {
  const database = (await loadDriver())(':memory:', { readOnly: false })
  migrate(database, migrations.slice(0, 1))
  const squashed = [
    { version: 2, sql: 'CREATE TABLE rows (number INTEGER, name TEXT) STRICT' },
    ...later.slice(2),
  ]
  expect(() => migrate(database, squashed)).toThrow('Move the file aside')
  expect(database.prepare('PRAGMA table_info(rows)').rows()).toHaveLength(1)
  database.close()
})

test('a file of the first step gets the later ones, as a new file does', async () => {
  const open = await loadDriver()
  const squashed = [{ version: 2, sql: migrations.map(({ sql }) => sql).join(';') }]
  for (const before of [squashed, []]) {
    const database = open(':memory:', { readOnly: false })
    migrate(database, before)
    expect(migrate(database, [...squashed, ...later.slice(2)])).toBe('current')
    expect(database.prepare('PRAGMA table_info(rows)').rows()).toHaveLength(3)
    expect(database.prepare('PRAGMA user_version').rows()).toEqual([[3]])
    database.close()
  }
})
