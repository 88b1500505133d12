import { createSearch } from '../../src/catalog/cross-venue/cross-venue-search.js'
import { createCatalogLists } from '../../src/catalog/query/catalog-lists.js'
import { createCachedListSnapshots } from '../../src/core/cross-venue/catalog/cached-list-snapshots.js'
import { type CatalogSearch, createCatalogSearch } from '../../src/core/cross-venue/catalog/catalog-search.js'
import type { ListSnapshots } from '../../src/core/cross-venue/catalog/list-snapshots.js'
import { createMatchCandidates } from '../../src/core/cross-venue/catalog/match-candidates.js'
import { createMemoryListSnapshots } from '../../src/core/cross-venue/catalog/memory-list-snapshots.js'
import { createListings } from '../../src/core/listings/venue-crawl.js'
import { createContexts } from '../../src/core/request/request-context.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createTransport } from '../../src/transport/transport.js'
import type { EventRow, Venue } from '../../src/venue-kit/contract/venue.js'
import { openCatalog } from '../catalog/support/store.js'
import type { FakeClock } from '../support/clock.js'
import { atOnce } from '../support/engine.js'
import { fakeWire } from '../support/wire.js'
import { fakeVenue, feedsNothing } from './fake-venue.js'

/** Lists as they are read into memory; what the venues were sent. */
export function memoryShelvesOf(venues: readonly Venue[], clock: FakeClock) {
  const limit = { capacity: 1e9, perSecond: 1e9, source: 'test' }
  const wire = fakeWire({ 'GET api/page': {} })
  const transport = createTransport({
    wire,
    clock,
    random: () => 0,
    wiringOf: () => ({ hosts: { api: { url: 'https://venue.test', limit } } }),
    maxBytes: 1_000_000,
    attemptTimeoutMs: 5_000,
  })
  const contexts = createContexts({ transport, clock, log: silentLogger })
  const listings = createListings(contexts, clock)
  const deps = { venues, contexts, listings, clock, staleMs: 600_000, secretsOf: () => undefined }
  return { shelves: createMemoryListSnapshots(deps), wire }
}

/** The catalog over lists that lie ready. */
export function acrossOf(shelves: ListSnapshots, clock: FakeClock): CatalogSearch {
  const over = { clock, turn: atOnce }
  const parts = {
    snapshots: shelves,
    search: createSearch(over),
    matchCandidates: createMatchCandidates(over),
  }
  return createCatalogSearch({ clock, open: async () => parts })
}

/** Lists as the file keeps them. */
export function keptShelves(events: readonly EventRow[], clock: FakeClock): ListSnapshots {
  const catalog = openCatalog(':memory:', clock)
  catalog.sync([{ events }])
  const { reader } = catalog
  const cachedLists = {
    cache: { keep() {}, ready: async () => undefined },
    lists: createCatalogLists(reader, atOnce),
    reader,
    turn: atOnce,
    writeBack: feedsNothing,
  }
  return createCachedListSnapshots({
    venues: [fakeVenue({ events })],
    cachedLists,
    status: () => [{ status: 'active', rows: 2 }],
    isReading: () => false,
    isUnconfirmed: () => false,
  })
}
