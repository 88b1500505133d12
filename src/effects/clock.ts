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
const LONGEST_TIMER_MS = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleepWith(systemClock, ms, signal),
  setTimer(ms, task) {
    const timer = setTimeout(task, Math.min(ms, LONGEST_TIMER_MS))
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
export function later(task: () => void): void {
  setImmediate(task)
}
