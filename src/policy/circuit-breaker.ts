import type { Clock } from '../effects/clock.js'

export interface BreakerLimits {
  /** Number of consecutive failures that open it. */
  readonly consecutive: number
  /** Share of failures among the last `window` calls that opens it. */
  readonly ratio: number
  readonly window: number
  /** Time in the open state before one trial call is allowed. */
  readonly openMs: number
}

const defaultBreakerLimits: BreakerLimits = { consecutive: 5, ratio: 0.5, window: 20, openMs: 10_000 }

export type BreakerState =
  | { readonly kind: 'closed' }
  /** `until` is a time on the monotonic clock. */
  | { readonly kind: 'open'; readonly until: number }
  | { readonly kind: 'half-open' }

/** What a call's result shows about its host. `unknown` if the caller left before the call ended. */
export type CallOutcome = 'success' | 'failure' | 'unknown'

type Admission =
  /**
   * The call may be made and must report its outcome once. A failure that the request may have caused is reported with its
   * `question`. Repeats of one question count once, because only failures of different questions are evidence about the host.
   */
  | { readonly ok: true; report(outcome: CallOutcome, question?: string): void }
  | { readonly ok: false; readonly retryInMs: number }

/** Stops calls to a host after repeated failures, and lets a single call through now and then to test it. */
export interface Breaker {
  /** Returns whether a call may be made. */
  admit(): Admission
  /** Returns how long {@link admit} would refuse in ms, or 0, without using the one trial call. */
  refusedForMs(): number
  /** Opens it for `ms` regardless of the outcomes, because the host requested a pause. */
  shut(ms: number): void
  readonly state: BreakerState
}

export function createBreaker(clock: Clock, limits: BreakerLimits = defaultBreakerLimits): Breaker {
  let state: BreakerState = { kind: 'closed' }
  let inARow = 0
  let recent: { readonly failed: boolean; readonly question: string | undefined }[] = []
  let probing = false
  let phase = 0

  function enter(next: BreakerState): void {
    state = next
    phase++
    inARow = 0
    recent = []
    probing = false
  }

  const open = (ms = limits.openMs): void => enter({ kind: 'open', until: clock.monotonic() + ms })

  function note(failed: boolean, question: string | undefined): void {
    if (failed && question !== undefined && recent.some((call) => call.question === question)) return
    inARow = failed ? inARow + 1 : 0
    recent.push({ failed, question })
    if (recent.length > limits.window) recent.shift()
    if (!failed) return
    const failures = recent.filter((call) => call.failed).length
    const isFull = recent.length === limits.window
    if (inARow >= limits.consecutive || (isFull && failures / recent.length > limits.ratio)) open()
  }

  function settle(outcome: CallOutcome, question: string | undefined): void {
    if (outcome === 'unknown') probing = false
    else if (state.kind !== 'half-open') note(outcome === 'failure', question)
    else if (outcome === 'success') enter({ kind: 'closed' })
    else open()
  }

  return {
    get state() {
      return state
    },
    shut: (ms) => open(ms),
    refusedForMs() {
      if (state.kind === 'open') return Math.max(0, state.until - clock.monotonic())
      return state.kind === 'half-open' && probing ? limits.openMs : 0
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
        report(outcome, question) {
          // A call from before a change of state is evidence about an earlier time: it neither closes nor extends anything.
          if (admittedIn === phase) settle(outcome, question)
        },
      }
    },
  }
}
