/** Time as an injected effect: the system's, a recording's in a replay, or a manual one in tests. */
export interface Clock {
  /** Returns the wall time, epoch ms UTC. */
  now(): number
  /** Returns the ms since an arbitrary time. It never jumps, and passes in real time even if `now` is recorded. */
  monotonic(): number
  /** Resolves after `ms`, or rejects with the signal's reason if it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Runs `task` once after `ms`. The returned function cancels it. It never keeps the process alive. */
  setTimer(ms: number, task: () => void): () => void
}

/** setTimeout counts in a signed 32-bit integer, so anything longer would fire immediately. */
const MAX_TIMER_MS = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleepWith(systemClock, ms, signal),
  setTimer(ms, task) {
    const timer = setTimeout(task, Math.min(ms, MAX_TIMER_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Implements `sleep` for any clock that has `setTimer`. */
export function sleepWith(clock: Pick<Clock, 'setTimer'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const onAbort = (): void => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.setTimer(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Runs a task after the event loop has handled all pending events. */
export function runLater(task: () => void): void {
  setImmediate(task)
}

/** A point in time by both clocks. The wall clock may be set, and the other one may stop while the machine sleeps. */
export interface Moment {
  /** Epoch ms. */
  readonly now: number
  readonly monotonic: number
}

export function momentOf(clock: Pick<Clock, 'now' | 'monotonic'>): Moment {
  return { now: clock.now(), monotonic: clock.monotonic() }
}

/** Returns the ms from one moment to another, using the clock with the larger difference. The result is never negative. */
export function measureMs(earlier: Moment, later: Moment): number {
  return Math.max(0, later.now - earlier.now, later.monotonic - earlier.monotonic)
}

/**
 * Returns an earlier moment in terms of the current wall clock, if the clock has been set back since. Wall times are whole
 * milliseconds, the monotonic clock's are not.
 */
export function toPresentClock({ now, monotonic }: Moment, at: Moment): Moment {
  return { now: Math.min(now, Math.floor(at.now - (at.monotonic - monotonic))), monotonic }
}

/** How far a wall clock may be ahead, ms. This is shorter than any venue's finalization lag. */
export const CLOCK_TOLERANCE_MS = 60_000

/**
 * Creates a check for a wall clock that was set back.
 * @returns a function that checks once. It returns the time of the previous check by the current clock (epoch ms) if the clock
 * was set back, otherwise undefined. Data from before that check with a later time is invalid
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
