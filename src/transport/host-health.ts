import { PmxError } from '../api/errors.js'
import { toIso } from '../api/instant.js'
import type { SourceId } from '../api/source-ids.js'
import type { Clock } from '../effects/clock.js'
import { type BreakerState, type CallOutcome, createBreaker } from '../policy/breaker.js'

/** A host's breaker, and why it is open. */
export interface HostHealth {
  /** With `until` in epoch ms. */
  readonly state: BreakerState
  /** @throws the refusal, when a call would not be admitted anyhow: before anything is waited for or paid */
  assertOpenToCalls(): void
  /**
   * Admits a call, which must report once how it ended.
   * @throws the refusal, naming what made the host fail and when it is asked again
   */
  admit(): (outcome: CallOutcome, question?: string) => void
  /** Remembers the last failure that was the host's own. */
  note(failure: PmxError): void
  /** The host asked for silence; after `ms` one call tries whether it is over. */
  shut(ms: number, failure: PmxError): void
}

export interface HostHealthDeps {
  readonly venue: SourceId
  readonly host: string
  readonly clock: Pick<Clock, 'now'>
  /** Times how long the breaker stays open. */
  readonly breakerClock: Clock
}

export function createHostHealth({ venue, host, clock, breakerClock }: HostHealthDeps): HostHealth {
  const breaker = createBreaker(breakerClock)
  let cause: { readonly code: string; readonly message: string; readonly at: number } | undefined
  let isAskedForSilence = false

  const epochIn = (ms: number): number => Math.round(clock.now() + ms)

  function remember({ code, message }: PmxError): void {
    cause = { code, message, at: Math.round(clock.now()) }
  }

  function refusal(retryInMs: number): PmxError {
    const until = epochIn(retryInMs)
    const detail = {
      kind: 'breaker_open',
      host,
      retryInMs: Math.ceil(retryInMs),
      until,
      ...(cause === undefined ? {} : { cause }),
    }
    const due = `It is asked again at ${toIso(until)}.`
    if (isAskedForSilence) {
      const retryAfter = Math.max(1, Math.ceil(retryInMs / 1000))
      const message = `${venue} asked to be left alone. ${due}`
      return new PmxError('RATE_LIMIT_EXCEEDED', message, { retryAfter, detail })
    }
    const last = cause === undefined ? '' : ` Last: ${cause.message}`
    return new PmxError('EXCHANGE_NOT_AVAILABLE', `${venue} kept failing. ${due}${last}`, { detail })
  }

  return {
    get state(): BreakerState {
      const { state } = breaker
      if (state.kind !== 'open') return state
      return { kind: 'open', until: epochIn(state.until - breakerClock.monotonic()) }
    },
    assertOpenToCalls() {
      const refusedForMs = breaker.refusedForMs()
      if (refusedForMs > 0) throw refusal(refusedForMs)
    },
    admit() {
      const admission = breaker.admit()
      if (!admission.ok) throw refusal(admission.retryInMs)
      return admission.report
    },
    note(failure) {
      remember(failure)
      isAskedForSilence = false
    },
    shut(ms, failure) {
      remember(failure)
      isAskedForSilence = true
      breaker.shut(ms)
    },
  }
}
