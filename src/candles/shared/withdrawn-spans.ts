import type { VenueId } from '../../api/envelope/venue-ids.js'
import { alignUp } from '../../api/times/resolution.js'
import { createSpanTest, hullOf, intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import type { Withdrawal, WithdrawnRecords, WithdrawnSpan } from '../database/change-table.js'
import { seriesNameOf } from '../store/candle-store.js'
import type { SharedPart, SharedSeries } from './candle-tier.js'

/** What tiers withdrew, so that other tiers, which may not have heard of it, cannot bring it back. */
export interface WithdrawnSpans {
  note(tier: string, series: SharedSeries, withdrawal: Withdrawal): void
  /**
   * Returns a tier's part without what was fetched before another tier withdrew it. The tier that withdrew it has only what
   * replaces it.
   */
  cut(tier: string, series: SharedSeries, part: SharedPart): SharedPart
  /** As in {@link WithdrawnRecords}. */
  forgottenAt(exceptTier: string, venue: VenueId): number | undefined
}

/** Maximum number of withdrawn spans in memory, where there is no file. */
const MAX_IN_MEMORY = 10_000

/** @param records used as long as they store anything */
export function createWithdrawnSpans(records: WithdrawnRecords): WithdrawnSpans {
  type Noted = Withdrawal & WithdrawnSpan & Pick<SharedSeries, 'venue'>
  const unstored = createLru<readonly Noted[]>(MAX_IN_MEMORY, (list) => list.length)
  return {
    note(tier, series, withdrawal) {
      if (records.noteWithdrawn(tier, series, withdrawal)) return
      const name = seriesNameOf(series)
      const one = { ...withdrawal, tier, venue: series.venue }
      const others = (unstored.get(name) ?? []).filter((other) => !replaces(one, other))
      unstored.set(name, [...others, one])
    },
    cut(tier, series, part) {
      const hull = hullOf([...part.coverage, ...part.provisional])
      if (hull === undefined) return part
      const all = [...records.withdrawn(series, hull), ...(unstored.get(seriesNameOf(series)) ?? [])]
      return cutWithdrawn(
        part,
        series.stepMs,
        all.filter((one) => one.tier !== tier),
      )
    },
    forgottenAt(exceptTier, venue) {
      const times = unstored
        .values()
        .flat()
        .filter((one) => one.isForgotten && one.venue === venue && one.tier !== exceptTier)
        .map(({ at }) => at)
      const stored = records.forgottenAt(exceptTier, venue)
      const all = stored === undefined ? times : [...times, stored]
      return all.length === 0 ? undefined : Math.max(...all)
    },
  }
}

function replaces(one: WithdrawnSpan, other: WithdrawnSpan): boolean {
  return one.tier === other.tier && one.from <= other.from && one.to >= other.to && one.at >= other.at
}

function cutWithdrawn(part: SharedPart, stepMs: number, withdrawn: readonly WithdrawnSpan[]): SharedPart {
  const old = joinSpans(withdrawn.flatMap((one) => findOlder(part, stepMs, one)))
  if (old.length === 0) return part
  const restOf = <Entry extends Span>(entries: readonly Entry[]): Entry[] =>
    entries.flatMap((entry) => subtract(entry, old).map((rest) => ({ ...entry, ...rest })))
  const [isOldBar, isOldValue] = [createSpanTest(old), createSpanTest(old)]
  const { restated: former = [], ...rest } = part
  const restated = former.filter(({ openTime }) => !isOldValue(openTime))
  return {
    ...rest,
    bars: part.bars.filter(({ timestamp }) => !isOldBar(timestamp)),
    coverage: restOf(part.coverage),
    receipts: restOf(part.receipts),
    provisional: restOf(part.provisional),
    ...(restated.length === 0 ? {} : { restated }),
  }
}

/**
 * Returns the spans of a part that may have been fetched before they were withdrawn. Joined coverage has the time of its newest
 * part, so the oldest receipt counts, too. A candle that is cut although it is newer only costs a call of the venue.
 */
function findOlder(
  { coverage, receipts, provisional, restated = [] }: SharedPart,
  stepMs: number,
  { from, to, at }: WithdrawnSpan,
): Span[] {
  const latest = at + CLOCK_TOLERANCE_MS
  const within = (span: Span): Span[] => {
    const part = intersect(span, { from, to })
    return part === undefined ? [] : [part]
  }
  const early = joinSpans(
    receipts.flatMap((receipt) => {
      const { knownAt, withinMs } = receipt
      if (knownAt <= latest) return within(receipt)
      // Of a live capture, the candles that ended before.
      return withinMs === undefined
        ? []
        : within({ from: receipt.from, to: Math.min(receipt.to, alignUp(latest - withinMs, stepMs)) })
    }),
  )
  const old = [
    ...coverage.flatMap((entry) =>
      within(entry).flatMap((own) =>
        entry.fetchedAt <= latest ? [own] : early.flatMap((span) => intersect(span, own) ?? []),
      ),
    ),
    ...provisional.flatMap((entry) => (entry.requestedAt <= latest ? within(entry) : [])),
  ]
  const newer = joinSpans(
    restated
      .filter(({ until }) => until > latest)
      .map(({ openTime }) => ({ from: openTime, to: openTime + stepMs })),
  )
  return old.flatMap((span) => subtract(span, newer))
}
