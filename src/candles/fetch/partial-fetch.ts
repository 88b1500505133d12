import { PmxError } from '../../api/envelope/errors.js'
import { intersect, type Span, subtract } from '../../api/times/span.js'
import { type Moment, measureMs } from '../../effects/clock.js'
import { DeadlineExceeded } from '../../policy/abort.js'
import { createLru } from '../../policy/lru.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { FetchCall } from './fetch-target.js'

/** A caller with what his question has cost and brought so far. */
export interface CountedCall extends FetchCall {
  /** Venue calls made for the question. */
  readonly spent: number
  /** How much was learned for it, in ms of open times. */
  keptMs: number
  /** Its newest candles were not waited for. */
  isEarly?: boolean
  /** The read that it began, or goes on with; absent before its first look. */
  read?: SeriesRead
}

/** Counts what one question costs. */
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
export const MAX_VENUE_CALLS = 300
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
export function sumLengths(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** A read of a series, which may take several looks. */
export interface SeriesRead {
  readonly begun: Moment
  /** Open times of its first look. */
  readonly first: Span
  /** An earlier question began it. */
  readonly isGoingOn: boolean
}

/** A read that ended before it was whole. */
interface Interrupted extends Omit<SeriesRead, 'isGoingOn'> {
  readonly ended: Moment
  /** What it had not come to. */
  readonly missing: readonly Span[]
}

/**
 * Reads that ran out of time, by series. What may still change is believed for a second or a minute: a stretch of it
 * that takes longer to read than one question may last would begin anew with each question and never be whole. Whoever
 * asks for the rest of it soon enough goes on as if no time had passed since the read began.
 */
export interface InterruptedReads {
  /** The read that a question begins with its first look at a span, or goes on with. */
  begin(key: string, span: Span, now: Moment): SeriesRead
  note(key: string, read: Interrupted): void
  /** A span has been read to its end. */
  done(key: string, span: Span): void
}

/** Series of which reads may be interrupted. */
const SERIES = 1_000
/** Reads of one series that wait to go on: those of different times must not take each other's place. */
const MAX_READS = 8
/** Whoever comes later has not come to go on. */
const COMES_BACK_WITHIN_MS = 60_000
/** A read of this length is begun anew: what it began with is no news any more. */
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
      // Whoever went on with a read has its beginning.
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

/** Whether a question that looks at a span first is the one that began the read, maybe a step later. */
function isAskedAgain({ first }: Interrupted, span: Span): boolean {
  return span.to - span.from === first.to - first.from && intersect(first, span) !== undefined
}

/** Whether it asks for something that the read has not come to. */
function isPartOf({ missing }: Interrupted, span: Span): boolean {
  return missing.some((part) => intersect(part, span) !== undefined)
}
