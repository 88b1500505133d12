import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order } from '../../../../src/api/models/models.js'
import { createOrderTime } from '../../../../src/core/trading/records/order-time.js'
import type { VenueContext } from '../../../../src/venue-kit/contract/venue.js'
import { createCanceledOrder } from '../../../../src/venue-kit/orders/canceled-order.js'
import { fakeClock } from '../../../support/clock.js'
import { createMemoryJournal } from '../../../support/memory-journal.js'
import { blindWorld } from '../own-account.js'
import { failureOf, limitOrder, tradingWorld } from '../trading-world.js'

const MINUTE = 60_000

/** An order of ten contracts at 0.5 costs 5. */
const beyond = (rule: string, more: object = {}) => ({
  code: 'PERMISSION_DENIED',
  detail: { kind: 'guard_rail', rule: `trading.${rule}`, ...more },
})

describe('maxOpenNotional', () => {
  test('holds what is open and in doubt together', async () => {
    const world = tradingWorld({
      rails: { maxOpenNotional: 11 },
      exchange: { finds: false, isUnique: false },
    })
    await world.create({ clientOrderId: 'c1' })
    world.exchange.next({ placed: true, answer: new Error('cut') })
    await failureOf(world.create({ clientOrderId: 'c2' }))
    expect(world.states()).toEqual(['unknown', 'placed'])
    expect(await failureOf(world.create({ clientOrderId: 'c3' }))).toMatchObject(
      beyond('maxOpenNotional', { limit: 11, open: '10', cost: '5' }),
    )
    expect((await world.create({ clientOrderId: 'c4', amount: 2 })).order.id).toBe('V3')
  })

  test('a canceled order and one that filled free what they held', async () => {
    const world = tradingWorld({ rails: { maxOpenNotional: 11 } })
    for (const clientOrderId of ['c1', 'c2']) await world.create({ clientOrderId })
    await world.ask('cancelOrder', 'V1')
    await world.create({ clientOrderId: 'c3' })
    // Nobody has told the journal that this one filled: it asks when the limit is reached.
    world.exchange.fill('V2')
    expect((await world.create({ clientOrderId: 'c4' })).order.id).toBe('V4')
    expect(await failureOf(world.create({ clientOrderId: 'c5' }))).toMatchObject(beyond('maxOpenNotional'))
  })

  test('an order that stands in several rows is counted no more once it has ended', async () => {
    const world = tradingWorld({ rails: { maxOpenNotional: 11 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    const [row] = world.journal.list({ limit: 1 })
    if (row === undefined) throw new Error('the order is not written')
    world.journal.intend({ ...row, id: 'a change of it', terms: { ...row.terms, clientOrderId: 'edit' } })
    world.journal.recordOutcome('a change of it', { state: 'placed', order }, 1)
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxOpenNotional', { open: '10' }),
    )
    await world.ask('cancelOrder', 'V1')
    expect(world.journal.openOrders()).toEqual([])
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V2')
  })

  test('an order that the list does not show, and of which nothing is known, still counts', async () => {
    const world = tradingWorld({ rails: { maxOpenNotional: 11 } })
    for (const clientOrderId of ['c1', 'c2']) await world.create({ clientOrderId })
    world.exchange.state.listLags = true
    expect(await failureOf(world.create({ clientOrderId: 'c3' }))).toMatchObject(beyond('maxOpenNotional'))
  })

  test('orders that another process wrote meanwhile count', async () => {
    const world = tradingWorld({ rails: { maxOpenNotional: 6 } })
    const { build } = world.exchange.orders
    let turns = 0
    world.exchange.orders.build = async (...asked) => {
      if (turns++ === 0) await world.next({ rails: {} }).create({ clientOrderId: 'other' })
      return build(...asked)
    }
    expect(await failureOf(world.create())).toMatchObject(beyond('maxOpenNotional', { open: '5' }))
    expect(world.exchange.placed).toHaveLength(1)
  })
})

test('the daily limit gives back what was canceled unfilled', async () => {
  const world = tradingWorld({ rails: { maxDailyNotional: 6 } })
  await world.create({ clientOrderId: 'c1' })
  expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(beyond('maxDailyNotional'))
  await world.ask('cancelOrder', 'V1')
  expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V2')
})

test('the daily limit gives nothing back for a row that is older than the cancel', async () => {
  const world = tradingWorld({ rails: { maxDailyNotional: 6 } })
  await world.create({ clientOrderId: 'c1' })
  const { cancel } = world.exchange.orders
  world.exchange.orders.cancel = async (...asked) => {
    await cancel?.(...asked)
    return createCanceledOrder('V1')
  }
  world.exchange.lists.lagging.add('V1')
  await world.ask('cancelOrder', 'V1')
  await world.ask('fetchOpenOrders', undefined)
  expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(beyond('maxDailyNotional'))
})

test('the daily limit counts an order that is sent again on the day of that', async () => {
  const world = tradingWorld({ rails: { maxDailyNotional: 6 } })
  world.clock.passTo(Date.UTC(2026, 10, 21, 23, 59, 55))
  const built = (await world.ask('buildOrder', limitOrder)).data
  world.exchange.next({ placed: false, answer: new PmxError('INSUFFICIENT_FUNDS', 'Not enough money.') })
  await failureOf(world.ask('submitOrder', built))
  await world.clock.advance(10_000)
  await world.ask('submitOrder', built)
  expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(beyond('maxDailyNotional'))
})

test('an order in doubt is sent again on the next day within the limit of that', async () => {
  const world = tradingWorld({ rails: { maxDailyNotional: 6 } })
  world.clock.passTo(Date.UTC(2026, 10, 21, 23, 59, 55))
  world.exchange.next({ placed: false, answer: new Error('cut') })
  await failureOf(world.create({ clientOrderId: 'c1' }))
  await world.clock.advance(10_000)
  await world.create({ clientOrderId: 'c2' })
  expect(await failureOf(world.create({ clientOrderId: 'c1' }))).toMatchObject(
    beyond('maxDailyNotional', { state: 'unknown' }),
  )
  expect([world.exchange.placed.length, world.states()]).toEqual([1, ['placed', 'unknown']])
  await world.ask('cancelOrder', 'V1')
  expect((await world.create({ clientOrderId: 'c1' })).order.id).toBe('V2')
})

describe('maxPosition', () => {
  test.each([-3_600_000, 3_600_000])(
    'counts an order that has just filled where the clock is set by %i ms, and positions lag',
    async (ms) => {
      const clock = fakeClock()
      const time = createOrderTime(clock)
      time.noteVenueTime(clock.now())
      const world = tradingWorld({ rails: { maxPosition: 15 }, clock, time })
      await world.create({ clientOrderId: 'c1' })
      await world.clock.advance(300_000)
      world.exchange.fill('V1')
      expect((await world.ask('fetchOrder', 'V1')).order.status).toBe('filled')
      world.clock.jump(ms)
      expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
        beyond('maxPosition', { held: '0', pending: '10' }),
      )
      // A row with a future time counts as recent until the clock has passed it.
      await world.clock.advance(660_000 + Math.max(0, -ms))
      expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V2')
    },
  )

  const position = (size: number) => [{ marketId: 'M', outcomeId: 'M-YES', size }]

  test('counts what is held, open orders and the order', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    world.exchange.state.positions = position(5)
    await world.create({ clientOrderId: 'c1' })
    expect((await world.create({ clientOrderId: 'c2' })).order.id).toBe('V2')
    expect(await failureOf(world.create({ clientOrderId: 'c3', amount: 1 }))).toMatchObject(
      beyond('maxPosition', { limit: 25, held: '5', pending: '20', added: '1' }),
    )
    // Another outcome, and a sale of what is held, are no part of it.
    expect((await world.create({ outcomeId: 'M-NO' })).order.id).toBe('V3')
    expect((await world.create({ side: 'sell', amount: 5 })).order.id).toBe('V4')
  })

  test('orders that were not placed here count, and those that filled a moment ago', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    await tradingWorld({ over: world.exchange }).create()
    await world.create({ clientOrderId: 'c1' })
    world.exchange.fill('V2')
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition', { held: '0', pending: '20' }),
    )
    // After a minute the venue shows what it brought.
    await world.clock.advance(61_000)
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V3')
  })

  test('an order that rested for long counts in full once it has filled, until the venue shows the position', async () => {
    const world = tradingWorld({ rails: { maxPosition: 10 } })
    await world.create({ clientOrderId: 'c1' })
    await world.clock.advance(300_000)
    world.exchange.fill('V1')
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition', { held: '0', pending: '10', added: '10' }),
    )
    await world.clock.advance(61_000)
    world.exchange.state.positions = position(10)
    expect(await failureOf(world.create({ clientOrderId: 'c3' }))).toMatchObject(
      beyond('maxPosition', { held: '10', pending: '0', added: '10' }),
    )
    world.exchange.state.positions = []
    expect((await world.create({ clientOrderId: 'c4' })).order.id).toBe('V2')
  })

  test('an order that rested for long counts in full when the journal learns that it filled', async () => {
    const world = tradingWorld({ rails: { maxPosition: 10 } })
    await world.create({ clientOrderId: 'c1' })
    await world.clock.advance(300_000)
    world.exchange.fill('V1')
    expect((await world.ask('fetchOrder', 'V1')).order.status).toBe('filled')
    expect(await failureOf(world.next().create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition', { pending: '10' }),
    )
  })

  test('an open order that neither a list nor a look-up shows counts in full', async () => {
    const world = tradingWorld({ rails: { maxPosition: 10 } })
    await world.create({ clientOrderId: 'c1' })
    await world.clock.advance(300_000)
    world.exchange.lists.hidden.add('V1')
    world.exchange.account.order = async () => undefined
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(beyond('maxPosition'))
    world.exchange.account.order = async () => {
      throw new PmxError('NETWORK_ERROR', 'the venue is away')
    }
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(beyond('maxPosition'))
  })

  test('what is younger than positions by the word of the venue counts besides them', async () => {
    const world = tradingWorld({ rails: { maxPosition: 15 } })
    const listed = { until: Number.POSITIVE_INFINITY }
    Object.assign(world.exchange.orders, { listedUntil: async () => listed.until })
    listed.until = world.clock.now()
    await world.create({ clientOrderId: 'c1' })
    world.exchange.fill('V1')
    expect((await world.ask('fetchOrder', 'V1')).order.status).toBe('filled')
    // Positions as they were before the order was sent.
    const { positions } = world.exchange.state
    world.exchange.state.positions = []
    await world.clock.advance(150_000)
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition', { held: '0', pending: '10' }),
    )
    world.exchange.state.positions = positions
    listed.until = world.clock.now() - 1_000
    await world.create({ clientOrderId: 'c3', amount: 5 })
    Object.assign(world.exchange.orders, {
      listedUntil: async () => {
        throw new PmxError('NETWORK_ERROR', 'the venue is away')
      },
    })
    expect(await failureOf(world.create({ clientOrderId: 'c4', amount: 1 }))).toMatchObject(
      beyond('maxPosition', { because: 'the venue is away' }),
    )
  })

  test('what filled of an open order a moment ago counts besides what is left of it', async () => {
    const world = tradingWorld({ rails: { maxPosition: 12 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    await world.clock.advance(300_000)
    const rows = [{ ...order, filled: 6, remaining: 4 }]
    world.exchange.account.openOrders = () => ({
      kind: 'cursor',
      what: 'open orders',
      idOf: ({ id }) => id,
      fetch: async () => ({ rows }),
    })
    expect(await failureOf(world.create({ clientOrderId: 'c2', amount: 3 }))).toMatchObject(
      beyond('maxPosition', { held: '0', pending: '10' }),
    )
    await world.clock.advance(61_000)
    world.exchange.state.positions = position(6)
    expect(await failureOf(world.create({ clientOrderId: 'c2', amount: 3 }))).toMatchObject(
      beyond('maxPosition', { held: '6', pending: '4' }),
    )
    expect((await world.create({ clientOrderId: 'c2', amount: 2 })).order.id).toBe('V2')
  })

  test('an order that was changed of late counts once', async () => {
    const world = tradingWorld({ rails: { maxPosition: 30 } })
    const { order } = await world.create()
    const [row] = world.journal.list({ limit: 1 })
    if (row === undefined) throw new Error('the order is not written')
    const handle = { by: 'orderId', value: 'V1' } as const
    const terms = { ...row.terms, amount: '14', clientOrderId: 'edit' }
    world.journal.intend({ ...row, id: 'a change of it', edits: 'V1', handle, terms })
    const refused = () => failureOf(world.create({ amount: 17, clientOrderId: 'c2' }))
    expect(await refused()).toMatchObject(beyond('maxPosition', { pending: '14' }))
    world.journal.recordOutcome('a change of it', { state: 'placed', order: { ...order, amount: 14 } }, 1)
    expect(await refused()).toMatchObject(beyond('maxPosition', { pending: '14' }))
    expect((await world.create({ amount: 16, clientOrderId: 'c3' })).order.id).toBe('V2')
  })

  test('an order is refused where the venue does not show all positions', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    const { positions } = world.exchange.account
    const lacking = 'fills of canceled orders'
    let of: 'ended' | undefined
    world.exchange.account.positions = async (ctx) => {
      ctx.omissions.noteCut(lacking, of)
      return (await positions?.(ctx)) ?? []
    }
    expect(await failureOf(world.create())).toMatchObject(
      beyond('maxPosition', { because: expect.stringContaining(lacking) }),
    )
    expect(world.sent()).toBe(0)
    // What lacks of markets that have ended is no position in the market of an order.
    of = 'ended'
    expect((await world.create()).order.id).toBe('V1')
  })

  test('an order of a moment ago counts where the clock of this process is fast', async () => {
    const world = tradingWorld({ rails: { maxPosition: 10 } })
    await world.create({ clientOrderId: 'c1' })
    world.exchange.fill('V1')
    await world.ask('fetchOrder', 'V1')
    const clock = fakeClock()
    clock.passTo(world.clock.now() + 3_600_000)
    const time = createOrderTime(clock)
    const { positions } = world.exchange.account
    world.exchange.account.positions = async (ctx) => {
      time.noteVenueTime(world.clock.now() + 1_000)
      return (await positions?.(ctx)) ?? []
    }
    expect(await failureOf(world.next({ clock, time }).create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition', { pending: '10' }),
    )
  })

  test.each([
    ['was refused', { state: 'refused', error: { code: 'INVALID_ORDER', message: 'no' } }],
    ['may not have been carried out', { state: 'unknown', error: { code: 'NETWORK_ERROR', message: 'cut' } }],
  ] as const)('an order counts in full after a change of it that %s', async (_what, outcome) => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    await world.create({ amount: 20 })
    await world.clock.advance(61_000)
    const [row] = world.journal.list({ limit: 1 })
    if (row === undefined) throw new Error('the order is not written')
    world.journal.intend({
      ...row,
      id: 'a change of it',
      at: world.clock.now(),
      edits: 'V1',
      handle: { by: 'orderId', value: 'V1' },
      terms: { ...row.terms, amount: '4', clientOrderId: 'edit' },
    })
    world.journal.recordOutcome('a change of it', outcome, 1)
    expect(await failureOf(world.create({ amount: 20, clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition'),
    )
  })

  test('a position of an unknown market is told by its outcome; an open order of nothing known refuses', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    world.exchange.state.positions = [{ marketId: 'unknown', outcomeId: 'M-YES', size: 20 }]
    expect(await failureOf(world.create())).toMatchObject(beyond('maxPosition', { held: '20' }))
    world.exchange.state.positions = []
    const nothing = { ...(await world.create()).order, id: 'V9', marketId: 'unknown', outcomeId: 'unknown' }
    const rows = [nothing]
    world.exchange.account.openOrders = () => ({
      kind: 'cursor',
      what: 'open orders',
      idOf: ({ id }) => id,
      fetch: async () => ({ rows }),
    })
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxPosition', { because: 'the open order V9 is only partly known' }),
    )
  })

  test.each([
    ['its venue fails', new PmxError('NETWORK_ERROR', 'the venue is away'), 'the venue is away'],
    ['its venue shows none', undefined, 'Kalshi does not show positions'],
  ])('an order is refused while %s', async (_what, failure, because) => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    world.exchange.state.positionsFail = failure
    if (failure === undefined) Reflect.deleteProperty(world.exchange.venue.account ?? {}, 'positions')
    expect(await failureOf(world.create())).toMatchObject(
      beyond('maxPosition', { limit: 25, because: expect.stringContaining(because) }),
    )
    expect(world.sent()).toBe(0)
    expect((await world.create({ side: 'sell' })).order.id).toBe('V1')
  })

  test('where one can sell what one does not hold, a sale counts for the other side', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 }, exchange: { shorts: true } })
    world.exchange.state.positions = position(5)
    expect((await world.create({ side: 'sell', amount: 30 })).order.id).toBe('V1')
    expect(await failureOf(world.create({ side: 'sell', amount: 1 }))).toMatchObject(
      beyond('maxPosition', { held: '0', pending: '25', added: '1' }),
    )
  })

  test('orders of one call count each other', async () => {
    const world = tradingWorld({ rails: { maxPosition: 25 } })
    const orders = ['a', 'b', 'c'].map((clientOrderId) => ({ ...limitOrder, clientOrderId }))
    const results = (await world.ask('createOrders', orders)).data
    expect(results).toMatchObject([
      { order: { id: 'V1' } },
      { order: { id: 'V2' } },
      { error: beyond('maxPosition', { pending: '20' }) },
    ])
  })

  test('a built order is held against it when it is sent', async () => {
    const world = tradingWorld({ rails: { maxPosition: 10 } })
    const built = (await world.ask('buildOrder', limitOrder)).data
    world.exchange.state.positions = position(1)
    expect(await failureOf(world.ask('submitOrder', built))).toMatchObject(beyond('maxPosition'))
    world.exchange.state.positions = []
    expect((await world.ask('submitOrder', built)).order.id).toBe('V1')
  })
})

