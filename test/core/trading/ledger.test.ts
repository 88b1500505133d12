import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/api/models.js'
import { createLedger } from '../../../src/core/trading/ledger.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { Journal, OrderIntent } from '../../../src/orders/journal.js'
import { createMemoryJournal } from '../../../src/orders/memory-journal.js'
import { fakeClock } from '../../support/clock.js'

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

function ledgerOver(changes: Partial<Journal> = {}) {
  const journal = { ...createMemoryJournal(), ...changes }
  const rails = { enabled: true, dryRun: false }
  const ledger = createLedger({ journal, rails, clock: fakeClock(), log: silentLogger })
  const repeatOf = () => ledger.deserted('kalshi', 'mine', 'f', () => true)?.id
  return { ledger, journal, repeatOf }
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
  expect(ledgerOver({ told: broken }).ledger.asAsked('kalshi', 'mine', netted)).toBe(netted)
})

test('what this process is sending is known until what became of it is', () => {
  const { ledger } = ledgerOver()
  ledger.begin(intent, { names: [], isHeld: false, isDeserted: () => false })
  expect([ledger.underWay, ledger.isSending('row'), ledger.inDoubt()]).toEqual([1, true, []])
  ledger.settle('row', { state: 'unknown', error: { code: 'NETWORK_ERROR', message: 'lost' } })
  expect([ledger.underWay, ledger.isSending('row'), ledger.inDoubt().length]).toEqual([0, false, 1])
})
