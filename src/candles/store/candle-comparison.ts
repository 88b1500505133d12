import type { PriceCandle } from '../../api/models/models.js'
import { findInsertIndex } from '../../api/times/span.js'

/** A difference between a recheck and the stored data. */
export interface Differing {
  /** Open time, epoch ms. */
  readonly openTime: number
  /** Null if the venue has no candle. */
  readonly bar: PriceCandle | null
  /** Number of responses in a row that lack the candle and count ({@link createLackCount}). Absent: none. */
  readonly lacks?: number
}

const VOLUME_TOLERANCE = 1e-9

/** Whether a candle may have been read before all of its trades were there. */
export function isPartOf(part: PriceCandle, whole: PriceCandle): boolean {
  if (part.open !== whole.open || part.high > whole.high || part.low < whole.low) return false
  return (part.volume ?? 0) <= (whole.volume ?? 0) * (1 + VOLUME_TOLERANCE)
}

/** Whether two responses agree about an open time. null means that there is no candle. */
export function isSameCandle(a: PriceCandle | null, b: PriceCandle | null): boolean {
  if (a === null || b === null) return a === b
  const prices = ['open', 'high', 'low', 'close'] as const
  if (!prices.every((name) => a[name] === b[name])) return false
  // A route without volumes cannot be compared by volume.
  if (a.volume === undefined || b.volume === undefined) return true
  return Math.abs(a.volume - b.volume) <= VOLUME_TOLERANCE * Math.max(1, a.volume, b.volume)
}

/** Number of responses in a row that must lack a candle, if each has the stored candles directly before and after it. */
const LACKS_BETWEEN_NEIGHBORS = 2
/** The same if each has only candles further away: a list that lacks its middle looks like this too. */
const LACKS_ELSEWHERE = 3
/**
 * The same for more than a few candles before all others, or after them, because a list that is cut off lacks those. With the pauses
 * between the responses, this takes more than a day.
 */
const LACKS_OUTSIDE = 7
/** Maximum number of candles before all others, or after them, that are lacked like others. */
const MAX_FEW_OUTSIDE = 3
/** A list that lacks more than this is cut off. */
const MAX_LACKED_OUTSIDE = 60

/**
 * Whether a difference makes the stored candle provisional: the response has another value, or so many responses in a row lack it
 * that it may not exist.
 */
export function isContradicting({ bar, lacks = 0 }: Differing): boolean {
  return bar !== null || lacks >= LACKS_ELSEWHERE
}

/** A response that may lack candles which are stored, or which an earlier response had. */
interface LackingResponse {
  /** Stored candles, ascending. */
  readonly stored: readonly PriceCandle[]
  /** The candles of the response that are complete, by open time. */
  readonly reported: ReadonlyMap<number, PriceCandle>
  /** Whether the response begins with the first open time of the market, of which the venue retains everything. */
  readonly isSinceListing?: boolean
  /** Whether the response ends with the last open time of a market that closed long ago. */
  readonly isUntilClose?: boolean
  /** Whether it was joined from several responses, of which one may lack everything. */
  readonly isJoined?: boolean
}

/** A difference after a response without its candle. */
interface CountedLack {
  readonly one: Differing
  /** Whether enough responses in a row agree that there is no candle. */
  readonly isDecided: boolean
}

/**
 * Creates a function that counts a response which lacks the candle of a difference. A list that is cut off lacks candles as well.
 * A response therefore counts for a stored candle only if it has the stored candles on both sides. For the first candles, it has
 * to begin with the listing, and for the last ones to end with the close. For a candle that is not stored, it also counts if it
 * lacks no stored candle: an earlier response showed the same empty range.
 */
export function createLackCount({
  stored,
  reported,
  isSinceListing = false,
  isUntilClose = false,
  isJoined = false,
}: LackingResponse): (one: Differing) => CountedLack {
  const isReported = (bar: PriceCandle | undefined): boolean =>
    bar !== undefined && isSameCandle(reported.get(bar.timestamp) ?? null, bar)
  const lackedFirst = stored.findIndex(({ timestamp }) => reported.has(timestamp))
  const isAny = lackedFirst >= 0
  const isBeginKnown = isSinceListing && isAny && lackedFirst <= MAX_LACKED_OUTSIDE
  const lackedLast = stored.length - 1 - stored.findLastIndex(({ timestamp }) => reported.has(timestamp))
  const isEndKnown = isUntilClose && isAny && lackedLast <= MAX_LACKED_OUTSIDE
  const isComplete = stored.every((bar) => reported.has(bar.timestamp))

  /** Returns the number of responses that decide, or undefined if this response does not count. */
  function findNeeded(openTime: number): number | undefined {
    const next = findInsertIndex(stored, ({ timestamp }) => timestamp < openTime)
    const isStored = stored[next]?.timestamp === openTime
    const [before, after] = [next - 1, isStored ? next + 1 : next]
    if (isReported(stored[before]) && isReported(stored[after]))
      return isJoined ? LACKS_ELSEWHERE : LACKS_BETWEEN_NEIGHBORS
    const earlier = stored.slice(0, before + 1).findLast(({ timestamp }) => reported.has(timestamp))
    const later = stored.slice(after).find(({ timestamp }) => reported.has(timestamp))
    const isBegun = earlier === undefined ? isBeginKnown : isReported(earlier)
    const isEnclosed = isBegun && (later === undefined ? isEndKnown : isReported(later))
    if (!isEnclosed) return !isStored && isComplete ? LACKS_ELSEWHERE : undefined
    const lacked = Math.max(earlier === undefined ? lackedFirst : 0, later === undefined ? lackedLast : 0)
    return lacked <= MAX_FEW_OUTSIDE ? LACKS_ELSEWHERE : LACKS_OUTSIDE
  }

  return (one) => {
    const needed = findNeeded(one.openTime)
    if (needed === undefined) return { one, isDecided: false }
    const lacks = (one.lacks ?? 0) + 1
    return { one: { ...one, lacks }, isDecided: lacks >= needed }
  }
}
