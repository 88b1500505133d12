import { hullOf, joinSpans, type Span } from '../../api/times/span.js'
import type { SharedPart, SharedSeries, WriteResult } from '../../candles/shared/candle-tier.js'
import { cutUnfinished } from '../../candles/shared/check-part.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { Statements } from './connection/connection.js'
import { PostgresTierError } from './connection/tier-errors.js'
import { type GivenCoverage, planGive } from './plan-give.js'
import { removeSpans } from './remove-spans.js'
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
import { addBars, compactLoose, findDamaged, findLooseExtent } from './stored-bars.js'

/** The uploading daemon, as named in coverage entries. */
export type Giver = Pick<GivenCoverage, 'daemon' | 'version'>

/** Takes the spans of damaged chunks that were dropped. */
export type NoteDamaged = (spans: readonly Span[]) => void

/**
 * Adds a part within a transaction, as far as it was over when it was requested from the venue. The series lock ensures that it sees
 * everything uploaded before.
 * @param noteDamaged called with the spans of damaged chunks that were dropped
 * @param seen the retractions that the store of the part has applied; absent: not compared
 * @throws PostgresTierError if a part of it was fetched later than the time of the database
 */
export async function addPart(
  statements: Statements,
  series: SharedSeries,
  given: SharedPart,
  giver: Giver,
  noteDamaged: NoteDamaged,
  seen?: SeenRetractions,
): Promise<WriteResult> {
  const part = { ...given, coverage: cutUnfinished(given.coverage, series.stepMs) }
  const hull = hullOf([...part.coverage, ...part.provisional, ...part.receipts])
  if (hull === undefined) return 'written'
  const { id, now } = await lockSeries(statements, series)
  assertPast(part, series, now)
  if (seen !== undefined && (await isOutdated(statements, id, hull, seen))) return 'outdated'
  const within = hullOf(part.coverage)
  if (within !== undefined) await dropDamaged(statements, id, series.stepMs, within, noteDamaged)
  const known = {
    coverage: await readCoverage(statements, id, hull),
    provisional: await readProvisional(statements, id, hull),
  }
  const plan = planGive(part, known, giver)
  if (plan === undefined) return 'written'
  const { coverage, provisional } = plan
  await replaceCoverage(statements, id, coverage.removed, coverage.added)
  await replaceProvisional(statements, id, giver.daemon, provisional.removed, provisional.added)
  const isFull = await addBars(statements, id, plan.bars)
  const loose = isFull ? await findLooseExtent(statements, id) : undefined
  if (loose !== undefined) {
    await dropDamaged(statements, id, series.stepMs, loose, noteDamaged)
    await compactLoose(statements, id)
  }
  await addReceipts(statements, id, giver.daemon, plan.receipts)
  await addRestated(statements, id, giver.daemon, plan.restated, series.stepMs)
  await statements.rows('UPDATE pmx_local.series SET generation = generation + 1 WHERE id = $1', [id])
  return 'written'
}

/**
 * Drops the chunks in a span that cannot be read, with their coverage: they are of no use to anybody, and would keep out what is
 * uploaded. Daemons that have their candles keep them, and the others fetch them again.
 */
async function dropDamaged(
  statements: Statements,
  id: number,
  stepMs: number,
  within: Span,
  noteDamaged: NoteDamaged,
): Promise<void> {
  const damaged = await findDamaged(statements, id, stepMs, within)
  if (damaged.length === 0) return
  await removeSpans(statements, id, stepMs, joinSpans(damaged))
  noteDamaged(damaged)
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
