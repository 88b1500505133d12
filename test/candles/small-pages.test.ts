import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'

/** A venue that returns only the newest part of a window, so that the rest is asked for again. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 5, 10, 12)

test('an empty range is confirmed although more than one answer is fresh after it', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({
    clock,
    listedAt: NOON - 30 * HOUR,
    stepsAnAnswer: 40,
    isQuiet: (at) => at % (2 * HOUR) !== 0,
  })
  const engine = engineOver(createMemoryStore(), clock, () => clock.now())
  const ask = () =>
    engine.candles(
      world.venue,
      'yes',
      { resolution: '1m', start: NOON - 30 * HOUR, end: clock.now() },
      patientCall(),
    )
  for (let minutes = 0; minutes < 120; minutes += 7) {
    clock.passTo(NOON + minutes * MINUTE)
    const span = { from: NOON - 30 * HOUR, to: clock.now() + 1 }
    expect((await ask()).bars, `after ${minutes} minutes`).toEqual(
      world.truth('yes', MINUTE, span, world.now()),
    )
  }
})
