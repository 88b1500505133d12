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
