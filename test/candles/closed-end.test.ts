import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../src/api/models/models.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import type { CandleBatch, CandleSource } from '../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'
import { present } from '../support/expect.js'
import type { PlayedSeries } from '../support/played-series.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CLOSED_AT = Date.UTC(2026, 10, 27, 10, 3)
const FROM = CLOSED_AT - 3 * HOUR
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER }
const identity = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const

/** A market that closed a while ago, and a daemon that starts with an empty store. @param lived how long it traded, ms */
function setUp(
  closedAgoMs: number,
  lived = 3 * HOUR,
  resolution: '1m' | '5m' | '1h' = '1m',
  closedAt = CLOSED_AT,
) {
  const clock = fakeClock(CLOSED_AT + closedAgoMs)
  const world = candleWorld({ clock, listedAt: closedAt - lived, closedAt, windowSteps: 2_000 })
  const store = createMemoryStore()
  let engine = engineOver(store, clock)
  const stepMs = resolution === '1h' ? HOUR : MINUTE
  return {
    clock,
    world,
    store,
    restart: () => {
      engine = engineOver(store, clock)
    },
    ask: (end = clock.now(), venue = world.venue) =>
      engine.candles(venue, 'yes', { resolution, start: FROM, end }, patientCall()),
    stored: () => store.read({ ...identity, stepMs }, EVER),
    ends: () => store.ends({ ...identity, stepMs }, EVER),
    truth: () => world.truth('yes', stepMs, { from: FROM, to: CLOSED_AT + HOUR }, clock.now()),
    wait: (ms: number) => clock.passTo(clock.now() + ms),
  }
}

describe('the last candle of a market that has closed', () => {
  test('is provisional after one look, and final after another, equal one', async () => {
    const { ask, ends, stored, truth, wait, world } = setUp(12 * HOUR)
    const first = await ask()
    expect(first.bars).toEqual(truth())
    expect(first.provisionalCandles).toBe(1)
    const last = first.bars.at(-1)?.timestamp ?? 0
    expect(first.notFinal).toEqual([{ from: last, to: last + MINUTE }])
    expect(first.finalAfter).toBe(CLOSED_AT + 12 * HOUR + 10 * MINUTE)
    expect(first.provisional).toBeDefined()
    expect(stored()).toEqual(truth().slice(0, -1))
    expect(ends().flatMap(({ bars }) => bars)).toEqual(truth().slice(-1))
    wait(5 * MINUTE)
    expect((await ask()).cache).toBe('hit')
    wait(5 * MINUTE)
    const second = await ask()
    expect(second).not.toHaveProperty('provisional')
    expect(second).not.toHaveProperty('provisionalCandles')
    expect(second).not.toHaveProperty('notFinal')
    expect(second).not.toHaveProperty('finalAfter')
    expect([stored(), ends()]).toEqual([truth(), []])
    const calls = world.asked.length
    await ask()
    expect([calls, world.asked.length]).toEqual([2, 2])
  })

  test('is final after a restart between the two looks', async () => {
    const { ask, restart, stored, truth, wait } = setUp(12 * HOUR)
    await ask()
    restart()
    expect((await ask()).bars).toEqual(truth())
    expect(stored()).toEqual(truth().slice(0, -1))
    wait(10 * MINUTE)
    restart()
    await ask()
    expect(stored()).toEqual(truth())
  })

  test('is the only one of a market of 15 minutes, and is final an hour after the close', async () => {
    const { ask, stored, truth, wait } = setUp(HOUR, 15 * MINUTE, '1h', CLOSED_AT - 3 * MINUTE)
    expect(await ask()).toMatchObject({ provisionalCandles: 1 })
    expect(stored()).toEqual([])
    wait(10 * MINUTE)
    await ask()
    expect([truth().length, stored()]).toEqual([1, truth()])
  })

  test('is final where the requested candle is longer than the native one and ends after the close', async () => {
    const { ask, ends, stored, truth, wait } = setUp(12 * HOUR, 3 * HOUR, '5m')
    expect((await ask()).finalAfter).toBe(CLOSED_AT + 12 * HOUR + 10 * MINUTE)
    wait(10 * MINUTE)
    const second = await ask()
    expect(second).not.toHaveProperty('provisional')
    expect(second).not.toHaveProperty('provisionalCandles')
    expect(second).not.toHaveProperty('finalAfter')
    expect([stored(), ends()]).toEqual([truth(), []])
  })

  test('waits for an hour after the close: indexers stand still for half of one', async () => {
    const { ask, stored, truth, wait } = setUp(5 * MINUTE)
    expect((await ask()).finalAfter).toBe(CLOSED_AT + HOUR)
    wait(40 * MINUTE)
    await ask()
    expect(stored()).toEqual(truth().slice(0, -1))
    wait(15 * MINUTE)
    await ask()
    expect(stored()).toEqual(truth())
  })
})

