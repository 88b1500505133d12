import { expect, test } from 'vitest'
import type { PriceCandle } from '../../src/api/models.js'
import { candlesText } from '../../src/candles/candle-row.js'
import type { CandleStore, Coverage, SeriesIdentity } from '../../src/candles/store.js'

const MINUTE = 60_000
const yes: SeriesIdentity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' }

export function bar(minute: number, close = 0.5, volume: number | undefined = 3): PriceCandle {
  const prices = { timestamp: minute * MINUTE, open: 0.4, high: 0.9, low: 0.1, close }
  return volume === undefined ? prices : { ...prices, volume }
}

export function covers(from: number, to: number, kind: Coverage['kind'] = 'data', route = 'live'): Coverage {
  return { from: from * MINUTE, to: to * MINUTE, kind, route, fetchedAt: 1_000 }
}

const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })

/** The promises of a candle store, held by every implementation. */
export function storeSuite(open: () => CandleStore): void {
  test('candles come back ascending, only those inside the span, with volumes as they were', () => {
    const store = open()
    store.commit(yes, { bars: [bar(2), bar(1, 0.3, undefined), bar(5)], coverage: [covers(0, 6)] })
    expect(store.read(yes, minutes(1, 5))).toEqual([bar(1, 0.3, undefined), bar(2)])
    expect(store.read(yes, minutes(6, 9))).toEqual([])
  })

  test('the ready text is the text of the candles', () => {
    const store = open()
    store.commit(yes, { bars: [bar(1), bar(2, 0.123456, undefined), bar(3, 1e-7)], coverage: [covers(0, 4)] })
    expect(store.readText(yes, minutes(0, 4))).toEqual({
      text: candlesText(store.read(yes, minutes(0, 4))),
      count: 3,
      last: 3 * MINUTE,
    })
    expect(store.readText(yes, minutes(9, 10))).toEqual({ text: '[]', count: 0, last: undefined })
  })

  test('candles are counted up to a bound', () => {
    const store = open()
    store.commit(yes, { bars: [bar(1), bar(2), bar(3)], coverage: [covers(0, 4)] })
    const count = (from: number, to: number, most: number) => store.count(yes, minutes(from, to), most)
    expect([count(0, 4, 9), count(1, 3, 9), count(0, 4, 2), count(4, 9, 9)]).toEqual([3, 2, 2, 0])
    expect(store.count({ ...yes, seriesKey: 'BAR-26' }, minutes(0, 4), 9)).toBe(0)
  })

  test('the steps of a series are told with how far the ledger goes, whatever it has', () => {
    const store = open()
    const hours = { ...yes, stepMs: 60 * MINUTE }
    store.commit(hours, { bars: [], coverage: [covers(0, 60, 'proven_empty')] })
    store.commit(yes, { bars: [bar(1)], coverage: [covers(1, 2)] })
    store.commit(yes, { bars: [bar(7)], coverage: [covers(7, 9)] })
    expect(store.extents(yes)).toEqual([
      { stepMs: MINUTE, ...minutes(1, 9) },
      { stepMs: 60 * MINUTE, ...minutes(0, 60) },
    ])
    expect(store.extents({ ...yes, basis: 'mid' })).toEqual([])
    expect(store.extents({ ...yes, seriesKey: 'BAR-26' })).toEqual([])
    expect(store.extents({ ...yes, venue: 'polymarket' })).toEqual([])
  })

  test('series differ by venue, key, step and basis', () => {
    const store = open()
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    for (const other of [
      { ...yes, venue: 'polymarket' as const },
      { ...yes, seriesKey: 'BAR-26' },
      { ...yes, stepMs: 60 * MINUTE },
      { ...yes, basis: 'mid' as const },
    ]) {
      expect(store.read(other, minutes(0, 9))).toEqual([])
      expect(store.coverage(other, minutes(0, 9))).toEqual([])
    }
  })

  test('what is covered is not rewritten: neither its candles nor its ledger entry', () => {
    const store = open()
    store.commit(yes, { bars: [bar(1, 0.5)], coverage: [covers(0, 3)] })
    store.commit(yes, {
      bars: [bar(1, 0.8), bar(2, 0.8), bar(4, 0.8)],
      coverage: [covers(0, 6, 'data', 'other')],
    })
    expect(store.read(yes, minutes(0, 9)).map(({ timestamp, close }) => [timestamp / MINUTE, close])).toEqual(
      [
        [1, 0.5],
        [4, 0.8],
      ],
    )
    expect(
      store.coverage(yes, minutes(0, 9)).map(({ route, from, to }) => [route, from / MINUTE, to / MINUTE]),
    ).toEqual([
      ['live', 0, 3],
      ['other', 3, 6],
    ])
  })

  test('a batch that tells a candle twice has it once, as it was told first, in whatever order the others come', () => {
    const store = open()
    const bars = [bar(3), bar(1, 0.3), bar(2), bar(1, 0.7), bar(2, 0.8)]
    store.commit(yes, { bars, coverage: [covers(0, 4)] })
    expect(store.read(yes, minutes(0, 9))).toEqual([bar(1, 0.3), bar(2), bar(3)])
    expect([store.count(yes, minutes(0, 9), 9), store.readText(yes, minutes(0, 9)).count]).toEqual([3, 3])
  })

  test('history that a venue later calls empty stays', () => {
    const store = open()
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 3)] })
    store.commit(yes, { bars: [], coverage: [covers(0, 5, 'proven_empty')] })
    expect(store.read(yes, minutes(0, 5))).toEqual([bar(1)])
    expect(store.coverage(yes, minutes(0, 2)).map(({ kind }) => kind)).toEqual(['data'])
  })

  test('the ledger answers for exactly the spans that touch the question', () => {
    const store = open()
    store.commit(yes, { bars: [], coverage: [covers(0, 3, 'before_listing'), covers(5, 8, 'proven_empty')] })
    expect(store.coverage(yes, minutes(3, 5))).toEqual([])
    expect(store.coverage(yes, minutes(2, 6)).map(({ kind }) => kind)).toEqual([
      'before_listing',
      'proven_empty',
    ])
  })

  test('a commit that breaks leaves nothing behind: the next series is one of its own', () => {
    const store = open()
    const other = { ...yes, seriesKey: 'BAR-26' }
    expect(() => store.commit(yes, { bars: breaking([bar(1)]), coverage: [covers(0, 2)] })).toThrow('breaks')
    store.commit(other, { bars: [bar(1, 0.9)], coverage: [covers(0, 2)] })
    expect([store.coverage(yes, minutes(0, 9)), store.read(yes, minutes(0, 9))]).toEqual([[], []])
    store.commit(yes, { bars: [bar(1, 0.2)], coverage: [covers(0, 2)] })
    expect(store.read(yes, minutes(0, 9))).toEqual([bar(1, 0.2)])
    expect(store.read(other, minutes(0, 9))).toEqual([bar(1, 0.9)])
  })

  test('neighbouring ledger entries that say the same become one, with and without candles in turn', () => {
    const store = open()
    for (let minute = 0; minute < 50; minute++) {
      const bars = minute % 2 === 0 ? [bar(minute)] : []
      const kind = minute % 2 === 0 ? 'data' : 'proven_empty'
      store.commit(yes, { bars, coverage: [covers(minute, minute + 1, kind)] })
    }
    expect(store.coverage(yes, minutes(0, 99))).toEqual([covers(0, 50)])
    store.commit(yes, {
      bars: [],
      coverage: [covers(50, 60, 'after_close'), covers(60, 61, 'data', 'other')],
    })
    expect(store.coverage(yes, minutes(0, 99)).map(({ kind }) => kind)).toEqual([
      'data',
      'after_close',
      'data',
    ])
  })

  test('an outcome is remembered with where its candles come from', () => {
    const store = open()
    const series = {
      outcomeId: 'FOO-26-NO',
      seriesKey: 'FOO-26',
      mirrored: true,
      listedAt: 7,
      facts: { event: 'FOO' },
    }
    expect(store.known('kalshi', 'FOO-26-NO')).toBeUndefined()
    store.remember('kalshi', 'FOO-26-NO', { series, checkedAt: 5 })
    store.remember('kalshi', 'FOO-26-NO', { series, checkedAt: 9 })
    expect(store.known('kalshi', 'FOO-26-NO')).toEqual({ series, checkedAt: 9 })
    expect(store.known('polymarket', 'FOO-26-NO')).toBeUndefined()
  })

  test('an outcome that was located in a future that did not come is remembered, but has to be asked for again', () => {
    const store = open()
    const series = { outcomeId: 'A', seriesKey: 'A', mirrored: false, facts: {} }
    store.remember('kalshi', 'A', { series, checkedAt: 1e9 })
    store.remember('kalshi', 'B', { series, checkedAt: 1e6 })
    store.dropFuture(1e6)
    expect(store.known('kalshi', 'A')).toEqual({ series, checkedAt: 0 })
    expect(store.known('kalshi', 'B')).toEqual({ series, checkedAt: 1e6 })
  })
}

/** A list of candles that cannot be read to its end. */
export function breaking(bars: readonly PriceCandle[]): readonly PriceCandle[] {
  return Object.assign([...bars], {
    *[Symbol.iterator](): Generator<PriceCandle> {
      yield* [...bars.keys()].flatMap((at) => bars[at] ?? [])
      throw new Error('it breaks')
    },
  })
}
