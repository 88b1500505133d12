import type { VenueId } from '../../api/envelope/venue-ids.js'
import { alignDown, alignUp } from '../../api/times/resolution.js'
import type { Span } from '../../api/times/span.js'
import type { Database } from '../../storage/driver.js'
import { removeSpan, touchedBy } from '../database/delete-span.js'
import type { AddressOf } from '../database/sqlite-store.js'
import { hasSamples, listSeries, locateSeries } from './series-reader.js'

/** The deleted data: all resolutions of an outcome's series that touch the span, each at its own interval boundaries. */
interface Forgotten {
  readonly series: number
  readonly candles: number
  /** Coverage entries that lost a part. */
  readonly entries: number
  /** Whether the series are our own samples, which cannot be fetched again once deleted. */
  readonly samples?: true
}

/**
 * Deletes a span of an outcome from the coverage, with its candles, in one transaction. The next request fetches it again.
 * @param outcomeId the outcome, or the native name of its series
 * @param span epoch ms; an interval that it touches is deleted as a whole
 * @param dryRun only counts
 */
export function forgetSpan(
  database: Database,
  {
    venue,
    outcomeId,
    addressOf,
  }: { readonly venue: VenueId; readonly outcomeId: string; readonly addressOf: AddressOf },
  span: Span,
  dryRun = false,
): Forgotten {
  const seriesKey = locateSeries(database, venue, outcomeId, addressOf)?.seriesKey ?? outcomeId
  const cuts = listSeries(database, { venue, seriesKey, addressOf })
    .map(({ id, stepMs }) => ({
      id,
      own: { from: alignDown(span.from, stepMs), to: alignUp(span.to, stepMs) },
    }))
    .map((cut) => ({ ...cut, ...touchedBy(database, cut.id, cut.own) }))
    .filter(({ candles, entries }) => candles > 0 || entries > 0)
  const ids = cuts.map(({ id }) => id)
  const samples = hasSamples(database, ids) ? ({ samples: true } as const) : {}
  if (!dryRun) {
    database.transaction(() => {
      for (const { id, own } of cuts) removeSpan(database, id, own)
    })
  }
  return {
    series: cuts.length,
    candles: cuts.reduce((sum, { candles }) => sum + candles, 0),
    entries: cuts.reduce((sum, { entries }) => sum + entries, 0),
    ...samples,
  }
}
