import type { Database } from './driver.js'

/** One schema migration; numbered from 1, forward only, never edited once released. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

export type SchemaState = 'current' | 'newer'

/**
 * Migrates the schema to the latest version, one transaction for each migration.
 * @returns `newer` when a later version of this program has written the file: it must be opened read-only
 */
export function migrate(database: Database, migrations: readonly Migration[]): SchemaState {
  const found = schemaVersion(database)
  const latest = migrations.at(-1)?.version ?? 0
  if (found > latest) return 'newer'
  for (const { version, sql } of migrations) {
    if (version <= found) continue
    database.transaction(() => {
      // Another process may have run this migration in the meantime.
      if (version <= schemaVersion(database)) return
      database.exec(sql)
      database.exec(`PRAGMA user_version = ${version}`)
    })
  }
  return schemaVersion(database) > latest ? 'newer' : 'current'
}

function schemaVersion(database: Database): number {
  const value = database.prepare('PRAGMA user_version').rows()[0]?.[0]
  return typeof value === 'number' ? value : 0
}
