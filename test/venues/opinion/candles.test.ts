import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCandleEngine } from '../../../src/candles/engine.js'
import { barsFromPoints } from '../../../src/candles/series/aggregate.js'
import { assertPoints } from '../../../src/candles/series/validate.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { locateOutcome } from '../../../src/core/listings/outcome-resolver.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import { toPoints } from '../../../src/venues/opinion/native/history.js'
import { token } from '../../support/chain-ids.js'
import { atOnce, patientCall } from '../../support/engine.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { queryOf } from '../../support/wire.js'
import { answer, created, nativeBinary, nativeEvent, notFound, resolvedChild } from './payloads.js'
import { setUp } from './set-up.js'
import { venueOf, without } from './venue.js'

const venue: Venue = opinion
const source = present(venue.candles)
const [hours, days] = [present(source.steps[0]), present(source.steps[1])]
const HOUR = 3_600_000
const noon = Date.UTC(2026, 10, 21, 12)

/** Hourly points ending at noon, newest first as the venue sends them. */
const history = (count: number, stepS = 3600) =>
  Array.from({ length: count }, (_unused, n) => ({
    p: String((300 + (n % 7)) / 1000),
    t: noon / 1000 - n * stepS,
  }))

function world(points: readonly unknown[]) {
  const set = setUp({
    ...venueOf([nativeEvent(), nativeBinary()]),
    'GET api/token/price-history': answer({ history: points }),
  })
  return {
    ...set,
    fetch: async (from: number, to: number, step = hours) =>
      source.fetch(await readerOf(venue, set.ctx).series(token(71_011)), step, { from, to }, set.ctx),
  }
}

describe('the series of an outcome', () => {
  test('is its own token, from the listing of its market on', async () => {
    const { ctx } = world([])
    expect(await readerOf(venue, ctx).series(token(71_012))).toEqual({
      outcomeId: token(71_012),
      seriesKey: token(71_012),
      mirrored: false,
      listedAt: created * 1000,
      facts: { marketId: '7101' },
    })
  })

  test('of a resolved market ends with its resolution', async () => {
    const { ctx } = world([])
    const over = resolvedChild()
    expect(await readerOf(venue, ctx).series(over.yesTokenId)).toMatchObject({
      closedAt: (created + 86_400) * 1000,
      isSettled: true,
    })
  })

  test('is known with that of the other side', async () => {
    const { ctx, wire } = world([])
    await readerOf(venue, ctx).series(token(71_011))
    const before = wire.calls.length
    expect(await readerOf(venue, ctx).series(token(71_012))).toMatchObject({ outcomeId: token(71_012) })
    expect(wire.calls).toHaveLength(before)
  })

  test('is none for an unknown outcome, and names the outcomes of a market id', async () => {
    const { ctx } = setUp(without(venueOf([nativeBinary()]), '12'))
    expect((await failureOf(() => readerOf(venue, ctx).series(token(5)))).code).toBe('NOT_FOUND')
    expect((await failureOf(() => readerOf(venue, ctx).series('12'))).code).toBe('NOT_FOUND')
    expect((await failureOf(() => readerOf(venue, ctx).series('some-slug'))).code).toBe('NOT_FOUND')
    expect(await failureOf(() => readerOf(venue, ctx).series('7101'))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'market_not_outcome', marketId: '7101', outcomeIds: [token(71_011), token(71_012)] },
    })
  })
})

