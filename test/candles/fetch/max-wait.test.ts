import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { alignDown, parseResolution } from '../../../src/api/times/resolution.js'
import type { CandleAnswer } from '../../../src/candles/engine.js'
import type { FetchCall } from '../../../src/candles/fetch/fetch-target.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { engineOver, patientCall } from '../../support/engine.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 5, 10, 12)
const WAIT = 1_000

let clock: FakeClock
let world: CandleWorld
let engine: ReturnType<typeof engineOver>
/** What the venue takes to answer, ms. */
let tardyMs: number
let refusal: PmxError | undefined

beforeEach(() => {
  clock = fakeClock(NOON + 5 * SECOND)
  tardyMs = 0
  refusal = undefined
  world = candleWorld({
    clock,
    listedAt: NOON - 40 * HOUR,
    hold: async () => {
      const [ms, error] = [tardyMs, refusal]
      if (ms > 0) await clock.sleep(ms)
      if (error !== undefined) throw error
    },
  })
  engine = engineOver(createMemoryStore(), clock)
})

type Says = { readonly waitMs?: number; readonly maxAgeMs?: number }

/** Asks, and lets time pass until there is an answer. */
async function ask(resolution: string, says: Says | undefined, limit = 20, outcome: 'yes' | 'no' = 'yes') {
  const begunAt = clock.monotonic()
  const call: FetchCall & { sent: number } = patientCall()
  const asked = engine.candles(
    world.venue,
    outcome,
    { resolution, limit },
    {
      ...call,
      onSent: (calls) => call.onSent(calls),
      ...(says === undefined ? {} : { freshness: { ...says, begunAt } }),
    },
  )
  let settled: 'no' | 'yes' = 'no'
  const ended = asked.then(
    () => {
      settled = 'yes'
    },
    () => {
      settled = 'yes'
    },
  )
  while (settled === 'no') {
    await clock.advance(0)
    if (settled === 'no') await clock.advance(100)
  }
  await ended
  return { answer: await asked, tookMs: clock.monotonic() - begunAt }
}

const byDefault = { waitMs: WAIT }

