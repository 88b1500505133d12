import { HOUR_MS } from '../../api/times/resolution.js'
import { MINUTE_MS, type Span, subtract } from '../../api/times/span.js'
import type { Database } from '../../storage/driver.js'
import { createCandleTable, EVER } from '../database/candle-and-chunk-tables.js'
import { readSeriesCandles, readSeriesCoverage, type StoredSeries } from './series-reader.js'

/** A difference between a series' hours and its minutes. */
interface VolumeProblem {
  /** The hourly series. */
  readonly series: StoredSeries
  /** Open time of the first such hour, epoch ms. */
  readonly timestamp: number
  readonly problem: string
}

/** Tolerated difference, because venues round the volumes in both resolutions. */
const TOLERANCE = 1e-6

/**
 * Compares the volume of each final hour with the total of its final minutes. This reveals a response that lacked some
 * trades, even if later requests repeat it.
 */
export function* findVolumeProblems(
  database: Database,
  all: readonly StoredSeries[],
): Generator<VolumeProblem[]> {
  const candles = createCandleTable(database)
  const minutes = new Map(
    all.filter(({ stepMs }) => stepMs === MINUTE_MS).map((series) => [nameOf(series), series]),
  )
  for (const series of all) {
    const finer = series.stepMs === HOUR_MS ? minutes.get(nameOf(series)) : undefined
    if (finer === undefined) continue
    const final = toldIn(database, finer)
    let [compared, different] = [0, 0]
    let first: { readonly timestamp: number; readonly words: string } | undefined
    for (const { bar } of readSeriesCandles(database, series.id, EVER)) {
      const hour = { from: bar.timestamp, to: bar.timestamp + HOUR_MS }
      if (bar.volume === undefined || subtract(hour, final).length > 0) continue
      const parts = candles.read(finer.id, hour)
      if (parts.some(({ volume }) => volume === undefined)) continue
      const sum = parts.reduce((total, { volume = 0 }) => total + volume, 0)
      compared++
      if (Math.abs(sum - bar.volume) <= TOLERANCE * Math.max(1, sum, bar.volume)) continue
      different++
      first ??= { timestamp: bar.timestamp, words: `${bar.volume} and ${Number(sum.toFixed(6))}` }
    }
    yield first === undefined
      ? []
      : [
          {
            series,
            timestamp: first.timestamp,
            problem: `in ${different} of ${compared} hours, the volume differs from the sum of the minutes, for example ${first.words}`,
          },
        ]
  }
}

function nameOf({ venue, address, seriesKey, basis }: StoredSeries): string {
  return [venue, address, seriesKey, basis].join('\n')
}

/** Returns the covered spans of a series, with or without candles; ascending. */
function toldIn(database: Database, { id }: StoredSeries): Span[] {
  return readSeriesCoverage(database, id).filter(({ kind }) => kind === 'data' || kind === 'proven_empty')
}
