import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { renderResolution } from '../../../src/api/times/resolution.js'
import { listSeries, readSeriesCandles } from '../../../src/candles/maintenance/series-reader.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { resolutions } from './exceptions.js'
import { compareCandles, type Finding, toleranceOf } from './judge.js'
import type { Series } from './series.js'
import { truthOf } from './truth.js'

const driver = await loadDriver()

/**
 * Compares every candle of a database with the truth, as `pmx-local sql` shows them: none is wrong, none invented. The
 * database is read after its daemon has ended.
 * @param now epoch ms; candles that have not ended by then are left out
 */
export async function judgeLedger(
  venue: VenueId,
  candleFile: string,
  series: readonly Series[],
  now: number,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [key, stored] of readRows(candleFile)) {
    const [outcome = '', step = ''] = key.split(' ')
    const about = series.find(({ outcomeId }) => outcomeId === outcome)
    const resolution = resolutions.find((name) => name === step)
    if (about === undefined || resolution === undefined) continue
    const times = stored.map(({ timestamp }) => timestamp)
    const truth = await truthOf(venue).candles(about, resolution, Math.min(...times), Math.max(...times) + 1)
    const ended = stored.filter(({ timestamp }) => timestamp < now)
    for (const { kind, times: odd } of compareCandles(ended, truth, toleranceOf(venue)))
      if (kind !== 'missing')
        findings.push({
          rule: `stored ${kind}`,
          candles: odd.length,
          text: `stored candles of ${key}: ${odd.length} ${kind} of ${stored.length}, first ${new Date(odd[0] ?? 0).toISOString()}`,
        })
  }
  return findings
}

function readRows(candleFile: string): ReadonlyMap<string, readonly PriceCandle[]> {
  const database = driver(candleFile, { readOnly: true })
  try {
    const ever = { from: 0, to: Number.MAX_SAFE_INTEGER }
    return new Map(
      listSeries(database).map(({ id, seriesKey, stepMs }) => [
        `${seriesKey} ${renderResolution(stepMs)}`,
        [...readSeriesCandles(database, id, ever)].map(({ bar }) => bar),
      ]),
    )
  } finally {
    database.close()
  }
}
