import { afterEach, expect, test } from 'vitest'
import type { CandleBatch, Venue } from '../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'
import { present } from '../support/expect.js'

/** Candles of which a response says itself that it does not prove them. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)

const folders: { remove(): void }[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

/** An engine over a venue whose batches are changed on their way. */
function opened(change: (batch: CandleBatch) => CandleBatch) {
  const folder = temporaryFolder()
  folders.push(folder)
  const clock = fakeClock(START)
  const world = candleWorld({ clock, listedAt: START - 40 * HOUR })
  const source = present(world.venue.candles)
  const venue: Venue = {
    ...world.venue,
    candles: { ...source, fetch: async (...args) => change(await source.fetch(...args)) },
  }
  const engine = engineOver(openStore(`${folder.path}/candles.db`), clock)
  const query = { resolution: '1m', start: START - 5 * HOUR, end: START - 4 * HOUR }
  return {
    clock,
    calls: () => world.asked.length,
    ask: () => engine.candles(venue, 'yes', query, patientCall()),
  }
}

const all = [{ from: 0, to: Number.MAX_SAFE_INTEGER }]
const doubled = (batch: CandleBatch): CandleBatch =>
  batch.kind === 'points'
    ? batch
    : {
        ...batch,
        unproven: all,
        bars: batch.bars.map((bar) => ({ ...bar, volume: 2 * (bar.volume ?? 0) })),
      }

test('are answered all the same, and final when a second response has them too', async () => {
  const { ask, clock, calls } = opened((batch) => ({ ...batch, unproven: all }))
  const first = await ask()
  expect(first.bars.length).toBeGreaterThan(20)
  expect(calls()).toBe(1)
  clock.passTo(START + 5 * MINUTE)
  expect((await ask()).bars).toEqual(first.bars)
  expect(calls()).toBe(1)
  clock.passTo(START + 11 * MINUTE)
  expect((await ask()).bars).toEqual(first.bars)
  expect(calls()).toBe(2)
  clock.passTo(START + 30 * MINUTE)
  expect((await ask()).bars).toEqual(first.bars)
  expect(calls()).toBe(2)
})

test('give way to those that a later response proves', async () => {
  let isWrong = true
  const { ask, clock } = opened((batch) => (isWrong ? doubled(batch) : batch))
  const truth = await opened((batch) => batch).ask()
  expect((await ask()).bars).not.toEqual(truth.bars)
  isWrong = false
  clock.passTo(START + 11 * MINUTE)
  expect((await ask()).bars).toEqual(truth.bars)
})

test('are not final because the venue then says that it does not retain them', async () => {
  let change = doubled
  const { ask, clock } = opened((batch) => change(batch))
  const truth = await opened((batch) => batch).ask()
  expect((await ask()).bars).not.toEqual(truth.bars)
  change = (batch) =>
    batch.kind === 'points'
      ? batch
      : {
          ...batch,
          bars: [],
          withheld: [{ from: START - 5 * HOUR, to: START - 4 * HOUR + MINUTE, reason: 'beyond_retention' }],
        }
  clock.passTo(START + 11 * MINUTE)
  const refused = await ask()
  expect(refused.bars.length === 0 || (refused.provisionalCandles ?? 0) > 0).toBe(true)
  change = (batch) => batch
  clock.passTo(START + 60 * HOUR)
  expect((await ask()).bars).toEqual(truth.bars)
})
