import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CandlePoints } from '../../../src/venue-kit/contract/venue.js'
import { hunch } from '../../../src/venues/hunch/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { json, sentTo } from '../../support/wire.js'
import { bet, nativeLadder, nativeMarket, nativeReply, nativeResearch, setUp, stats } from './payloads.js'

const id = 'lark-50m-mcap-2026-12-15'
const ladderId = 'wren-mcap-ladder-2026-11-16'
const MINUTE = 60_000
const day = { from: now - 24 * 60 * MINUTE, to: now + 60 * MINUTE }
const [step] = present(hunch.candles).steps

/** The history of an outcome within a window, as it would be asked for again. */
async function historyOf(outcomeId: string, research: object, window = day): Promise<CandlePoints> {
  const { ctx } = setUp({
    [`GET agent/markets/${id}`]: nativeReply(),
    [`GET agent/markets/${ladderId}`]: nativeReply(nativeLadder()),
    [`GET agent/markets/${id}/research`]: nativeResearch(research as Record<string, unknown>),
    [`GET agent/markets/${ladderId}/research`]: nativeResearch({
      market: nativeLadder(),
      ...research,
    }),
  })
  const series = await readerOf(hunch, ctx).series(outcomeId)
  const batch = await present(hunch.candles).fetch(series, present(step), window, ctx)
  if (batch.kind !== 'points') throw new Error('points were expected')
  return batch
}
const at = (minutesAgo: number) => now - minutesAgo * MINUTE

describe('the history of two sides', () => {
  test('is one point a bet, the odds of yes after it', async () => {
    expect(await historyOf(`${id}:yes`, {})).toEqual({
      kind: 'points',
      route: 'GET /markets/{id}/research',
      points: [
        { at: at(30), price: 0.5 },
        { at: at(20), price: 0.6 },
        { at: at(10), price: 0.92 },
      ],
    })
  })

  test('is one series for both, of which no is the other side', async () => {
    const { ctx } = setUp({ [`GET agent/markets/${id}`]: nativeReply() })
    const place = async (key: string) => {
      const { seriesKey, mirrored, facts } = await readerOf(hunch, ctx).series(`${id}:${key}`)
      return { seriesKey, mirrored, facts }
    }
    expect(await place('yes')).toEqual({ seriesKey: id, mirrored: false, facts: { marketId: id } })
    expect(await place('no')).toEqual({ seriesKey: id, mirrored: true, facts: { marketId: id } })
  })

  test('is asked for once, whatever the window, and cut to it', async () => {
    const { points } = await historyOf(`${id}:yes`, {}, { from: at(20), to: at(10) })
    expect(points).toEqual([{ at: at(20), price: 0.6 }])
  })

  test('may come in either order; the last of one instant counts', async () => {
    const bets = [bet(10, 92), bet(20, 61), bet(20, 60), bet(30, 50)]
    const newestFirst = await historyOf(`${id}:yes`, { oddsHistory: bets, stats: stats({ totalBets: 4 }) })
    expect(newestFirst.points.map(({ price }) => price)).toEqual([0.5, 0.61, 0.92])
    const oldestFirst = { oddsHistory: bets.toReversed(), stats: stats({ totalBets: 4 }) }
    expect((await historyOf(`${id}:yes`, oldestFirst)).points).toEqual(newestFirst.points)
  })

  test('has no point for odds that are null, or ahead of the clock', async () => {
    const oddsHistory = [bet(30, null), bet(20, '33.3'), bet(-10, 70)]
    expect((await historyOf(`${id}:yes`, { oddsHistory })).points).toEqual([{ at: at(20), price: 0.333 }])
  })

  test('of no bets is empty', async () => {
    const none = { oddsHistory: [], stats: stats({ totalBets: 0 }) }
    expect(await historyOf(`${id}:yes`, none)).toMatchObject({ points: [] })
    expect(await historyOf(`${id}:yes`, none)).not.toHaveProperty('withheld')
  })
})

