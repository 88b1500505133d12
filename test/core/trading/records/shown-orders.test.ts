import { describe, expect, test } from 'vitest'
import type { Order, UserTrade } from '../../../../src/api/models/models.js'
import { createOrderRecords } from '../../../../src/core/trading/records/order-records.js'
import { createSimulatedOrderTime } from '../../../../src/core/trading/records/order-time.js'
import { createShownOrders } from '../../../../src/core/trading/records/shown-orders.js'
import { silentLogger } from '../../../../src/observe/logger.js'
import type { OrderIntent, OrderOutcome } from '../../../../src/orders/journal.js'
import type { ListedFacts } from '../../../../src/streams/account/tracker.js'
import { fakeClock } from '../../../support/clock.js'
import { createMemoryJournal } from '../../../support/memory-journal.js'

const terms = {
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  amount: '10',
  price: '0.4',
  clientOrderId: 'c1',
} as const
const intent: OrderIntent = {
  id: 'row',
  at: 1,
  venue: 'kalshi',
  account: 'mine',
  requestId: 'r',
  fingerprint: 'f',
  cost: '4',
  handle: { by: 'clientOrderId', value: 'c1' },
  terms,
}
const open: Order = {
  id: 'V1',
  clientOrderId: 'c1',
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  price: 0.4,
  amount: 10,
  status: 'open',
  filled: 0,
  remaining: 10,
  timestamp: 1,
}
const filled: Order = { ...open, status: 'filled', filled: 10, remaining: 0 }
const lost: OrderOutcome = { state: 'unknown', error: { code: 'NETWORK_ERROR', message: 'lost' } }

function world(outcome?: OrderOutcome, more: Partial<OrderIntent> = {}) {
  const journal = createMemoryJournal()
  const clock = fakeClock()
  const tradingLimits = { enabled: true, dryRun: false }
  const ledger = createOrderRecords({
    journal,
    tradingLimits,
    clock,
    log: silentLogger,
    time: createSimulatedOrderTime(clock),
  })
  ledger.begin({ ...intent, ...more }, { names: [], isHeld: false, isDeserted: () => false })
  if (outcome !== undefined) ledger.settle('row', outcome)
  const shown = createShownOrders(ledger, clock)
  return {
    clock,
    journal,
    ledger,
    shown,
    show: (order: Order, account = 'mine', listed?: ListedFacts) =>
      shown.show('kalshi', account, order, listed).order,
    isBehind: (order: Order, listed?: ListedFacts) =>
      shown.show('kalshi', 'mine', order, listed).isBehind === true,
    outcome: () => journal.row('row')?.outcome,
  }
}

describe('an order that was placed here', () => {
  test('is filled in the journal once the venue shows it so, and never open again', () => {
    const { show, outcome } = world({ state: 'placed', order: open })
    show({ ...open, filled: 4, remaining: 6 })
    expect(outcome()).toMatchObject({ order: { status: 'open', filled: 4 } })
    show(filled)
    show(open)
    expect(outcome()).toEqual({ state: 'placed', order: filled })
  })

  test('keeps a rest that is to be canceled until the cancel is confirmed', () => {
    const { show, outcome } = world({ state: 'placed', order: open, isRestOpen: true })
    show({ ...open, filled: 4, remaining: 6 })
    expect(outcome()).toMatchObject({ isRestOpen: true, order: { filled: 4 } })
  })

  test('is written and shown as it was asked for, where the venue nets', () => {
    const { show, outcome } = world({ state: 'placed', order: open })
    const netted: Order = { ...filled, outcomeId: 'M-NO', side: 'sell', price: 0.6 }
    expect(show(netted)).toEqual(filled)
    expect(outcome()).toEqual({ state: 'placed', order: filled })
  })

  test('is not touched by an order of another account, or another order of its name', () => {
    const { show, outcome } = world({ state: 'placed', order: open })
    show(filled, 'another')
    show({ ...filled, id: 'V2' })
    expect(outcome()).toEqual({ state: 'placed', order: open })
  })
})

