/** Time as a passed-in effect: the real one here, a recorded one in replay, a hand-driven one in tests. */
export interface Clock {
  /** Wall time, epoch ms UTC. */
  now(): number
  /** Ms since some moment; never jumps, and passes as real time does even where `now` is a recorded one. */
  monotonic(): number
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Runs `task` once after `ms`; the returned function cancels it. Never keeps the process alive. */
  setTimer(ms: number, task: () => void): () => void
}

/** setTimeout counts in a signed 32-bit integer; anything longer would fire at once. */
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

/** `sleep` for any clock that has `setTimer`. */
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

/** Runs a task once the event loop has looked after whatever else has arrived. */
export function runLater(task: () => void): void {
  setImmediate(task)
}

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
export function measureMs(earlier: Moment, later: Moment): number {
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
