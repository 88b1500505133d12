import { PmxError } from '../api/errors.js'
import type { Span } from '../api/span.js'
import type { CandleBatch, VenueContext } from '../venue-kit/venue.js'
import { saysNothing } from './batch.js'
import { SeriesForgotten, SeriesMoved } from './gone.js'
import { areFactsFresh, RELOCATE_AFTER_MS } from './life.js'
import type { KnownSeries } from './store.js'
import type { FetchCall, FetchTarget } from './target.js'

/**
 * Asks with facts that are no older than a day; and where the answer says that nothing is there, with facts of now:
 * a market may have moved to an archive, or been renamed, or forgotten.
 * @param now epoch ms
 * @throws SeriesMoved, SeriesForgotten; and whatever stands in the way to the venue
 */
export async function askVenue(
  target: FetchTarget,
  window: Span,
  call: FetchCall,
  ctx: VenueContext,
  now: number,
): Promise<CandleBatch> {
  const { venue, source, step } = target
  const read = (known: KnownSeries) => ({ known, facts: source.facts.safeParse(known.series.facts) })
  async function askWith({ known: { series }, facts }: ReturnType<typeof read>): Promise<CandleBatch> {
    if (!facts.success) throw facts.error
    return source.fetch({ ...series, facts: facts.data }, step, window, ctx)
  }
  async function relocated(): Promise<KnownSeries> {
    const fresh = await target.relocate(call)
    if (fresh.series.seriesKey !== target.identity.seriesKey)
      throw new SeriesMoved(venue, fresh.series.outcomeId)
    return fresh
  }
  /** Silence about an outcome that the venue does not know tells nothing. */
  function assertKnown(fresh: KnownSeries): void {
    if (fresh.isForgotten === true) throw new SeriesForgotten(venue, fresh)
  }
  const before = read(target.known())
  // What was stored by a version that knew less, and what is left of a forgotten outcome, lack facts.
  const isGood = areFactsFresh(before.known, now) && before.facts.success
  const asked = isGood ? before : read(await relocated())
  const { known } = asked
  if (!asked.facts.success) assertKnown(known)
  let batch: CandleBatch
  try {
    batch = await askWith(asked)
  } catch (error) {
    if (!(error instanceof PmxError) || error.code !== 'NOT_FOUND') throw error
    const fresh = await relocated()
    assertKnown(fresh)
    if (isSameSeries(known, fresh)) throw error
    return askWith(read(fresh))
  }
  if (!saysNothing(batch)) return batch
  assertKnown(known)
  if (now - known.checkedAt < RELOCATE_AFTER_MS) return batch
  const fresh = await relocated()
  assertKnown(fresh)
  return isSameSeries(known, fresh) ? batch : askWith(read(fresh))
}

/** Whether the venue would be asked the same: when a market closes changes nothing about that. */
function isSameSeries(one: KnownSeries, other: KnownSeries): boolean {
  const asked = ({ series: { seriesKey, facts } }: KnownSeries) => JSON.stringify([seriesKey, facts])
  return asked(one) === asked(other)
}
