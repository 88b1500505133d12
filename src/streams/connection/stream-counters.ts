import type { VenueId } from '../../api/envelope/venue-ids.js'

/** What happened on the streams of a venue since the start; all go up only. */
export interface StreamCounts {
  /** Sockets that were opened. */
  connected: number
  /** Sockets that ended without our wish. */
  lost: number
  /** Text frames that came. */
  frames: number
  /** Frames that could not be read: each ends its socket. */
  garbage: number
  /** Books that were not to be trusted any more because a frame was missing. */
  gaps: number
  /** Books that could not be, crossed or with other best prices than the venue says, for longer than a moment. */
  odd: number
  /** Books that were asked for again. */
  resyncs: number
  /** Whole books that were told to watchers. */
  books: number
  trades: number
  /** Books and trades that were read because no socket brings them, or while it does not. */
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
