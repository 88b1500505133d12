import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Order } from '../../src/api/models/models.js'
import { decimalOf, toText } from '../../src/api/values/decimal.js'
import { sumDecimals } from '../../src/orders/exposure.js'
import { MAX_UNANSWERED, type OrderIntent, type OrderJournal } from '../../src/orders/journal.js'
import { journalMigrations } from '../../src/orders/migrations.js'
import { createSqliteJournal, journalPragmas } from '../../src/orders/sqlite-journal.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/engine.js'
import { createMemoryJournal } from '../support/memory-journal.js'

const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())
let files = 0

function openFile(path = join(folder.path, `journal-${files++}.db`)) {
  const { database } = openDatabase(driver, path, journalMigrations, 0, journalPragmas)
  return { path, database, journal: createSqliteJournal(database) }
}

const stores: readonly (readonly [string, () => OrderJournal])[] = [
  ['in a file', () => openFile().journal],
  ['in memory', () => createMemoryJournal()],
]

let ids = 0
function intent(changes: Partial<OrderIntent> = {}): OrderIntent {
  const number = ids++
  return {
    id: `row-${number}`,
    at: 1_000 + number,
    venue: 'kalshi',
    account: 'a',
    requestId: `request-${number}`,
    fingerprint: 'f',
    cost: '5.5',
    terms: {
      marketId: 'M',
      outcomeId: 'M-YES',
      side: 'buy',
      type: 'limit',
      amount: '10',
      price: '0.55',
      clientOrderId: `client-${number}`,
    },
    ...changes,
  }
}

const order: Order = {
  id: 'V1',
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  price: 0.55,
  amount: 10,
  status: 'open',
  filled: 0,
  remaining: 10,
  timestamp: 5,
}
const ended: Order = { ...order, status: 'canceled' }
const lost = { code: 'NETWORK_ERROR', message: 'no answer', detail: { kind: 'timeout' } } as const

