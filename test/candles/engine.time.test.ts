import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import type { CandleEngine } from '../../src/candles/engine.js'
import type { CandleStore } from '../../src/candles/store/candle-store.js'
import { type CandleWorld, candleWorld } from '../support/candle-world.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { atOnce, engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const LISTED = NOW - 80 * HOUR

const folder = temporaryFolder()
afterAll(() => folder.remove())

let files = 0
let path: string
let clock: FakeClock
let world: CandleWorld
let store: CandleStore
let engine: CandleEngine

beforeEach(() => {
  path = join(folder.path, `time-${files++}.db`)
  clock = fakeClock(NOW)
  world = candleWorld({ clock, listedAt: LISTED })
  begin(() => Math.floor(clock.trueNow() / 1_000) * 1_000 + 999)
})

/** Starts a process over the same file. @param venueTime as the `Date` of the venue's answers tells it */
function begin(venueTime?: () => number, isClockConfirmed?: () => boolean): void {
  store?.close()
  store = openStore(path)
  engine = engineOver(store, clock, venueTime, atOnce, isClockConfirmed)
}

const minutes = (from: number, to = clock.now()) => ({ resolution: '1m', start: from, end: to })

/** What is answered, beside what the venue shows to a direct reader now. */
async function bothReadings(from: number, to: number) {
  const { bars } = await engine.candles(world.venue, 'yes', minutes(from, to), patientCall())
  const span = { from: from - (from % MINUTE), to: to - (to % MINUTE) + MINUTE }
  return { bars, truth: world.truth('yes', MINUTE, span, world.now()) }
}

async function expectTruth(from: number, to: number): Promise<void> {
  const { bars, truth } = await bothReadings(from, to)
  expect(bars).toEqual(truth)
}