describe('an order in doubt', () => {
  test('is placed once the venue shows one that carries its name', () => {
    const { show, outcome } = world(lost)
    show(filled)
    expect(outcome()).toEqual({ state: 'placed', order: filled })
  })

  test('is placed by its hash, in whatever case that is written', () => {
    const { show, outcome } = world(lost, { handle: { by: 'orderId', value: '0xAB' } })
    show({ ...open, id: '0xab', clientOrderId: 'other' })
    expect(outcome()).toMatchObject({ state: 'placed' })
  })

  test.each<[string, Order]>([
    ['without a name', { ...open, clientOrderId: 'other' }],
    ['of its name on another market', { ...open, marketId: 'N' }],
    ['of its name on the other side', { ...open, price: 0.5, side: 'sell' }],
    ['of its name with another price, without a time', { ...open, price: 0.5, timestamp: 0 }],
  ])('stays in doubt by an order %s', (_what, order) => {
    const { show, outcome } = world(lost)
    show(order)
    expect(outcome()).toEqual(lost)
  })

  test('is placed with another price, unless its caller may have used the name for another order', () => {
    const own = world(lost)
    own.show({ ...open, price: 0.5 })
    expect(own.outcome()).toMatchObject({ state: 'placed', order: { price: 0.5 } })
    const named = world(lost, { key: 'c1' })
    named.show({ ...open, price: 0.5 })
    expect(named.outcome()).toEqual(lost)
  })

  test('that carries no handle stays in doubt, whatever the venue shows', () => {
    const { handle: _handle, ...bare } = intent
    const { journal, show } = world(lost)
    journal.intend({ ...bare, id: 'bare', terms: { ...terms, clientOrderId: 'c2' } })
    journal.recordOutcome('bare', lost, 1)
    show({ ...open, clientOrderId: 'c2' })
    expect(journal.row('bare')?.outcome).toEqual(lost)
  })

  test('an order that was refused or is absent stays so', () => {
    for (const state of [{ state: 'absent' } as const, { ...lost, state: 'refused' } as const]) {
      const { show, outcome } = world(state)
      show(open)
      expect(outcome()).toEqual(state)
    }
  })
})

describe('an order that is being sent', () => {
  test('is left to its response, and moves on after it', async () => {
    const { show, outcome, ledger, clock } = world()
    show(filled)
    expect(outcome()).toEqual({ state: 'sending' })
    await clock.advance(3_000)
    ledger.settle('row', { state: 'placed', order: open })
    await clock.advance(1_000)
    expect(outcome()).toEqual({ state: 'placed', order: filled })
    expect(clock.pendingTimers).toBe(0)
  })

  test('is placed by what was shown where its response is lost', async () => {
    const { show, outcome, ledger, clock } = world()
    show(open)
    ledger.settle('row', lost)
    await clock.advance(1_000)
    expect(outcome()).toEqual({ state: 'placed', order: open })
  })
})

describe('the journal', () => {
  function counted(outcome: OrderOutcome) {
    const own = world(outcome)
    const calls = { told: 0, transact: 0 }
    const { findRow, transact } = own.journal
    Object.assign(own.journal, {
      findRow: (...asked: Parameters<typeof findRow>) => {
        calls.told++
        return findRow(...asked)
      },
      transact: <Result>(work: () => Result) => {
        calls.transact++
        return transact(work)
      },
    })
    return { ...own, calls }
  }

  test.each<[string, Order, string, number]>([
    ['an order of another account', open, 'another', 0],
    ['an order that was placed elsewhere', { ...open, id: 'V9', clientOrderId: 'c9' }, 'mine', 0],
    ['an order of which nothing is new', open, 'mine', 0],
    ['an order that has filled', filled, 'mine', 1],
  ])('is read once for %s, and written only where something is new', (_what, order, account, writes) => {
    const { show, calls } = counted({ state: 'placed', order: open })
    expect(show(order, account)).toEqual(order)
    expect(calls).toEqual({ told: 1, transact: writes })
  })
})

test('while the journal cannot be used orders are shown as the venue shows them', () => {
  const { show, journal } = world({ state: 'placed', order: open })
  Object.assign(journal, {
    transact: () => {
      throw new Error('database disk image is malformed')
    },
  })
  expect(show(filled)).toEqual(filled)
})

