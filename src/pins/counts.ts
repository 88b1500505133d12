import type { VenueId } from '../api/envelope/venue-ids.js'
import type { Capture, Pin } from './format.js'
import { isDue } from './schedule.js'

/** The state of the pins, in outcomes. */
export interface PinCounts {
  readonly pinned: number
  /** Outcomes captured completely at least once, in every resolution. */
  readonly captured: number
  readonly due: number
  /** Outcomes whose last capture failed. */
  readonly problems: number
}

/** Counts each outcome once, or returns undefined if nothing is pinned. */
export function countPins(
  pins: readonly Pin[],
  captures: Iterable<Capture>,
  now: number,
): PinCounts | undefined {
  if (pins.length === 0) return undefined
  const nameOf = (venue: VenueId, outcomeId: string): string => `${venue} ${outcomeId}`
  const records = new Map<string, Capture[]>()
  for (const { venue, outcomes } of pins)
    for (const { outcomeId } of outcomes) records.set(nameOf(venue, outcomeId), [])
  for (const capture of captures) records.get(nameOf(capture.venue, capture.outcomeId))?.push(capture)
  const all = [...records.values()]
  return {
    pinned: all.length,
    captured: all.filter((own) => own.length > 0 && own.every(({ at }) => at !== undefined)).length,
    due: all.filter((own) => own.length === 0 || own.some((record) => isDue(record, now))).length,
    problems: all.filter((own) => own.some(({ problem }) => problem !== undefined)).length,
  }
}
