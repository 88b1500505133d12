import { createLru } from '../policy/lru.js'
import type { Span } from '../venues/venue.js'
import { type Moment, msBetween } from './moment.js'
import { intersect, subtract } from './spans.js'

/** A read of a series that ended before it was whole. */
interface Interrupted {
  /** When it began. */
  readonly begun: Moment
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
  /** The moment by which to judge the age of what is known of a span. */
  momentFor(key: string, span: Span, now: Moment): Moment
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
    momentFor(key, span, now) {
      const read = reads.get(key)
      if (read === undefined || !read.missing.some((part) => intersect(part, span) !== undefined)) return now
      const isGoingOn =
        msBetween(read.ended, now) < COMES_BACK_WITHIN_MS && msBetween(read.begun, now) < LONGEST_READ_MS
      return isGoingOn ? read.begun : now
    },
    note: (key, read) => reads.set(key, read),
    done(key, span) {
      const rest = reads.get(key)?.missing.flatMap((part) => subtract(part, [span]))
      if (rest?.length === 0) reads.delete(key)
    },
  }
}
