import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { createOrderTime } from '../../../../src/core/trading/records/order-time.js'
import { WireError } from '../../../../src/transport/errors.js'
import { fakeClock } from '../../../support/clock.js'
import { createMemoryJournal } from '../../../support/memory-journal.js'
import { failureOf, mine, tradingWorld } from '../trading-world.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const dayOf = (at: number): number => Math.floor(at / DAY)

test('the venue’s time counts, and passes by the clock that nobody sets', async () => {
  const clock = fakeClock()
  const time = createOrderTime(clock)
  time.noteVenueTime(clock.trueNow())
  clock.jump(91 * DAY)
  await clock.advance(HOUR)
  const all = [
    time.limitTime(undefined),
    time.stamp(undefined, undefined),
    time.ageTime(),
    time.retentionTime(),
  ]
  expect(all).toEqual(Array(4).fill(clock.trueNow()))
  // An answer that was stored on its way tells an earlier time.
  time.noteVenueTime(clock.trueNow() - DAY)
  expect(time.limitTime(undefined)).toBe(clock.trueNow())
})

test('after a sleep, an order counts toward the day on which it is sent', async () => {
  const clock = fakeClock()
  const time = createOrderTime(clock)
  time.noteVenueTime(clock.trueNow())
  const slept = clock.now()
  clock.jump(9 * HOUR)
  expect(time.stamp(undefined, undefined)).toBe(clock.now())
  // The clock may also have been set wrongly, so no new day begins, and no row becomes old.
  for (const at of [time.limitTime(undefined), time.ageTime(), time.retentionTime()]) expect(at).toBe(slept)
  time.noteVenueTime(clock.trueNow())
  expect(time.stamp(undefined, undefined)).toBe(clock.trueNow())
})

test('a clock that was wrong dates no order when it is set forward', () => {
  const clock = fakeClock()
  const time = createOrderTime(clock)
  clock.jump(HOUR)
  time.noteVenueTime(clock.trueNow())
  clock.jump(DAY)
  expect(time.stamp(undefined, undefined)).toBe(clock.trueNow())
})

test('one answer from the future does not date orders, once the others and this machine agree', async () => {
  const clock = fakeClock()
  const time = createOrderTime(clock)
  time.noteVenueTime(clock.trueNow() + DAY)
  time.noteVenueTime(clock.trueNow())
  expect(time.stamp(undefined, undefined)).toBe(clock.trueNow())
})

test('no clock and no row makes the day of the limits later than the venue’s, nor writes an order into an earlier one', () => {
  const days = fc.integer({ min: -100, max: 100 })
  fc.assert(
    fc.property(days, fc.option(days, { nil: undefined }), (off, row) => {
      const clock = fakeClock()
      const time = createOrderTime(clock)
      clock.jump(off * DAY)
      time.noteVenueTime(clock.trueNow())
      const newest = row === undefined ? undefined : clock.trueNow() + row * DAY
      expect(time.limitTime(newest)).toBeLessThanOrEqual(clock.trueNow())
      expect(time.stamp(newest, undefined)).toBe(clock.trueNow())
    }),
  )
})

test('until a venue has said anything, it is the day of the newest row, and what has passed since', async () => {
  const clock = fakeClock()
  const row = clock.now()
  const time = createOrderTime(clock)
  clock.jump(91 * DAY)
  expect(time.limitTime(row)).toBe(row)
  await clock.advance(DAY)
  expect(dayOf(time.limitTime(row))).toBe(dayOf(row) + 1)
  // Set back, an order is never written before the newest row.
  clock.jump(-93 * DAY)
  expect(time.stamp(row, undefined)).toBeGreaterThanOrEqual(row)
})

describe('the limit of the day', () => {
  const limited = { rails: { maxDailyNotional: 5 } }
  const spent = async (world: ReturnType<typeof tradingWorld>) =>
    (await failureOf(world.create({ clientOrderId: `late-${world.clock.now()}` }))).detail

  test.each([91, 1, -1, -91])('does not begin again where the clock is %i days off', async (days) => {
    const world = tradingWorld(limited)
    await world.create({ clientOrderId: 'first' })
    world.clock.jump(days * DAY)
    expect(await spent(world)).toMatchObject({ rule: 'trading.maxDailyNotional' })
    expect(await spent(world.next())).toMatchObject({ rule: 'trading.maxDailyNotional' })
    world.clock.jump(-days * DAY)
    expect(await spent(world)).toMatchObject({ rule: 'trading.maxDailyNotional' })
  })

  test('counts what was placed while the clock was a day behind, once it is right', async () => {
    const journal = createMemoryJournal()
    const clock = fakeClock()
    const time = createOrderTime(clock)
    time.noteVenueTime(clock.trueNow())
    clock.jump(-DAY)
    const world = tradingWorld({ ...limited, journal, clock, time })
    await world.create({ clientOrderId: 'first' })
    clock.jump(DAY)
    expect(await spent(world)).toMatchObject({ rule: 'trading.maxDailyNotional' })
  })

  test('begins again with the day', async () => {
    const world = tradingWorld(limited)
    await world.create({ clientOrderId: 'first' })
    await world.clock.advance(12 * HOUR)
    await world.create({ clientOrderId: 'second' })
  })
})

