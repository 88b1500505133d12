import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoredTerms } from '../../../src/api/arguments/stored-terms.js'
import { type ErrorCode, PmxError } from '../../../src/api/envelope/errors.js'
import type { CandleEngine } from '../../../src/candles/engine.js'
import type { CandleQuery } from '../../../src/candles/response/window.js'
import type { CandleStore } from '../../../src/candles/store/candle-store.js'
import { DeadlineExceeded } from '../../../src/policy/abort.js'
import { createEventLoopYield } from '../../../src/policy/event-loop-yield.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, settle } from '../../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../../support/engine.js'
import { failureOf } from '../../support/expect.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 5, 10, 12)
const folder = temporaryFolder()
afterAll(() => folder.remove())

const ifError: StoredTerms = { serves: true }
const onlyStored: StoredTerms = { serves: true, unasked: 'only_if_cached' }
let files = 0
let clock: FakeClock
let world: CandleWorld
let store: CandleStore
let engine: CandleEngine
beforeEach(() => {
  clock = fakeClock(NOON + 30 * MINUTE)
  world = candleWorld({ clock, listedAt: NOON - 20 * DAY })
  store = openStore(join(folder.path, `${files++}.db`))
  engine = engineOver(store, clock)
  return () => store.close()
})

function ask(query: CandleQuery, stored?: StoredTerms, venue: Venue = world.venue, outcome = 'yes') {
  return engine.candles(venue, outcome, query, {
    ...patientCall(),
    ...(stored === undefined ? {} : { stored }),
  })
}

/** A venue that fails at everything it is asked. */
function failing(error: unknown): Venue {
  const { candles } = world.venue
  if (candles === undefined) throw new Error('the venue has candles')
  const fail = async () => {
    throw error
  }
  return {
    ...world.venue,
    outcomes: { hint: () => '', locate: fail },
    candles: { ...candles, fetch: fail },
  }
}

const down = () => failing(new PmxError('EXCHANGE_NOT_AVAILABLE', 'the venue is down'))
/** 48 hours, the last of which is running. */
const window = { resolution: '1h', start: NOON - 47 * HOUR, end: NOON + 30 * MINUTE } as const

test('times that the venue refused are missing among stored candles, as in its own responses', async () => {
  const refused = { from: NOON - 30 * HOUR, to: NOON - 20 * HOUR }
  const identity = { venue: world.venue.id, seriesKey: 'yes', stepMs: HOUR, basis: 'trade' } as const
  const refusal = { kind: 'beyond_retention', route: 'truth', fetchedAt: clock.now() } as const
  store.commit(identity, { bars: [], coverage: [{ ...refused, ...refusal }] })
  const own = await ask(window)
  expect(own.unkept).toEqual([refused])
  clock.passTo(NOON + 33 * MINUTE)
  const stored = await ask(window, ifError, down())
  expect(stored.bars).toEqual(own.bars.slice(0, -1))
  expect(stored.stale?.missing).toEqual([refused, { from: NOON, to: NOON + HOUR }])
  // A day later the venue would be asked again.
  clock.passTo(NOON + 2 * DAY)
  const within = { resolution: '1h', start: refused.from, end: refused.to - HOUR }
  const nothing = await ask(within, ifError, down())
  expect(nothing).toMatchObject({ bars: [], emptyReason: 'beyond_retention', stale: { missing: [] } })
})

