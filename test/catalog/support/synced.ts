import { createCatalogReader } from '../../../src/catalog/file/catalog-reader.js'
import { createCatalogLists } from '../../../src/catalog/query/catalog-lists.js'
import type { CatalogFault } from '../../../src/catalog/sync/serialized-error.js'
import { createSyncer } from '../../../src/catalog/sync/sync-client.js'
import { createListCache } from '../../../src/core/listings/cache/list-cache.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { Database } from '../../../src/storage/driver.js'
import type { VenueReply, VenueRequest } from '../../../src/transport/call-types.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../support/clock.js'
import { atOnce } from '../../support/engine.js'
import { openCatalog } from './store.js'
import { type ThreadHere, threadHere } from './thread.js'

/**
 * A catalog that is kept for a venue: its file, its thread, and a transport that the test answers.
 * @param written what the first thread writes, where it is not the catalog's file
 */
export function syncedCatalog(
  venue: () => Venue,
  answer: (request: VenueRequest) => Promise<VenueReply> | VenueReply = () => emptyReply,
  written?: Database,
) {
  const clock = fakeClock()
  const catalog = openCatalog(':memory:', clock)
  const threads: ThreadHere[] = []
  /** Threads write this from now on, though it is not the file that is read. */
  let other: Database | undefined
  const write = (database: Database): void => {
    other = database
  }
  const requests: VenueRequest[] = []
  const faults: CatalogFault[] = []
  const skipped: number[] = []
  const reopened: number[] = []
  let sent = 0
  const syncer = createSyncer({
    startThread() {
      const thread = threadHere(
        other ?? (threads.length === 0 ? (written ?? catalog.database) : catalog.database),
        clock,
        () => Promise.resolve(venue()),
      )
      threads.push(thread)
      return thread
    },
    transport: {
      bind: (_venue, { signal }) => ({
        get sent() {
          return sent
        },
        trouble: undefined,
        async send(request) {
          sent++
          requests.push(request)
          const stopped = new Promise<never>((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
          )
          stopped.catch(() => {})
          return Promise.race([answer(request), stopped])
        },
      }),
    },
    clock,
    log: silentLogger,
  })
  const reader = createCatalogReader(catalog.database)
  const adopted: string[] = []
  /** The keeper of a process that begins now, over the same file. */
  const openKeeper = () =>
    createListCache({
      reader,
      syncer,
      clock,
      log: silentLogger,
      ages: { freshMs: 60_000, staleMs: 600_000 },
      adopt: (walk, kind, columns) => adopted.push(`${walk} ${kind} ${columns.count}`),
      letGo: (walk) => adopted.push(`${walk} let go of for ${reader.state('kalshi')[0]?.generation?.walk}`),
      addressOf: () => '',
      onFault: (fault) => faults.push(fault),
      onOtherFile: () => reopened.push(clock.now()),
      onSkipped: (_venue, rows) => skipped.push(rows),
    })
  const keeper = openKeeper()
  const lists = createCatalogLists(reader, atOnce)
  return {
    ...catalog,
    clock,
    syncer,
    keeper,
    openKeeper,
    lists,
    reader,
    threads,
    requests,
    faults,
    skipped,
    reopened,
    adopted,
    write,
  }
}

export const emptyReply: VenueReply = { status: 200, headers: {}, json: {} }
