import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 5, 10, 12)

test('a copy of a cut response that a cache holds does not make what it lacks final', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 80 * HOUR })
  let venueTime: number | undefined
  const engine = engineOver(createMemoryStore(), clock, () => venueTime ?? clock.now())
  const ask = (from: number, to: number) =>
    engine.candles(world.venue, 'yes', { resolution: '1m', start: from, end: to }, patientCall())
  const window = [NOON - 30 * MINUTE, NOON - MINUTE] as const
  const cut = (batch: Parameters<NonNullable<typeof world.tamper>>[0]) =>
    batch.kind === 'bars'
      ? {
          ...batch,
          bars: batch.bars.filter(({ timestamp }) => timestamp < NOON - 10 * MINUTE),
          seenTo: NOON - 11 * MINUTE,
        }
      : batch
  world.tamper = cut
  await ask(...window)
  world.tamper = undefined
  clock.passTo(NOON + 5 * MINUTE)
  await ask(NOON + 2 * MINUTE, NOON + 4 * MINUTE)
  clock.passTo(NOON + 11 * MINUTE)
  world.tamper = cut
  venueTime = NOON
  await ask(...window)
  world.tamper = undefined
  venueTime = undefined
  clock.passTo(NOON + 3 * HOUR)
  const { bars } = await ask(...window)
  expect(bars).toEqual(world.truth('yes', MINUTE, { from: window[0], to: NOON }, world.now()))
})

test('a candle that was served is not given up for two copies of one response that lacks it', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 80 * HOUR })
  let venueTime: number | undefined
  const engine = engineOver(createMemoryStore(), clock, () => venueTime ?? clock.now())
  const ask = () =>
    engine.candles(
      world.venue,
      'yes',
      { resolution: '1m', start: NOON - 30 * MINUTE, end: NOON - MINUTE },
      patientCall(),
    )
  const { bars: served } = await ask()
  world.tamper = (batch) =>
    batch.kind === 'bars'
      ? { ...batch, bars: batch.bars.filter(({ timestamp }) => timestamp < NOON - 10 * MINUTE) }
      : batch
  venueTime = NOON - 10 * MINUTE
  for (const minutes of [1, 2, 12, 13, 24, 25]) {
    clock.passTo(NOON + minutes * MINUTE)
    expect((await ask()).bars).toEqual(served)
  }
})
