import { expect, test } from 'vitest'
import type { PriceCandle } from '../../src/api/models/models.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import type { CandleBatch, Venue } from '../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'
import { present } from '../support/expect.js'

/** Responses that belong to another market, in a history of prices without an id and without volumes. */

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)
const FROM = NOON - 10 * MINUTE

const withoutVolume = ({ volume: _volume, ...bar }: PriceCandle): PriceCandle => bar
const ofOther = ({ timestamp, open, high, low, close }: PriceCandle): PriceCandle => ({
  timestamp,
  open: 1 - open,
  high: 1 - low,
  low: 1 - high,
  close: 1 - close,
})

function polled(stepMs = MINUTE, resolution = '1m', endsBefore = MINUTE) {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 80 * 60 * MINUTE })
  const source = present(world.venue.candles)
  let isOther = false
  const change = (batch: CandleBatch): CandleBatch =>
    batch.kind === 'points' ? batch : { ...batch, bars: batch.bars.map(isOther ? ofOther : withoutVolume) }
  const venue: Venue = {
    ...world.venue,
    candles: { ...source, basis: 'mid', fetch: async (...args) => change(await source.fetch(...args)) },
  }
  const store = createMemoryStore()
  const engine = engineOver(store, clock, () => clock.now())
  const series = { venue: venue.id, seriesKey: 'yes', stepMs, basis: 'mid' } as const
  return {
    async poll(minute: number, other = false) {
      const to = NOON + minute * MINUTE
      if (to > clock.now()) clock.passTo(to)
      isOther = other
      return engine.candles(venue, 'yes', { resolution, start: FROM, end: to - endsBefore }, patientCall())
    },
    stored: (to: number) => store.read(series, { from: FROM, to }),
    truth: (to: number) => world.truth('yes', stepMs, { from: FROM, to }, world.now()).map(withoutVolume),
    calls: () => world.asked.length,
  }
}

test('no candle of a response is final that contradicts an earlier one, until later ones agree', async () => {
  const { poll, stored, truth, calls } = polled()
  for (const minute of [0, 1, 2]) await poll(minute)
  const before = stored(NOON + 60 * MINUTE).length
  await poll(3, true)
  await poll(4, true)
  expect(stored(NOON + 60 * MINUTE)).toHaveLength(before)
  for (let minute = 5; minute < 12; minute++) await poll(minute)
  const { bars, provisional = [], provisionalCandles } = await poll(12)
  const open = bars.filter(({ timestamp }) =>
    provisional.some(({ from, to }) => timestamp >= from && timestamp < to),
  )
  expect(bars.length - open.length).toBe(before)
  expect(provisionalCandles).toBeGreaterThan(5)
  expect(stored(NOON + 60 * MINUTE)).toHaveLength(before)
  for (let minute = 13; minute < 30; minute++) await poll(minute)
  const final = stored(NOON + 60 * MINUTE)
  expect(final.length).toBeGreaterThan(before + 10)
  expect(final).toEqual(truth((final.at(-1)?.timestamp ?? 0) + MINUTE))
  expect(calls()).toBe(30)
})

test('a candle that was open in an earlier response is evidence, apart from its last price', async () => {
  const { poll, stored, truth } = polled(60 * MINUTE, '1h', 0)
  const end = NOON + 60 * MINUTE
  for (const minute of [0, 50.5]) await poll(minute)
  const { provisional = [] } = await poll(80, true)
  expect(stored(end)).toEqual([])
  expect(provisional.some(({ from, to }) => from <= NOON && to >= end)).toBe(true)
  for (const minute of [82, 93, 104]) await poll(minute)
  // That of the hour before begins before the window.
  expect(stored(end)).toEqual(truth(end).slice(1))
})

test('candles that grow contradict nothing', async () => {
  const { poll, stored } = polled()
  const sizes: number[] = []
  for (let minute = 0; minute < 20; minute++) {
    await poll(minute)
    sizes.push(stored(NOON + 60 * MINUTE).length)
  }
  expect(sizes.at(-1)).toBeGreaterThan((sizes[0] ?? 0) + 10)
})