describe.each(stores)('a journal %s', (_what, open) => {
  test('has the rows of an account under another name of it, and of no other', () => {
    const journal = open()
    const own = intent({ account: 'old', key: 'k' })
    const others = intent({ account: 'other', key: 'k' })
    const elsewhere = intent({ venue: 'limitless', account: 'old', key: 'k' })
    for (const one of [own, others, elsewhere]) journal.intend(one)
    journal.renameAccount('kalshi', 'old', 'new')
    expect([journal.hasAccount('kalshi', 'old', 'new'), journal.hasAccount('kalshi', 'new', '')]).toEqual([
      false,
      true,
    ])
    // Another account that goes by the old name has the rows while it asks.
    expect(journal.hasAccount('kalshi', 'old', 'third')).toBe(true)
    journal.renameAccount('kalshi', 'old', 'third')
    expect([journal.hasAccount('kalshi', 'new', ''), journal.hasAccount('kalshi', 'third', '')]).toEqual([
      false,
      true,
    ])
    journal.renameAccount('kalshi', 'old', 'new')
    expect(journal.byKey('kalshi', 'new', 'k')).toMatchObject({ id: own.id, account: 'new' })
    expect(journal.row(own.id)).toMatchObject({ account: 'new', terms: own.terms })
    expect(journal.byKey('kalshi', 'other', 'k')?.id).toBe(others.id)
    expect(journal.hasAccount('limitless', 'old', '')).toBe(true)
  })

  test('knows its newest time, its open orders, and what the orders of an account filled', () => {
    const journal = open()
    expect([journal.newestAt(), journal.openOrders(), journal.filledBy('kalshi', 'a')]).toEqual([
      undefined,
      [],
      [],
    ])
    const place = (changes: Partial<Order>, of: Partial<OrderIntent> = {}) => {
      const one = intent(of)
      journal.intend(one)
      const id = `V ${one.edits ?? one.id}`
      journal.recordOutcome(one.id, { state: 'placed', order: { ...order, id, ...changes } }, 9)
      return one
    }
    const resting = place({ filled: 1.5 })
    const rest = place({ status: 'canceled', filled: 4 })
    const part = { ...order, id: `V ${rest.id}`, filled: 4 }
    journal.recordOutcome(rest.id, { state: 'placed', order: part, isRestOpen: true }, 9)
    const sold = place(
      { status: 'filled', filled: 3 },
      { terms: { ...resting.terms, outcomeId: 'M-NO', side: 'sell' } },
    )
    // A change is no order of its own.
    place({ status: 'filled', filled: 3 }, { terms: sold.terms, edits: sold.id })
    place({ filled: 7 }, { account: 'b' })
    place(
      { status: 'canceled', metadata: { unknown: ['remaining', 'filled'] } },
      { at: 9_000_000, terms: { ...resting.terms, marketId: 'N', outcomeId: 'N-YES' } },
    )
    const doubtful = intent()
    journal.intend(doubtful)
    expect(journal.newestAt()).toBe(9_000_000)
    expect(journal.openOrders().filter(({ account }) => account === 'a')).toMatchObject([
      { id: resting.id },
      { id: rest.id },
    ])
    const sums = new Map<string, [filled: number, isUncertain: boolean]>()
    for (const { marketId, outcomeId, side, filled, isUncertain } of journal.filledBy('kalshi', 'a')) {
      const name = `${marketId} ${outcomeId} ${side}`
      const [sum, wasUncertain] = sums.get(name) ?? [0, false]
      sums.set(name, [sum + filled, wasUncertain || isUncertain])
    }
    expect([...sums].sort()).toEqual([
      ['M M-NO sell', [3, false]],
      ['M M-YES buy', [5.5, false]],
      ['N N-YES buy', [0, true]],
    ])
  })

  test('counts once what an order filled that was changed', () => {
    const journal = open()
    const first = intent()
    const change = intent({ edits: order.id })
    for (const [{ id }, filled] of [
      [first, 3],
      [change, 4],
    ] as const) {
      journal.intend(id === first.id ? first : change)
      journal.recordOutcome(id, { state: 'placed', order: { ...order, filled } }, 9)
    }
    expect(journal.filledBy('kalshi', 'a').map(({ filled }) => filled)).toEqual([4])
  })

  describe('counts for the day of an order that was enlarged from 5 to 10 at 0.5', () => {
    function enlarged(at = 1_000) {
      const journal = open()
      const first = intent({ at, cost: '2.5' })
      const terms = { ...first.terms, price: '0.5' }
      const wanted = { ...first, terms: { ...terms, amount: '5' } }
      const change = intent({ at: 2_000, cost: '2.5', edits: order.id, terms: { ...terms, amount: '10' } })
      for (const one of [wanted, change]) journal.intend(one)
      const show = (id: string, changes: Partial<Order>) =>
        journal.recordOutcome(id, { state: 'placed', order: { ...order, price: 0.5, ...changes } }, 3_000)
      return { journal, first, change, show, sum: () => sumDecimals(journal.costsSince(500).map(decimalOf)) }
    }

    test.each<[string, Partial<Order>, string]>([
      ['what it costs, once it has filled', { status: 'filled', filled: 10 }, '5'],
      ['what it costs, while more of it has filled than was ordered at first', { filled: 7 }, '5'],
      ['what filled, once the rest is canceled', { status: 'canceled', filled: 7 }, '3.5'],
      ['nothing, where nothing filled', { status: 'canceled' }, '0'],
      ['what filled beyond the change', { status: 'filled', filled: 12 }, '6'],
    ])('%s', (_what, shown, sum) => {
      const { first, change, show, ...world } = enlarged()
      show(change.id, { amount: 10, ...shown })
      show(first.id, { amount: 10, ...shown })
      expect(toText(world.sum())).toBe(sum)
    })

    test('today, what the order of yesterday has not counted', () => {
      const { journal, first, change, show } = enlarged(100)
      for (const { id } of [first, change]) show(id, { status: 'canceled', filled: 7 })
      expect(journal.costsSince(500)).toEqual(['1'])
    })

    test('what filled, once it was made smaller and has filled', () => {
      const { journal, first, change, show, sum } = enlarged()
      const smaller = { terms: { ...first.terms, price: '0.5', amount: '4' }, cost: '0', edits: order.id }
      const last = intent({ ...smaller, at: 2_500 })
      journal.intend(last)
      const filled = { status: 'filled', filled: 4, amount: 4 } as const
      for (const { id } of [first, change]) show(id, filled)
      expect(toText(sum())).toBe('5')
      show(last.id, filled)
      expect(toText(sum())).toBe('2')
    })

    test('all of both, while nobody knows whether it was enlarged', () => {
      const { journal, first, change, show, sum } = enlarged()
      show(first.id, { status: 'canceled', filled: 4 })
      expect(toText(sum())).toBe('5')
      journal.recordOutcome(change.id, { state: 'absent' }, 4_000)
      expect(toText(sum())).toBe('2')
    })
  })

  test('keeps an order as it was intended, without an outcome and without an answer', () => {
    const journal = open()
    const wanted = intent({ key: 'k', handle: { by: 'clientOrderId', value: 'c' }, isUnique: true })
    journal.intend(wanted)
    expect(journal.row(wanted.id)).toEqual({ ...wanted, outcome: { state: 'sending' }, isAnswered: false })
    expect(journal.row('another')).toBeUndefined()
  })

  test('counts an order that was sent again among those since then, once', () => {
    const journal = open()
    const wanted = intent({ at: 1_000 })
    journal.intend(wanted)
    expect(journal.costsSince(2_000)).toEqual([])
    journal.resume(wanted.id, 3_000)
    expect([journal.costsSince(2_000), journal.costsSince(500)]).toEqual([['5.5'], ['5.5']])
  })

  test('takes no two of one id', () => {
    const journal = open()
    const wanted = intent()
    journal.intend(wanted)
    expect(() => journal.intend(wanted)).toThrow()
    expect(journal.list({ limit: 10 })).toHaveLength(1)
  })

  test.each([
    { state: 'placed', order } as const,
    { state: 'refused', error: { code: 'INVALID_ORDER', message: 'no' } } as const,
    { state: 'unknown', error: lost } as const,
    { state: 'absent' } as const,
  ])('keeps what became of it: %j', (outcome) => {
    const journal = open()
    const wanted = intent()
    journal.intend(wanted)
    journal.recordOutcome(wanted.id, outcome, 2_000)
    expect(journal.row(wanted.id)).toEqual({ ...wanted, outcome, settledAt: 2_000, isAnswered: false })
    journal.answered(wanted.id)
    expect(journal.row(wanted.id)?.isAnswered).toBe(true)
  })

  test('finds the newest of a name, of that account and venue alone', () => {
    const journal = open()
    const [first, second] = [intent({ key: 'k' }), intent({ key: 'k' })]
    for (const one of [
      first,
      second,
      intent({ key: 'other' }),
      intent({ key: 'k', account: 'b' }),
      intent({ key: 'k', venue: 'polymarket' }),
      intent(),
    ])
      journal.intend(one)
    expect(journal.byKey('kalshi', 'a', 'k')?.id).toBe(second.id)
    expect(journal.byKey('kalshi', 'a', 'none')).toBeUndefined()
  })

  test.each<[string, object, object]>([
    ['its key', { key: 'n' }, { key: 'n' }],
    ['its client order id', { key: 'n' }, {}],
    ['its key, where the other has the client order id', {}, { key: 'n' }],
  ])(
    'finds the order that was placed by a name, by %s, and none that was refused',
    (_by, refused, placed) => {
      const journal = open()
      const named = { terms: { ...intent().terms, clientOrderId: 'n' } }
      const [before, order, after] = [refused, placed, refused].map((of) => intent({ ...named, ...of }))
      const error = { code: 'NETWORK_ERROR', message: 'not sent' } as const
      for (const row of [before, after]) {
        journal.intend(row as OrderIntent)
        journal.recordOutcome(row?.id ?? '', { state: 'refused', error }, 1)
      }
      expect(journal.byKey('kalshi', 'a', 'n')?.id).toBe(after?.id)
      journal.intend(order as OrderIntent)
      expect(journal.byKey('kalshi', 'a', 'n')?.id).toBe(order?.id)
    },
  )

  test('finds an order by the id that the venue gave it, else by the name that it was sent with', () => {
    const journal = open()
    const [placed, lostOne, refused] = [intent(), intent(), intent()]
    for (const one of [placed, lostOne, refused, intent({ account: 'b' })]) journal.intend(one)
    journal.recordOutcome(placed.id, { state: 'placed', order }, 2_000)
    journal.recordOutcome(lostOne.id, { state: 'unknown', error: lost }, 2_000)
    journal.recordOutcome(refused.id, { state: 'refused', error: lost }, 2_000)
    const idOf = (id: string, clientOrderId?: string, account = 'a') =>
      journal.findRow('kalshi', account, clientOrderId === undefined ? { id } : { id, clientOrderId })?.id
    expect(idOf('V1')).toBe(placed.id)
    expect(idOf('V1', lostOne.terms.clientOrderId)).toBe(placed.id)
    expect(idOf('V9', lostOne.terms.clientOrderId)).toBe(lostOne.id)
    expect(idOf('V9', refused.terms.clientOrderId)).toBeUndefined()
    expect(idOf('V1', undefined, 'b')).toBeUndefined()
    expect(idOf('V9')).toBeUndefined()
    expect(journal.findRow('polymarket', 'a', { id: 'V1' })).toBeUndefined()
  })

  test('tells what may have been placed and nobody has the answer of, newest first', () => {
    const journal = open()
    const rows = Array.from({ length: 6 }, () => intent())
    const [sending, unknown, placed, refused, absent, answered] = rows.map(({ id }) => id)
    for (const one of rows) journal.intend(one)
    journal.recordOutcome(unknown ?? '', { state: 'unknown', error: lost }, 1)
    journal.recordOutcome(placed ?? '', { state: 'placed', order }, 1)
    journal.recordOutcome(refused ?? '', { state: 'refused', error: lost }, 1)
    journal.recordOutcome(absent ?? '', { state: 'absent' }, 1)
    journal.recordOutcome(answered ?? '', { state: 'placed', order }, 1)
    journal.answered(answered ?? '')
    for (const other of [
      intent({ fingerprint: 'g' }),
      intent({ account: 'b' }),
      intent({ venue: 'smarkets' }),
    ])
      journal.intend(other)
    expect(journal.unanswered('kalshi', 'a', 'f').map(({ id }) => id)).toEqual([placed, unknown, sending])
  })

  test('tells no more of them than a few', () => {
    const journal = open()
    for (let count = 0; count < MAX_UNANSWERED + 5; count++) journal.intend(intent())
    expect(journal.unanswered('kalshi', 'a', 'f')).toHaveLength(MAX_UNANSWERED)
  })

  test('tells what is in doubt, oldest first, and what counts for the day', () => {
    const journal = open()
    const rows = ['1', '2', '3', '4', '5'].map((cost, index) => intent({ cost, at: 100 + index }))
    const [sending, unknown, placed, refused, absent] = rows.map(({ id }) => id)
    for (const one of rows) journal.intend(one)
    journal.recordOutcome(unknown ?? '', { state: 'unknown', error: lost }, 1)
    journal.recordOutcome(placed ?? '', { state: 'placed', order }, 1)
    journal.recordOutcome(refused ?? '', { state: 'refused', error: lost }, 1)
    journal.recordOutcome(absent ?? '', { state: 'absent' }, 1)
    expect(journal.listUnknown().map(({ id }) => id)).toEqual([sending, unknown])
    expect(journal.costsSince(0)).toEqual(['1', '2', '3'])
    expect(journal.costsSince(101)).toEqual(['2', '3'])
  })

  test('sends a row again: nobody knows, from now on', () => {
    const journal = open()
    const wanted = intent()
    journal.intend(wanted)
    journal.recordOutcome(wanted.id, { state: 'unknown', error: lost }, 2_000)
    journal.answered(wanted.id)
    journal.resume(wanted.id, 9_000)
    expect(journal.row(wanted.id)).toEqual({
      ...wanted,
      sentAgainAt: 9_000,
      outcome: { state: 'sending' },
      isAnswered: false,
    })
    expect(journal.costsSince(wanted.at)).toEqual([wanted.cost])
  })

  test('lists the newest first, of one venue where that is asked', () => {
    const journal = open()
    const rows = [intent(), intent({ venue: 'smarkets' }), intent()]
    for (const one of rows) journal.intend(one)
    const [first, second, third] = rows.map(({ id }) => id)
    expect(journal.list({ limit: 2 }).map(({ id }) => id)).toEqual([third, second])
    expect(journal.list({ venue: 'kalshi', limit: 9 }).map(({ id }) => id)).toEqual([third, first])
  })

  test('forgets what is old and settled, and nothing that is in doubt', () => {
    const journal = open()
    const rows = [1, 2, 3, 4, 5].map((at) => intent({ at }))
    const [placed, unknown, refused, , later] = rows.map(({ id }) => id)
    for (const one of rows) journal.intend(one)
    journal.recordOutcome(placed ?? '', { state: 'placed', order: ended }, 1)
    journal.recordOutcome(unknown ?? '', { state: 'unknown', error: lost }, 1)
    journal.recordOutcome(refused ?? '', { state: 'refused', error: lost }, 1)
    journal.recordOutcome(later ?? '', { state: 'placed', order: ended }, 1)
    expect(journal.prune(5)).toBe(2)
    expect(journal.list({ limit: 9 }).map(({ id }) => id)).toEqual([later, rows[3]?.id, unknown])
    expect(journal.prune(5)).toBe(0)
  })

  test.each(['open', 'pending'] as const)('keeps an order that is %s until its end is old', (status) => {
    const journal = open()
    const wanted = intent({ at: 1 })
    journal.intend(wanted)
    journal.recordOutcome(wanted.id, { state: 'placed', order: { ...order, status } }, 1)
    expect([journal.prune(9), journal.openOrders().length]).toEqual([0, 1])
    journal.recordOutcome(wanted.id, { state: 'placed', order: ended }, 20)
    expect([journal.prune(20), journal.prune(21)]).toEqual([0, 1])
  })

  test('keeps an order that was sent lately, though its end was written by a clock that was slow', () => {
    const journal = open()
    const wanted = intent({ at: 50 })
    journal.intend(wanted)
    journal.recordOutcome(wanted.id, { state: 'placed', order: ended }, 1)
    expect([journal.prune(50), journal.prune(51)]).toEqual([0, 1])
  })

  test('keeps orders whose rest is open, whatever their age, and tells them', () => {
    const journal = open()
    const rows = [1, 2, 3].map((at) => intent({ at, cancelsRest: true }))
    const [open1 = '', endedId = ''] = rows.map(({ id }) => id)
    for (const one of rows) journal.intend(one)
    journal.recordOutcome(open1, { state: 'placed', order, isRestOpen: true }, 1)
    journal.recordOutcome(endedId, { state: 'placed', order: ended }, 1)
    expect(journal.openRests()).toMatchObject([
      { id: open1, cancelsRest: true, outcome: { isRestOpen: true } },
    ])
    expect(journal.prune(9)).toBe(1)
    journal.recordOutcome(open1, { state: 'placed', order: ended }, 2)
    expect(journal.openRests()).toEqual([])
    expect(journal.prune(9)).toBe(1)
  })

  test('stores checks for second copies for two days, until the order is sent again', () => {
    const journal = open()
    const day = 86_400_000
    journal.noteCopiesChecked(['one', 'two'], 1)
    const { ids, last } = journal.listCopiesChecked(0)
    expect(ids).toEqual(['one', 'two'])
    journal.noteCopiesChecked(['three', 'one'], 2)
    expect(journal.listCopiesChecked(last).ids).toEqual(['three', 'one'])
    journal.resume('three', 3)
    expect(journal.listCopiesChecked(0).ids).toEqual(['two', 'one'])
    journal.noteCopiesChecked(['four'], 2 * day + 2)
    expect(journal.listCopiesChecked(0).ids).toEqual(['one', 'four'])
  })

  test('does not change a row that there is not', () => {
    const journal = open()
    journal.recordOutcome('none', { state: 'absent' }, 1)
    journal.answered('none')
    journal.resume('none', 1)
    expect(journal.list({ limit: 9 })).toEqual([])
  })
})

