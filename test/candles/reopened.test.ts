import { beforeEach, describe, expect, test } from 'vitest'
import { createCandleEngine, type SampledEngine } from '../../src/candles/engine.js'
import { RELOCATE_AFTER_MS } from '../../src/candles/series/trading-period.js'
import { type CandleStore, IMPORT_ROUTE, seriesNameOf } from '../../src/candles/store/candle-store.js'
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
let store: CandleStore
let engine: SampledEngine

beforeEach(() => {
  clock = fakeClock(NOW)
  world = candleWorld({ clock, listedAt: NOW - 20 * DAY, closedAt: NOW - 9 * DAY })
  world.relocated = (series) => ({ ...series, isSettled: true })
  shownOpenAt = undefined
  // What was located is remembered, as the daemon remembers it.
  const memo = createMemo(100, clock)
  store = createMemoryStore()
  engine = createCandleEngine({
    store,
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

describe('the last candle of a market that trades again after two looks made it final', () => {
  const CLOSED_AT = NOW - (NOW % HOUR) + 25 * MINUTE
  const OPEN_AT = CLOSED_AT - (CLOSED_AT % HOUR)
  const identity = { venue: 'kalshi', seriesKey: 'yes', stepMs: HOUR, basis: 'trade' } as const
  const hour = { from: OPEN_AT, to: OPEN_AT + HOUR }
  const asked = (resolution = '1h', at = OPEN_AT) =>
    engine.candles(world.venue, 'yes', { resolution, start: at, end: at + HOUR - 1 }, patientCall())
  const truth = (stepMs = HOUR, from = OPEN_AT) =>
    world.truth('yes', stepMs, { from, to: from + HOUR }, world.now())
  const isFinal = () => store.coverage(identity, hour).length > 0

  /** Two looks at the closed market, two hours and more after its close. */
  async function close(options: { readonly retentionMs?: number } = {}): Promise<void> {
    world = candleWorld({ clock, listedAt: NOW - 20 * DAY, closedAt: CLOSED_AT, ...options })
    clock.passTo(CLOSED_AT + 2 * HOUR)
    await asked()
    clock.passTo(clock.now() + 11 * MINUTE)
    expect((await asked()).bars).toEqual(truth())
    expect(isFinal()).toBe(true)
  }

  test('is read again', async () => {
    await close()
    const before = engine.generation(seriesNameOf(identity))
    const old = truth()
    world.closedAt = undefined
    clock.passTo(clock.now() + 3 * HOUR)
    await asked('1h', clock.now())
    expect(engine.generation(seriesNameOf(identity))).toBeGreaterThan(before)
    const { bars } = await asked()
    expect(bars).toEqual(truth())
    expect(bars).not.toEqual(old)
  })

  test('is read again where the close was moved to a later time', async () => {
    await close()
    world.closedAt = CLOSED_AT + 3 * HOUR
    clock.passTo(clock.now() + 3 * HOUR)
    await asked('1h', clock.now())
    expect(isFinal()).toBe(false)
    expect((await asked()).bars).toEqual(truth())
  })

  test('stays final where the close was moved to an earlier time', async () => {
    await close()
    world.closedAt = CLOSED_AT - MINUTE
    clock.passTo(clock.now() + 3 * HOUR)
    await asked('1h', clock.now())
    expect(isFinal()).toBe(true)
  })

  test('keeps its values where the next response lacks some of them', async () => {
    await close()
    const old = truth()
    world.closedAt = undefined
    world.tamper = (batch) => (batch.kind === 'bars' ? { ...batch, bars: [] } : batch)
    clock.passTo(clock.now() + 3 * HOUR)
    await asked('1h', clock.now())
    expect(isFinal()).toBe(false)
    expect((await asked()).bars).toEqual(old)
    expect(isFinal()).toBe(false)
  })

  test('stays final where a later candle followed it all the same', async () => {
    await close()
    world.relocated = (series) => ({ ...series, closedAt: CLOSED_AT })
    world.closedAt = undefined
    const next = { from: OPEN_AT + HOUR, to: OPEN_AT + 2 * HOUR }
    const bars = world.truth('yes', HOUR, next, world.now())
    const facts = { kind: 'data', route: 'truth', fetchedAt: clock.now() } as const
    store.remove(identity, next)
    store.commit(identity, { bars, coverage: [{ ...next, ...facts }] })
    world.relocated = undefined
    clock.passTo(clock.now() + 3 * HOUR)
    await asked('1h', clock.now())
    expect(isFinal()).toBe(true)
  })

  test('stays final where the venue may not retain it any more', async () => {
    await close({ retentionMs: 8 * HOUR })
    world.closedAt = undefined
    clock.passTo(clock.now() + 3 * HOUR)
    await asked('1h', clock.now())
    expect(isFinal()).toBe(true)
  })

  test('stays final if it was imported', async () => {
    await close()
    const old = store.read(identity, hour)
    store.remove(identity, hour)
    const facts = { ...hour, kind: 'data', route: IMPORT_ROUTE, fetchedAt: clock.now() } as const
    store.commit(identity, { bars: old, coverage: [facts] })
    world.closedAt = undefined
    clock.passTo(clock.now() + 3 * HOUR)
    await asked('1h', clock.now())
    expect(isFinal()).toBe(true)
  })
})
