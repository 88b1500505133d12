import type { VenueId } from '../api/envelope/venue-ids.js'
import { renderResolution } from '../api/times/resolution.js'
import type { NativeStep } from '../venue-kit/contract/venue.js'
import type { Capture } from './format.js'

/** A venue of which more is pinned than can be captured before it forgets. */
export interface Overload {
  readonly venue: VenueId
  /** Series that must be captured again and again, before they are forgotten. */
  readonly series: number
  /** How many times the time there is they take, as measured; above 1. */
  readonly load: number
}

/**
 * Where the plan cannot hold: each series that a venue forgets has to be captured once in the time it is kept, and a
 * venue's are captured one after another. Series that were not captured yet count like the others on average.
 * @param stepsOf native steps of a venue
 */
export function overloadsOf(
  captures: readonly Capture[],
  stepsOf: (venue: VenueId) => readonly NativeStep[],
): Overload[] {
  return [...new Set(captures.map(({ venue }) => venue))].flatMap((venue) => {
    const retentions = new Map(
      stepsOf(venue).map(({ stepMs, retentionMs }) => [renderResolution(stepMs), retentionMs]),
    )
    const open = captures.flatMap((capture) => {
      const retentionMs = retentions.get(capture.resolution)
      const isOpen = capture.venue === venue && capture.done !== true
      return isOpen && retentionMs !== undefined ? [{ ...capture, retentionMs }] : []
    })
    const measured = open.flatMap(({ tookMs }) => tookMs ?? [])
    if (measured.length === 0) return []
    const usualMs = measured.reduce((sum, ms) => sum + ms, 0) / measured.length
    const load = open.reduce((sum, { tookMs = usualMs, retentionMs }) => sum + tookMs / retentionMs, 0)
    return load > 1 ? [{ venue, series: open.length, load }] : []
  })
}
