import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CandleCommit, Coverage, SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { createRowCheck } from '../../../src/candles/store/check-rows.js'
import { createRestoring, type SeriesNote } from '../../../src/candles/store/import-candles.js'
import { bar, covers } from '../store-suite.js'
import { candleFiles } from '../support/candle-file.js'

const MINUTE = 60_000
const NOW = 100_000 * MINUTE
const files = candleFiles()
afterAll(() => files.remove())

const yes: SeriesIdentity = { venue: 'kalshi', seriesKey: 'A', stepMs: MINUTE, basis: 'trade' }
const ever = { from: 0, to: 1e12 }

let file: ReturnType<typeof files.fresh>
/** How many candles went into the store at a time, and the entries beside them, in minutes. */
let commits: { identity: SeriesIdentity; bars: number; told: [string, number, number][] }[]
beforeEach(() => {
  file = files.fresh()
  commits = []
})

function restoring(
  noteOf: (
    identity: SeriesIdentity,
  ) => (Pick<SeriesNote, 'coverage' | 'outcomes'> & Partial<SeriesNote>) | undefined = () => undefined,
  now = NOW,
) {
  const { store } = file
  const watched = {
    ...store,
    restore(identity: SeriesIdentity, commit: CandleCommit) {
      const { bars, coverage } = commit
      const told = coverage.map(({ kind, from, to }): [string, number, number] => [
        kind,
        from / MINUTE,
        to / MINUTE,
      ])
      commits.push({ identity, bars: bars.length, told })
      return store.restore(identity, commit)
    },
  }
  const work = createRestoring(
    watched,
    (identity) => {
      const note = noteOf(identity)
      const records = { provisional: [], receipts: [], restated: [] }
      return note === undefined ? undefined : { identity, ...records, ...note }
    },
    now,
  )
  return {
    rows(identity: SeriesIdentity, minutes: readonly number[]) {
      for (const minute of minutes) work.row({ identity, bar: bar(minute), line: 1 })
    },
    end: () => work.end(),
  }
}

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)
const noted = (coverage: readonly Coverage[]) => () => ({ coverage, outcomes: [] })

test('our own samples vouch for themselves and for nothing between them', () => {
  const mids = { ...yes, venue: 'smarkets', basis: 'mid' } as const
  const work = createRestoring(
    file.store,
    () => undefined,
    NOW,
    (venue) => venue === 'smarkets',
  )
  for (const minute of [1, 2, 5]) work.row({ identity: mids, bar: bar(minute), line: 1 })
  work.end()
  expect(
    file.store.coverage(mids, ever).map(({ route, from, to }) => [route, from / MINUTE, to / MINUTE]),
  ).toEqual([
    ['sampled', 1, 3],
    ['sampled', 5, 6],
  ])
  const check = createRowCheck(NOW, () => ({ basis: 'mid' }))
  expect(() => check({ identity: { ...mids, stepMs: 7 * MINUTE }, bar: bar(7), line: 1 })).not.toThrow()
})

describe('candles of a file go into the store', () => {
  test('five thousand of a series at a time, and the silence between them is not final', () => {
    const work = restoring()
    work.rows(yes, upTo(5_000))
    expect(commits.map(({ bars, told }) => [bars, told])).toEqual([[5_000, [['data', 0, 5_000]]]])
    work.rows(yes, [6_000])
    expect(work.end()).toMatchObject({ series: 1, candles: 5_001, added: 5_001 })
    expect(commits.map(({ bars, told }) => [bars, told])).toEqual([
      [5_000, [['data', 0, 5_000]]],
      [1, [['data', 6_000, 6_001]]],
    ])
    // Candles that were never fetched look the same as none.
    expect(
      file.store.provisional(yes, ever).map(({ from, to, looks }) => [from / MINUTE, to / MINUTE, looks]),
    ).toEqual([[5_000, 6_000, 0]])
    expect(file.store.receipts(yes, ever).map(({ finalAt }) => finalAt)).toEqual([NOW, undefined])
  })

  test('when fifty thousand wait in all, of however many series', () => {
    const work = restoring()
    const series = upTo(12).map((at) => ({ ...yes, seriesKey: `S${at}` }))
    for (const identity of series) work.rows(identity, upTo(4_200))
    expect(commits.reduce((sum, { bars }) => sum + bars, 0)).toBe(50_000)
    expect(commits).toHaveLength(12)
    work.rows({ ...yes, seriesKey: 'last' }, upTo(4_999))
    expect(commits).toHaveLength(12)
    expect(work.end()).toMatchObject({ series: 13, candles: 55_399, added: 55_399 })
  })

  test('and nothing twice: what had to be flushed is no new start of what is known', () => {
    const work = restoring()
    work.rows(yes, upTo(5_000, 10))
    expect(work.end()).toMatchObject({ series: 1, candles: 5_000, added: 5_000 })
    expect(file.store.coverage(yes, ever).map(({ from, to }) => [from / MINUTE, to / MINUTE])).toEqual([
      [10, 5_010],
    ])
  })
})

