import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import { intersect, type Span } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import { CONFIRMATION_AGE_MS, type Provisional } from '../series/empty-range-confirmation.js'
import type { Receipt } from '../series/receipts.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import {
  createLackCount,
  type Differing,
  isContradicting,
  isPartOf,
  isSameCandle,
} from './candle-comparison.js'
import { IMPORT_ROUTE, type SeriesIdentity } from './candle-store.js'

/**
 * The newest part of an empty range, whose end moves with the age at which empty ranges are judged. Each response would add another
 * part, so that the daemon requests it again by itself only when the rest has that age as well.
 */
export const MOVING_END = {
  /** Age of its end at the request, and the time until its confirmation, ms. */
  ageMs: CONFIRMATION_AGE_MS,
  /** The venue's time may be earlier than the time of the request, ms. */
  toleranceMs: CLOCK_TOLERANCE_MS,
} as const

/** Whether a provisional span waits for what follows it. See {@link MOVING_END}. */
export function isMovingEnd({ to, requestedAt }: Provisional, stepMs: number, now: number): boolean {
  const { ageMs, toleranceMs } = MOVING_END
  const endedTo = requestedAt - ageMs
  return to <= endedTo && to > endedTo - stepMs - toleranceMs && now < requestedAt + ageMs
}

/** Ages since they became known at which final windows are fetched again, ms. */
export const RECHECK_AGES_MS = [HOUR_MS, DAY_MS, 7 * DAY_MS] as const

/**
 * Returns the first spans or windows of each venue, so that one that cannot be called does not hold up the others.
 * @param due in the order in which they are requested
 */
export function limitPerVenue<Due extends Pick<DueSpan, 'identity'>>(
  due: readonly Due[],
  most: number,
): Due[] {
  const counts = new Map<string, number>()
  return due.filter(({ identity: { venue } }) => {
    const count = (counts.get(venue) ?? 0) + 1
    counts.set(venue, count)
    return count <= most
  })
}

/** Number of windows with differences that are requested at a time, per venue. */
export const MAX_WINDOWS = 50

/** A span of a series to fetch again. */
export interface DueSpan {
  readonly identity: SeriesIdentity
  readonly span: Span
}

/** A window of final candles to fetch again. */
export interface DueWindow extends DueSpan {
  /** Index of the age, from 0. */
  readonly look: number
  /** Number of earlier rechecks that differed from each other. */
  readonly tries: number
  /** Differences in the last recheck, which this one may confirm. */
  readonly differing: readonly Differing[]
}

/** Differences that wait for another response. */
export interface OpenDifferences extends DueWindow {
  /** Request time of the response that has them, epoch ms. */
  readonly requestedAt: number
}

/** Candles by the result of a recheck. */
export interface LookCounts {
  /** Stored candles that were compared. */
  readonly compared: number
  /** The venue has different values. */
  readonly changed: number
  /** The venue does not have them. */
  readonly lacking: number
  /** Only the venue has them. */
  readonly added: number
  /** Rechecks agreed, and the value of the venue replaced the stored one, or the stored candle was removed. */
  readonly replaced: number
  /** Two rechecks lack them, but they remain, because those may have been cut off. */
  readonly absent: number
}

export const noCounts: LookCounts = { compared: 0, changed: 0, lacking: 0, added: 0, replaced: 0, absent: 0 }

/** Result of a recheck. */
export interface RecheckComparison {
  readonly counts: LookCounts
  /** Differences that another recheck must confirm. */
  readonly differing: readonly Differing[]
  /** New values. */
  readonly replacing: readonly PriceCandle[]
  /** Open times of stored candles that do not exist. Absent: none. */
  readonly removing?: readonly number[]
}

/**
 * Returns the result for a window about which the venue does not respond. That decides nothing: contradicted candles remain open.
 * Candles that few responses lack are final anyway.
 */
export function compareNothing({ differing }: Pick<DueWindow, 'differing'>): RecheckComparison {
  return { counts: noCounts, differing: differing.filter(isContradicting), replacing: [] }
}

