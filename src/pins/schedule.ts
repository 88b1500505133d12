import { alignDown, alignUp, DAY_MS, HOUR_MS } from '../api/times/resolution.js'
import type { Span } from '../api/times/span.js'
import { computeConfirmationAge } from '../candles/fetch/finalize.js'
import { CLOCK_TOLERANCE_MS } from '../effects/clock.js'
import type { NativeStep } from '../venue-kit/contract/venue.js'
import type { Capture } from './format.js'

/** No step is captured more often, and a failure is not tried again before. */
export const MIN_INTERVAL_MS = 15 * 60_000
/** Every step is captured at least this often. */
export const MAX_INTERVAL_MS = 6 * HOUR_MS
/**
 * What is captured first of a step whose retention nobody names: at least so long and so many candles. Venues that
 * thin out their history all the same do so with what is older.
 */
const FIRST_MS = 7 * DAY_MS
const FIRST_CANDLES = 120
/** A capture leaves this many more tries before the venue forgets what it was about. */
const CAPTURES_A_RETENTION = 4

/** Time from one capture of a step to the next, in ms: {@link MIN_INTERVAL_MS} to {@link MAX_INTERVAL_MS}. */
export function captureEveryMs({ retentionMs }: Pick<NativeStep, 'retentionMs'>): number {
  const wanted = retentionMs === undefined ? MAX_INTERVAL_MS : retentionMs / CAPTURES_A_RETENTION
  return Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, wanted))
}

/**
 * Whether it is time. A time further away than any that is set here was set by a clock that went wrong, and that all is
 * done is not believed of such a clock.
 */
export function isDue(
  { done, nextAt, at = 0 }: Pick<Capture, 'done' | 'nextAt' | 'at'>,
  now: number,
): boolean {
  if (done === true) return at > now + CLOCK_TOLERANCE_MS
  return nextAt <= now || nextAt > now + MAX_INTERVAL_MS
}

/** When the venue forgets the first candle that is not captured yet; never where it keeps them. */
export function lossAt(
  { retentionMs }: Pick<NativeStep, 'retentionMs'>,
  { capturedTo }: Pick<Capture, 'capturedTo'>,
): number {
  return retentionMs === undefined ? Number.POSITIVE_INFINITY : (capturedTo ?? 0) + retentionMs
}

/**
 * Open times to capture: of a step that the venue forgets all that it still holds, so that what got lost here comes
 * back; of any other the last days, then what has come since, and before it what may have been silence without proof:
 * what is stored costs nothing. A capture up to later than that came of a clock that ran ahead, and counts for none.
 * @param to end of what is final, on the grid of the step
 * @returns a span on the grid; empty when there is nothing new
 */
export function captureSpan(
  { stepMs, retentionMs }: Pick<NativeStep, 'stepMs' | 'retentionMs'>,
  { capturedTo }: Pick<Capture, 'capturedTo'>,
  to: number,
  now: number,
): Span {
  const from =
    retentionMs === undefined
      ? alignDown(
          capturedTo === undefined || capturedTo > to
            ? to - Math.max(FIRST_MS, FIRST_CANDLES * stepMs)
            : capturedTo - computeConfirmationAge({}) - stepMs,
          stepMs,
        )
      : alignUp(now - retentionMs, stepMs)
  return { from: Math.min(to, Math.max(0, from)), to }
}

/**
 * The record after the step was captured up to `capturedTo`, its end.
 * @param isOver nothing more will come: the market is decided, or has been closed for long
 */
export function recordCapture(
  { venue, outcomeId, resolution }: Capture,
  step: Pick<NativeStep, 'retentionMs'>,
  capturedTo: number,
  isOver: boolean,
  now: number,
  tookMs: number,
): Capture {
  const done = isOver ? ({ done: true } as const) : {}
  const nextAt = now + captureEveryMs(step)
  return { venue, outcomeId, resolution, capturedTo, at: now, triedAt: now, tookMs, nextAt, ...done }
}

/** A failure as the schedule sees it. */
export interface CaptureFailure {
  readonly message: string
  /** Whether the same may work later without a change. */
  readonly mayPass: boolean
  /** Ms that the venue asked to wait. */
  readonly waitMs?: number | undefined
}

/**
 * The record after a failure. One that may pass is tried again soon, any other at the usual pace: a market that the
 * venue refuses today may be there again tomorrow.
 * @param capturedTo how far it came before
 */
export function recordFailure(
  capture: Capture,
  step: Pick<NativeStep, 'retentionMs'>,
  failure: CaptureFailure,
  capturedTo: number | undefined,
  now: number,
): Capture {
  const reached = capturedTo === undefined ? {} : { capturedTo }
  return { ...putOff(capture, step, failure, now), ...reached, triedAt: now }
}

/** The record of what was not tried because others of its venue failed. */
export function putOff(
  capture: Capture,
  step: Pick<NativeStep, 'retentionMs'>,
  { message, mayPass, waitMs = 0 }: CaptureFailure,
  now: number,
): Capture {
  const waits = mayPass ? Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, waitMs)) : captureEveryMs(step)
  return { ...capture, nextAt: now + waits, problem: message }
}