describe('maxDailyNotional and second copies', () => {
  test('counts a copy that rests, before either has filled', async () => {
    const world = blindWorld({ rails: { maxDailyNotional: 14 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.shown.open = [world.native({ id: order.id }), world.native({ id: 'V9' })]
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxDailyNotional', { spent: '10' }),
    )
  })

  test('counts a copy that fills after the order was checked', async () => {
    const world = blindWorld({ rails: { maxDailyNotional: 14 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    const at = world.clock.now()
    const bought = { status: 'filled', filled: 10, remaining: 0, timestamp: at } as const
    world.shown.closed = [world.native({ ...bought, id: order.id })]
    world.shown.open = [world.native({ id: 'V9', timestamp: at })]
    await world.clock.advance(70_000)
    await failureOf(world.create({ clientOrderId: 'c2' }))
    world.shown.open = []
    world.shown.closed = [world.native({ ...bought, id: order.id }), world.native({ ...bought, id: 'V9' })]
    expect(await failureOf(world.create({ clientOrderId: 'c3' }))).toMatchObject(
      beyond('maxDailyNotional', { spent: '10' }),
    )
  })

  test('counts a copy once an equal order with an unknown outcome is known not to be placed', async () => {
    const world = blindWorld({ rails: { maxDailyNotional: 17 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    const doubt = await world.lose({ clientOrderId: 'c2' })
    const at = world.clock.now()
    const bought = { status: 'filled', filled: 10, remaining: 0, timestamp: at } as const
    world.shown.closed = [world.native({ ...bought, id: order.id }), world.native({ ...bought, id: 'V9' })]
    await world.clock.advance(70_000)
    await world.create({ clientOrderId: 'c3', amount: 2 })
    world.journal.recordOutcome(doubt.id, { state: 'absent' }, world.clock.now())
    expect(await failureOf(world.create({ clientOrderId: 'c4', amount: 14 }))).toMatchObject(
      beyond('maxDailyNotional', { spent: '11' }),
    )
  })

  test('reads the markets that one check leaves out before the order after it', async () => {
    const world = blindWorld({ rails: { maxDailyNotional: 1_000 } })
    const markets = Array.from({ length: 12 }, (_, index) => `N${index}`)
    const orders = markets.map((marketId) => ({ ...limitOrder, marketId, outcomeId: `${marketId}-YES` }))
    const { data } = await world.ask('createOrders', orders)
    world.shown.open = (data as { order: { id: string; marketId: string; outcomeId: string } }[]).flatMap(
      ({ order: { id, marketId, outcomeId } }) => [
        world.native({ id, marketId, outcomeId }),
        world.native({ id: `${id} copy`, marketId, outcomeId }),
      ],
    )
    await world.clock.advance(70_000)
    await world.create({ clientOrderId: 'c1' })
    await world.create({ clientOrderId: 'c2' })
    const copies = world.journal
      .list({ limit: 100 })
      .filter(({ fingerprint }) => fingerprint.endsWith(' copy'))
    expect(copies).toHaveLength(12)
  })

  test('holds maxOpenNotional as well', async () => {
    const world = blindWorld({ rails: { maxOpenNotional: 14 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.shown.open = [world.native({ id: order.id }), world.native({ id: 'V9' })]
    expect(await failureOf(world.create({ clientOrderId: 'c2' }))).toMatchObject(
      beyond('maxOpenNotional', { open: '10' }),
    )
  })

  test('an equal order with another key of the same account is no copy', async () => {
    const world = blindWorld({ rails: { maxDailyNotional: 16 } })
    const { order: one } = await world.create({ clientOrderId: 'c1' })
    const { order: two } = await world.create(
      { clientOrderId: 'c2' },
      { credentials: { apiKey: 'second key' } },
    )
    world.shown.open = [world.native({ id: one.id }), world.native({ id: two.id })]
    expect((await world.create({ clientOrderId: 'c3' })).order.id).toBe('V3')
    expect(world.journal.list({ limit: 10 })).toHaveLength(3)
  })

  test.each(['this', 'an earlier'])('counts a copy on another account, placed by %s run', async (run) => {
    const first = blindWorld({ rails: { maxDailyNotional: 14 } })
    const { order } = await first.create({ clientOrderId: 'c1' })
    first.shown.open = [first.native({ id: order.id }), first.native({ id: 'V9' })]
    const world = run === 'this' ? first : first.next()
    const second = world.create({ clientOrderId: 'c2' }, { credentials: { apiKey: 'second key' } })
    expect(await failureOf(second)).toMatchObject(beyond('maxDailyNotional', { spent: '10' }))
  })

  test('orders that are sent at once wait for the same check of another account', async () => {
    const world = blindWorld({ rails: { maxDailyNotional: 12 } })
    const { order } = await world.create({ clientOrderId: 'c1' })
    world.shown.open = [world.native({ id: order.id }), world.native({ id: 'V9' })]
    const as = (apiKey: string) => ({ credentials: { apiKey } })
    const [, large] = await Promise.all([
      world.create({ clientOrderId: 'c2', amount: 2 }, as('second key')),
      failureOf(world.create({ clientOrderId: 'c3', amount: 14 }, as('third key'))),
    ])
    expect(large).toMatchObject(beyond('maxDailyNotional'))
  })

  test('lists of another account that do not respond delay one order only', async () => {
    const world = blindWorld({ rails: { maxDailyNotional: 100 } })
    await world.create({ clientOrderId: 'c1' })
    const openOrders = (_query: unknown, { secrets }: VenueContext) => {
      const rows = Promise.resolve({ rows: [] })
      const fetch = () => (secrets.values.apiKey === 'mine' ? new Promise<never>(() => undefined) : rows)
      return { kind: 'cursor', what: 'open orders', idOf: ({ id }: Order) => id, fetch }
    }
    Object.assign(world.account, { openOrders })
    const credentials = { apiKey: 'second key' }
    const second = world.create({ clientOrderId: 'c2' }, { credentials })
    await world.clock.advance(6_000)
    expect((await second).order.id).toBe('V2')
    expect((await world.create({ clientOrderId: 'c3' }, { credentials })).order.id).toBe('V3')
  })

  test.each([true, false])(
    'reads orders of the journal once they are checked no more (names: %s)',
    async (finds) => {
      const journal = createMemoryJournal()
      const since: number[] = []
      const watched = {
        ...journal,
        sentSince(at: number) {
          since.push(at)
          return journal.sentSince(at)
        },
      }
      const world = blindWorld({ journal: watched, rails: { maxDailyNotional: 1_000 }, exchange: { finds } })
      const began = world.clock.now()
      await world.create({ clientOrderId: 'c1' })
      await world.clock.advance(5 * MINUTE)
      await world.create({ clientOrderId: 'c2' })
      await world.clock.advance(5 * MINUTE)
      const doubt = await world.lose({ clientOrderId: 'c3' })
      await world.clock.advance(30 * MINUTE)
      for (const clientOrderId of ['c4', 'c5']) await world.create({ clientOrderId })
      expect(since.at(-1)).toBeLessThanOrEqual(doubt.at)
      expect(since.at(-1)).toBeGreaterThan(began + 5 * MINUTE)
      // It was placed, and so was a copy of it.
      const order = world.native({ id: 'V3', timestamp: doubt.at })
      journal.recordOutcome(doubt.id, { state: 'placed', order }, world.clock.now())
      world.shown.open = [order, { ...order, id: 'V9' }]
      await world.create({ clientOrderId: 'c6' })
      expect(journal.findRow('kalshi', doubt.account, { id: 'V9' }) === undefined).toBe(finds)
    },
  )

  test('a list that does not respond delays an order by seconds, and refuses none', async () => {
    const world = blindWorld({ rails: { maxDailyNotional: 100 } })
    await world.create({ clientOrderId: 'c1' })
    const never = new Promise<never>(() => undefined)
    const list = { kind: 'cursor', what: 'open orders', idOf: ({ id }: Order) => id, fetch: () => never }
    Object.assign(world.account, { openOrders: () => list })
    const second = world.create({ clientOrderId: 'c2' })
    await world.clock.advance(6_000)
    expect((await second).order.id).toBe('V2')
  })
})
