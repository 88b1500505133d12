import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createOrderJournal, reportUnknownOrders } from '../../../src/daemon/state/order-journal-file.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { OrderIntent } from '../../../src/orders/journal.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { temporaryFolder } from '../../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const driver = await loadDriver()
const NOW = Date.UTC(2026, 10, 21, 12)
let files = 0

const newFile = () => join(folder.path, `state-${files++}`, 'orders.db')

function open(file = newFile()) {
  let passed = 0
  const sleep = async (ms: number): Promise<void> => {
    passed += ms
  }
  const clock = { now: () => NOW + passed, monotonic: () => passed, sleep }
  return createOrderJournal({ file, clock, log: silentLogger })
}

const intent = (id: string): OrderIntent => ({
  id,
  at: NOW,
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

type Journal = Awaited<ReturnType<typeof opened>>['journal']

async function opened(file = newFile()) {
  const journal = open(file)
  await journal.open()
  return { journal, file }
}

function place(journal: Journal, count: number, from = 0): void {
  journal.transact(() => {
    for (let i = from; i < from + count; i++) journal.intend(intent(`o${i}`))
  })
}

describe('a file that is overwritten in place while a process uses it', () => {
  const advice = /overwritten while this process used it/

  test.each([
    [1, 1, 1],
    [5, 40, 3],
    [100, 100, 3],
    [200, 5, 1],
  ])(
    'by a copy of %s rows, with %s and %s rows since, takes no more orders',
    async (first, second, third) => {
      const { journal: before, file } = await opened()
      place(before, first)
      before.close()
      const copy = readFileSync(file)
      const { journal: between } = await opened(file)
      place(between, second, first)
      between.close()
      const { journal } = await opened(file)
      place(journal, third, first + second)
      writeFileSync(file, copy)
      expect(() => journal.transact(() => journal.intend(intent('new')))).toThrow(advice)
      expect(() => journal.stop({ at: 1, by: 'ann' })).toThrow(advice)
      expect(journal.unusable).toMatch(/overwritten/)
      const other = await opened(file)
      expect(other.journal.transact(() => other.journal.costsSince(0).length)).toBe(first)
      place(other.journal, 1, 900)
      journal.close()
      other.journal.close()
      expect((await opened(file)).journal.list({ limit: 999 })).toHaveLength(first + 1)
    },
  )

  test('by a copy that has all orders, but not the last stop, takes no more orders', async () => {
    const { journal, file } = await opened()
    place(journal, 1)
    const copy = readFileSync(file)
    journal.stop({ at: NOW, by: 'ann' })
    writeFileSync(file, copy)
    expect(() => journal.transact(() => undefined)).toThrow(advice)
  })

  test('by nothing takes no more orders', async () => {
    const { journal, file } = await opened()
    place(journal, 5)
    truncateSync(file, 0)
    expect(() => journal.transact(() => journal.intend(intent('new')))).toThrow(advice)
    await expect(open(file).open()).rejects.toThrow('is damaged: the file is empty')
  })

  test('and then by its own last state takes orders again', async () => {
    const { journal, file } = await opened()
    const copy = readFileSync(file)
    place(journal, 5)
    const last = readFileSync(file)
    writeFileSync(file, copy)
    expect(() => place(journal, 1, 5)).toThrow(advice)
    writeFileSync(file, last)
    place(journal, 1, 5)
    expect([journal.list({ limit: 9 }).length, journal.unusable]).toEqual([6, undefined])
  })
})

describe('a stop that cannot be written', () => {
  const stop = { at: NOW, by: 'ann' }
  async function held() {
    const { journal, file } = await opened()
    place(journal, 1)
    const last = readFileSync(file)
    truncateSync(file, 0)
    expect(() => journal.stop(stop)).toThrow('overwritten')
    return { journal, file, last }
  }

  test('is in force in this process, and is written before the next order', async () => {
    const { journal, file, last } = await held()
    expect([journal.stopped(), journal.stopInForce]).toEqual([stop, stop])
    writeFileSync(file, last)
    journal.transact(() => undefined)
    expect((await opened(file)).journal.stopped()).toEqual(stop)
  })

  test('is written when an order asks for the journal, because the order is refused before it writes', async () => {
    const { journal, file, last } = await held()
    await journal.open()
    expect(readFileSync(file)).toHaveLength(0)
    writeFileSync(file, last)
    await journal.open()
    expect(journal.stopInForce).toEqual(stop)
    expect((await opened(file)).journal.stopped()).toEqual(stop)
  })

  test('is held before the first order, too', async () => {
    const file = newFile()
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
    const journal = open(file)
    await expect(journal.open()).rejects.toThrow('is empty')
    expect(() => journal.stop(stop)).toThrow()
    expect(journal.stopInForce).toEqual(stop)
    rmSync(file)
    await journal.open()
    expect((await opened(file)).journal.stopped()).toEqual(stop)
  })

  test('ends with the stop in the file', async () => {
    const { journal, file, last } = await held()
    expect(() => journal.endStop(NOW, 'bob')).toThrow('overwritten')
    expect(journal.stopped()).toEqual(stop)
    writeFileSync(file, last)
    expect(journal.endStop(NOW, 'bob', stop.at - 1)).toBeUndefined()
    expect(journal.stopped()).toEqual(stop)
    expect(journal.endStop(NOW, 'bob', stop.at)).toEqual(stop)
    expect(journal.stopped()).toBeUndefined()
  })
})

describe('a file that a process finds', () => {
  async function refusal(file: string): Promise<string> {
    const journal = open(file)
    const told = await journal.open().then(
      () => 'opened',
      (error: Error) => error.message,
    )
    journal.close()
    return told
  }
  async function written() {
    const { journal, file } = await opened()
    place(journal, 300)
    journal.stop({ at: NOW, by: 'ann' })
    journal.close()
    return file
  }

  test('empty is not taken as a new one, and stays as it is', async () => {
    const file = await written()
    truncateSync(file, 0)
    expect(await refusal(file)).toMatch(/is damaged: the file is empty\. 'pmx-local orders log' shows/)
    expect(readFileSync(file)).toHaveLength(0)
    const journal = open(file)
    await reportUnknownOrders(journal, file, silentLogger)
    expect(journal.unusable).toContain('empty')
  })

  test.each([
    ['a database without tables', 'PRAGMA user_version = 0; CREATE TABLE other (a)', 'no table of orders'],
    ['a database of something else', 'PRAGMA user_version = 7; CREATE TABLE other (a)', 'no table of orders'],
  ])('as %s gets no tables', async (_what, sql, told) => {
    const file = newFile()
    mkdirSync(dirname(file), { recursive: true })
    const database = driver(file, { readOnly: false })
    database.exec(sql)
    database.close()
    const before = readFileSync(file)
    expect(await refusal(file)).toContain(told)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('missing, with the log of its last orders, is not begun anew', async () => {
    const file = newFile()
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}-wal`, 'orders')
    expect(await refusal(file)).toContain('its log (orders.db-wal) contains orders')
    expect(existsSync(file)).toBe(false)
  })

  test('with zeros in any page is refused, or has all its rows', async () => {
    const good = readFileSync(await written())
    for (let page = 0; page < good.length / 4096; page++) {
      const file = newFile()
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, Buffer.from(good).fill(0, page * 4096 + 2048, page * 4096 + 2560))
      const journal = open(file)
      const isOpen = await journal.open().then(
        () => true,
        () => false,
      )
      if (isOpen) {
        expect([page, journal.costsSince(0).length, journal.stopped()?.by]).toEqual([page, 300, 'ann'])
        expect(journal.list({ limit: 999 })).toHaveLength(300)
      }
      journal.close()
    }
  })

  test('as a crash left it within a transaction is as before that', async () => {
    const file = await written()
    const database = driver(file, { readOnly: false })
    database.exec('PRAGMA cache_size = 1; BEGIN IMMEDIATE')
    database.exec("UPDATE orders SET cost = '77777777', fingerprint = 'other', state = 'refused'")
    const crashed = newFile()
    mkdirSync(dirname(crashed), { recursive: true })
    for (const suffix of ['', '-journal']) copyFileSync(file + suffix, crashed + suffix)
    database.exec('ROLLBACK')
    database.close()
    expect(readFileSync(crashed).includes('77777777')).toBe(true)
    const { journal } = await opened(crashed)
    expect([journal.costsSince(0).length, new Set(journal.costsSince(0))]).toEqual([300, new Set(['1'])])
    journal.close()
  })

  test('with a write-ahead log of an earlier version is used, also while that version uses it', async () => {
    const { journal: before, file } = await opened()
    place(before, 300)
    before.close()
    const earlier = driver(file, { readOnly: false })
    earlier.exec('PRAGMA journal_mode = WAL')
    earlier.exec("UPDATE orders SET cost = '2'")
    const { journal } = await opened(file)
    place(journal, 1, 300)
    expect(earlier.prepare('SELECT count(*) FROM orders').rows()).toEqual([[301]])
    journal.close()
    earlier.close()
    const { journal: next } = await opened(file)
    place(next, 1, 301)
    expect(new Set(next.costsSince(0).slice(0, 300))).toEqual(new Set(['2']))
    next.close()
    expect(existsSync(`${file}-wal`)).toBe(false)
  })

  test('is begun once, and whole, and leaves nothing beside it', async () => {
    const file = newFile()
    const journals = await Promise.all([1, 2, 3].map(() => opened(file)))
    for (const [index, { journal }] of journals.entries()) place(journal, 1, index)
    expect(journals[0]?.journal.list({ limit: 9 })).toHaveLength(3)
    for (const { journal } of journals) journal.close()
    expect(readdirSync(dirname(file)).sort()).toEqual(['orders.db', 'orders.db-journal'])
  })
})
