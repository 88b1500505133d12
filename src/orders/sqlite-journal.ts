import type { Order } from '../api/models/models.js'
import { parseJson } from '../api/values/json.js'
import type { Database, SqlValue } from '../storage/driver.js'
import { closeDatabase } from '../storage/open.js'
import { computeReleasedCost, computeReleasedCosts, withoutReleased } from './exposure.js'
import {
  CANCEL_RETENTION_MS,
  COPY_CHECK_RETENTION_MS,
  findOrderOfName,
  type JournalRow,
  MAX_UNANSWERED,
  type OrderIntent,
  type OrderJournal,
  type OrderOutcome,
  orderIdOf,
} from './journal.js'
import { isStopOf, type OrderStop } from './stop.js'

const columns = 'intent, outcome, settled_at, sent_again_at, answered'
const hasOpenRest = "state = 'placed' AND json_extract(outcome, '$.isRestOpen') IS 1"
const isOpen = `state = 'placed' AND
  (json_extract(outcome, '$.order.status') IN ('open', 'pending') OR json_extract(outcome, '$.isRestOpen') IS 1)`
const hasEnded = `state NOT IN ('sending', 'unknown') AND NOT (${isOpen})`
const mayBePlaced = "state NOT IN ('refused', 'absent')"

/** Creates the journal over a database file that was opened as durable: see {@link journalPragmas}. */
export function createSqliteJournal(database: Database): OrderJournal {
  /** Statements are prepared on first use, since a file of an earlier version is read without the tables that it lacks. */
  const prepare = (sql: string): ReturnType<Database['prepare']> => {
    let prepared: ReturnType<Database['prepare']> | undefined
    const statement = () => {
      prepared ??= database.prepare(sql)
      return prepared
    }
    return { run: (values) => statement().run(values), rows: (...values) => statement().rows(...values) }
  }
  const insert = prepare(
    `INSERT INTO orders (id, at, venue, account, key, fingerprint, cost, intent, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'sending')`,
  )
  const update = prepare(
    'UPDATE orders SET state = ?, outcome = ?, settled_at = ?, released = ? WHERE id = ?',
  )
  const again = prepare(
    `UPDATE orders SET state = 'sending', outcome = NULL, settled_at = NULL, released = NULL, answered = 0, sent_again_at = ?
     WHERE id = ?`,
  )
  const mark = prepare('UPDATE orders SET answered = 1 WHERE id = ?')
  const select = (where: string) => prepare(`SELECT ${columns} FROM orders WHERE ${where}`)
  const byId = select('id = ?')
  const placedFirst = `ORDER BY ${mayBePlaced} DESC, number DESC LIMIT 1`
  const byKey = select(`venue = ? AND account = ? AND key = ? ${placedFirst}`)
  const byClientOrderId = select(
    `venue = ? AND account = ? AND json_extract(intent, '$.terms.clientOrderId') = ? ${placedFirst}`,
  )
  const byOrder = select(
    `venue = ? AND account = ? AND json_extract(outcome, '$.order.id') = ? AND state = 'placed'
     ORDER BY number DESC LIMIT 1`,
  )
  const byName = select(
    `venue = ? AND account = ? AND json_extract(intent, '$.terms.clientOrderId') = ? AND ${mayBePlaced}
     ORDER BY number DESC LIMIT 1`,
  )
  const unanswered = select(
    `venue = ? AND account = ? AND fingerprint = ? AND answered = 0 AND ${mayBePlaced}
     ORDER BY number DESC LIMIT ${MAX_UNANSWERED}`,
  )
  const ofOrder = select(
    `number IN (
       SELECT number FROM orders
       WHERE venue = ? AND account = ? AND json_extract(outcome, '$.order.id') = ? AND state = 'placed'
       UNION SELECT number FROM orders
       WHERE venue = ? AND account = ? AND json_extract(intent, '$.edits') = ? AND state IN ('sending', 'unknown'))
     ORDER BY number`,
  )
  const release = prepare('UPDATE orders SET released = ? WHERE id = ?')
  const inDoubt = select(`state IN ('sending', 'unknown') ORDER BY number`)
  // Both conditions, so that the index of open orders serves both lists.
  const openRests = select(`${isOpen} AND ${hasOpenRest} ORDER BY number`)
  const openOrders = select(`${isOpen} ORDER BY number`)
  const isSentSince =
    'number IN (SELECT number FROM orders WHERE at >= ? UNION SELECT number FROM orders WHERE sent_again_at >= ?)'
  const sentSince = select(`${isSentSince} ORDER BY number`)
  const settledBetween = select('settled_at BETWEEN ? AND ? ORDER BY number')
  const costs = prepare(`SELECT cost, released FROM orders WHERE ${isSentSince} AND ${mayBePlaced}`)
  const inForce = prepare('SELECT at, by, reason FROM stops WHERE ended_at IS NULL')
  const putStop = prepare('INSERT INTO stops (at, by, reason) VALUES (?, ?, ?)')
  const moveStop = prepare('UPDATE stops SET at = ? WHERE ended_at IS NULL')
  const endStop = prepare('UPDATE stops SET ended_at = ?, ended_by = ? WHERE ended_at IS NULL')
  const old = prepare(
    `DELETE FROM orders WHERE at < ? AND ifnull(settled_at, at) < ? AND ${hasEnded} RETURNING id`,
  )
  // An order and its changes are rows of one order.
  const filled = prepare(
    `SELECT market, outcome, side, sum(filled), max(uncertain) FROM (
       SELECT json_extract(intent, '$.terms.marketId') AS market,
         json_extract(intent, '$.terms.outcomeId') AS outcome, json_extract(intent, '$.terms.side') AS side,
         max(json_extract(orders.outcome, '$.order.filled')) AS filled,
         max(ifnull(json_extract(orders.outcome, '$.order.metadata.unknown'), '') LIKE '%"filled"%') AS uncertain
       FROM orders WHERE venue = ? AND account = ? AND state = 'placed'
       GROUP BY json_extract(orders.outcome, '$.order.id'))
     GROUP BY 1, 2, 3`,
  )
  const newest = prepare('SELECT max(at) FROM orders')
  const putEarly = prepare(
    'INSERT OR REPLACE INTO early_cancels (venue, account, order_id, at, told) VALUES (?, ?, ?, ?, ?)',
  )
  const dropEarly = prepare('DELETE FROM early_cancels WHERE at < ?')
  const early = prepare('SELECT told FROM early_cancels WHERE venue = ? AND account = ? AND order_id = ?')
  const dropChecks = prepare('DELETE FROM copy_checks WHERE at < ?')
  const dropCheck = prepare('DELETE FROM copy_checks WHERE id = ?')
  const putCheck = prepare('INSERT OR REPLACE INTO copy_checks (id, at) VALUES (?, ?)')
  const checks = prepare('SELECT id, rowid FROM copy_checks WHERE rowid > ? ORDER BY rowid')
  const anyOf = prepare('SELECT 1 FROM orders WHERE venue = ? AND account = ? LIMIT 1')
  const anyGiven = prepare(
    'SELECT 1 FROM orders WHERE venue = ? AND account_was = ? AND account <> ? LIMIT 1',
  )
  const rename = prepare(
    `UPDATE orders SET account = ?, intent = json_set(intent, '$.account', ?), account_was = ?
     WHERE venue = ? AND account = ?`,
  )
  const giveBack = prepare(
    `UPDATE orders SET account = ?, intent = json_set(intent, '$.account', ?)
     WHERE venue = ? AND account_was = ? AND account <> ?`,
  )
  const all = select('1 = 1 ORDER BY number DESC LIMIT ?')
  const ofVenue = select('venue = ? ORDER BY number DESC LIMIT ?')

  const rowOf = (id: string): JournalRow | undefined => byId.rows(id).map(toRow)[0]

  const rowsOf = (...order: [venue: string, account: string, orderId: string]): JournalRow[] =>
    ofOrder.rows(...order, ...order).map(toRow)

  /** Updates the released costs of a changed order, which depend on all its rows. */
  function releaseChanged(row: JournalRow): void {
    const orderId = orderIdOf(row)
    if (orderId === undefined) return
    const rows = rowsOf(row.venue, row.account, orderId)
    if ([row, ...rows].every(({ edits }) => edits === undefined)) return
    for (const [index, released] of computeReleasedCosts(rows).entries())
      release.run([released ?? null, rows[index]?.id ?? ''])
  }

  const stopped = (): OrderStop | undefined => inForce.rows().map(toStop)[0]

  return {
    open: async () => undefined,
    waitForWriteLock: async () => undefined,
    transact: (work) => database.transaction(work),
    intend(intent) {
      const { id, at, venue, account, key, fingerprint, cost } = intent
      insert.run([id, at, venue, account, key ?? null, fingerprint, cost, JSON.stringify(intent)])
    },
    resume(id, at) {
      again.run([at, id])
      dropCheck.run([id])
    },
    recordOutcome(id, outcome, at) {
      const row = rowOf(id)
      if (row === undefined) return
      const settled = { ...row, outcome }
      update.run([outcome.state, JSON.stringify(outcome), at, computeReleasedCost(settled) ?? null, id])
      releaseChanged(settled)
    },
    answered: (id) => mark.run([id]),
    row: rowOf,
    byKey: (...asked) =>
      findOrderOfName([...byClientOrderId.rows(...asked), ...byKey.rows(...asked)].map(toRow)),
    findRow(venue, account, { id, clientOrderId = '' }) {
      const [row] = byOrder.rows(venue, account, id)
      const [found] = row === undefined ? byName.rows(venue, account, clientOrderId) : [row]
      return found && toRow(found)
    },
    unanswered: (...asked) => unanswered.rows(...asked).map(toRow),
    rowsOf,
    listUnknown: () => inDoubt.rows().map(toRow),
    openRests: () => openRests.rows().map(toRow),
    openOrders: () => openOrders.rows().map(toRow),
    sentSince: (at) => sentSince.rows(at, at).map(toRow),
    settledBetween: (from, to) => settledBetween.rows(from, to).map(toRow),
    stopped,
    stop: (stop) =>
      database.transaction(() => {
        const earlier = stopped()
        if (earlier === undefined) {
          putStop.run([stop.at, stop.by, stop.reason ?? null])
          return stop
        }
        // Who made the earlier stop may end it by its time, and does not know of this one.
        const at = stop.at === earlier.at ? stop.at + 1 : stop.at
        moveStop.run([at])
        return { ...earlier, at }
      }),
    endStop: (at, by, of) =>
      database.transaction(() => {
        const inForce = stopped()
        if (inForce === undefined || !isStopOf(inForce, of)) return undefined
        endStop.run([at, by])
        return inForce
      }),
    costsSince: (at) =>
      costs
        .rows(at, at)
        .map(([cost, released]) =>
          typeof released === 'string' ? withoutReleased(String(cost), released) : String(cost),
        ),
    filledBy: (venue, account) =>
      filled.rows(venue, account).map(([marketId, outcomeId, side, sum, isUncertain]) => ({
        marketId: String(marketId),
        outcomeId: String(outcomeId),
        side: side === 'buy' ? 'buy' : 'sell',
        filled: Number(sum),
        isUncertain: isUncertain === 1,
      })),
    newestAt() {
      const at = newest.rows()[0]?.[0]
      return typeof at === 'number' ? at : undefined
    },
    list: ({ venue, limit }) =>
      (venue === undefined ? all.rows(limit) : ofVenue.rows(venue, limit)).map(toRow),
    noteEarlyCancel(venue, account, canceled, at) {
      dropEarly.run([at - CANCEL_RETENTION_MS])
      putEarly.run([venue, account, canceled.id, at, JSON.stringify(canceled)])
    },
    earlyCancel(venue, account, orderId) {
      const told = early.rows(venue, account, orderId)[0]?.[0]
      // Written above with this type.
      return told === undefined ? undefined : (parseJson(String(told))?.value as Order)
    },
    noteCopiesChecked(ids, at) {
      database.transaction(() => {
        dropChecks.run([at - COPY_CHECK_RETENTION_MS])
        for (const id of ids) putCheck.run([id, at])
      })
    },
    listCopiesChecked(after) {
      const rows = checks.rows(after)
      return { ids: rows.map(([id]) => String(id)), last: Number(rows.at(-1)?.[1] ?? after) }
    },
    hasAccount: (venue, account, to) =>
      anyOf.rows(venue, account).length > 0 || anyGiven.rows(venue, account, to).length > 0,
    renameAccount: (venue, from, to) =>
      database.transaction(() => {
        giveBack.run([to, to, venue, from, to])
        rename.run([to, to, from, venue, from])
      }),
    prune: (before) => old.rows(before, before).length,
    close: () => closeDatabase(database),
  }
}

/**
 * Writes must survive a power failure, because they represent money. There is no write-ahead log: SQLite finds such a log by its
 * name, and would apply it to a copy that replaces the file. Without one, each transaction syncs the disk about four times
 * instead of once. A truncated log is durable without a sync of the folder.
 */
export const journalPragmas = { synchronous: 'FULL', journal_mode: 'TRUNCATE' } as const

function toStop([at, by, reason]: SqlValue[]): OrderStop {
  return { at: Number(at), by: String(by), ...(typeof reason === 'string' ? { reason } : {}) }
}

function toRow([intent, outcome, settledAt, sentAgainAt, answered]: SqlValue[]): JournalRow {
  return {
    // Both were written above with these types.
    ...(parseJson(String(intent))?.value as OrderIntent),
    outcome: outcome === null ? { state: 'sending' } : (parseJson(String(outcome))?.value as OrderOutcome),
    ...(typeof settledAt === 'number' ? { settledAt } : {}),
    ...(typeof sentAgainAt === 'number' ? { sentAgainAt } : {}),
    isAnswered: answered === 1,
  }
}
