import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { RELOCATE_AFTER_MS } from '../../src/candles/series/trading-period.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'

/** Rules about when: each is a line of the engine, and breaking it must show here. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SETTLE_LAG = 90_000
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const LISTED = NOW - 10 * DAY

const folder = temporaryFolder()
afterAll(() => folder.remove())
let files = 0

function setUp(options: { closedAt?: number; isSettled?: true; now?: number } = {}) {
  const { closedAt, isSettled, now = NOW } = options
  const clock = fakeClock(now)
  let passes = 0
  const world = candleWorld({
    clock,
    listedAt: LISTED,
    finalAfterMs: SETTLE_LAG,
    hold: async () => clock.passTo(clock.now() + passes),
    ...(closedAt === undefined ? {} : { closedAt }),
  })
  world.relocated = (series) => ({ ...series, ...(isSettled === true ? { isSettled } : {}) })
  const store = openStore(join(folder.path, `timing-${files++}.db`))
  const engine = engineOver(store, clock)
  const identity = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
  return {
    clock,
    world,
    ask: (query: object) => engine.candles(world.venue, 'yes', { resolution: '1m', ...query }, patientCall()),
    /** Every answer of the venue is on its way for so long. */
    slowBy: (ms: number) => {
      passes = ms
    },
    coveredTo: () => Math.max(0, ...store.coverage(identity, { from: 0, to: NOW + DAY }).map(({ to }) => to)),
  }
}

describe('what is final', () => {
  test('is judged by when the venue was asked, not by when its answer came', async () => {
    const minute = NOW - (NOW % MINUTE)
    const before = { from: minute - HOUR, to: minute }
    const traded = setUp().world.truth('yes', MINUTE, before, NOW).at(-1)?.timestamp ?? 0
    // The newest candle has ended, but may still change.
    const now = traded + MINUTE + 20_000
    const { world, ask, slowBy, coveredTo } = setUp({ now })
    slowBy(10 * MINUTE)
    await ask({ start: now - HOUR, end: now })
    expect(world.asked.at(-1)?.seenTo).toBeGreaterThanOrEqual(traded)
    expect(coveredTo()).toBeLessThanOrEqual(now - SETTLE_LAG)
    expect(coveredTo()).toBeGreaterThan(now - HOUR)
  })
})

describe('an answer lasts', () => {
  test('until the next candle opens, when nobody said where it ends, also exactly on the grid', async () => {
    for (const now of [NOW, NOW - (NOW % MINUTE)]) {
      for (const life of [{}, { closedAt: NOW - 9 * DAY, isSettled: true } as const]) {
        const { ask } = setUp({ now, ...life })
        const { freshUntil } = await ask({ start: LISTED })
        expect(freshUntil).toBeGreaterThan(now)
        expect(freshUntil).toBeLessThanOrEqual(now - (now % MINUTE) + MINUTE)
      }
    }
  })

  test('until the closing is asked for again, where a closing cuts it off', async () => {
    const closedAt = NOW - 3 * DAY
    const { ask } = setUp({ closedAt })
    const { freshUntil } = await ask({ start: closedAt - HOUR, end: closedAt + HOUR })
    expect(freshUntil).toBeGreaterThan(NOW)
    expect(freshUntil).toBeLessThanOrEqual(NOW + DAY)
  })

  test('for ever, where it ends before everything that may change and two responses say the same', async () => {
    const { ask, clock } = setUp()
    const old = { start: NOW - 6 * DAY, end: NOW - 5 * DAY }
    expect((await ask(old)).freshUntil).toBe(NOW + 10 * MINUTE)
    clock.passTo(NOW + 10 * MINUTE)
    expect((await ask(old)).freshUntil).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('the running candle', () => {
  test('is told while the market trades, and is none once it has closed', async () => {
    const first = (closedAt?: number) =>
      setUp(closedAt === undefined ? {} : { closedAt }).ask({
        resolution: '1h',
        start: NOW - 3 * HOUR,
      })
    expect(await first()).toMatchObject({ runningFrom: NOW - (NOW % HOUR) })
    const closed = await first(NOW - MINUTE)
    expect(closed.bars.at(-1)?.timestamp).toBe(NOW - (NOW % HOUR))
    expect(closed).not.toHaveProperty('runningFrom')
  })
})

describe('a market', () => {
  test.each([
    ['closed an hour ago', HOUR, undefined, false],
    ['decided an hour ago', HOUR, true, false],
    ['decided more than a day ago', 25 * HOUR, true, true],
    ['closed more than a day ago', 25 * HOUR, undefined, false],
  ] as const)('%s: whether it is over', async (_when, ago, isSettled, isOver) => {
    const { ask, clock } = setUp({ closedAt: NOW - ago, ...(isSettled === undefined ? {} : { isSettled }) })
    const window = { start: NOW - 2 * DAY, end: NOW }
    expect((await ask(window)).isOver).toBe(false)
    // A second lookup confirms it.
    clock.passTo(NOW + RELOCATE_AFTER_MS)
    expect((await ask(window)).isOver).toBe(isOver)
  })
})