describe('48 hourly candles of which 47 are stored, and a venue that is down', () => {
  beforeEach(async () => {
    await ask(window)
    clock.passTo(NOON + 33 * MINUTE)
  })

  test('are an error that says what is stored and how to get it', async () => {
    const error = await failureOf(() => ask(window, undefined, down()))
    expect(error).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      status: 503,
      retryable: true,
      detail: {
        stored: {
          candles: 47,
          resolution: '1h',
          from: window.start,
          until: NOON,
          ageSeconds: 180,
          switch: 'stale=ok',
        },
      },
    })
    expect(error.message).toContain('the venue is down')
    expect(error.message).toContain('stale=ok')
  })

  test.each([
    ['stale-if-error', ifError, 'venue_failed'],
    ['only-if-cached', onlyStored, 'only_if_cached'],
  ] as const)(
    'are the 47 for who says %s, and the running one is told as missing',
    async (_what, terms, reason) => {
      const truth = world.truth('yes', HOUR, { from: window.start, to: NOON }, clock.now())
      const answer = await ask(window, terms, down())
      expect(answer.bars).toEqual(truth)
      expect(answer.bars).toHaveLength(47)
      expect(answer.stale).toEqual({ reason, ageS: 180, missing: [{ from: NOON, to: NOON + HOUR }] })
      expect(answer).not.toHaveProperty('runningFrom')
      const call = { ...patientCall(), stored: terms }
      const { json, ...facts } = await engine.candlesJson(down(), 'yes', window, call)
      expect([JSON.parse(json), facts.stale]).toEqual([truth, answer.stale])
    },
  )

  test('are asked of nobody by who says only-if-cached, and the answer is fresh where nothing is missing', async () => {
    const [asked, located] = [world.asked.length, world.located]
    const whole = { ...window, end: NOON - HOUR }
    const answer = await ask(whole, onlyStored)
    expect(answer.bars).toHaveLength(47)
    expect(answer).not.toHaveProperty('stale')
    await ask(window, onlyStored)
    await ask({ resolution: '1m', limit: 3 }, onlyStored).catch(() => undefined)
    expect([world.asked.length, world.located]).toEqual([asked, located])
    // Others go on as if he had not come.
    expect((await ask(window)).bars).toHaveLength(48)
  })

  test('are too old for who bounds their age', async () => {
    expect((await ask(window, { serves: true, maxAgeS: 180 }, down())).bars).toHaveLength(47)
    const error = await failureOf(() => ask(window, { serves: true, maxAgeS: 179 }, down()))
    expect(error.detail).toMatchObject({ stored: { candles: 47, ageSeconds: 180 } })
  })

  test('are as old as the newest of them, whatever older ones were stored since', async () => {
    clock.passTo(NOON + 30 * DAY)
    await ask({ resolution: '1h', start: NOON - 10 * DAY, end: NOON - 9 * DAY })
    clock.passTo(clock.now() + 10 * MINUTE)
    const newest = { resolution: '1h', limit: 5 }
    const ageS = (30 * DAY - 20 * MINUTE) / 1000
    expect((await ask(newest, ifError, down())).stale?.ageS).toBe(ageS)
    const error = await failureOf(() => ask(newest, { serves: true, maxAgeS: 3_600 }, down()))
    expect(error.detail).toMatchObject({ stored: { ageSeconds: ageS } })
  })

  test('are put together in turns for many who are told at the same moment that the venue is down', async () => {
    // What is known of the market is too old by then, so that its venue is asked first of all.
    clock.passTo(NOON + 50 * MINUTE)
    const waiting: (() => void)[] = []
    const inTurns = engineOver(
      store,
      clock,
      undefined,
      createEventLoopYield((task) => waiting.push(task)),
    )
    let answered = 0
    const callers = Array.from({ length: 5 }, async () => {
      await inTurns.candlesJson(down(), 'yes', window, { ...patientCall(), stored: ifError })
      answered++
    })
    for (let turns = 1; turns <= callers.length; turns++) {
      await settle()
      expect(answered).toBe(turns)
      waiting.shift()?.()
    }
    await Promise.all(callers)
  })

  test('are found however old what is known of their market is', async () => {
    clock.passTo(NOON + 400 * DAY)
    const answer = await ask(window, onlyStored)
    expect(answer.bars).toHaveLength(47)
    expect(answer.stale?.ageS).toBe((400 * DAY - 30 * MINUTE) / 1000)
    // Who has no start gets the newest that there are.
    const newest = await ask({ resolution: '1h', limit: 5 }, ifError, down())
    expect(newest.bars).toEqual(answer.bars.slice(-5))
    expect(newest.stale?.missing).toEqual([{ from: NOON, to: NOON + 400 * DAY + HOUR }])
    const more = await ask({ resolution: '1h', limit: 100 }, ifError, down())
    expect(more.bars).toEqual(answer.bars)
    expect(more.stale?.missing[0]).toEqual({ from: NOON - 20 * DAY, to: window.start })
  })

  test('are also those of the other side, and those of coarser steps that are known whole', async () => {
    const no = await ask(window, ifError)
    const other = await ask(window, undefined, world.venue, 'no')
    clock.passTo(clock.now() + DAY)
    expect((await ask(window, ifError, down(), 'no')).bars).toEqual(other.bars.slice(0, 47))
    const built = await ask({ ...window, resolution: '6h' }, ifError, down())
    const from = Math.ceil(window.start / (6 * HOUR)) * 6 * HOUR
    expect(built.bars).toEqual(world.truth('yes', 6 * HOUR, { from, to: NOON }, clock.now()))
    expect(no.bars).toHaveLength(48)
  })
})

