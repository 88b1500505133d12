import { setMaxListeners } from 'node:events'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The user pressed Ctrl-C, or the process received another stop signal. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/**
 * Creates a signal that aborts with {@link Stopped} at the first stop signal, so that a command can clean up. A second
 * signal ends the process immediately. Call `release` at the end of the command.
 */
export function listenForStops(): { readonly signal: AbortSignal; release(): void } {
  const stop = new AbortController()
  // Every operation in progress adds a listener.
  setMaxListeners(0, stop.signal)
  const onSignal = (): void => stop.abort(new Stopped('stopped'))
  for (const signal of signals) process.once(signal, onSignal)
  return {
    signal: stop.signal,
    release() {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}

/** Waits for the first stop signal. A second signal ends the process immediately. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
  })
}