describe('what a file knows of a series', () => {
  test('becomes known with the candles of that time, and the rest at its end', () => {
    const work = restoring(noted([covers(0, 6_000), covers(7_000, 8_000, 'after_close')]))
    work.rows(yes, upTo(5_000))
    work.rows(yes, [5_500])
    work.end()
    expect(commits.map(({ told }) => told)).toEqual([
      [['data', 0, 5_000]],
      [
        ['data', 5_000, 6_000],
        ['after_close', 7_000, 8_000],
      ],
    ])
  })

  test('ends with what has ended', () => {
    const work = restoring(noted([covers(0, 200)]), 100 * MINUTE + 1)
    work.rows(yes, [5])
    work.end()
    expect(file.store.coverage(yes, ever).map(({ to }) => to / MINUTE)).toEqual([100])
  })

  test('gives way to its own candles', () => {
    const work = restoring(
      noted([covers(0, 10, 'proven_empty'), covers(10, 12), covers(15, 20, 'after_close')]),
    )
    work.rows(yes, [3, 11, 16, 30])
    work.end()
    expect(commits[0]?.told).toEqual([
      ['proven_empty', 0, 3],
      ['data', 3, 4],
      ['proven_empty', 4, 10],
      ['data', 10, 12],
      ['after_close', 15, 16],
      ['data', 16, 17],
      ['after_close', 17, 20],
      ['data', 30, 31],
    ])
  })

  test('names outcomes, which are remembered unless they are known', () => {
    const located = (outcomeId: string) => ({
      series: { outcomeId, seriesKey: 'A', mirrored: false, facts: {} },
      checkedAt: 7,
      lifecycle: [],
    })
    file.store.remember('kalshi', 'a', { ...located('a'), checkedAt: 9 })
    const work = restoring(() => ({ coverage: [], outcomes: [located('a'), located('b')] }))
    work.rows(yes, [5])
    work.end()
    const checkedAt = (id: string) => file.store.known('kalshi', id)?.checkedAt
    expect([checkedAt('a'), checkedAt('b')]).toEqual([9, 7])
  })
})

describe('rows are checked', () => {
  const check = () => createRowCheck(NOW, () => ({ basis: 'trade', stepsMs: [MINUTE, 60 * MINUTE] }))

  test('each series by itself: one that follows another may begin before it', () => {
    const isGood = check()
    isGood({ identity: yes, bar: bar(9), line: 1 })
    const other = { ...yes, seriesKey: 'B' }
    expect(() => isGood({ identity: other, bar: bar(3), line: 2 })).not.toThrow()
    expect(() => isGood({ identity: yes, bar: bar(9), line: 3 })).toThrow(/^Line 3: .* is not later than/)
  })

  test('for their end: the newest that has ended is the last', () => {
    const last = NOW / MINUTE - 1
    expect(() => check()({ identity: yes, bar: bar(last), line: 1 })).not.toThrow()
    expect(() => check()({ identity: yes, bar: bar(last + 1), line: 1 })).toThrow(
      'Line 1: the candle has not ended yet',
    )
    expect(() => check()({ identity: yes, bar: bar(-1), line: 1 })).toThrow('outside the window')
  })

  test('for a step that can be asked for', () => {
    const of = (stepMs: number) => () => check()({ identity: { ...yes, stepMs }, bar: bar(0), line: 4 })
    expect(of(60 * MINUTE)).not.toThrow()
    expect(of(5 * MINUTE)).toThrow('Line 4: kalshi has no candles of 5 min; it has 1 min, 60 min.')
  })
})

