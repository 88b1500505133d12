import { DAY_MS } from '../../api/times/resolution.js'
import { intersect, isEmpty, type Span, union } from '../../api/times/span.js'
import type { NativeStep } from '../../venue-kit/contract/venue.js'
import type { Coverage } from '../store/candle-store.js'

/** How long a venue is believed that it does not keep a time, ms: refusals end, and archives are filled later. */
export const REFUSED_FOR_MS = DAY_MS

/** What of a ledger holds at a moment. */
interface Lasting {
  /** Ascending and disjoint. */
  readonly entries: readonly Coverage[]
  /** From then on some of them hold no longer, epoch ms; infinite where all hold for good. */
  readonly until: number
}

/**
 * A ledger without what a venue once said that it does not keep, a day later. What lies beyond its documented retention
 * is not asked for again.
 * @param at when the read began, epoch ms
 */
export function lastingAt(
  ledger: readonly Coverage[],
  { retentionMs = Number.POSITIVE_INFINITY }: Pick<NativeStep, 'retentionMs'>,
  at: number,
): Lasting {
  const documented: Span = { from: Number.NEGATIVE_INFINITY, to: at - retentionMs }
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

/** The parts of a span that a ledger says are not kept; ascending and disjoint. */
export function unkeptIn(entries: readonly Coverage[], span: Span): Span[] {
  const unkept = union(entries.filter(({ kind }) => kind === 'beyond_retention'))
  return unkept.flatMap((part) => intersect(part, span) ?? [])
}
