import { describe, expect, test } from 'vitest'
import type { SharedPart, SharedSeries } from '../../../src/candles/shared/candle-tier.js'
import { checkPart } from '../../../src/candles/shared/check-part.js'
import type { PostgresTier } from '../../../src/tiers/postgres/create-postgres-tier.js'
import {
  bar,
  blank,
  covers,
  MINUTE,
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

describe.skipIf(programs === undefined)(`the tier ${withPostgres}`, () => {
  const shared = useSharedServer()
  const take = (tier: PostgresTier, series: SharedSeries, from: number, to: number): Promise<SharedPart> =>
    tier.take(series, minutes(from, to), signal)

  test('returns to one daemon what another gave, with route, time and receipts', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    expect(await take(b, series, 0, 10)).toEqual(blank)
    const part = {
      ...partOf(0, 5),
      bars: [bar(0), bar(2, 0.123456789, undefined), bar(4, 1e-7, 0.1)],
      coverage: [covers(0, 5), covers(5, 9, 'proven_empty', 'other')],
    }
    await a.give(series, part, signal)
    expect(await take(b, series, 0, 10)).toEqual(part)
    expect(await take(b, series, 1, 4)).toEqual({
      ...part,
      bars: [bar(2, 0.123456789, undefined)],
      coverage: [covers(1, 4)],
    })
    for (const other of [
      { ...series, venue: 'polymarket' as const },
      { ...series, stepMs: 2 * MINUTE },
      { ...series, basis: 'mid' as const },
    ])
      expect(await take(b, other, 0, 10)).toEqual(blank)
  })

  test('the first give wins, and a second one adds the rest', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    await a.give(series, partOf(0, 5, 0.3), signal)
    await a.give(series, partOf(0, 5, 0.3), signal)
    await b.give(series, partOf(3, 400, 0.7), signal)
    const { bars, coverage } = await take(a, series, 0, 500)
    expect(bars.map(({ close }) => close)).toEqual([...Array(5).fill(0.3), ...Array(395).fill(0.7)])
    expect(coverage).toEqual([covers(0, 5), covers(5, 400)])
  })

  test('a give within a gap between candles of others is found again, whatever forms they have', async () => {
    const tier = shared.open()
    const series = newSeries()
    const all = partOf(0, 3_000)
    const spans = [
      [0, 100],
      [2_000, 2_100],
      [1_000, 1_010],
      [100, 1_000],
      [2_100, 3_000],
      [1_010, 2_000],
    ] as const
    for (const [from, to] of spans) await tier.give(series, partOf(from, to), signal)
    expect((await take(tier, series, 0, 3_000)).bars).toEqual(all.bars)
    expect((await take(tier, series, 1_005, 2_050)).bars).toEqual(all.bars.slice(1_005, 2_050))
  })

  test('many small gives are compacted, without a chunk over a gap that is given later', async () => {
    const tier = shared.open()
    const series = newSeries()
    for (let at = 0; at < 1_240; at += 40)
      if (at !== 600) await tier.give(series, partOf(at, at + 40), signal)
    expect(
      shared.server.query(
        `SELECT loose < 300 FROM pmx_local.series WHERE series_key = '${series.seriesKey}'`,
      ),
    ).toEqual(['t'])
    await tier.give(series, partOf(600, 640), signal)
    expect((await take(tier, series, 0, 1_240)).bars).toEqual(partOf(0, 1_240).bars)
    expect((await take(tier, series, 0, 1_240)).coverage).toEqual([covers(0, 1_240)])
  })

  test('candles of a quiet market share chunks, and what is given into their gaps later comes back too', async () => {
    const tier = shared.open()
    const series = newSeries()
    const every = (step: number, first: number, count: number): SharedPart => {
      const times = Array.from({ length: count }, (_, at) => first + at * step)
      return {
        ...blank,
        bars: times.map((at) => bar(at)),
        coverage: times.map((at) => covers(at, at + 1)),
      }
    }
    await tier.give(series, every(4, 0, 200), signal)
    const chunks = () =>
      shared.server.query(
        `SELECT count(*), sum(count) FROM pmx_local.chunks c JOIN pmx_local.series s ON s.id = c.series_id
         WHERE series_key = '${series.seriesKey}'`,
      )
    expect(chunks()).toEqual(['1|200'])
    await tier.give(series, every(4, 1_000, 100), signal)
    // Into both chunks, between them and after them.
    await tier.give(series, every(4, 2, 450), signal)
    const { bars, coverage } = await take(tier, series, 0, 2_000)
    const times = [...every(4, 0, 200).bars, ...every(4, 1_000, 100).bars, ...every(4, 2, 450).bars]
    expect(bars.map(({ timestamp }) => timestamp)).toEqual(
      times.map(({ timestamp }) => timestamp).sort((a, b) => a - b),
    )
    expect(coverage).toHaveLength(bars.length)
    await tier.give(
      series,
      { ...blank, bars: [bar(1), bar(5)], coverage: [covers(1, 2), covers(5, 6)] },
      signal,
    )
    expect((await take(tier, series, 0, 8)).bars.map(({ timestamp }) => timestamp / MINUTE)).toEqual([
      0, 1, 2, 4, 5, 6,
    ])
  })

  test('provisional spans are shared, and the newer one wins', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    const provisional = (from: number, to: number, requestedAt: number) => ({
      ...{ ...minutes(from, to), route: 'live', requestedAt, lookAgainAt: requestedAt + 5, looks: 1 },
    })
    await a.give(series, { ...blank, provisional: [provisional(0, 10, 100)] }, signal)
    await b.give(series, { ...blank, provisional: [provisional(5, 7, 50)] }, signal)
    expect((await take(b, series, 0, 20)).provisional).toEqual([provisional(0, 10, 100)])
    await b.give(series, { ...blank, provisional: [provisional(5, 7, 200)] }, signal)
    expect((await take(a, series, 0, 20)).provisional).toEqual([
      provisional(0, 5, 100),
      provisional(5, 7, 200),
      provisional(7, 10, 100),
    ])
  })

  test('a receipt that becomes final replaces the known one; a live capture leaves one', async () => {
    const tier = shared.open()
    const series = newSeries()
    const receipt = { ...minutes(0, 5), knownAt: 1_000, source: 'live' }
    await tier.give(series, { ...partOf(0, 5), receipts: [receipt] }, signal)
    await tier.give(series, { ...partOf(0, 5), receipts: [{ ...receipt, finalAt: 2_000 }] }, signal)
    expect((await take(tier, series, 0, 9)).receipts).toEqual([{ ...receipt, finalAt: 2_000 }])
    for (let to = 6; to <= 9; to++)
      await tier.give(
        series,
        {
          ...partOf(to - 1, to),
          receipts: [{ ...minutes(5, to), knownAt: to * 10, withinMs: 10, source: 'live' }],
        },
        signal,
      )
    expect((await take(tier, series, 5, 9)).receipts).toEqual([
      { ...minutes(5, 9), knownAt: 90, withinMs: 10, source: 'live' },
    ])
  })

  test('twenty daemons that give the same spans at the same time leave them once, disjoint', async () => {
    const series = newSeries()
    const tiers = Array.from({ length: 20 }, (_, at) => shared.open(`d${at}`))
    await Promise.all(
      tiers.flatMap((tier, at) =>
        [0, 100, 200].map((from) => tier.give(series, partOf(from + at, from + 100 + at, at / 100), signal)),
      ),
    )
    const { bars, coverage } = await take(shared.open(), series, 0, 400)
    expect(bars.map(({ timestamp }) => timestamp)).toEqual(
      partOf(0, 319).bars.map(({ timestamp }) => timestamp),
    )
    expect(coverage.at(0)?.from).toBe(0)
    coverage.reduce((last, next) => {
      expect(next.from).toBe(last.to)
      return next
    })
  })

  test('of what a venue does not retain nothing is stored', async () => {
    const tier = shared.open()
    const series = newSeries()
    await tier.give(series, { ...blank, coverage: [covers(0, 5, 'beyond_retention')] }, signal)
    expect(await take(tier, series, 0, 5)).toEqual(blank)
  })

  test('a daemon whose clock is ahead gives nothing', async () => {
    const tier = shared.open()
    const series = newSeries()
    const ahead = (await tier.now(signal)) + 10 * MINUTE
    const part = partOf(0, 5)
    for (const wrong of [
      { ...part, coverage: [{ ...covers(0, 5), fetchedAt: ahead }] },
      { ...part, receipts: [{ ...minutes(0, 5), knownAt: ahead, source: 'live' }] },
      { ...part, bars: [{ ...bar(4), timestamp: ahead }] },
      {
        ...blank,
        provisional: [{ ...minutes(0, 5), route: 'x', requestedAt: ahead, lookAgainAt: 1, looks: 1 }],
      },
    ])
      await expect(tier.give(series, wrong, signal)).rejects.toThrow(
        /ahead of the database's clock, so nothing is uploaded/,
      )
    expect(await take(tier, series, 0, 5)).toEqual(blank)
    const series2 = { venue: 'kalshi', outcomeId: 'FUTURE' } as const
    await tier.remember(
      'kalshi',
      series2.outcomeId,
      { series: { seriesKey: 'X' } as never, checkedAt: ahead },
      signal,
    )
    expect(await tier.known('kalshi', series2.outcomeId, signal)).toBeUndefined()
  })

  test('where an outcome was located is shared; the newest look wins', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const known = (checkedAt: number, seriesKey: string) => ({ series: { seriesKey } as never, checkedAt })
    expect(await a.known('kalshi', 'OUTCOME', signal)).toBeUndefined()
    await a.remember('kalshi', 'OUTCOME', known(5, 'new'), signal)
    await b.remember('kalshi', 'OUTCOME', known(4, 'old'), signal)
    expect(await b.known('kalshi', 'OUTCOME', signal)).toEqual(known(5, 'new'))
    expect(await b.known('polymarket', 'OUTCOME', signal)).toBeUndefined()
  })

  test('its time is that of the database', async () => {
    expect(Math.abs((await shared.open().now(signal)) - Date.now())).toBeLessThan(5_000)
  })

  test('an aborted call rejects with the reason of its signal, and the next one works', async () => {
    const tier = shared.open()
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    const reason = new Error('enough')
    await expect(tier.take(series, minutes(0, 5), AbortSignal.abort(reason))).rejects.toBe(reason)
    const end = new AbortController()
    const taken = tier.take(series, minutes(0, 5), end.signal)
    end.abort(reason)
    await expect(taken).rejects.toBe(reason)
    expect((await take(tier, series, 0, 5)).bars).toHaveLength(5)
  })

  test('coverage with a route that another program has written does not pass as other coverage', async () => {
    const tier = shared.open()
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    for (const route of ['live\x1eb', '\x1e', 'a\x1f1']) {
      shared.server.query(
        `UPDATE pmx_local.coverage SET route = '${route}' WHERE series_id = (SELECT max(id) FROM pmx_local.series)`,
      )
      const told = checkPart(await take(tier, series, 0, 5), series.stepMs, minutes(0, 5), Date.now())
      expect(typeof told === 'string' || told.coverage.length === 1).toBe(true)
    }
  })

  test('a damaged chunk is refused as invalid data, not as an error of the file of the daemon', async () => {
    const tier = shared.open()
    const series = newSeries()
    await tier.give(series, partOf(0, 100), signal)
    shared.server.query(
      "UPDATE pmx_local.chunks SET body = 'rubbish' WHERE series_id = (SELECT max(id) FROM pmx_local.series)",
    )
    const error = await take(tier, series, 0, 100).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'InvalidSharedData' })
  })
})
