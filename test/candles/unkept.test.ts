import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 5, 10, 12)
/** What is older than this is not kept. */
const KEPT_FROM = NOON - 3 * HOUR - 28 * MINUTE

function setUp() {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 100 * HOUR, retentionMs: NOON - KEPT_FROM })
  const engine = engineOver(createMemoryStore(), clock)
  const ask = (resolution: string, start?: number, end?: number) =>
    engine.candles(
      world.venue,
      'yes',
      { resolution, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) },
      patientCall(),
    )
  return { ask }
}

test('an answer names the part of its window that the venue does not keep', async () => {
  const { ask } = setUp()
  const start = NOON - 6 * HOUR
  for (const _time of ['first', 'from the store']) {
    const { bars, unkept } = await ask('1m', start, NOON - HOUR)
    expect(bars[0]?.timestamp).toBeGreaterThanOrEqual(KEPT_FROM)
    expect(unkept).toEqual([{ from: start, to: KEPT_FROM }])
  }
})

test('in whole candles of the asked step', async () => {
  const { ask } = setUp()
  const { bars, unkept } = await ask('15m', NOON - 6 * HOUR, NOON - HOUR)
  // Of the step in which the venue's memory begins a part is missing.
  const firstWhole = NOON - 3 * HOUR - 15 * MINUTE
  expect(unkept).toEqual([{ from: NOON - 6 * HOUR, to: firstWhole }])
  expect(bars[0]?.timestamp).toBe(firstWhole)
})

test('nothing is named where all is kept, or the reason of an empty answer tells it', async () => {
  const { ask } = setUp()
  expect(await ask('1m', NOON - 3 * HOUR, NOON - HOUR)).not.toHaveProperty('unkept')
  const empty = await ask('1m', NOON - 6 * HOUR, NOON - 5 * HOUR)
  expect(empty).toMatchObject({ bars: [], emptyReason: 'beyond_retention' })
  expect(empty).not.toHaveProperty('unkept')
})

test('without a start, it is named as far back as was searched, and only where candles are lacking', async () => {
  const { ask } = setUp()
  const { bars, unkept, searchedFrom } = await ask('1m')
  expect(bars).toHaveLength(100)
  expect(unkept).toBeUndefined()
  expect(searchedFrom).toBeDefined()
  const all = await setUp().ask('15m')
  expect(all.unkept).toEqual([{ from: all.searchedFrom, to: NOON - 3 * HOUR - 15 * MINUTE }])
})

test('a search beyond it marks the candles that only one response confirms', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 80 * HOUR, retentionMs: 24 * HOUR })
  const engine = engineOver(createMemoryStore(), clock, () => clock.now())
  const ask = (query: { start?: number; end: number; limit?: number }) =>
    engine.candles(world.venue, 'yes', { resolution: '5m', ...query }, patientCall())
  const gap = { from: NOON - 19 * HOUR + 2 * MINUTE, to: NOON - 19 * HOUR + 18 * MINUTE }
  world.tamper = (batch) =>
    batch.kind === 'bars'
      ? { ...batch, bars: batch.bars.filter(({ timestamp }) => timestamp < gap.from || timestamp >= gap.to) }
      : batch
  await ask({ start: NOON - 20 * HOUR, end: NOON - 18 * HOUR - MINUTE })
  world.tamper = undefined
  clock.passTo(NOON + 12 * HOUR)
  // An hour of which nothing is stored, and which the venue does not retain any more, is between the end and the candles.
  const { bars, notFinal = [], ...facts } = await ask({ end: NOON - 17 * HOUR, limit: 12 })
  const span = { from: NOON - 20 * HOUR, to: NOON - 18 * HOUR }
  const truth = world.truth('yes', 5 * MINUTE, span, world.now())
  const wrong = bars.filter((bar) => !truth.some((other) => JSON.stringify(other) === JSON.stringify(bar)))
  expect(wrong.length).toBeGreaterThan(0)
  for (const { timestamp } of wrong)
    expect(notFinal.some(({ from, to }) => timestamp >= from && timestamp < to)).toBe(true)
  expect(facts.provisionalCandles).toBe(10)
  expect(facts.freshUntil).toBeLessThan(Number.POSITIVE_INFINITY)
})

