import type { Clock } from '../effects/clock.js'

export interface BreakerLimits {
  /** Failures in a row that open it. */
  readonly consecutive: number
  /** Share of failures among the last `window` calls that opens it. */
  readonly ratio: number
  readonly window: number
  /** How long it stays open before one call may try. */
  readonly openMs: number
}

const defaultBreakerLimits: BreakerLimits = { consecutive: 5, ratio: 0.5, window: 20, openMs: 10_000 }

export type BreakerState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open'; readonly until: number }
  | { readonly kind: 'half-open' }

/** What a call told about its host; `unknown` when its caller left before it ended. */
export type CallOutcome = 'success' | 'failure' | 'unknown'

type Admission =
  /** The call may be made and must report once how it ended. */
  | { readonly ok: true; report(outcome: CallOutcome): void }
  | { readonly ok: false; readonly retryInMs: number }

/** Stops calling a host that keeps failing, and lets a single call through now and then to see whether it is back. */
export interface Breaker {
  /** Asks to make a call. */
  admit(): Admission
  readonly state: BreakerState
}

export function createBreaker(clock: Clock, limits: BreakerLimits = defaultBreakerLimits): Breaker {
  let state: BreakerState = { kind: 'closed' }
  let inARow = 0
  let recent: boolean[] = []
  let probing = false
  let phase = 0

  function enter(next: BreakerState): void {
    state = next
    phase++
    inARow = 0
    recent = []
    probing = false
  }

  const open = (): void => enter({ kind: 'open', until: clock.monotonic() + limits.openMs })

  function note(failed: boolean): void {
    inARow = failed ? inARow + 1 : 0
    recent.push(failed)
    if (recent.length > limits.window) recent.shift()
    if (!failed) return
    const failures = recent.filter(Boolean).length
    const isFull = recent.length === limits.window
    if (inARow >= limits.consecutive || (isFull && failures / recent.length > limits.ratio)) open()
  }

  function settle(outcome: CallOutcome): void {
    if (outcome === 'unknown') probing = false
    else if (state.kind !== 'half-open') note(outcome === 'failure')
    else if (outcome === 'success') enter({ kind: 'closed' })
    else open()
  }

  return {
    get state() {
      return state
    },
    admit() {
      if (state.kind === 'open') {
        const retryInMs = state.until - clock.monotonic()
        if (retryInMs > 0) return { ok: false, retryInMs }
        enter({ kind: 'half-open' })
      }
      if (state.kind === 'half-open') {
        if (probing) return { ok: false, retryInMs: limits.openMs }
        probing = true
      }
      const admittedIn = phase
      return {
        ok: true,
        report(outcome) {
          // A call made before the state changed tells about a host of then: it neither closes nor prolongs anything.
          if (admittedIn === phase) settle(outcome)
        },
      }
    },
  }
}