/** Maximum number of responses about a candle that some of them lack, and the same if none of those counts. */
const MAX_TRIES = 4
const MAX_UNCOUNTED_TRIES = 3

/** A venue's response about a window that is final. */
export interface RecheckResult {
  readonly span: Span
  /** Ascending. Candles after the span show that the venue's index has passed it. */
  readonly bars: readonly PriceCandle[]
  /** Spans that the venue does not report on. */
  readonly withheld: readonly Span[]
  /** Open time before which a candle is complete even if the response has nothing later, epoch ms. Absent: none. */
  readonly completeTo?: number
  /** See `createLackCount`. */
  readonly isSinceListing?: boolean
  readonly isUntilClose?: boolean
  readonly isJoined?: boolean
}

/**
 * Compares a later response with stored data.
 * @param mayReplace whether the candle of an open time may be replaced: the response came by the same route
 */
export function compareLook(
  stored: readonly PriceCandle[],
  response: RecheckResult,
  { differing: earlier, tries }: Pick<DueWindow, 'differing' | 'tries'>,
  mayReplace: (openTime: number) => boolean,
): RecheckComparison {
  const isReported = ({ openTime }: Pick<Differing, 'openTime'>): boolean =>
    intersect({ from: openTime, to: openTime + 1 }, response.span) !== undefined &&
    response.withheld.every(({ from, to }) => openTime < from || openTime >= to)
  const isReportedBar = ({ timestamp: openTime }: PriceCandle): boolean => isReported({ openTime })
  const before = new Map(stored.filter(isReportedBar).map((bar) => [bar.timestamp, bar]))
  const now = new Map(response.bars.filter(isReportedBar).map((bar) => [bar.timestamp, bar]))
  const newest = response.bars.at(-1)
  const standing = newest && before.get(newest.timestamp)
  // While an index lags, its newest candle is incomplete in every response. An old one is only the last of its request.
  const isOld = newest !== undefined && newest.timestamp < (response.completeTo ?? Number.NEGATIVE_INFINITY)
  const isLagging = !isOld && newest !== undefined && standing !== undefined && isPartOf(newest, standing)
  if (isLagging) now.set(newest.timestamp, standing)
  const times = [...new Set([...before.keys(), ...now.keys()])].sort((a, b) => a - b)
  const found = times.flatMap((openTime): Differing[] => {
    const bar = now.get(openTime) ?? null
    return isSameCandle(before.get(openTime) ?? null, bar) ? [] : [{ openTime, bar }]
  })
  const lastReported = new Map(earlier.map((one) => [one.openTime, one]))
  const isAgreed = ({ openTime, bar }: Differing): boolean => {
    const last = lastReported.get(openTime)
    return last !== undefined && isSameCandle(last.bar, bar)
  }
  // A response that lacks the candle, or a part of it, does not have another value.
  const isUndecided = (one: Differing): boolean =>
    isContradicting(one) &&
    (!isReported(one) ||
      (one.bar !== null && (!now.has(one.openTime) || (isLagging && one.openTime === newest.timestamp))))
  const count = createLackCount({
    stored,
    reported: new Map(response.bars.map((bar) => [bar.timestamp, now.get(bar.timestamp) ?? bar])),
    isSinceListing: response.isSinceListing === true,
    isUntilClose: response.isUntilClose === true,
    isJoined: response.isJoined === true,
  })
  const countLack = (one: Differing): ReturnType<typeof count> => {
    const isLacking = isReported(one) && !now.has(one.openTime) && mayReplace(one.openTime)
    return isLacking ? count(one) : { one, isDecided: false }
  }
  const undecided = earlier.filter(isUndecided).map(countLack)
  const isOpen = new Set(undecided.map(({ one }) => one.openTime))
  const missing = found
    .filter((one) => one.bar === null && !isOpen.has(one.openTime))
    .map((one) => countLack({ ...lastReported.get(one.openTime), ...one }))
  const isDecided = new Set(
    [...undecided, ...missing].flatMap((lack) => (lack.isDecided ? [lack.one.openTime] : [])),
  )
  const removing = [...isDecided].filter((openTime) => before.has(openTime)).sort((a, b) => a - b)
  const fresh = found.filter(({ openTime }) => !lastReported.has(openTime))
  const agreed = found.filter(isAgreed)
  const replacing = agreed.flatMap(({ bar }) => (bar !== null && mayReplace(bar.timestamp) ? [bar] : []))
  const isMissing = ({ bar }: Differing): boolean => bar === null
  const isExtra = ({ openTime }: Differing): boolean => !before.has(openTime)
  return {
    counts: {
      // A recheck that confirms another one counts no candles again.
      compared: earlier.length === 0 ? before.size : 0,
      changed: fresh.filter((one) => !isMissing(one) && !isExtra(one)).length,
      lacking: fresh.filter(isMissing).length,
      added: fresh.filter(isExtra).length,
      replaced: replacing.length + removing.length,
      absent: agreed.filter((one) => isMissing(one) && !isDecided.has(one.openTime)).length,
    },
    // A known contradiction stays open; a candle that few responses lack is final anyway.
    differing: [
      ...found.filter((one) => one.bar !== null && !isAgreed(one) && !isOpen.has(one.openTime)),
      ...missing.flatMap(({ one }) => {
        if (isDecided.has(one.openTime)) return []
        const isCounted = one.lacks !== undefined
        const isLeft = isCounted || !isAgreed(one)
        const isDue = isLeft && tries + 1 < (isCounted ? MAX_TRIES : MAX_UNCOUNTED_TRIES)
        return isDue || isContradicting(one) ? [one] : []
      }),
      ...undecided.flatMap(({ one }) => (isDecided.has(one.openTime) ? [] : [one])),
    ].sort((a, b) => a.openTime - b.openTime),
    replacing,
    ...(removing.length === 0 ? {} : { removing }),
  }
}

