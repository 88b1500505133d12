import { resolutionName } from '../contract/resolution.js'
import type { Database } from '../storage/driver.js'
import type { Span } from '../venues/venue.js'
import { type StoredSeries, seriesCandles, seriesCoverage, storedSeries } from './archive.js'
import { problemOfBar } from './check.js'
import { candleText } from './text.js'

/** Something in the database that cannot be right. */
export interface Finding {
  readonly venue: string
  readonly series: string
  readonly resolution: string
  /** Open time of the candle, epoch ms. */
  readonly timestamp: number
  readonly problem: string
}

export interface Verified {
  readonly series: number
  readonly candles: number
  readonly findings: readonly Finding[]
  /** There were more findings than are listed. */
  readonly more: boolean
}

const EVER: Span = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }
const MOST_FINDINGS = 100

/** Holds every stored candle to the checks of fresh ones, its ready text to itself, and its time to the ledger. */
export function verifyCandles(database: Database): Verified {
  const findings: Finding[] = []
  let candles = 0
  let more = false
  const all = storedSeries(database)
  for (const series of all) {
    for (const finding of problemsOf(database, series)) {
      if (finding === undefined) candles++
      else if (findings.length < MOST_FINDINGS) findings.push(finding)
      else more = true
    }
  }
  return { series: all.length, candles, findings, more }
}

/** A finding for each problem, and undefined for each candle that was looked at. */
function* problemsOf(database: Database, series: StoredSeries): Generator<Finding | undefined> {
  const { venue, seriesKey, stepMs } = series
  const named = { venue, series: seriesKey, resolution: resolutionName(stepMs) }
  const covered = seriesCoverage(database, series.id)
  let previous = Number.NEGATIVE_INFINITY
  let place = 0
  for (const { bar, json } of seriesCandles(database, series.id, EVER)) {
    yield undefined
    const { timestamp } = bar
    const problem = problemOfBar(bar, stepMs, EVER, previous)
    if (problem !== undefined) yield { ...named, timestamp, problem }
    if (json !== candleText(bar))
      yield { ...named, timestamp, problem: 'its ready text says something else than its columns' }
    while (covered[place] !== undefined && (covered[place]?.to ?? 0) <= timestamp) place++
    if (timestamp < (covered[place]?.from ?? Number.POSITIVE_INFINITY))
      yield { ...named, timestamp, problem: 'the ledger does not vouch for it' }
    previous = timestamp
  }
}
