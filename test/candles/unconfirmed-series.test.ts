import { expect, test } from 'vitest'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../src/candles/database/sqlite-store.js'
import type { SeriesIdentity } from '../../src/candles/store/candle-store.js'
import { createRestoring } from '../../src/candles/store/import-candles.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall, temporaryFolder } from '../support/engine.js'

const MINUTE = 60_000
const driver = await loadDriver()
const NOON = Date.UTC(2026, 10, 27, 12)

test('candles of a series that only one response assigns to the outcome are provisional until another one does', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 5_000 * MINUTE, windowSteps: 2_000 })
  const source = world.venue.candles
  if (source === undefined) throw new Error('a venue with candles')
  let isUnconfirmed = true
  const venue = { ...world.venue, candles: { ...source, isUnconfirmed: () => isUnconfirmed } }
  const engine = engineOver(createMemoryStore(), clock)
  const window = { start: NOON - 3_000 * MINUTE, end: NOON - 2_000 * MINUTE, resolution: '1m' }
  const ask = () => engine.candles(venue, 'yes', window, patientCall())
  const first = await ask()
  const [from, last] = [first.bars[0]?.timestamp ?? 0, first.bars.at(-1)?.timestamp ?? 0]
  expect(first.bars.length).toBeGreaterThan(10)
  expect(first.provisionalCandles).toBe(first.bars.length)
  expect(first.notFinal?.[0]?.from).toBeLessThanOrEqual(from)
  expect(first.notFinal?.[0]?.to).toBe(last + MINUTE)
  expect(first.provisional).toEqual([{ from: window.start, to: window.end + MINUTE }])
  expect(first.finalAfter).toBe(NOON + 10 * MINUTE)
  const lookups = world.located
  await ask()
  expect(world.located).toBe(lookups)
  clock.passTo(NOON + 10 * MINUTE)
  isUnconfirmed = false
  await ask()
  clock.passTo(NOON + 20 * MINUTE)
  const second = await ask()
  expect(second.bars).toEqual(first.bars)
  expect(second).not.toHaveProperty('notFinal')
  expect(second).not.toHaveProperty('provisionalCandles')
})

test('candles of an unconfirmed series have the same marks in stored responses', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 5_000 * MINUTE, windowSteps: 2_000 })
  const source = world.venue.candles
  if (source === undefined) throw new Error('a venue with candles')
  const venue = { ...world.venue, candles: { ...source, isUnconfirmed: () => true } }
  const engine = engineOver(createMemoryStore(), clock)
  const marksOf = async (resolution: string, call: ReturnType<typeof patientCall>) => {
    const window = { start: NOON - 1_500 * MINUTE, end: NOON - 1_000 * MINUTE, resolution }
    const { provisional, provisionalCandles, notFinal, finalAfter } = await engine.candles(
      venue,
      'yes',
      window,
      call,
    )
    return { provisional, provisionalCandles, notFinal, finalAfter }
  }
  // Later candles show that the last one of the window is complete.
  await engine.candles(
    venue,
    'yes',
    { start: NOON - 1_500 * MINUTE, end: NOON, resolution: '1m' },
    patientCall(),
  )
  const stored = { ...patientCall(), stored: { serves: true, unasked: 'only_if_cached' } as const }
  const fresh = [await marksOf('1m', patientCall()), await marksOf('5m', patientCall())]
  clock.passTo(NOON + 15 * MINUTE)
  const later = [await marksOf('1m', stored), await marksOf('5m', stored)]
  expect(later).toEqual(fresh)
  expect(later[1]?.provisionalCandles).toBeGreaterThan(50)
})

test('candles that were imported for an outcome do not become those of an unconfirmed series', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 5_000 * MINUTE, windowSteps: 2_000 })
  const source = world.venue.candles
  if (source === undefined) throw new Error('a venue with candles')
  let isUnconfirmed = true
  const venue = { ...world.venue, candles: { ...source, isUnconfirmed: () => isUnconfirmed } }
  const folder = temporaryFolder()
  try {
    const store = createSqliteStore(
      openDatabase(driver, `${folder.path}/candles.db`, candleMigrations).database,
    )
    const engine = engineOver(store, clock)
    const of = (seriesKey: string): SeriesIdentity => ({
      venue: venue.id,
      seriesKey,
      stepMs: MINUTE,
      basis: 'trade',
    })
    const span = { from: 0, to: NOON }
    const prices = { open: 0.6, high: 0.7, low: 0.5, close: 0.6, volume: 1 }
    const restoring = createRestoring(store, () => undefined, NOON)
    restoring.row({ identity: of('no'), bar: { timestamp: NOON - 4_000 * MINUTE, ...prices }, line: 2 })
    restoring.end()
    const window = { start: NOON - 3_000 * MINUTE, end: NOON - 2_990 * MINUTE, resolution: '1m' }
    const ask = () => engine.candles(venue, 'no', window, patientCall())
    await ask()
    expect(store.read(of('no'), span)).toHaveLength(1)
    expect(store.read(of('yes'), { from: 0, to: window.start })).toEqual([])
    clock.passTo(NOON + 10 * MINUTE)
    isUnconfirmed = false
    await engine.candles(
      venue,
      'no',
      { ...window, start: window.start - MINUTE, end: window.end + 5_000 * MINUTE },
      patientCall(),
    )
    expect(store.read(of('yes'), { from: 0, to: NOON - 3_500 * MINUTE })).toHaveLength(1)
  } finally {
    folder.remove()
  }
})

test('an unconfirmed series is looked up again, also for a past window', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 5_000 * MINUTE, windowSteps: 2_000 })
  const source = world.venue.candles
  if (source === undefined) throw new Error('a venue with candles')
  const venue = { ...world.venue, candles: { ...source, isUnconfirmed: () => true } }
  const engine = engineOver(createMemoryStore(), clock)
  const window = { start: NOON - 3_000 * MINUTE, end: NOON - 2_000 * MINUTE, resolution: '1m' }
  await engine.candles(venue, 'yes', window, patientCall())
  const lookups = world.located
  clock.passTo(NOON + 10 * MINUTE)
  await engine.candles(venue, 'yes', window, patientCall())
  expect(world.located).toBe(lookups + 1)
})
