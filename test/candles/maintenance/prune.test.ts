import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { pruneCandles } from '../../../src/candles/maintenance/prune.js'
import { listSeries } from '../../../src/candles/maintenance/series-reader.js'
import type { SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { sealingAll } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'
import { candleFiles } from '../support/candle-file.js'

const MINUTE = 60_000
const files = candleFiles()
afterAll(() => files.remove())

const yes: SeriesIdentity = { venue: 'kalshi', seriesKey: 'YES', stepMs: MINUTE, basis: 'trade' }
const coarse: SeriesIdentity = { ...yes, stepMs: 10 * MINUTE }
const ever = { from: 0, to: 1e12 }

let file: ReturnType<typeof files.fresh>

describe.each([
  ['rows', undefined],
  ['chunks', sealingAll],
])('of candles in %s', (_form, sealing) => {
  beforeEach(() => {
    file = files.fresh(sealing)
    file.store.commit(yes, { bars: [1, 2, 25].map((minute) => bar(minute)), coverage: [covers(0, 30)] })
    file.store.commit(coarse, {
      bars: [10, 20].map((minute) => bar(minute)),
      coverage: [covers(0, 10, 'proven_empty', 'a'), covers(10, 30, 'data', 'b')],
    })
  })

  test('a step that a bound lies in goes as a whole', () => {
    expect(pruneCandles(file.database, { before: 11 * MINUTE })).toEqual({ series: 2, candles: 3 })
    expect(file.store.coverage(yes, ever)).toEqual([covers(11, 30)])
    expect(file.store.coverage(coarse, ever)).toEqual([covers(20, 30, 'data', 'b')])
  })

  test('a bound on a border takes the entry before it, and leaves the next one as it is', () => {
    expect(pruneCandles(file.database, { stepMs: 10 * MINUTE, before: 10 * MINUTE })).toEqual({
      series: 1,
      candles: 0,
    })
    expect(file.store.coverage(coarse, ever)).toEqual([covers(10, 30, 'data', 'b')])
    expect(pruneCandles(file.database, { stepMs: 10 * MINUTE, before: 10 * MINUTE })).toEqual({
      series: 0,
      candles: 0,
    })
  })

  test('a series without candles and ledger is none any more, one with either stays', () => {
    expect(pruneCandles(file.database, { before: 30 * MINUTE })).toEqual({ series: 2, candles: 5 })
    expect(listSeries(file.database)).toEqual([])
    file.store.commit(yes, { bars: [], coverage: [covers(0, 30)] })
    pruneCandles(file.database, { before: 29 * MINUTE })
    expect(listSeries(file.database)).toMatchObject([{ candles: 0 }])
    file.database.exec('DELETE FROM coverage')
    file.store.commit(coarse, { bars: [bar(10)], coverage: [covers(10, 20)] })
    file.database.exec('DELETE FROM coverage')
    pruneCandles(file.database, { before: 5 * MINUTE })
    expect(listSeries(file.database)).toContainEqual(expect.objectContaining({ candles: 1 }))
  })

  test('without a bound all of what is meant goes', () => {
    expect(pruneCandles(file.database, { stepMs: MINUTE }, true)).toEqual({ series: 1, candles: 3 })
    expect(pruneCandles(file.database, { stepMs: MINUTE })).toEqual({ series: 1, candles: 3 })
    expect(listSeries(file.database)).toMatchObject([{ stepMs: 10 * MINUTE, candles: 2 }])
  })

  test('that our own samples are among what goes is told: nobody can be asked for them again', () => {
    const mids = { ...yes, venue: 'smarkets', basis: 'mid' } as const
    file.store.commit(mids, { bars: [bar(3)], coverage: [covers(3, 4, 'data', 'sampled')] })
    const of = (venue: 'kalshi' | 'smarkets', dryRun: boolean) =>
      pruneCandles(file.database, { venue }, dryRun)
    expect(of('smarkets', true)).toEqual({ series: 1, candles: 1, samples: true })
    expect(of('smarkets', false)).toEqual({ series: 1, candles: 1, samples: true })
    expect(of('kalshi', true)).toEqual({ series: 2, candles: 5 })
  })
})
