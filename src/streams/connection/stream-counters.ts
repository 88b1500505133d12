import type { VenueId } from '../../api/envelope/venue-ids.js'

/** Counters for a venue's streams since the start. They only increase. */
export interface StreamCounts {
  /** Opened sockets. */
  connected: number
  /** Sockets that ended unexpectedly. */
  lost: number
  /** Received text frames. */
  frames: number
  /** Malformed frames. Each ends its socket. */
  garbage: number
  /** Books that became unreliable because a frame was missing. */
  gaps: number
  /** Books that were crossed, or differed from the venue's best prices, for longer than a moment. */
  odd: number
  /** Books that were requested again. */
  resyncs: number
  /** Complete books that were sent to watchers. */
  books: number
  trades: number
  /** Readings of books and trades that no socket delivers, or that none delivers at the moment. */
  polls: number
}

export interface StreamCounters {
  of(venue: VenueId): StreamCounts
  all(): ReadonlyMap<VenueId, Readonly<Record<keyof StreamCounts, number>>>
}

export function createStreamCounters(): StreamCounters {
  const rows = new Map<VenueId, StreamCounts>()
  return {
    of(venue) {
      const known = rows.get(venue)
      if (known !== undefined) return known
      const row = {
        connected: 0,
        lost: 0,
        frames: 0,
        garbage: 0,
        gaps: 0,
        odd: 0,
        resyncs: 0,
        books: 0,
        trades: 0,
        polls: 0,
      }
      rows.set(venue, row)
      return row
    },
    all: () => rows,
  }
}
