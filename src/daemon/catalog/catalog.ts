import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { type CatalogFile, createCatalogFile } from '../../catalog/file/catalog-file.js'
import { createCatalogReader } from '../../catalog/file/catalog-reader.js'
import { openCatalogFile } from '../../catalog/file/open-catalog.js'
import { createCatalogLists } from '../../catalog/query/catalog-lists.js'
import type { SharedLists } from '../../catalog/shared/shared-lists.js'
import { type CatalogThread, createSyncer } from '../../catalog/sync/sync-client.js'
import type { Config } from '../../config/schema.js'
import { type CachedListStatus, createListCache } from '../../core/listings/cache/list-cache.js'
import type { CachedLists } from '../../core/listings/cache/list-cache-types.js'
import { createLookupWriteBack } from '../../core/listings/cache/lookup-write-back.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { identityOf, moveDatabaseAside } from '../../storage/files.js'
import { findDriver } from '../../storage/load-driver.js'
import type { Transport } from '../../transport/transport.js'
import { startCatalogThread } from './catalog-thread.js'

export interface CatalogOptions {
  readonly file: string
  readonly ages: Config['lists']
  readonly transport: Pick<Transport, 'bind'>
  readonly clock: Clock
  readonly log: Logger
  readonly turn: EventLoopYield
  /** Address at which the venue is called: '' for its own addresses. */
  addressOf(venue: VenueId): string
  /** Called with the number of rows that a sync left out. */
  onSkipped(venue: VenueId, rows: number): void
  /** Whether the time of a venue agrees with the wall clock; absent: always. */
  readonly isClockConfirmed?: (() => boolean) | undefined
  /** Lists that several daemons share. Absent if this one reads all by itself. */
  readonly sharedLists?: SharedLists | undefined
  /** Replaces the thread in tests. */
  readonly startThread?: ((file: string) => CatalogThread) | undefined
}

/** Market catalogs that are stored in a file. */
export interface Catalog {
  readonly cachedLists: CachedLists
  /** Current state of the file. */
  readonly state: () => CatalogFile['state']
  status(venue: VenueId): readonly CachedListStatus[]
  isReading(venue: VenueId): boolean
  isUnconfirmed(venue: VenueId, status: CachedListStatus['status']): boolean
  close(): Promise<void>
}

/**
 * Opens the catalog. Returns undefined without SQLite, or if the file has a newer version: lists are then requested from
 * the venues.
 */
export async function openCatalog(options: CatalogOptions): Promise<Catalog | undefined> {
  const { file: path, ages, transport, clock, log, turn, startThread = startCatalogThread } = options
  const driver = await findDriver()
  if (driver === undefined) return undefined
  let opened: string | undefined
  const file = createCatalogFile({
    open() {
      const found = openCatalogFile(driver, path, 'reads')
      opened = identityOf(path)
      return found
    },
    moveAside: () => moveDatabaseAside(path, clock.now()),
    clock,
    log,
  })
  if (file.readOnly) {
    file.close()
    return undefined
  }
  const reader = createCatalogReader(file, options.addressOf)
  const syncer = createSyncer({
    startThread() {
      // A new file of that name shares its log with the deleted one. A process with both open reads neither correctly.
      if (opened !== undefined && identityOf(path) !== opened) {
        log.warn({ file: path }, 'the catalog file was deleted or moved, so lists are synced again')
        file.reopen()
      }
      return startThread(path)
    },
    transport,
    clock,
    log,
    sharedLists: options.sharedLists,
  })
  const writeBack = createLookupWriteBack({ syncer, clock, log, addressOf: options.addressOf })
  const lists = createCatalogLists(reader, turn, { columns: syncer.columns })
  const cache = createListCache({
    ...options,
    reader,
    syncer,
    clock,
    log,
    ages: { freshMs: ages.maxAgeSeconds * 1_000, staleMs: ages.staleSeconds * 1_000 },
    adopt: lists.adopt,
    letGo: lists.letGo,
    onFault({ fault, message }) {
      log.warn({ fault, reason: message }, 'the catalog could not be written')
      const why = new Error(message)
      // The thread must not continue with the file that is moved away.
      if (fault === 'corrupt') void syncer.stop(why).then(() => file.quarantine(message))
    },
    onOtherFile: () => file.reopen(),
  })
  return {
    cachedLists: { cache, lists, reader, turn, writeBack },
    state() {
      // This thread only reads the file. The catalog thread detects that it cannot be written.
      const { fault } = cache
      return file.state.kind !== 'ok' || fault === undefined ? file.state : { kind: 'read_only', ...fault }
    },
    status(venue) {
      try {
        return cache.status(venue)
      } catch (error) {
        if (error instanceof PmxError) return []
        throw error
      }
    },
    isReading: cache.isReading,
    isUnconfirmed: cache.isUnconfirmed,
    async close() {
      writeBack.close()
      cache.close()
      await syncer.stop(new Error('the daemon is stopping'))
      file.close()
    },
  }
}
