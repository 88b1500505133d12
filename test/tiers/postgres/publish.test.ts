import { describe, expect, test } from 'vitest'
import {
  bar,
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

describe.skipIf(programs === undefined)(`a plain table ${withPostgres}`, () => {
  const shared = useSharedServer()
  const table = (sql: string): string[] => shared.server.query(sql)

  test('has the candles of a venue by outcome, and follows what is withdrawn', async () => {
    const tier = shared.open()
    const [series, other] = [newSeries(), { ...newSeries(), venue: 'polymarket' as const }]
    const month = Date.UTC(2026, 10, 1) / MINUTE
    const part = partOf(month - 5, month + 6_000)
    await tier.give(
      series,
      { ...part, bars: part.bars.filter(({ timestamp }) => timestamp !== month * MINUTE) },
      signal,
    )
    await tier.give(other, partOf(month, month + 5), signal)
    const located = { seriesKey: series.seriesKey, mirrored: false, outcomeId: 'YES-1' } as never
    await tier.remember('kalshi', 'YES-1', { series: located, checkedAt: 5 }, signal)
    const terms = { venue: 'kalshi', since: (month - 3) * MINUTE, finalAfterMs: 2 * MINUTE } as const
    expect(await tier.publish(terms, signal)).toEqual({
      series: 1,
      candles: 6_002,
      changed: 6_002,
      removed: 0,
    })
    expect(table('SELECT * FROM pmx_local.candles ORDER BY timestamp LIMIT 1')).toEqual([
      'kalshi|kalshi:YES-1|1m|2026-10-31 23:57:00+00|0.4|0.9|0.1|0.5|3|2026-11-01 00:00:00+00',
    ])
    expect(
      table(
        "SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE c.relkind = 'r' ORDER BY 1",
      ),
    ).toEqual(['candles_2026_10', 'candles_2026_11'])
    expect(await tier.publish(terms, signal)).toMatchObject({ changed: 0, removed: 0 })
    await tier.retract(
      { series, ...minutes(month + 11, month + 12), reason: 'restated' },
      partOf(month + 11, month + 12, 0.9, (month + 6_001) * MINUTE),
      signal,
    )
    await tier.retract({ series, ...minutes(month + 10, month + 11), reason: 'forgotten' }, undefined, signal)
    await tier.retract(
      { series, ...minutes(month + 5_990, month + 7_000), reason: 'forgotten' },
      undefined,
      signal,
    )
    expect(await tier.publish(terms, signal)).toEqual({ series: 1, candles: 5_991, changed: 1, removed: 11 })
    expect(table('SELECT count(*), max(close) FROM pmx_local.candles')).toEqual(['5991|0.9'])
  })

  test('counts what is shared, by venue and daemon', async () => {
    const [a, b] = [shared.open('bot'), shared.open('laptop')]
    const series = { ...newSeries(), venue: 'limitless' as const }
    await a.give(series, partOf(0, 600), signal)
    await b.give(
      series,
      { ...partOf(600, 605), coverage: [{ ...covers(600, 605), fetchedAt: FETCHED_AT + 7_000 }] },
      signal,
    )
    const { venues, daemons, bytes } = await a.overview(signal)
    expect(venues).toContainEqual({ venue: 'limitless', series: 1, candles: 605 })
    expect(daemons).toContainEqual({ daemon: 'bot', versions: ['1.2.3'], spans: 1, newestAt: FETCHED_AT })
    expect(daemons).toContainEqual({
      daemon: 'laptop',
      versions: ['1.2.3'],
      spans: 1,
      newestAt: FETCHED_AT + 7_000,
    })
    expect(bytes).toBeGreaterThan(100_000)
  })

  test('a corrected candle is available since its correction', async () => {
    const tier = shared.open()
    const series = { ...newSeries(), venue: 'opinion' as const }
    const minute = Date.UTC(2026, 9, 1) / MINUTE
    const until = (minute + 600) * MINUTE
    const restated = [{ openTime: minute * MINUTE, until, former: bar(minute, 0.3), source: 'live' }]
    await tier.give(series, { ...partOf(minute, minute + 2), restated }, signal)
    await tier.publish({ venue: 'opinion', since: 0, finalAfterMs: 2 * MINUTE }, signal)
    expect(
      table("SELECT available_at FROM pmx_local.candles WHERE venue = 'opinion' ORDER BY timestamp"),
    ).toEqual(['2026-10-01 10:00:00+00', '2026-10-01 00:04:00+00'])
  })

  test('rows of a former name do not stay: the outcome was located since, or forgotten', async () => {
    shared.server.run('DO $$ BEGIN CREATE ROLE pmx_reader; EXCEPTION WHEN duplicate_object THEN NULL; END $$')
    const [tier, wrong] = [shared.open('right'), shared.open('wrong')]
    const series = { ...newSeries(), venue: 'limitless' as const }
    const month = Date.UTC(2026, 10, 1) / MINUTE
    await tier.give(series, partOf(month, month + 50), signal)
    const terms = { venue: 'limitless', since: month * MINUTE, finalAfterMs: 2 * MINUTE } as const
    const names = () =>
      table("SELECT outcome_id, count(*) FROM pmx_local.candles WHERE venue = 'limitless' GROUP BY 1")
    await tier.publish(terms, signal)
    expect(names()).toEqual([`limitless:${series.seriesKey}|50`])
    const located = { seriesKey: series.seriesKey, mirrored: false, outcomeId: 'NO-9' } as never
    await wrong.remember('limitless', 'NO-9', { series: located, checkedAt: 5 }, signal)
    expect(await tier.publish(terms, signal)).toMatchObject({ changed: 50, removed: 50 })
    expect(names()).toEqual(['limitless:NO-9|50'])
    await tier.forgetBy('wrong', signal)
    expect(await tier.publish(terms, signal)).toMatchObject({ changed: 50, removed: 50 })
    expect(names()).toEqual([`limitless:${series.seriesKey}|50`])
    expect(table("SELECT has_table_privilege('pmx_reader', 'pmx_local.candles', 'SELECT')")).toEqual(['t'])
  })
})
