import { afterAll, expect, test } from 'vitest'
import { createVenueTime } from '../../src/daemon/network/venue-time.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock, passUntil } from '../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const span = { from: START - 10 * HOUR, to: START - 9 * HOUR }
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const folder = temporaryFolder()
let files = 0
afterAll(() => folder.remove())

/** A daemon whose clock is off by some minutes, and a venue that sends its own time. */
function setUp(offMinutes: number) {
  const clock = fakeClock(START)
  clock.jump(offMinutes * MINUTE)
  const world = candleWorld({ clock, listedAt: START - 400 * HOUR })
  const store = openStore(`${folder.path}/${files++}.db`)
  const { onTime, isClockConfirmed, venueNow } = createVenueTime(clock, true)
  // The time of each response is noted as it arrives.
  const venueTime = (): number => {
    onTime(clock.trueNow(), 'kalshi')
    return clock.trueNow()
  }
  const engine = engineOver(store, clock, venueTime, undefined, isClockConfirmed, () => venueNow('kalshi'))
  return {
    clock,
    world,
    store,
    ask: () =>
      passUntil(
        clock,
        engine.candles(
          world.venue,
          'yes',
          { resolution: '1m', start: span.from, end: span.to - 1 },
          patientCall(),
        ),
      ),
    /** Waits, and sets the clock meanwhile. */
    async pass(minutes: number, setTo: number) {
      await clock.advance(minutes * MINUTE)
      clock.set(clock.trueNow() + setTo * MINUTE)
    },
    truth: world.truth('yes', MINUTE, span, START),
    isFinal: (at: number) => store.coverage(yes, span).some(({ from, to }) => from <= at && at < to),
  }
}

const steps = [
  [-8.9, 0, 1.2],
  [-8.9, 8.9, 0.1],
  [0, 8.9, 1.2],
  [0, 12, 1.2],
  [0, 1_440, 1.2],
  [-1_440, 0, 1.2],
] as const

test.each(steps)(
  '%d minutes off, then %d: two cut responses %d minutes apart are not independent',
  async (off, setTo, pause) => {
    const { world, ask, pass, truth, isFinal } = setUp(off)
    const [lacking] = truth.slice(12, 13)
    world.tamper = (batch) =>
      batch.kind === 'bars' ? { ...batch, bars: batch.bars.filter((_, at) => at < 10 || at > 20) } : batch
    await ask()
    await pass(pause, setTo)
    await ask()
    expect(isFinal(lacking?.timestamp ?? 0)).toBe(false)
    world.tamper = undefined
    await pass(31, setTo)
    await ask()
    await pass(31, 0)
    await ask()
    await pass(31, 0)
    expect((await ask()).bars).toEqual(truth)
  },
)

test.each([-8.9, 8.9])(
  'with a clock that stays %d minutes off, an empty range becomes final',
  async (off) => {
    const { world, ask, pass, truth, store } = setUp(off)
    await ask()
    const asked = world.asked.length
    await pass(1, off)
    await ask()
    expect(world.asked.length, 'the first response is served').toBe(asked)
    await pass(30, off)
    await ask()
    expect(store.coverage(yes, span).map(({ from, to }) => to - from)).toEqual([HOUR])
    expect(store.read(yes, span)).toEqual(truth)
  },
)
