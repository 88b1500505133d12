import type { Database, SqlValue } from '../../storage/driver.js'
import { numbersIn } from '../rows/typed-columns.js'
import { BLOCK_SIZE } from './metadata-blocks.js'

/** Number of versions deleted, and of names merged, in one transaction. */
const VERSIONS_AT_ONCE = 500
const NAMES_AT_ONCE = 10_000
const NAMES_A_STATEMENT = 50

/** Time limits for deletion, epoch ms. */
interface PruneTerms {
  readonly supersededBefore: number
  /** Deletes events and markets that no list has had since. None if absent. */
  readonly goneBefore?: number | undefined
}

/**
 * Deletes superseded lists, events and markets that have long been unlisted, and versions without references. Then merges
 * new names into the index and checkpoints the file. After each piece, yields the number of versions left to delete.
 */
export function* prune(database: Database, { supersededBefore, goneBefore }: PruneTerms): Generator<number> {
  const old = database.prepare('SELECT id FROM walks WHERE superseded_at < ?').rows(supersededBefore)
  for (const [walk = null] of old) {
    dropSync(database, walk)
    yield 0
  }
  // First, since names of deleted things may still be among the new ones.
  yield* sortNames(database)
  if (goneBefore !== undefined) yield* dropGone(database, goneBefore)
  yield* pruneVersions(database)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  yield 0
}

export function dropSync(database: Database, walk: SqlValue): void {
  database.transaction(() => {
    database.prepare('DELETE FROM places WHERE walk = ?').run([walk])
    database.prepare('DELETE FROM walks WHERE id = ?').run([walk])
  })
}

/**
 * Deletes events and markets that were last seen before the instant and are in no stored list. Their versions are deleted with
 * the replaced ones.
 */
function* dropGone(database: Database, goneBefore: number): Generator<number> {
  const gone = database
    .prepare(
      `SELECT id, version FROM things
       WHERE last_seen < ? AND ifnull(gone_at, 0) < ? AND walk NOT IN (SELECT id FROM walks)`,
    )
    .rows(goneBefore, goneBefore)
  yield 0
  for (let from = 0; from < gone.length; from += NAMES_AT_ONCE) {
    const some = gone.slice(from, from + NAMES_AT_ONCE)
    const [ids, versions] = [0, 1].map((column) => JSON.stringify(some.map((row) => row[column])))
    database.transaction(() => {
      database
        .prepare('INSERT OR IGNORE INTO replaced (version) SELECT value FROM json_each(?)')
        .run([versions as string])
      for (const [table, column] of [
        ['names', 'thing'],
        ['things', 'id'],
      ])
        database
          .prepare(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`)
          .run([ids as string])
    })
    yield 0
  }
}

function* pruneVersions(database: Database): Generator<number> {
  const unused = new Set(
    database
      .prepare('SELECT version FROM replaced')
      .rows()
      .map(([version]) => Number(version)),
  )
  if (unused.size === 0) return
  const places = database.prepare('SELECT versions FROM places WHERE id = ?')
  for (const [id = null] of database.prepare('SELECT id FROM places').rows()) {
    for (const version of numbersIn(places.rows(id)[0]?.[0])) unused.delete(version)
    yield unused.size
  }
  // A market is stored as long as an event refers to it.
  for (const [event, markets] of database.prepare('SELECT event, markets FROM parts').rows())
    if (!unused.has(Number(event)))
      for (const version of JSON.parse(String(markets)) as number[]) unused.delete(version)
  const all = [...unused]
  for (let from = 0; from < all.length; from += VERSIONS_AT_ONCE) {
    const ids = JSON.stringify(all.slice(from, from + VERSIONS_AT_ONCE))
    database.transaction(() => {
      for (const [table, column] of ofVersions)
        database
          .prepare(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`)
          .run([ids])
    })
    yield Math.max(0, all.length - from - VERSIONS_AT_ONCE)
  }
  if (all.length === 0) return
  database.exec('DELETE FROM descriptions WHERE id NOT IN (SELECT description FROM versions)')
  yield 0
  database.exec(`DELETE FROM metadata WHERE block NOT IN (SELECT id / ${BLOCK_SIZE} FROM versions)`)
}

const ofVersions = [
  ['parts', 'event'],
  ['texts', 'version'],
  ['versions', 'id'],
  ['replaced', 'version'],
] as const

/**
 * Moves the names of new pages into the sorted table. Doing so for each page would touch the whole table. Until then lookups read
 * them from their pages.
 */
function* sortNames(database: Database): Generator<number> {
  const pages = database.prepare('SELECT id, pairs FROM new_names').rows()
  if (pages.length === 0) return
  const pairs = pairsIn(pages.map(([, bytes]) => numbersIn(bytes)))
  const order = Uint32Array.from({ length: pairs.length / 2 }, (_, index) => index * 2)
  order.sort((a, b) => (pairs[a] ?? 0) - (pairs[b] ?? 0))
  yield 0
  const add = database.prepare(
    `INSERT OR IGNORE INTO names (name, thing) VALUES ${Array(NAMES_A_STATEMENT).fill('(?, ?)').join(', ')}`,
  )
  for (let from = 0; from < order.length; from += NAMES_AT_ONCE) {
    database.transaction(() => {
      const end = Math.min(order.length, from + NAMES_AT_ONCE)
      for (let at = from; at < end; at += NAMES_A_STATEMENT) {
        const values: number[] = []
        // A short last batch repeats its last name, which is stored once.
        for (let each = at; each < at + NAMES_A_STATEMENT; each++) {
          const pair = order[Math.min(each, end - 1)] ?? 0
          values.push(pairs[pair] ?? 0, pairs[pair + 1] ?? 0)
        }
        add.run(values)
      }
    })
    yield 0
  }
  const ids = JSON.stringify(pages.map(([id]) => id))
  database.prepare('DELETE FROM new_names WHERE id IN (SELECT value FROM json_each(?))').run([ids])
}

function pairsIn(pages: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(pages.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const page of pages) {
    all.set(page, end)
    end += page.length
  }
  return all
}
