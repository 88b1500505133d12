import type { VenueId } from '../api/envelope/venue-ids.js'
import { renderResolution } from '../api/times/resolution.js'
import type { NativeStep } from '../venue-kit/contract/venue.js'
import type { Capture } from './format.js'

/** A venue with more pinned series than can be captured before it deletes their candles. */
export interface Overload {
  readonly venue: VenueId
  /** Number of series that must be captured repeatedly before their candles are deleted. */
  readonly series: number
  /** Measured capture time divided by the available time, above 1. */
  readonly load: number
}

/**
 * Returns the venues whose pins cannot all be captured in time. On a venue with limited retention, all series must be captured
 * once within that time, one after another. Series that have not been captured yet are assumed to take the average time.
 * @param stepsOf native resolutions of a venue
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
