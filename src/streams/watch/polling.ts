import type { ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import { toPmxError } from '../../transport/errors.js'

/** Share of a venue's calls per second that polling may use. The rest is for requests. */
const SHARE = 0.5
/** Bounds of a job's interval, however few or many jobs there are. */
const MIN_MS = 1_000
const MAX_MS = 60_000
/** Consecutive failures of the first reading after which the watchers get the error. Later failures only lengthen the wait. */
const MAX_FAILURES = 3
/** One response may be wrong: data that was read before counts as unreadable after refusals for this time, ms. */
const REFUSED_FOR_MS = 10 * 60_000
/** Errors that no later response changes. */
const lasting: readonly ErrorCode[] = ['AUTHENTICATION_ERROR', 'NOT_SUPPORTED']

export interface PollJob {
  /** Whether its watchers had the data before the first poll. */
  readonly isKnown?: boolean
  /** Reads the data once and reports the result. */
  poll(): Promise<void>
  /** Called when it cannot be read: permanently, or since the start. */
  fail(error: PmxError): void
}

export interface Poller {
  /**
   * Polls a job until it is removed. The first reading is immediate.
   * @returns a function that removes it
   */
  add(job: PollJob): () => void
  /** The current interval between two readings of a job, ms. */
  readonly everyMs: number
  close(): void
}

export interface PollerDeps {
  readonly clock: Pick<Clock, 'setTimer' | 'monotonic'>
  /** Returns the calls per second that the venue's limits allow now. */
  ratePerSecond(): number
  /** Jobs that one call of the venue can read together. */
  readonly jobsACall: number
  /** A job's shortest interval, ms. */
  readonly minIntervalMs?: number
}

interface Polled {
  readonly job: PollJob
  failures: number
  /** Time of the first refusal since the last reading, by the monotonic clock. */
  refusedSince: number | undefined
  hasRead: boolean
  dueAt: number
  isRunning: boolean
}

/**
 * Creates a poller. It reads jobs repeatedly, as often as half of the venue's calls allows. Jobs that are due at the same time
 * are read together, in batch calls.
 */
export function createPoller({
  clock,
  ratePerSecond,
  jobsACall,
  minIntervalMs = MIN_MS,
}: PollerDeps): Poller {
  const jobs = new Set<Polled>()
  let cancel: (() => void) | undefined

  function everyMs(): number {
    const calls = Math.ceil(jobs.size / jobsACall)
    return Math.min(MAX_MS, Math.max(minIntervalMs, (1000 * calls) / (ratePerSecond() * SHARE)))
  }

  function schedule(): void {
    cancel?.()
    cancel = undefined
    const dues = [...jobs].filter(({ isRunning }) => !isRunning).map(({ dueAt }) => dueAt)
    if (dues.length === 0) return
    cancel = clock.setTimer(Math.max(0, Math.min(...dues) - clock.monotonic()), round)
  }

  /** Reads as many of the due jobs as fit in one call. The others follow in turn. */
  function round(): void {
    cancel = undefined
    const now = clock.monotonic()
    const due = [...jobs]
      .filter(({ isRunning, dueAt }) => !isRunning && dueAt <= now)
      .sort((a, b) => a.dueAt - b.dueAt)
    const spacing = everyMs() / Math.max(1, Math.ceil(jobs.size / jobsACall))
    due.forEach((polled, index) => {
      if (index < jobsACall) run(polled)
      else polled.dueAt = now + spacing * Math.floor(index / jobsACall)
    })
    schedule()
  }

  function isHopeless(polled: Polled, { code, retryable }: PmxError): boolean {
    if (!polled.hasRead) return !retryable || polled.failures >= MAX_FAILURES
    if (retryable) return false
    polled.refusedSince ??= clock.monotonic()
    return lasting.includes(code) || clock.monotonic() - polled.refusedSince >= REFUSED_FOR_MS
  }

  function run(polled: Polled): void {
    polled.isRunning = true
    const begunAt = clock.monotonic()
    polled.job
      .poll()
      .then(
        () => {
          polled.hasRead = true
          polled.failures = 0
          polled.refusedSince = undefined
        },
        (error: unknown) => {
          if (!jobs.has(polled)) return
          polled.failures++
          const failure = toPmxError(error)
          if (!isHopeless(polled, failure)) return
          jobs.delete(polled)
          polled.job.fail(failure)
        },
      )
      .finally(() => {
        polled.isRunning = false
        const wait = Math.min(MAX_MS, everyMs() * 2 ** Math.min(5, polled.failures))
        polled.dueAt = Math.max(begunAt + wait, clock.monotonic())
        schedule()
      })
  }

  return {
    add(job) {
      const polled = {
        job,
        failures: 0,
        refusedSince: undefined,
        hasRead: job.isKnown === true,
        dueAt: clock.monotonic(),
        isRunning: false,
      }
      jobs.add(polled)
      schedule()
      return () => {
        jobs.delete(polled)
        schedule()
      }
    },
    get everyMs() {
      return everyMs()
    },
    close() {
      jobs.clear()
      cancel?.()
    },
  }
}
