import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order } from '../../../../src/api/models/models.js'
import type { Job } from '../../../../src/core/request/api-call.js'
import type { OrderContext } from '../../../../src/core/trading/context/order-context.js'
import { type OpenJob, resumeCancels } from '../../../../src/core/trading/reconcile/reconcile-pending.js'
import { createOrderRecords } from '../../../../src/core/trading/records/order-records.js'
import { createOrderTime } from '../../../../src/core/trading/records/order-time.js'
import { toPlacedOutcome } from '../../../../src/core/trading/records/present-state.js'
import { createRests } from '../../../../src/core/trading/records/resting-remainder.js'
import { silentLogger } from '../../../../src/observe/logger.js'
import type { OrderIntent, OrderJournal } from '../../../../src/orders/journal.js'
import { accountOf } from '../../../../src/venue-kit/contract/account-secrets.js'
import { type FakeClock, fakeClock, settle } from '../../../support/clock.js'
import { createMemoryJournal } from '../../../support/memory-journal.js'

const secrets = { values: { apiKey: 'mine' }, withheld: false }
const account = accountOf({ id: 'polymarket' }, secrets)

const intent = (at: number): OrderIntent => ({
  id: 'row',
  at,
  venue: 'polymarket',
  account,
  requestId: 'r',
  fingerprint: 'f',
  cost: '4',
  cancelsRest: true,
  handle: { by: 'orderId', value: 'V1' },
  terms: {
    marketId: 'M',
    outcomeId: 'M-YES',
    side: 'buy',
    type: 'market',
    amount: '10',
    price: '0.4',
    clientOrderId: 'c1',
  },
})

const open: Order = {
  id: 'V1',
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  price: 0.4,
  amount: 10,
  status: 'open',
  filled: 4,
  remaining: 6,
  timestamp: 1,
}
const lost = { state: 'unknown', error: { code: 'NETWORK_ERROR', message: 'lost' } } as const

/** A process of a folder, and a venue at which one order rests. */
function processOver(journal: OrderJournal, clock: FakeClock) {
  const time = createOrderTime(clock)
  const records = createOrderRecords({
    journal,
    tradingLimits: { enabled: true, dryRun: false },
    clock,
    log: silentLogger,
    time,
  })
  const rests = createRests({ records, clock, log: silentLogger, dryRun: false })
  const venue = { cancels: 0, answer: undefined as Promise<void> | undefined }
  const source = {
    async cancel() {
      venue.cancels++
      await venue.answer
      if (venue.cancels > 1) throw new PmxError('ORDER_NOT_FOUND', 'none is open')
      return { ...open, status: 'canceled' as const }
    },
    find: async (): Promise<Order> => ({ ...open, status: 'canceled' }),
  }
  const job = {
    venue: { id: 'polymarket', orders: source },
    ctx: { secrets },
    release: () => undefined,
  } as unknown as Job & { release(): void }
  const openJob: OpenJob = async () => job
  const room = { ledger: records, rests, clock } as unknown as OrderContext
  const begin = (): void =>
    void records.begin(intent(records.stamp('kalshi')), { names: [], isHeld: true, isDeserted: () => false })
  const takeOver = async (): Promise<void> => {
    await resumeCancels(room, openJob, 'abandoned')
    await settle()
  }
  return { ledger: records, rests, venue, source, openJob, room, begin, takeOver }
}

function world() {
  const [journal, clock] = [createMemoryJournal(), fakeClock()]
  const own = processOver(journal, clock)
  return { journal, clock, ...own, outcome: () => journal.row('row')?.outcome }
}

describe('the rest of an order that another process of the folder placed', () => {
  test('is left to that process at first, and then canceled by the daemon', async () => {
    const { journal, clock, ledger, begin, outcome } = world()
    const daemon = processOver(journal, clock)
    begin()
    ledger.settle('row', { state: 'placed', order: open, isRestOpen: true })
    await daemon.takeOver()
    expect(daemon.venue.cancels).toBe(0)
    await clock.advance(15_000)
    await daemon.takeOver()
    expect(daemon.venue.cancels).toBe(1)
    expect(outcome()).toMatchObject({ state: 'placed', order: { status: 'canceled', filled: 4 } })
    expect(outcome()).not.toHaveProperty('isRestOpen')
  })

  test('is looked after where nobody knows whether it was placed', async () => {
    const { journal, clock, ledger, begin, outcome } = world()
    const daemon = processOver(journal, clock)
    begin()
    ledger.settle('row', lost)
    await clock.advance(15_000)
    await daemon.takeOver()
    expect(outcome()).toMatchObject({ state: 'placed', order: { status: 'canceled' } })
  })
})

