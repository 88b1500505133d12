import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { CandleSeries } from '../../../src/venue-kit/contract/venue.js'
import type { StoredFacts } from '../../../src/venues/limitless/candles.js'
import { limitless } from '../../../src/venues/limitless/index.js'
import { failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { activePage, fillPage, nativeMarket, nativePool, token } from './payloads.js'
import { setUp } from './set-up.js'

const MINUTE = 60_000
const candles = present(limitless.candles)
const step = present(candles.steps[0])
const single = nativeMarket()
const path = `GET api/markets/${single.slug}/events`
const venueOf = (total: number) => (call: VenueCall) => {
  const { page, limit } = queryOf(call)
  return fillPage(Number(page), Number(limit), total)
}
const start = Date.UTC(2026, 10, 1)

const series: CandleSeries<StoredFacts> = {
  outcomeId: token(1),
  seriesKey: single.slug,
  mirrored: false,
  facts: { slug: single.slug, tokens: { yes: token(1), no: token(1, 'no') }, decimals: 6 },
}

describe('a series', () => {
  const located = async (outcomeId: string, market: unknown = single) => {
    const { ctx } = setUp({
      'GET api/markets/active': activePage([market]),
      [`GET api/markets/${single.slug}`]: market,
    })
    return readerOf(limitless, ctx).series(outcomeId)
  }

  test('is that of the market; NO is its mirror', async () => {
    const yes = await located(token(1))
    expect(yes).toEqual({ ...series, listedAt: Date.UTC(2026, 8, 1, 8, 0, 0, 250) })
    expect(await located(token(1, 'no'))).toEqual({ ...yes, outcomeId: token(1, 'no'), mirrored: true })
    expect(await located(single.slug)).toEqual(yes)
  })

  test('ends at the deadline once that has passed', async () => {
    const deadline = now - 3_600_000
    const over = nativeMarket({ expired: true, expirationTimestamp: deadline })
    expect((await located(single.slug, over)).closedAt).toBe(deadline)
  })

  test('of a child decided early, whose deadline lies ahead, has no end', async () => {
    const decided = nativeMarket({ status: 'RESOLVED', expired: true, winningOutcomeIndex: 1 })
    expect(await located(single.slug, decided)).not.toHaveProperty('closedAt')
  })

  test('found by one side is known by the other without another call', async () => {
    const { ctx, wire } = setUp({
      'GET api/markets/active': activePage([single]),
      [`GET api/markets/${single.slug}`]: single,
    })
    await readerOf(limitless, ctx).series(token(1, 'no'))
    const asked = wire.calls.length
    expect(await readerOf(limitless, ctx).series(token(1))).toMatchObject(series)
    expect(wire.calls).toHaveLength(asked)
  })

  test('what is stored of it is enough to ask for its candles', () => {
    expect(candles.facts.parse(JSON.parse(JSON.stringify(series.facts)))).toEqual(series.facts)
    expect(candles.facts.safeParse({ ...series.facts, tokens: undefined }).success).toBe(false)
  })

  test('of a pool does not exist, which is told', async () => {
    const pool = nativePool()
    const { ctx } = setUp({ [`GET api/markets/${pool.slug}`]: pool })
    expect((await failureOf(() => readerOf(limitless, ctx).series(pool.slug))).code).toBe('NOT_SUPPORTED')
  })
})

describe('a window', () => {
  const fetchWindow = async (total: number, from: number, to: number) => {
    const { ctx, wire } = setUp({ [path]: venueOf(total) })
    return { batch: await candles.fetch(series, step, { from, to }, ctx), wire }
  }

  test('has bars of both sides’ fills in YES prices, with volume', async () => {
    const { batch } = await fetchWindow(300, start + 2 * MINUTE, start + 4 * MINUTE)
    expect(batch).toEqual({
      kind: 'bars',
      route: 'fills',
      bars: [
        { timestamp: start + 2 * MINUTE, open: 0.2, high: 0.2, low: 0.2, close: 0.2, volume: 2.5 },
        { timestamp: start + 3 * MINUTE, open: 0.332, high: 0.332, low: 0.332, close: 0.332, volume: 3.5 },
      ],
    })
  })

  test('is whole across pages, and its end is exclusive', async () => {
    const { batch, wire } = await fetchWindow(950, start, start + 600 * MINUTE)
    expect(batch.kind === 'bars' && batch.bars.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 599 }, (_unused, index) => start + (index + 1) * MINUTE),
    )
    expect(wire.calls.length).toBeLessThanOrEqual(13)
  })

  test('is whole while new fills come in', async () => {
    let total = 300
    const { ctx } = setUp({
      [path]: (call: VenueCall) => {
        total += 2
        return venueOf(total)(call)
      },
    })
    const batch = await candles.fetch(series, step, { from: start, to: start + 200 * MINUTE }, ctx)
    expect(batch.kind === 'bars' && batch.bars).toHaveLength(199)
  })

  test('before the first fill is empty and asks no more than it must', async () => {
    const { batch, wire } = await fetchWindow(30, start - 60 * MINUTE, start)
    expect(batch).toMatchObject({ kind: 'bars', bars: [] })
    expect(wire.calls).toHaveLength(1)
  })

  test('that is busy is told from its newest minutes on, and the rest when it is asked for again', async () => {
    const { batch, wire } = await fetchWindow(2_500, start, start + 2_600 * MINUTE)
    const completeFrom = present(batch.completeFrom)
    expect(wire.calls).toHaveLength(10)
    expect(completeFrom).toBe(start + 1_502 * MINUTE)
    const older = (await fetchWindow(2_500, start, completeFrom)).batch
    const rest = (await fetchWindow(2_500, start, older.completeFrom ?? start)).batch
    const bars = [rest, older, batch].flatMap((part) => (part.kind === 'bars' ? part.bars : []))
    expect(bars.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 2_500 }, (_unused, index) => start + (index + 1) * MINUTE),
    )
  })

  test('of which a page fails is an error', async () => {
    const { ctx } = setUp({
      [path]: (call: VenueCall) => (queryOf(call)['page'] === '2' ? {} : venueOf(300)(call)),
    })
    const error = await failureOf(() =>
      candles.fetch(series, step, { from: start, to: start + 400 * MINUTE }, ctx),
    )
    expect(error.detail?.['kind']).toBe('drift')
  })
})
