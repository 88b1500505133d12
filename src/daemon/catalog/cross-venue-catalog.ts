import type { VenueId } from '../../api/envelope/venue-ids.js'
import { createSearch } from '../../catalog/cross-venue/cross-venue-search.js'
import { createCachedListSnapshots } from '../../core/cross-venue/catalog/cached-list-snapshots.js'
import { type CatalogSearch, createCatalogSearch } from '../../core/cross-venue/catalog/catalog-search.js'
import type { ListSnapshots } from '../../core/cross-venue/catalog/list-snapshots.js'
import { createMatchCandidates } from '../../core/cross-venue/catalog/match-candidates.js'
import { createMemoryListSnapshots } from '../../core/cross-venue/catalog/memory-list-snapshots.js'
import { createListings } from '../../core/listings/venue-crawl.js'
import type { Contexts } from '../../core/request/request-context.js'
import type { Clock } from '../../effects/clock.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { DaemonCredentials } from '../../venue-kit/contract/account-secrets.js'
import { isInDollars } from '../../venue-kit/contract/manifest.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { declaredOf, servedVenueIds } from '../../venues/registry.js'
import type { Catalog } from './catalog.js'

interface AcrossOptions {
  /** Stored market catalogs; undefined reads the lists into memory. */
  readonly catalog: Catalog | undefined
  readonly contexts: Contexts
  readonly clock: Clock
  readonly turn: EventLoopYield
  /** Credentials that any caller may use; only in a simulation or a replay. */
  readonly lent: DaemonCredentials
  readonly staleMs: number
  /** Whether calls to venues are off. */
  readonly offline: boolean
  loadVenue(id: VenueId): Promise<Venue> | undefined
}

/** Opens the catalog of all venues that this version serves. Nothing is loaded before the first query. */
export function openCrossVenueCatalog({
  catalog,
  clock,
  turn,
  offline,
  ...options
}: AcrossOptions): CatalogSearch {
  async function open() {
    const loaded = await Promise.all(servedVenueIds.map((id) => options.loadVenue(id)))
    const served = loaded.filter((venue) => venue !== undefined)
    const venues = served.filter((venue) => venue.isSandbox !== true)
    const leftOut = served.filter((venue) => venue.isSandbox === true).map(({ id }) => id)
    const kept: ListSnapshots =
      catalog === undefined
        ? createMemoryListSnapshots({
            ...options,
            venues,
            clock,
            listings: createListings(options.contexts, clock),
            secretsOf: (venue) => options.lent[venue],
          })
        : createCachedListSnapshots({ ...catalog, venues })
    const snapshots = offline ? { ...kept, keep: () => undefined } : kept
    const over = { clock, turn }
    const search = createSearch({ ...over, isInDollars: (venue) => isInDollars(declaredOf(venue)?.volumes) })
    return { snapshots, search, leftOut, matchCandidates: createMatchCandidates(over) }
  }
  return createCatalogSearch({ clock, open })
}