describe('a journal in a file', () => {
  test('is written through to the disk, and read by its owner alone', () => {
    const { database, path } = openFile()
    expect(database.prepare('PRAGMA synchronous').rows()).toEqual([[2]])
    // A write-ahead log would be mixed into a copy that is put in the place of the file.
    expect(database.prepare('PRAGMA journal_mode').rows()).toEqual([['truncate']])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('is as it was when it is opened again', () => {
    const { journal, path } = openFile()
    const wanted = intent({ key: 'k' })
    journal.intend(wanted)
    journal.close()
    const again = openFile(path).journal
    expect(again.row(wanted.id)?.outcome).toEqual({ state: 'sending' })
    again.close()
  })

  test('has an index for each question that an order asks', () => {
    const { database } = openFile()
    const plan = (sql: string) => String(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).rows()[0]?.at(-1))
    expect(plan("SELECT id FROM orders WHERE venue = 'a' AND account = 'b' AND key = 'c'")).toContain(
      'orders_by_key',
    )
    expect(
      plan(
        "SELECT id FROM orders WHERE venue = 'a' AND account = 'b' AND fingerprint = 'c' AND answered = 0",
      ),
    ).toContain('orders_unanswered')
    expect(plan("SELECT id FROM orders WHERE state IN ('sending', 'unknown') ORDER BY number")).toContain(
      'orders_in_doubt',
    )
    expect(plan('SELECT cost FROM orders WHERE at >= 5')).toContain('orders_by_time')
    const named = (member: string) =>
      plan(
        `SELECT id FROM orders WHERE venue = 'a' AND account = 'b' AND ${member} = 'c' AND state = 'placed'`,
      )
    expect(named("json_extract(outcome, '$.order.id')")).toContain('orders_by_order')
    expect(named("json_extract(intent, '$.terms.clientOrderId')")).toContain('orders_by_name')
  })

  test('on a disk that is full throws, and keeps what it had', () => {
    const { journal, database } = openFile()
    const wanted = intent()
    journal.intend(wanted)
    const [[pages] = []] = database.prepare('PRAGMA page_count').rows()
    database.exec(`PRAGMA max_page_count = ${Number(pages)}`)
    const write = (): void => {
      for (let count = 0; count < 200; count++) journal.intend(intent())
    }
    expect(write).toThrow(/full/)
    expect(journal.row(wanted.id)).toBeDefined()
  })
})
