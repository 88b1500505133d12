import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import {
  bucketsOf,
  type CandleTier,
  type SharedPart,
  type SharedSeries,
} from '../../../src/candles/shared/candle-tier.js'
import type { KnownSeries } from '../../../src/candles/store/candle-store.js'
import { CLOCK_TOLERANCE_MS } from '../../../src/effects/clock.js'
import { bar, covers as coversThen } from '../store-suite.js'

const MINUTE = 60_000
/** When the candles were fetched, which are earlier, epoch ms. */
const FETCHED_AT = 10_000 * MINUTE
const covers = (...terms: Parameters<typeof coversThen>) => ({
  ...coversThen(...terms),
  fetchedAt: FETCHED_AT,
})
const series: SharedSeries = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' }
const other: SharedSeries = { ...series, seriesKey: 'BAR-26' }
const { signal } = new AbortController()
const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })
const receipt = (from: number, to: number, knownAt = 5_000) => ({
  ...minutes(from, to),
  knownAt,
  source: 'live',
})
const silent = (from: number, to: number, requestedAt: number, looks = 1) => ({
  ...minutes(from, to),
  route: 'live',
  requestedAt,
  lookAgainAt: requestedAt + 600_000,
  looks,
})

function part(
  bars: readonly PriceCandle[],
  coverage: SharedPart['coverage'],
  more: Partial<SharedPart> = {},
): SharedPart {
  return { bars, coverage, receipts: [], provisional: [], ...more }
}

/** One history, opened by two daemons. */
export interface OpenedTier {
  readonly one: CandleTier
  readonly two: CandleTier
  close(): Promise<void>
  /** The first daemon dies, and time passes until its claims have expired; absent where a test would have to wait. */
  killOne?(): Promise<void>
}

/**
 * The promises of a tier, held by every implementation.
 * @param isReadOnly the second daemon only takes, and the first one writes what is behind the tier
 */
