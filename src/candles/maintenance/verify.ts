import { createHash } from 'node:crypto'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { renderResolution } from '../../api/times/resolution.js'
import { createSpanTest, type Span } from '../../api/times/span.js'
import type { Database } from '../../storage/driver.js'
import { readChangedEnds } from '../database/change-table.js'
import { type RecheckSum, recheckSums } from '../database/recheck-table.js'
import { createMoves } from '../series/price-jumps.js'
import { findBarProblem } from '../series/validate.js'
import { renderCandle } from '../store/candle-row.js'
import { compareOutcomes } from './compare-outcomes.js'
import { listSeries, readSeriesCoverage, readSeriesPages, type StoredSeries } from './series-reader.js'
import { findDerivedProblems } from './verify-derived.js'
import { findVolumeProblems } from './verify-volumes.js'

/** Something in the database that is, or may be, wrong. */
export interface VerifyFinding {
  readonly venue: string
  readonly series: string
  readonly resolution: string
  /** Open time of the candle, epoch ms. Absent for a finding about a whole series. */
  readonly timestamp?: number
  readonly problem: string
}

export interface Verified {
  readonly series: number
  readonly candles: number
  /** Errors. */
  readonly findings: readonly VerifyFinding[]
  /** Whether there were more findings than are listed. */
  readonly more: boolean
  /** Unusual data that should be examined. It is rare in real markets, and always occurs if prices are mixed up. */
  readonly suspicions: readonly VerifyFinding[]
  /** Results of the rechecks of final candles (recheck.ts). */
  readonly rechecks: readonly RecheckSum[]
}

const EVER: Span = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }
const MAX_FINDINGS = 100
/** A shorter or flat series may equal another by chance. */
const MIN_TO_COMPARE = 60

/**
 * Checks every stored candle like a new one. It also compares its stored text, its time with the coverage, and the series with
 * each other. All pages come from one snapshot, regardless of later writes.
 * @param venue only series of this venue
 * @param onProgress called with the number of checked candles and of all; awaited, so that other work gets a turn
 */
export async function verifyCandles(
  database: Database,
  onProgress: (count: number, total: number) => Promise<void> | void = () => undefined,
  venue?: VenueId,
): Promise<Verified> {
  database.exec('BEGIN')
  try {
    return await verifyAll(database, onProgress, venue)
  } finally {
    endReading(database)
  }
}

/** Ends the read transaction, which wrote nothing. On a damaged file this may fail. */
function endReading(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // The error of the file is thrown already, or found by the check of the file itself.
  }
}

async function verifyAll(
  database: Database,
  onProgress: (count: number, total: number) => Promise<void> | void,
  venue: VenueId | undefined,
): Promise<Verified> {
  const findings: VerifyFinding[] = []
  const suspicions: VerifyFinding[] = []
  let isMore = false
  const find = (finding: VerifyFinding): void => {
    if (findings.length < MAX_FINDINGS) findings.push(finding)
    else isMore = true
  }
  const suspect = (finding: VerifyFinding): void => {
    if (suspicions.length < MAX_FINDINGS) suspicions.push(finding)
  }
  const all = listSeries(database, { venue })
  const total = all.reduce((sum, { candles }) => sum + candles, 0)
  const twins = new Map<string, StoredSeries>()
  let count = 0
  for (const series of all) {
    const look = createLook(database, series, find, suspect)
    for (const page of readSeriesPages(database, series.id, EVER)) {
      for (const { bar, json } of page) look.at(bar, json)
      count += page.length
      await onProgress(count, total)
    }
    for (const timestamp of misplaced(database, series.id))
      find({ ...named(series), timestamp, problem: 'its chunk overlaps other candles' })
    for (const problems of findDerivedProblems(database, series)) {
      for (const problem of problems) find({ ...named(series), ...problem })
      await onProgress(count, total)
    }
    const { print, spikes } = look.end()
    if (spikes !== undefined) suspect({ ...named(series), ...spikes })
    const twin = print === undefined ? undefined : twins.get(print)
    if (twin !== undefined)
      find({ ...named(series), problem: `it has the same candles as ${twin.seriesKey}` })
    if (print !== undefined) twins.set(print, series)
  }
  const { shared, sums } = compareOutcomes(database, all)
  for (const { series, problem } of shared) find({ ...named(series), problem })
  for (const { series, problem } of sums) suspect({ ...named(series), problem })
  await suspectVolumes(database, all, suspect, () => onProgress(count, total))
  const rechecks = recheckSums(database, venue)
  return { series: all.length, candles: count, findings, more: isMore, suspicions, rechecks }
}

