import type { Clock } from '../../../effects/clock.js'
import { createAbort, leaveOnAbort, startDeadline } from '../../../policy/abort.js'

/** Result of a call. `refused`: it failed immediately, as while a server restarts. `slow`: it did not end within its time limit. */
type CallResult = 'success' | 'refused' | 'slow'

/** Stops the calls to a tier that fails. A background call finds out when it responds again, so that no request waits for that. */
export interface TierBreaker {
  /** Returns the function to which a call reports what it shows about the tier, or undefined while the tier is not called. */
  admit(): ((result: CallResult) => void) | undefined
  /** The tier responds: calls are tried again now. */
  noteResponse(): void
  close(): void
}

interface TierBreakerTerms {
  readonly clock: Clock
  /** A cheap call, which shows that the tier responds. */
  probe(signal: AbortSignal): Promise<unknown>
  /** Called when calls are tried again. */
  onClosed?(): void
}

/** Number of consecutive failures after which the tier is not called. */
const MAX_FAILURES = 3
/** Time until the first background call, ms. It doubles with each failure. */
const FIRST_PAUSE_MS = 250
/** Maximum pause, ms. A refusal delays no request, and ends when the server has started. */
const MAX_PAUSE_MS = { refused: 5_000, slow: 30_000 } as const
/** Time limit of a background call, ms. */
const PROBE_MS = 2_000

export function createTierBreaker({ clock, probe, onClosed }: TierBreakerTerms): TierBreaker {
  const ended = createAbort()
  let isOpen = false
  let failures = 0
  /** Number of pauses since the last call that worked, other than background calls. */
  let pauses = 0
  /** Counts the changes of state: results of calls from before are outdated. */
  let phase = 0
  let cancelProbe = (): void => undefined

  function open(kind: keyof typeof MAX_PAUSE_MS): void {
    isOpen = true
    phase++
    const pauseMs = Math.min(MAX_PAUSE_MS[kind], FIRST_PAUSE_MS * 2 ** pauses)
    pauses++
    cancelProbe()
    cancelProbe = clock.setTimer(pauseMs, () => void tryAgain())
  }

  async function tryAgain(): Promise<void> {
    const triedIn = phase
    const deadline = startDeadline(clock, PROBE_MS, ended.signal)
    try {
      await leaveOnAbort(probe(deadline.signal), deadline.signal)
      if (triedIn === phase) close()
    } catch {
      if (triedIn === phase && !ended.signal.aborted) open(deadline.signal.aborted ? 'slow' : 'refused')
    } finally {
      deadline.release()
    }
  }

  function close(): void {
    if (!isOpen) return
    cancelProbe()
    isOpen = false
    phase++
    // The tier may only respond to the cheap call: the next failure opens it again, for longer.
    failures = MAX_FAILURES - 1
    onClosed?.()
  }

  return {
    admit() {
      if (isOpen || ended.signal.aborted) return undefined
      const admittedIn = phase
      return (result) => {
        if (admittedIn !== phase) return
        if (result === 'success') {
          failures = 0
          pauses = 0
        } else if (++failures >= MAX_FAILURES) open(result)
      }
    },
    noteResponse: close,
    close() {
      ended.abort(new Error('the daemon stops'))
      cancelProbe()
    },
  }
}