describe('an order that was changed', () => {
  const changed = { ...open, amount: 20, remaining: 20 }
  const change: OrderIntent = {
    ...intent,
    id: 'change',
    edits: 'V1',
    handle: { by: 'orderId', value: 'V1' },
    terms: { ...terms, amount: '20', clientOrderId: 'edit-1' },
  }

  test('ends in the rows of all its changes', () => {
    const { show, journal, ledger } = world({ state: 'placed', order: open })
    ledger.begin(change, { names: [], isHeld: false, isDeserted: () => false })
    ledger.settle('change', { state: 'placed', order: changed })
    show({ ...changed, status: 'canceled', filled: 3, remaining: 17 })
    expect(journal.openOrders()).toEqual([])
    expect(journal.row('row')?.outcome).toMatchObject({ order: { status: 'canceled', filled: 3 } })
    expect(journal.row('change')?.outcome).toMatchObject({ order: { status: 'canceled', filled: 3 } })
  })

  /** Its answer has come, and lists show it as it was before. */
  function accepted() {
    const own = world({ state: 'placed', order: open })
    const reprice = { ...change, at: own.clock.now(), terms: { ...change.terms, price: '0.3' } }
    own.ledger.begin(reprice, { names: [], isHeld: false, isDeserted: () => false })
    own.ledger.settle('change', { state: 'placed', order: { ...changed, price: 0.3 } })
    const now = () => own.journal.row('change')?.outcome
    return { ...own, now }
  }
  const asChanged = { price: 0.3, amount: 20 }

  test('is not as a list shows it that may be older, which tells its fills and nothing else', () => {
    const { show, isBehind, now } = accepted()
    expect(show(open, 'mine', {})).toMatchObject({ ...asChanged, filled: 0, remaining: 20 })
    expect(isBehind(open, {})).toBe(true)
    expect(show({ ...open, filled: 4, remaining: 6 }, 'mine', {})).toMatchObject({
      ...asChanged,
      filled: 4,
      remaining: 16,
    })
    expect(now()).toMatchObject({ order: { ...asChanged, filled: 4, remaining: 16 } })
    // Who nets tells it the other way round.
    const netted: Order = { ...open, outcomeId: 'M-NO', side: 'sell', price: 0.6 }
    expect(show(netted, 'mine', {})).toMatchObject({ ...asChanged, side: 'buy', outcomeId: 'M-YES' })
  })

  test('is as a list shows it a minute after the change, and as a frame does at once', async () => {
    const { show, isBehind, clock } = accepted()
    const elsewhere: Order = { ...open, price: 0.35, amount: 30, remaining: 30 }
    expect(show(elsewhere)).toMatchObject({ price: 0.35, amount: 30 })
    // What the frame showed is newer than the list.
    expect(show({ ...changed, price: 0.3 }, 'mine', {})).toMatchObject({ price: 0.35, amount: 30 })
    await clock.advance(60_000)
    expect(show(open, 'mine', {})).toMatchObject({ price: 0.4, amount: 10 })
    expect(isBehind(open, {})).toBe(false)
  })

  test('is not as a list shows it that the venue says is older, however long ago the change was', async () => {
    const { show, isBehind, clock } = accepted()
    const at = clock.now()
    await clock.advance(120_000)
    // Until it was asked how old the list is, nothing is sure.
    expect(show(open, 'mine', { until: 0 })).toMatchObject(asChanged)
    expect(isBehind(open, { until: at })).toBe(true)
    expect(show(open, 'mine', { until: at + 61_000 })).toMatchObject({ price: 0.4, amount: 10 })
  })

  test('has ended as the venue shows it: nothing changes an order that is over', () => {
    const { show } = accepted()
    expect(show({ ...open, status: 'filled', filled: 10, remaining: 0 }, 'mine', {})).toMatchObject({
      status: 'filled',
      amount: 10,
    })
  })
})

test('an older list does not hide what a frame showed while the order was being sent', async () => {
  const { show, outcome, ledger, clock } = world()
  show(filled)
  show(open)
  ledger.settle('row', { state: 'placed', order: open })
  await clock.advance(1_000)
  expect(outcome()).toMatchObject({ order: { status: 'filled', filled: 10 } })
})

describe('a trade of a venue that nets', () => {
  const trade: UserTrade = {
    ...{ id: 'F1', orderId: 'V1', marketId: 'M', outcomeId: 'M', side: 'sell', price: 0.6 },
    ...{ amount: 4, timestamp: 5 },
  }
  const no = { terms: { ...terms, outcomeId: 'M-NO' } }
  const asked = { ...trade, outcomeId: 'M-NO', side: 'buy', price: 0.4 }
  const placed: OrderOutcome = { state: 'placed', order: { ...open, outcomeId: 'M-NO' } }

  test.each([
    ['known', placed],
    ['still in flight', undefined],
  ])('is shown as its order was requested, where that is %s', (_what, outcome) => {
    const { shown } = world(outcome, no)
    expect(shown.showTrade('kalshi', 'mine', trade)).toEqual(asked)
    expect(shown.showTrade('kalshi', 'other', trade)).toBe(trade)
  })

  test('is shown as the venue shows it, where its order was placed elsewhere', () => {
    const { shown } = world(placed, no)
    const other = { ...trade, orderId: 'X9' }
    expect(shown.showTrade('kalshi', 'mine', other)).toBe(other)
  })
})
