import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { dropFutureSpans, findFutureSpans } from '../../../src/candles/database/clock-skew-cleanup.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import type { CandleStore, CoverageKind, SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { CLOCK_TOLERANCE_MS } from '../../../src/effects/clock.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { temporaryFolder } from '../../support/engine.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 5, 10, 9)
const yes: SeriesIdentity = { venue: 'kalshi', seriesKey: 'FOO', stepMs: HOUR, basis: 'trade' }
const bar = (hours: number) => ({ timestamp: NOW + hours * HOUR, open: 0.4, high: 0.4, low: 0.4, close: 0.4 })
const driver = await loadDriver()

function filled(kind: CoverageKind, from: number, to: number, fetchedAt: number, bars: readonly number[]) {
  const folder = temporaryFolder()
  const { database } = openDatabase(driver, `${folder.path}/candles.db`, candleMigrations)
  const store = createSqliteStore(database)
  const entry = {
    kind,
    route: 'r',
    from: NOW + from * HOUR,
    to: NOW + to * HOUR,
    fetchedAt: NOW + fetchedAt * HOUR,
  }
  store.commit(yes, { bars: bars.map(bar), coverage: [entry] })
  const all = { from: 0, to: NOW + 1_000 * HOUR }
  return {
    database,
    left: () => ({
      spans: store.coverage(yes, all).map((one) => [(one.from - NOW) / HOUR, (one.to - NOW) / HOUR]),
      bars: store.read(yes, all).map(({ timestamp }) => (timestamp - NOW) / HOUR),
    }),
    done() {
      store.close()
      folder.remove()
    },
  }
}

test.each<[string, Parameters<typeof filled>, { spans: number[][]; bars: number[] }]>([
  ['of the past stays', ['data', -9, -1, -1, [-5, -3]], { spans: [[-9, -1]], bars: [-5, -3] }],
  [
    'of the future keeps what was told well before',
    ['data', -9, 20, 24, [-5, -3]],
    { spans: [[-9, -4]], bars: [-5] },
  ],
  ['of silence in the future goes', ['proven_empty', -9, 20, 24, []], { spans: [], bars: [] }],
  [
    'stays where a candle shows that it is our clock that is wrong',
    ['data', -9, 20, 24, [5]],
    { spans: [[-9, 20]], bars: [5] },
  ],
])('a ledger entry %s', (_what, entry, left) => {
  const store = filled(...entry)
  const count = findFutureSpans(store.database, NOW).length
  expect(dropFutureSpans(store.database, NOW)).toBe(count)
  expect(store.left()).toEqual(left)
  expect(findFutureSpans(store.database, NOW)).toEqual([])
  store.done()
})

test('our own samples stay, and are no proof that it is our clock that is wrong', () => {
  const store = filled('data', -9, 20, 24, [-5, -3])
  const sampled = { ...yes, seriesKey: 'BAR', basis: 'mid' as const }
  const entry = { kind: 'data', route: 'sampled', from: NOW + 9 * HOUR, to: NOW + 10 * HOUR } as const
  const kept = createSqliteStore(store.database)
  kept.commit(sampled, { bars: [bar(9)], coverage: [{ ...entry, fetchedAt: NOW + 10 * HOUR }] })
  expect(dropFutureSpans(store.database, NOW)).toBe(1)
  expect(store.left()).toEqual({ spans: [[-9, -4]], bars: [-5] })
  expect(kept.read(sampled, { from: 0, to: NOW + 99 * HOUR })).toEqual([bar(9)])
  store.done()
})

describe.each<[string, () => CandleStore]>([
  ['a file', () => createSqliteStore(openDatabase(driver, ':memory:', candleMigrations).database)],
  ['memory', createMemoryStore],
])('empty ranges that one response confirms, in %s', (_where, open) => {
  const MINUTE = 60_000
  const minutely: SeriesIdentity = { ...yes, stepMs: MINUTE }
  const minutes = (from: number, to: number) => ({ from: NOW + from * MINUTE, to: NOW + to * MINUTE })
  const all = minutes(-1_000, 1_000)
  const dataAt = (minute: number, fetchedAt: number) => ({
    bars: [{ ...bar(0), timestamp: NOW + minute * MINUTE }],
    coverage: [
      {
        ...minutes(minute, minute + 1),
        kind: 'data' as const,
        route: 'r',
        fetchedAt: NOW + fetchedAt * HOUR,
      },
    ],
  })
  const silentSince = (requestedAt: number) => ({
    ...{ ...minutes(-29, -20), route: 'r', looks: 1 },
    ...{ requestedAt: NOW + requestedAt * HOUR, lookAgainAt: NOW + requestedAt * HOUR + 10 * MINUTE },
  })
  const provisional = (...entries: ReturnType<typeof silentSince>[]) => ({
    provisional: { within: minutes(-30, -20), entries },
  })
  const spansOf = (store: CandleStore) =>
    store.provisional(minutely, all).map(({ from, to }) => [(from - NOW) / MINUTE, (to - NOW) / MINUTE])

  test('go with the candles that a fast clock left between them', () => {
    const store = open()
    store.commit(minutely, { ...dataAt(-30, 2), ...provisional(silentSince(2)) })
    store.commit(minutely, dataAt(-25, 2))
    store.dropFuture(NOW)
    expect(store.read(minutely, all)).toEqual([])
    expect(spansOf(store)).toEqual([])
    store.close()
  })

  test('also if nothing else is from the future', () => {
    const store = open()
    store.commit(minutely, { bars: [], coverage: [], ...provisional(silentSince(2)) })
    store.dropFuture(NOW)
    expect(spansOf(store)).toEqual([])
    store.close()
  })

  test('hide no deleted candle that came later, and stay beside it', () => {
    const store = open()
    store.commit(minutely, { ...dataAt(-30, 0), ...provisional(silentSince(0)) })
    store.commit(minutely, dataAt(-25, 2))
    store.dropFuture(NOW)
    expect(spansOf(store)).toEqual([
      [-29, -25],
      [-24, -20],
    ])
    store.close()
  })
})

