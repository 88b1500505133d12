import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { decimalOf, toText } from '../../../../src/api/values/decimal.js'
import { sumDecimals } from '../../../../src/orders/exposure.js'
import type { OrderEdit } from '../../../../src/venue-kit/contract/trading.js'
import { failureOf, type TradingOptions, tradingWorld } from '../trading-world.js'
import { editWorld, lost } from './edit-world.js'

const MINUTE = 60_000

const noChange = new PmxError('INVALID_ORDER', 'It has these terms.', {
  detail: { upstreamStatus: 400, kind: 'no_change' },
})

describe('a change that the venue refuses', () => {
  test.each([
    noChange,
    new PmxError('BAD_REQUEST', 'no', { detail: { upstreamStatus: 400 } }),
    new PmxError('ORDER_NOT_FOUND', 'not open'),
  ])('is made where the order has its terms, and counts: %s', async (answer) => {
    const world = await editWorld({ rails: { maxDailyNotional: 21 } })
    world.troubles.push({ done: true, answer })
    expect(await world.change({ amount: 40 })).toMatchObject({ id: 'V1', amount: 40 })
    expect(world.states()).toEqual(['placed', 'placed'])
    expect((await failureOf(world.create({ amount: 4 }))).detail?.['rule']).toBe('trading.maxDailyNotional')
  })

  test('is refused where the order has other terms, and unknown where the venue had it before', async () => {
    const world = await editWorld()
    world.troubles.push({ done: false, answer: new PmxError('INVALID_ORDER', 'off the tick') })
    expect((await failureOf(world.change({ amount: 40 }))).code).toBe('INVALID_ORDER')
    world.troubles.push({ done: false, answer: noChange })
    expect((await failureOf(world.change({ amount: 41 }))).detail?.['state']).toBe('unknown')
    expect(world.states()).toEqual(['unknown', 'refused', 'placed'])
  })

  test('is unknown where the order cannot be read', async () => {
    const world = await editWorld()
    world.troubles.push({ done: true, answer: noChange })
    Object.assign(world.exchange.orders, { find: () => Promise.reject(new TypeError('odd')) })
    expect((await failureOf(world.change({ amount: 40 }))).detail?.['state']).toBe('unknown')
  })
})

