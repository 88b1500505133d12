import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { BuiltOrder } from '../../../src/api/models/models.js'
import { createOrderTime } from '../../../src/core/trading/records/order-time.js'
import { WireError } from '../../../src/transport/errors.js'
import { fakeClock } from '../../support/clock.js'
import { createMemoryJournal } from '../../support/memory-journal.js'
import { json } from '../../support/wire.js'
import { failureOf, limitOrder, tradingWorld } from './trading-world.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const reset = () => new WireError('reset', 'The venue cut the connection.')
const lost = {
  placed: true,
  get answer() {
    return reset()
  },
} as const
const never = {
  placed: false,
  get answer() {
    return reset()
  },
} as const
/** Nothing leaves this machine. */
const unsent = {
  placed: false,
  get answer() {
    return new WireError('dns', 'There is no such host.')
  },
} as const
/** As venues that list orders by their names and take two of one. */
const listing = { isUnique: false, finds: true, tellsTimes: true }
/** As venues that tell nothing by names. */
const blind = { isUnique: false, finds: false }
const away = new PmxError('NETWORK_ERROR', 'away')
const named = { clientOrderId: 'c1' }

/** A promise of which one hears later, whatever comes of it. */
function quiet<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined)
  return work
}

describe('a name', () => {
  test.each<[string, object, object]>([
    ['clientOrderId', named, {}],
    ['Idempotency-Key', {}, { idempotencyKey: 'k1' }],
  ])(
    '(%s) that is used again for the same order is told what became of the first',
    async (_what, order, call) => {
      const world = tradingWorld({ exchange: listing })
      const first = await world.create(order, call)
      const second = await world.create(order, call)
      expect(second.order).toEqual(first.order)
      expect([first.headers['x-pmx-repeated'], second.headers['x-pmx-repeated']]).toEqual([
        undefined,
        world.journal.list({ limit: 1 })[0]?.id,
      ])
      expect([world.exchange.placed.length, world.states()]).toEqual([1, ['placed']])
    },
  )

  test('stands for one order as long as its row is kept, whatever is done to the clock', async () => {
    const world = tradingWorld({ exchange: listing })
    await world.create(named)
    await world.clock.advance(10 * MINUTE)
    await world.create(named)
    world.clock.jump(DAY)
    await world.create(named)
    world.clock.jump(-2 * DAY)
    await world.create(named)
    await world.clock.advance(30 * DAY)
    await world.create(named)
    expect(world.exchange.placed).toHaveLength(1)
    const failure = await failureOf(world.create({ ...named, price: 0.51 }))
    expect(failure).toMatchObject({ code: 'VALIDATION_ERROR', detail: { kind: 'duplicate_order' } })
    world.forget()
    await world.create(named)
    expect(world.exchange.placed).toHaveLength(2)
  })

  test('of either kind holds where an order has both', async () => {
    const world = tradingWorld({ exchange: listing })
    await world.create(named, { idempotencyKey: 'k' })
    await world.create(named, { idempotencyKey: 'k' })
    await world.create(named)
    expect((await world.create(named, { idempotencyKey: 'k9' })).order.id).toBe('V1')
    for (const order of [{ clientOrderId: 'c9' }, {}]) {
      const failure = await failureOf(world.create(order, { idempotencyKey: 'k' }))
      expect(failure).toMatchObject({ code: 'VALIDATION_ERROR', detail: { kind: 'duplicate_order' } })
    }
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('stands for the order that was placed by it, and not for one that was refused before', async () => {
    const world = tradingWorld({ exchange: listing })
    world.exchange.next(unsent)
    await failureOf(world.create(named))
    await world.create(named, { idempotencyKey: 'k' })
    expect((await world.create(named)).order.id).toBe('V1')
    expect((await world.next().create(named)).order.id).toBe('V1')
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('that was used for another order is refused', async () => {
    const world = tradingWorld()
    await world.create(named)
    const failure = await failureOf(world.create({ ...named, amount: 11 }))
    expect(failure).toMatchObject({ code: 'VALIDATION_ERROR', field: 'clientOrderId' })
    world.exchange.hold()
    const underWay = quiet(world.create({ clientOrderId: 'c2' }))
    await world.settle()
    expect((await failureOf(world.create({ clientOrderId: 'c2', amount: 1 }))).code).toBe('VALIDATION_ERROR')
    world.exchange.letGo()
    await underWay
    expect(world.exchange.placed).toHaveLength(2)
  })

  test('is of one account: another may use it too', async () => {
    const world = tradingWorld({ exchange: listing })
    await world.create(named, { credentials: { apiKey: 'one' } })
    await world.create(named, { credentials: { apiKey: 'two' } })
    expect(world.exchange.placed).toHaveLength(2)
  })

  test('that is asked for while the first is on its way waits for that', async () => {
    const world = tradingWorld()
    world.exchange.hold()
    const asked = [1, 2, 3].map(() => world.create({}, { idempotencyKey: 'k' }))
    await world.settle()
    world.exchange.letGo()
    const told = await Promise.all(asked)
    expect(new Set(told.map(({ order }) => order.id))).toEqual(new Set(['V1']))
    expect(told.map(({ headers }) => headers['x-pmx-repeated'])).toEqual([
      undefined,
      'under way',
      'under way',
    ])
    expect(world.sent()).toBe(1)
  })

  test('of an order that was refused may be tried again', async () => {
    const world = tradingWorld()
    world.exchange.next({ placed: false, answer: json(400, { error: 'not enough balance' }) })
    expect((await failureOf(world.create(named))).code).toBe('INSUFFICIENT_FUNDS')
    expect((await world.create(named)).order.id).toBe('V1')
  })

  test('makes the same client id for the venue each time, and another one for another order', async () => {
    const world = tradingWorld()
    const call = { idempotencyKey: 'k' }
    await world.ask('buildOrder', limitOrder, call)
    await world.ask('buildOrder', limitOrder, call)
    await world.ask('buildOrder', { ...limitOrder, amount: 3 }, call)
    const [one, two, three] = world.exchange.built.map(({ clientOrderId }) => clientOrderId)
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([two === one, three === one]).toEqual([true, false])
  })

  test('(Idempotency-Key) that is used again another day is the same order', async () => {
    const world = tradingWorld()
    await world.create({}, { idempotencyKey: '1' })
    await world.clock.advance(DAY)
    const { order, headers } = await world.create({}, { idempotencyKey: '1' })
    expect([order.id, headers['x-pmx-repeated']]).toEqual(['V1', world.journal.list({ limit: 1 })[0]?.id])
  })

  test('is told as the venue shows the order by now', async () => {
    const world = tradingWorld()
    expect((await world.create(named)).order).toMatchObject({ status: 'open', filled: 0 })
    world.exchange.fill('V1')
    const later = { id: 'V1', status: 'filled', filled: 10, remaining: 0 }
    expect((await world.create(named)).order).toMatchObject(later)
    // The journal knows it, too.
    Object.assign(world.exchange.account, { order: async () => Promise.reject(away) })
    expect((await world.create(named)).order).toMatchObject(later)
    expect(world.sent()).toBe(1)
  })

  test('is told as it was known where the venue cannot be asked, and never with fewer fills', async () => {
    const world = tradingWorld()
    await world.create(named)
    const { order } = world.exchange.account
    Object.assign(world.exchange.account, { order: async () => Promise.reject(away) })
    expect((await world.create(named)).order).toMatchObject({ id: 'V1', status: 'open', filled: 0 })
    const [row] = world.journal.list({ limit: 1 })
    if (row?.outcome.state !== 'placed') throw new Error('it was not placed')
    const known = { ...row.outcome.order, filled: 4, remaining: 6 }
    world.journal.recordOutcome(row.id, { state: 'placed', order: known }, world.clock.now())
    Object.assign(world.exchange.account, { order })
    expect((await world.create(named)).order).toMatchObject({ status: 'open', filled: 4, remaining: 6 })
  })
})

describe('an order in doubt', () => {
  test('that is asked for again by its name is looked up at the venue', async () => {
    const world = tradingWorld({ exchange: listing })
    world.exchange.next(lost)
    await failureOf(world.create(named))
    const { order, headers } = await world.create(named)
    expect([order.id, world.sent(), world.states()]).toEqual(['V1', 1, ['placed']])
    expect(headers['x-pmx-repeated']).toBeDefined()
  })

  test('that the venue does not show may be on its way for a minute, and is placed anew after that', async () => {
    const world = tradingWorld({ exchange: listing })
    world.exchange.next(never)
    await failureOf(world.create(named))
    await world.clock.advance(MINUTE - 1)
    world.clock.jump(DAY)
    const failure = await failureOf(world.create(named))
    expect(failure.detail).toMatchObject({ state: 'unknown', kind: 'reset' })
    expect(world.sent()).toBe(1)
    await world.clock.advance(1)
    await world.create(named)
    expect([world.sent(), world.states()]).toEqual([2, ['placed', 'absent']])
  })

  test('is sent again at once by the same name where the venue takes no two of it', async () => {
    const world = tradingWorld()
    world.exchange.next(never)
    await failureOf(world.create(named))
    expect((await world.create(named)).order.id).toBe('V1')
    expect(world.states()).toEqual(['placed'])
  })

  test('is placed once though its first try arrives late, before the second or after it', async () => {
    const world = tradingWorld()
    const { call, hangUp } = world.caller()
    world.exchange.next(lost)
    world.exchange.state.hides = true
    await failureOf(world.create({}, call))
    hangUp()
    // Without a name the second try must bear the name of the first.
    await failureOf(world.create())
    world.exchange.state.hides = false
    const { order } = await world.create()
    expect([order.id, world.exchange.placed.length]).toEqual(['V1', 1])
    expect(new Set(world.exchange.built.map(({ clientOrderId }) => clientOrderId)).size).toBe(1)
  })

  test.each([
    ['without a name', {}, 0],
    ['with a name', { clientOrderId: 'c1' }, 1],
  ])('%s, whose caller left before it was written down: %j', async (_what, order, placed) => {
    const world = tradingWorld()
    const { call, hangUp } = world.caller()
    hangUp()
    await world.create(order, call).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'NETWORK_ERROR', detail: { kind: 'caller_left' } })
    })
    expect(world.exchange.placed).toHaveLength(placed)
    expect(world.states()).toHaveLength(placed)
    expect((await world.create(order)).order.id).toBe('V1')
  })

  test('stays in doubt when the second try is refused: that says nothing of the first', async () => {
    const world = tradingWorld()
    world.exchange.next(lost, { placed: false, answer: json(400, { error: 'not enough balance' }) })
    world.exchange.state.hides = true
    await failureOf(world.create(named))
    expect(await failureOf(world.create(named))).toMatchObject({
      code: 'NETWORK_ERROR',
      detail: { state: 'unknown' },
    })
    expect(world.states()).toEqual(['unknown'])
    world.exchange.state.hides = false
    expect((await world.create(named)).order.id).toBe('V1')
  })

  test('stays in doubt while the venue cannot be asked', async () => {
    const world = tradingWorld({ exchange: listing })
    world.exchange.next(lost)
    await failureOf(world.create(named))
    world.exchange.state.findFails = new PmxError('EXCHANGE_NOT_AVAILABLE', 'down for maintenance')
    const failure = await failureOf(world.create(named))
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', retryable: false, detail: { state: 'unknown' } })
    expect(failure.message).toContain('down for maintenance')
    expect([world.sent(), world.states()]).toEqual([1, ['unknown']])
  })

  test('holds its name for as long as nobody knows', async () => {
    const world = tradingWorld({ exchange: blind })
    world.exchange.next(lost)
    await failureOf(world.create(named))
    await world.clock.advance(3 * DAY)
    expect((await failureOf(world.create(named))).detail).toMatchObject({ state: 'unknown' })
    expect((await failureOf(world.create({ ...named, amount: 1 }))).code).toBe('VALIDATION_ERROR')
    expect(world.sent()).toBe(1)
  })

  test('counts as another where the venue finds one of another market by that name', async () => {
    const world = tradingWorld()
    await world.create({ ...named, marketId: 'N', outcomeId: 'N-YES' })
    world.forget()
    const failure = await failureOf(world.create(named))
    expect(failure).toMatchObject({ code: 'VALIDATION_ERROR', detail: { kind: 'duplicate_order' } })
    expect(world.states()).toEqual(['refused'])
  })

  test.each([
    ['does not show it yet', { hides: true }],
    ['cannot be asked', { findFails: new PmxError('NETWORK_ERROR', 'cut') }],
  ])('is unknown where the venue has that name already, and %s', async (_how, state) => {
    const world = tradingWorld()
    // A server in between sent it twice: the second one is refused as a duplicate of the first one.
    await world.create(named)
    world.forget()
    Object.assign(world.exchange.state, state)
    expect((await failureOf(world.create(named))).detail).toMatchObject({ state: 'unknown' })
    expect(world.states()).toEqual(['unknown'])
    Object.assign(world.exchange.state, { hides: false, findFails: undefined })
    expect((await world.create(named)).order.id).toBe('V1')
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('is not called absent by a clock that is fast, once the venue has told the time', async () => {
    const clock = fakeClock()
    clock.jump(3 * MINUTE)
    const told = () => {
      const time = createOrderTime(clock)
      return { time, hear: () => time.noteVenueTime(clock.trueNow()) }
    }
    const before = told()
    before.hear()
    const world = tradingWorld({ exchange: listing, clock, time: before.time })
    world.exchange.next(lost)
    await failureOf(world.create(named))
    const after = told()
    const next = world.next({ time: after.time })
    const { find } = world.exchange.orders
    Object.assign(world.exchange.orders, {
      find: async (...asked: Parameters<NonNullable<typeof find>>) => {
        after.hear()
        return find?.(...asked)
      },
    })
    world.exchange.state.hides = true
    expect(await failureOf(next.create(named))).toMatchObject({ detail: { state: 'unknown' } })
    await clock.advance(MINUTE)
    world.exchange.state.hides = false
    expect((await next.create(named)).order.id).toBe('V1')
    expect(world.exchange.placed).toHaveLength(1)
  })
})

describe('without a name', () => {
  test('two who want the same want two', async () => {
    const world = tradingWorld()
    world.exchange.hold()
    const callers = [world.caller(), world.caller(), world.caller()]
    const asked = callers.map(({ call }) => world.create({}, call))
    await world.settle()
    world.exchange.letGo()
    // Each waits until it is known whether the one before has reached its caller.
    const told = await Promise.all(
      asked.map(async (work) => {
        const { order, delivered } = await work
        delivered?.(true)
        return order.id
      }),
    )
    expect(new Set(told).size).toBe(3)
    expect((await world.create()).order.id).toBe('V4')
  })

  test('the same order sent again before its caller is seen to have gone waits for what becomes of the first', async () => {
    const world = tradingWorld()
    world.exchange.hold()
    const gone = world.caller()
    const first = quiet(world.create({}, gone.call))
    const again = world.create({}, world.caller().call)
    await world.settle()
    gone.hangUp()
    world.exchange.letGo()
    ;(await first).delivered?.(false)
    expect((await again).order.id).toBe('V1')
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('an order whose answer is on its way to a caller who is there is not that of another', async () => {
    const world = tradingWorld()
    const first = await world.create({}, world.caller().call)
    const second = world.create({}, world.caller().call)
    await world.settle()
    first.delivered?.(true)
    expect((await second).order.id).toBe('V2')
  })

  test('the same order of a caller who hung up is that order, while it is on its way', async () => {
    const world = tradingWorld()
    const gone = world.caller()
    world.exchange.hold()
    const first = quiet(world.create({}, gone.call))
    await world.settle()
    gone.hangUp()
    const again = world.create({}, world.caller().call)
    // A third who is there wants another one: the first has been asked for again already.
    const other = world.create({}, world.caller().call)
    await world.settle()
    world.exchange.letGo()
    const [one, two] = [await first, await again]
    one.delivered?.(false)
    two.delivered?.(true)
    const three = await other
    expect([one.order.id, two.order.id, three.order.id]).toEqual(['V1', 'V1', 'V2'])
    three.delivered?.(true)
    expect((await world.create()).order.id).toBe('V3')
  })

  test('the same order of a caller whose answer was lost is that order, for two minutes, once', async () => {
    const world = tradingWorld({ exchange: listing })
    const first = await world.create({}, world.caller().call)
    first.delivered?.(false)
    const again = await world.create({}, world.caller().call)
    expect([again.order.id, again.headers['x-pmx-repeated']]).toEqual([
      'V1',
      world.journal.list({ limit: 1 })[0]?.id,
    ])
    again.delivered?.(true)
    const other = await world.create({}, world.caller().call)
    expect(other.order.id).toBe('V2')
    other.delivered?.(false)
    await world.clock.advance(2 * MINUTE)
    expect((await world.create()).order.id).toBe('V3')
  })

  test('who has got his answer and wants the same again wants another', async () => {
    const world = tradingWorld()
    const first = await world.create({}, world.caller().call)
    first.delivered?.(true)
    expect((await world.create()).order.id).toBe('V2')
  })

  test('a repeat that could not even be built leaves the order to the next repeat', async () => {
    const world = tradingWorld()
    world.exchange.next(lost)
    await failureOf(world.create())
    world.exchange.state.hides = true
    world.exchange.state.buildFails = new PmxError('EXCHANGE_NOT_AVAILABLE', 'no nonce')
    await failureOf(world.create())
    world.exchange.state.hides = false
    world.exchange.state.buildFails = undefined
    expect((await world.create()).order.id).toBe('V1')
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('the same order after a lost answer is looked up, and not placed while nobody knows', async () => {
    const world = tradingWorld({ exchange: listing })
    world.exchange.next(never)
    await failureOf(world.create())
    expect((await failureOf(world.create())).detail).toMatchObject({ state: 'unknown' })
    expect(world.sent()).toBe(1)
  })
})

describe('after a crash', () => {
  test.each<[string, object, object]>([
    ['by its clientOrderId', named, {}],
    ['by its Idempotency-Key', {}, { idempotencyKey: 'k' }],
    ['without a name', {}, {}],
  ])('an order that was being sent is found when it is asked for again %s', async (_what, order, call) => {
    const world = tradingWorld({ exchange: listing })
    const { call: terms } = world.caller()
    world.exchange.hold()
    quiet(world.create(order, { ...call, ...terms }))
    await world.settle()
    expect(world.states()).toEqual(['sending'])
    const next = world.next()
    const waiting = failureOf(next.create(order, call))
    // It may be another process that lives and sends it: its outcome is waited for.
    await world.clock.advance(15_000)
    expect((await waiting).detail).toMatchObject({ state: 'unknown' })
    world.exchange.letGo()
    await world.settle()
    const again = next.create(order, call)
    // The other one may still tell its caller.
    await world.clock.advance(5_000)
    expect((await again).order.id).toBe('V1')
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('a slow clock makes nobody wait longer for an order that another process may be sending', async () => {
    const world = tradingWorld({ exchange: listing })
    await world.create(named)
    const journal = createMemoryJournal()
    for (const row of world.journal.list({ limit: 1 })) journal.intend(row)
    world.clock.jump(-DAY)
    const waiting = world.next({ journal }).create(named)
    await world.clock.advance(15 * SECOND)
    expect((await waiting).order.id).toBe('V1')
  })

  test('an answer that had not reached its caller is told to him again', async () => {
    const world = tradingWorld()
    await world.create({}, world.caller().call)
    const again = world.next().create()
    await world.clock.advance(5_000)
    expect((await again).order.id).toBe('V1')
  })

  test('a clock that was set back meanwhile makes nothing forgotten', async () => {
    const world = tradingWorld({ exchange: listing })
    await world.create(named)
    world.clock.jump(-DAY)
    await world.next().create(named)
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('a second send that was cut off is certain no sooner than a minute after that one', async () => {
    const world = tradingWorld({ held: { apiKey: 'held' } })
    const own = { credentials: undefined, trusted: true }
    world.exchange.next(never)
    await failureOf(world.create(named, own))
    await world.clock.advance(30 * SECOND)
    world.exchange.hold()
    quiet(world.next().create(named, own))
    await world.settle()
    world.clock.passTo(world.clock.now() + 40 * SECOND)
    const resolve = () => world.next().dispatcher.resolveOrders()
    expect(await resolve()).toMatchObject([{ state: 'unknown' }])
    world.clock.passTo(world.clock.now() + 20 * SECOND)
    expect(await resolve()).toMatchObject([{ state: 'absent' }])
  })
})

describe('a built order', () => {
  const build = async (world: ReturnType<typeof tradingWorld>, order: object = {}) =>
    (await world.ask('buildOrder', { ...limitOrder, ...order })).data as BuiltOrder
  /** As a client sends it that keeps no members without a value. */
  const throughJson = (built: unknown): object => JSON.parse(JSON.stringify(built)) as object

  test('shows what would be sent, and sends nothing', async () => {
    const world = tradingWorld()
    const built = await build(world)
    expect(built).toMatchObject({
      exchange: 'Kalshi',
      params: { amount: 10, price: 0.5 },
      raw: { native: { call: { host: 'api', path: '/order', body: { amount: '10' } } } },
    })
    expect([world.wire.calls.length, world.states()]).toEqual([0, []])
  })

  test('is sent as it was built', async () => {
    const world = tradingWorld()
    const built = await build(world, named)
    const { order } = await world.ask('submitOrder', throughJson(built))
    expect(order).toMatchObject({ id: 'V1', clientOrderId: 'c1' })
  })

  test('that is submitted twice is placed once, at the same time too, and after a refusal may be tried again', async () => {
    const world = tradingWorld({ exchange: listing })
    const built = throughJson(await build(world))
    const told = await Promise.all([1, 2].map(() => world.ask('submitOrder', built)))
    told.push(await world.ask('submitOrder', built))
    told.push(await world.ask('submitOrder', built, { idempotencyKey: 'other' }))
    expect(told.map(({ order }) => order.id)).toEqual(['V1', 'V1', 'V1', 'V1'])
    const second = throughJson(await build(world, { amount: 3 }))
    world.exchange.next({ placed: false, answer: json(400, { error: 'not enough balance' }) })
    expect((await failureOf(world.ask('submitOrder', second))).code).toBe('INSUFFICIENT_FUNDS')
    expect((await world.ask('submitOrder', second)).order.id).toBe('V2')
    expect((await world.ask('submitOrder', second)).order.id).toBe('V2')
    expect(world.exchange.placed).toHaveLength(2)
  })

  test('by a name is the order of that name, however it came', async () => {
    const world = tradingWorld({ exchange: listing })
    await world.create(named)
    const built = await build(world, named)
    expect((await world.ask('submitOrder', built)).order.id).toBe('V1')
    const [one, two] = [await build(world, { amount: 3 }), await build(world, { amount: 3 })]
    await Promise.all([one, two].map((each) => world.ask('submitOrder', each, { idempotencyKey: 'k' })))
    expect(world.exchange.placed).toHaveLength(2)
  })

  test.each<[string, (built: BuiltOrder) => object]>([
    [
      'its amount',
      (built) => ({
        ...built,
        raw: { ...built.raw, terms: { ...Object(built.raw['terms']), amount: '1000' } },
      }),
    ],
    ['its call', (built) => ({ ...built, raw: { ...built.raw, native: {} } })],
    ['what it is told to be', (built) => ({ ...built, params: { ...built.params, amount: 11 } })],
    ['its time', (built) => ({ ...built, expiry: built.expiry + 60_000 })],
    ['its seal', (built) => ({ ...built, raw: { ...built.raw, seal: 'x' } })],
    ['all of it', () => ({ exchange: 'Kalshi', params: {}, raw: {}, expiry: 5 })],
  ])('that was changed in %s is refused', async (_what, change) => {
    const world = tradingWorld()
    const failure = await failureOf(world.ask('submitOrder', change(await build(world))))
    expect(['VALIDATION_ERROR', 'BUILT_ORDER_EXPIRED']).toContain(failure.code)
    expect(world.sent()).toBe(0)
  })

  test('of another account, or of another run, is refused', async () => {
    const world = tradingWorld()
    const built = await build(world)
    const other = { credentials: { apiKey: 'other' } }
    expect((await failureOf(world.ask('submitOrder', built, other))).message).toContain('another account')
    expect((await failureOf(world.next().ask('submitOrder', built))).code).toBe('VALIDATION_ERROR')
  })

  test('that is too old is BUILT_ORDER_EXPIRED, though somebody set the clock back', async () => {
    const world = tradingWorld()
    const built = await build(world)
    await world.clock.advance(MINUTE)
    expect(built.expiry).toBe(world.clock.now())
    world.clock.jump(-DAY)
    await world.clock.advance(1)
    expect(await failureOf(world.ask('submitOrder', built))).toMatchObject({ code: 'BUILT_ORDER_EXPIRED' })
    const { expiry: _left, ...returned } = built
    expect((await failureOf(world.ask('submitOrder', returned))).code).toBe('BUILT_ORDER_EXPIRED')
    expect(world.sent()).toBe(0)
  })

  test('that was placed is told though it is too old by now', async () => {
    const world = tradingWorld()
    const built = await build(world)
    await world.ask('submitOrder', built)
    await world.clock.advance(5 * MINUTE)
    expect((await world.ask('submitOrder', built)).order.id).toBe('V1')
  })

  test('is held by the limits of the day when it is sent', async () => {
    const world = tradingWorld({ rails: { maxDailyNotional: 5 } })
    const built = await build(world)
    await world.create()
    expect((await failureOf(world.ask('submitOrder', built))).detail).toMatchObject({
      rule: 'trading.maxDailyNotional',
    })
  })

  test.each<[string, object, object]>([
    ['clientOrderId', named, {}],
    ['Idempotency-Key', {}, { idempotencyKey: 'k' }],
  ])(
    'that was refused is not placed once another order was placed by its name (%s)',
    async (_what, order, call) => {
      const world = tradingWorld({ exchange: listing })
      const built = await build(world, order)
      world.exchange.next(unsent)
      await failureOf(world.ask('submitOrder', built, call))
      await world.create(order, call)
      const { order: told, headers } = await world.ask('submitOrder', built, call)
      expect([told.id, headers['x-pmx-repeated']]).toEqual(['V1', expect.any(String)])
      expect(world.exchange.placed).toHaveLength(1)
    },
  )

  test('that was refused waits for the other order of its name, and is too old once that was not placed', async () => {
    const world = tradingWorld({ exchange: listing })
    const built = await build(world, named)
    world.exchange.next(unsent, never)
    await failureOf(world.ask('submitOrder', built))
    await failureOf(world.create(named))
    expect(await failureOf(world.ask('submitOrder', built))).toMatchObject({ detail: { state: 'unknown' } })
    await world.clock.advance(MINUTE + 1)
    expect(await failureOf(world.ask('submitOrder', built))).toMatchObject({ code: 'BUILT_ORDER_EXPIRED' })
    expect([world.exchange.placed, world.states()]).toEqual([[], ['absent', 'refused']])
  })
})

describe('resolving what is in doubt', () => {
  const held = { apiKey: 'held' }
  const own = { credentials: undefined, trusted: true }

  test('asks the venue for each, and places nothing', async () => {
    const world = tradingWorld({ held, exchange: { tellsTimes: true } })
    world.exchange.next(lost, never)
    await failureOf(world.create({ clientOrderId: 'a' }, own))
    await failureOf(world.create({ clientOrderId: 'b' }, own))
    const resolve = () => world.dispatcher.resolveOrders()
    expect(await resolve()).toMatchObject([
      { state: 'placed', orderId: 'V1', venue: 'kalshi' },
      { state: 'unknown', because: expect.stringContaining('60 s') },
    ])
    await world.clock.advance(MINUTE)
    expect(await resolve()).toMatchObject([{ state: 'absent' }])
    expect(await resolve()).toEqual([])
    expect([world.sent(), world.states()]).toEqual([2, ['absent', 'placed']])
  })

  test('leaves what this daemon is sending', async () => {
    const world = tradingWorld({ held })
    world.exchange.hold()
    const asked = world.create({}, own)
    await world.settle()
    expect(await world.dispatcher.resolveOrders()).toEqual([])
    world.exchange.letGo()
    await asked
  })

  test('says why it cannot tell', async () => {
    const world = tradingWorld({ held })
    world.exchange.next(lost, lost)
    await failureOf(world.create({ clientOrderId: 'a' }))
    await failureOf(world.create({ clientOrderId: 'b' }, own))
    world.exchange.state.findFails = new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
    expect(await world.dispatcher.resolveOrders()).toMatchObject([
      { state: 'unknown', because: expect.stringContaining('credentials') },
      { state: 'unknown', because: 'down' },
    ])
    const silent = tradingWorld({ held, exchange: blind })
    silent.exchange.next(lost)
    await failureOf(silent.create({}, own))
    expect(await silent.dispatcher.resolveOrders()).toMatchObject([
      { state: 'unknown', because: expect.stringContaining('open orders') },
    ])
  })
})

test.each([
  ['its market is closed', new PmxError('INVALID_ORDER', 'the market is closed')],
  ['the keys are refused', new PmxError('AUTHENTICATION_ERROR', 'wrong key')],
])('an order in doubt stays in doubt where it cannot be built again, because %s', async (_why, failure) => {
  const world = tradingWorld()
  world.exchange.state.hides = true
  world.exchange.next({ placed: true, answer: new Error('cut') })
  await failureOf(world.create({ clientOrderId: 'c1' }))
  world.exchange.state.buildFails = failure
  expect(await failureOf(world.create({ clientOrderId: 'c1' }))).toMatchObject({
    code: 'NETWORK_ERROR',
    retryable: false,
    message: expect.stringContaining(failure.message),
    detail: { state: 'unknown', clientOrderId: 'c1' },
  })
  expect([world.sent(), world.states()]).toEqual([1, ['unknown']])
})