describe('what a clock ahead has left', () => {
  const MINUTE = 60_000
  const minutely: SeriesIdentity = { ...yes, stepMs: MINUTE }
  const daily: SeriesIdentity = { ...yes, stepMs: 24 * HOUR }
  const made: SeriesIdentity = { ...daily, derivedFromMs: HOUR }
  const all = { from: 0, to: NOW + 1_000 * HOUR }
  const path = () => join(folder.path, `${files++}.db`)
  const folder = temporaryFolder()
  let files = 0
  afterAll(() => folder.remove())

  function opened(at = ':memory:') {
    const { database } = openDatabase(driver, at, candleMigrations)
    return { database, store: createSqliteStore(database) }
  }

  /** In hours from now. */
  const entry = (from: number, to: number, fetchedAt: number, kind: CoverageKind = 'data') => ({
    kind,
    route: 'r',
    from: NOW + from * HOUR,
    to: NOW + to * HOUR,
    fetchedAt: NOW + fetchedAt * HOUR,
  })

  test('is believed up to an hour before its last candle, however short its step, and as old as that candle', () => {
    const { database, store } = opened()
    store.commit(minutely, { bars: [bar(-5), bar(-4), bar(-3)], coverage: [entry(-9, 20, 24)] })
    expect(dropFutureSpans(database, NOW)).toBe(1)
    expect(store.coverage(minutely, all)).toEqual([entry(-9, -4, -3)])
    expect(store.read(minutely, all)).toEqual([bar(-5)])
    store.close()
  })

  test('goes with a candle of this very moment, but one later candle of any series keeps it all', () => {
    const { database, store } = opened()
    const other = { ...minutely, seriesKey: 'BAR' }
    const last = { ...bar(0), timestamp: NOW + CLOCK_TOLERANCE_MS }
    const late = { ...last, timestamp: last.timestamp + MINUTE }
    store.commit(other, { bars: [late], coverage: [entry(-9, 20, 24)] })
    store.commit(minutely, { bars: [last], coverage: [entry(-9, 20, 24)] })
    expect(dropFutureSpans(database, NOW)).toBe(0)
    expect(dropFutureSpans(database, NOW + MINUTE)).toBe(2)
    expect(store.read(minutely, all)).toEqual([])
    store.close()
  })

  test.each([
    ['a candle was told', [bar(-40), bar(-5), bar(-3)], [-57, -33]],
    ['nothing but silence was told', [], undefined],
  ])('goes with what was made of it, from where %s', (_what, bars, keptAsMade) => {
    const { database, store } = opened()
    store.commit(yes, { bars, coverage: [entry(-57, 20, 24, bars.length > 0 ? 'data' : 'proven_empty')] })
    store.commit(made, { bars: [-57, -33, -9].map(bar), coverage: [entry(-57, 15, -1)] })
    expect(dropFutureSpans(database, NOW)).toBe(1)
    expect(store.coverage(made, all)).toEqual(
      keptAsMade === undefined ? [] : [entry(keptAsMade[0] ?? 0, -9, -1)],
    )
    expect(store.read(made, all)).toEqual((keptAsMade ?? []).map(bar))
    store.close()
  })

  test('is looked for without writing: where there is nothing, a file that another process holds is no trouble', () => {
    const at = path()
    const { database, store } = opened(at)
    database.exec('PRAGMA busy_timeout = 0')
    store.commit(yes, { bars: [bar(-5)], coverage: [entry(-9, -1, -1)] })
    const series = { outcomeId: 'A', seriesKey: 'A', mirrored: false, facts: {} }
    store.remember('kalshi', 'A', { series, checkedAt: NOW + CLOCK_TOLERANCE_MS })
    const other = driver(at, { readOnly: false })
    other.exec('BEGIN IMMEDIATE')
    expect(dropFutureSpans(database, NOW)).toBe(0)
    expect(() => dropFutureSpans(database, NOW - 1)).toThrow(/locked/)
    other.exec('ROLLBACK')
    other.close()
    expect(store.known('kalshi', 'A')?.checkedAt).toBe(NOW + CLOCK_TOLERANCE_MS)
    store.close()
  })
})
