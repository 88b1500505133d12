import { beforeEach, describe, expect, test } from 'vitest'
import type { CandleEngine } from '../../src/candles/engine.js'
import type { CandleQuery } from '../../src/candles/response/window.js'
import type { CandleStore } from '../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { type CandleWorld, candleWorld } from '../support/candle-world.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'
import { noMarkets } from '../support/venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const LISTED = NOW - 40 * HOUR

let clock: FakeClock
let world: CandleWorld
let engine: CandleEngine
/** How often candles of the market's life were read one by one. */
let reads: number
beforeEach(() => {
  clock = fakeClock(NOW)
  world = candleWorld({ clock, listedAt: LISTED })
  reads = 0
  const inner = createMemoryStore()
  const store: CandleStore = {
    ...inner,
    read(identity, span) {
      if (span.to > LISTED) reads++
      return inner.read(identity, span)
    },
  }
  engine = engineOver(store, clock)
})

const asJson = (query: CandleQuery, outcome = 'yes') =>
  engine.candlesJson(world.venue, outcome, query, patientCall())
const asList = (query: CandleQuery, outcome = 'yes') =>
  engine.candles(world.venue, outcome, query, patientCall())

describe('candles as JSON', () => {
  test.each<[string, CandleQuery]>([
    ['of the past', { resolution: '1h', start: NOW - 30 * HOUR, end: NOW - 20 * HOUR }],
    ['to the running one', { resolution: '1h', start: NOW - 30 * HOUR }],
    ['of the running one alone', { resolution: '1h', start: NOW }],
    ['of the newest few', { resolution: '1h', limit: 5 }],
    ['of the whole life', { resolution: '1h' }],
    ['of a silent stretch', { resolution: '1h', start: NOW - 50 * HOUR, end: NOW - 40 * HOUR }],
  ])('%s are the very candles, and come straight from the stored text', async (_what, query) => {
    await asList(query)
    reads = 0
    const { json, ...facts } = await asJson(query)
    expect(reads).toBe(0)
    const { bars, ...others } = await asList(query)
    expect([JSON.parse(json), facts]).toEqual([bars, others])
  })

  test('are looked for further back where the first look brings too few', async () => {
    world = candleWorld({ clock, listedAt: LISTED, isQuiet: (at) => at > NOW - 10 * HOUR && at < NOW - HOUR })
    const { json, searchedFrom } = await asJson({ resolution: '1h', limit: 6 })
    expect(JSON.parse(json)).toHaveLength(6)
    expect(searchedFrom).toBeLessThan(NOW - 10 * HOUR)
  })

  test('of a time before the listing are none, for that reason, and cost no candle call', async () => {
    const before = { resolution: '1h', start: LISTED - 9 * HOUR, end: LISTED - 5 * HOUR }
    expect(await asJson(before)).toMatchObject({ json: '[]', emptyReason: 'before_listing', cache: 'hit' })
    expect(await asList(before)).toMatchObject({ bars: [], emptyReason: 'before_listing', cache: 'hit' })
    expect(world.asked).toEqual([])
  })

  test('of the future are none, and nobody is asked', async () => {
    const future = { resolution: '1h', start: NOW + 5 * HOUR }
    expect(await asJson(future)).toMatchObject({ json: '[]', emptyReason: 'in_future' })
    expect([world.asked, world.located]).toEqual([[], 0])
  })

  test('of a venue that has none are refused in its name', async () => {
    const without = { id: 'kalshi', hosts: {}, markets: noMarkets } as const
    await expect(engine.candlesJson(without, 'yes', {}, patientCall())).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
      exchange: 'kalshi',
    })
  })
})

test('that there was nothing before the listing lasts at least as long as a running hour', async () => {
  const before = { resolution: '1d', start: LISTED - 9 * DAY, end: LISTED - 5 * DAY }
  expect((await asList(before)).freshUntil).toBe(NOW + 10 * MINUTE)
  clock.passTo(NOW + 3 * DAY)
  // Venues correct listings to an earlier time: it is asked for again once a day.
  expect((await asList(before)).freshUntil).toBe(NOW + 3 * DAY + 10 * MINUTE)
  expect(world.located).toBe(2)
})

test('a window that ends with its market is not cut off by the closing, and lasts for ever', async () => {
  const closedAt = NOW - 3 * DAY
  world = candleWorld({ clock, listedAt: NOW - 9 * DAY, closedAt })
  const lasts = async (end: number) =>
    (await asList({ resolution: '1h', start: closedAt - 9 * HOUR, end })).freshUntil
  expect(await lasts(closedAt)).toBe(Number.POSITIVE_INFINITY)
  expect(await lasts(closedAt + HOUR)).toBeLessThan(NOW + 9 * DAY)
})
