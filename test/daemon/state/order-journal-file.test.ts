import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/api/times/resolution.js'
import { createOrderJournal, reportUnknownOrders } from '../../../src/daemon/state/order-journal-file.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { OrderIntent } from '../../../src/orders/journal.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { fakeClock } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const driver = await loadDriver()
const clock = fakeClock()
let files = 0

const intent = (id: string, at = clock.now()): OrderIntent => ({
  id,
  at,
  venue: 'kalshi',
  account: 'a',
  requestId: 'r',
  fingerprint: 'f',
  cost: '1',
  terms: {
    marketId: 'M',
    outcomeId: 'O',
    side: 'buy',
    type: 'limit',
    amount: '1',
    price: '0.5',
    clientOrderId: id,
  },
})

function open(file = join(folder.path, `state-${files++}`, 'orders.db')) {
  const told: string[] = []
  const note = (_fields: object, message: string): void => void told.push(message)
  const log = { ...silentLogger, warn: note, error: note }
  return { file, told, log, journal: createOrderJournal({ file, clock, log }) }
}

test('there is none before the first order, and its folder is made for it', async () => {
  const { journal, file, log } = open()
  await reportUnknownOrders(journal, file, log)
  expect(journal.doubts).toBeUndefined()
  expect(() => journal.intend(intent('a'))).toThrow('not open')
  await Promise.all([journal.open(), journal.open()])
  journal.intend(intent('a'))
  expect(journal.doubts).toBe(1)
  journal.close()
})

test('what an earlier run left in doubt is told at the start', async () => {
  const { journal, file } = open()
  await journal.open()
  journal.intend(intent('a'))
  journal.close()
  const next = open(file)
  await reportUnknownOrders(next.journal, file, next.log)
  expect([next.told.length, next.told[0], next.journal.doubts]).toEqual([
    1,
    expect.stringContaining('orders pending'),
    1,
  ])
  next.journal.close()
})