describe('a market that its venue calls closed without a time', () => {
  const withoutTime = ({ closedAt: _closedAt, ...series }: PlayedSeries): PlayedSeries => ({
    ...series,
    isClosed: true,
  })

  test('ends when a lookup first reports that, and is final an hour later', async () => {
    const { ask, ends, restart, stored, truth, wait, world } = setUp(30 * MINUTE)
    world.relocated = withoutTime
    const first = await ask()
    expect(first.finalAfter).toBeLessThan(CLOSED_AT + 2 * HOUR)
    expect(first).not.toHaveProperty('period.closedAt')
    wait(11 * MINUTE)
    await ask()
    restart()
    wait(51 * MINUTE)
    const last = await ask()
    expect(last).not.toHaveProperty('provisionalCandles')
    expect(last).not.toHaveProperty('finalAfter')
    expect([stored(), ends()]).toEqual([truth(), []])
    wait(DAY)
    const calls = world.asked.length
    expect(await ask()).not.toHaveProperty('finalAfter')
    expect(world.asked.length).toBe(calls)
  })

  test('is final an hour later where its last trade is a day old by then', async () => {
    const { ask, ends, stored, truth, wait, world } = setUp(DAY - 30 * MINUTE)
    world.relocated = withoutTime
    await ask()
    wait(15 * MINUTE)
    await ask()
    wait(45 * MINUTE)
    await ask()
    wait(MINUTE)
    expect(await ask()).not.toHaveProperty('finalAfter')
    expect([stored(), ends()]).toEqual([truth(), []])
  })

  test('trades on where a later lookup does not call it closed', async () => {
    const { ask, stored, truth, wait, world } = setUp(-5 * MINUTE)
    world.relocated = withoutTime
    await ask()
    world.relocated = undefined
    wait(20 * MINUTE)
    expect((await ask()).bars).toEqual(truth())
    wait(2 * HOUR)
    await ask()
    wait(10 * MINUTE)
    await ask()
    expect(stored()).toEqual(truth())
  })

  test('has no end where candles are not made of trades', async () => {
    const { ask, wait, world } = setUp(30 * MINUTE)
    world.relocated = withoutTime
    const { venue } = world
    const points = { ...venue, candles: { ...(venue.candles as CandleSource), basis: 'point' as const } }
    await ask(undefined, points)
    wait(2 * HOUR)
    expect((await ask(undefined, points)).finalAfter).toBeGreaterThan(CLOSED_AT + DAY)
  })
})