describe('editOrder', () => {
  test('changes price and amount, and leaves what is not named', async () => {
    const world = await editWorld()
    expect(await world.change({ price: 0.6 })).toMatchObject({ id: 'V1', price: 0.6, amount: 10 })
    expect(await world.change({ amount: 4 })).toMatchObject({ price: 0.6, amount: 4, remaining: 4 })
    expect(world.edits().map(({ body }) => body)).toEqual([
      { orderId: 'V1', price: '0.6', amount: '10' },
      { orderId: 'V1', price: '0.6', amount: '4' },
    ])
  })

  test('is written down with what it adds, and counts that against the limit of the day', async () => {
    const world = await editWorld({ rails: { maxDailyNotional: 8 } })
    await world.change({ amount: 14 })
    await world.change({ price: 0.4 })
    expect(world.journal.list({ limit: 9 }).map(({ edits, cost }) => [edits, cost])).toEqual([
      ['V1', '0'],
      ['V1', '2'],
      [undefined, '5'],
    ])
    expect(await failureOf(world.change({ amount: 30 }))).toMatchObject({
      code: 'PERMISSION_DENIED',
      detail: { rule: 'trading.maxDailyNotional' },
    })
    expect(world.edits()).toHaveLength(2)
  })

  test.each([
    ['filled at the old price, and may until it is lowered', 4, { amount: 20, price: 0.3 }, 0, '8'],
    ['filled at the old price before it was raised', 4, { price: 0.6 }, 0, '5.6'],
    ['may fill at the old price until it is lowered', 0, { amount: 20, price: 0.3 }, 0, '8'],
    ['fills in full after it was enlarged', 0, { amount: 20 }, 20, '10'],
  ])('counts what %s', async (_what, before, changes, after, sum) => {
    const world = await editWorld()
    world.filled.set('V1', before)
    await world.change(changes)
    world.filled.set('V1', after)
    if (after > 0) await world.answer('fetchOrder', ['V1'], { call: { credentials: { apiKey: 'mine' } } })
    expect(toText(sumDecimals(world.journal.costsSince(0).map(decimalOf)))).toBe(sum)
  })

  test('makes no order larger than one order may be', async () => {
    const world = await editWorld({ rails: { maxOrderNotional: 6 } })
    expect(await failureOf(world.change({ amount: 13 }))).toMatchObject({
      detail: { rule: 'trading.maxOrderNotional', cost: '6.5' },
    })
    expect(await world.change({ amount: 12 })).toMatchObject({ amount: 12 })
  })

  test.each<[string, object, number]>([
    ['maxDailyNotional', { maxDailyNotional: 12 }, 8.1],
    ['maxOrderNotional', { maxOrderNotional: 12 }, 17.1],
  ])('counts what filled at the price that the order had before (%s)', async (rule, rails, cost) => {
    const world = await editWorld()
    await world.change({ price: 0.9 })
    world.filled.set('V1', 9)
    Object.assign(world.room.rails, rails)
    const failure = await failureOf(world.change({ amount: 100, price: 0.09 }))
    expect(failure).toMatchObject({ detail: { rule: `trading.${rule}`, cost: String(cost) } })
    expect(world.edits()).toHaveLength(1)
  })

  test('leaves what may still fill of the changed order open, whatever filled before', async () => {
    const world = await editWorld({ rails: { maxOpenNotional: 8 } })
    world.filled.set('V1', 9)
    await world.change({ amount: 19 })
    expect(await failureOf(world.create({ amount: 7 }))).toMatchObject({
      detail: { rule: 'trading.maxOpenNotional', open: '5', cost: '3.5' },
    })
    await world.create({ amount: 6 })
  })

  test('in doubt that was carried out still counts after the next one', async () => {
    const world = await editWorld({ rails: { maxDailyNotional: 16 } })
    world.troubles.push(lost(true))
    const call = { idempotencyKey: 'K' }
    await failureOf(world.change({ amount: 20 }, call))
    await world.change({ amount: 30 })
    expect(world.states()).toEqual(['placed', 'placed', 'placed'])
    await world.clock.advance(MINUTE + 1)
    await world.change({ amount: 20 }, call)
    expect([world.exchange.placed[0]?.amount, world.edits().length]).toEqual(['30', 2])
    expect(await failureOf(world.create({ amount: 3 }))).toMatchObject({ detail: { spent: '15' } })
  })

  test.each<[string, object, object, { price: string; amount: string }]>([
    ['price', { price: 0.3 }, { amount: 20 }, { price: '0.3', amount: '10' }],
    ['amount', { amount: 4 }, { price: 0.4 }, { price: '0.5', amount: '4' }],
  ])('takes no %s from a row that is older than the last change', async (field, first, second, left) => {
    const world = await editWorld()
    const { order } = world.exchange.account
    const old = await world.rowNow('V1')
    await world.change(first)
    // Look-ups lag behind the engine: order reads of Kalshi do so by several reads.
    Object.assign(world.exchange.account, { order: async () => old })
    expect(await failureOf(world.change(second))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { field },
    })
    expect(world.exchange.placed).toMatchObject([left])
    expect(world.edits()).toHaveLength(1)
    // Who names both needs no row.
    await world.change({ ...first, ...second })
    expect(world.edits()).toHaveLength(2)
    Object.assign(world.exchange.account, { order })
    await world.clock.advance(MINUTE + 1)
    expect(await world.change({ price: 0.2 })).toMatchObject({ price: 0.2 })
  })

  test('is told with what was changed, whatever an older row shows, for a minute', async () => {
    const world = await editWorld()
    const old = await world.rowNow('V1')
    const told = async () =>
      (await world.answer('fetchOrder', ['V1'], { call: { credentials: { apiKey: 'mine' } } })).data
    await world.change({ price: 0.3, amount: 20 })
    Object.assign(world.exchange.account, { order: async () => ({ ...old, filled: 4, remaining: 6 }) })
    expect(await told()).toMatchObject({ price: 0.3, amount: 20, filled: 4, remaining: 16 })
    expect(world.journal.list({ limit: 1 })[0]?.outcome).toMatchObject({ order: { price: 0.3, amount: 20 } })
    await world.clock.advance(MINUTE)
    expect(await told()).toMatchObject({ price: 0.5, amount: 10, filled: 4 })
  })

  test('takes nothing from a row that the venue says is older than the last change, however long ago that was', async () => {
    const world = await editWorld()
    const { order } = world.exchange.account
    const old = await world.rowNow('V1')
    await world.change({ price: 0.3 })
    const until = { listed: world.clock.now() }
    Object.assign(world.exchange.orders, { listedUntil: async () => until.listed })
    Object.assign(world.exchange.account, { order: async () => old })
    await world.clock.advance(2 * MINUTE)
    expect(await failureOf(world.change({ amount: 20 }))).toMatchObject({ detail: { field: 'price' } })
    until.listed = world.clock.now()
    Object.assign(world.exchange.account, { order })
    expect(await world.change({ amount: 20 })).toMatchObject({ price: 0.3, amount: 20 })
  })

  test('is not sent while another one is, because the venue may receive it first', async () => {
    const world = await editWorld()
    const { edit } = world.exchange.orders
    let arrive = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    let isFirst = true
    const submit: NonNullable<typeof edit>['submit'] = async (...sent) => {
      const isHeld = isFirst
      isFirst = false
      begin()
      if (isHeld) await gate
      return (edit as NonNullable<typeof edit>).submit(...sent)
    }
    Object.assign(world.exchange.orders, { edit: { ...edit, submit } })
    const first = world.change({ price: 0.3, amount: 20 })
    await begun
    expect(await failureOf(world.change({ price: 0.4, amount: 15 }))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
    })
    arrive()
    expect(await first).toMatchObject({ price: 0.3, amount: 20 })
    expect(world.edits()).toHaveLength(1)
    expect(await world.change({ price: 0.4, amount: 15 })).toMatchObject({ price: 0.4, amount: 15 })
  })

  test('in doubt leaves what it was to change unknown for a minute', async () => {
    const world = await editWorld()
    world.troubles.push(lost(false))
    await failureOf(world.change({ price: 0.3 }))
    expect(await failureOf(world.change({ amount: 20 }))).toMatchObject({ detail: { field: 'price' } })
    expect(world.edits()).toHaveLength(1)
    await world.clock.advance(MINUTE + 1)
    expect(await world.change({ amount: 20 })).toMatchObject({ price: 0.5, amount: 20 })
  })

  test.each([
    ['was carried out', true, 4],
    ['was not carried out', false, 10],
  ])(
    'to fewer contracts, lost, that %s before all of the order filled, is told as what happened',
    async (_what, done, filled) => {
      const world = await editWorld({ rails: { maxDailyNotional: 8 } })
      const call = { idempotencyKey: 'K' }
      world.troubles.push(lost(done))
      expect((await failureOf(world.change({ amount: 4 }, call))).detail).toMatchObject({ state: 'unknown' })
      world.filled.set('V1', filled)
      const again = world.change({ amount: 4 }, call)
      if (done) expect(await again).toMatchObject({ status: 'filled', amount: 4, filled: 4 })
      else expect((await failureOf(again)).detail).toMatchObject({ state: 'unknown' })
      const { data } = await world.answer('fetchOrder', ['V1'], { call: { credentials: { apiKey: 'mine' } } })
      expect(data).toMatchObject({ status: 'filled', amount: filled, filled })
      // Until it is known that it was made smaller, all of it counts.
      const spent = done ? '2' : '5'
      expect(await failureOf(world.create({ amount: 20 }))).toMatchObject({ detail: { spent } })
      await world.clock.advance(MINUTE + 1)
      if (!done)
        expect(await failureOf(world.change({ amount: 4 }, call))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
      expect(world.states()).toEqual([done ? 'placed' : 'absent', 'placed'])
      expect(await failureOf(world.create({ amount: 20 }))).toMatchObject({ detail: { spent } })
    },
  )

  test.each<[string, object, object]>([
    ['nothing', {}, { code: 'VALIDATION_ERROR', field: 'changes' }],
    ['what it is already', { price: 0.5, amount: 10 }, { code: 'VALIDATION_ERROR', field: 'changes' }],
    ['a member that is not read', { side: 'sell' }, { code: 'VALIDATION_ERROR', field: 'side' }],
    ['a price beyond 1', { price: 1.5 }, { code: 'INVALID_ORDER', field: 'price' }],
    ['no contracts', { amount: 0 }, { code: 'INVALID_ORDER', field: 'amount' }],
    ['no more than is filled', { amount: 3 }, { code: 'INVALID_ORDER', field: 'amount' }],
  ])('refuses to change %s', async (_what, changes, failure) => {
    const world = await editWorld()
    world.filled.set('V1', 3)
    expect(await failureOf(world.change(changes))).toMatchObject(failure)
    expect(world.edits()).toEqual([])
    expect(world.states()).toEqual(['placed'])
  })

  test('refuses an order that is not open, and one that the venue does not know', async () => {
    const world = await editWorld()
    world.exchange.gone.add('V1')
    expect(await failureOf(world.change({ price: 0.6 }))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    world.exchange.placed.splice(0)
    await world.clock.advance(MINUTE + 1)
    expect(await failureOf(world.change({ price: 0.6 }))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  test('does not call an order gone that the venue does not show yet', async () => {
    const world = await editWorld()
    const { order } = world.exchange.account
    Object.assign(world.exchange.account, { order: async () => undefined })
    expect(await failureOf(world.change({ price: 0.6 }))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      message: expect.stringMatching(/does not show .* yet/),
    })
    expect(world.edits()).toEqual([])
    Object.assign(world.exchange.account, { order })
    expect(await world.change({ price: 0.6 })).toMatchObject({ price: 0.6 })
    await world.clock.advance(MINUTE + 1)
    Object.assign(world.exchange.account, { order: async () => undefined })
    expect(await failureOf(world.change({ price: 0.7 }))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  test.each([
    [true, 'placed'],
    [false, 'absent'],
  ])('is in doubt after a lost answer, and found by the order: carried out %s', async (done, state) => {
    const world = await editWorld()
    world.troubles.push(lost(done))
    const call = { idempotencyKey: 'K' }
    const failure = await failureOf(world.change({ price: 0.6 }, call))
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', detail: { state: 'unknown' } })
    expect(world.states()).toEqual(['unknown', 'placed'])
    if (!done) {
      // Nobody knows yet: the change may be on its way.
      expect(await failureOf(world.change({ price: 0.6 }, call))).toMatchObject({ code: 'NETWORK_ERROR' })
      expect(world.edits()).toHaveLength(1)
    }
    await world.clock.advance(MINUTE + 1)
    expect(await world.change({ price: 0.6 }, call)).toMatchObject({ price: 0.6 })
    expect(world.states()).toEqual(done ? ['placed', 'placed'] : ['placed', state, 'placed'])
    expect(world.edits()).toHaveLength(done ? 1 : 2)
  })

  test('leaves the order where the venue refuses, and a key that is used again changes nothing twice', async () => {
    const world = await editWorld()
    world.troubles.push({ done: false, answer: new PmxError('INSUFFICIENT_FUNDS', 'Not enough money.') })
    expect(await failureOf(world.change({ amount: 20 }))).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    expect(world.states()).toEqual(['refused', 'placed'])
    const call = { idempotencyKey: 'K' }
    await world.change({ amount: 20 }, call)
    expect(await world.change({ amount: 20 }, call)).toMatchObject({ amount: 20 })
    expect(await failureOf(world.change({ amount: 30 }, call))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(world.edits()).toHaveLength(2)
  })

  test('is made again where the order was changed otherwise since a caller left without the answer', async () => {
    const world = await editWorld()
    const { call, hangUp } = world.caller()
    hangUp()
    await world.change({ price: 0.6 }, call).catch(() => undefined)
    await world.change({ price: 0.4 })
    await world.clock.advance(6_000)
    expect(await world.change({ price: 0.6 })).toMatchObject({ price: 0.6 })
    expect(world.exchange.placed).toMatchObject([{ price: '0.6' }])
  })

  test.each([
    ['an amount', { price: 0.3 }, { amount: 20 }, { price: 0.3, amount: 10 }, 'price'],
    ['a price', { amount: 4 }, { price: 0.6 }, { price: 0.5, amount: 4 }, 'amount'],
  ])('to %s does not take back a change that began meanwhile', async (_what, first, second, now, field) => {
    const world = await editWorld()
    const edit = world.exchange.orders.edit as OrderEdit
    const other = world.next()
    const byOther = () =>
      other.answer('editOrder', ['V1', first], { call: { credentials: { apiKey: 'mine' } } })
    // Another process changes the order while this change is made ready.
    const build = async (...asked: Parameters<OrderEdit['build']>) => {
      Object.assign(world.exchange.orders, { edit })
      await byOther()
      return edit.build(...asked)
    }
    Object.assign(world.exchange.orders, { edit: { ...edit, build } })
    expect(await failureOf(world.change(second))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { field },
    })
    expect(await world.rowNow('V1')).toMatchObject(now)
    // Who names both says what the order is to be.
    expect(await world.change({ price: 0.4, amount: 8 })).toMatchObject({ price: 0.4, amount: 8 })
  })

  test('shows the call in a dry run', async () => {
    const world = await editWorld()
    Object.assign(world.room.rails, { dryRun: true })
    expect(await failureOf(world.change({ price: 0.6 }))).toMatchObject({
      code: 'PERMISSION_DENIED',
      detail: { call: { path: '/edit', body: { orderId: 'V1', price: '0.6' } } },
    })
    expect(world.edits()).toEqual([])
  })

  test('is never a cancel and another order where the venue has no such call', async () => {
    const world = tradingWorld()
    await world.create()
    const call = { call: { credentials: { apiKey: 'mine' } } }
    expect(await failureOf(world.answer('editOrder', ['V1', { price: 0.6 }], call))).toMatchObject({
      code: 'NOT_SUPPORTED',
      message: expect.stringMatching(/cancelOrder.*fetchOrder.*createOrder/),
      detail: { kind: 'no_edit' },
    })
    expect(world.exchange.gone.size).toBe(0)
    expect((await world.answer('has', [])).data).toMatchObject({ editOrder: false })
  })
})

describe('a change of a short sale', () => {
  async function shortWorld(rails: NonNullable<TradingOptions['rails']>) {
    const world = await editWorld({ exchange: { shorts: true }, rails })
    await world.create({ side: 'sell', price: 0.6 })
    const call = { call: { credentials: { apiKey: 'mine' } } }
    const change = async (changes: object) => (await world.answer('editOrder', ['V2', changes], call)).data
    return { ...world, change }
  }

  test('to a lower price counts what the other side may cost', async () => {
    const { change } = await shortWorld({ maxDailyNotional: 11.5 })
    expect(await failureOf(change({ price: 0.3 }))).toMatchObject({
      detail: { rule: 'trading.maxDailyNotional', cost: '1' },
    })
    expect(await change({ price: 0.4 })).toMatchObject({ price: 0.4, side: 'sell' })
  })

  test('counts the open costs of the side that costs more', async () => {
    const { change, create } = await shortWorld({ maxOpenNotional: 14 })
    await change({ price: 0.2 })
    expect(await failureOf(create({ amount: 4 }))).toMatchObject({ detail: { open: '13' } })
    await create({ amount: 2 })
  })

  test('to more contracts is within the position limit of the other side', async () => {
    const { change } = await shortWorld({ maxPosition: 15 })
    expect(await failureOf(change({ amount: 16 }))).toMatchObject({
      detail: { rule: 'trading.maxPosition', added: '16' },
    })
    expect(await change({ amount: 15 })).toMatchObject({ amount: 15 })
  })
})

describe('a canceled order whose row does not say its amount', () => {
  /** Kalshi: the first size stays in the row, whatever the order was changed to. */
  async function canceledWorld() {
    const world = await editWorld({ held: { apiKey: 'mine' } })
    const canceled = { status: 'canceled', amount: 10, filled: 8, remaining: 2 } as const
    const order = async (id: string) => {
      const row = await world.rowNow(id)
      return row && { ...row, ...canceled, metadata: { unknown: ['amount', 'remaining'] } }
    }
    const told = async () => {
      Object.assign(world.exchange.account, { order })
      return (await world.ask('fetchOrder', 'V1')).order
    }
    return { ...world, told }
  }

  test('has that of its last change', async () => {
    const world = await canceledWorld()
    await world.change({ amount: 20 })
    const told = await world.told()
    expect(told).toMatchObject({ status: 'canceled', amount: 20, filled: 8, remaining: 12 })
    expect(told.metadata).toBeUndefined()
    expect(world.journal.list({ limit: 1 })[0]?.outcome).toMatchObject({
      order: { amount: 20, remaining: 12 },
    })
  })

  test('has that with which it was placed, where it was not changed', async () => {
    expect(await (await canceledWorld()).told()).toMatchObject({ amount: 10, filled: 8, remaining: 2 })
  })

  test('has an unknown one after a change that may have been made', async () => {
    const world = await canceledWorld()
    world.troubles.push(lost(false))
    Object.assign(world.exchange.orders, { find: () => Promise.reject(new PmxError('NETWORK_ERROR', 'cut')) })
    await failureOf(world.change({ amount: 20 }))
    expect((await world.told()).metadata).toEqual({ unknown: ['amount', 'remaining'] })
  })
})
