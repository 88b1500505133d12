import { PmxError } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Clock } from '../../../effects/clock.js'
import { createAbort, startDeadline } from '../../../policy/abort.js'
import { createAgingCache } from '../../../policy/lru.js'
import { noSecrets } from '../../../venue-kit/contract/account-secrets.js'
import type { MarketRow, Venue } from '../../../venue-kit/contract/venue.js'
import type { Contexts, OpenContext } from '../../request/request-context.js'
import { waitFor } from './shared-crawl.js'

/** Maximum number of rows per list that are read again; a longer response is returned as it is cached. */
export const MAX_REFRESHED_ROWS = 100
/** How long a response waits for its current prices. */
const PATIENCE_MS = 2_000
/** How long a read may continue after its caller has left: what it learns makes the next read fast. */
const ALLOWED_MS = 20_000
/** A row that was read within this time is current. */
const RECENT_MS = 1_000
const RECENT_ROWS = 1_000
/** Minimum time between two reads of a venue: the rest of its rate budget belongs to the refresh of its lists. */
const PACE_MS = 1_000

/** The caller that requests current rows. */
type Asker = Pick<OpenContext, 'signal' | 'priority' | 'noteSent' | 'omissions'>

export interface CurrentRows {
  /**
   * Reads the current rows of listed markets from the venue, by market id, if the venue reads many in one call. Rows
   * beyond {@link MAX_REFRESHED_ROWS} and markets unknown to the venue are left out. The result is empty while another
   * read of the venue is running or has just ended. A failure, or a response that takes longer than 2 s, is noted and
   * returns no rows.
   */
  read(venue: Venue, marketIds: readonly string[], asker: Asker): Promise<ReadonlyMap<string, MarketRow>>
}

/** Reads the rows of short responses again, so only their order is as old as the cached list. */
export function createCurrentRows(contexts: Contexts, clock: Clock): CurrentRows {
  const recent = createAgingCache<MarketRow>(RECENT_ROWS, clock)
  const underWay = new Set<VenueId>()
  const nextAt = new Map<VenueId, number>()

  /** Reads immediately from the venue, without credentials: the rows are public. */
  async function readNow(
    venue: Venue,
    ids: readonly string[],
    { signal, priority, noteSent }: Asker,
  ): Promise<readonly MarketRow[]> {
    const { mostIdsARead = ids.length } = venue.markets
    const never = createAbort().signal
    const ctx = contexts.open(venue, { priority, signal: never, allowedMs: ALLOWED_MS, secrets: noSecrets })
    const parts: (readonly string[])[] = []
    for (let from = 0; from < ids.length; from += mostIdsARead)
      parts.push(ids.slice(from, from + mostIdsARead))
    const keep = (rows: readonly MarketRow[]): void => {
      for (const row of rows) recent.set(keyOf(venue, row.market.marketId), row, RECENT_MS)
    }
    underWay.add(venue.id)
    nextAt.set(venue.id, clock.monotonic() + PACE_MS)
    const reading = Promise.all(parts.map(async (part) => (await venue.markets.readMany?.(part, ctx)) ?? []))
      .then((found) => found.flat())
      .finally(() => {
        underWay.delete(venue.id)
        ctx.release()
      })
    const patience = startDeadline(clock, PATIENCE_MS, signal)
    try {
      const rows = await waitFor(reading, patience.signal, keep, tooSlow)
      keep(rows)
      return rows
    } finally {
      noteSent(ctx.upstreamCalls)
      patience.release()
    }
  }

  return {
    async read(venue, marketIds, asker) {
      const rows = new Map<string, MarketRow>()
      if (venue.markets.readMany === undefined) return rows
      const missing: string[] = []
      for (const id of marketIds.slice(0, MAX_REFRESHED_ROWS)) {
        const row = recent.get(keyOf(venue, id))
        if (row === undefined) missing.push(id)
        else rows.set(id, row)
      }
      const isFree = !underWay.has(venue.id) && clock.monotonic() >= (nextAt.get(venue.id) ?? 0)
      if (missing.length === 0 || !isFree) return rows
      try {
        for (const row of await readNow(venue, missing, asker)) rows.set(row.market.marketId, row)
      } catch (error) {
        if (!(error instanceof PmxError) || asker.signal.aborted) throw error
        asker.omissions.noteMissing('current prices', error)
      }
      return rows
    },
  }
}

function keyOf({ id }: Venue, marketId: string): string {
  return `${id} ${marketId}`
}

function tooSlow(waitedMs: number): PmxError {
  return new PmxError('NETWORK_ERROR', `The venue did not respond within ${waitedMs / 1000} s.`)
}