async function suspectVolumes(
  database: Database,
  all: readonly StoredSeries[],
  suspect: (finding: VerifyFinding) => void,
  pause: () => Promise<void> | void,
): Promise<void> {
  for (const problems of findVolumeProblems(database, all)) {
    for (const { series, timestamp, problem } of problems) suspect({ ...named(series), timestamp, problem })
    if (problems.length > 0) await pause()
  }
}

function named({ venue, seriesKey, stepMs }: StoredSeries) {
  return { venue, series: seriesKey, resolution: renderResolution(stepMs) }
}

/** Returns the open times of a series' chunks that have loose candles between theirs, or that overlap another chunk. */
function misplaced(database: Database, seriesId: number): number[] {
  return database
    .prepare(
      `SELECT k.from_time FROM sealed_chunks k
       WHERE k.series_id = ? AND (
         EXISTS (SELECT 1 FROM loose_candles WHERE series_id = k.series_id AND open_time BETWEEN k.from_time AND k.last_time)
         OR EXISTS (SELECT 1 FROM sealed_chunks o
           WHERE o.series_id = k.series_id AND o.from_time > k.from_time AND o.from_time <= k.last_time))`,
    )
    .rows(seriesId)
    .map(([from]) => Number(from))
}

/** Creates a test for open times whose candle a recheck replaced or removed. */
function createRestatedTest(database: Database, seriesId: number): (openTime: number) => boolean {
  const find = database.prepare('SELECT 1 FROM restated WHERE series_id = ? AND open_time = ? LIMIT 1')
  return (openTime) => find.rows(seriesId, openTime).length > 0
}

/** Creates a check for one series' candles, in order. */
function createLook(
  database: Database,
  series: StoredSeries,
  find: (finding: VerifyFinding) => void,
  suspect: (finding: VerifyFinding) => void,
) {
  const { venue, address, stepMs } = series
  const isCovered = createSpanTest(readSeriesCoverage(database, series.id))
  const changedEnds = readChangedEnds(database, series.id, stepMs)
  const isRemoved = createRestatedTest(database, series.id)
  let passed = 0
  const moves = createMoves()
  const hash = createHash('sha1').update(`${venue} ${address} ${stepMs}\n`)
  let previous: PriceCandle | undefined
  let count = 0
  let changes = 0
  const tell = (timestamp: number, problem: string): void => find({ ...named(series), timestamp, problem })
  /** Reports open times before this one that have no candle. */
  const passTo = (openTime: number): void => {
    for (; (changedEnds[passed] ?? Number.POSITIVE_INFINITY) < openTime; passed++) {
      const timestamp = changedEnds[passed] ?? 0
      if (isCovered(timestamp) && !isRemoved(timestamp))
        suspect({
          ...named(series),
          timestamp,
          problem: 'the candle was stored, but is now missing, although the coverage includes its time',
        })
    }
    if (changedEnds[passed] === openTime) passed++
  }
  return {
    at(bar: PriceCandle, json: string): void {
      const { timestamp } = bar
      passTo(timestamp)
      const problem = findBarProblem(bar, stepMs, EVER, previous?.timestamp ?? Number.NEGATIVE_INFINITY)
      if (problem !== undefined) tell(timestamp, problem)
      if (json !== renderCandle(bar)) tell(timestamp, 'its stored JSON differs from its columns')
      if (!isCovered(timestamp)) tell(timestamp, 'it is outside the coverage')
      if (previous !== undefined) moves.add(previous, bar)
      if (previous?.close !== bar.close) changes++
      hash.update(json)
      previous = bar
      count++
    },
    end() {
      passTo(Number.POSITIVE_INFINITY)
      const isTelling = count >= MIN_TO_COMPARE && changes > count / 10
      return { print: isTelling ? hash.digest('hex') : undefined, spikes: moves.spikes() }
    },
  }
}