describe('a history that may lack bets', () => {
  const withheld = (to: number) => [{ from: day.from, to, reason: 'beyond_retention' }]

  test('is whole from the minute after its first point on, where more bets were counted', async () => {
    const batch = await historyOf(`${id}:yes`, { stats: stats({ totalBets: 4 }) })
    expect(batch.points.map(({ price }) => price)).toEqual([0.6, 0.92])
    expect(batch.withheld).toEqual(withheld(at(29)))
  })

  test('begins with its first point, where nobody counts the bets', async () => {
    for (const uncounted of [null, { totalPoolUsd: 12 }, 'none']) {
      const batch = await historyOf(`${id}:yes`, { stats: uncounted })
      expect(batch.points).toHaveLength(3)
      expect(batch.withheld).toEqual(withheld(at(30)))
    }
  })

  test('of no points says nothing, which is no proof that there were no bets', async () => {
    const batch = await historyOf(`${id}:yes`, { oddsHistory: [], stats: stats({ totalBets: null }) })
    expect([batch.points, batch.withheld]).toEqual([[], withheld(day.to)])
  })

  test('of no points though bets were made is believed when it is shown at two times', async () => {
    const { ctx, clock } = setUp({
      [`GET agent/markets/${id}`]: nativeReply(),
      [`GET agent/markets/${id}/research`]: nativeResearch({
        oddsHistory: [],
        stats: stats({ totalBets: 5 }),
      }),
    })
    const series = await readerOf(hunch, ctx).series(`${id}:yes`)
    const look = async () => present(hunch.candles).fetch(series, present(step), day, ctx)
    const blank = { code: 'EXCHANGE_NOT_AVAILABLE', retryable: true, detail: { kind: 'blank_history' } }
    expect(await failureOf(look)).toMatchObject(blank)
    clock.set(now + 9 * MINUTE)
    expect(await failureOf(look)).toMatchObject(blank)
    clock.set(now + 10 * MINUTE)
    expect((await look()).withheld).toEqual(withheld(day.to))
  })

  test('is whole for a window behind its beginning', async () => {
    const window = { from: at(20), to: now }
    expect(await historyOf(`${id}:yes`, { stats: null }, window)).not.toHaveProperty('withheld')
  })
})

describe('the history of one of several outcomes', () => {
  const bands = [
    bet(30, 40, { outcomeKey: 'n9-p9' }),
    bet(20, 12, { outcomeKey: 'le-n9' }),
    bet(10, 45, { outcomeKey: 'n9-p9' }),
  ]

  test('is that of the bets on it', async () => {
    const batch = await historyOf(`${ladderId}:n9-p9`, { oddsHistory: bands })
    expect(batch.points).toEqual([
      { at: at(30), price: 0.4 },
      { at: at(10), price: 0.45 },
    ])
    expect(batch).not.toHaveProperty('withheld')
    expect((await historyOf(`${ladderId}:ge-p9`, { oddsHistory: bands })).points).toEqual([])
  })

  test('is refused where its bets come without odds', async () => {
    const oddsHistory = [...bands, bet(5, null, { outcomeKey: 'n9-p9' })]
    expect(await failureOf(() => historyOf(`${ladderId}:n9-p9`, { oddsHistory }))).toMatchObject({
      code: 'NOT_SUPPORTED',
      detail: { kind: 'unpriced_history' },
    })
  })
})

