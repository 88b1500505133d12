import { afterAll, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { listSeries } from '../../../src/candles/maintenance/series-reader.js'
import type { SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { createRestoring } from '../../../src/candles/store/import-candles.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { temporaryFolder } from '../../support/engine.js'

const MINUTE = 60_000
const NOW = 1_000 * MINUTE
const driver = await loadDriver()
const folder = temporaryFolder()
afterAll(() => folder.remove())

const series = { venue: 'limitless', seriesKey: 'a-slug', stepMs: MINUTE, basis: 'trade' } as const
const EVER = { from: 0, to: NOW }
const prices = { open: 0.3, high: 0.5, low: 0.2, close: 0.4, volume: 7 }
const complement = { open: 0.7, high: 0.8, low: 0.5, close: 0.6, volume: 7 }
const bar = (minute: number, values = prices): PriceCandle => ({ timestamp: minute * MINUTE, ...values })

let files = 0
function open() {
  const { database } = openDatabase(driver, `${folder.path}/${files++}.db`, candleMigrations)
  return { database, store: createSqliteStore(database) }
}
type Store = ReturnType<typeof open>['store']

/** As a file without a sidecar file, whose rows name their outcome. */
function importRows(store: Store, outcomeId: string, bars: readonly PriceCandle[]): void {
  const identity: SeriesIdentity = { ...series, seriesKey: outcomeId }
  const restoring = createRestoring(store, () => undefined, NOW)
  bars.forEach((own, index) => {
    restoring.row({ identity, bar: own, line: index + 2 })
  })
  restoring.end()
}

function locate(
  store: Store,
  outcomeId: string,
  mirrored: boolean,
  doubt: { isUnconfirmed?: true } = {},
): void {
  store.remember('limitless', outcomeId, {
    series: { outcomeId, seriesKey: 'a-slug', mirrored, facts: {}, ...doubt },
    checkedAt: NOW,
  })
}

describe('candles that were imported under the name of an outcome', () => {
  test.each([
    ['before its series was known', true],
    ['afterwards', false],
  ])('belong to its series when they came %s', (_when, isFirst) => {
    const { database, store } = open()
    if (!isFirst) locate(store, '111', false)
    importRows(store, '111', [bar(1), bar(3)])
    if (isFirst) locate(store, '111', false)
    expect(store.read(series, EVER)).toEqual([bar(1), bar(3)])
    expect(store.read({ ...series, seriesKey: '111' }, EVER)).toEqual([])
    expect(listSeries(database, {}).map(({ seriesKey }) => seriesKey)).toEqual(['a-slug'])
    // The minute between them may have been left out of the file.
    expect(store.coverage(series, EVER).map(({ from, kind }) => [from / MINUTE, kind])).toEqual([
      [1, 'data'],
      [3, 'data'],
    ])
    expect(store.provisional(series, EVER)).toMatchObject([{ from: 2 * MINUTE, looks: 0 }])
    expect(store.receipts(series, EVER).length).toBeGreaterThan(0)
  })

  test('of the other side are complements, and replace nothing', () => {
    const { store } = open()
    const coverage = [
      { from: MINUTE, to: 2 * MINUTE, kind: 'data', route: 'live', fetchedAt: 5 * MINUTE } as const,
    ]
    store.commit(series, { bars: [bar(1)], coverage })
    importRows(store, '222', [bar(1, prices), bar(2, complement)])
    locate(store, '222', true)
    expect(store.read(series, EVER)).toEqual([bar(1), bar(2)])
  })

  test.each([
    ['before', true],
    ['after', false],
  ])(
    'stay until two responses show that they are complements, when they came %s the first one',
    (_when, isFirst) => {
      const { store } = open()
      const unconfirmed = { isUnconfirmed: true } as const
      if (!isFirst) locate(store, '666', true, unconfirmed)
      importRows(store, '666', [bar(1, complement)])
      if (isFirst) locate(store, '666', true, unconfirmed)
      expect(store.coverage(series, EVER)).toEqual([])
      expect(store.read(series, EVER)).toEqual([])
      locate(store, '666', true)
      expect(store.read(series, EVER)).toEqual([bar(1)])
    },
  )

  test('stay where a response of the venue is stored under that name, or another outcome has it', () => {
    const { store } = open()
    const own: SeriesIdentity = { ...series, seriesKey: '333' }
    const coverage = [
      { from: MINUTE, to: 2 * MINUTE, kind: 'data', route: 'live', fetchedAt: 5 * MINUTE } as const,
    ]
    store.commit(own, { bars: [bar(1)], coverage })
    importRows(store, '333', [bar(2)])
    locate(store, '333', false)
    expect(store.read(own, EVER)).toHaveLength(2)
    importRows(store, '444', [bar(1)])
    store.remember('limitless', '555', {
      series: { outcomeId: '555', seriesKey: '444', mirrored: false, facts: {} },
      checkedAt: NOW,
    })
    locate(store, '444', false)
    expect(store.read({ ...series, seriesKey: '444' }, EVER)).toHaveLength(1)
  })
})
