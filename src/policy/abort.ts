import type { Clock } from '../effects/clock.js'

/**
 * A replacement of `AbortController` for work that starts a thousand times a second or has many listeners. The platform's own
 * costs a few microseconds each and holds weak references, which the collector must process. It scans all listeners on each
 * change, and warns of a leak above ten.
 */
export interface Abort {
  readonly signal: AbortSignal
  /** Notifies all listeners, once. @param reason an AbortError by default */
  abort(reason?: unknown): void
}

export function createAbort(): Abort {
  const signal = new LightSignal()
  return { signal, abort: (reason) => signal.end(reason) }
}

type Listener = Parameters<AbortSignal['addEventListener']>[1]

/** Supports only the event `abort`, which happens once, so every listener is called at most once. */
class LightSignal implements AbortSignal {
  aborted = false
  reason: unknown = undefined
  onabort: AbortSignal['onabort'] = null
  #listeners: Set<Listener> | undefined

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  addEventListener(type: string, listener: Listener): void {
    if (type !== 'abort' || this.aborted) return
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
  }

  removeEventListener(type: string, listener: Listener): void {
    if (type === 'abort') this.#listeners?.delete(listener)
  }

  dispatchEvent(event: Event): boolean {
    if (event.type === 'abort') this.#tell(event)
    return true
  }

  end(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    if (this.#listeners !== undefined || this.onabort !== null) this.#tell(new Event('abort'))
    this.#listeners = undefined
  }

  #tell(event: Event): void {
    this.onabort?.(event)
    for (const listener of this.#listeners ?? []) {
      try {
        if (typeof listener === 'function') listener.call(this, event)
        else listener.handleEvent(event)
      } catch (error) {
        // An error of one listener does not affect the others.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}

/** A request's time limit, which is passed on to all its work. */
export interface RequestDeadline {
  readonly signal: AbortSignal
  /** Returns the remaining ms, never negative. */
  remainingMs(): number
  /** Frees the timer. Call it after the response. */
  release(): void
}

/** The reason with which a deadline's signal aborts. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
  constructor(readonly allowedMs: number) {
    super(`took longer than ${allowedMs} ms`)
  }
}

/** Starts a deadline of `ms`, which ends early when the `parent` signal aborts (the caller disconnected). */
export function startDeadline(clock: Clock, ms: number, parent?: AbortSignal): RequestDeadline {
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

/**
 * Returns a signal that aborts when the first of several signals aborts. Call `release` after the work, because long-lived
 * signals hold references to it.
 */
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

/** Returns the promise's outcome, or rejects with the signal's reason as soon as it aborts. A later outcome is ignored. */
export function leaveOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/**
 * Whether work is still running at a given time, by the monotonic clock. It then continues, and its outcome is ignored unless the
 * caller waits again.
 * @throws the error of the work before that time
 */
export async function outlasts(
  work: Promise<unknown>,
  until: number,
  clock: Pick<Clock, 'monotonic' | 'setTimer'>,
): Promise<boolean> {
  work.catch(() => undefined)
  let cancel = (): void => {}
  const late = new Promise<true>((resolve) => {
    cancel = clock.setTimer(Math.max(0, until - clock.monotonic()), () => resolve(true))
  })
  try {
    return await Promise.race([work.then(() => false), late])
  } finally {
    cancel()
  }
}