test('the rest of an order is given up where a recording lacks its cancel', async () => {
  const { clock, ledger, begin, venue, rests, room, openJob, source } = world()
  begin()
  ledger.settle('row', lost)
  let asked = 0
  source.cancel = async () => {
    asked++
    throw new PmxError('NOT_FOUND', 'not recorded', { detail: { kind: 'cassette_miss' } })
  }
  await clock.advance(15_000)
  await resumeCancels(room, openJob)
  await settle()
  await clock.advance(3_600_000)
  expect([asked, venue.cancels, rests.isBusy, rests.isGivenUp('row')]).toEqual([1, 0, false, true])
})

describe('the rest of an order that bears no name of ours', () => {
  const nameless = ({ handle: _handle, ...named }: OrderIntent): OrderIntent => named

  test.each<[string, Partial<Order>]>([
    ['canceled', { status: 'canceled', filled: 4 }],
    ['filled', { status: 'filled', filled: 10, remaining: 0 }],
    ['filled', { status: 'filled', filled: 0, remaining: 0, metadata: { unknown: ['filled', 'remaining'] } }],
  ])('is over once the venue shows it as %s by its own id', async (status, shown) => {
    const { ledger, clock, venue, room, openJob, outcome, source } = world()
    ledger.begin(nameless(intent(ledger.stamp('kalshi'))), {
      names: [],
      isHeld: true,
      isDeserted: () => false,
    })
    ledger.settle('row', { state: 'placed', order: open, isRestOpen: true })
    venue.cancels = 1
    source.find = async () => open
    await resumeCancels(room, openJob)
    await settle()
    expect(outcome()).toMatchObject({ order: { status: 'open' }, isRestOpen: true })
    source.find = async () => ({ ...open, ...shown })
    await clock.advance(1_000)
    expect(outcome()).toMatchObject({ state: 'placed', order: { status } })
    expect(outcome()).not.toHaveProperty('isRestOpen')
    const before = venue.cancels
    await clock.advance(120_000)
    expect(venue.cancels).toBe(before)
  })

  test('waits for its owner where the answer to it was lost', async () => {
    const { ledger, clock, venue, room, openJob, rests, outcome } = world()
    ledger.begin(nameless(intent(ledger.stamp('kalshi'))), {
      names: [],
      isHeld: true,
      isDeserted: () => false,
    })
    ledger.settle('row', lost)
    await resumeCancels(room, openJob)
    await settle()
    expect([venue.cancels, rests.isBusy]).toEqual([0, false])
    const row = ledger.byId('row')
    if (row !== undefined) ledger.learn(row, toPlacedOutcome(open, row))
    await resumeCancels(room, openJob)
    await clock.advance(1_000)
    expect(outcome()).toMatchObject({ state: 'placed', order: { status: 'canceled' } })
  })
})

describe('what became of an order', () => {
  test('is not overwritten by a look that began before it was sent again', async () => {
    const { clock, ledger, venue, room, openJob, begin, outcome } = world()
    begin()
    ledger.settle('row', lost)
    let answer = (): void => undefined
    venue.answer = new Promise((resolve) => {
      answer = resolve
    })
    await resumeCancels(room, openJob)
    await settle()
    expect(venue.cancels).toBe(1)
    const row = ledger.byId('row')
    if (row === undefined) throw new Error('no row')
    ledger.beginAgain(row, { names: [], isHeld: true, isOutcomeUnknown: true, isDeserted: () => false })
    answer()
    await settle()
    expect(outcome()).toEqual({ state: 'sending' })
    ledger.settle('row', { state: 'placed', order: open, isRestOpen: true })
    await clock.advance(60_000)
    expect(outcome()).toMatchObject({ state: 'placed', order: { status: 'canceled' } })
  })

  test('is not overwritten by what another process read before', async () => {
    const { journal, clock, ledger, begin, outcome } = world()
    const other = processOver(journal, clock)
    begin()
    ledger.settle('row', lost)
    const read = other.ledger.byId('row')
    if (read === undefined) throw new Error('no row')
    ledger.settle('row', { state: 'placed', order: open })
    expect(other.ledger.learn(read, { state: 'absent' })).toBe(false)
    expect(outcome()).toMatchObject({ state: 'placed' })
  })
})
