import { setMaxListeners } from 'node:events'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Somebody pressed Ctrl-C, or ended the process otherwise. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/**
 * A signal that aborts with {@link Stopped} when the process is asked to end, so that a command can put away what it
 * holds; asked a second time the process ends at once. `release` when the command is done.
 */
export function listenForStops(): { readonly signal: AbortSignal; release(): void } {
  const stop = new AbortController()
  // Everything under way listens.
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
