import { beforeEach, describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { createCandleEngine, type EngineDeps } from '../../src/candles/engine.js'
import type { FetchCall } from '../../src/candles/fetch/fetch-target.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { locateOutcome } from '../../src/core/listings/outcome-resolver.js'
import { priorityOf, type Urgency } from '../../src/policy/urgency.js'
import { requireSecret } from '../../src/venue-kit/contract/account-secrets.js'
import type { CandleSource, OutcomeSource, Venue, VenueContext } from '../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock, settle } from '../support/clock.js'
import { atOnce, contextWithoutNetwork, engineOver, patientCall } from '../support/engine.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const query = { resolution: '1h', start: NOW - 30 * HOUR, end: NOW - 20 * HOUR }

/** A venue that wants a key and answers when told to. */
function keyedWorld() {
  const clock = fakeClock(NOW)
  const { venue } = candleWorld({ clock, listedAt: NOW - 40 * HOUR })
  const { candles: inner, outcomes: found } = venue
  if (inner === undefined || found === undefined) throw new Error('the world has no candles')
  const waiting: (() => void)[] = []
  const urgencies: Urgency[] = []
  async function checked(ctx: VenueContext): Promise<void> {
    await new Promise<void>((resolve) => waiting.push(resolve))
    if (requireSecret(ctx.secrets, 'apiKey', 'kalshi', 'set it') === 'bad')
      throw new PmxError('AUTHENTICATION_ERROR', 'unknown key')
  }
  const outcomes: OutcomeSource = {
    ...found,
    async locate(outcomeId, ctx) {
      await checked(ctx)
      return found.locate(outcomeId, ctx)
    },
  }
  const candles: CandleSource = {
    ...inner,
    async fetch(series, step, window, ctx) {
      await checked(ctx)
      return inner.fetch(series, step, window, ctx)
    },
  }
  const openContext: EngineDeps['openContext'] = (_venue, terms) => {
    urgencies.push(terms.priority)
    return contextWithoutNetwork(clock, terms)
  }
  const engine = createCandleEngine({
    store: createMemoryStore(),
    clock,
    turn: atOnce,
    locateOutcome,
    openContext,
  })
  const keyed: Venue = { ...venue, outcomes, candles }

  function ask(apiKey: string, priority: FetchCall['priority'] = 'interactive') {
    const call = { ...patientCall(), priority, secrets: { values: { apiKey }, withheld: false } }
    return engine.candles(keyed, 'yes', query, call).then(
      ({ bars }) => bars.length,
      (error: unknown) => error,
    )
  }
  async function answerAll(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      await settle()
      for (const go of waiting.splice(0)) go()
    }
    await settle()
  }
  return { ask, answerAll, urgencies }
}

let world: ReturnType<typeof keyedWorld>
beforeEach(() => {
  world = keyedWorld()
})

describe('callers who ask for the same candles at once', () => {
  test('do not share the failure of one whose key is refused', async () => {
    const asked = [world.ask('bad'), world.ask('good'), world.ask('bad'), world.ask('good')]
    await world.answerAll()
    const [bad, good, badToo, goodToo] = await Promise.all(asked)
    for (const failure of [bad, badToo]) expect(failure).toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    expect([good, goodToo]).toEqual([expect.any(Number), good])
    expect(good).toBeGreaterThan(0)
  })

  test('share one reading where they have the same key', async () => {
    const asked = [world.ask('good'), world.ask('good')]
    await world.answerAll()
    await Promise.all(asked)
    // One to find the series, one for its candles.
    expect(world.urgencies).toHaveLength(2)
  })

  test('are as urgent as the most urgent of them, from the moment he comes', async () => {
    const background = world.ask('good', 'background')
    await settle()
    expect(world.urgencies.map(priorityOf)).toEqual(['background'])
    const person = world.ask('good')
    await settle()
    expect(world.urgencies.map(priorityOf)).toEqual(['interactive'])
    await world.answerAll()
    await Promise.all([background, person])
    expect(world.urgencies.map(priorityOf)).not.toContain('background')
  })

  test('leave the background where it is while nobody else comes', async () => {
    const background = world.ask('good', 'background')
    await world.answerAll()
    await background
    expect(world.urgencies.map(priorityOf)).toEqual(['background', 'background'])
  })
})

test('show a venue without public data their rights once, however many they ask for at a time', async () => {
  const clock = fakeClock(NOW)
  const played = candleWorld({ clock, listedAt: NOW - 40 * HOUR })
  const engine = engineOver(createMemoryStore(), clock)
  const calls = Array.from({ length: 20 }, () => patientCall())
  const venue: Venue = { ...played.venue, isPrivate: true }
  await Promise.all(calls.map((call) => engine.candles(venue, 'yes', query, call)))
  // One look whether the venue shows them, and one answer for all.
  expect(played.asked).toHaveLength(2)
  expect(played.located).toBe(2)
})
