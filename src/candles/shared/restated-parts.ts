import { intersect, joinSpans, type Span } from '../../api/times/span.js'
import {
  findKnownSince,
  findRemoved,
  type Receipt,
  type Restated,
  withoutRepeats,
} from '../series/receipts.js'
import { type CandleStore, isSharedRoute, type SeriesIdentity } from '../store/candle-store.js'
import type { SharedPart } from './candle-tier.js'
import { collectPart } from './shared-parts.js'

/** New values of candles, and their span. */
interface RestatedPart extends Span {
  readonly part: SharedPart
}

/**
 * Returns the stored candles of a span whose values were replaced or that were removed, with receipts of when the new values
 * became known.
 * @param latest what was fetched or replaced later is left out, epoch ms
 */
export function collectRestated(
  store: CandleStore,
  identity: SeriesIdentity,
  span: Span,
  latest: number,
): RestatedPart[] {
  const receipts = store
    .restated(identity, span)
    .filter(({ until, source }) => until <= latest && isSharedRoute(source))
    .map((one) => receiptOfNew(one, identity.stepMs))
  return joinSpans(receipts).flatMap((one) => {
    const part = collectPart(store, identity, one, latest)
    const own = receipts.filter((receipt) => intersect(receipt, one) !== undefined)
    return changedTimesOf(part).length === 0
      ? []
      : [{ ...one, part: { ...part, receipts: withoutRepeats([...part.receipts, ...own]) } }]
  })
}

function receiptOfNew({ openTime, until, source }: Restated, stepMs: number): Receipt {
  return { from: openTime, to: openTime + stepMs, knownAt: until, finalAt: until, source }
}

/** What one daemon has in a tier. */
type KnownValues = Pick<SharedPart, 'coverage' | 'receipts' | 'restated'>

/**
 * Returns the spans of candles that their venue returned later than a tier's candles, which they replace. Candles that waited to
 * be sent may be older than those that another daemon has uploaded since. When either arrived does not matter.
 * @param known of each daemon with candles in the tier
 */
export function findReplaced(replacement: SharedPart, stepMs: number, known: readonly KnownValues[]): Span[] {
  const isNewer = (openTime: number): boolean => {
    const isOf = ({ coverage }: KnownValues) => coverage.some((span) => contains(span, openTime))
    const other = known.find(isOf)
    const [own, before] = [replacement, other].map((one) => one && findFetchedAt(one, openTime, stepMs))
    return before === undefined || (own !== undefined && own > before)
  }
  const newer = changedTimesOf(replacement).filter(isNewer)
  return joinSpans(newer.map((from) => ({ from, to: from + stepMs })))
}

/** Returns the open times of candles, and of removed ones. */
function changedTimesOf({ bars, restated = [] }: Pick<SharedPart, 'bars' | 'restated'>): number[] {
  return [...bars.map(({ timestamp }) => timestamp), ...findRemoved(bars, restated)]
}

/** Returns when the value of a candle was requested from the venue, epoch ms, or undefined if nothing was recorded. */
function findFetchedAt(
  { coverage, receipts, restated = [] }: KnownValues,
  openTime: number,
  stepMs: number,
): number | undefined {
  const newest = (times: readonly number[]) => (times.length === 0 ? undefined : Math.max(...times))
  const replaced = restated.filter((one) => one.openTime === openTime).map(({ until }) => until)
  // A receipt of this candle alone, which was final with its first response, is of this value.
  const alone = receipts
    .filter(
      ({ from, to, knownAt, finalAt }) => from === openTime && to === from + stepMs && finalAt === knownAt,
    )
    .map(({ knownAt }) => knownAt)
  const exact = newest(replaced) ?? newest(alone)
  if (exact !== undefined) return exact
  // Joined coverage has the time of its newest part, and receipts of older versions may include times that they are not of.
  const times = [
    coverage.find((span) => contains(span, openTime))?.fetchedAt,
    findKnownSince(receipts, openTime, stepMs),
  ].filter((time) => time !== undefined)
  return times.length === 0 ? undefined : Math.min(...times)
}

function contains({ from, to }: Span, time: number): boolean {
  return time >= from && time < to
}
