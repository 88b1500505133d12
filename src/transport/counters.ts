import type { SourceId } from '../api/source-ids.js'

/** What happened on the way to one venue since the daemon started. */
export interface VenueCounters {
  /** Calls put on the wire, retries included. */
  sent: number
  ok: number
  failed: number
  retried: number
  /** Callers that shared another caller's call. */
  coalesced: number
  rateLimited: number
  /** Refused here because the budget was spent or the breaker open. */
  refused: number
  inFlight: number
  /** Epoch ms of the last answer that was used. */
  lastOkAt?: number
  /** What the venue or the way to it did last; never a refusal of our own. `at` in epoch ms. */
  lastError?: LastError
}

export interface LastError {
  readonly at: number
  readonly code: string
  readonly message: string
  /** Such as `timeout` or `dns`, where the failure has one. */
  readonly kind?: string
}

/** One row of counters a venue, made when first used; bounded by the number of venues. */
export interface Counters {
  of(venue: SourceId): VenueCounters
  all(): ReadonlyMap<SourceId, VenueCounters>
}

export function createCounters(): Counters {
  const rows = new Map<SourceId, VenueCounters>()
  return {
    of(venue) {
      let row = rows.get(venue)
      if (row === undefined) {
        row = { sent: 0, ok: 0, failed: 0, retried: 0, coalesced: 0, rateLimited: 0, refused: 0, inFlight: 0 }
        rows.set(venue, row)
      }
      return row
    },
    all: () => rows,
  }
}
