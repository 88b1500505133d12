import { PmxError } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Clock } from '../../../effects/clock.js'
import { createAbort, startDeadline } from '../../../policy/abort.js'
import { createAgingCache } from '../../../policy/lru.js'
import { noSecrets } from '../../../venue-kit/contract/account-secrets.js'
import type { MarketRow, Venue } from '../../../venue-kit/contract/venue.js'
import type { Contexts, OpenContext } from '../../request/request-context.js'
import { waitFor } from './shared-crawl.js'

/** Rows of a list that are read anew; a longer answer is given as it is kept. */
export const MAX_REFRESHED_ROWS = 100
/** How long an answer waits for its current prices. */
const PATIENCE_MS = 2_000
/** How long a reading may go on without who asked: what it learns around the rows makes the next one quick. */
const ALLOWED_MS = 20_000
/** A row that was read so lately is current. */
const RECENT_MS = 1_000
const RECENT_ROWS = 1_000
/** Least time between two readings of a venue: the rest of its rate budget belongs to the refresh of its lists. */
const PACE_MS = 1_000

/** Who wants current rows. */
type Asker = Pick<OpenContext, 'signal' | 'priority' | 'noteSent' | 'omissions'>

export interface CurrentRows {
  /**
   * The rows of listed markets as the venue has them now, by market id, where it reads many in one call; without those
   * beyond {@link MAX_REFRESHED_ROWS}, those that it does not know, and all while another reading of it is under way or
   * just over. It only decorates: a failure, and an answer that takes longer than 2 s, is noted and brings no rows.
   */
  read(venue: Venue, marketIds: readonly string[], asker: Asker): Promise<ReadonlyMap<string, MarketRow>>
}

/** Reads short answers from kept lists anew, so that of their rows only the order is as old as the list. */
export function createCurrentRows(contexts: Contexts, clock: Clock): CurrentRows {
  const recent = createAgingCache<MarketRow>(RECENT_ROWS, clock)
  const underWay = new Set<VenueId>()
  const nextAt = new Map<VenueId, number>()

  /** At once from the venue, with nobody's credentials: the rows are everybody's. */
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
  return new PmxError('NETWORK_ERROR', `The venue did not answer within ${waitedMs / 1000} s.`)
}