describe('the clock of another venue that is minutes fast', () => {
  const MINUTE = 60_000

  /** Orders are placed at `kalshi`, whose clock is right. */
  function world(aheadMs: number, exchange: object = {}, offMs = 0) {
    const clock = fakeClock()
    clock.jump(offMs)
    const toldBy = (venue: string): number => clock.trueNow() + (venue === 'kalshi' ? 0 : aheadMs)
    const time = createOrderTime(clock, toldBy)
    for (const ahead of [0, aheadMs, 0]) time.noteVenueTime(clock.trueNow() + ahead)
    return tradingWorld({
      clock,
      time,
      held: mine,
      exchange: { isUnique: false, tellsTimes: true, ...exchange },
    })
  }
  const lost = { placed: true, answer: new WireError('reset', 'cut') }

  test.each([0, 3 * MINUTE, -3 * MINUTE])(
    'does not date orders elsewhere, with a clock that is off by %i',
    (off) => {
      const clock = fakeClock()
      clock.jump(off)
      const at = clock.trueNow()
      const time = createOrderTime(clock, (venue) => (venue === 'kalshi' ? at : undefined))
      time.noteVenueTime(at + 5 * MINUTE)
      expect(time.stamp(undefined, 'kalshi')).toBe(at)
      expect(time.stamp(undefined, 'opinion')).toBe(at + 5 * MINUTE)
      expect(time.ageTime('kalshi')).toBe(Math.min(at, clock.now()))
    },
  )

  test('is not followed by orders of a venue that is hours off, nor into the day before', () => {
    const clock = fakeClock()
    const midnight = (dayOf(clock.now()) + 1) * DAY
    clock.jump(midnight + MINUTE - clock.now())
    let own = midnight - 2 * MINUTE
    const time = createOrderTime(clock, () => own)
    time.noteVenueTime(midnight + MINUTE)
    expect(time.stamp(undefined, 'kalshi')).toBe(midnight)
    own = midnight + 20 * MINUTE
    expect(time.stamp(undefined, 'kalshi')).toBe(midnight + MINUTE)
    own = midnight - HOUR
    expect(time.stamp(undefined, 'kalshi')).toBe(midnight + MINUTE)
  })

  test.each([
    ['a name of the caller', {}],
    ['no name', { finds: false }],
  ])('does not make a lost order with %s an earlier one', async (_what, exchange) => {
    const { exchange: at, create, clock, journal, dispatcher } = world(5 * MINUTE, exchange)
    at.next(lost)
    await failureOf(create({ clientOrderId: 'n1' }))
    await clock.advance(20 * MINUTE)
    const [row] = journal.list({ limit: 1 })
    const [found] = await dispatcher.resolveOrders()
    if (found?.state === 'unknown')
      expect(await dispatcher.decideOrder({ id: row?.id ?? '', placed: 'V1' })).toEqual({
        ...{ id: row?.id, venue: 'kalshi', state: 'placed', orderId: 'V1' },
      })
    else expect(found).toMatchObject({ state: 'placed', orderId: 'V1' })
  })

  test('does not hide the first copy of an order that was refused afterwards', async () => {
    const { exchange: at, create } = world(2 * MINUTE, { finds: false })
    const { submit } = at.orders
    const refusal = new PmxError('INSUFFICIENT_FUNDS', 'no funds', { detail: { upstreamStatus: 400 } })
    Object.assign(at.orders, {
      submit: async (...args: Parameters<typeof submit>) => {
        await submit(...args)
        throw refusal
      },
    })
    expect((await failureOf(create({ clientOrderId: 'n1' }))).detail).toMatchObject({ state: 'unknown' })
    expect(at.placed).toHaveLength(1)
  })
})
