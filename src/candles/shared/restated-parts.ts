import { intersect, joinSpans, type Span } from '../../api/times/span.js'
import { findKnownSince, type Receipt, type Restated, withoutRepeats } from '../series/receipts.js'
import { type CandleStore, isSharedRoute, type SeriesIdentity } from '../store/candle-store.js'
import type { SharedPart } from './candle-tier.js'
import { collectPart } from './shared-parts.js'

/** New values of candles, and their span. */
interface RestatedPart extends Span {
  readonly part: SharedPart
}

/**
 * Returns the stored candles of a span whose values were replaced, with receipts of when the new values became known.
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
    return part.bars.length === 0
      ? []
      : [{ ...one, part: { ...part, receipts: withoutRepeats([...part.receipts, ...own]) } }]
  })
}

function receiptOfNew({ openTime, until, source }: Restated, stepMs: number): Receipt {
  return { from: openTime, to: openTime + stepMs, knownAt: until, finalAt: until, source }
}

/**
 * Returns the spans of candles that became known later than a tier's candles, which they replace. Candles that waited to be sent
 * may be older than those that another daemon has uploaded since.
 * @param known receipts of the candles of the tier
 */
export function findReplaced(
  { bars, receipts }: SharedPart,
  stepMs: number,
  known: readonly Receipt[],
): Span[] {
  const isNewer = (openTime: number): boolean => {
    const [own, other] = [receipts, known].map((all) => findKnownSince(all, openTime, stepMs))
    return other === undefined || (own !== undefined && own > other)
  }
  const newer = bars.filter(({ timestamp }) => isNewer(timestamp))
  return joinSpans(newer.map(({ timestamp: from }) => ({ from, to: from + stepMs })))
}
