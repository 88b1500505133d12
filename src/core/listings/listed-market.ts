import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { CatalogReader } from '../../catalog/file/catalog-reader.js'

/**
 * Finds the market of an outcome in the market catalog, for venues that have no call for it. Another thread reads the
 * lists, so adapters do not have access to their rows.
 * @returns the id of the one market that has the outcome, or undefined if the catalog has none or several, and for a
 * market id
 */
export function createListedMarketOf(
  reader: Pick<CatalogReader, 'lookup'>,
): (venue: VenueId, outcomeId: string) => string | undefined {
  return (venue, outcomeId) => {
    const found = reader.lookup(venue, 'market', outcomeId).filter(({ id }) => id !== outcomeId)
    const [only] = found
    return found.length === 1 ? only?.id : undefined
  }
}
