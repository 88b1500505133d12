import type { VenueId } from '../api/envelope/venue-ids.js'
import { renderResolution } from '../api/times/resolution.js'
import { findSampledBook } from '../candles/series/sampled-basis.js'
import type { BookSource, Venue } from '../venue-kit/contract/venue.js'
import { captureKey, type Pin } from './format.js'
import { barStepOf, listSampledOutcomes } from './sample-plan.js'

/** An outcome that is sampled. */
export interface SampleItem {
  /** Key of its record. */
  readonly key: string
  readonly venue: Venue
  readonly source: BookSource
  readonly outcomeId: string
  readonly paceMs: number
  /** Interval of its bars, ms. */
  readonly stepMs: number
}

/** Offset of samples from the open time of their bar, ms, so that they remain within it if the clock is slightly wrong. */
const INTO_BAR_MS = 5_000

/** Returns the outcomes that the pins sample on venues without candles. */
export async function sampleItems(
  pins: readonly Pin[],
  loadVenue: (id: VenueId) => Promise<Venue> | undefined,
): Promise<SampleItem[]> {
  const items: SampleItem[] = []
  for (const { venue: id, outcomeId, paceMs } of listSampledOutcomes(pins)) {
    const venue = await loadVenue(id)
    const source = venue && findSampledBook(venue)
    if (venue === undefined || source === undefined) continue
    const stepMs = barStepOf(paceMs)
    const key = captureKey({ venue: id, outcomeId, resolution: renderResolution(stepMs) })
    items.push({ key, venue, source, outcomeId, paceMs, stepMs })
  }
  return items
}

/** Returns the index of the due sample. Each index is sampled once. */
export function sampleIndexAt({ paceMs }: Pick<SampleItem, 'paceMs'>, now: number): number {
  return Math.floor((now - intoBarMs(paceMs)) / paceMs)
}

/** Returns when the next sample is due, epoch ms. */
export function nextSampleAt(item: Pick<SampleItem, 'paceMs'>, now: number): number {
  return (sampleIndexAt(item, now) + 1) * item.paceMs + intoBarMs(item.paceMs)
}

function intoBarMs(paceMs: number): number {
  return Math.min(INTO_BAR_MS, paceMs / 2)
}
