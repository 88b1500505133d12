import { expect, onTestFinished, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { listSeries } from '../../../src/candles/maintenance/series-reader.js'
import { loadUnconfirmedCheck, resolveSeriesNames } from '../../../src/cli/import-export/table-series.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { openStore, temporaryFolder } from '../../support/engine.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 30, 12)
const span = { from: NOW - HOUR, to: NOW }

test.each([
  [NOW, 0],
  [undefined, 1],
])('a complement that is unconfirmed since %s has %i series', async (since, count) => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const path = `${folder.path}/candles.db`
  const store = openStore(path)
  const bar = { timestamp: span.from, open: 0.2, high: 0.3, low: 0.2, close: 0.3, volume: 1 }
  store.commit(
    { venue: 'hyperliquid', seriesKey: '#100', stepMs: HOUR, basis: 'trade' },
    { bars: [bar], coverage: [{ ...span, kind: 'data', route: 'r', fetchedAt: NOW }] },
  )
  const facts = {
    coin: '#100',
    isSettled: false,
    hasCandles: true,
    ...(since === undefined ? {} : { unconfirmedSince: since }),
  }
  const series = { outcomeId: '101', seriesKey: '#100', mirrored: true, facts }
  store.remember('hyperliquid', '101', { series, checkedAt: NOW })
  const { database } = openDatabase(await loadDriver(), path, candleMigrations)
  const isUnconfirmed = await loadUnconfirmedCheck(['hyperliquid'])
  const terms = { side: 'no', spansOf: () => [span], hasProvisional: false, isUnconfirmed } as const
  expect(resolveSeriesNames(database, listSeries(database), terms).all).toHaveLength(count)
})
