import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const folder = temporaryFolder()
afterAll(() => folder.remove())

test('an outcome that its venue does not know is answered from what is stored of it, and no further', async () => {
  const clock = fakeClock(NOW)
  const store = openStore(join(folder.path, 'candles.db'))
  const engine = engineOver(store, clock)
  const { venue } = candleWorld({ clock, listedAt: NOW - 60 * HOUR })
  const source = venue.candles
  if (source === undefined) throw new Error('the venue has candles')
  const unknown = async () => {
    throw new PmxError('NOT_FOUND', 'no such outcome')
  }
  const forgetful: Venue = {
    ...venue,
    outcomes: { hint: () => '', locate: async () => undefined },
    candles: { ...source, fetch: unknown },
  }
  const from = Math.floor(NOW / HOUR) * HOUR - 20 * HOUR
  const identity = { venue: venue.id, seriesKey: 'imported', stepMs: HOUR, basis: source.basis }
  const bars = [0, 1, 5].map((hour) => ({
    timestamp: from + hour * HOUR,
    open: 0.4,
    high: 0.4,
    low: 0.4,
    close: 0.4,
  }))
  const coverage = [{ from, to: from + 6 * HOUR, kind: 'data', route: 'import', fetchedAt: 1 }] as const
  store.commit(identity, { bars, coverage })
  const ask = (outcomeId: string, query: object) =>
    engine.candles(forgetful, outcomeId, { resolution: '1h', ...query }, patientCall())
  expect(await ask('imported', { start: from, end: from + 3 * HOUR })).toMatchObject({
    cache: 'hit',
    isUnknown: true,
    bars: bars.slice(0, 2),
  })
  expect((await ask('imported', { limit: 10 })).bars).toEqual(bars)
  // Nobody can tell what was between two parts that are stored: it is left out, and hides neither.
  const early = bars.slice(0, 1).map((bar) => ({ ...bar, timestamp: from - 3 * HOUR }))
  store.commit(identity, {
    bars: early,
    coverage: [{ from: from - 3 * HOUR, to: from - 2 * HOUR, kind: 'data', route: 'import', fetchedAt: 1 }],
  })
  const all = await ask('imported', { limit: 10 })
  expect(all).toMatchObject({ cache: 'hit', bars: [...early, ...bars] })
  const { json } = await engine.candlesJson(forgetful, 'imported', { resolution: '1h' }, patientCall())
  expect(JSON.parse(json)).toEqual(all.bars)
  // Of the steps of two hours only one is known from its beginning to its end.
  const built = await ask('imported', { resolution: '2h', start: from - 4 * HOUR })
  expect(built.bars.map(({ timestamp }) => timestamp)).toEqual([from + HOUR])
  await expect(ask('imported', { resolution: '1m', limit: 10 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ask('other', { limit: 10 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(store.known(venue.id, 'imported')).toBeUndefined()
  store.close()
})

test('a venue that does not know an outcome for once ends nothing, and is asked again soon', async () => {
  const clock = fakeClock(NOW)
  const store = openStore(join(folder.path, 'passing.db'))
  const engine = engineOver(store, clock)
  const world = candleWorld({ clock, listedAt: NOW - 60 * HOUR })
  const ask = (query: object) => engine.candles(world.venue, 'yes', query, patientCall())
  await ask({ resolution: '1h', start: NOW - 40 * HOUR, end: NOW - 20 * HOUR })
  clock.passTo(NOW + 20 * 24 * HOUR)
  world.relocated = () => {
    throw new PmxError('NOT_FOUND', 'no such outcome')
  }
  const passing = await ask({ resolution: '1d', limit: 5 })
  expect(passing.isOver).toBe(false)
  expect(passing.stale).toMatchObject({ reason: 'not_found', ageS: 20 * 24 * 3_600 })
  const nothingStored = { resolution: '1h', start: clock.now() - 9 * HOUR }
  await expect(ask(nothingStored)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(passing.freshUntil - clock.now()).toBeLessThanOrEqual(10 * 60_000)
  world.relocated = undefined
  expect((await ask({ resolution: '1d', limit: 5 })).bars).toHaveLength(5)
  store.close()
})

test.each([
  ['some', NOW - 10 * HOUR],
  ['nothing', NOW - 3 * HOUR],
])(
  'one lookup that does not find the outcome shortens no window of which %s is stored in another resolution',
  async (name, start) => {
    const clock = fakeClock(NOW)
    const store = openStore(join(folder.path, `once-${name}.db`))
    const engine = engineOver(store, clock)
    const world = candleWorld({ clock, listedAt: NOW - 60 * HOUR })
    const ask = (query: object) => engine.candles(world.venue, 'yes', query, patientCall())
    await ask({ resolution: '1m', start: NOW - 8 * HOUR, end: NOW - 6 * HOUR })
    clock.passTo(NOW + HOUR)
    let isFound = false
    world.relocated = (series) => {
      if (isFound) return series
      isFound = true
      throw new PmxError('NOT_FOUND', 'no such outcome')
    }
    const { bars } = await ask({ resolution: '1h', start })
    const from = Math.floor(start / HOUR) * HOUR
    expect(bars).toEqual(world.truth('yes', HOUR, { from, to: clock.now() }, clock.now()))
    store.close()
  },
)

test.each(['refuses', 'is silent about'] as const)(
  'what is stored is told also of a venue that %s what it has forgotten while its closing is still believed',
  async (manner) => {
    const clock = fakeClock(NOW)
    const store = openStore(join(folder.path, `${manner}.db`))
    const engine = engineOver(store, clock)
    const day = 24 * HOUR
    const { venue } = candleWorld({ clock, listedAt: NOW - 60 * day, closedAt: NOW - 20 * day })
    const source = venue.candles
    if (source === undefined) throw new Error('the venue has candles')
    const [start, end] = [NOW - 25 * day, NOW - 22 * day]
    const stored = await engine.candles(venue, 'yes', { resolution: '1h', start, end }, patientCall())
    const unknown = async () => {
      throw new PmxError('NOT_FOUND', 'no such outcome')
    }
    const silent = async () => ({ kind: 'bars', route: 'truth', bars: [] }) as const
    const outcomes = { hint: () => '', locate: async () => undefined }
    const candles = { ...source, fetch: manner === 'refuses' ? unknown : silent }
    const forgetful: Venue = { ...venue, outcomes, candles }
    const ask = (query: object) =>
      engine.candles(forgetful, 'yes', { resolution: '1h', ...query }, patientCall())
    for (const days of [1, 2, 8]) {
      clock.passTo(NOW + days * day)
      const answer = await ask({ start: NOW - 30 * day, end })
      expect(answer.bars).toEqual(stored.bars)
      expect(answer.freshUntil - clock.now()).toBeLessThanOrEqual(10 * 60_000)
    }
    store.close()
  },
)