describe('a window of hours', () => {
  test('is cut from all that the venue tells, in ascending order, with the pace of all', async () => {
    const { fetch, wire } = world(history(100))
    const batch = await fetch(noon - 3 * HOUR, noon + HOUR)
    expect(batch).toEqual({
      kind: 'points',
      route: 'price-history',
      sampled: true,
      paceMs: HOUR,
      points: [
        { at: noon - 3 * HOUR, price: 0.303 },
        { at: noon - 2 * HOUR, price: 0.302 },
        { at: noon - HOUR, price: 0.301 },
        { at: noon, price: 0.3 },
      ],
    })
    expect(queryOf(present(wire.calls.at(-1)))).toEqual({
      token_id: token(71_011),
      interval: '1h',
      start_at: String(noon / 1000 - 3 * 3600),
    })
  })

  test('that reaches further back than the venue tells is withheld up to there', async () => {
    const { fetch } = world(history(24))
    const [from, oldest] = [noon - 100 * HOUR, noon - 23 * HOUR]
    const batch = await fetch(from, noon + HOUR)
    expect(batch.withheld).toEqual([{ from, to: oldest, reason: 'beyond_retention' }])
    expect(batch.kind === 'points' && batch.points).toHaveLength(24)
    const gone = await fetch(from, noon - 50 * HOUR)
    expect(gone.withheld).toEqual([{ from, to: noon - 50 * HOUR, reason: 'beyond_retention' }])
    expect(gone.kind === 'points' && gone.points).toEqual([])
  })

  test('has no prices from before the listing, in which the venue repeats the first one', async () => {
    const listedAt = noon - 4.5 * HOUR
    const { ctx, fetch } = world(history(100))
    const series = await readerOf(venue, ctx).series(token(71_011))
    const fetched = async (from: number, to: number, step = hours) => {
      const batch = await source.fetch({ ...series, listedAt }, step, { from, to }, ctx)
      return batch.kind === 'points'
        ? { times: batch.points.map(({ at }) => at), withheld: batch.withheld }
        : batch
    }
    expect(await fetched(noon - 12 * HOUR, noon - 2 * HOUR)).toEqual({
      times: [noon - 5 * HOUR, noon - 4 * HOUR, noon - 3 * HOUR],
      withheld: undefined,
    })
    expect(await fetched(noon - 12 * HOUR, noon - 6 * HOUR)).toEqual({ times: [], withheld: undefined })
    expect(await fetch(noon - 2 * HOUR, noon)).toMatchObject({ points: [{}, {}] })
  })

  test('of a token that was never traded is empty, not withheld', async () => {
    expect(await world([]).fetch(noon - HOUR, noon)).toEqual({
      kind: 'points',
      route: 'price-history',
      sampled: true,
      points: [],
    })
  })

  /** A venue that tells the newest points up to an end, 1,000 at most, of those that it has kept (README.md, history). */
  /** @param mostNow points of an answer to a call without an end */
  const paging = (kept: readonly { readonly t: number }[], mostNow = 1_000) => {
    const set = setUp({
      ...venueOf([nativeEvent(), nativeBinary()]),
      'GET api/token/price-history': (call: VenueCall) => {
        const end = queryOf(call)['end_at']
        const told = end === undefined ? kept.slice(0, mostNow) : kept.filter(({ t }) => t <= Number(end))
        return answer({ history: told.slice(0, 1_000) })
      },
    })
    const sent = () =>
      set.wire.calls
        .filter(({ path }) => path.endsWith('price-history'))
        .map((call) => queryOf(call)['end_at'])
    return {
      sent,
      fetch: async (from: number, to: number) => {
        const series = { ...(await readerOf(venue, set.ctx).series(token(71_011))), listedAt: 0 }
        return source.fetch(series, hours, { from, to }, set.ctx)
      },
    }
  }

  test('that lies behind the newest thousand points is asked for by its end', async () => {
    const { fetch, sent } = paging(history(3_000))
    const [from, to] = [noon - 2_500 * HOUR, noon - 1_500 * HOUR]
    const batch = await fetch(from, to)
    expect(batch.kind === 'points' && batch.points).toHaveLength(1_000)
    expect(batch).not.toHaveProperty('withheld')
    expect(sent()).toEqual([String(to / 1000 - 1)])
    expect(hours.maxWindowMs).toBe(1_000 * HOUR)
  })

  test('that reaches up to now or further has no end', async () => {
    const { fetch, sent } = paging(history(50))
    await fetch(noon - 10 * HOUR, noon + 1)
    expect(sent()).toEqual([undefined])
  })

  test('of which an answer without an end lacks the oldest is read on before that', async () => {
    const { fetch, sent } = paging(history(400), 227)
    const [from, to] = [noon - 300 * HOUR, noon + 1]
    const batch = await fetch(from, to)
    expect(batch.kind === 'points' && batch.points.map(({ at }) => at)).toEqual(
      Array.from({ length: 301 }, (_, index) => from + index * HOUR),
    )
    expect(batch).not.toHaveProperty('withheld')
    expect(sent()).toEqual([undefined, String((noon - 226 * HOUR) / 1000 - 1)])
  })

  test('before all that is kept is withheld, and not taken for silence', async () => {
    const { fetch, sent } = paging(history(100))
    const [from, to] = [noon - 300 * HOUR, noon - 200 * HOUR]
    const batch = await fetch(from, to)
    expect(batch.kind === 'points' && batch.points).toEqual([])
    expect(batch.withheld).toEqual([{ from, to, reason: 'beyond_retention' }])
    expect(sent()).toEqual([String(to / 1000 - 1), undefined])
  })

  test('of a token that was never traded is silence, then as now', async () => {
    expect(await paging([]).fetch(noon - 300 * HOUR, noon - 200 * HOUR)).not.toHaveProperty('withheld')
  })

  test('that the venue answers in days is an error, however short it is', async () => {
    const { ctx, clock } = world(history(90, 86_400))
    const engine = createCandleEngine({
      store: createMemoryStore(),
      clock,
      turn: atOnce,
      openContext: () => ({ ...ctx, release() {} }),
      locateOutcome,
    })
    const query = { resolution: '1h', start: noon - HOUR, end: noon }
    const error = await failureOf(() => engine.candles(venue, token(71_011), query, patientCall()))
    expect(error.detail).toEqual({ kind: 'resolution_not_honoured', askedMs: HOUR, gotMs: 24 * HOUR })
  })
})