/** Opens an engine over a store that knows the series and its newest candles. */
async function openKnown() {
  const store = createMemoryStore()
  engine = engineOver(store, clock)
  await ask('1m', undefined, 2)
  const identity = { venue: world.venue.id, seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
  return { store, identity }
}

test('a range that one response alone shows as empty is marked, also when the newest candles are not waited for', async () => {
  const gap = { from: NOON - 8 * MINUTE, to: NOON - 6 * MINUTE }
  const { store, identity } = await openKnown()
  // As a file without coverage leaves it: the candles around it are final, and it is due at once.
  store.commit(identity, {
    bars: [],
    coverage: [
      { from: NOON - 20 * MINUTE, to: gap.from, kind: 'data', route: 'import', fetchedAt: NOON },
      { from: gap.to, to: NOON - MINUTE, kind: 'data', route: 'import', fetchedAt: NOON },
    ],
    provisional: {
      within: gap,
      entries: [{ ...gap, route: 'import', requestedAt: NOON, lookAgainAt: NOON, looks: 0 }],
    },
  })
  await clock.advance(4 * SECOND)
  tardyMs = 3 * SECOND
  const { answer } = await ask('1m', byDefault, 15)
  expect(answer.early).toBeDefined()
  expect(answer.provisional).toContainEqual(gap)
})

test('a range that the venue refuses is marked, also when the newest candles are not waited for', async () => {
  const refused = { from: NOON - 8 * MINUTE, to: NOON - 6 * MINUTE }
  const { store, identity } = await openKnown()
  const data = { kind: 'data', route: 'truth', fetchedAt: NOON } as const
  store.commit(identity, {
    bars: [],
    coverage: [
      { from: NOON - 20 * MINUTE, to: refused.from, ...data },
      // One response alone has said so: that is believed for half an hour.
      { ...refused, kind: 'beyond_retention', route: 'truth', fetchedAt: NOON - 23.5 * HOUR },
      { from: refused.to, to: NOON - MINUTE, ...data },
    ],
  })
  const patient = (await ask('1m', undefined, 15)).answer
  await clock.advance(4 * SECOND)
  tardyMs = 3 * SECOND
  const { answer } = await ask('1m', byDefault, 15)
  expect(answer.early).toBeDefined()
  expect([answer.unkept, patient.unkept]).toEqual([[refused], [refused]])
  expect(answer.provisional).toContainEqual(refused)
})

describe('a caller of a series that is known', () => {
  beforeEach(async () => {
    await ask('1m', undefined)
    await clock.advance(4 * SECOND)
    tardyMs = 3 * SECOND
  })

  test('waits a second for the newest, then has what is known, and is told how old it is', async () => {
    const { answer, tookMs } = await ask('1m', byDefault)
    expect(tookMs).toBe(WAIT)
    expect(answer.early).toEqual({ ageMs: 5 * SECOND, completeUntil: NOON })
    expect(answer.freshUntil).toBeLessThanOrEqual(clock.now())
    expect(answer.bars.every((bar) => bar.timestamp < NOON || answer.runningFrom === NOON)).toBe(true)
  })

  test('leaves what it has begun to the next one', async () => {
    await ask('1m', byDefault)
    const calls = world.asked.length
    await clock.advance(2 * SECOND)
    const { answer, tookMs } = await ask('1m', { maxAgeMs: 5 * SECOND })
    expect([tookMs, world.asked.length]).toEqual([0, calls])
    // Since the venue was asked, not since it has answered.
    expect(answer.early?.ageMs).toBe(3 * SECOND)
  })

  test('has the newest when the venue answers in time', async () => {
    tardyMs = 900
    const { answer, tookMs } = await ask('1m', byDefault)
    expect([tookMs, answer.early]).toEqual([900, undefined])
  })

  test('is told when the last candle that is known has ended since, and that it was told while it ran', async () => {
    await clock.advance(50 * SECOND)
    tardyMs = 0
    await ask('1m', undefined)
    await clock.advance(3 * SECOND)
    tardyMs = 10 * SECOND
    const { answer } = await ask('1m', byDefault)
    expect(clock.now()).toBe(NOON + 63 * SECOND)
    expect(answer.early).toEqual({ ageMs: 4 * SECOND, completeUntil: NOON })
    expect(answer.bars.filter((bar) => bar.timestamp > NOON)).toEqual([])
  })

  test('waits for the venue where what is known is too old', async () => {
    await clock.advance(11 * SECOND)
    const { answer, tookMs } = await ask('1m', byDefault)
    expect([tookMs, answer.early]).toEqual([3 * SECOND, undefined])
  })

  test('waits for the venue where it asks for more than is known', async () => {
    const { answer, tookMs } = await ask('1m', byDefault, 200)
    // For these, and for those before them that quiet minutes want.
    expect([tookMs, answer.early]).toEqual([2 * 3 * SECOND, undefined])
  })

  test('takes what is known where the budget refuses the call, and fails with everything else', async () => {
    tardyMs = 0
    refusal = new PmxError('RATE_LIMIT_EXCEEDED', 'no room', { detail: { kind: 'local_budget' } })
    const { answer, tookMs } = await ask('1m', byDefault)
    expect([tookMs, answer.early?.ageMs]).toEqual([0, 4 * SECOND])
    refusal = new PmxError('NETWORK_ERROR', 'no way')
    await expect(ask('1m', byDefault)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  })

  test('decides by max-age how old it may be, and has it without a venue call', async () => {
    const calls = world.asked.length
    const { answer, tookMs } = await ask('1m', { maxAgeMs: 4 * SECOND })
    expect([tookMs, answer.early?.ageMs, answer.cache]).toEqual([0, 4 * SECOND, 'hit'])
    expect(world.asked).toHaveLength(calls)
    expect(await ask('1m', { maxAgeMs: 3 * SECOND })).toMatchObject({ tookMs: 3 * SECOND })
  })

  test('asks anew with no-cache, however young what is known is', async () => {
    tardyMs = 0
    await ask('1h', undefined)
    await clock.advance(10)
    const calls = world.asked.length
    expect((await ask('1h', undefined)).answer.cache).toBe('hit')
    expect((await ask('1h', { maxAgeMs: 0 })).answer).toMatchObject({ cache: 'partial' })
    expect(world.asked).toHaveLength(calls + 1)
  })
})

test('whoever closes a market is heard of behind an answer that need not wait for it', async () => {
  await ask('1m', undefined)
  await clock.advance(11 * MINUTE)
  await ask('1m', undefined)
  await clock.advance(9 * MINUTE + 55 * SECOND)
  await ask('1m', undefined)
  await clock.advance(6 * SECOND)
  const located = world.located
  world.relocated = (series) => series
  tardyMs = 20 * SECOND
  expect((await ask('1m', byDefault)).answer.early?.ageMs).toBe(7 * SECOND)
  expect(world.located).toBe(located + 1)
})

const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ advance: fc.integer({ min: 1, max: 90 * SECOND }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ask: fc.constantFrom('1m', '5m', '15m', '1h', '4h'),
      limit: fc.integer({ min: 1, max: 40 }),
      outcome: fc.constantFrom('yes' as const, 'no' as const),
      maxAgeS: fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }),
      tardyMs: fc.constantFrom(0, 300, 2_500, 7_000),
    }),
  },
)

