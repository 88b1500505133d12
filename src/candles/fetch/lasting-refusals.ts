import type { PriceCandle } from '../../api/models/models.js'
import { alignDown, DAY_MS } from '../../api/times/resolution.js'
import {
  findInsertIndex,
  intersect,
  isEmpty,
  joinSpans,
  MINUTE_MS,
  type Span,
  subtract,
} from '../../api/times/span.js'
import type { CandleBatch, NativeStep } from '../../venue-kit/contract/venue.js'
import { INDEPENDENT_LOOKS_MS } from '../series/empty-range-confirmation.js'
import type { Coverage } from '../store/candle-store.js'

/** How long a venue's report that it does not retain a time is valid, ms. Refusals end, and archives are filled later. */
export const REFUSED_FOR_MS = DAY_MS

/** The same if only one response reports it, because a blank history looks like one that the venue does not retain. */
export const FIRST_REFUSED_FOR_MS = 30 * MINUTE_MS

/**
 * Dates the ranges that a venue reports as not retained. If an earlier, independent response reported the same, they are accepted
 * for a day.
 * @param known the coverage of the span, or nothing if the response may be a copy of an earlier one
 * @param askedAt epoch ms
 */
function dateRefusals(refused: Coverage, known: readonly Coverage[], askedAt: number): Coverage[] {
  const firstAt = askedAt - (REFUSED_FOR_MS - FIRST_REFUSED_FOR_MS)
  const earlier = known.filter(
    ({ kind, fetchedAt }) => kind === 'beyond_retention' && fetchedAt <= firstAt - INDEPENDENT_LOOKS_MS,
  )
  const again = joinSpans(earlier).flatMap((part) => intersect(part, refused) ?? [])
  return [
    ...again.map((part) => ({ ...refused, ...part, fetchedAt: askedAt })),
    ...subtract(refused, again).map((part) => ({ ...refused, ...part, fetchedAt: firstAt })),
  ]
}

/** The coverage that is valid at a given time. */
interface Lasting {
  /** Ascending and disjoint. */
  readonly entries: readonly Coverage[]
  /** Time from which some entries are no longer valid, epoch ms. Infinite if all remain valid. */
  readonly until: number
}

/**
 * Returns coverage without ranges that a venue reported as not retained more than a day ago. Ranges beyond its documented
 * retention are not requested again.
 * @param at when the read began, epoch ms
 */
export function lastingAt(
  ledger: readonly Coverage[],
  { stepMs, retentionMs = Number.POSITIVE_INFINITY }: Pick<NativeStep, 'stepMs' | 'retentionMs'>,
  at: number,
): Lasting {
  if (ledger.every(({ kind }) => kind !== 'beyond_retention'))
    return { entries: ledger, until: Number.POSITIVE_INFINITY }
  // In whole intervals: what is left of an entry is requested again.
  const documented: Span = { from: Number.NEGATIVE_INFINITY, to: alignDown(at - retentionMs, stepMs) }
  let until = Number.POSITIVE_INFINITY
  const entries = ledger.flatMap((entry) => {
    if (entry.kind !== 'beyond_retention' || entry.to <= documented.to) return [entry]
    const end = entry.fetchedAt + REFUSED_FOR_MS
    if (at < end) {
      until = Math.min(until, end)
      return [entry]
    }
    const part = intersect(entry, documented)
    return part === undefined || isEmpty(part) ? [] : [{ ...entry, ...part }]
  })
  return { entries, until }
}

/** Returns the parts of a span that coverage marks as not retained; ascending and disjoint. */
export function unkeptIn(entries: readonly Coverage[], span: Span): Span[] {
  const unkept = joinSpans(entries.filter(({ kind }) => kind === 'beyond_retention'))
  return unkept.flatMap((part) => intersect(part, span) ?? [])
}

/**
 * Returns the parts of a span that possibly only one response reports as not retained; ascending and disjoint. They are
 * requested again within {@link FIRST_REFUSED_FOR_MS}. Parts that two responses reported are requested again at the end
 * of their day.
 * @param at now, epoch ms
 */
export function refusedOnceIn(
  entries: readonly Coverage[],
  span: Span,
  { stepMs, retentionMs = Number.POSITIVE_INFINITY }: Pick<NativeStep, 'stepMs' | 'retentionMs'>,
  at: number,
): Span[] {
  const documentedTo = alignDown(at - retentionMs, stepMs)
  const oldest = at - (REFUSED_FOR_MS - FIRST_REFUSED_FOR_MS)
  const once = entries.filter(({ fetchedAt }) => fetchedAt <= oldest)
  return unkeptIn(once, { from: Math.max(span.from, documentedTo), to: span.to })
}

/** Returns the coverage of a span that a response finalizes. */
export function createCoverage(
  span: Span,
  bars: readonly PriceCandle[],
  batch: Required<Pick<CandleBatch, 'route' | 'withheld'>>,
  fetchedAt: number,
  asked: { readonly now: number; known(): readonly Coverage[] },
): Coverage[] {
  const facts = { route: batch.route, fetchedAt }
  const withheld = batch.withheld.flatMap((part): Coverage[] => {
    const inside = intersect(part, span)
    const kind = part.reason === 'no_trades' ? 'proven_empty' : part.reason
    if (inside === undefined) return []
    const entry: Coverage = { ...inside, kind, ...facts }
    // It is believed for a while from now, whatever the time of the response is.
    return kind === 'beyond_retention' ? dateRefusals(entry, asked.known(), asked.now) : [entry]
  })
  const reported = subtract(span, withheld).map((part): Coverage => {
    const place = findInsertIndex(bars, ({ timestamp }) => timestamp < part.from)
    const hasBars = (bars[place]?.timestamp ?? part.to) < part.to
    return { ...part, kind: hasBars ? 'data' : 'proven_empty', ...facts }
  })
  return [...withheld, ...reported].sort((a, b) => a.from - b.from)
}