test('points come ascending, inside the window and between 0 and 1, whatever the bets', async () => {
  const one = fc.record({
    ago: fc.integer({ min: -30, max: 2_000 }),
    pct: fc.option(fc.integer({ min: 0, max: 100 })),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(one, { maxLength: 20 }),
      fc.integer({ min: 0, max: 30 }),
      async (bets, totalBets) => {
        fc.pre(bets.length > 0 || totalBets === 0)
        const oddsHistory = bets.map(({ ago, pct }) => bet(ago, pct))
        const { points, withheld = [] } = await historyOf(`${id}:yes`, {
          oddsHistory,
          stats: stats({ totalBets }),
        })
        points.forEach((point, index) => {
          expect(point.at).toBeGreaterThanOrEqual(day.from)
          expect(point.at).toBeLessThan(day.to)
          expect(point.at).toBeGreaterThan(points[index - 1]?.at ?? 0)
          expect(point.price).toBeGreaterThanOrEqual(0)
          expect(point.price).toBeLessThanOrEqual(1)
          expect(withheld.every(({ from, to }) => point.at < from || point.at >= to)).toBe(true)
        })
        expect(
          withheld.length > 0 || totalBets <= bets.length || bets.some(({ ago }) => at(ago) < day.from),
        ).toBe(true)
      },
    ),
  )
})

describe('a change of shape', () => {
  test.each([
    ['oddsHistory', { oddsHistory: null }],
    ['oddsHistory', { oddsHistory: undefined }],
    ['at', { oddsHistory: [bet(5, 50, { at: null })] }],
    ['at', { oddsHistory: [bet(5, 50, { at: 'lately' })] }],
    ['yesPct', { oddsHistory: [bet(5, 101)] }],
    ['yesPct', { oddsHistory: [bet(5, 'even')] }],
    ['market.id', { market: nativeMarket({ id: 'another' }) }],
  ])('of %s is an error', async (path, research) => {
    await expectDrift(() => historyOf(`${id}:yes`, research), path)
  })
})

describe('an outcome', () => {
  const answers = {
    [`GET agent/markets/${id}`]: nativeReply(),
    'GET agent/markets/lark-50m': nativeReply(),
    'GET agent/markets/nobody': json(404, { error: 'market_not_found' }),
  }

  test('is found with the other side by one call', async () => {
    const { ctx, wire } = setUp(answers)
    const { locate } = readerOf(hunch, ctx)
    expect((await locate(`${id}:yes`)).located.facts).toEqual({ marketId: id, key: 'yes', isTwoSided: true })
    await locate(`${id}:no`)
    expect(sentTo(wire)).toEqual([`GET agent/markets/${id}`])
  })

  test.each([
    ['nobody:yes', 'unknown_outcome'],
    [`${id}:maybe`, 'unknown_outcome'],
    // A slug means another round tomorrow.
    ['lark-50m:yes', 'unknown_outcome'],
    ['a:b:yes', 'unknown_outcome'],
    [id, 'market_not_outcome'],
    ['nobody', 'unknown_outcome'],
    ['', 'unknown_outcome'],
  ])('is not what %j names: %s', async (asked, kind) => {
    const error = await failureOf(() => readerOf(hunch, setUp(answers).ctx).locate(asked))
    expect([error.code, error.detail?.['kind']]).toEqual(['NOT_FOUND', kind])
  })

  test.each([
    ['open', '2026-12-15T23:59:00.000Z', {}],
    ['open', '2026-11-21T11:00:00.000Z', {}],
    ['closed', '2026-11-21T11:00:00.000Z', { closedAt: at(60) }],
    ['resolved', '2026-11-21T11:00:00.000Z', { closedAt: at(60), isSettled: true }],
    // Decided before its deadline, at a time that this answer does not tell.
    ['resolved', '2026-12-15T23:59:00.000Z', { isSettled: true }],
    ['voided', null, { isSettled: true }],
  ])('of a market that is %s and ends at %s', async (status, deadlineAt, life) => {
    const reply = nativeReply(nativeMarket({ status, deadlineAt }))
    const { ctx } = setUp({ [`GET agent/markets/${id}`]: reply })
    const {
      facts: _facts,
      outcomeId: _id,
      ...told
    } = (await readerOf(hunch, ctx).locate(`${id}:yes`)).located
    expect(told).toEqual(life)
  })
})
