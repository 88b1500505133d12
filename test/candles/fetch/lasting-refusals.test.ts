import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lastingAt, REFUSED_FOR_MS } from '../../../src/candles/fetch/lasting-refusals.js'
import type { CandleStore, Coverage } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { candleWorld } from '../../support/candle-world.js'
import { fakeClock } from '../../support/clock.js'
import { atOnce, engineOver, openStore, patientCall, temporaryFolder } from '../../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)

const folder = temporaryFolder()
afterAll(() => folder.remove())
let files = 0

const entry = (from: number, to: number, more: Partial<Coverage> = {}): Coverage => ({
  from,
  to,
  kind: 'beyond_retention',
  route: 'r',
  fetchedAt: 1_000,
  ...more,
})

test('what a venue does not keep holds for a day', () => {
  const data = entry(0, 5, { kind: 'data' })
  const [older, newer] = [entry(5, 9), entry(9, 12, { fetchedAt: 2_000 })]
  const all = [data, older, newer]
  expect(lastingAt(all, { stepMs: 1 }, 1_000)).toEqual({ entries: all, until: 1_000 + REFUSED_FOR_MS })
  expect(lastingAt(all, { stepMs: 1 }, 1_000 + REFUSED_FOR_MS)).toEqual({
    entries: [data, newer],
    until: 2_000 + REFUSED_FOR_MS,
  })
  expect(lastingAt(all, { stepMs: 1 }, 2_000 + REFUSED_FOR_MS)).toEqual({
    entries: [data],
    until: Number.POSITIVE_INFINITY,
  })
})

test('what lies beyond the documented retention holds for good', () => {
  const at = 2 * REFUSED_FOR_MS
  const refused = entry(at - 900, at - 100)
  expect(lastingAt([refused], { stepMs: 1, retentionMs: 50 }, at)).toEqual({
    entries: [refused],
    until: Number.POSITIVE_INFINITY,
  })
  expect(lastingAt([refused], { stepMs: 1, retentionMs: 500 }, at).entries).toEqual([
    entry(at - 900, at - 500),
  ])
  expect(lastingAt([refused], { stepMs: 1, retentionMs: 1_000 }, at).entries).toEqual([])
  // In whole intervals.
  expect(lastingAt([refused], { stepMs: 200, retentionMs: 530 }, at).entries).toEqual([
    entry(at - 900, at - 600),
  ])
})

