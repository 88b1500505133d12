import type { Database } from './driver.js'
import { createSchemaError } from './faults.js'

/**
 * A schema migration. Migrations are numbered in ascending order, run only forward, and are never edited once released. The first
 * one creates all tables.
 */
export interface Migration {
  readonly version: number
  readonly sql: string
}

export type SchemaState = 'current' | 'newer'

/**
 * Migrates the schema to the latest version, one transaction for each migration.
 * @returns `newer` when a later version of this program has written the file: it must be opened read-only
 * @throws an error of the schema (`isOfSchema`) when the file is older than the first step
 */
export function migrate(database: Database, migrations: readonly Migration[]): SchemaState {
  const found = readSchemaVersion(database)
  const latest = findLatestVersion(migrations)
  if (found > latest) return 'newer'
  const oldest = migrations[0]?.version ?? 0
  if (found > 0 && found < oldest)
    throw createSchemaError(
      `schema ${found} is older than ${oldest}, the oldest supported schema. Move the file aside`,
    )
  for (const { version, sql } of migrations) {
    if (version <= found) continue
    database.transaction(() => {
      // Another process may have run this migration in the meantime.
      if (version <= readSchemaVersion(database)) return
      database.exec(sql)
      database.exec(`PRAGMA user_version = ${version}`)
    })
  }
  return readSchemaVersion(database) > latest ? 'newer' : 'current'
}

/** Returns the version that a schema with all its migrations has. */
export function findLatestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0
}

/** Returns the schema version of an open database, or 0 if it does not have our schema. */
export function readSchemaVersion(database: Database): number {
  const value = database.prepare('PRAGMA user_version').rows()[0]?.[0]
  return typeof value === 'number' ? value : 0
}
