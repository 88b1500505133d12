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

export const defaultBreakerLimits: BreakerLimits = { consecutive: 5, ratio: 0.5, window: 20, openMs: 10_000 }

export type BreakerState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open'; readonly until: number }
  | { readonly kind: 'half-open' }

/** Stops calling a host that keeps failing, and lets a single call through now and then to see whether it is back. */
export interface Breaker {
  /** Asks to make a call. A granted call must report `success`, `failure` or `release`. */
  admit(): { readonly ok: true } | { readonly ok: false; readonly retryInMs: number }
  success(): void
  failure(): void
  /** The call ended without telling anything about the host (the caller left). */
  release(): void
  readonly state: BreakerState
}

export function createBreaker(clock: Clock, limits: BreakerLimits = defaultBreakerLimits): Breaker {
  let state: BreakerState = { kind: 'closed' }
  let inARow = 0
  let recent: boolean[] = []
  let probing = false

  function open(): void {
    state = { kind: 'open', until: clock.now() + limits.openMs }
    inARow = 0
    recent = []
    probing = false
  }

  function note(failed: boolean): void {
    recent.push(failed)
    if (recent.length > limits.window) recent.shift()
  }

  return {
    get state() {
      return state
    },
    admit() {
      if (state.kind === 'open') {
        const retryInMs = state.until - clock.now()
        if (retryInMs > 0) return { ok: false, retryInMs }
        state = { kind: 'half-open' }
      }
      if (state.kind === 'half-open') {
        if (probing) return { ok: false, retryInMs: limits.openMs }
        probing = true
      }
      return { ok: true }
    },
    success() {
      inARow = 0
      note(false)
      if (state.kind === 'half-open') {
        state = { kind: 'closed' }
        recent = []
        probing = false
      }
    },
    failure() {
      if (state.kind === 'half-open') return open()
      inARow++
      note(true)
      const failed = recent.filter(Boolean).length
      const full = recent.length === limits.window
      if (inARow >= limits.consecutive || (full && failed / recent.length > limits.ratio)) open()
    },
    release() {
      probing = false
    },
  }
}
