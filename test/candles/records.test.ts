import { afterAll, describe, expect, test } from 'vitest'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../src/candles/database/sqlite-store.js'
import { forgetSpan } from '../../src/candles/maintenance/forget.js'
import { pruneCandles } from '../../src/candles/maintenance/prune.js'
import { readSeriesRecords } from '../../src/candles/maintenance/series-reader.js'
import { judgeLook } from '../../src/candles/series/empty-range-confirmation.js'
import { createRestoring, type SeriesNote } from '../../src/candles/store/import-candles.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/engine.js'
import { bar, covers } from './store-suite.js'

const MINUTE = 60_000
const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())

const yes = { venue: 'kalshi', seriesKey: 'FOO', stepMs: MINUTE, basis: 'trade' } as const
const EVER = { from: 0, to: 1e12 }
const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })

let files = 0
function open(address = '') {
  const path = `${folder.path}/${files++}.db`
  const { database } = openDatabase(driver, path, candleMigrations)
  return { database, store: createSqliteStore(database, () => address), again: () => address }
}

/** A series of 30 minutes with everything that is recorded of one. */
function recorded() {
  const file = open()
  const bars = Array.from({ length: 20 }, (_, minute) => bar(minute))
  const entry = { ...minutes(20, 30), route: 'live', requestedAt: 7, lookAgainAt: 9, looks: 1 }
  file.store.commit(yes, {
    bars,
    coverage: [{ ...covers(0, 20), fetchedAt: 100 * MINUTE }],
    provisional: { within: minutes(0, 30), entries: [entry] },
  })
  file.store.restoreRecords(yes, {
    provisional: [],
    receipts: [],
    restated: [{ openTime: 5 * MINUTE, until: 8, former: bar(5, 0.7), knownAt: 2, source: 'live' }],
  })
  return file
}

describe('what is recorded goes with its candles', () => {
  test('a span that is forgotten takes its part of receipts and replaced values', () => {
    const { database, store } = recorded()
    const place = { venue: 'kalshi', outcomeId: 'FOO', addressOf: () => '' } as const
    forgetSpan(database, place, minutes(4, 8))
    const { receipts, restated } = readSeriesRecords(database, 1, EVER)
    expect(receipts.map(({ from, to }) => [from / MINUTE, to / MINUTE])).toEqual([
      [0, 4],
      [8, 30],
    ])
    expect(restated).toEqual([])
    // It is fetched again, and known since then.
    const again = { ...covers(4, 8), fetchedAt: 900 * MINUTE }
    store.commit(yes, { bars: [bar(5)], coverage: [again] })
    expect(store.receipts(yes, minutes(5, 6)).map(({ knownAt }) => knownAt)).toEqual([900 * MINUTE])
  })

  test('a series that is deleted leaves nothing', () => {
    const { database } = recorded()
    pruneCandles(database, { venue: 'kalshi' })
    for (const table of ['series', 'receipts', 'restated', 'provisional', 'rechecks'])
      expect(database.prepare(`SELECT count(*) FROM ${table}`).rows()).toEqual([[0]])
  })

  test('a venue at another address has receipts and facts of its own', () => {
    const { database, store } = recorded()
    const elsewhere = createSqliteStore(database, () => 'http://simulator')
    const known = { outcomeId: 'FOO', seriesKey: 'FOO', mirrored: false, listedAt: 3, facts: {} }
    store.remember('kalshi', 'FOO', { series: known, checkedAt: 5 })
    expect(elsewhere.receipts(yes, EVER)).toEqual([])
    expect(elsewhere.lifecycle('kalshi', 'FOO')).toEqual([])
    expect(store.lifecycle('kalshi', 'FOO')).toHaveLength(1)
  })

  test('times that have not come leave no receipt', () => {
    const { store } = recorded()
    store.remember('kalshi', 'FOO', {
      series: { outcomeId: 'FOO', seriesKey: 'FOO', mirrored: false, listedAt: 3, facts: {} },
      checkedAt: 100 * MINUTE,
    })
    store.dropFuture(60 * MINUTE)
    expect(store.receipts(yes, EVER)).toEqual([])
    expect(store.lifecycle('kalshi', 'FOO')).toEqual([])
  })
})