describe.each<[string, () => CandleStore]>([
  ['in memory', () => createMemoryStore()],
  ['in a file', () => openStore(join(folder.path, `${files++}.db`))],
])('a refusal that ends, %s', (_where, open) => {
  test('is asked again after a day where two responses told it, and what comes takes its place', async () => {
    const clock = fakeClock(NOW)
    const world = candleWorld({ clock, listedAt: NOW - 80 * HOUR })
    const store = open()
    const engine = engineOver(store, clock)
    const query = { resolution: '1m', start: NOW - 40 * HOUR, end: NOW - 39 * HOUR }
    const ask = () => engine.candles(world.venue, 'yes', query, patientCall())
    world.tamper = (batch) => ({
      ...batch,
      bars: [],
      withheld: [{ from: 0, to: NOW, reason: 'beyond_retention' }],
    })
    const refused = await ask()
    expect([refused.bars, refused.emptyReason]).toEqual([[], 'beyond_retention'])
    // One response alone is believed for half an hour.
    expect(refused.freshUntil).toBe(NOW + 30 * MINUTE)
    clock.passTo(NOW + 29 * MINUTE)
    expect(await ask()).toMatchObject({ bars: [], cache: 'hit' })
    const again = NOW + 31 * MINUTE
    clock.passTo(again)
    expect(await ask()).toMatchObject({ bars: [], cache: 'miss', freshUntil: again + REFUSED_FOR_MS })
    world.tamper = undefined
    clock.passTo(again + REFUSED_FOR_MS - MINUTE)
    expect(await ask()).toMatchObject({ bars: [], cache: 'hit' })
    clock.passTo(again + REFUSED_FOR_MS + MINUTE)
    const span = { from: query.start - (query.start % MINUTE), to: query.end }
    expect((await ask()).bars).toEqual(world.truth('yes', MINUTE, span, world.now()))
    clock.passTo(clock.now() + HOUR)
    await ask()
    expect(await ask()).toMatchObject({ cache: 'hit', freshUntil: Number.POSITIVE_INFINITY })
    store.close()
  })

  test('that one response alone told is no refusal once another tells candles', async () => {
    const clock = fakeClock(NOW)
    const world = candleWorld({ clock, listedAt: NOW - 80 * HOUR })
    const store = open()
    const engine = engineOver(store, clock)
    const query = { resolution: '1m', start: NOW - 40 * HOUR, end: NOW - 39 * HOUR }
    const ask = () => engine.candles(world.venue, 'yes', query, patientCall())
    world.tamper = (batch) => ({
      ...batch,
      bars: [],
      withheld: [{ from: 0, to: NOW, reason: 'beyond_retention' }],
    })
    expect(await ask()).toMatchObject({ bars: [], emptyReason: 'beyond_retention' })
    world.tamper = undefined
    clock.passTo(NOW + 31 * MINUTE)
    const span = { from: query.start - (query.start % MINUTE), to: query.end }
    expect((await ask()).bars).toEqual(world.truth('yes', MINUTE, span, world.now()))
    store.close()
  })

  test.each([
    ['is corrected', true],
    ['stays wrong', false],
  ])('lasts no longer where our clock is hours ahead of the venue, and %s', async (_how, isCorrected) => {
    const clock = fakeClock(NOW)
    const world = candleWorld({ clock, listedAt: NOW - 80 * HOUR })
    const store = open()
    const venueNow = () => clock.trueNow()
    const engine = engineOver(store, clock, venueNow, atOnce, () => clock.now() === clock.trueNow(), venueNow)
    const query = { resolution: '1m', start: NOW - 40 * HOUR, end: NOW - 39 * HOUR }
    const ask = () => engine.candles(world.venue, 'yes', query, patientCall())
    world.tamper = (batch) => ({
      ...batch,
      bars: [],
      withheld: [{ from: 0, to: NOW, reason: 'beyond_retention' }],
    })
    clock.jump(10 * HOUR)
    expect(await ask()).toMatchObject({ bars: [], freshUntil: NOW + 10 * HOUR + 30 * MINUTE })
    clock.passTo(NOW + 10 * HOUR + 5 * MINUTE)
    if (isCorrected) clock.jump(-10 * HOUR)
    expect(await ask()).toMatchObject({ bars: [], cache: 'hit' })
    clock.passTo(clock.now() + 26 * MINUTE)
    expect(await ask()).toMatchObject({ cache: 'miss' })
    store.close()
  })

  test('is believed for another day where the venue refuses again', async () => {
    const clock = fakeClock(NOW)
    const world = candleWorld({ clock, listedAt: 0 })
    const store = open()
    const engine = engineOver(store, clock)
    world.tamper = (batch) => ({
      ...batch,
      bars: [],
      withheld: [{ from: 0, to: NOW - 35 * 24 * HOUR, reason: 'beyond_retention' }],
    })
    const query = { resolution: '1h', start: NOW - 40 * 24 * HOUR, end: NOW - 39 * 24 * HOUR }
    const ask = () => engine.candles(world.venue, 'yes', query, patientCall())
    await ask()
    clock.passTo(NOW + REFUSED_FOR_MS)
    expect(await ask()).toMatchObject({
      emptyReason: 'beyond_retention',
      freshUntil: NOW + 2 * REFUSED_FOR_MS,
    })
    store.close()
  })

  test('is not confirmed by a copy of it that a cache holds', async () => {
    const clock = fakeClock(NOW)
    const world = candleWorld({ clock, listedAt: NOW - 80 * HOUR })
    const store = open()
    let venueTime: number | undefined
    const engine = engineOver(store, clock, () => venueTime ?? clock.now())
    const query = { resolution: '1m', start: NOW - 40 * HOUR, end: NOW - 39 * HOUR }
    const ask = () => engine.candles(world.venue, 'yes', query, patientCall())
    world.tamper = (batch) => ({
      ...batch,
      bars: [],
      withheld: [{ from: 0, to: NOW, reason: 'beyond_retention' }],
    })
    await ask()
    const again = NOW + 31 * MINUTE
    clock.passTo(again)
    venueTime = NOW
    expect(await ask()).toMatchObject({ cache: 'miss', freshUntil: again + 30 * MINUTE })
    world.tamper = undefined
    venueTime = undefined
    clock.passTo(again + 31 * MINUTE)
    const span = { from: query.start - (query.start % MINUTE), to: query.end }
    expect((await ask()).bars).toEqual(world.truth('yes', MINUTE, span, world.now()))
    store.close()
  })
})