test('days are asked for as days', async () => {
  const { fetch, wire } = world(history(90, 86_400))
  const batch = await fetch(noon - 240 * HOUR, noon + 24 * HOUR, days)
  expect(batch.kind === 'points' && batch.points).toHaveLength(11)
  expect(batch).not.toHaveProperty('withheld')
  expect(queryOf(present(wire.calls.at(-1)))['interval']).toBe('1d')
})

test('whatever the venue sends in its order, what is told fits the core, and what is withheld was not told', () => {
  const points = fc.uniqueArray(
    fc.record({ n: fc.integer({ min: 0, max: 200 }), p: fc.integer({ min: 0, max: 1000 }) }),
    {
      selector: ({ n }) => n,
      minLength: 120,
    },
  )
  fc.assert(
    fc.property(
      points,
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 100 }),
      (sent, first, length) => {
        const native = sent.map(({ n, p }) => ({ t: n * 3600, p: p / 1000 }))
        const window = { from: first * HOUR, to: (first + length) * HOUR }
        const batch = toPoints(native, window)
        assertPoints(batch.points, window)
        const bars = barsFromPoints(batch.points, HOUR)
        expect(new Map(bars.map((bar) => [bar.timestamp, bar.close]))).toEqual(
          new Map(
            native
              .map(({ t, p }) => [t * 1000, p] as const)
              .filter(([at]) => at >= window.from && at < window.to)
              .sort(([a], [b]) => a - b),
          ),
        )
        for (const { from, to } of batch.withheld ?? []) {
          expect(native.some(({ t }) => t * 1000 >= from && t * 1000 < to)).toBe(false)
        }
      },
    ),
    { numRuns: 50 },
  )
})

describe('a change of shape is an error', () => {
  const body = { history: history(3) }
  const read = (result: unknown) => {
    const set = setUp({ ...venueOf([nativeBinary()]), 'GET api/token/price-history': answer(result) })
    return readerOf(venue, set.ctx)
      .series(token(71_011))
      .then((series) => source.fetch(series, hours, { from: noon - HOUR, to: noon }, set.ctx))
  }
  test.each(
    mutationsOf(['history', 'history.1.t', 'history.1.p'], ['dropped', 'renamed', 'retyped', 'nulled']),
  )('$path $how', async (mutation) => {
    await expectDrift(() => read(mutate(body, mutation)), mutation.path.replace('.1', '[1]'))
  })
  test.each([
    { history: [{ t: 1, p: '1.01' }] },
    { history: [{ t: 1.5, p: '0.5' }] },
    { history: [{ t: 1, p: 'x' }] },
    { history: [{ t: noon, p: '0.5' }] },
    null,
    [],
  ])('%j makes no sense', async (result) => {
    await expectDrift(() => read(result), 'result')
  })

  test('an unknown token is NOT_FOUND', async () => {
    const { ctx } = setUp({ ...venueOf([nativeBinary()]), 'GET api/token/price-history': notFound })
    const series = await readerOf(venue, ctx).series(token(71_011))
    const error = await failureOf(() => source.fetch(series, hours, { from: noon - HOUR, to: noon }, ctx))
    expect(error.code).toBe('NOT_FOUND')
  })
})
