import { expect, test } from 'vitest'
import type { PriceCandle } from '../../src/api/models/models.js'
import type { Span } from '../../src/api/times/span.js'
import type { Provisional, ProvisionalCandles } from '../../src/candles/series/empty-range-confirmation.js'
import { renderCandles } from '../../src/candles/store/candle-row.js'
import type { CandleStore, Coverage, SeriesIdentity } from '../../src/candles/store/candle-store.js'

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
      text: renderCandles(store.read(yes, minutes(0, 4))),
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

  test('what a venue does not keep gives way to what it returns later, and to a newer refusal', () => {
    const store = open()
    const refused = { ...covers(0, 10, 'beyond_retention'), fetchedAt: 5_000 }
    store.commit(yes, { bars: [], coverage: [refused] })
    store.commit(yes, { bars: [], coverage: [{ ...refused, fetchedAt: 4_000 }] })
    expect(store.coverage(yes, minutes(0, 10))).toEqual([refused])
    store.commit(yes, { bars: [bar(4, 0.7)], coverage: [covers(3, 6)] })
    expect(store.read(yes, minutes(0, 10))).toEqual([bar(4, 0.7)])
    const later = { ...covers(0, 10, 'beyond_retention', 'other'), fetchedAt: 9_000 }
    store.commit(yes, { bars: [], coverage: [{ ...later, ...minutes(5, 8) }] })
    expect(store.coverage(yes, minutes(0, 10))).toEqual([
      { ...refused, ...minutes(0, 3) },
      covers(3, 6),
      { ...later, ...minutes(6, 8) },
      { ...refused, ...minutes(8, 10) },
    ])
  })

  test('refusals of one day are one entry, as old as the older; of two days they are two', () => {
    const store = open()
    const day = 24 * 60 * MINUTE
    const refused = (from: number, to: number, fetchedAt: number) => ({
      ...covers(from, to, 'beyond_retention'),
      fetchedAt,
    })
    for (const entry of [refused(4, 6, 9_000), refused(2, 4, 8_000), refused(0, 2, day)])
      store.commit(yes, { bars: [], coverage: [entry] })
    expect(store.coverage(yes, minutes(0, 10))).toEqual([refused(0, 2, day), refused(2, 6, 8_000)])
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

  test('what one response alone says is kept by span, and the newest word about a span is its only one', () => {
    const store = open()
    const entry = (from: number, to: number, looks: number): Provisional => ({
      ...minutes(from, to),
      route: 'r',
      requestedAt: 1_000,
      lookAgainAt: 2_000,
      looks,
    })
    const keep = (within: Span, ...entries: Provisional[]) =>
      store.commit(yes, { bars: [], coverage: [], provisional: { within, entries } })
    keep(minutes(0, 10), entry(0, 10, 1))
    keep(minutes(20, 30), entry(20, 30, 1))
    expect(store.provisional(yes, minutes(9, 20))).toEqual([entry(0, 10, 1)])
    keep(minutes(5, 25), entry(5, 25, 2))
    const all = minutes(0, 99)
    expect(store.provisional(yes, all)).toEqual([entry(0, 5, 1), entry(5, 25, 2), entry(25, 30, 1)])
    keep(minutes(0, 25))
    expect(store.provisional(yes, all)).toEqual([entry(25, 30, 1)])
    keep(minutes(25, 30), { ...entry(25, 30, 1), cut: [bar(27)] })
    expect(store.provisional(yes, all)).toEqual([{ ...entry(25, 30, 1), cut: [bar(27)] }])
    expect([store.coverage(yes, all), store.read(yes, all)]).toEqual([[], []])
  })

  test('ends of closed markets are stored with their candles, which no read returns', () => {
    const store = open()
    const entry = (from: number, to: number, ...bars: PriceCandle[]): ProvisionalCandles => ({
      ...minutes(from, to),
      route: 'r',
      requestedAt: 1_000,
      lookAgainAt: 2_000,
      looks: 1,
      bars,
    })
    const keep = (within: Span, ...entries: ProvisionalCandles[]) =>
      store.commit(yes, { bars: [], coverage: [], ends: { within, entries } })
    keep(minutes(0, 10), entry(0, 10, bar(2), bar(7)))
    const all = minutes(0, 99)
    expect(store.ends(yes, minutes(9, 20))).toEqual([entry(0, 10, bar(2), bar(7))])
    keep(minutes(5, 8), entry(5, 8, bar(6, 0.2)))
    expect(store.ends(yes, all)).toEqual([entry(0, 5, bar(2)), entry(5, 8, bar(6, 0.2)), entry(8, 10)])
    expect([store.coverage(yes, all), store.read(yes, all), store.provisional(yes, all)]).toEqual([
      [],
      [],
      [],
    ])
    keep(minutes(0, 10))
    expect(store.ends(yes, all)).toEqual([])
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

  test('outcomes that another daemon located are dropped, by venue, until the venue has named them', () => {
    const store = open()
    const series = { outcomeId: 'A', seriesKey: 'A', mirrored: false, facts: {} }
    const told = { series, checkedAt: 5, isShared: true } as const
    store.remember('kalshi', 'A', told)
    store.remember('kalshi', 'B', told)
    store.remember('kalshi', 'C', { series, checkedAt: 5 })
    store.remember('limitless', 'A', told)
    expect(store.known('kalshi', 'A')).toEqual(told)
    store.remember('kalshi', 'B', { series, checkedAt: 9 })
    expect(store.dropShared('kalshi')).toBe(true)
    expect(store.known('kalshi', 'A')).toBeUndefined()
    expect(store.known('kalshi', 'B')).toEqual({ series, checkedAt: 9 })
    expect(store.known('kalshi', 'C')).toEqual({ series, checkedAt: 5 })
    expect(store.known('limitless', 'A')).toEqual(told)
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

  const received = (from: number, to: number, atMinute: number, route = 'live') => ({
    bars: [bar(from)],
    coverage: [{ ...covers(from, to, 'data', route), fetchedAt: atMinute * MINUTE }],
  })
  const receipts = (store: CandleStore) => store.receipts(yes, minutes(0, 1_000))

  test('that a venue does not keep a time leaves no receipt', () => {
    const store = open()
    store.commit(yes, { bars: [], coverage: [covers(0, 10, 'beyond_retention')] })
    expect(receipts(store)).toEqual([])
    store.close()
  })

  test('each fetch of history leaves a receipt, also where its ledger entries are joined', () => {
    const store = open()
    store.commit(yes, received(0, 10, 500))
    store.commit(yes, received(10, 20, 700))
    store.commit(yes, received(5, 15, 900))
    expect(store.coverage(yes, minutes(0, 20))).toHaveLength(1)
    const known = (atMinute: number) => ({
      knownAt: atMinute * MINUTE,
      finalAt: atMinute * MINUTE,
      source: 'live',
    })
    expect(receipts(store)).toEqual([
      { ...minutes(0, 10), ...known(500) },
      { ...minutes(10, 20), ...known(700) },
    ])
  })

  test('an unbroken live capture is one receipt, and one after a break another', () => {
    const store = open()
    store.commit(yes, received(0, 2, 4))
    store.commit(yes, received(2, 3, 8))
    store.commit(yes, received(3, 5, 6 + 3))
    store.commit(yes, received(6, 7, 9, 'other'))
    store.commit(yes, received(7, 8, 10))
    expect(receipts(store).map(({ from, to, knownAt, withinMs }) => [from, to, knownAt, withinMs])).toEqual(
      [
        [0, 5, 9, 5],
        [6, 7, 9, 2],
        [7, 8, 10, 2],
      ].map((row) => row.map((minute) => minute * MINUTE)),
    )
  })

  test('a receipt is final when nothing of it is provisional any more', () => {
    const store = open()
    const open5 = {
      ...minutes(3, 8),
      route: 'live',
      requestedAt: 500 * MINUTE,
      lookAgainAt: 510 * MINUTE,
      looks: 1,
    }
    const within = minutes(0, 10)
    const told = [covers(0, 3), covers(8, 10)].map((entry) => ({ ...entry, fetchedAt: 500 * MINUTE }))
    store.commit(yes, { bars: [bar(0)], coverage: told, provisional: { within, entries: [open5] } })
    const first = { ...minutes(0, 10), knownAt: 500 * MINUTE, source: 'live' }
    expect(receipts(store)).toEqual([first])
    const rest = { ...covers(3, 8), fetchedAt: 520 * MINUTE }
    store.commit(yes, { bars: [bar(5)], coverage: [rest], provisional: { within, entries: [] } })
    const late = { ...minutes(5, 6), knownAt: 520 * MINUTE, finalAt: 520 * MINUTE, source: 'live' }
    expect(receipts(store).sort((a, b) => a.from - b.from)).toEqual([
      { ...first, finalAt: 520 * MINUTE },
      late,
    ])
  })

  test('what is new of the trading period of an outcome is a dated fact', () => {
    const store = open()
    const located = { outcomeId: 'a', seriesKey: 'a', mirrored: false, facts: {} }
    const remember = (life: object, checkedAt: number) =>
      store.remember('kalshi', 'a', { series: { ...located, ...life }, checkedAt })
    remember({ listedAt: 1 }, 10)
    remember({ listedAt: 1 }, 20)
    remember({ listedAt: 1, closedAt: 25 }, 30)
    remember({ listedAt: 0 }, 40)
    remember({ listedAt: 0, closedAt: 25, isSettled: true }, 50)
    store.noteLifecycle('kalshi', 'a', [
      { fact: 'settled', knownAt: 60, source: 'list' },
      { fact: 'result', knownAt: 60, value: 1, source: 'list' },
    ])
    const facts = store.lifecycle('kalshi', 'a').map(({ fact, at, knownAt }) => [fact, at, knownAt])
    expect(facts).toEqual([
      ['listed', 1, 10],
      ['closed', 25, 30],
      ['listed', 0, 40],
      ['opened', undefined, 40],
      ['closed', 25, 50],
      ['settled', undefined, 50],
      ['result', undefined, 60],
    ])
    expect(store.lifecycle('kalshi', 'b')).toEqual([])
    // Of times that have not come nothing is known.
    store.dropFuture(-1e12)
    expect(store.lifecycle('kalshi', 'a')).toEqual([])
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
