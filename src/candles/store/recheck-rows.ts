import { z } from 'zod'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import { intersect, type Span } from '../../api/times/span.js'
import { INDEPENDENT_LOOKS_MS } from '../series/empty-range-confirmation.js'
import type { Receipt } from '../series/receipts.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import { IMPORT_ROUTE, type SeriesIdentity } from './candle-store.js'

/** Ages at which final windows are fetched again after they became known, ms. */
export const RECHECK_AGES_MS = [HOUR_MS, DAY_MS, 7 * DAY_MS] as const

/** A difference between a recheck and the stored data. */
export interface Differing {
  /** Open time, epoch ms. */
  readonly openTime: number
  /** Null if the venue has no candle. */
  readonly bar: PriceCandle | null
}

/** A span of a series to be fetched again. */
export interface DueSpan {
  readonly identity: SeriesIdentity
  readonly span: Span
}

/** A window of final candles to be fetched again. */
export interface DueWindow extends DueSpan {
  /** Index of the age, from 0. */
  readonly look: number
  /** Number of earlier rechecks that differed from each other. */
  readonly tries: number
  /** Differences of the last recheck, which this one confirms or not. */
  readonly differing: readonly Differing[]
}

/** Candles by the result of a recheck. */
export interface LookCounts {
  /** Stored candles that were compared. */
  readonly compared: number
  /** The venue has other values. */
  readonly changed: number
  /** The venue does not have them. */
  readonly lacking: number
  /** Only the venue has them. */
  readonly added: number
  /** Two rechecks agreed, and the value of the venue replaced the stored one. */
  readonly replaced: number
  /** Two rechecks lack them; they stay. */
  readonly absent: number
}

export const noCounts: LookCounts = { compared: 0, changed: 0, lacking: 0, added: 0, replaced: 0, absent: 0 }

/** Returns the differences between a response and the stored data, as a recheck that needs a confirmation. */
export function toFirstLook(
  identity: SeriesIdentity,
  bars: readonly PriceCandle[],
): readonly [DueWindow, RecheckComparison] | undefined {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const span = { from: first.timestamp, to: last.timestamp + identity.stepMs }
  const differing = bars.map((bar) => ({ openTime: bar.timestamp, bar }))
  const counts = { ...noCounts, compared: bars.length, changed: bars.length }
  return [
    { identity, span, look: 0, tries: 0, differing: [] },
    { counts, differing, replacing: [] },
  ]
}

/** Result of a recheck. */
export interface RecheckComparison {
  readonly counts: LookCounts
  /** To be confirmed by another recheck. */
  readonly differing: readonly Differing[]
  /** New values. */
  readonly replacing: readonly PriceCandle[]
}

/** A window without a response of the venue. */
export const nothingCompared: RecheckComparison = { counts: noCounts, differing: [], replacing: [] }

/** Maximum number of rechecks that differ from each other. */
const MAX_TRIES = 3
const VOLUME_TOLERANCE = 1e-9

/** A venue's response about a window that is final. */
export interface RecheckResult {
  readonly span: Span
  /** Ascending; candles after the span show that the venue's index has passed it. */
  readonly bars: readonly PriceCandle[]
  /** Spans that the venue does not report on. */
  readonly withheld: readonly Span[]
}

/**
 * Compares a later response with stored data.
 * @param mayReplace whether the candle of an open time may be replaced: the response came by the same route
 */
export function compareLook(
  stored: readonly PriceCandle[],
  told: RecheckResult,
  { differing: earlier, tries }: Pick<DueWindow, 'differing' | 'tries'>,
  mayReplace: (openTime: number) => boolean,
): RecheckComparison {
  const isTold = ({ timestamp }: PriceCandle): boolean =>
    intersect({ from: timestamp, to: timestamp + 1 }, told.span) !== undefined &&
    told.withheld.every(({ from, to }) => timestamp < from || timestamp >= to)
  const before = new Map(stored.filter(isTold).map((bar) => [bar.timestamp, bar]))
  const now = new Map(told.bars.filter(isTold).map((bar) => [bar.timestamp, bar]))
  const newest = told.bars.at(-1)
  const standing = newest && before.get(newest.timestamp)
  // While an index lags, its newest candle is incomplete in every response.
  if (newest !== undefined && standing !== undefined && isPartOf(newest, standing))
    now.set(newest.timestamp, standing)
  const times = [...new Set([...before.keys(), ...now.keys()])].sort((a, b) => a - b)
  const found = times.flatMap((openTime): Differing[] => {
    const bar = now.get(openTime) ?? null
    return isSameCandle(before.get(openTime) ?? null, bar) ? [] : [{ openTime, bar }]
  })
  const lastTold = new Map(earlier.map((one) => [one.openTime, one]))
  const isAgreed = ({ openTime, bar }: Differing): boolean => {
    const last = lastTold.get(openTime)
    return last !== undefined && isSameCandle(last.bar, bar)
  }
  const fresh = found.filter(({ openTime }) => !lastTold.has(openTime))
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
      replaced: replacing.length,
      absent: agreed.filter(isMissing).length,
    },
    differing: tries + 1 < MAX_TRIES ? found.filter((one) => !isAgreed(one)) : [],
    replacing,
  }
}

/** Whether a candle may have been read before all of its trades were there. */
function isPartOf(part: PriceCandle, whole: PriceCandle): boolean {
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

/** Intervals of a window. */
const WINDOW_STEPS = 60
/** A window that became known longer ago is skipped, even without rechecks. */
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

/** Returns when another recheck may confirm differences, epoch ms. */
export function confirmsFrom(askedAt: number): number {
  return askedAt + INDEPENDENT_LOOKS_MS
}

const candle = z.object({
  timestamp: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number().exactOptional(),
})
const differingShape = z.array(z.object({ openTime: z.number(), bar: candle.nullable() }))

/** Parses stored differences. */
export function toDiffering(text: string): readonly Differing[] {
  return differingShape.parse(JSON.parse(text))
}

/**
 * Creates a function that selects a share of all windows, the same in every process.
 * @param share 0..1
 */
export function createChoice(share: number): (name: string, from: number) => boolean {
  return (name, from) => hashOf(`${name}\n${from}`) < share * 2 ** 32
}

/** FNV-1a of 32 bits with an additional mix, because the hashes of similar texts differ in few bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
