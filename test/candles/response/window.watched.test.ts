import { expect, test } from 'vitest'
import { createCandleEngine } from '../../../src/candles/engine.js'
import { createWatch } from '../../../src/candles/fetch/prefetch.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { locateOutcome } from '../../../src/core/listings/outcome-resolver.js'
import type { Priority } from '../../../src/policy/urgency.js'
import { candleWorld } from '../../support/candle-world.js'
import { fakeClock } from '../../support/clock.js'
import { atOnce, contextWithoutNetwork, patientCall } from '../../support/engine.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const NOON = Date.UTC(2026, 5, 10, 12)

function setUp(callsASecond: number) {
  const clock = fakeClock(NOON + 5 * SECOND)
  const world = candleWorld({ clock, listedAt: NOON - 40 * 60 * MINUTE, hold: () => clock.sleep(200) })
  const watch = createWatch({ clock, rateOf: () => callsASecond })
  const engine = createCandleEngine({
    store: createMemoryStore(),
    clock,
    turn: atOnce,
    watch,
    locateOutcome,
    openContext: (_venue, terms) => contextWithoutNetwork(clock, terms),
  })
  /** Asks once a second. */
  async function poll(seconds: number, priority: Priority = 'interactive') {
    const told: { readonly tookMs: number; readonly ageMs: number | undefined; readonly sent: number }[] = []
    for (let second = 0; second < seconds; second++) {
      const begunAt = clock.monotonic()
      const call = patientCall()
      const freshness = { waitMs: SECOND, begunAt }
      const terms = { ...call, priority, onSent: (calls: number) => call.onSent(calls), freshness }
      const asked = engine
        .candles(world.venue, 'yes', { resolution: '1m', limit: 20 }, terms)
        .then(({ early }) =>
          told.push({ tookMs: clock.monotonic() - begunAt, ageMs: early?.ageMs, sent: call.sent }),
        )
      for (let part = 0; part < 10; part++) await clock.advance(SECOND / 10)
      await asked
    }
    return told
  }
  return { clock, world, watch, poll }
}

test('what is asked for every second is brought ahead of the questions, and nobody asks for himself', async () => {
  const { clock, world, watch, poll } = setUp(1_000)
  await poll(5)
  const before = world.asked.length
  const told = await poll(180)
  expect(told.every(({ sent }) => sent === 0)).toBe(true)
  expect(Math.max(...told.map(({ tookMs }) => tookMs))).toBeLessThanOrEqual(600)
  expect(told.every(({ ageMs = 0 }) => ageMs <= SECOND)).toBe(true)
  expect(world.asked.length - before).toBeLessThanOrEqual(1.5 * 180)
  await clock.advance(20 * SECOND)
  const after = world.asked.length
  await clock.advance(10 * MINUTE)
  expect([world.asked.length, watch.size, clock.pendingTimers]).toEqual([after, 0, 0])
})

test('where its share brings it more seldom, nobody waits longer than he wants to, and is told how old it is', async () => {
  const { world, poll } = setUp(0.5)
  await poll(5)
  const before = world.asked.length
  const told = await poll(120)
  expect(Math.max(...told.map(({ tookMs }) => tookMs))).toBeLessThanOrEqual(SECOND)
  expect(Math.max(...told.map(({ ageMs = 0 }) => ageMs))).toBeLessThanOrEqual(7 * SECOND)
  expect(world.asked.length - before).toBeLessThanOrEqual(0.4 * 0.5 * 120 + 1)
})

test('background work is no reason to watch anything', async () => {
  const { watch, poll } = setUp(1_000)
  await poll(5, 'background')
  expect(watch.size).toBe(0)
})