test('an early answer is what the venue said at one moment, no longer ago than it says and than is allowed', async () => {
  let early = 0
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 6, maxLength: 30 }), async (commands) => {
      clock = fakeClock(NOON + 5 * SECOND)
      world = candleWorld({
        clock,
        listedAt: NOON - 40 * HOUR,
        hold: () => (tardyMs > 0 ? clock.sleep(tardyMs) : Promise.resolve()),
      })
      engine = engineOver(createMemoryStore(), clock)
      for (const step of commands) {
        if ('advance' in step) await clock.advance(step.advance)
        else {
          tardyMs = step.tardyMs
          const says = step.maxAgeS === undefined ? byDefault : { maxAgeMs: step.maxAgeS * SECOND }
          const { answer } = await ask(step.ask, says, step.limit, step.outcome)
          if (answer.early === undefined) continue
          early++
          assertReading(answer, step.outcome, parseResolution(step.ask), step.limit, step.maxAgeS)
        }
      }
    }),
    { numRuns: 60 },
  )
  expect(early).toBeGreaterThan(50)
})

function assertReading(
  { bars, early, runningFrom }: CandleAnswer,
  outcome: string,
  stepMs: number,
  limit: number,
  maxAgeS: number | undefined,
): void {
  if (early === undefined) return
  const now = clock.now()
  const { ageMs, completeUntil } = early
  expect(ageMs).toBeLessThanOrEqual(
    maxAgeS === undefined ? Math.max(15 * SECOND, stepMs / 20) : maxAgeS * SECOND,
  )
  expect(alignDown(completeUntil, stepMs)).toBe(completeUntil)
  const running = bars.filter((bar) => bar.timestamp >= completeUntil)
  expect(runningFrom).toBe(running.length > 0 ? completeUntil : undefined)
  const span = { from: NOON - 40 * HOUR, to: completeUntil }
  const ended = world.truth(outcome, stepMs, span, now)
  expect(bars.slice(0, bars.length - running.length)).toEqual(
    limit === running.length ? [] : ended.slice(running.length - limit),
  )
  const instants = world.asked.filter(({ at, ok }) => ok && at >= now - ageMs).map(({ at }) => at)
  const rest = { from: completeUntil, to: now }
  expect(instants.map((at) => world.truth(outcome, stepMs, rest, at))).toContainEqual(running)
}
