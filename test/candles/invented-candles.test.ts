import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../src/api/models/models.js'
import { createCandleEngine } from '../../src/candles/engine.js'
import { createRecheck, type Recheck } from '../../src/candles/maintenance/recheck.js'
import { createContradictionNotes } from '../../src/candles/store/contradicted-candles.js'
import { createRecheckedMemoryStore } from '../../src/candles/store/rechecked-memory-store.js'
import { locateOutcome } from '../../src/core/listings/outcome-resolver.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { atOnce, contextWithoutNetwork, openStore, patientCall, temporaryFolder } from '../support/engine.js'

/** The first response about a time has a candle that does not exist. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 5, 10, 12)
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const span = { from: NOON - 38 * HOUR, to: NOON - 35 * HOUR }
const EVER = { from: 0, to: 1e13 }

const folder = temporaryFolder()
const open: Recheck[] = []
let files = 0
afterEach(() => {
  for (const recheck of open.splice(0)) recheck.close()
})
afterAll(() => folder.remove())

/** @param isQuiet minutes in which nobody trades, beside those left out at random */
function setUp({
  isInMemory = false,
  isQuiet = (_at: number): boolean => false,
  hasRecheck = true,
  listedAt = NOON - 80 * HOUR,
  closedAt = undefined as number | undefined,
  asked = span,
} = {}) {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt, isQuiet, ...(closedAt === undefined ? {} : { closedAt }) })
  const store = isInMemory ? createRecheckedMemoryStore() : openStore(`${folder.path}/${files++}.db`)
  const engine = createCandleEngine({
    store,
    clock,
    turn: atOnce,
    locateOutcome,
    onLaterResponse: createContradictionNotes(store),
    openContext: (_venue, terms) => contextWithoutNetwork(clock, terms, clock.now()),
  })
  if (hasRecheck)
    open.push(
      createRecheck({
        store,
        again: engine.again,
        clock,
        turn: atOnce,
        share: 0,
        loadVenue: async () => world.venue,
        rateOf: () => 1_000,
        onError: (error) => {
          throw error
        },
      }),
    )
  const truth = world.truth('yes', MINUTE, asked, world.now())
  return {
    clock,
    world,
    store,
    truth,
    ask: () =>
      engine.candles(
        world.venue,
        'yes',
        { resolution: '1m', start: asked.from, end: asked.to - MINUTE },
        patientCall(),
      ),
    /** The next response has a candle more. */
    invent(timestamp: number) {
      const bar: PriceCandle = { timestamp, open: 0.5, high: 0.9, low: 0.1, close: 0.4, volume: 7 }
      world.tamper = (batch) => {
        world.tamper = undefined
        if (batch.kind !== 'bars') return batch
        return { ...batch, bars: [...batch.bars, bar].sort((a, b) => a.timestamp - b.timestamp) }
      }
    },
  }
}

test('a candle before all others remains, but the empty range after it does not stay provisional', async () => {
  const first = span.from + HOUR
  const { clock, world, truth, ask, invent } = setUp({ isQuiet: (at) => at < first })
  invent(first - 30 * MINUTE)
  await ask()
  await clock.advance(24 * HOUR)
  expect((await ask()).provisional).toHaveLength(1)
  await clock.advance(72 * HOUR)
  const calls = world.asked.length
  const { bars, provisional } = await ask()
  expect([bars.length, provisional]).toEqual([truth.length + 1, undefined])
  expect(world.asked).toHaveLength(calls)
})

function emptyMinute(truth: readonly PriceCandle[], after: number): number {
  const times = new Set(truth.map(({ timestamp }) => timestamp))
  for (let at = after; ; at += MINUTE) if (!times.has(at)) return at
}

test('the first candle of a market is removed by responses since its listing', async () => {
  const first = span.from + 2 * HOUR
  const { clock, truth, ask, invent } = setUp({ listedAt: span.from, isQuiet: (at) => at < first })
  invent(first - 30 * MINUTE)
  await ask()
  await clock.advance(4 * HOUR)
  const { bars, provisional } = await ask()
  expect([bars, provisional]).toEqual([truth, undefined])
})

test('a candle at the end of a closed market is removed although later responses about the end have no rows', async () => {
  const closedAt = NOON - 2 * HOUR
  const asked = { from: closedAt - 6 * HOUR, to: closedAt }
  const isQuiet = (at: number) => at >= closedAt - 90 * MINUTE
  const { clock, store, truth, ask, invent } = setUp({ closedAt, isQuiet, asked })
  invent(closedAt - 5 * MINUTE)
  await ask()
  for (let hours = 0; hours < 100; hours += 5) {
    await clock.advance(5 * HOUR)
    await ask()
  }
  const { bars, provisional } = await ask()
  expect([bars, provisional, store.ends(yes, EVER)]).toEqual([truth, undefined, []])
})

test('the last candle before the end of a closed market is removed when the market has been closed for a day', async () => {
  const closedAt = NOON - 2 * HOUR
  const asked = { from: closedAt - 6 * HOUR, to: closedAt }
  const isQuiet = (at: number) => at >= closedAt - 90 * MINUTE
  const { clock, store, world, truth, ask } = setUp({ closedAt, isQuiet, asked })
  const bar = { timestamp: closedAt - 30 * MINUTE, open: 0.5, high: 0.9, low: 0.1, close: 0.4, volume: 7 }
  world.tamper = (batch) => {
    world.tamper = undefined
    if (batch.kind !== 'bars') return batch
    return { ...batch, bars: [...batch.bars, bar], seenTo: closedAt - 20 * MINUTE }
  }
  await ask()
  for (let hours = 0; hours < 100; hours += 5) {
    await clock.advance(5 * HOUR)
    await ask()
  }
  const { bars, provisional } = await ask()
  expect([bars, provisional, store.ends(yes, EVER)]).toEqual([truth, undefined, []])
})

describe.each([
  ['in a file', false],
  ['in memory', true],
])('a candle that only the first response has, %s', (_name, isInMemory) => {
  test.each([
    ['between others', undefined],
    ['in a quiet hour', (at: number) => at >= NOON - 37 * HOUR && at < NOON - 36 * HOUR],
  ])('is removed, and the empty ranges beside it become final: %s', async (_where, isQuiet) => {
    const { clock, world, store, truth, ask, invent } = setUp({
      isInMemory,
      ...(isQuiet === undefined ? {} : { isQuiet }),
    })
    invent(emptyMinute(truth, NOON - 36.5 * HOUR))
    expect((await ask()).bars).toHaveLength(truth.length + 1)
    await clock.advance(3 * HOUR)
    const { bars, provisional } = await ask()
    expect(bars).toEqual(truth)
    expect(provisional).toBeUndefined()
    expect(store.restated(yes, EVER)).toMatchObject([{ former: { volume: 7 } }])
    const calls = world.asked.length
    await clock.advance(3 * HOUR)
    await ask()
    expect(world.asked).toHaveLength(calls)
  })

  test('is removed by the requests of callers too', async () => {
    const { clock, truth, ask, invent } = setUp({ isInMemory, hasRecheck: false })
    invent(emptyMinute(truth, NOON - 36.5 * HOUR))
    await ask()
    for (const minutes of [11, 35, 95, 280]) {
      clock.passTo(NOON + minutes * MINUTE)
      await ask()
    }
    const { bars, provisional } = await ask()
    expect([bars, provisional]).toEqual([truth, undefined])
  })
})
