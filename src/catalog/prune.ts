import type { Database, SqlValue } from '../storage/driver.js'

/** Versions deleted in one transaction: their texts are most of what the file holds. */
const VERSIONS_AT_ONCE = 500

/**
 * Deletes lists that were superseded before the instant, epoch ms, and the versions to which nothing refers any more.
 * Yields after each piece how many versions are left to delete.
 */
export function* prune(database: Database, supersededBefore: number): Generator<number> {
  const old = database.prepare('SELECT id FROM walks WHERE superseded_at < ?').rows(supersededBefore)
  for (const [walk = null] of old) {
    dropWalk(database, walk)
    yield 0
  }
  // Events first: a market is kept as long as an event has it as its part.
  for (const question of [UNUSED_EVENTS, UNUSED_MARKETS]) {
    const unused = database.prepare(question).rows()
    for (let from = 0; from < unused.length; from += VERSIONS_AT_ONCE) {
      const ids = JSON.stringify(unused.slice(from, from + VERSIONS_AT_ONCE).map(([id]) => id))
      database.transaction(() => {
        for (const [table, column] of ofVersions)
          database
            .prepare(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`)
            .run([ids])
      })
      yield Math.max(0, unused.length - from - VERSIONS_AT_ONCE)
    }
  }
  database.exec('DELETE FROM descriptions WHERE id NOT IN (SELECT description FROM versions)')
}

export function dropWalk(database: Database, walk: SqlValue): void {
  database.transaction(() => {
    database.prepare('DELETE FROM places WHERE walk = ?').run([walk])
    database.prepare('DELETE FROM walks WHERE id = ?').run([walk])
  })
}

const ofVersions = [
  ['parts', 'event'],
  ['texts', 'version'],
  ['versions', 'id'],
] as const

const UNUSED_EVENTS = `
  SELECT v.id FROM versions v JOIN things t ON t.id = v.thing
  WHERE t.kind = 'event' AND t.version <> v.id AND v.id NOT IN (SELECT version FROM places)`

const UNUSED_MARKETS = `
  SELECT v.id FROM versions v JOIN things t ON t.id = v.thing
  WHERE t.kind <> 'event' AND t.version <> v.id
    AND v.id NOT IN (SELECT version FROM places UNION ALL SELECT market FROM parts)`
