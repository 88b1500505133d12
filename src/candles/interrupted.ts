import { createLru } from '../policy/lru.js'
import type { Span } from '../venues/venue.js'
import { type Moment, msBetween } from './moment.js'
import { intersect, subtract } from './spans.js'

/** A read of a series, which may take several looks. */
export interface Read {
  readonly begun: Moment
  /** Open times of its first look. */
  readonly first: Span
  /** An earlier question began it. */
  readonly isGoingOn: boolean
}

/** A read that ended before it was whole. */
interface Interrupted extends Omit<Read, 'isGoingOn'> {
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
  begin(key: string, span: Span, now: Moment): Read
  note(key: string, read: Interrupted): void
  /** A span has been read to its end. */
  done(key: string, span: Span): void
}

/** Series of which a read may be interrupted. */
const SERIES = 1_000
/** Whoever comes later has not come to go on. */
const COMES_BACK_WITHIN_MS = 60_000
/** A read of this length is begun anew: what it began with is no news any more. */
const LONGEST_READ_MS = 10 * 60_000

export function createInterruptedReads(): InterruptedReads {
  const reads = createLru<Interrupted>(SERIES)
  return {
    begin(key, span, now) {
      const before = reads.get(key)
      const anew = { begun: now, first: span, isGoingOn: false }
      if (before === undefined || !isOf(before, span)) return anew
      const { begun, ended } = before
      const isGoingOn =
        msBetween(ended, now) < COMES_BACK_WITHIN_MS && msBetween(begun, now) < LONGEST_READ_MS
      return isGoingOn ? { begun, first: span, isGoingOn } : anew
    },
    note: (key, read) => reads.set(key, read),
    done(key, span) {
      const rest = reads.get(key)?.missing.flatMap((part) => subtract(part, [span]))
      if (rest?.length === 0) reads.delete(key)
    },
  }
}

/** Whether a question that looks at a span first asks for what a read has not come to, at once or in later looks. */
function isOf({ first, missing }: Interrupted, span: Span): boolean {
  if (missing.some((part) => intersect(part, span) !== undefined)) return true
  return span.to - span.from === first.to - first.from && intersect(first, span) !== undefined
}
