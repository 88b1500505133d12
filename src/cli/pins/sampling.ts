import type { VenueId } from '../../api/envelope/venue-ids.js'
import { findSampledBook } from '../../candles/series/sampled-basis.js'
import type { Pin } from '../../pins/format.js'
import { findCostProblem, findPaceProblem } from '../../pins/sample-plan.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { loadVenue } from '../../venues/registry.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes } from '../output/output.js'

/** The sampling of an outcome on a venue without candles. */
export interface Sampling {
  readonly venue: Venue
  readonly paceMs: number
}

/**
 * Returns the sampling that `--sample` names, or undefined if the venue has candles and the flag is absent.
 * @throws CommandFailed (usage) for a venue with candles, or with neither candles nor order books; without an interval if one is
 * needed; for an unsupported interval
 */
export async function samplingOf(
  id: VenueId,
  outcomeId: string,
  pace: string | undefined,
): Promise<Sampling | undefined> {
  const venue = await loadVenue(id)
  const isSampled = venue !== undefined && findSampledBook(venue) !== undefined
  if (pace === undefined && !isSampled) return undefined
  const command = `pmx-local pin ${id} ${toPrintable(outcomeId)}`
  if (!isSampled) {
    throw usage(
      venue?.candles === undefined
        ? `${id} has neither candles nor order books in this version, so it cannot be sampled.`
        : `${id} has candles, and '${command}' stores them. --sample is for venues without candles.`,
    )
  }
  const sampled = `${command.replace(' pin ', ' pin --sample 1m ')}`
  if (pace === undefined) {
    throw usage(
      `${id} has no price history to capture. '${sampled}' makes the daemon sample the mid price once a minute ` +
        'and build candles from now on.',
    )
  }
  const paceMs = readPace(pace)
  const problem = findPaceProblem(paceMs)
  if (problem !== undefined) throw usage(`--sample ${pace}: ${problem}.`)
  return { venue, paceMs }
}

/**
 * Checks the total sampling rate.
 * @throws CommandFailed if the samples of a venue would use more than their share of its limits
 */
export function assertAffordable({ venue }: Sampling, pins: readonly Pin[]): void {
  const problem = findCostProblem(venue, pins)
  if (problem === undefined) return
  throw new CommandFailed(
    `Nothing was pinned. ${problem}\n  Use a longer sampling interval, or remove pins with 'pmx-local unpin'.`,
    exitCodes.failed,
  )
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

function readPace(text: string): number {
  const match = /^([1-9]\d{0,4})\s*([smh])$/.exec(text.trim().toLowerCase())
  const unit = unitMs[match?.[2] ?? '']
  if (match !== null && unit !== undefined) return Number(match[1]) * unit
  throw usage(`--sample takes an interval such as 30s, 1m or 5m; got '${toPrintable(text)}'.`)
}

function usage(message: string): CommandFailed {
  return new CommandFailed(message, exitCodes.usage)
}
