import type { VenueId } from '../../api/envelope/venue-ids.js'

/** Counts changes, so that results that were cached before a change are recognized. */
export interface SeriesGenerations {
  /** Returns a number that grows with every change that concerns a series. */
  of(seriesKey: string): number
  /** Counts a change to a series' data. */
  note(seriesKey: string): void
  /** Counts a change that may concern every series of a venue, such as where its outcomes are. */
  noteVenue(venue: VenueId): void
}

/** Number of series whose changes are counted one by one. */
const COUNTED_SERIES = 10_000

/** @param most after this many series, the count of each begins again, at a number that none of them has had */
export function createSeriesGenerations(most = COUNTED_SERIES): SeriesGenerations {
  const series = new Map<string, number>()
  const venues = new Map<string, number>()
  let changes = 0
  let first = 0
  return {
    of(seriesKey) {
      const [venue = ''] = seriesKey.split('\n', 1)
      return Math.max(series.get(seriesKey) ?? first, venues.get(venue) ?? 0)
    },
    note(seriesKey) {
      if (series.size >= most && !series.has(seriesKey)) {
        series.clear()
        first = ++changes
      }
      series.set(seriesKey, ++changes)
    },
    noteVenue(venue) {
      venues.set(venue, ++changes)
    },
  }
}
