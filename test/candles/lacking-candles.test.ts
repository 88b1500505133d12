import { expect, test } from 'vitest'
import { subtract } from '../../src/api/times/span.js'
import { createCandleEngine } from '../../src/candles/engine.js'
import { createContradictionNotes } from '../../src/candles/store/contradicted-candles.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { createRecheckedMemoryStore } from '../../src/candles/store/rechecked-memory-store.js'
import { locateOutcome } from '../../src/core/listings/outcome-resolver.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { atOnce, contextWithoutNetwork, engineOver, patientCall } from '../support/engine.js'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)

test('of a response that lacks a candle that was served, what is later than that is provisional too', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 80 * 60 * MINUTE })
  const engine = engineOver(createMemoryStore(), clock, () => clock.now())
  const ask = (to: number) =>
    engine.candles(
      world.venue,
      'yes',
      { resolution: '1m', start: NOON - 10 * MINUTE, end: to - MINUTE },
      patientCall(),
    )
  await ask(NOON)
  const to = NOON + 30 * MINUTE
  clock.passTo(to)
  world.tamper = (batch) =>
    batch.kind === 'bars'
      ? { ...batch, bars: batch.bars.filter(({ timestamp }) => timestamp >= NOON + 20 * MINUTE) }
      : batch
  const { bars, provisional } = await ask(to)
  const truth = world.truth('yes', MINUTE, { from: NOON - 10 * MINUTE, to }, world.now())
  const served = new Set(bars.map(({ timestamp }) => timestamp))
  const lacking = truth.filter(({ timestamp }) => !served.has(timestamp))
  expect(lacking.length).toBeGreaterThan(0)
  const certain = lacking.filter(
    ({ timestamp }) => subtract({ from: timestamp, to: timestamp + MINUTE }, provisional ?? []).length > 0,
  )
  expect(certain).toEqual([])
})

test('the request that confirms an empty range includes the candles on both sides: a cut list may have halved them', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 80 * 60 * MINUTE, windowSteps: 5_000 })
  const engine = engineOver(createMemoryStore(), clock, () => clock.now())
  const window = { resolution: '1m', start: NOON - 3_000 * MINUTE, end: NOON - 2_000 * MINUTE }
  const gap = { from: NOON - 2_600 * MINUTE, to: NOON - 2_400 * MINUTE }
  world.tamper = (batch) =>
    batch.kind === 'bars'
      ? { ...batch, bars: batch.bars.filter(({ timestamp }) => timestamp < gap.from || timestamp >= gap.to) }
      : batch
  const { bars, provisional = [] } = await engine.candles(world.venue, 'yes', window, patientCall())
  const before = bars.findLast(({ timestamp }) => timestamp < gap.from)?.timestamp ?? 0
  const after = bars.find(({ timestamp }) => timestamp >= gap.to)?.timestamp ?? 0
  expect(provisional.some(({ from, to }) => from <= before + MINUTE && to >= after)).toBe(true)
  world.tamper = undefined
  clock.passTo(NOON + 10 * MINUTE)
  const asked = world.asked.length
  await engine.candles(world.venue, 'yes', window, patientCall())
  const spans = world.asked.slice(asked).map(({ span }) => span)
  expect(spans.some(({ from, to }) => from <= before && to >= after + MINUTE)).toBe(true)
  expect(spans).toHaveLength(1)
})

test('a minute without trades in one row, which later responses have, is added after the second one, and not asked for again', async () => {
  const clock = fakeClock(NOON)
  const world = candleWorld({ clock, listedAt: NOON - 80 * 60 * MINUTE })
  const store = createRecheckedMemoryStore()
  const engine = createCandleEngine({
    store,
    clock,
    turn: atOnce,
    locateOutcome,
    onLaterResponse: createContradictionNotes(store),
    openContext: (_venue, terms) => contextWithoutNetwork(clock, terms, clock.now()),
  })
  const span = { from: NOON - 180 * MINUTE, to: NOON - 60 * MINUTE }
  const truth = world.truth('yes', MINUTE, span, world.now())
  const lost = truth[40]?.timestamp ?? 0
  async function ask() {
    const before = world.asked.length
    const window = { resolution: '1m', start: span.from, end: span.to - MINUTE }
    const { bars } = await engine.candles(world.venue, 'yes', window, patientCall())
    return [bars.length, world.asked.length - before]
  }
  world.tamper = (batch) =>
    batch.kind === 'bars'
      ? { ...batch, bars: batch.bars.filter(({ timestamp }) => timestamp !== lost), silentAt: [lost] }
      : batch
  expect(await ask()).toEqual([truth.length - 1, 1])
  world.tamper = undefined
  clock.passTo(NOON + 12 * MINUTE)
  expect(await ask()).toEqual([truth.length - 1, 1])
  clock.passTo(NOON + 52 * MINUTE)
  expect(await ask()).toEqual([truth.length, 1])
  clock.passTo(NOON + 26 * 60 * MINUTE)
  expect(await ask()).toEqual([truth.length, 0])
})
