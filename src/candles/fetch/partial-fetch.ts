import { PmxError } from '../../api/envelope/errors.js'
import { intersect, type Span, subtract } from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import { DeadlineExceeded } from '../../policy/abort.js'
import { createLru } from '../../policy/lru.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { FetchCall } from './fetch-target.js'

/** A caller, and the cost and results of its request so far. */
export interface CountedCall extends FetchCall {
  /** Venue calls made for the request. */
  readonly spent: number
  /** Newly known open times, ms. */
  knownMs: number
  /** Its newest candles were not waited for. */
  isEarly?: boolean
  /** The read that it began or continues. Absent before its first look. */
  read?: SeriesRead
}

/** Counts the cost of one request. */
export function countCalls(call: FetchCall): CountedCall {
  let spent = 0
  return {
    signal: call.signal,
    priority: call.priority,
    secrets: call.secrets,
    caller: call.caller,
    isOwner: call.isOwner === true,
    ...(call.stored === undefined ? {} : { stored: call.stored }),
    ...(call.freshness === undefined ? {} : { freshness: call.freshness }),
    knownMs: 0,
    get spent() {
      return spent
    },
    onSent(calls) {
      spent += calls
      call.onSent(calls)
    },
  }
}

/** Maximum number of venue calls per request. A larger request is a download, which continues when it is repeated. */
export const MAX_VENUE_CALLS = 300
/** Pause when the venue gives no `Retry-After`, s. */
const COME_BACK_S = 1

/** Whether a failure is due only to a lack of time, so that a repeated request continues where this one ended. */
export function isOutOfTime(error: unknown): boolean {
  if (error instanceof DeadlineExceeded) return true
  if (!(error instanceof PmxError)) return false
  const isTimeout = error.cause instanceof DeadlineExceeded
  return isTimeout || error.detail?.['kind'] === 'local_budget'
}

/**
 * Creates the error for an unfinished read that has stored some candles, with its progress and the time to retry.
 * @param missing parts of the span that are not known yet, ascending and disjoint
 */
export function createUnfinishedError(
  { id }: Pick<Venue, 'id'>,
  span: Span,
  missing: readonly Span[],
  { spent }: Pick<CountedCall, 'spent'>,
  cause?: unknown,
): PmxError {
  const wholeMs = span.to - span.from
  const share = Math.floor(100 * (1 - sumLengths(missing) / wholeMs))
  const retryAfter = (cause instanceof PmxError ? cause.retryAfter : undefined) ?? COME_BACK_S
  const [oldest, newest] = [missing[0], missing.at(-1)]
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `One request cannot wait for all calls to ${id} that these candles need. ${share} % of the window is cached now. ` +
      `Repeat the request in ${retryAfter} s to continue, or store the window with pmx-local backfill.`,
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

/** Returns the total length of disjoint spans, ms. */
export function sumLengths(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** A read of a series, which may take several looks. */
export interface SeriesRead {
  readonly begun: Moment
  /** Open times of its first look. */
  readonly first: Span
  /** Whether an earlier request began it. */
  readonly isGoingOn: boolean
}

/** A read that ended unfinished. */
interface Interrupted extends Omit<SeriesRead, 'isGoingOn'> {
  readonly ended: Moment
  /** Parts that were not read. */
  readonly missing: readonly Span[]
}

/**
 * Reads that ran out of time, by series. Provisional data is fresh for a second or a minute. A span that takes longer to read
 * than one request may last would begin again with each request and never finish. If a request for the rest follows soon enough,
 * it continues as if no time had passed since the read began.
 */
export interface InterruptedReads {
  /** Returns the read that a request begins with its first look at a span, or continues. */
  begin(key: string, span: Span, now: Moment): SeriesRead
  note(key: string, read: Interrupted): void
  /** Marks a span as read to its end. */
  done(key: string, span: Span): void
}

/** Number of series with unfinished reads. */
const SERIES = 1_000
/** Unfinished reads of one series: reads of different times must not replace each other. */
const MAX_READS = 8
/** A later request does not continue the read, ms. */
const COMES_BACK_WITHIN_MS = 60_000
/** A longer read begins again: its first data is out of date. */
const MAX_READ_MS = 10 * 60_000

export function createInterruptedReads(): InterruptedReads {
  /** The newest first. */
  const reads = createLru<readonly Interrupted[]>(SERIES)
  return {
    begin(key, span, now) {
      const open = (reads.get(key) ?? []).filter((read) => canGoOn(read, now))
      const before =
        open.find((read) => isAskedAgain(read, span)) ?? open.find((read) => isPartOf(read, span))
      if (before === undefined) return { begun: now, first: span, isGoingOn: false }
      return { begun: before.begun, first: span, isGoingOn: true }
    },
    note(key, read) {
      // The new read replaces the one that it continues, which has the same beginning.
      const others = (reads.get(key) ?? []).filter(
        (other) => other.begun !== read.begun && canGoOn(other, read.ended),
      )
      reads.set(key, [read, ...others].slice(0, MAX_READS))
    },
    done(key, span) {
      const known = reads.get(key)
      if (known === undefined) return
      const left = known.filter(({ missing }) => missing.some((part) => subtract(part, [span]).length > 0))
      if (left.length === 0) reads.delete(key)
      else if (left.length < known.length) reads.set(key, left)
    },
  }
}

function canGoOn({ begun, ended }: Interrupted, now: Moment): boolean {
  return measureMs(ended, now) < COMES_BACK_WITHIN_MS && measureMs(begun, now) < MAX_READ_MS
}

/** Whether a request's first look is the same as that of the interrupted read, or one interval later. */
function isAskedAgain({ first }: Interrupted, span: Span): boolean {
  return span.to - span.from === first.to - first.from && intersect(first, span) !== undefined
}

/** Whether a request is for something that the read did not finish. */
function isPartOf({ missing }: Interrupted, span: Span): boolean {
  return missing.some((part) => intersect(part, span) !== undefined)
}