const ledger = () =>
  store.coverage(
    { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' },
    { from: 0, to: NOW + 100 * DAY },
  )
const coveredTo = () => Math.max(0, ...ledger().map(({ to }) => to))

describe('our clock', () => {
  test('set back leaves the marks of what was fetched before', async () => {
    world.tamper = (batch) => (batch.kind === 'bars' ? { ...batch, bars: [] } : batch)
    clock.jump(DAY)
    const [from, to] = [NOW - 30 * MINUTE, NOW - 20 * MINUTE]
    const ask = () => engine.candles(world.venue, 'yes', minutes(from, to), patientCall())
    const { bars, provisional } = await ask()
    expect([bars, provisional]).toEqual([[], [{ from: from - 20_000, to: to + 40_000 }]])
    clock.jump(-DAY)
    await clock.advance(1_000)
    const { cache, ...again } = await ask()
    expect(cache).toBe('hit')
    expect(again.provisional).toEqual(provisional)
    expect(again.freshUntil).toBeLessThan(clock.now() + HOUR)
  })

  test.each([10 * MINUTE, DAY])(
    'may run ahead by %i ms: nothing beyond the venue time is kept',
    async (ms) => {
      clock.jump(ms)
      for (let poll = 0; poll < 3; poll++) {
        await engine.candles(world.venue, 'yes', minutes(NOW - HOUR), patientCall())
        await clock.advance(MINUTE)
      }
      expect(coveredTo()).toBeLessThanOrEqual(world.now() - 90_000)
      expect(coveredTo()).toBeGreaterThan(NOW - 10 * MINUTE)
      clock.jump(-ms)
      await clock.advance(HOUR)
      await expectTruth(NOW - HOUR, clock.now())
    },
  )

  test.each([
    ['ahead, and the second response seems to come a day later', 0, DAY],
    ['right after it was behind, and the first one seems to have come a day before', -DAY, 0],
  ])('may be set %s: the silence of a minute is not believed for good', async (_what, first, second) => {
    const old = minutes(NOW - 60 * HOUR, NOW - 58 * HOUR)
    world.tamper = (batch) => ({ ...batch, kind: 'bars', bars: [] })
    clock.jump(first)
    await engine.candles(world.venue, 'yes', old, patientCall())
    clock.jump(second - first)
    await clock.advance(MINUTE)
    await engine.candles(world.venue, 'yes', old, patientCall())
    world.tamper = undefined
    clock.jump(-second)
    clock.passTo(clock.now() + 2 * DAY)
    await expectTruth(old.start, old.end)
  })

  test("may run ahead: the running candle is the venue's", async () => {
    clock.jump(DAY)
    world.tamper = undefined
    const query = { resolution: '1h', start: NOW - 5 * HOUR }
    const { runningFrom } = await engine.candles(world.venue, 'yes', query, patientCall())
    expect(runningFrom).toBe(NOW - (NOW % HOUR))
  })

  test.each([
    ['while running', false],
    ['with a restart', true],
  ])(
    'may be set back at a venue that tells no time, %s: what came out of it is asked for again',
    async (_how, restarts) => {
      begin()
      clock.jump(3 * DAY)
      await engine.candles(world.venue, 'yes', minutes(NOW - 3 * HOUR), patientCall())
      await clock.advance(HOUR)
      await engine.candles(world.venue, 'yes', minutes(NOW - 3 * HOUR), patientCall())
      expect(coveredTo()).toBeGreaterThan(world.now())
      clock.jump(-3 * DAY)
      await clock.advance(HOUR)
      if (restarts) begin()
      await expectTruth(NOW - 3 * HOUR, clock.now())
      expect(coveredTo()).toBeLessThan(world.now())
      // Candles from well before the newest one were final whatever the clock showed.
      const early = ledger().filter(({ kind, fetchedAt }) => kind === 'data' && fetchedAt < NOW)
      expect(early.reduce((sum, { from, to }) => sum + to - from, 0)).toBeGreaterThan(HOUR)
    },
  )

  test.each([
    ['the silence', { closed: false, settled: false }],
    ['a closing', { closed: true, settled: false }],
    ['a decision', { closed: true, settled: true }],
  ])(
    'may be set back while nobody asks: %s it learned before is not believed when its time comes',
    async (_what, { closed, settled }) => {
      begin()
      clock.jump(3 * DAY)
      if (closed) world.closedAt = NOW - HOUR
      if (settled) world.relocated = (series) => ({ ...series, isSettled: true })
      await engine.candles(world.venue, 'yes', minutes(NOW - 3 * HOUR), patientCall())
      clock.jump(-3 * DAY)
      world.closedAt = undefined
      world.relocated = undefined
      clock.passTo(clock.now() + 3 * DAY + HOUR)
      await expectTruth(NOW - 3 * HOUR, clock.now())
    },
  )

  test('may be set behind: what was stored before is answered all the same', async () => {
    const query = minutes(NOW - 10 * HOUR, NOW - 5 * HOUR)
    await engine.candles(world.venue, 'yes', minutes(NOW - 10 * HOUR), patientCall())
    await clock.advance(10 * MINUTE)
    await engine.candles(world.venue, 'yes', query, patientCall())
    const asked = world.asked.length
    clock.jump(-2 * HOUR)
    const { bars, cache } = await engine.candles(world.venue, 'yes', query, patientCall())
    expect([cache, world.asked.length]).toEqual(['hit', asked])
    expect(bars.length).toBeGreaterThan(100)
  })

  test('may be behind after a start: what was fetched lately of old times stays, and is answered', async () => {
    const query = minutes(NOW - 60 * HOUR, NOW - 58 * HOUR)
    await engine.candles(world.venue, 'yes', query, patientCall())
    clock.passTo(clock.now() + 40 * MINUTE)
    const { bars } = await engine.candles(world.venue, 'yes', query, patientCall())
    const before = ledger()
    clock.jump(-5 * HOUR)
    let isConfirmed = false
    begin(
      () => clock.trueNow(),
      () => isConfirmed,
    )
    world.failNext = 10
    expect(await engine.candles(world.venue, 'yes', query, patientCall())).toMatchObject({
      bars,
      cache: 'hit',
    })
    clock.jump(5 * HOUR)
    isConfirmed = true
    expect(await engine.candles(world.venue, 'yes', query, patientCall())).toMatchObject({
      bars,
      cache: 'hit',
    })
    expect(ledger()).toEqual(before)
  })

  test('that ran ahead is known by the first time of a venue: only then is dropped what came of it', async () => {
    begin()
    clock.jump(3 * DAY)
    await engine.candles(world.venue, 'yes', minutes(NOW - 3 * HOUR), patientCall())
    await clock.advance(HOUR)
    await engine.candles(world.venue, 'yes', minutes(NOW - 3 * HOUR), patientCall())
    clock.jump(-3 * DAY)
    let isConfirmed = false
    begin(undefined, () => isConfirmed)
    const before = ledger()
    await engine.candles(world.venue, 'yes', minutes(NOW - 3 * HOUR, NOW - 2 * HOUR), patientCall())
    expect(ledger()).toEqual(before)
    isConfirmed = true
    await engine.candles(world.venue, 'yes', minutes(NOW - 3 * HOUR, NOW - 2 * HOUR), patientCall())
    expect(coveredTo()).toBeLessThan(world.now())
  })

  test('may be behind: nothing that is stored is given up for that', async () => {
    begin()
    await engine.candles(world.venue, 'yes', minutes(NOW - 3 * HOUR), patientCall())
    const before = ledger()
    clock.jump(-300 * DAY)
    store.dropFuture(clock.now())
    await engine.candles(world.venue, 'yes', { resolution: '1m', limit: 5 }, patientCall())
    expect(ledger()).toEqual(before)
  })
})

describe('silence', () => {
  test('of a stalled indexer is no proof: what it brings later is found', async () => {
    world.stalledAt = NOW - 20 * MINUTE
    const first = await engine.candles(world.venue, 'yes', minutes(NOW - HOUR, NOW), patientCall())
    expect(first.bars.at(-1)?.timestamp).toBeLessThanOrEqual(NOW - 20 * MINUTE)
    world.stalledAt = undefined
    await clock.advance(HOUR)
    await expectTruth(NOW - HOUR, NOW)
  })

  test('also the candle in which it stalled is asked for again', async () => {
    const stall = NOW - (NOW % HOUR) - 5 * MINUTE
    world.stalledAt = stall
    const hours = { resolution: '1h', start: NOW - 5 * HOUR, end: NOW }
    await engine.candles(world.venue, 'yes', hours, patientCall())
    world.stalledAt = undefined
    await clock.advance(3 * HOUR)
    const { bars } = await engine.candles(world.venue, 'yes', hours, patientCall())
    const from = NOW - (NOW % HOUR) - 5 * HOUR
    expect(bars).toEqual(world.truth('yes', HOUR, { from, to: from + 6 * HOUR }, world.now()))
  })

  test('is asked for again at growing intervals, and believed for good after a day', async () => {
    world.stalledAt = NOW - 2 * DAY
    const quiet = minutes(NOW - HOUR, NOW - 30 * MINUTE)
    const askedAfter: number[] = []
    for (let minute = 0; minute < 3 * 24 * 60; minute += 10) {
      const before = world.asked.length
      await engine.candles(world.venue, 'yes', quiet, patientCall())
      if (world.asked.length > before) askedAfter.push(minute)
      clock.passTo(clock.now() + 10 * MINUTE)
    }
    // The last one is a second response about silence of more than a day.
    expect(askedAfter).toEqual([0, 30, 90, 210, 450, 930, 1890, 1920])
    expect(ledger()).toMatchObject([{ kind: 'proven_empty' }])
  })

  test.each([
    ['a candle that came before it was asked for', {}],
    ['what else the venue shows', { seenTo: NOW - 2 * HOUR }],
  ])('before %s is final when a second response says the same', async (_, shown) => {
    const quiet = minutes(NOW - 3 * HOUR, NOW - 2 * HOUR - MINUTE)
    await engine.candles(world.venue, 'yes', minutes(NOW - 10 * MINUTE), patientCall())
    world.tamper = (batch) => ({ ...batch, kind: 'bars', bars: [], ...shown })
    const first = await engine.candles(world.venue, 'yes', quiet, patientCall())
    expect(first.provisional).toMatchObject([{ from: NOW - 3 * HOUR - 20_000, to: NOW - 2 * HOUR - 20_000 }])
    expect(first.freshUntil).toBe(NOW + 30 * MINUTE)
    expect(ledger()[0]?.from).toBeGreaterThan(NOW - HOUR)
    clock.passTo(NOW + 30 * MINUTE)
    expect(await engine.candles(world.venue, 'yes', quiet, patientCall())).not.toHaveProperty('provisional')
    expect(ledger()[0]).toMatchObject({ kind: 'proven_empty' })
  })

  test.each([1, 5, 20])('a server that is %i minutes behind erases nothing that was told', async (lag) => {
    const ask = () => engine.candles(world.venue, 'yes', { resolution: '1m', limit: 60 }, patientCall())
    await ask()
    const told = world.truth('yes', MINUTE, { from: NOW - HOUR, to: NOW - 2 * MINUTE }, NOW)
    await clock.advance(MINUTE)
    // Its newest candle is one that was running then.
    const behind = clock.now() - lag * MINUTE
    const cut = behind - (behind % MINUTE)
    world.tamper = (batch) =>
      batch.kind === 'bars'
        ? {
            ...batch,
            bars: batch.bars
              .filter(({ timestamp }) => timestamp <= cut)
              .map((bar) => (bar.timestamp === cut ? { ...bar, volume: 0 } : bar)),
          }
        : batch
    await clock.advance(2_000)
    await ask()
    world.tamper = undefined
    await clock.advance(HOUR)
    await ask()
    await expectTruth(told[0]?.timestamp ?? 0, NOW - 2 * MINUTE)
  })

  test.each([
    ['oldest half', (at: number, of: number) => at >= of / 2],
    ['newest half', (at: number, of: number) => at < of / 2],
    ['middle', (at: number, of: number) => at < of / 3 || at > (2 * of) / 3],
  ])('a list that lacks its %s is whole after the next response', async (_, isKept) => {
    const [from, to] = [NOW - 30 * HOUR, NOW - 26 * HOUR]
    world.tamper = (batch) =>
      batch.kind === 'bars'
        ? { ...batch, bars: batch.bars.filter((__, at) => isKept(at, batch.bars.length)) }
        : batch
    const first = await engine.candles(world.venue, 'yes', minutes(from, to), patientCall())
    expect(first.provisional).not.toBeUndefined()
    world.tamper = undefined
    clock.passTo(NOW + 30 * MINUTE)
    await expectTruth(from, to)
    clock.passTo(NOW + HOUR)
    const settled = await engine.candles(world.venue, 'yes', minutes(from, to), patientCall())
    expect(settled).not.toHaveProperty('provisional')
  })

  test('that one blank response made is gone when the next one has the candles', async () => {
    world.tamper = (batch) => ({ ...batch, kind: 'bars', bars: [] })
    const old = minutes(NOW - 2 * DAY, NOW - 2 * DAY + 3 * HOUR)
    expect((await engine.candles(world.venue, 'yes', old, patientCall())).bars).toEqual([])
    world.tamper = undefined
    clock.passTo(NOW + 30 * MINUTE)
    begin()
    await expectTruth(NOW - 2 * DAY, NOW - 2 * DAY + 3 * HOUR)
  })
})

describe('freshness', () => {
  test('of an ended hour ends when it becomes final, however lately it was asked for', async () => {
    const top = NOW - (NOW % HOUR) + HOUR
    clock.passTo(top - 10_000)
    const hour = { resolution: '1h', start: top - HOUR, end: top - 1 }
    const running = await engine.candles(world.venue, 'yes', hour, patientCall())
    expect(running.runningFrom).toBe(top - HOUR)
    expect(running.freshUntil).toBeLessThanOrEqual(top)
    clock.passTo(top + 5_000)
    const ended = await engine.candles(world.venue, 'yes', hour, patientCall())
    expect(ended.bars).toEqual(world.truth('yes', HOUR, { from: top - HOUR, to: top }, world.now()))
    expect(ended.freshUntil).toBeLessThanOrEqual(top + 90_000)
  })

  test('counts from when the venue was asked, not from when it was answered from memory', async () => {
    const hours = { resolution: '1h', limit: 5 }
    const first = await engine.candles(world.venue, 'yes', hours, patientCall())
    clock.passTo(clock.now() + 50_000)
    const second = await engine.candles(world.venue, 'yes', hours, patientCall())
    expect(second).toMatchObject({ cache: 'hit', freshUntil: first.freshUntil })
  })

  test('the generation of an answer is that of what it was put together from', async () => {
    const { generation, seriesKey } = await engine.candles(
      world.venue,
      'yes',
      { resolution: '1h' },
      patientCall(),
    )
    expect(generation).toBe(engine.generation(seriesKey))
    clock.passTo(clock.now() + 2 * MINUTE)
    await engine.candlesJson(world.venue, 'yes', { resolution: '1h' }, patientCall())
    expect(engine.generation(seriesKey)).toBeGreaterThan(generation)
  })
})

describe('what is believed of a market', () => {
  const recent = () => minutes(world.now() - 10 * MINUTE, world.now())
  const ask = () => engine.candles(world.venue, 'yes', recent(), patientCall())

  test('a closing that the venue takes back is noticed, also after a restart', async () => {
    world.closedAt = NOW - HOUR
    expect((await ask()).emptyReason).toBe('after_close')
    world.closedAt = undefined
    begin()
    await clock.advance(HOUR)
    expect((await ask()).bars.length).toBeGreaterThan(0)
    await expectTruth(NOW - 3 * HOUR, world.now())
  })

  test.each([
    ['after it', 0],
    ['that reaches over it', 7 * DAY],
  ])('no answer about weeks %s outlives what is believed of a closing', async (_which, before) => {
    const monday = Date.UTC(2026, 5, 8, 0, 20)
    clock = fakeClock(monday)
    world = candleWorld({ clock, listedAt: LISTED, closedAt: monday - 30 * MINUTE })
    begin()
    const query = { resolution: '1w', start: monday - before }
    const ask = () => engine.candles(world.venue, 'yes', query, patientCall())
    const { bars, freshUntil } = await ask()
    world.closedAt = undefined
    clock.passTo(freshUntil - 1)
    expect((await ask()).bars).toEqual(bars)
  })

  test('a closing is asked for at growing intervals, and rarely once it is for good', async () => {
    world.closedAt = NOW - HOUR
    await ask()
    const locatedIn = async (ms: number): Promise<number> => {
      const before = world.located
      for (const end = clock.now() + ms; clock.now() < end; clock.passTo(clock.now() + HOUR)) await ask()
      return world.located - before
    }
    expect(await locatedIn(DAY)).toBe(4)
    expect(await locatedIn(14 * DAY)).toBeLessThanOrEqual(15)
    expect((await ask()).isOver).toBe(true)
    expect(await locatedIn(14 * DAY)).toBeLessThanOrEqual(3)
  })

  test('a market is over when the venue has decided it, not when it has closed', async () => {
    world.closedAt = NOW - HOUR
    expect((await ask()).isOver).toBe(false)
    world.relocated = (series) => ({ ...series, isSettled: true })
    await clock.advance(30 * HOUR)
    expect((await ask()).isOver).toBe(true)
  })

  test('a closing learned late changes the generation of an answer', async () => {
    const query = minutes(NOW - 2 * HOUR, NOW - 90 * MINUTE)
    await engine.candles(world.venue, 'yes', query, patientCall())
    const { generation } = await engine.candles(world.venue, 'yes', query, patientCall())
    world.closedAt = NOW - 2 * HOUR + MINUTE
    await clock.advance(20 * MINUTE)
    await ask()
    expect((await engine.candles(world.venue, 'yes', query, patientCall())).generation).not.toBe(generation)
  })

  test('a listing learned later hides nothing that is stored', async () => {
    await engine.candles(world.venue, 'yes', minutes(NOW - 5 * HOUR, NOW), patientCall())
    const bars = world.truth(
      'yes',
      MINUTE,
      { from: NOW - (NOW % MINUTE) - 5 * HOUR, to: NOW - 4 * HOUR + 1 },
      NOW,
    )
    world.listedAt = NOW - 2 * HOUR
    await clock.advance(HOUR)
    await ask()
    const again = await engine.candles(world.venue, 'yes', minutes(0, NOW - 4 * HOUR), patientCall())
    expect(again.bars).toEqual(bars)
  })

  test('nothing at all is believed only with facts of now: a market that moved is found where it is', async () => {
    const old = minutes(NOW - 70 * HOUR, NOW - 69 * HOUR)
    await ask()
    await clock.advance(HOUR)
    world.relocated = (series) => ({ ...series, facts: { route: 'archive' } })
    world.tamper = (batch) =>
      batch.route === 'archive' || batch.kind !== 'bars' ? batch : { ...batch, bars: [] }
    await expectTruth(old.start, old.end)
    expect(ledger()[0]).toMatchObject({ kind: 'data', route: 'archive' })
  })

  test('NOT_FOUND is believed only with facts of now, also where the series has another name by now', async () => {
    await ask()
    world.relocated = (series) => ({ ...series, seriesKey: 'renamed', facts: { route: 'renamed' } })
    world.tamper = (batch) => {
      if (batch.route !== 'renamed') throw new PmxError('NOT_FOUND', 'no such series')
      return batch
    }
    await expectTruth(NOW - 9 * HOUR, NOW - 8 * HOUR)
  })
})
