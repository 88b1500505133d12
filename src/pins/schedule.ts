import { alignDown, alignUp, DAY_MS, HOUR_MS } from '../api/times/resolution.js'
import type { Span } from '../api/times/span.js'
import { computeConfirmationAge } from '../candles/series/closed-end.js'
import { CLOCK_TOLERANCE_MS } from '../effects/clock.js'
import type { NativeStep } from '../venue-kit/contract/venue.js'
import type { Capture } from './format.js'

/** Minimum interval between captures, even after a failure. */
export const MIN_INTERVAL_MS = 15 * 60_000
/** Maximum interval between captures. */
export const MAX_INTERVAL_MS = 6 * HOUR_MS
/**
 * The minimum length and number of candles of the first capture in a resolution without a known retention. Venues that thin out
 * their history do so only for older candles.
 */
const FIRST_MS = 7 * DAY_MS
const FIRST_CANDLES = 120
/** Number of captures within a venue's retention, so that retries are possible before candles are deleted. */
const CAPTURES_A_RETENTION = 4

/** Returns the interval between captures in a resolution, ms: {@link MIN_INTERVAL_MS} to {@link MAX_INTERVAL_MS}. */
export function captureEveryMs({ retentionMs }: Pick<NativeStep, 'retentionMs'>): number {
  const wanted = retentionMs === undefined ? MAX_INTERVAL_MS : retentionMs / CAPTURES_A_RETENTION
  return Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, wanted))
}

/** Whether a capture is due. A time later than any set here comes from a wrong clock, and `done` from such a clock is ignored. */
export function isDue(
  { done, nextAt, at = 0 }: Pick<Capture, 'done' | 'nextAt' | 'at'>,
  now: number,
): boolean {
  if (done === true) return at > now + CLOCK_TOLERANCE_MS
  return nextAt <= now || nextAt > now + MAX_INTERVAL_MS
}

/** Returns when the venue deletes the first candle that has not been captured yet, or never if its retention is unlimited. */
export function lossAt(
  { retentionMs }: Pick<NativeStep, 'retentionMs'>,
  { capturedTo }: Pick<Capture, 'capturedTo'>,
): number {
  return retentionMs === undefined ? Number.POSITIVE_INFINITY : (capturedTo ?? 0) + retentionMs
}

/**
 * Returns the open times to capture. In a resolution with limited retention, these are all that the venue still has, so that lost
 * candles are restored. In other resolutions, they are those of the last days, then only the new ones, plus a preceding empty
 * range that may be unconfirmed. Stored candles need no calls. A `capturedTo` after `to` comes from a clock that was ahead, and
 * is ignored.
 * @param to end of the final candles, aligned to the resolution
 * @returns an aligned span; empty when there is nothing new
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
 * Returns the record after a complete capture up to `capturedTo`.
 * @param isOver whether no candles will follow, since the market is settled or has been closed for long
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

/** A failure for the schedule. */
export interface CaptureFailure {
  readonly message: string
  /** Whether a retry may succeed without a change. */
  readonly mayPass: boolean
  /** How long the venue requires the daemon to wait, ms. */
  readonly waitMs?: number | undefined
}

/**
 * Returns the record after a failure. A temporary failure is retried soon, any other at the usual interval, because the market
 * may become available again.
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

/** Returns the record of a piece that was not tried because others on its venue failed. */
export function putOff(
  capture: Capture,
  step: Pick<NativeStep, 'retentionMs'>,
  { message, mayPass, waitMs = 0 }: CaptureFailure,
  now: number,
): Capture {
  const waits = mayPass ? Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, waitMs)) : captureEveryMs(step)
  return { ...capture, nextAt: now + waits, problem: message }
}
