import { hullOf } from '../../api/times/span.js'
import type { SharedPart, SharedSeries, WriteResult } from '../../candles/shared/candle-tier.js'
import { cutUnfinished } from '../../candles/shared/check-part.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { Statements } from './connection/connection.js'
import { PostgresTierError } from './connection/tier-errors.js'
import { type GivenCoverage, planGive } from './plan-give.js'
import {
  addReceipts,
  addRestated,
  isOutdated,
  lockSeries,
  readCoverage,
  readProvisional,
  replaceCoverage,
  replaceProvisional,
  type SeenRetractions,
} from './series-rows.js'
import { addBars } from './stored-bars.js'

/** The uploading daemon, as named in coverage entries. */
export type Giver = Pick<GivenCoverage, 'daemon' | 'version'>

/**
 * Adds a part within a transaction, as far as it was over when the venue was asked. The series lock ensures that it sees
 * everything uploaded before.
 * @param seen the retractions that the store of the part has applied; absent: not compared
 * @throws PostgresTierError if a part of it was fetched later than the time of the database
 */
export async function addPart(
  statements: Statements,
  series: SharedSeries,
  given: SharedPart,
  giver: Giver,
  seen?: SeenRetractions,
): Promise<WriteResult> {
  const part = { ...given, coverage: cutUnfinished(given.coverage, series.stepMs) }
  const hull = hullOf([...part.coverage, ...part.provisional, ...part.receipts])
  if (hull === undefined) return 'written'
  const locked = await lockSeries(statements, series)
  assertPast(part, series, locked.now)
  const { id } = locked
  if (seen !== undefined && (await isOutdated(statements, id, hull, seen))) return 'outdated'
  const known = {
    coverage: await readCoverage(statements, id, hull),
    provisional: await readProvisional(statements, id, hull),
  }
  const plan = planGive(part, known, giver)
  if (plan === undefined) return 'written'
  const { coverage, provisional } = plan
  await replaceCoverage(statements, id, coverage.removed, coverage.added)
  await replaceProvisional(statements, id, giver.daemon, provisional.removed, provisional.added)
  await addBars(statements, locked, plan.bars)
  await addReceipts(statements, id, giver.daemon, plan.receipts)
  await addRestated(statements, id, giver.daemon, plan.restated, series.stepMs)
  await statements.rows('UPDATE pmx_local.series SET generation = generation + 1 WHERE id = $1', [id])
  return 'written'
}

/** Rejects data dated by a fast clock and candles that cannot have ended, because they would be wrong for all daemons. */
function assertPast(
  { bars, coverage, provisional, receipts, restated = [] }: SharedPart,
  series: SharedSeries,
  now: number,
): void {
  const times = [
    ...coverage.map(({ fetchedAt }) => fetchedAt),
    ...provisional.map(({ requestedAt }) => requestedAt),
    ...receipts.map(({ knownAt }) => knownAt),
    ...restated.map(({ until }) => until),
    ...bars.map(({ timestamp }) => timestamp + series.stepMs),
  ]
  // Not spread into `Math.max`: a part may have a million candles.
  const newest = times.reduce((last, time) => Math.max(last, time), Number.NEGATIVE_INFINITY)
  if (newest > now + CLOCK_TOLERANCE_MS)
    throw new PostgresTierError(
      `this machine's clock is ${Math.round((newest - now) / 1000)} s ahead of the database's clock, so nothing is uploaded. Set the clock.`,
    )
}
