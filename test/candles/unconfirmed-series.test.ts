import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'

const MINUTE = 60_000
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
