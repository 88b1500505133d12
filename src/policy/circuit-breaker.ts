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
  /** `until` is a moment of the clock's monotonic time. */
  | { readonly kind: 'open'; readonly until: number }
  | { readonly kind: 'half-open' }

/** What a call told about its host; `unknown` when its caller left before it ended. */
export type CallOutcome = 'success' | 'failure' | 'unknown'

type Admission =
  /**
   * The call may be made and must report once how it ended. A failure that may lie in what was asked is reported with
   * its `question`: asked again and again it counts once, because only different questions that fail tell about the host.
   */
  | { readonly ok: true; report(outcome: CallOutcome, question?: string): void }
  | { readonly ok: false; readonly retryInMs: number }

/** Stops calling a host that keeps failing, and lets a single call through now and then to see whether it is back. */
export interface Breaker {
  /** Asks to make a call. */
  admit(): Admission
  /** Ms for which {@link admit} would refuse, asked without taking the place of the one call that may try; else 0. */
  refusedForMs(): number
  /** Opens it for `ms`, whatever the calls told: the host asked for that. */
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
          // A call made before the state changed tells about a host of then: it neither closes nor prolongs anything.
          if (admittedIn === phase) settle(outcome, question)
        },
      }
    },
  }
}
