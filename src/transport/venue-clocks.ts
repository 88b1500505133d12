import type { SourceId } from '../api/source-ids.js'
import type { Clock } from '../effects/clock.js'

/** The time by the clock of each venue. */
export interface VenueClocks {
  /** @param latest as of `toldTime`, epoch ms */
  note(venue: SourceId, latest: number): void
  /** Epoch ms; our own time where the venue has sent none, or the same. */
  now(venue: SourceId): number
}

/** A response names a second: on average its time is in the middle. */
const HALF_A_SECOND_MS = 500
/** A clock that differs by less may be the same: responses take time, and name whole seconds. */
const SAME_MS = 3_000
/** Some responses come late or from caches, and show an earlier time: the latest one of so long counts, ms. */
const COUNTS_MS = 10 * 60_000

export function createVenueClocks(clock: Pick<Clock, 'now' | 'monotonic'>): VenueClocks {
  /** By how much the venue's time is ahead of the monotonic clock, and when that was learned. */
  const known = new Map<SourceId, { readonly aheadMs: number; readonly at: number }>()
  return {
    note(venue, latest) {
      const at = clock.monotonic()
      const aheadMs = latest - HALF_A_SECOND_MS - at
      const before = known.get(venue)
      if (before === undefined || aheadMs >= before.aheadMs || at - before.at > COUNTS_MS)
        known.set(venue, { aheadMs, at })
    },
    now(venue) {
      const own = clock.now()
      const { aheadMs } = known.get(venue) ?? {}
      if (aheadMs === undefined) return own
      const told = clock.monotonic() + aheadMs
      return Math.abs(told - own) <= SAME_MS ? own : Math.round(told)
    },
  }
}
