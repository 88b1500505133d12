import { beforeEach, expect, test } from 'vitest'
import { createCandleEngine, type SampledEngine } from '../../src/candles/engine.js'
import { RELOCATE_AFTER_MS } from '../../src/candles/series/trading-period.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { locateOutcome } from '../../src/core/listings/outcome-resolver.js'
import { createMemo } from '../../src/venue-kit/contract/memo.js'
import { type CandleWorld, candleWorld } from '../support/candle-world.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { atOnce, contextWithoutNetwork, patientCall } from '../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)

let clock: FakeClock
let world: CandleWorld
let shownOpenAt: number | undefined
let engine: SampledEngine

beforeEach(() => {
  clock = fakeClock(NOW)
  world = candleWorld({ clock, listedAt: NOW - 20 * DAY, closedAt: NOW - 9 * DAY })
  world.relocated = (series) => ({ ...series, isSettled: true })
  shownOpenAt = undefined
  // What was located is remembered, as the daemon remembers it.
  const memo = createMemo(100, clock)
  engine = createCandleEngine({
    store: createMemoryStore(),
    clock,
    turn: atOnce,
    locateOutcome,
    openContext: (_venue, terms) => ({ ...contextWithoutNetwork(clock, terms), memo }),
    shownOpenAt: () => shownOpenAt,
  })
})

const ask = (start: number, end = clock.now()) =>
  engine.candles(world.venue, 'yes', { resolution: '1m', start, end }, patientCall())

function reopen(): void {
  world.closedAt = undefined
  world.relocated = undefined
}

test('a market that was decided has its new candles as soon as it is shown trading again', async () => {
  expect(await ask(NOW - HOUR)).toMatchObject({ bars: [], emptyReason: 'after_close' })
  clock.passTo(NOW + RELOCATE_AFTER_MS)
  await ask(NOW - HOUR)
  clock.passTo(NOW + 3 * DAY)
  reopen()
  expect((await ask(NOW + 2 * DAY)).bars).toEqual([])
  shownOpenAt = clock.now()
  const { bars } = await ask(clock.now() - HOUR)
  const to = clock.now() - (clock.now() % MINUTE) + MINUTE
  const span = { from: to - MINUTE - HOUR, to }
  expect(bars).toEqual(world.truth('yes', MINUTE, span, world.now()))
})

test('one lookup that tells of a closing is believed for ten minutes, and says so', async () => {
  const { closedAt, relocated } = world
  reopen()
  await ask(NOW - HOUR)
  clock.passTo(NOW + HOUR)
  world.closedAt = closedAt
  world.relocated = relocated
  const told = await ask(NOW - HOUR)
  expect(told.isOver).toBe(false)
  expect(told.provisional?.at(-1)?.to).toBe(NOW + HOUR - 20_000)
  reopen()
  clock.passTo(NOW + HOUR + RELOCATE_AFTER_MS)
  const { bars } = await ask(NOW - HOUR)
  expect(bars.at(-1)?.timestamp).toBeGreaterThan(NOW + HOUR)
})

test('two lookups ten minutes apart make a closing certain', async () => {
  expect(await ask(NOW - HOUR)).toMatchObject({ isOver: false, provisional: [{ to: NOW - 20_000 }] })
  clock.passTo(NOW + RELOCATE_AFTER_MS)
  const sure = await ask(NOW - HOUR)
  expect(sure).toMatchObject({ bars: [], emptyReason: 'after_close', isOver: true })
  expect(sure).not.toHaveProperty('provisional')
  const located = world.located
  clock.passTo(NOW + 6 * DAY)
  await ask(NOW - HOUR)
  expect(world.located).toBe(located)
})

test('a list that lags costs a lookup at a time, and none for windows before the closing', async () => {
  await ask(NOW - HOUR)
  const located = world.located
  shownOpenAt = NOW + 1
  clock.passTo(NOW + RELOCATE_AFTER_MS - MINUTE)
  await ask(NOW - HOUR)
  clock.passTo(NOW + RELOCATE_AFTER_MS)
  await ask(NOW - 10 * DAY, NOW - 9.5 * DAY)
  expect(world.located).toBe(located)
  await ask(NOW - HOUR)
  await ask(NOW - HOUR)
  expect(world.located).toBe(located + 1)
})

test('a listing that one lookup alone tells of is believed for ten minutes', async () => {
  reopen()
  const window = [NOW - 6 * HOUR, NOW - 5.5 * HOUR] as const
  const { listedAt } = world
  world.listedAt = NOW - HOUR
  expect(await ask(...window)).toMatchObject({ bars: [], emptyReason: 'before_listing' })
  world.listedAt = listedAt
  clock.passTo(NOW + RELOCATE_AFTER_MS)
  expect((await ask(...window)).bars).not.toEqual([])
})

test('a listing that the venue corrects to an earlier time is learned within a day', async () => {
  reopen()
  world.listedAt = NOW - 5 * HOUR
  const window = [NOW - 6 * HOUR, NOW - 5.5 * HOUR] as const
  expect(await ask(...window)).toMatchObject({ bars: [], emptyReason: 'before_listing' })
  const confirmedAt = NOW + RELOCATE_AFTER_MS
  clock.passTo(confirmedAt)
  await ask(...window)
  world.listedAt = NOW - 20 * DAY
  const located = world.located
  clock.passTo(confirmedAt + DAY - MINUTE)
  await ask(...window)
  expect(world.located).toBe(located)
  clock.passTo(confirmedAt + DAY)
  await ask(...window)
  expect(world.located).toBe(located + 1)
  expect((await ask(...window)).emptyReason).not.toBe('before_listing')
})