describe('a single response that is wrong finalizes nothing', () => {
  const blank = (batch: CandleBatch): CandleBatch => ({ ...batch, kind: 'bars', bars: [] })
  const cutLast = (batch: CandleBatch): CandleBatch =>
    batch.kind === 'bars' ? { ...batch, bars: batch.bars.slice(0, -1) } : batch
  const lower = (batch: CandleBatch): CandleBatch =>
    batch.kind === 'bars'
      ? { ...batch, bars: batch.bars.map((bar) => ({ ...bar, volume: (bar.volume ?? 0) / 2 })) }
      : batch

  test.each([
    ['blank', blank],
    ['without the last candle', cutLast],
    ['with less of it', lower],
  ])('%s, first', async (_name, lie) => {
    const { ask, stored, truth, wait, world } = setUp(12 * HOUR)
    world.tamper = lie
    await ask()
    world.tamper = undefined
    for (let looks = 0; looks < 4; looks++) {
      wait(31 * MINUTE)
      await ask()
    }
    const last = truth().at(-1)
    expect(stored().at(-1)).toEqual(last)
    expect(stored().map(({ timestamp }) => timestamp)).toEqual(truth().map(({ timestamp }) => timestamp))
  })

  test.each([
    ['blank', blank],
    ['without the last candle', cutLast],
    ['with less of it', lower],
  ])('%s, second', async (_name, lie) => {
    const { ask, stored, truth, wait, world } = setUp(12 * HOUR)
    await ask()
    wait(10 * MINUTE)
    world.tamper = lie
    expect((await ask()).bars).toEqual(truth())
    expect(stored()).toEqual(truth().slice(0, -1))
    world.tamper = undefined
    wait(HOUR)
    await ask()
    expect(stored()).toEqual(truth())
  })

  test.each([false, true])('with a candle that no later response has (restarts: %s)', async (isRestarted) => {
    const { ask, ends, restart, stored, truth, wait, world } = setUp(12 * HOUR)
    const quietFrom = CLOSED_AT - 4 * MINUTE
    const quiet = ({ timestamp }: PriceCandle): boolean => timestamp < quietFrom
    const honest = (batch: CandleBatch): CandleBatch =>
      batch.kind === 'bars' ? { ...batch, bars: batch.bars.filter(quiet) } : batch
    world.tamper = (batch) => {
      const told = honest(batch)
      if (told.kind !== 'bars') return told
      return { ...told, bars: [...told.bars, { ...present(told.bars.at(-1)), timestamp: quietFrom }] }
    }
    await ask()
    world.tamper = honest
    for (let looks = 0; looks < 4; looks++) {
      wait(DAY)
      if (isRestarted) restart()
      await ask()
    }
    expect([stored(), ends()]).toEqual([truth().filter(quiet), []])
  })

  test.each([
    ['blank for three days', blank, 3 * DAY, HOUR],
    ['without the last candle for five hours', cutLast, 5 * HOUR, 31 * MINUTE],
  ])('%s, after one that was right', async (_name, lie, lastsMs, everyMs) => {
    const { ask, stored, truth, wait, world } = setUp(12 * HOUR)
    await ask()
    world.tamper = lie
    for (let passed = 0; passed < lastsMs; passed += everyMs) {
      wait(everyMs)
      expect((await ask()).bars).toEqual(truth())
    }
    world.tamper = undefined
    for (let looks = 0; looks < 4; looks++) {
      wait(DAY)
      await ask()
    }
    expect(stored()).toEqual(truth())
  })

  test('a server that stands still for 50 minutes, since before the close', async () => {
    const { ask, stored, truth, wait, world } = setUp(5 * MINUTE)
    world.stalledAt = CLOSED_AT - 5 * MINUTE
    await ask()
    wait(40 * MINUTE)
    await ask()
    world.stalledAt = undefined
    wait(15 * MINUTE)
    await ask()
    wait(15 * MINUTE)
    await ask()
    expect(stored()).toEqual(truth())
  })
})

