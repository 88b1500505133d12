import type { VenueId } from '../../api/envelope/venue-ids.js'
import { alignDown } from '../../api/times/resolution.js'
import { createSpanTest, intersect, type Span } from '../../api/times/span.js'
import type { NativeStep, PriceBasis } from '../../venue-kit/contract/venue.js'
import type { ProvisionalCandles } from '../series/empty-range-confirmation.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import { CLOSED_FOR_GOOD_MS, latestCloseOf } from '../series/trading-period.js'
import { type CandleStore, IMPORT_ROUTE, type KnownSeries, type SeriesIdentity } from './candle-store.js'

/** A part of a stored series that was final because its market had closed. */
interface ReopenedEnd {
  readonly identity: SeriesIdentity
  readonly span: Span
}

/** The venue, and what it offers of the series. */
interface ReopenedSource {
  readonly venue: VenueId
  readonly source: {
    readonly basis: PriceBasis
    readonly steps: readonly Pick<NativeStep, 'stepMs' | 'retentionMs'>[]
  }
}

/**
 * Makes the last candle of a market provisional again if the market trades again or closed later than its venue reported. The
 * candle was final because nothing was traded after the close. Its values remain as those of one response, so a later response
 * that lacks some of them does not replace them. A candle that the venue may not retain any more stays final.
 * @param before the facts before the lookup
 * @param known the facts from the lookup
 * @returns the changed parts
 */
export function resetEnds(
  store: CandleStore,
  { venue, source: { basis, steps } }: ReopenedSource,
  before: KnownSeries['series'] | undefined,
  known: KnownSeries,
): ReopenedEnd[] {
  const closedAt = before && latestCloseOf(before)
  if (before === undefined || closedAt === undefined || closedAt > known.checkedAt) return []
  const { seriesKey } = before
  const later = latestCloseOf(known.series) ?? Number.POSITIVE_INFINITY
  const ageMs = known.checkedAt - closedAt
  if (seriesKey !== known.series.seriesKey || later <= closedAt || ageMs >= CLOSED_FOR_GOOD_MS) return []
  return store.extents({ venue, seriesKey, basis }).flatMap(({ stepMs, to }): ReopenedEnd[] => {
    const step = steps.find((one) => one.stepMs === stepMs)
    if (step === undefined || ageMs + stepMs >= (step.retentionMs ?? Number.POSITIVE_INFINITY) / 2) return []
    const identity = { venue, seriesKey, basis, stepMs }
    const span = { from: alignDown(closedAt, stepMs), to }
    // A later candle shows that the series did not end there, so the candle was final for another reason.
    const after = { from: span.from + stepMs, to: Number.MAX_SAFE_INTEGER }
    if (span.from >= to || store.count(identity, after, 1) > 0) return []
    const entries = store
      .coverage(identity, span)
      .filter(({ route }) => route !== IMPORT_ROUTE && route !== SAMPLED_ROUTE)
    const bars = store.read(identity, span)
    const ends = entries.flatMap(({ kind, route, fetchedAt, ...entry }): ProvisionalCandles[] => {
      const part = intersect(entry, span)
      if (part === undefined || kind === 'beyond_retention') return []
      const isWithin = createSpanTest([part])
      const own = bars.filter(({ timestamp }) => isWithin(timestamp))
      return [{ ...part, route, requestedAt: fetchedAt, lookAgainAt: fetchedAt, looks: 1, bars: own }]
    })
    return ends.flatMap((entry) => {
      if (!store.remove(identity, entry)) return []
      store.commit(identity, { bars: [], coverage: [], ends: { within: entry, entries: [entry] } })
      return [{ identity, span: { from: entry.from, to: entry.to } }]
    })
  })
}