test('a damaged one stays as it is, and nothing is placed', async () => {
  const { file } = open()
  const first = open(file)
  await first.journal.open()
  first.journal.close()
  writeFileSync(file, 'not a database, and never was one '.repeat(50))
  const before = readFileSync(file)
  const { journal, told, log } = open(file)
  await reportUnknownOrders(journal, file, log)
  expect(told).toEqual([expect.stringContaining('orders are refused')])
  await expect(journal.open()).rejects.toThrow()
  expect(() => journal.intend(intent('a'))).toThrow('not open')
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('one of a newer version is not written', async () => {
  const first = open()
  await first.journal.open()
  first.journal.close()
  const database = driver(first.file, { readOnly: false })
  database.exec('PRAGMA user_version = 99')
  database.close()
  await expect(open(first.file).journal.open()).rejects.toThrow('newer version')
})

describe('a file that was', () => {
  const advice = /Move the file back, or restart the daemon/
  async function opened() {
    const world = open()
    await world.journal.open()
    world.journal.intend(intent('a'))
    return world
  }

  test.each(['deleted', 'replaced'])('%s under the program takes no more orders', async (what) => {
    const { journal, file, told } = await opened()
    const aside = `${file}.aside`
    // As a copy of the file is put in its place, without its log.
    renameSync(file, aside)
    if (what === 'replaced') {
      writeFileSync(file, readFileSync(aside))
    }
    const writes = [
      () => journal.intend(intent('b')),
      () => journal.resume('a', 1),
      () => journal.transact(() => undefined),
      () => journal.recordOutcome('a', { state: 'absent' }, 1),
      () => journal.answered('a'),
      () => journal.stop({ at: 1, by: 'ann' }),
      () => journal.endStop(1, 'ann'),
    ]
    for (const write of writes) expect(write).toThrow(advice)
    expect(told).toEqual(writes.map(() => expect.stringContaining('orders are refused')))
    renameSync(aside, file)
    journal.intend(intent('b'))
    expect(journal.list({ limit: 9 }).map(({ id }) => id)).toEqual(['b', 'a'])
    journal.close()
  })

  test('overwritten by an older copy of itself takes no more orders, and no outcomes', async () => {
    const { journal, file, told } = await opened()
    const copy = readFileSync(file)
    journal.transact(() => journal.intend(intent('b')))
    // As `cp` does: the file stays the same one, and what is in it is of before.
    writeFileSync(file, copy)
    expect(() => journal.transact(() => journal.intend(intent('c')))).toThrow(advice)
    expect(() => journal.recordOutcome('b', { state: 'absent' }, 1)).toThrow(advice)
    expect(told).toEqual([0, 1].map(() => expect.stringContaining('orders are refused')))
    journal.close()
    const next = open(file)
    await next.journal.open()
    next.journal.intend(intent('c'))
    expect(next.journal.list({ limit: 9 }).map(({ id }) => id)).toEqual(['c', 'a'])
    next.journal.close()
  })

  test('written by another process meanwhile is no other one, also where that has deleted old rows', async () => {
    const { journal, file } = await opened()
    journal.recordOutcome('a', { state: 'absent' }, clock.now())
    const other = open(file)
    await other.journal.open()
    const later = clock.now() + 100 * DAY_MS
    other.journal.intend(intent('b', later))
    expect(other.journal.prune(later - 90 * DAY_MS)).toBe(1)
    journal.transact(() => journal.intend(intent('c', later)))
    expect(journal.list({ limit: 9 }).map(({ id }) => id)).toEqual(['c', 'b'])
    journal.close()
    other.journal.close()
  })

  test('deleted is begun anew by the next run', async () => {
    const { journal, file } = await opened()
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
    journal.close()
    const next = open(file)
    await next.journal.open()
    next.journal.intend(intent('b'))
    expect(next.journal.list({ limit: 9 }).map(({ id }) => id)).toEqual(['b'])
    next.journal.close()
  })
})

describe('while another program reads the file', () => {
  async function openBesideReader() {
    const { journal, file } = open()
    await journal.open()
    const reader = driver(file, { readOnly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM orders').rows()
    return { journal, endReading: () => reader.close() }
  }

  test('new orders wait some seconds, without blocking this process, and are refused then', async () => {
    const { journal, endReading } = await openBesideReader()
    const waiting = journal.waitForWriteLock().catch((error: unknown) => error)
    await clock.advance(6_000)
    expect(await waiting).toMatchObject({ detail: { kind: 'journal' } })
    expect(String(await waiting)).toContain('Another program has locked orders.db')
    endReading()
    await journal.waitForWriteLock()
    journal.intend(intent('a'))
    expect(journal.row('a')).toBeDefined()
    journal.close()
  })

  test('new orders are accepted as soon as it ends', async () => {
    const { journal, endReading } = await openBesideReader()
    const waiting = journal.waitForWriteLock()
    await clock.advance(1_000)
    endReading()
    await clock.advance(1_000)
    await waiting
    journal.close()
  })

  test('only the first of many rows waits for long', async () => {
    const { journal, endReading } = await openBesideReader()
    const took = (id: string): number => {
      const began = performance.now()
      expect(() => journal.intend(intent(id))).toThrow('locked')
      return performance.now() - began
    }
    const first = took('a')
    expect(Math.min(took('b'), took('c'), took('d'))).toBeLessThan(first / 2)
    endReading()
    journal.intend(intent('e'))
    journal.close()
  })
})

test('a transaction of another process that a crash undoes is no older copy', async () => {
  const { journal, file } = open()
  await journal.open()
  journal.intend(intent('a'))
  const other = driver(file, { readOnly: false })
  // One page of cache: the transaction is written into the file before it ends.
  other.exec('PRAGMA cache_size = 1')
  other.exec('BEGIN IMMEDIATE')
  other.exec("UPDATE orders SET fingerprint = hex(randomblob(60000)); UPDATE orders SET fingerprint = 'f'")
  const during = { main: readFileSync(file), log: readFileSync(`${file}-journal`) }
  other.exec('ROLLBACK')
  other.close()
  const raised = Buffer.from(during.main)
  raised.writeUInt32BE(raised.readUInt32BE(24) + 1, 24)
  const before = readFileSync(file)
  // As a process leaves it that dies while its transaction is committed.
  writeFileSync(`${file}-journal`, during.log)
  writeFileSync(file, raised)
  expect(journal.unusable).toBeUndefined()
  // The next process undoes it.
  writeFileSync(file, before)
  rmSync(`${file}-journal`)
  journal.intend(intent('b'))
  expect(journal.unusable).toBeUndefined()
  journal.close()
})
