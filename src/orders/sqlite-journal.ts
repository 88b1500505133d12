import { parseJson } from '../api/json.js'
import type { Database, SqlValue } from '../storage/driver.js'
import type { Journal, JournalRow, OrderIntent, OrderOutcome } from './journal.js'

const columns = 'intent, outcome, settled_at, answered'

/** The journal over a database file that was opened to be durable: see {@link journalPragmas}. */
export function createSqliteJournal(database: Database): Journal {
  const insert = database.prepare(
    `INSERT INTO orders (id, at, venue, account, key, fingerprint, cost, intent, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'sending')`,
  )
  const update = database.prepare('UPDATE orders SET state = ?, outcome = ?, settled_at = ? WHERE id = ?')
  const mark = database.prepare('UPDATE orders SET answered = 1 WHERE id = ?')
  const select = (where: string) => database.prepare(`SELECT ${columns} FROM orders WHERE ${where}`)
  const newest = 'ORDER BY number DESC LIMIT 1'
  const byId = select('id = ?')
  const byKey = select(`venue = ? AND account = ? AND key = ? AND at >= ? ${newest}`)
  const unanswered = select(
    `venue = ? AND account = ? AND fingerprint = ? AND at >= ? AND answered = 0 ${newest}`,
  )
  const inDoubt = select(`state IN ('sending', 'unknown') ORDER BY number`)
  const costs = database.prepare(
    `SELECT cost FROM orders WHERE at >= ? AND state NOT IN ('refused', 'absent')`,
  )
  const all = select('1 = 1 ORDER BY number DESC LIMIT ?')
  const ofVenue = select('venue = ? ORDER BY number DESC LIMIT ?')

  return {
    intend(intent) {
      const { id, at, venue, account, key, fingerprint, cost } = intent
      insert.run([id, at, venue, account, key ?? null, fingerprint, cost, JSON.stringify(intent)])
    },
    settle(id, outcome, at) {
      update.run([outcome.state, JSON.stringify(outcome), at, id])
    },
    answered: (id) => mark.run([id]),
    row: (id) => byId.rows(id).map(toRow)[0],
    byKey: (...asked) => byKey.rows(...asked).map(toRow)[0],
    unanswered: (...asked) => unanswered.rows(...asked).map(toRow)[0],
    inDoubt: () => inDoubt.rows().map(toRow),
    costsSince: (at) => costs.rows(at).map(([cost]) => String(cost)),
    list: ({ venue, limit }) =>
      (venue === undefined ? all.rows(limit) : ofVenue.rows(venue, limit)).map(toRow),
    close: () => database.close(),
  }
}

/** What is written must survive the loss of power too: it stands for money. */
export const journalPragmas = { synchronous: 'FULL' } as const

function toRow([intent, outcome, settledAt, answered]: SqlValue[]): JournalRow {
  return {
    // Both were written above, of these very types.
    ...(parseJson(String(intent))?.value as OrderIntent),
    outcome: outcome === null ? { state: 'sending' } : (parseJson(String(outcome))?.value as OrderOutcome),
    ...(typeof settledAt === 'number' ? { settledAt } : {}),
    isAnswered: answered === 1,
  }
}