test('what the venue refused beyond its documented retention is requested again, in whole candles', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({
    clock,
    listedAt: NOON - 960 * HOUR,
    retentionMs: 120 * HOUR,
    windowSteps: 10_000,
  })
  const engine = engineOver(createMemoryStore(), clock, () => clock.now())
  const query = { resolution: '1m', start: NOON - 144 * HOUR, end: NOON - 24 * HOUR }
  const ask = () => engine.candles(world.venue, 'yes', query, patientCall())
  const refused = { from: NOON - 144 * HOUR, to: NOON - 48 * HOUR }
  world.tamper = (batch) =>
    batch.kind === 'bars'
      ? {
          ...batch,
          bars: batch.bars.filter(({ timestamp }) => timestamp >= refused.to),
          withheld: [{ ...refused, reason: 'beyond_retention' }],
        }
      : batch
  expect((await ask()).unkept).toEqual([refused])
  world.tamper = undefined
  // Not at the beginning of a minute.
  clock.passTo(NOON + 31 * MINUTE + 17_001)
  const { bars, unkept } = await ask()
  expect(bars[0]?.timestamp).toBeLessThan(NOON - 119 * HOUR)
  expect(unkept).toEqual([{ from: refused.from, to: NOON - 120 * HOUR + 31 * MINUTE }])
})

test('what only one response refuses beyond its documented retention is provisional', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 960 * HOUR, retentionMs: 120 * HOUR })
  const engine = engineOver(createMemoryStore(), clock, () => clock.now())
  const query = { resolution: '1m', start: NOON - 20 * HOUR, end: NOON - 19 * HOUR - MINUTE }
  const ask = () => engine.candles(world.venue, 'yes', query, patientCall())
  const refused = { from: NOON - 20 * HOUR, to: NOON - 19 * HOUR }
  world.tamper = (batch) =>
    batch.kind === 'bars'
      ? { ...batch, bars: [], withheld: [{ ...refused, reason: 'beyond_retention' }] }
      : batch
  const first = { emptyReason: 'beyond_retention', provisional: [refused] }
  for (const _time of ['first', 'from the store']) expect(await ask()).toMatchObject(first)
  clock.passTo(NOON + 31 * MINUTE)
  const again = await ask()
  expect(again).toMatchObject({ emptyReason: 'beyond_retention' })
  expect(again).not.toHaveProperty('provisional')
})

test('a search names what was refused before, not only what was never requested', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 100 * HOUR })
  const engine = engineOver(createMemoryStore(), clock, () => clock.now())
  const ask = (query: { start: number; end: number; limit?: number }) =>
    engine.candles(world.venue, 'yes', { resolution: '15m', ...query }, patientCall())
  const refused = { from: NOON - 6 * HOUR, to: NOON - 3 * HOUR }
  world.tamper = (batch) =>
    batch.kind === 'bars'
      ? { ...batch, bars: [], withheld: [{ ...refused, reason: 'beyond_retention' }] }
      : batch
  await ask({ start: refused.from, end: refused.to - MINUTE })
  world.tamper = undefined
  const { bars, unkept } = await ask({ start: refused.from, end: NOON - 2 * HOUR, limit: 8 })
  expect(bars[0]?.timestamp).toBe(refused.to)
  expect(unkept).toEqual([refused])
})

test('the newest candle of an index that lagged is not final because the venue does not retain it any more', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 100 * HOUR, retentionMs: 5 * HOUR })
  const engine = engineOver(createMemoryStore(), clock, () => clock.now())
  const span = { from: NOON - 30 * MINUTE, to: NOON - 3 * MINUTE }
  const ask = () =>
    engine.candles(
      world.venue,
      'yes',
      { resolution: '1m', start: span.from, end: span.to - MINUTE },
      patientCall(),
    )
  const truth = world.truth('yes', MINUTE, span, NOON)
  const newest = truth.findLast(({ timestamp }) => timestamp < NOON - 5 * MINUTE)?.timestamp ?? NOON
  world.stalledAt = newest + MINUTE / 2
  const lagged = (await ask()).bars.at(-1)
  expect(lagged?.timestamp).toBe(newest)
  world.stalledAt = undefined
  clock.passTo(NOON + 8 * HOUR)
  const { bars, provisional = [] } = await ask()
  expect(bars).toEqual(truth.filter(({ timestamp }) => timestamp < newest))
  expect(provisional.some(({ from, to }) => from <= newest && newest < to)).toBe(true)
})
