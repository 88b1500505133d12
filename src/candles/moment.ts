import type { Clock } from '../effects/clock.js'

/** One moment by both clocks: the wall clock may be set, the other one may stop while the machine sleeps. */
export interface Moment {
  /** Epoch ms. */
  readonly now: number
  readonly monotonic: number
}

export function momentOf(clock: Pick<Clock, 'now' | 'monotonic'>): Moment {
  return { now: clock.now(), monotonic: clock.monotonic() }
}

/** Ms from one moment to another, by whichever clock says more; never negative. */
export function msBetween(earlier: Moment, later: Moment): number {
  return Math.max(0, later.now - earlier.now, later.monotonic - earlier.monotonic)
}

/** A wall clock that runs ahead by less is not taken for one that is wrong: it is less than any venue's settle lag. */
export const CLOCK_TOLERANCE_MS = 60_000

/**
 * Notices that the wall clock was set back since the look before.
 * @returns looks; gives the time of the look before by the clock as it is now (epoch ms), undefined when all is well:
 * what had been learned by then and bears a later time is from a future that did not come
 */
export function createSetBackWatch(clock: Pick<Clock, 'now' | 'monotonic'>): () => number | undefined {
  let last = momentOf(clock)
  let mostAhead = last.now - last.monotonic
  return () => {
    const at = momentOf(clock)
    const ahead = at.now - at.monotonic
    const lastLookAt = at.now - (at.monotonic - last.monotonic)
    const isSetBack = ahead < mostAhead - CLOCK_TOLERANCE_MS
    mostAhead = isSetBack ? ahead : Math.max(mostAhead, ahead)
    last = at
    return isSetBack ? lastLookAt : undefined
  }
}
