import { describe, expect, test } from 'vitest'
import {
  InvalidSharedData,
  type SharedPart,
  type SharedSeries,
} from '../../../src/candles/shared/candle-tier.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { createPostgresTier } from '../../../src/tiers/postgres/create-postgres-tier.js'
import { fakeClock } from '../../support/clock.js'
import {
  covers,
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

describe.skipIf(programs === undefined)(`damaged chunks ${withPostgres}`, () => {
  const shared = useSharedServer()
  const damage = ({ seriesKey }: SharedSeries, set = "body = decode('00', 'hex')"): void =>
    shared.server.run(
      `UPDATE pmx_local.chunks SET ${set} WHERE series_id = (SELECT id FROM pmx_local.series WHERE series_key = '${seriesKey}')`,
    )
  const both = (one: SharedPart, two: SharedPart): SharedPart => ({
    bars: [...one.bars, ...two.bars],
    coverage: [...one.coverage, ...two.coverage],
    receipts: [...one.receipts, ...two.receipts],
    provisional: [],
  })

  test.each([
    ['that is no text', "body = decode('00', 'hex')"],
    ['that claims the largest number of candles', 'count = 2147483647'],
  ])(
    'one %s gives way to what is given within it, and the rest of it is fetched again',
    async (_what, set) => {
      const [a, b, series] = [shared.open('a'), shared.open('b'), newSeries()]
      await a.give(series, both(partOf(0, 100), partOf(200, 300)), signal)
      await a.give(series, partOf(400, 500), signal)
      damage(series, set)
      await expect(b.take(series, minutes(0, 300), signal)).rejects.toThrow(InvalidSharedData)
      expect(await b.give(series, partOf(120, 150, 0.7), signal)).toBe('written')
      const taken = await b.take(series, minutes(0, 399), signal)
      expect(taken.bars).toEqual(partOf(120, 150, 0.7).bars)
      expect(taken.coverage).toEqual([covers(120, 150)])
      expect(taken.receipts.map(({ from, to }) => ({ from, to }))).toEqual([minutes(120, 150)])
      expect(await a.give(series, both(partOf(0, 100), partOf(200, 300)), signal)).toBe('written')
      expect((await b.take(series, minutes(0, 300), signal)).bars).toHaveLength(230)
    },
  )

  test('one gives way to the same candles, which the next daemon had to fetch again', async () => {
    const [a, b, series] = [shared.open('a'), shared.open('b'), newSeries()]
    await a.give(series, partOf(0, 600), signal)
    damage(series)
    expect(await b.give(series, partOf(10, 20, 0.7), signal)).toBe('written')
    // The other chunk of the candles is dropped when something of it is given.
    expect((await b.take(series, minutes(0, 300), signal)).bars).toEqual(partOf(10, 20, 0.7).bars)
    expect(await b.give(series, partOf(0, 600), signal)).toBe('written')
    expect((await b.take(series, minutes(0, 600), signal)).bars).toHaveLength(600)
  })

  test('one does not stop the compaction of other candles', async () => {
    const [a, series] = [shared.open('a'), newSeries()]
    await a.give(series, both(partOf(0, 100), partOf(200, 300)), signal)
    await a.give(series, partOf(150, 160), signal)
    damage(series)
    for (let at = 1_000; at < 2_240; at += 40)
      expect(await a.give(series, partOf(at, at + 40), signal)).toBe('written')
    expect((await a.take(series, minutes(500, 3_000), signal)).bars).toEqual(partOf(1_000, 2_240).bars)
    const left = await a.take(series, minutes(0, 500), signal)
    expect(left.bars).toEqual([])
    expect(left.coverage).toEqual([])
  })

  test('the correction of a candle beside one is written, and the log names what was dropped', async () => {
    const [a, series] = [shared.open('a'), newSeries()]
    const warnings: object[] = []
    const b = createPostgresTier({
      ...{
        url: shared.server.address,
        daemonId: 'b',
        version: '1',
        ids: createSystemIds(),
        clock: fakeClock(),
      },
      log: { warn: (fields: object) => void warnings.push(fields) } as never,
    })
    await a.give(series, partOf(0, 600), signal)
    expect(warnings).toEqual([])
    damage(series)
    const [later] = partOf(5, 6, 0.9).coverage
    const correction = partOf(5, 6, 0.9, (later?.fetchedAt ?? 0) + 1_000)
    await b.retract({ series, ...minutes(5, 6), reason: 'restated' }, correction, signal)
    expect((await a.take(series, minutes(0, 9), signal)).bars).toEqual(correction.bars)
    expect(await a.give(series, partOf(0, 600), signal)).toBe('written')
    damage(series)
    expect(await b.give(series, partOf(0, 600), signal)).toBe('written')
    await b.close()
    expect(warnings).toEqual([
      { tier: 'postgres', venue: 'kalshi', series: series.seriesKey, spans: expect.any(Array) },
    ])
  })
})
