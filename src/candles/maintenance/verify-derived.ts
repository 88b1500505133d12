import { renderResolution } from '../../api/times/resolution.js'
import { cut } from '../../api/times/span.js'
import type { Database } from '../../storage/driver.js'
import { createCandleTable, EVER } from '../database/candle-and-chunk-tables.js'
import { findDerivedSeries } from '../database/delete-span.js'
import { aggregateBars } from '../series/aggregate.js'
import { renderCandles } from '../store/candle-row.js'
import { readSeriesCoverage, type StoredSeries } from './series-reader.js'

interface MadeProblem {
  /** Resolution of the derived candles. */
  readonly resolution: string
  /** Open time of the first candle of the compared piece, epoch ms. */
  readonly timestamp?: number
  readonly problem: string
}

/** Approximate number of source candles per piece. */
const PARTS_AT_ONCE = 2_000

/** Compares the derived candles of a series with newly derived ones, one piece at a time. */
export function* findDerivedProblems(database: Database, source: StoredSeries): Generator<MadeProblem[]> {
  const candles = createCandleTable(database)
  for (const { id, stepMs } of findDerivedSeries(database, source.id)) {
    const resolution = renderResolution(stepMs)
    const sizeMs = stepMs * Math.max(1, Math.floor((PARTS_AT_ONCE * source.stepMs) / stepMs))
    let count = 0
    for (const piece of readSeriesCoverage(database, id).flatMap((entry) => cut(entry, sizeMs))) {
      const fresh = renderCandles(aggregateBars(candles.read(source.id, piece), stepMs))
      const { text, count: own } = candles.readText(id, piece)
      const isSame = fresh === `[${text}]` && fresh === renderCandles(candles.read(id, piece))
      count += own
      const problem = `its candles do not match the ${renderResolution(source.stepMs)} candles that they were derived from`
      yield isSame ? [] : [{ resolution, timestamp: piece.from, problem }]
    }
    if (count !== candles.count(id, EVER))
      yield [{ resolution, problem: 'it has derived candles outside the coverage' }]
  }
}
