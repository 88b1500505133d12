import type { Clock } from '../effects/clock.js'

/**
 * What `AbortController` is, for work that is begun a thousand times a second or listened to by many: the platform's own
 * costs a few microseconds each, holds weak references that the collector has to look after, looks through all who listen
 * whenever one comes or goes, and warns of a leak where they are more than ten.
 */
export interface Abort {
  readonly signal: AbortSignal
  /** Tells all who listen, once. @param reason an AbortError by default */
  abort(reason?: unknown): void
}

export function createAbort(): Abort {
  const signal = new LightSignal()
  return { signal, abort: (reason) => signal.end(reason) }
}

type Listener = Parameters<AbortSignal['addEventListener']>[1]

/** Knows of no event but `abort`, which comes once: every listener is told at most once. */
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
        // Nobody is kept from hearing of it by what another makes of it.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}

/** The time a request may take, handed down to everything it causes. */
export interface RequestDeadline {
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

/**
 * Whether work is still under way at a time, by the monotonic clock. It goes on then, and what becomes of it is no
 * longer this caller's matter unless he waits for it again.
 * @throws what the work fails with before
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
