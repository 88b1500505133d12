import type { Clock } from '../effects/clock.js'
import { createAbort } from './abort.js'

/** The time a request may take, handed down to everything it causes. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Ms left; never negative. */
  remainingMs(): number
  /** Frees the timer. Call it when the request has been answered. */
  release(): void
}

/** The reason a deadline's signal aborts with. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
  constructor(readonly allowedMs: number) {
    super(`took longer than ${allowedMs} ms`)
  }
}

/** Starts a deadline of `ms`, ending early when the `parent` signal (a caller who hung up) aborts. */
export function startDeadline(clock: Clock, ms: number, parent?: AbortSignal): Deadline {
  const controller = createAbort()
  const endsAt = clock.monotonic() + ms
  const cancel = clock.setTimer(ms, () => controller.abort(new DeadlineExceeded(ms)))
  const onParent = (): void => controller.abort(parent?.reason)
  if (parent?.aborted === true) onParent()
  else parent?.addEventListener('abort', onParent, { once: true })
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - clock.monotonic()),
    release() {
      cancel()
      parent?.removeEventListener('abort', onParent)
    },
  }
}

/** A signal that aborts with the first of several. `release` when the work is done, or long-lived ones keep it. */
export function linkSignals(signals: readonly AbortSignal[]): {
  readonly signal: AbortSignal
  release(): void
} {
  const controller = createAbort()
  const listeners = signals.map((signal) => {
    const onAbort = (): void => controller.abort(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    return { signal, onAbort }
  })
  return {
    signal: controller.signal,
    release() {
      for (const { signal, onAbort } of listeners) signal.removeEventListener('abort', onAbort)
    },
  }
}

/** The promise's outcome, or the signal's reason as soon as it aborts; what comes of it then is nobody's business. */
export function leaveOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