/** Number of intervals per window. */
export const WINDOW_STEPS = 60
/** A window that became known longer ago than this is skipped, even if it was never rechecked. */
const LEFT_AFTER_MS = 8 * DAY_MS
/** Imports and samples are not rechecked, because no venue has them. */
const leftOut: readonly string[] = [IMPORT_ROUTE, SAMPLED_ROUTE]

/**
 * Returns the windows of a receipt that are due for a recheck, with the age at which they are due.
 * @param choose selects windows by their first open time
 */
export function dueWindowsOf(
  receipt: Receipt,
  stepMs: number,
  now: number,
  choose: (from: number) => boolean,
): { readonly span: Span; readonly look: number }[] {
  if (leftOut.includes(receipt.source) || now - receipt.knownAt > LEFT_AFTER_MS) return []
  const sizeMs = WINDOW_STEPS * stepMs
  const isLive = receipt.withinMs !== undefined
  const first = isLive ? Math.max(receipt.from, now - LEFT_AFTER_MS) : receipt.from
  const due: { span: Span; look: number }[] = []
  for (let from = alignDown(first, sizeMs); from < receipt.to; from += sizeMs) {
    if (!choose(from)) continue
    const span = intersect({ from, to: from + sizeMs }, receipt)
    if (span === undefined) continue
    const since = isLive ? Math.min(receipt.knownAt, span.to + (receipt.withinMs ?? 0)) : receipt.knownAt
    const look = RECHECK_AGES_MS.findLastIndex((age) => now - since >= age)
    if (look >= 0) due.push({ span, look })
  }
  return due
}

/**
 * Creates a function that selects a share of all windows, the same in every process.
 * @param share 0..1
 */
export function createChoice(share: number): (name: string, from: number) => boolean {
  return (name, from) => hashOf(`${name}\n${from}`) < share * 2 ** 32
}

/** 32-bit FNV-1a with additional mixing, because the hashes of similar texts differ in few bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