describe('another file takes what was recorded', () => {
  function noteOf(file: ReturnType<typeof open>): SeriesNote {
    const series = {
      outcomeId: 'FOO',
      seriesKey: 'FOO',
      mirrored: false,
      isSettled: true,
      facts: {},
    } as const
    return {
      identity: yes,
      coverage: file.store.coverage(yes, EVER),
      ...readSeriesRecords(file.database, 1, EVER),
      outcomes: [
        {
          series,
          checkedAt: 50,
          lifecycle: [{ fact: 'disputed', at: 3, knownAt: 40, source: 'list' }],
        },
      ],
    }
  }

  function restored(note: SeriesNote, into = open(), now = 1_000 * MINUTE) {
    const work = createRestoring(into.store, () => note, now)
    for (let minute = 0; minute < 20; minute++) work.row({ identity: yes, bar: bar(minute), line: 1 })
    work.end()
    return into
  }

  test('receipts, provisional spans, replaced values and facts, as they were', () => {
    const note = noteOf(recorded())
    const { database, store } = restored(note)
    expect(readSeriesRecords(database, 1, EVER)).toEqual({
      provisional: note.provisional,
      receipts: note.receipts,
      restated: note.restated,
    })
    expect(note.provisional).toHaveLength(1)
    expect(note.receipts).toHaveLength(1)
    expect(store.lifecycle('kalshi', 'FOO').map(({ fact, at }) => [fact, at])).toEqual([
      ['disputed', 3],
      ['settled', undefined],
    ])
    expect(store.known('kalshi', 'FOO')?.series.isSettled).toBe(true)
  })

  test('a closing that was known earlier in the file than here', () => {
    const into = open()
    const closing = (knownAt: number) => ({ fact: 'closed', at: 3, knownAt, source: 'lookup' }) as const
    into.store.noteLifecycle('kalshi', 'FOO', [closing(90)])
    const note = noteOf(recorded())
    const outcomes = note.outcomes.map((one) => ({ ...one, lifecycle: [closing(40)] }))
    restored({ ...note, outcomes }, into)
    const facts = into.store.lifecycle('kalshi', 'FOO').filter(({ fact }) => fact === 'closed')
    expect(facts.map(({ knownAt }) => knownAt)).toEqual([40, 90])
  })

  test('what is known there does not become provisional', () => {
    const note = noteOf(recorded())
    const into = open()
    into.store.commit(yes, { bars: [], coverage: [covers(22, 25)] })
    restored(note, into)
    const { provisional } = readSeriesRecords(into.database, 1, EVER)
    expect(provisional.map(({ from, to }) => [from / MINUTE, to / MINUTE])).toEqual([
      [20, 22],
      [25, 30],
    ])
  })

  test('candles within a provisional span do not divide it: a response without them confirms no silence', () => {
    const from = open()
    const look = {
      span: minutes(0, 20),
      stepMs: MINUTE,
      route: 'live',
      emptySpans: [],
      withheld: [],
      isClockRight: true,
    }
    const bars = [3, 4, 12].map((minute) => bar(minute))
    const first = judgeLook({ ...look, bars, requestedAt: 100 * MINUTE }, { bars: [], provisional: [] })
    from.store.commit(yes, {
      bars,
      coverage: first.final.map((span) => ({ ...covers(0, 1), ...span, fetchedAt: 100 * MINUTE })),
      provisional: { within: look.span, entries: first.provisional },
    })
    const note = {
      identity: yes,
      coverage: from.store.coverage(yes, EVER),
      ...readSeriesRecords(from.database, 1, EVER),
      outcomes: [],
    }
    const into = open()
    const work = createRestoring(into.store, () => note, 1_000 * MINUTE)
    for (const one of bars) work.row({ identity: yes, bar: one, line: 1 })
    work.end()
    expect(into.store.provisional(yes, EVER)).toEqual(first.provisional)
    const again = { ...look, bars: [], requestedAt: 900 * MINUTE }
    const known = { bars: into.store.read(yes, EVER), provisional: into.store.provisional(yes, EVER) }
    expect(judgeLook(again, known).final).toEqual([])
  })

  test('candles of a file without receipts are known since the import', () => {
    const note = { ...noteOf(recorded()), receipts: [] }
    const now = 1_000 * MINUTE
    const { store } = restored(note, open(), now)
    expect(store.receipts(yes, EVER)).toEqual([
      { ...minutes(0, 20), knownAt: now, finalAt: now, source: 'import' },
    ])
  })
})
