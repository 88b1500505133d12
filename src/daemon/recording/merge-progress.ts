import type { Clock } from '../../effects/clock.js'

/** How often it is told, ms. */
const TELL_MS = 250

/**
 * Adds up what a merge has read and written, and tells of it now and then: whoever waits for this process, which
 * answers nobody meanwhile, can see that it works.
 * @param tell gets the bytes so far; what it throws is not the merge's affair
 */
export function createMergeProgress(
  clock: Pick<Clock, 'monotonic'>,
  tell: (merged: number) => void,
): (bytes: number) => void {
  let merged = 0
  let toldAt = Number.NEGATIVE_INFINITY
  return (bytes) => {
    merged += bytes
    const now = clock.monotonic()
    if (now - toldAt < TELL_MS) return
    toldAt = now
    try {
      tell(merged)
    } catch {
      // A full disk is told of by what is written there, if it matters.
    }
  }
}