describe('what is not stored', () => {
  test('stays the plain error', async () => {
    const failure = await failureOf(() => ask(window, ifError, down()))
    expect(failure).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', message: 'the venue is down' })
    expect(failure.detail).toBeUndefined()
    await ask({ ...window, end: NOON - 40 * HOUR })
    const late = { resolution: '1h', start: NOON - 3 * HOUR, end: NOON - HOUR }
    expect((await failureOf(() => ask(late, ifError, down()))).message).toBe('the venue is down')
  })

  test('is 504 for who has nobody asked', async () => {
    expect(await failureOf(() => ask(window, onlyStored))).toMatchObject({
      code: 'NETWORK_ERROR',
      status: 504,
      retryable: false,
      detail: { kind: 'only_if_cached' },
      message:
        'kalshi was not called, because the request has only-if-cached. No stored data matches the request.',
    })
  })

  test('is a hole that is told, and nobody says that there were no trades in it', async () => {
    await ask({ resolution: '1h', start: NOON - 30 * HOUR, end: NOON - 25 * HOUR })
    await ask({ resolution: '1h', start: NOON - 10 * HOUR, end: NOON - 8 * HOUR })
    const answer = await ask({ resolution: '1h', start: NOON - 32 * HOUR, end: NOON - 5 * HOUR }, onlyStored)
    expect(answer.bars.map(({ timestamp }) => (NOON - timestamp) / HOUR)).toEqual([
      30, 29, 28, 27, 26, 25, 10, 9,
    ])
    // The newest candle of a look is not final before a later one has been seen.
    const hours = (from: number, to: number) => ({ from: NOON - from * HOUR, to: NOON - to * HOUR })
    expect(answer.stale?.missing).toEqual([hours(32, 30), hours(24, 10), hours(8, 4)])
  })

  test('an empty stretch has its reason only where all of it is known', async () => {
    world = candleWorld({ clock, listedAt: NOON - 20 * DAY, isQuiet: (at) => at < NOON - 5 * DAY })
    await ask({ resolution: '1h', start: NOON - 10 * DAY, end: NOON - 4 * DAY })
    const [start, end] = [NOON - 9 * DAY, NOON - 8 * DAY]
    clock.passTo(NOON + 40 * DAY)
    expect(await ask({ resolution: '1h', start, end }, onlyStored)).toMatchObject({
      bars: [],
      emptyReason: 'no_trades',
    })
    const more = await ask({ resolution: '1h', start: NOON - 11 * DAY, end }, onlyStored)
    expect(more.bars).toEqual([])
    expect(more).not.toHaveProperty('emptyReason')
  })
})

