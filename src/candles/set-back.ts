import type { Clock } from '../effects/clock.js'
import { CLOCK_TOLERANCE_MS, momentOf } from './moment.js'

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