describe('a closing that is not certain', () => {
  test('is looked up again before the end is final: a market that trades on keeps its last candle open', async () => {
    const { ask, clock, ends, stored, wait, world } = setUp(12 * HOUR)
    await ask()
    expect(ends()).toHaveLength(1)
    world.closedAt = undefined
    world.stalledAt = CLOSED_AT
    wait(11 * MINUTE)
    const { provisionalCandles } = await ask()
    expect(provisionalCandles).toBe(1)
    expect(ends()).toEqual([])
    expect(stored().every(({ timestamp }) => timestamp < CLOSED_AT)).toBe(true)
    expect(world.located).toBe(2)
    expect(clock.now() - CLOSED_AT).toBeGreaterThan(12 * HOUR)
  })

  test('that was moved is a new one', async () => {
    const { ask, stored, truth, wait, world } = setUp(12 * HOUR)
    await ask()
    world.closedAt = CLOSED_AT + 30 * MINUTE
    wait(11 * MINUTE)
    await ask()
    expect(stored().length).toBeLessThan(truth().length)
    wait(11 * MINUTE)
    await ask()
    wait(11 * MINUTE)
    await ask()
    expect(stored()).toEqual(truth())
  })

  test('a lookup that ends the window inside of the market does not stop its end from being final', async () => {
    const { ask, stored, truth, wait } = setUp(12 * HOUR)
    await ask(CLOSED_AT)
    wait(10 * MINUTE)
    await ask(CLOSED_AT)
    expect(stored()).toEqual(truth())
  })

  /** A market that has just closed. The lookup did not report it until the wait was over. */
  async function setUpLate() {
    const market = setUp(5_000)
    const { ask, wait, world } = market
    world.relocated = ({ closedAt: _closedAt, ...series }) => series
    await ask()
    world.relocated = undefined
    wait(44 * MINUTE)
    return market
  }

  test('is served to a request that began before the close was known', async () => {
    const { ask, truth } = await setUpLate()
    // The first one needs no lookup, and the lookup of the second one reports the close meanwhile.
    const [earlier, later] = await Promise.all([ask(CLOSED_AT - MINUTE), ask()])
    expect(earlier.bars).toEqual(truth())
    expect(later.bars).toEqual(truth())
    expect(earlier.finalAfter).toBe(later.finalAfter)
  })

  test('is served to a request whose empty response leads to the lookup of the close', async () => {
    const { ask, clock, truth, world } = await setUpLate()
    world.tamper = (batch) => (batch.kind === 'bars' ? { ...batch, bars: [] } : batch)
    const asked = world.asked.length
    const { bars, finalAfter } = await ask(CLOSED_AT - MINUTE)
    expect(bars).toEqual(truth())
    expect(finalAfter).toBeGreaterThan(clock.now())
    expect(world.asked.length - asked).toBe(1)
  })

  test('is not served from a close before which it traded again', async () => {
    const { ask, ends, truth, wait, world } = setUp(2 * HOUR, 3 * HOUR, '1h')
    await ask()
    expect(ends()).toHaveLength(1)
    const old = truth().at(-1)
    world.closedAt = CLOSED_AT + 3 * HOUR
    wait(3 * HOUR)
    const { bars } = await ask(CLOSED_AT)
    expect(bars).toEqual(truth().filter(({ timestamp }) => timestamp <= CLOSED_AT))
    expect(bars.at(-1)).not.toEqual(old)
  })

  test('that a fast clock dated in the future does not hide a response of now', async () => {
    const { ask, store, truth, world } = setUp(MINUTE)
    await ask()
    const [from, to] = [CLOSED_AT - 5 * MINUTE, CLOSED_AT + MINUTE]
    const later = CLOSED_AT + 2 * HOUR
    store.commit(identity, {
      bars: [],
      coverage: [],
      ends: {
        within: { from, to },
        entries: [
          { from, to, route: 'trades', requestedAt: later, lookAgainAt: later + HOUR, looks: 1, bars: [] },
        ],
      },
    })
    const asked = world.asked.length
    expect((await ask()).bars).toEqual(truth())
    expect(world.asked.length - asked).toBeLessThanOrEqual(1)
  })

  test('is final also where every window ends before it', async () => {
    const { ask, stored, truth, wait } = setUp(12 * HOUR)
    const until = (truth().at(-2)?.timestamp ?? 0) - 30 * MINUTE
    for (let looks = 0; looks < 4; looks++) {
      await ask(until)
      wait(11 * MINUTE)
    }
    expect(stored().filter(({ timestamp }) => timestamp <= until)).toEqual(
      truth().filter(({ timestamp }) => timestamp <= until),
    )
  })
})
