import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order } from '../../../../src/api/models/models.js'
import { createOrderRecords } from '../../../../src/core/trading/records/order-records.js'
import { createOrderTime } from '../../../../src/core/trading/records/order-time.js'
import { silentLogger } from '../../../../src/observe/logger.js'
import type { OrderIntent, OrderJournal } from '../../../../src/orders/journal.js'
import { fakeClock } from '../../../support/clock.js'
import { createMemoryJournal } from '../../../support/memory-journal.js'

const intent: OrderIntent = {
  id: 'row',
  at: 1,
  venue: 'kalshi',
  account: 'mine',
  requestId: 'r',
  fingerprint: 'f',
  cost: '4',
  terms: {
    marketId: 'M',
    outcomeId: 'M-NO',
    side: 'buy',
    type: 'limit',
    amount: '10',
    price: '0.4',
    clientOrderId: 'c1',
  },
}
/** As a venue that nets tells it. */
const netted: Order = {
  id: 'V1',
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'sell',
  type: 'limit',
  price: 0.6,
  amount: 10,
  status: 'open',
  filled: 0,
  remaining: 10,
  timestamp: 1,
}

function ledgerOver(changes: Partial<OrderJournal> = {}, clock = fakeClock()) {
  const journal = { ...createMemoryJournal(), ...changes }
  const tradingLimits = { enabled: true, dryRun: false }
  const time = createOrderTime(clock)
  const ledger = createOrderRecords({ journal, tradingLimits, clock, log: silentLogger, time })
  const repeatOf = () => ledger.deserted('kalshi', 'mine', 'f', () => true)?.id
  return { ledger, journal, time, repeatOf }
}
const broken = () => {
  throw new Error('database disk image is malformed')
}

describe('an answer', () => {
  function placed() {
    const world = ledgerOver()
    const caller = { isGone: false }
    world.ledger.begin(intent, { names: [], isHeld: false, isDeserted: () => caller.isGone })
    world.ledger.settle('row', { state: 'placed', order: netted })
    return { ...world, caller }
  }

  test('that reached its caller is marked, and its order is nobody else’s', () => {
    const { ledger, journal, repeatOf } = placed()
    expect(repeatOf()).toBeUndefined()
    ledger.delivered('row', true)
    expect([journal.row('row')?.isAnswered, repeatOf()]).toEqual([true, undefined])
  })

  test('that was lost with the only caller leaves the order to who repeats it', () => {
    const { ledger, journal, caller, repeatOf } = placed()
    caller.isGone = true
    ledger.delivered('row', false)
    expect([journal.row('row')?.isAnswered, repeatOf()]).toEqual([false, 'row'])
  })

  test('that one caller lost is still on its way to another who waits for the same order', () => {
    const { ledger, repeatOf } = placed()
    ledger.delivered('row', false)
    expect(repeatOf()).toBeUndefined()
  })

  test('that reached its caller stays so where that cannot be written', () => {
    const { ledger } = ledgerOver({ answered: broken })
    ledger.begin(intent, { names: [], isHeld: false, isDeserted: () => false })
    expect(() => ledger.delivered('row', true)).not.toThrow()
  })
})

test('an order of ours is told as it was asked for, and as the venue tells it where it is not ours or nobody can tell', () => {
  const { ledger } = ledgerOver()
  ledger.begin(intent, { names: [], isHeld: false, isDeserted: () => false })
  ledger.settle('row', { state: 'placed', order: netted })
  expect(ledger.asAsked('kalshi', 'mine', netted)).toMatchObject({
    outcomeId: 'M-NO',
    side: 'buy',
    price: 0.4,
  })
  expect(ledger.asAsked('kalshi', 'other', netted)).toBe(netted)
  expect(ledgerOver({ findRow: broken }).ledger.asAsked('kalshi', 'mine', netted)).toBe(netted)
})

test('what this process is sending is known until what became of it is', () => {
  const { ledger } = ledgerOver()
  ledger.begin(intent, { names: [], isHeld: false, isDeserted: () => false })
  expect([ledger.underWay, ledger.isSending('row'), ledger.inDoubt()]).toEqual([1, true, []])
  ledger.settle('row', { state: 'unknown', error: { code: 'NETWORK_ERROR', message: 'lost' } })
  expect([ledger.underWay, ledger.isSending('row'), ledger.inDoubt().length]).toEqual([0, false, 1])
})

describe('old rows', () => {
  const DAY = 24 * 60 * 60_000
  const begin = (ledger: ReturnType<typeof ledgerOver>['ledger'], id: string) =>
    ledger.begin(
      { ...intent, id, at: ledger.stamp('kalshi') },
      { names: [], isHeld: false, isDeserted: () => false },
    )

  test('go after 90 days by the time of venues, those in doubt never', async () => {
    const clock = fakeClock()
    const { ledger, journal, time } = ledgerOver({}, clock)
    time.noteVenueTime(clock.now())
    for (const id of ['settled', 'doubtful']) begin(ledger, id)
    ledger.settle('settled', { state: 'absent' })
    await clock.advance(91 * DAY)
    begin(ledger, 'new')
    expect(journal.list({ limit: 9 }).map(({ id }) => id)).toEqual(['new', 'doubtful'])
  })

  test.each([true, false])('stay where the clock is 91 days fast (venue known: %s)', (isKnown) => {
    const clock = fakeClock()
    const before = ledgerOver({}, clock)
    begin(before.ledger, 'of today')
    before.ledger.settle('of today', { state: 'placed', order: netted })
    clock.jump(91 * DAY)
    // The next run of the program.
    const { ledger, journal, time } = ledgerOver(before.journal, clock)
    if (isKnown) time.noteVenueTime(clock.trueNow())
    begin(ledger, 'new')
    ledger.settle('new', { state: 'absent' })
    begin(ledgerOver(before.journal, clock).ledger, 'third')
    expect(journal.list({ limit: 9 }).map(({ id }) => id)).toEqual(['third', 'new', 'of today'])
  })

  test('that cannot be forgotten keep no order back', () => {
    const clock = fakeClock()
    const { ledger, time, journal } = ledgerOver({ prune: broken }, clock)
    time.noteVenueTime(clock.now())
    begin(ledger, 'new')
    expect(journal.row('new')).toBeDefined()
  })
})

test('what keeps the journal closed is returned, where the journal says it', async () => {
  const newer = new PmxError('EXCHANGE_NOT_AVAILABLE', 'written by a newer version', {
    retryable: false,
    detail: { kind: 'journal' },
  })
  const { ledger } = ledgerOver({ open: () => Promise.reject(newer) }, fakeClock())
  await expect(ledger.open()).rejects.toBe(newer)
  const { ledger: other } = ledgerOver(
    { open: () => Promise.reject(new Error('/home/me: EACCES')) },
    fakeClock(),
  )
  await expect(other.open()).rejects.toThrow(/^The order was not placed\. .*order journal .orders.db/)
})
