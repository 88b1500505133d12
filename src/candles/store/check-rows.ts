import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Span } from '../../api/times/span.js'
import type { PriceBasis } from '../../venue-kit/contract/venue.js'
import { findBarProblem } from '../series/validate.js'
import type { SeriesIdentity } from './candle-store.js'
import { BadRow, type RestoredRow } from './import-candles.js'

/** Properties of a venue's candles, so that only data that requests can use is stored. */
export interface VenueCandles {
  readonly basis: PriceBasis
  /** Absent for our own samples, whose interval depends on the settings of the sampling. */
  readonly stepsMs?: readonly number[]
}

/**
 * Creates a function that checks rows by the rules for new candles, in file order.
 * @param now epoch ms; a candle that has not ended by then is not final
 * @param candlesOf undefined for a venue without candles
 * @returns takes one row after another; throws BadRow for the first that breaks a rule
 */
export function createRowCheck(
  now: number,
  candlesOf: (venue: VenueId) => VenueCandles | undefined,
): (row: RestoredRow) => void {
  const previous = new Map<SeriesIdentity, number>()
  return ({ identity, bar, line }) => {
    const before = previous.get(identity)
    if (before === undefined) assertReachable(identity, candlesOf(identity.venue), line)
    const problem = findBarProblem(bar, identity.stepMs, ANY_TIME, before ?? Number.NEGATIVE_INFINITY)
    if (problem !== undefined) throw new BadRow(line, problem)
    if (bar.timestamp > now - identity.stepMs) throw new BadRow(line, 'the candle has not ended yet')
    previous.set(identity, bar.timestamp)
  }
}

const ANY_TIME: Span = { from: 0, to: Number.POSITIVE_INFINITY }

function assertReachable(
  { venue, stepMs, basis }: SeriesIdentity,
  candles: VenueCandles | undefined,
  line: number,
): void {
  if (candles === undefined) throw new BadRow(line, `${venue} has no candles in this version`)
  if (candles.stepsMs?.includes(stepMs) === false) {
    const steps = candles.stepsMs.map((ms) => `${ms / 60_000} min`).join(', ')
    throw new BadRow(line, `${venue} has no candles of ${stepMs / 60_000} min; it has ${steps}`)
  }
  if (candles.basis !== basis)
    throw new BadRow(line, `${venue} candles have the price basis '${candles.basis}', not '${basis}'`)
}