describe('only a venue out of reach is stood in for', () => {
  beforeEach(async () => {
    await ask(window)
    clock.passTo(NOON + 33 * MINUTE)
  })

  const timedOut = new DeadlineExceeded(25_000)
  test.each<[string, unknown, string]>([
    ['no network', new PmxError('NETWORK_ERROR', 'x', { detail: { kind: 'refused' } }), 'unreachable'],
    ['a timeout', new PmxError('NETWORK_ERROR', 'x', { detail: { kind: 'timeout' } }), 'timeout'],
    ['a deadline', timedOut, 'timeout'],
    ['a rate limit', new PmxError('RATE_LIMIT_EXCEEDED', 'x', { retryAfter: 7 }), 'rate_limited'],
    ['a wall', new PmxError('PERMISSION_DENIED', 'x', { detail: { kind: 'geo' } }), 'blocked'],
    ['a refusal of anybody', new PmxError('PERMISSION_DENIED', 'x'), 'blocked'],
  ])('%s is', async (_what, error, reason) => {
    expect((await ask(window, ifError, failing(error))).stale?.reason).toBe(reason)
    const told = await failureOf(() => ask(window, undefined, failing(error)))
    expect(told.detail).toMatchObject({ stored: { candles: 47 } })
    if (error instanceof PmxError)
      expect([told.code, told.retryAfter, told.retryable]).toEqual([
        error.code,
        error.retryAfter,
        error.retryable,
      ])
  })

  test.each<ErrorCode>(['VALIDATION_ERROR', 'BAD_REQUEST', 'AUTHENTICATION_ERROR', 'NOT_SUPPORTED'])(
    '%s is not',
    async (code) => {
      const failure = await failureOf(() => ask(window, ifError, failing(new PmxError(code, 'x'))))
      expect([failure.code, failure.detail]).toEqual([code, undefined])
    },
  )

  test.each(['drift', 'bad_candles', 'request_refused'])(
    'an answer of the venue with %s in it is not',
    async (kind) => {
      const answered = new PmxError('EXCHANGE_NOT_AVAILABLE', 'x', { retryable: false, detail: { kind } })
      const failure = await failureOf(() => ask(window, ifError, failing(answered)))
      expect([failure.message, failure.detail]).toEqual(['x', { kind }])
    },
  )

  test('a read that goes on when it is asked again, a refusal of this caller, and a bug are not', async () => {
    const goesOn = new PmxError('EXCHANGE_NOT_AVAILABLE', 'x', { detail: { kind: 'unfinished' } })
    expect((await failureOf(() => ask(window, ifError, failing(goesOn)))).detail).toEqual({
      kind: 'unfinished',
    })
    const refused = { ...failing(new PmxError('PERMISSION_DENIED', 'x')), isPrivate: true as const }
    const owner = { ...patientCall(), isOwner: true, stored: ifError }
    const failure = await failureOf(() => engine.candles(refused, 'yes', window, owner))
    expect(failure.code).toBe('PERMISSION_DENIED')
    await expect(ask(window, ifError, failing(new TypeError('a bug')))).rejects.toThrow('a bug')
  })

  test('a caller who has left is not', async () => {
    const left = AbortSignal.abort(new PmxError('EXCHANGE_NOT_AVAILABLE', 'the daemon stops'))
    const call = { ...patientCall(), signal: left, stored: ifError }
    await expect(engine.candles(down(), 'yes', window, call)).rejects.toThrow('the daemon stops')
  })

  test('what only some may see is neither given nor told to who cannot show that he may', async () => {
    const closed = { ...down(), isPrivate: true as const }
    for (const terms of [undefined, ifError, onlyStored]) {
      const failure = await failureOf(() => ask(window, terms, closed))
      expect(failure.detail ?? {}).not.toHaveProperty('stored')
      expect(failure.message).not.toMatch(/stored/i)
    }
    const owner = { ...patientCall(), isOwner: true, stored: ifError }
    expect((await engine.candles(closed, 'yes', window, owner)).bars).toHaveLength(47)
  })

  test('who was shown the candles a moment ago still may', async () => {
    const open = { ...world.venue, isPrivate: true as const }
    await ask(window, undefined, open)
    clock.passTo(clock.now() + 2 * MINUTE)
    const closed = { ...down(), isPrivate: true as const }
    expect((await ask(window, ifError, closed)).bars).toHaveLength(47)
    clock.passTo(clock.now() + 10 * MINUTE)
    await expect(ask(window, ifError, closed)).rejects.toThrow('the venue is down')
  })
})

test('imported candles of a market that the venue never told of are answered while it is down', async () => {
  const basis = world.venue.candles?.basis ?? 'trade'
  const identity = { venue: world.venue.id, seriesKey: 'imported', stepMs: HOUR, basis }
  const from = NOON - 300 * DAY
  const bars = [0, 1, 5].map((hour) => ({
    timestamp: from + hour * HOUR,
    open: 0.4,
    high: 0.4,
    low: 0.4,
    close: 0.4,
  }))
  const coverage = [{ from, to: from + 6 * HOUR, kind: 'data', route: 'import', fetchedAt: NOON }] as const
  store.commit(identity, { bars, coverage })
  const error = await failureOf(() => ask({ resolution: '1h' }, undefined, down(), 'imported'))
  expect(error.detail).toMatchObject({ stored: { candles: 3, until: from + 6 * HOUR, ageSeconds: 1_800 } })
  for (const query of [{ resolution: '1h' }, { resolution: '1h', start: 0 }]) {
    const answer = await ask(query, ifError, down(), 'imported')
    expect(answer.bars).toEqual(bars)
    expect(answer.stale?.missing).toEqual([
      { from: 0, to: from },
      { from: from + 6 * HOUR, to: NOON + HOUR },
    ])
  }
  await expect(ask({ resolution: '1h' }, ifError, down(), 'other')).rejects.toThrow('the venue is down')
})
