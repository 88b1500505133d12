import { describe, expect, test } from 'vitest'
import type { SharedSeries } from '../../../src/candles/shared/candle-tier.js'
import type { PostgresTier } from '../../../src/tiers/postgres/create-postgres-tier.js'
import {
  bar,
  blank,
  covers,
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
    expect(page.retractions).toEqual([forget(series, 100, 605)])
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
    await a.retract({ series, ...minutes(2, 4), reason: 'restated' }, partOf(2, 4, 0.9, 2_000), signal)
    const { bars, coverage } = await b.take(series, minutes(0, 10), signal)
    expect(bars.map(({ close }) => close)).toEqual([0.5, 0.5, 0.9, 0.9, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    expect(coverage).toEqual([covers(0, 10)])
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
    ])
    expect(await good.forgetBy('bad', signal)).toEqual({ series: 0, candles: 0, outcomes: 0, lists: 0 })
  })
})