test('candles that are stored with other values are counted, and kept as they are stored', () => {
  const { store } = file
  store.commit(yes, { bars: [bar(1), bar(2, 0.6)], coverage: [covers(0, 5)] })
  const work = createRestoring(store, () => undefined, NOW)
  for (const minute of [1, 2, 3]) work.row({ identity: yes, bar: bar(minute), line: 1 })
  expect(work.end()).toMatchObject({ candles: 3, added: 1, differing: 1 })
  expect(store.read(yes, ever)).toEqual([bar(1), bar(2, 0.6), bar(3)])
})

test('former values are taken for a candle that is stored as in the file, and for no other', () => {
  const { store } = file
  store.commit(yes, { bars: [bar(1), bar(2, 0.6), bar(4)], coverage: [covers(0, 5)] })
  const restated = [1, 2, 3, 4, 5].map((minute) => ({
    ...{ openTime: minute * MINUTE, until: NOW - MINUTE, former: bar(minute, 0.6), source: 'live' },
  }))
  const { rows, end } = restoring(() => ({ coverage: [], outcomes: [], restated }))
  rows(yes, [1, 2, 3])
  end()
  // Nothing is stored of minute 5, and of minute 4 the file has no candle.
  expect(store.restated(yes, ever).map(({ openTime }) => openTime / MINUTE)).toEqual([1, 3, 5])
})

test.each([
  ['hours', [0, 60, 120, 180, 240], [yes]],
  ['minutes', [0, 1, 2, 200, 201, 202, 500], []],
  ['too few to tell', [0, 60, 120], []],
])('a series of one minute whose candles are %s apart', (_, minutes, sparse) => {
  const work = createRestoring(file.store, () => undefined, NOW)
  for (const minute of minutes) work.row({ identity: yes, bar: bar(minute), line: 1 })
  expect(work.end().sparse).toEqual(sparse)
})

describe('a note in a file without a size', () => {
  const receipts = [{ from: 0, to: 20 * MINUTE, knownAt: 7, finalAt: 7, source: 'live' }]
  const note = {
    isCuttable: true,
    coverage: [
      covers(0, 2, 'before_listing'),
      covers(2, 9),
      covers(9, 12, 'proven_empty'),
      covers(12, 20),
      covers(20, 30, 'after_close'),
    ],
    receipts,
    outcomes: [],
  } as const
  const spans = (all: readonly { from: number; to: number }[]) =>
    all.map(({ from, to }) => [from / MINUTE, to / MINUTE])

  test('confirms no empty range after the last candle: the rest of the file may be cut off', () => {
    const work = restoring(() => note)
    work.rows(yes, [2, 3, 6])
    work.end()
    expect(
      file.store.coverage(yes, ever).map(({ kind, from, to }) => [kind, from / MINUTE, to / MINUTE]),
    ).toEqual([
      ['before_listing', 0, 2],
      ['data', 2, 7],
      ['proven_empty', 9, 12],
      ['after_close', 20, 30],
    ])
    const open = { route: 'import', requestedAt: NOW, lookAgainAt: NOW, looks: 0 }
    expect(file.store.provisional(yes, ever)).toEqual([
      { from: 7 * MINUTE, to: 9 * MINUTE, ...open },
      { from: 12 * MINUTE, to: 20 * MINUTE, ...open },
    ])
    expect(spans(file.store.receipts(yes, ever))).toEqual([
      [0, 7],
      [9, 12],
    ])
  })

  test('confirms everything where its last candle is there, and where the file has its size', () => {
    const work = restoring(({ seriesKey }) =>
      seriesKey === 'A' ? note : { coverage: note.coverage, receipts, outcomes: [] },
    )
    const other = { ...yes, seriesKey: 'B' }
    work.rows(yes, [2, 19])
    work.rows(other, [2, 3])
    work.end()
    for (const identity of [yes, other]) {
      expect(spans(file.store.coverage(identity, ever))).toEqual([
        [0, 2],
        [2, 20],
        [20, 30],
      ])
      expect(file.store.provisional(identity, ever)).toEqual([])
      expect(spans(file.store.receipts(identity, ever))).toEqual([[0, 20]])
    }
  })

  test('leaves what was confirmed here', () => {
    file.store.commit(yes, { bars: [], coverage: [covers(0, 15)] })
    const work = restoring(() => note)
    work.rows(yes, [2, 3, 6])
    work.end()
    expect(spans(file.store.provisional(yes, ever))).toEqual([[15, 20]])
  })
})
