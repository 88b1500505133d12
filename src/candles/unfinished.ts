import { PmxError } from '../api/errors.js'
import type { Span } from '../api/span.js'
import { DeadlineExceeded } from '../policy/deadline.js'
import type { Venue } from '../venue-kit/venue.js'
import type { Read } from './interrupted.js'
import type { FetchCall } from './target.js'

/** A caller with what his question has cost and brought so far. */
export interface CountedCall extends FetchCall {
  /** Venue calls made for the question. */
  readonly spent: number
  /** How much was learned for it, in ms of open times. */
  keptMs: number
  /** The read that it began, or goes on with; absent before its first look. */
  read?: Read
}

/** Counts what one question costs. */
export function counted(call: FetchCall): CountedCall {
  let spent = 0
  return {
    signal: call.signal,
    priority: call.priority,
    secrets: call.secrets,
    isOwner: call.isOwner === true,
    ...(call.stored === undefined ? {} : { stored: call.stored }),
    keptMs: 0,
    get spent() {
      return spent
    },
    onSent(calls) {
      spent += calls
      call.onSent(calls)
    },
  }
}

/**
 * Venue calls one question may cost: more are no question any more but a download, which goes on when it is asked
 * again.
 */
export const MOST_CALLS = 300
/** Without a word of the venue's about pauses. */
const COME_BACK_S = 1

/** Whether a failure is for want of time alone: asking again goes on where this question ended. */
export function isOutOfTime(error: unknown): boolean {
  if (error instanceof DeadlineExceeded) return true
  if (!(error instanceof PmxError)) return false
  const isTimeout = error.cause instanceof DeadlineExceeded
  return isTimeout || error.detail?.['kind'] === 'local_budget'
}

/**
 * The error of a read that could not be finished in its time but has brought something: how far it is, and when to
 * come back.
 * @param missing what of the span is not known yet, ascending and disjoint
 */
export function unfinished(
  { id }: Pick<Venue, 'id'>,
  span: Span,
  missing: readonly Span[],
  { spent }: Pick<CountedCall, 'spent'>,
  cause?: unknown,
): PmxError {
  const wholeMs = span.to - span.from
  const share = Math.floor(100 * (1 - lengthOf(missing) / wholeMs))
  const retryAfter = (cause instanceof PmxError ? cause.retryAfter : undefined) ?? COME_BACK_S
  const [oldest, newest] = [missing[0], missing.at(-1)]
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `These candles need more calls of ${id} than one request can wait for. ${share} % of the window is known now and ` +
      `will not be asked for again: ask the same in ${retryAfter} s to go on, or let pmx-local backfill store it.`,
    {
      exchange: id,
      retryable: true,
      retryAfter,
      detail: {
        kind: 'unfinished',
        percent: share,
        from: span.from,
        to: span.to,
        ...(oldest === undefined || newest === undefined
          ? {}
          : { missingFrom: oldest.from, missingTo: newest.to }),
        venueCalls: spent,
      },
      cause,
    },
  )
}

/** Length of disjoint spans together, ms. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}
