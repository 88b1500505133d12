import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOrderTime } from '../../../../src/core/trading/records/order-time.js'
import { fakeClock } from '../../../support/clock.js'
import { createMemoryJournal } from '../../../support/memory-journal.js'
import { failureOf, tradingWorld } from '../trading-world.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const dayOf = (at: number): number => Math.floor(at / DAY)

test('the venue’s time counts, and passes by the clock that nobody sets', async () => {
  const clock = fakeClock()
  const time = createOrderTime(clock)
  time.noteVenueTime(clock.trueNow())
  clock.jump(91 * DAY)
  await clock.advance(HOUR)
  const all = [time.limitTime(undefined), time.stamp(undefined), time.ageTime(), time.retentionTime()]
  expect(all).toEqual(Array(4).fill(clock.trueNow()))
  // An answer that was stored on its way tells an earlier time.
  time.noteVenueTime(clock.trueNow() - DAY)
  expect(time.limitTime(undefined)).toBe(clock.trueNow())
})

test('one answer from the future does not date orders, once the others and this machine agree', async () => {
  const clock = fakeClock()
  const time = createOrderTime(clock)
  time.noteVenueTime(clock.trueNow() + DAY)
  time.noteVenueTime(clock.trueNow())
  expect(time.stamp(undefined)).toBe(clock.trueNow())
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
      expect(time.stamp(newest)).toBe(clock.trueNow())
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
  expect(time.stamp(row)).toBeGreaterThanOrEqual(row)
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
