import { setMaxListeners } from 'node:events'

/** A signal that aborts with the first of several. `release` when the work is done, or long-lived ones keep it. */
export function linkSignals(signals: readonly AbortSignal[]): {
  readonly signal: AbortSignal
  release(): void
} {
  const controller = new AbortController()
  // Everything under way for the request listens; much at once is no leak.
  setMaxListeners(0, controller.signal)
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
