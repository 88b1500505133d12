import type { Clock } from '../../effects/clock.js'

/** Interval of progress reports, ms. */
const TELL_MS = 250

/**
 * Creates a progress counter for a merge, which adds up bytes read and written and reports them periodically. The process
 * serves no requests during a merge, and a waiting command shows the progress.
 * @param tell receives the bytes so far; its errors are ignored
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
      // Other writers report a full disk, if it matters.
    }
  }
}