export function tierSuite(open: () => Promise<OpenedTier>, isReadOnly = false): void {
  let opened: OpenedTier
  let one: Required<CandleTier>
  let two: Required<CandleTier>

  beforeEach(async () => {
    opened = await open()
    one = opened.one as Required<CandleTier>
    two = opened.two as Required<CandleTier>
  })
  afterEach(() => opened.close())

  const give = (given: SharedPart, of = series, by = one) => by.give(of, given, signal)
  const take = (from: number, to: number, of = series) => two.take(of, minutes(from, to), signal)

  describe('takes', () => {
    test('what another daemon gave comes back as it was, with its coverage and receipts', async () => {
      const given = part([bar(1), bar(2, 0.123456, undefined), bar(3, 1e-7)], [covers(0, 4)], {
        receipts: [{ ...receipt(0, 4), withinMs: 7, finalAt: 6_000 }],
        provisional: [silent(4, 6, 9_000)],
      })
      await give(given)
      expect(await take(0, 10)).toEqual(given)
    })

    test('replaced values come back with their candles, and go with them', async () => {
      const replaced = (minute: number, until: number) => ({
        ...receipt(minute, minute + 1, until),
        finalAt: until,
      })
      const restated = [
        { openTime: MINUTE, knownAt: 5_000, until: 7_000, former: bar(1, 0.3, undefined), source: 'live' },
        { openTime: MINUTE, knownAt: 7_000, until: 8_000, former: bar(1, 0.4), source: 'live' },
        { openTime: 2 * MINUTE, until: 9_000, source: 'archive' },
      ]
      const given = part([bar(1), bar(2)], [covers(0, 4)], {
        receipts: [
          replaced(1, 7_000),
          replaced(1, 8_000),
          { ...replaced(2, 9_000), source: 'archive' },
          receipt(0, 4),
        ],
        restated,
      })
      await give(given)
      const taken = await take(0, 10)
      expect(taken.restated).toEqual(restated)
      expect(taken.receipts).toEqual(expect.arrayContaining([...given.receipts]))
      expect((await take(2, 10)).restated).toEqual(restated.slice(2))
      // The values of the daemon that was first stay, and so does their history.
      await give(part([bar(1)], [covers(1, 2)], { restated: [{ ...restated[0], until: 7_500 } as never] }))
      expect((await take(0, 10)).restated).toEqual(restated)
      if (isReadOnly) return
      await one.retract({ series, ...minutes(1, 2), reason: 'forgotten' }, undefined, signal)
      expect((await take(0, 10)).restated).toEqual(restated.slice(2))
    })

    test('of a part of a span only that part is told', async () => {
      await give(part([bar(1), bar(2), bar(3)], [covers(0, 5)], { receipts: [receipt(0, 5)] }))
      const { bars, coverage } = await take(2, 9)
      expect(bars).toEqual([bar(2), bar(3)])
      expect(coverage).toEqual([{ ...covers(2, 5) }])
    })

    test('nothing is told of a series, a step or a basis that nobody gave', async () => {
      await give(part([bar(1)], [covers(0, 5)]))
      const blank = part([], [])
      expect(await take(0, 9, other)).toEqual(blank)
      expect(await take(0, 9, { ...series, stepMs: 60 * MINUTE })).toEqual(blank)
      expect(await take(0, 9, { ...series, basis: 'mid' })).toEqual(blank)
      expect(await take(20, 30)).toEqual(blank)
    })

    test('parts of a span that were given apart are an answer', async () => {
      await give(part([bar(1)], [covers(0, 2, 'data', 'a')]))
      await give(part([bar(7)], [covers(6, 8, 'data', 'b')]))
      const { bars, coverage } = await take(0, 10)
      expect(bars).toEqual([bar(1), bar(7)])
      expect(coverage).toEqual([covers(0, 2, 'data', 'a'), covers(6, 8, 'data', 'b')])
    })

    test('the reasons why nothing is there are told', async () => {
      const kinds = ['before_listing', 'proven_empty', 'after_close'] as const
      const coverage = kinds.map((kind, at) => covers(2 * at, 2 * at + 1, kind))
      await give(part([], coverage))
      expect((await take(0, 10)).coverage).toEqual(coverage)
    })
  })

  describe.skipIf(isReadOnly)('gives', () => {
    test('given twice is given once', async () => {
      const given = part([bar(1), bar(2)], [covers(0, 4)], { receipts: [receipt(0, 4)] })
      await give(given)
      await give(given, series, two)
      expect(await take(0, 10)).toEqual(given)
    })

    test('of a span that was not over when the venue was asked, only the part that was over is given', async () => {
      const tolerance = CLOCK_TOLERANCE_MS / MINUTE
      const early = (
        from: number,
        to: number,
        minute: number,
        kind: 'data' | 'proven_empty' | 'after_close' = 'data',
      ) => ({
        ...covers(from, to, kind),
        fetchedAt: (minute - tolerance) * MINUTE + 1,
      })
      const coverage = [
        early(10, 20, 13),
        early(20, 30, 20, 'proven_empty'),
        early(30, 40, 31, 'after_close'),
      ]
      expect(await one.give(series, part([bar(11), bar(12), bar(13), bar(19)], coverage), signal)).toBe(
        'written',
      )
      const taken = await take(0, 50)
      expect(taken.bars).toEqual([bar(11), bar(12)])
      expect(taken.coverage).toEqual([{ ...early(10, 13, 13) }, early(30, 40, 31, 'after_close')])
      // What was not is given by a later response.
      await give(part([bar(13, 0.7)], [covers(13, 30)]))
      expect((await take(0, 50)).bars).toEqual([bar(11), bar(12), bar(13, 0.7)])
    })

    test('of two daemons the first one wins, and the second adds what is new', async () => {
      await give(part([bar(1, 0.5), bar(2, 0.5)], [covers(1, 3, 'data', 'first')]))
      await give(part([bar(1, 0.9), bar(3, 0.9)], [covers(0, 4, 'data', 'second')]), series, two)
      const { bars, coverage } = await take(0, 10)
      expect(bars).toEqual([bar(1, 0.5), bar(2, 0.5), bar(3, 0.9)])
      expect(coverage.map(({ from, to, route }) => [from / MINUTE, to / MINUTE, route])).toEqual([
        [0, 1, 'second'],
        [1, 3, 'first'],
        [3, 4, 'second'],
      ])
    })

    test('at the same moment, they leave disjoint coverage', async () => {
      const of = (at: number) => part([bar(at), bar(at + 1)], [covers(at, at + 4, 'data', `route ${at}`)])
      await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((at) => give(of(at), series, at % 2 === 0 ? one : two)))
      const { bars, coverage } = await take(0, 20)
      const times = bars.map(({ timestamp }) => timestamp)
      expect(new Set(times).size).toBe(times.length)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      const ends = coverage.slice(0, -1).map(({ to }) => to)
      expect(coverage.slice(1).every(({ from }, at) => from >= (ends[at] ?? 0))).toBe(true)
      expect(coverage[0]?.from).toBe(0)
      expect(coverage.at(-1)?.to).toBe(11 * MINUTE)
    })

    test('a newer provisional span takes the place of an older one, and an older one does not', async () => {
      await give(part([], [], { provisional: [silent(0, 10, 2_000)] }))
      await give(part([], [], { provisional: [silent(2, 4, 3_000, 2)] }))
      await give(part([], [], { provisional: [silent(2, 8, 1_000)] }), series, two)
      const told = (await take(0, 20)).provisional
      expect(told).toEqual([silent(0, 2, 2_000), silent(2, 4, 3_000, 2), silent(4, 10, 2_000)])
    })

    test('what is final is provisional no more', async () => {
      await give(part([], [], { provisional: [silent(0, 10, 2_000)] }))
      await give(part([], [covers(0, 10, 'proven_empty')]))
      const { coverage, provisional } = await take(0, 20)
      expect(coverage).toEqual([covers(0, 10, 'proven_empty')])
      expect(provisional).toEqual([])
    })

    test('a receipt that becomes final takes the place of the same one before', async () => {
      await give(part([bar(1)], [covers(0, 2)], { receipts: [receipt(0, 2)] }))
      await give(part([bar(1)], [covers(0, 2)], { receipts: [{ ...receipt(0, 2), finalAt: 7_000 }] }))
      expect((await take(0, 5)).receipts).toEqual([{ ...receipt(0, 2), finalAt: 7_000 }])
    })

    test('what was fetched in the future of the tier is refused as a whole', async () => {
      const late = (await one.now(signal)) + CLOCK_TOLERANCE_MS + 10_000
      const given = part([bar(1), bar(5)], [covers(0, 2), { ...covers(4, 6), fetchedAt: late }])
      await expect(give(given)).rejects.toThrow()
      expect(await take(0, 10)).toEqual(part([], []))
    })
  })

  describe.skipIf(isReadOnly)('claims', () => {
    const [bucket = minutes(0, 1), next = minutes(0, 1)] = bucketsOf(minutes(0, 1_000), 500 * MINUTE)

    test('one daemon has a bucket; it is free after that', async () => {
      const first = await one.claim(series, bucket, signal)
      expect(first.kind).toBe('mine')
      const second = await two.claim(series, bucket, signal)
      expect(second).toMatchObject({ kind: 'held' })
      if (second.kind === 'held') expect(second.leftMs).toBeGreaterThan(0)
      expect((await two.claim(series, next, signal)).kind).toBe('mine')
      expect((await two.claim(other, bucket, signal)).kind).toBe('mine')
      if (first.kind === 'mine') await first.release()
      expect((await two.claim(series, bucket, signal)).kind).toBe('mine')
    })

    test('of many at the same moment one has it', async () => {
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? one : two).claim(series, bucket, signal)),
      )
      expect(all.filter(({ kind }) => kind === 'mine')).toHaveLength(1)
    })

    test('a claim of a daemon that died is free after seconds', async ({ skip }) => {
      if (opened.killOne === undefined) return skip()
      await one.claim(series, bucket, signal)
      await opened.killOne()
      expect((await two.claim(series, bucket, signal)).kind).toBe('mine')
    })
  })

  describe.skipIf(isReadOnly)('rate budgets', () => {
    let count = 0
    let name = ''
    beforeEach(() => {
      name = `office kalshi api ${count++}`
    })
    // Slow enough that nothing is refilled while a test runs.
    const slow = { ratePerSecond: 0.001, burst: 5.5 }

    test('two daemons take whole tokens of one bucket, and no more than it has', async () => {
      expect(await one.takeBudget(name, slow, 2, signal)).toMatchObject({ granted: 2, waitMs: 0 })
      const rest = await two.takeBudget(name, slow, 9, signal)
      expect(rest.granted).toBe(3)
      expect(rest.waitMs).toBeGreaterThan(490_000)
      expect(rest.waitMs).toBeLessThanOrEqual(500_000)
      expect((await one.takeBudget(name, slow, 1, signal)).granted).toBe(0)
      expect((await one.takeBudget(`${name} books`, slow, 1, signal)).granted).toBe(1)
    })

    test('of many requests at the same moment no token is granted twice', async () => {
      const terms = { ratePerSecond: 0.001, burst: 10 }
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : two).takeBudget(name, terms, 1, signal)),
      )
      expect(all.reduce((sum, { granted }) => sum + granted, 0)).toBe(10)
    })

    test('a request of no token changes nothing', async () => {
      expect((await one.takeBudget(name, slow, 0, signal)).granted).toBe(0)
      expect((await two.takeBudget(name, slow, 9, signal)).granted).toBe(5)
    })

    test('a pause that one daemon reports holds for all, and no longer than the cap', async () => {
      await one.takeBudget(name, { ratePerSecond: 1_000, burst: 5, pauseMs: 60_000 }, 0, signal)
      const paused = await two.takeBudget(name, { ratePerSecond: 1_000, burst: 5 }, 1, signal)
      expect(paused.granted).toBe(0)
      expect(paused.waitMs).toBeGreaterThan(50_000)
      expect(paused.waitMs).toBeLessThanOrEqual(60_001)
      // A shorter pause does not end it.
      await two.takeBudget(name, { ratePerSecond: 1_000, burst: 5, pauseMs: 1 }, 0, signal)
      expect((await one.takeBudget(name, slow, 1, signal)).granted).toBe(0)
    })
  })

  describe.skipIf(isReadOnly)('retractions', () => {
    test('a withdrawn span is gone, and the others are told so once', async () => {
      await give(part([bar(1), bar(3), bar(5)], [covers(0, 6)], { receipts: [receipt(0, 6)] }))
      const { cursor } = await two.retractions(undefined, signal)
      const retraction = { series, ...minutes(2, 4), reason: 'forgotten' } as const
      await one.retract(retraction, undefined, signal)
      const { bars, coverage } = await take(0, 10)
      expect(bars).toEqual([bar(1), bar(5)])
      expect(coverage).toEqual([covers(0, 2), covers(4, 6)])
      const page = await two.retractions(cursor, signal)
      expect(page.retractions).toEqual([{ ...retraction, at: expect.any(Number) }])
      const now = await two.now(signal)
      expect(Math.abs(now - (page.retractions[0]?.at ?? 0))).toBeLessThan(10 * MINUTE)
      expect((await two.retractions(page.cursor, signal)).retractions).toEqual([])
    })

    test('what replaces it is there in the same step', async () => {
      await give(part([bar(1, 0.5)], [covers(0, 2)]))
      const replaced = part([bar(1, 0.7)], [{ ...covers(0, 2), fetchedAt: FETCHED_AT + 1_000 }])
      await one.retract({ series, ...minutes(0, 2), reason: 'restated' }, replaced, signal)
      expect(await take(0, 5)).toEqual(replaced)
    })

    test('the daemon that withdrew it is not told, and nobody is told of what was before', async () => {
      const own = await one.retractions(undefined, signal)
      await one.retract({ series, ...minutes(0, 2), reason: 'forgotten' }, undefined, signal)
      expect((await one.retractions(own.cursor, signal)).retractions).toEqual([])
      expect((await two.retractions(undefined, signal)).retractions).toEqual([])
    })

    test('a part is refused as a whole if another daemon has withdrawn some of it since, and nothing else is', async () => {
      const { cursor: before } = await two.retractions(undefined, signal)
      await one.retract({ series, ...minutes(2, 4), reason: 'forgotten' }, undefined, signal)
      const given = part([bar(1), bar(3)], [covers(0, 6)])
      expect(await two.give(series, given, signal, before)).toBe('outdated')
      const restated = { series, ...minutes(3, 4), reason: 'restated' } as const
      expect(await two.retract(restated, given, signal, before)).toBe('outdated')
      expect(await take(0, 10)).toEqual(part([], []))
      expect(await two.give(series, part([bar(5)], [covers(4, 6)]), signal, before)).toBe('written')
      expect(await two.give(other, given, signal, before)).toBe('written')
      expect(await one.give(series, part([bar(7)], [covers(6, 8)]), signal, before)).toBe('written')
      const { cursor: now } = await two.retractions(before, signal)
      expect(await two.give(series, given, signal, now)).toBe('written')
      expect((await take(0, 10)).bars).toEqual([bar(1), bar(3), bar(5), bar(7)])
    })

    test('only values that became known later take the place of others', async () => {
      await give(part([bar(1, 0.5), bar(2, 0.5)], [covers(0, 4)], { receipts: [receipt(0, 4)] }))
      const replace = (by: CandleTier, close: number, knownAt: number) =>
        by.retract?.(
          { series, ...minutes(1, 2), reason: 'restated' },
          part([bar(1, close)], [covers(1, 2)], {
            receipts: [receipt(0, 4), { ...receipt(1, 2, knownAt), finalAt: knownAt }].map((one) => ({
              ...one,
              ...minutes(1, 2),
            })),
          }),
          signal,
        )
      await replace(one, 0.7, FETCHED_AT + 9_000)
      const { cursor } = await one.retractions(undefined, signal)
      // It has waited since before the other one.
      expect(await replace(two, 0.6, FETCHED_AT + 8_000)).toBe('written')
      expect((await take(0, 5)).bars).toEqual([bar(1, 0.7), bar(2, 0.5)])
      expect((await one.retractions(cursor, signal)).retractions).toEqual([])
      await replace(two, 0.8, FETCHED_AT + 10_000)
      expect((await take(0, 5)).bars).toEqual([bar(1, 0.8), bar(2, 0.5)])
      expect((await one.retractions(cursor, signal)).retractions).toHaveLength(1)
    })

    test('a withdrawn span can be given again', async () => {
      await give(part([bar(1, 0.5)], [covers(0, 2)]))
      await one.retract({ series, ...minutes(0, 2), reason: 'forgotten' }, undefined, signal)
      await give(part([bar(1, 0.6)], [covers(0, 2)]), series, two)
      expect((await take(0, 5)).bars).toEqual([bar(1, 0.6)])
    })
  })

  describe.skipIf(isReadOnly)('intervals', () => {
    test('those with candles of a series are listed', async () => {
      const { stepMs: _, ...named } = series
      expect(await two.steps(named, signal)).toEqual([])
      await give(part([bar(60)], [covers(60, 120)]), { ...series, stepMs: 60 * MINUTE })
      await give(part([bar(1)], [covers(0, 5)]))
      expect(await two.steps(named, signal)).toEqual([MINUTE, 60 * MINUTE])
      expect(await two.steps({ ...named, basis: 'mid' }, signal)).toEqual([])
      await one.retract({ series, ...minutes(0, 5), reason: 'forgotten' }, undefined, signal)
      expect(await two.steps(named, signal)).toEqual([60 * MINUTE])
    })
  })

  describe.skipIf(isReadOnly)('outcomes', () => {
    const known = (checkedAt: number, listedAt = 5): KnownSeries => ({
      series: { outcomeId: 'yes', seriesKey: 'FOO-26', mirrored: false, listedAt, facts: { a: 1 } },
      checkedAt,
    })

    test('where an outcome was located is told; the newest lookup wins', async () => {
      expect(await two.known('kalshi', 'yes', signal)).toBeUndefined()
      await one.remember('kalshi', 'yes', known(2_000, 6), signal)
      await two.remember('kalshi', 'yes', known(1_000, 7), signal)
      expect(await two.known('kalshi', 'yes', signal)).toEqual(known(2_000, 6))
      expect(await two.known('polymarket', 'yes', signal)).toBeUndefined()
    })
  })

  test('the time of the tier is told', async () => {
    expect(Number.isFinite(await two.now(signal))).toBe(true)
  })
}
