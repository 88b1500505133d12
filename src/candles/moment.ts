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
