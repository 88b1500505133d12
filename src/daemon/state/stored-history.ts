import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { FileStore } from '../../candles/database/fallback-store.js'
import type { AddressOf } from '../../candles/database/sqlite-store.js'
import { readChangedCandles } from '../../candles/maintenance/changed-candles.js'
import { collectPart } from '../../candles/shared/shared-parts.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { StoredHistory } from '../../http/history/stored-history.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { Venue } from '../../venue-kit/contract/venue.js'

interface StoredHistoryDeps {
  readonly store: FileStore
  readonly clock: { now(): number }
  readonly turn: EventLoopYield
  readonly addressOf: AddressOf
  /** Returns undefined for a venue that this version does not serve. */
  loadVenue(id: VenueId): Promise<Venue> | undefined
}

/** Opens the stored candles for readers that follow them. */
export function openStoredHistory({
  store,
  clock,
  turn,
  addressOf,
  loadVenue,
}: StoredHistoryDeps): StoredHistory {
  /** Whether everybody may see the data of a venue; unknown ones are private. */
  async function isPublic(id: VenueId): Promise<boolean> {
    const venue = await loadVenue(id)
    return venue !== undefined && venue.isPrivate !== true
  }

  return {
    changes: (after, most, isOwner) =>
      readChangedCandles(
        {
          store,
          turn,
          isShown: async (venue, address) =>
            address === addressOf(venue) && (isOwner || (await isPublic(venue))),
        },
        after,
        most,
      ),
    async part(series, span) {
      const latest = clock.now() + CLOCK_TOLERANCE_MS
      const isShared = addressOf(series.venue) === '' && (await isPublic(series.venue))
      await turn()
      return isShared
        ? collectPart(store, series, span, latest)
        : { bars: [], coverage: [], receipts: [], provisional: [] }
    },
  }
}
