import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { OrderIntent, OrderJournal } from '../../src/orders/journal.js'
import { journalMigrations } from '../../src/orders/migrations.js'
import { createSqliteJournal } from '../../src/orders/sqlite-journal.js'
import { assertNotStopped, describeStop } from '../../src/orders/stop.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/engine.js'
import { createMemoryJournal } from '../support/memory-journal.js'

const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())
let files = 0

const newFile = (): string => join(folder.path, `stop-${files++}.db`)
const openJournal = (path = newFile()): OrderJournal =>
  createSqliteJournal(openDatabase(driver, path, journalMigrations).database)

const stores: readonly (readonly [string, () => OrderJournal])[] = [
  ['in a file', () => openJournal()],
  ['in memory', () => createMemoryJournal()],
]

function intent(id: string): OrderIntent {
  return {
    id,
    at: 1_000,
    venue: 'kalshi',
    account: 'a',
    requestId: 'request',
    fingerprint: 'f',
    cost: '5.5',
    terms: {
      marketId: 'M',
      outcomeId: 'M-YES',
      side: 'buy',
      type: 'limit',
      amount: '10',
      price: '0.55',
      clientOrderId: id,
    },
  }
}

describe.each(stores)('a stop %s', (_where, open) => {
  test('is in force until it is ended; a second one has its own time', () => {
    const journal = open()
    expect(journal.stopped()).toBeUndefined()
    const first = { at: 5, by: 'ann', reason: 'wrong prices' }
    expect(journal.stop(first)).toEqual(first)
    const second = { ...first, at: 6 }
    expect(journal.stop({ at: 6, by: 'bob' })).toEqual(second)
    expect(journal.stopped()).toEqual(second)
    // Who made the first stop does not end the second one.
    expect(journal.endStop(7, 'ann', first.at)).toBeUndefined()
    expect(journal.stop({ at: 6, by: 'eve' })).toEqual({ ...first, at: 7 })
    expect(journal.endStop(7, 'bob')).toEqual({ ...first, at: 7 })
    expect(journal.stopped()).toBeUndefined()
    expect(journal.endStop(8, 'bob')).toBeUndefined()
    expect(journal.stop({ at: 9, by: 'bob' })).toEqual({ at: 9, by: 'bob' })
    journal.close()
  })

  test('that is not the named one remains', () => {
    const journal = open()
    const newer = { at: 6, by: 'bob' }
    journal.stop(newer)
    expect(journal.endStop(7, 'ann', 5)).toBeUndefined()
    expect(journal.stopped()).toEqual(newer)
    expect(journal.endStop(8, 'ann', 6)).toEqual(newer)
    expect(journal.stopped()).toBeUndefined()
    journal.close()
  })
})

test('another process that has the file open sees a stop at once', () => {
  const path = newFile()
  const [one, other] = [openJournal(path), openJournal(path)]
  expect(other.stopped()).toBeUndefined()
  one.stop({ at: 5, by: 'ann' })
  expect(other.stopped()).toEqual({ at: 5, by: 'ann' })
  other.endStop(6, 'bob')
  expect(one.stopped()).toBeUndefined()
  one.close()
  other.close()
})

test('a process that does not know stops writes no order while orders are stopped', () => {
  const path = newFile()
  const old = openDatabase(driver, path, journalMigrations).database
  // As versions before the stop wrote orders.
  const insert = old.prepare(
    `INSERT INTO orders (id, at, venue, account, key, fingerprint, cost, intent, state)
     VALUES (?, ?, 'kalshi', 'a', NULL, 'f', '5.5', ?, 'sending')`,
  )
  const again = old.prepare(
    `UPDATE orders SET state = 'sending', outcome = NULL, settled_at = NULL, answered = 0, sent_again_at = ? WHERE id = ?`,
  )
  const update = old.prepare('UPDATE orders SET state = ?, outcome = ?, settled_at = ? WHERE id = ?')
  insert.run(['1', 1, JSON.stringify(intent('1'))])
  const journal = openJournal(path)
  journal.stop({ at: 5, by: 'ann' })
  expect(() => insert.run(['2', 2, JSON.stringify(intent('2'))])).toThrow('orders are stopped')
  expect(() => again.run([3, '1'])).toThrow('orders are stopped')
  // The outcome of an order that was on its way is written.
  update.run(['unknown', JSON.stringify({ state: 'unknown' }), 4, '1'])
  expect(journal.listUnknown().map(({ id }) => id)).toEqual(['1'])
  journal.endStop(6, 'ann')
  insert.run(['2', 2, JSON.stringify(intent('2'))])
  expect(journal.list({ limit: 9 }).map(({ id }) => id)).toEqual(['2', '1'])
  old.close()
  journal.close()
})

test('the refusal names who stopped orders, when, why, and how they are resumed', () => {
  const stop = { at: Date.UTC(2026, 10, 28, 9), by: 'ann', reason: 'wrong prices' }
  expect(() => assertNotStopped(stop)).toThrow(
    expect.objectContaining({
      code: 'PERMISSION_DENIED',
      message:
        "The order was not placed: orders have been stopped by ann since 2026-11-28T09:00:00.000Z: wrong prices. 'pmx-local orders resume' ends it.",
      detail: { kind: 'guard_rail', rule: 'stopped', ...stop, resume: 'pmx-local orders resume' },
    }),
  )
  expect(describeStop({ at: 0, by: 'bob' })).toBe(
    'orders have been stopped by bob since 1970-01-01T00:00:00.000Z',
  )
  assertNotStopped(undefined)
})
