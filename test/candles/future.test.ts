import { expect, test } from 'vitest'
import { dropFutureSpans, futureSpans } from '../../src/candles/future.js'
import { candleMigrations } from '../../src/candles/migrations.js'
import { createSqliteStore } from '../../src/candles/sqlite-store.js'
import type { CoverageKind, SeriesIdentity } from '../../src/candles/store.js'
import { loadDriver } from '../../src/storage/driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/engine.js'

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
  const count = futureSpans(store.database, NOW).length
  expect(dropFutureSpans(store.database, NOW)).toBe(count)
  expect(store.left()).toEqual(left)
  expect(futureSpans(store.database, NOW)).toEqual([])
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
