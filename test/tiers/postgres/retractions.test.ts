import { describe, expect, test } from 'vitest'
import {
  InvalidSharedData,
  type SharedPart,
  type SharedSeries,
} from '../../../src/candles/shared/candle-tier.js'
import type { PostgresTier } from '../../../src/tiers/postgres/create-postgres-tier.js'
import {
  bar,
  blank,
  covers,
  FETCHED_AT,
  MINUTE,
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

describe.skipIf(programs === undefined)(`retractions ${withPostgres}`, () => {
  const shared = useSharedServer()
  const forget = (series: SharedSeries, from: number, to: number) =>
    ({ series, ...minutes(from, to), reason: 'forgotten' }) as const

  /** Reads all pages after a cursor. */
  async function readAll(tier: PostgresTier, after: string) {
    const page = await tier.retractions(after, signal)
    return {
      ...page,
      spans: page.retractions.map(({ series, from, to, reason }) => [series.seriesKey, from, to, reason]),
    }
  }

  test('a span is withdrawn, and the other daemons read so, once each', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    await a.give(series, partOf(0, 600), signal)
    await a.give(series, partOf(600, 610), signal)
    const start = await b.retractions(undefined, signal)
    expect(start.retractions).toEqual([])
    await a.retract(forget(series, 100, 605), undefined, signal)
    const left = await b.take(series, minutes(0, 700), signal)
    expect(left.bars).toEqual([...partOf(0, 100).bars, ...partOf(605, 610).bars])
    expect(left.coverage).toEqual([covers(0, 100), covers(605, 610)])
    expect(left.receipts.map(({ from, to }) => ({ from, to }))).toEqual([minutes(0, 100), minutes(605, 610)])
    const page = await readAll(b, start.cursor)
    expect(page.retractions).toEqual([{ ...forget(series, 100, 605), at: expect.any(Number) }])
    expect(Math.abs(Date.now() - (page.retractions[0]?.at ?? 0))).toBeLessThan(10 * MINUTE)
    expect((await readAll(b, page.cursor)).spans).toEqual([])
    expect((await readAll(a, start.cursor)).spans).toEqual([])
    expect((await readAll(a, start.cursor)).cursor).toBe(page.cursor)
    await b.give(series, partOf(100, 605, 0.8), signal)
    expect((await a.take(series, minutes(100, 605), signal)).bars).toEqual(partOf(100, 605, 0.8).bars)
  })

  test('a replacement is there with the retraction', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    await a.give(series, partOf(0, 10), signal)
    const { cursor } = await b.retractions(undefined, signal)
    const later = partOf(2, 4, 0.9, FETCHED_AT + 1_000)
    await a.retract({ series, ...minutes(2, 4), reason: 'restated' }, later, signal)
    const { bars, coverage } = await b.take(series, minutes(0, 10), signal)
    expect(bars.map(({ close }) => close)).toEqual([0.5, 0.5, 0.9, 0.9, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    expect(coverage).toEqual([{ ...covers(0, 10), fetchedAt: FETCHED_AT + 1_000 }])
    expect((await readAll(b, cursor)).spans).toEqual([[series.seriesKey, 120_000, 240_000, 'restated']])
  })

  test('no reader skips one, although many daemons write at the same time', async () => {
    const reader = shared.open('reader')
    let { cursor } = await reader.retractions(undefined, signal)
    const series = Array.from({ length: 8 }, () => newSeries())
    const read: string[] = []
    let isDone = false
    const writing = Promise.all(
      series.map(async (one, at) => {
        const tier = shared.open(`w${at}`)
        for (let round = 0; round < 10; round++)
          await tier.retract(forget(one, round, round + 1), undefined, signal)
      }),
    ).finally(() => {
      isDone = true
    })
    for (let more = true; more; more = !isDone) {
      const page = await readAll(reader, cursor)
      read.push(...page.retractions.map((each) => `${each.series.seriesKey} ${each.from}`))
      cursor = page.cursor
    }
    await writing
    read.push(
      ...(await readAll(reader, cursor)).retractions.map((each) => `${each.series.seriesKey} ${each.from}`),
    )
    expect(new Set(read).size).toBe(80)
    expect(read).toHaveLength(80)
  })

  test('a database that was restored from a backup is read from its first retraction on', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    await a.retract(forget(newSeries(), 0, 1), undefined, signal)
    const [count] = shared.server.query('SELECT count(*) FROM pmx_local.retractions')
    for (const cursor of ['00000000-0000-0000-0000-000000000000 0', 'rubbish'])
      expect((await b.retractions(cursor, signal)).retractions).toHaveLength(Number(count))
    const { cursor } = await b.retractions(undefined, signal)
    const ahead = `${cursor.split(' ')[0]} 1000000`
    expect((await b.retractions(ahead, signal)).retractions).toHaveLength(Number(count))
  })

  test('so is one that has as many since, by a daemon that was off meanwhile', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const [lost, later] = [newSeries(), newSeries()]
    await a.give(later, partOf(0, 5), signal)
    await a.retract(forget(lost, 0, 1), undefined, signal)
    const { cursor } = await b.retractions(undefined, signal)
    expect((await b.retractions(cursor, signal)).cursor).toBe(cursor)
    shared.server.query(
      `DELETE FROM pmx_local.retractions WHERE id = (SELECT retracted FROM pmx_local.meta);
       UPDATE pmx_local.meta SET retracted = retracted - 1`,
    )
    await a.retract(forget(later, 0, 5), undefined, signal)
    const read = await readAll(b, cursor)
    expect(read.spans).toContainEqual([later.seriesKey, 0, 5 * MINUTE, 'forgotten'])
    expect(await b.give(later, partOf(0, 5), signal, cursor)).toBe('outdated')
    expect(await b.give(later, partOf(0, 5), signal, read.cursor)).toBe('written')
  })

  test('everything that one daemon gave can be withdrawn', async () => {
    const [good, bad, reader] = [shared.open('good'), shared.open('bad'), shared.open('reader')]
    const [series, other] = [newSeries(), newSeries()]
    await good.give(series, partOf(0, 100), signal)
    await bad.give(series, { ...partOf(50, 300, 0.9), bars: [...partOf(100, 300).bars, bar(400)] }, signal)
    await good.give(series, partOf(300, 310), signal)
    await bad.give(other, partOf(0, 5), signal)
    await bad.remember('kalshi', 'BAD', { series: { seriesKey: 'X' } as never, checkedAt: 5 }, signal)
    const { cursor } = await reader.retractions(undefined, signal)
    expect(await good.forgetBy('bad', signal)).toEqual({ series: 2, candles: 205, outcomes: 1, lists: 0 })
    const { bars, coverage, receipts } = await reader.take(series, minutes(0, 1_000), signal)
    expect(bars).toEqual([...partOf(0, 100).bars, ...partOf(300, 310).bars])
    expect(coverage).toEqual([covers(0, 100), covers(300, 310)])
    expect(receipts.map(({ from, to }) => ({ from, to }))).toEqual([minutes(0, 100), minutes(300, 310)])
    expect(await reader.take(other, minutes(0, 10), signal)).toEqual(blank)
    expect(await reader.known('kalshi', 'BAD', signal)).toBeUndefined()
    expect((await readAll(reader, cursor)).spans).toEqual([
      [series.seriesKey, 6_000_000, 18_000_000, 'forgotten'],
      [other.seriesKey, 0, 300_000, 'forgotten'],
      ['X', expect.any(Number), expect.any(Number), 'forgotten'],
    ])
    expect(await good.forgetBy('bad', signal)).toEqual({ series: 0, candles: 0, outcomes: 0, lists: 0 })
  })

  /** Damages all chunks of a series. */
  const damage = ({ seriesKey }: SharedSeries, set = "body = decode('00', 'hex')"): void =>
    shared.server.run(
      `UPDATE pmx_local.chunks SET ${set} WHERE series_id = (SELECT id FROM pmx_local.series WHERE series_key = '${seriesKey}')`,
    )

  test.each<[string, string]>([
    ['that is no text', "body = decode('00', 'hex')"],
    ['that claims the largest number of candles', 'count = 2147483647'],
  ])('a chunk %s can be withdrawn, and take names it', async (_what, set) => {
    const [bad, other] = [shared.open('damaging'), shared.open('other')]
    const [series, mixed] = [newSeries(), newSeries()]
    await bad.give(series, partOf(0, 600), signal)
    await bad.give(mixed, partOf(0, 100), signal)
    damage(series, set)
    damage(mixed, set)
    await expect(other.take(series, minutes(0, 10), signal)).rejects.toThrow(InvalidSharedData)
    await other.retract(forget(series, 0, 600), undefined, signal)
    expect(await other.take(series, minutes(0, 700), signal)).toEqual(blank)
    expect(await other.forgetBy('damaging', signal)).toMatchObject({ series: 1 })
    expect(await other.take(mixed, minutes(0, 700), signal)).toEqual(blank)
    await other.give(mixed, partOf(0, 100, 0.7), signal)
    expect((await other.take(mixed, minutes(0, 100), signal)).bars).toEqual(partOf(0, 100, 0.7).bars)
  })

  test('the rest of a chunk that cannot be read is fetched again', async () => {
    const tier = shared.open('a')
    const series = newSeries()
    await tier.give(series, partOf(0, 100), signal)
    await tier.give(series, partOf(100, 110), signal)
    damage(series)
    await tier.retract(forget(series, 20, 30), undefined, signal)
    const left = await tier.take(series, minutes(0, 200), signal)
    expect(left.bars).toEqual(partOf(100, 110).bars)
    expect(left.coverage).toEqual([covers(100, 110)])
    await tier.give(series, partOf(0, 100, 0.7), signal)
    expect((await tier.take(series, minutes(0, 110), signal)).bars).toHaveLength(110)
  })

  test('many fragments are withdrawn in several transactions', async () => {
    const [good, bad, reader] = [shared.open('tidy'), shared.open('fragments'), shared.open('reader')]
    const series = newSeries()
    const fragments = (first: number): SharedPart => {
      const parts = Array.from({ length: 450 }, (_, at) => partOf(first + 6 * at, first + 6 * at + 3))
      return {
        bars: parts.flatMap(({ bars }) => bars),
        coverage: parts.flatMap(({ coverage }) => coverage),
        receipts: parts.flatMap(({ receipts }) => receipts),
        provisional: [],
      }
    }
    await bad.give(series, fragments(0), signal)
    await good.give(series, fragments(3), signal)
    const { cursor } = await reader.retractions(undefined, signal)
    expect(await good.forgetBy('fragments', signal)).toMatchObject({ series: 1, candles: 1_350 })
    expect(await reader.take(series, minutes(0, 2_700), signal)).toEqual(fragments(3))
    expect((await readAll(reader, cursor)).spans).toHaveLength(450)
    const [times] = shared.server.query(
      `SELECT count(DISTINCT at) FROM pmx_local.retractions WHERE series_id = (SELECT id FROM pmx_local.series WHERE series_key = '${series.seriesKey}')`,
    )
    expect(Number(times)).toBe(3)
  })

  test('a withdrawn span has no holes where one response found no trades', async () => {
    const [bad, reader] = [shared.open('looking'), shared.open('reader')]
    const series = newSeries()
    const looked = { route: 'live', requestedAt: 1_000, lookAgainAt: 2_000, looks: 1 }
    const provisional = [minutes(0, 60), minutes(60, 70)].map((span) => ({ ...span, ...looked }))
    const parts = [partOf(3, 5), partOf(20, 24), partOf(50, 60)]
    await bad.give(
      series,
      {
        bars: parts.flatMap(({ bars }) => bars),
        coverage: parts.flatMap(({ coverage }) => coverage),
        receipts: [],
        provisional,
      },
      signal,
    )
    const { cursor } = await reader.retractions(undefined, signal)
    await reader.forgetBy('looking', signal)
    const other = shared.open('other')
    expect((await readAll(other, cursor)).spans).toEqual([[series.seriesKey, 0, 4_200_000, 'forgotten']])
  })

  test('daemons hear of withdrawn outcomes, one retraction a venue, although no candles go with them', async () => {
    const [bad, reader] = [shared.open('misled'), shared.open('reader')]
    const { cursor } = await reader.retractions(undefined, signal)
    for (const [venue, outcome] of [
      ['kalshi', 'U'],
      ['kalshi', 'V'],
      ['limitless', 'W'],
    ] as const)
      await bad.remember(venue, outcome, { series: { seriesKey: outcome } as never, checkedAt: 5 }, signal)
    expect(await shared.open('admin').forgetBy('misled', signal)).toMatchObject({ series: 0, outcomes: 3 })
    const { retractions } = await reader.retractions(cursor, signal)
    expect(retractions.map(({ series, reason }) => [series.venue, reason])).toEqual([
      ['kalshi', 'forgotten'],
      ['limitless', 'forgotten'],
    ])
    const [now = 0] = shared.server.query('SELECT extract(epoch FROM now()) * 1000').map(Number)
    for (const { from, to } of retractions) {
      expect(to - from).toBe(MINUTE)
      expect(Math.abs(now - from)).toBeLessThan(10 * MINUTE)
    }
  })
})
