import type { Clock } from '../../../effects/clock.js'

/** Clock drift and corrections are smaller than this, ms. */
const DRIFT_MS = 2_000
/** How long a jump is remembered, which is longer than venue lists lag. */
const MEMORY_MS = 10 * 60_000

/**
 * Creates the record of when the most recent rows were written. This machine's clock may be set forward or back, so a row
 * written a moment ago can appear to be hours old or in the future.
 */
export function createRecentTimes(clock: Pick<Clock, 'now' | 'monotonic'>) {
  let anchor: { readonly at: number; readonly monotonic: number } | undefined

  /** Returns the current time, and the time without the clock's last jump. */
  function readTimes(): readonly [number, number] {
    const [at, monotonic] = [Math.round(clock.now()), clock.monotonic()]
    const expected = anchor === undefined ? at : anchor.at + monotonic - anchor.monotonic
    const isOld = anchor === undefined || monotonic - anchor.monotonic > MEMORY_MS
    if (isOld || Math.abs(at - expected) < DRIFT_MS) anchor = { at, monotonic }
    return [at, isOld ? at : Math.round(expected)]
  }

  return {
    /** The time by the clock of this machine, with which rows are written. */
    now: (): number => readTimes()[0],

    /**
     * Returns the bounds of the times that rows of the last `ms` can have. A row with a future time counts as recent: the
     * clock was fast when it was written, here or in another process.
     */
    within(ms: number): readonly [from: number, to: number] {
      return [Math.min(...readTimes()) - ms, Number.MAX_SAFE_INTEGER]
    },
  }
}
