import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { ShownOpenAt } from '../../../candles/response/window.js'
import type { CatalogReader } from '../../../catalog/file/catalog-reader.js'
import type { Clock } from '../../../effects/clock.js'
import { createLru } from '../../../policy/lru.js'
import type { MarketRow } from '../../../venue-kit/contract/venue.js'

/** Maximum number of outcomes whose market was shown as open outside of the market catalog. */
const MAX_OUTCOMES = 20_000
/** Maximum length per list that is examined. Longer lists are those of the market catalog, or take too long for each request. */
const MAX_ROWS = 5_000

/** Records when lists and lookups showed markets as open; outcomes that were considered closed before are looked up again. */
export interface ShownOpen {
  /** Records rows that a venue has just returned. */
  note(venue: VenueId, rows: readonly MarketRow[]): void
  readonly at: ShownOpenAt
}

/** @param catalog the market catalog, which knows the lists that were synced */
export function createShownOpen(
  clock: Pick<Clock, 'now'>,
  catalog?: Pick<CatalogReader, 'lookup'>,
): ShownOpen {
  const shown = createLru<number>(MAX_OUTCOMES)
  return {
    note(venue, rows) {
      if (rows.length > MAX_ROWS) return
      const now = clock.now()
      for (const { market, status } of rows) {
        for (const { outcomeId } of market.outcomes) {
          const name = `${venue} ${outcomeId}`
          if (status === 'active') shown.set(name, now)
          else shown.delete(name)
        }
      }
    },
    at(venue, outcomeId) {
      const listed = (catalog?.lookup(venue, 'market', outcomeId) ?? []).flatMap(
        ({ status, lastSeen, goneAt }) => (status === 'active' && goneAt === undefined ? [lastSeen] : []),
      )
      const newest = Math.max(...listed, shown.get(`${venue} ${outcomeId}`) ?? Number.NEGATIVE_INFINITY)
      return Number.isFinite(newest) ? newest : undefined
    },
  }
}
