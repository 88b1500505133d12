import {
  clipSpans,
  createSpanTest,
  hullOf,
  intersect,
  joinSpans,
  type Span,
  subtract,
} from '../../api/times/span.js'
import { type Provisional, withNewerProvisional } from '../series/empty-range-confirmation.js'
import { findUnknownReceipts, withoutRepeats } from '../series/receipts.js'
import {
  type CandleCommit,
  type CandleStore,
  findUnknownParts,
  isSharedRoute,
  type SeriesIdentity,
} from '../store/candle-store.js'
import type { DeferringStore } from '../store/deferred-commits.js'
import { findNewerParts, type SharedPart } from './candle-tier.js'
import { cutUnfinished, isSharedKind } from './check-part.js'

/**
 * Returns the stored data of a span that can be shared: final candles with their coverage and receipts, and provisional spans.
 * Data of files that the user imported and of calls with credentials is left out, and so are contradicted candles: without the candle their span would look
 * like an empty range that one response confirms.
 * @param latest what was fetched later is left out, epoch ms
 */
export function collectPart(
  store: CandleStore,
  identity: SeriesIdentity,
  span: Span,
  latest: number,
): SharedPart {
  const stored = store.coverage(identity, span)
  const coverage = cutUnfinished(stored, identity.stepMs).flatMap((entry) => {
    const part = intersect(entry, span)
    const isShared = isSharedKind(entry.kind) && isSharedRoute(entry.route) && entry.fetchedAt <= latest
    return part === undefined || !isShared ? [] : [{ ...entry, ...part }]
  })
  // In an empty range, candles that are left out would look as if they did not exist.
  const leftOut = stored.flatMap((entry) => subtract(entry, coverage))
  const hull = hullOf(coverage)
  const data = joinSpans(coverage.filter(({ kind }) => kind === 'data'))
  const [hasCandle, isData] = [createSpanTest(data), createSpanTest(data)]
  const restated = store
    .restated(identity, span)
    .filter(({ openTime, until, source }) => until <= latest && isData(openTime) && isSharedRoute(source))
  return {
    bars:
      hull === undefined ? [] : store.read(identity, hull).filter(({ timestamp }) => hasCandle(timestamp)),
    coverage,
    receipts: withoutRepeats(
      clipSpans(store.receipts(identity, span), span).filter(
        ({ knownAt, source }) => knownAt <= latest && isSharedRoute(source),
      ),
    ),
    provisional: openParts(
      store
        .provisional(identity, span)
        .flatMap((entry) => subtract(entry, leftOut).map((part) => ({ ...entry, ...part }))),
      joinSpans(coverage),
    ).flatMap((entry) => {
      const part = intersect(entry, span)
      // A tier does not store incomplete candles, without which the next response cannot be compared.
      const isShared =
        entry.requestedAt <= latest &&
        entry.cut === undefined &&
        entry.isContradicted !== true &&
        isSharedRoute(entry.route)
      return part === undefined || !isShared ? [] : [{ ...entry, ...part }]
    }),
    ...(restated.length === 0 ? {} : { restated }),
  }
}

/** Whether a part contains no information. */
export function isBlank({ coverage, provisional }: SharedPart): boolean {
  return coverage.length === 0 && provisional.length === 0
}

/**
 * Stores the result of a tier, except data that is already known. Coverage is stored as the first daemon recorded it.
 * @returns whether anything was new
 */
export function storePart(
  store: CandleStore & Partial<DeferringStore>,
  identity: SeriesIdentity,
  part: SharedPart,
): boolean {
  const hull = hullOf([...part.coverage, ...part.provisional])
  if (hull === undefined) return false
  const looked = store.provisional(identity, hull)
  const before = looked.filter((entry) => entry.isContradicted !== true)
  // A contradicted candle stays stored; only a response of the venue decides about it.
  const contradicted = looked.filter((entry) => entry.isContradicted === true)
  const covered = store.coverage(identity, hull)
  const unknown = findUnknownParts(part.coverage, covered)
  const added =
    contradicted.length === 0
      ? unknown
      : unknown.flatMap((entry) => subtract(entry, contradicted).map((rest) => ({ ...entry, ...rest })))
  const known = joinSpans([...covered, ...contradicted, ...added])
  const newer = openParts(findNewerParts(part.provisional, before), known)
  if (added.length === 0 && newer.length === 0) return false
  const all = openParts(withNewerProvisional(before, newer), known)
  const within = hullOf([...before, ...all])
  const isNew = [...added, ...newer]
  const isAdded = createSpanTest(added)
  const commit: CandleCommit = {
    bars: part.bars,
    coverage: added,
    isLasting: true,
    receipts: part.receipts.flatMap((receipt) =>
      isNew.some((one) => intersect(one, receipt) !== undefined)
        ? findUnknownReceipts(receipt, store.receipts(identity, receipt))
        : [],
    ),
    restated: (part.restated ?? []).filter(({ openTime }) => isAdded(openTime)),
    ...(within === undefined ? {} : { provisional: { within, entries: all } }),
  }
  // The usual first read: the response does not wait for the file.
  const isFirst = covered.length === 0 && looked.length === 0 && store.count(identity, hull, 1) === 0
  if (isFirst && store.commitSoon !== undefined) store.commitSoon(identity, commit)
  else store.commit(identity, commit)
  return true
}

/**
 * Returns provisional spans from their first to their last part that is not covered.
 * @param known the covered spans, ascending and disjoint
 */
function openParts(entries: readonly Provisional[], known: readonly Span[]): Provisional[] {
  return entries.flatMap((entry) => {
    const open = hullOf(subtract(entry, known))
    return open === undefined ? [] : [{ ...entry, ...open }]
  })
}
