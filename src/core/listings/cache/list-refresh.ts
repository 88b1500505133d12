import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Generation } from '../../../catalog/file/catalog-reader.js'
import type { ListColumns } from '../../../catalog/rows/columns.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import { CatalogFault } from '../../../catalog/sync/serialized-error.js'
import type { ListSync, Syncer } from '../../../catalog/sync/sync-client.js'
import type { Clock } from '../../../effects/clock.js'
import type { Logger } from '../../../observe/logger.js'
import { createAbort } from '../../../policy/abort.js'
import { computeDoubledWait } from '../../../policy/backoff.js'
import { createSingleFlight } from '../../../policy/single-flight.js'
import type { Status, Venue } from '../../../venue-kit/contract/venue.js'
import type { ListCaller } from './list-cache-types.js'
import { type Crawl, createStillReadingError, waitFor } from './shared-crawl.js'
import { createShrunkLists, isListShrunk } from './shrunk-lists.js'

export interface ListReadingsDeps {
  /** The list as it is asked for now. */
  generationOf(venue: VenueId, status: Status): Generation | undefined
  /** Takes the columns of a list before it is a generation, so that nobody waits for them. */
  adopt(walk: number, kind: RowKind, columns: ListColumns): void
  /** Lets go of those of a list that was replaced. */
  letGo(walk: number): void
  readonly syncer: Syncer
  readonly clock: Clock
  readonly log: Logger
  /** Ages of lists, ms: up to the first they are as new as is promised, up to the second they are given while they are read anew. */
  readonly ages: { readonly freshMs: number; readonly staleMs: number }
  /** Where a venue is asked: '' for its own addresses. */
  addressOf(venue: VenueId): string
  /** Told that the catalog's file does not work. */
  onFault(fault: CatalogFault): void
  /** Told of rows that a reading had to leave out. */
  onSkipped(venue: VenueId, rows: number): void
  /** Told that what is read is no longer the file that is written. */
  onOtherFile(): void
}

/** Why a reading ends when the file goes: the next one finds a file that works. */
const MOVED = new PmxError('CATALOG_UNAVAILABLE', 'The file of the catalog was deleted or moved away.')

/** What is known of the readings of one list. */
interface Readings {
  now: ListSync | undefined
  /** In a row, without one that came to its end. */
  failures: number
  /** Nobody who does not wait for it begins one before that, monotonic ms. */
  notBefore: number
  lastFailure: { readonly at: number; readonly error: PmxError } | undefined
  /** The last one that came to its end lacked most of the list, so that the one before is served. */
  isDoubted: boolean
}

/** The file of the catalog cannot be written. */
export interface CatalogTrouble {
  readonly reason: string
  /** Epoch ms. */
  readonly since: number
}

/** The readings of lists: each once for all who want it, with rests in between. */
export interface ListReadings {
  /** Begins one for nobody in particular, unless the list rests. */
  beginWhenRested(venue: Venue, status: Status): void
  /** Waits for one as long as the asker may; who leaves does not end it. */
  wait(venue: Venue, status: Status, asker: ListCaller): Promise<void>
  of(venue: VenueId, status: Status): Readonly<Readings>
  /** Until then, monotonic ms, nothing is read into the file: it could not be written lately. */
  readonly brokenUntil: number
  /** Why the last list that was read could not be stored; undefined once one could. */
  readonly fault: CatalogTrouble | undefined
  close(): void
}

/**
 * A list that took long to read is left alone for so many times as long: no venue gives more than a quarter of what it
 * allows us for lists that are kept new.
 */
const REST = 3
/** Pauses after failures in a row. */
const PAUSES = { baseMs: 5_000, capMs: 300_000 }
/** What cannot be written, or by no thread, is not tried again for so long: the venues are asked as if there were none. */
const BROKEN_MS = 60_000
/** A list that a venue does not have is asked for again after so long. */
const NO_LIST_MS = 6 * 3_600_000
/** Lists that were replaced stay for whoever reads them page by page. */
const KEEP_REPLACED_MS = 15 * 60_000

export function createListReadings(deps: ListReadingsDeps): ListReadings {
  const { generationOf, syncer, clock, log, ages } = deps
  const flights = createSingleFlight<void>()
  const readings = new Map<string, Readings>()
  const shrunk = createShrunkLists(clock)
  const closing = createAbort()
  /** The file could not be written lately: until then, monotonic ms, nothing is read into it. */
  let brokenUntil = Number.NEGATIVE_INFINITY
  let fault: CatalogTrouble | undefined

  function readingsOf(venue: VenueId, status: Status): Readings {
    const key = `${venue} ${status}`
    const known = readings.get(key)
    if (known !== undefined) return known
    const none = {
      now: undefined,
      failures: 0,
      notBefore: Number.NEGATIVE_INFINITY,
      lastFailure: undefined,
      isDoubted: false,
    }
    readings.set(key, none)
    return none
  }

  /** Reads a list, once for all who want it. */
  function read(
    { id: venue }: Venue,
    status: Status,
    asker: Pick<ListCaller, 'signal' | 'priority'>,
  ): Promise<void> {
    const of = readingsOf(venue, status)
    const work = async (signal: AbortSignal, urgency: Parameters<Syncer['read']>[1]): Promise<void> => {
      const began = clock.monotonic()
      const youngest = clock.now() - ages.staleMs
      const reading = syncer.read(
        { venue, status, address: deps.addressOf(venue), youngest },
        urgency,
        signal,
      )
      of.now = reading
      try {
        const isMoved = await give(venue, status, await reading.result)
        fault = undefined
        of.failures = 0
        of.lastFailure = undefined
        of.isDoubted = false
        of.notBefore = Number.NEGATIVE_INFINITY
        rest(of, began)
        if (!isMoved) tidy()
      } catch (error) {
        noteFailure(of, error)
        if (isListShrunk(error)) {
          of.isDoubted = true
          rest(of, began)
        }
        throw error
      } finally {
        of.now = undefined
      }
    }
    return flights.run(`${venue} ${status}`, asker.signal, work, asker.priority)
  }

  /**
   * Makes what was read the list.
   * @returns whether it went into another file than the one that is read
   * @throws EXCHANGE_NOT_AVAILABLE (`list_shrunk`) where a later reading must agree first
   */
  async function give(
    venue: VenueId,
    status: Status,
    { columns, sizes, lacksOpen, doubt: kept, ...walk }: Awaited<ListSync['result']>,
  ): Promise<boolean> {
    const replaced = generationOf(venue, status)
    // Another process may have read the whole list since it was doubted here: that is another walk.
    const key = `${venue} ${status} ${replaced?.walk}`
    const before = replaced && sizes.before && { size: sizes.before, beganAt: replaced.beganAt }
    const doubted = shrunk.judge(key, { ...sizes.now, lacksOpen }, before, kept)
    if (doubted !== undefined) {
      await syncer.drop({ walk: walk.walk, doubt: doubted.doubt })
      throw doubted.error.at(venue)
    }
    for (const kind of ['event', 'market'] as const) deps.adopt(walk.walk, kind, columns[kind])
    await syncer.publish(walk)
    const isMoved = generationOf(venue, status)?.walk !== walk.walk
    if (isMoved) await goOnWithOtherFile()
    // Not before: until then it is the one that is asked for.
    if (replaced !== undefined) deps.letGo(replaced.walk)
    if (walk.omitted.rows > 0) deps.onSkipped(venue, walk.omitted.rows)
    return isMoved
  }

  /** After a reading to the end, whether it was believed or not. */
  function rest(of: Readings, began: number): void {
    of.notBefore = Math.max(of.notBefore, clock.monotonic() + REST * (clock.monotonic() - began))
  }

  function noteFailure(of: Readings, error: unknown): void {
    const pause = computeDoubledWait(of.failures++, PAUSES)
    of.notBefore = clock.monotonic() + pause
    if (error === MOVED) of.notBefore = Number.NEGATIVE_INFINITY
    // The venue has no such list, and will not have one in a minute.
    else if (error instanceof PmxError && error.code === 'NOT_SUPPORTED')
      of.notBefore = clock.monotonic() + NO_LIST_MS
    else if (isOfCatalog(error)) {
      broken(error)
      of.lastFailure = { at: clock.now(), error: notStored(error) }
    } else if (error instanceof PmxError) of.lastFailure = { at: clock.now(), error }
  }

  /**
   * What was written is not in the file that is read: one of them was deleted or moved away meanwhile. The thread comes
   * first: SQLite, closing a file that has no name any more, deletes the log of the one that has it now.
   */
  async function goOnWithOtherFile(): Promise<void> {
    log.warn({}, 'the file of the catalog was deleted or moved away: lists are read anew')
    await syncer.stop(MOVED)
    deps.onOtherFile()
  }

  function broken(error: unknown): void {
    brokenUntil = clock.monotonic() + BROKEN_MS
    fault = { reason: messageOf(error), since: fault?.since ?? clock.now() }
    if (error instanceof CatalogFault) deps.onFault(error)
  }

  function tidy(): void {
    syncer.prune(clock.now() - KEEP_REPLACED_MS).catch((error: unknown) => {
      if (closing.signal.aborted) return
      if (isOfCatalog(error)) broken(error)
      log.warn({ reason: messageOf(error) }, 'old lists of the catalog could not be deleted')
    })
  }

  /** Sees to it that a list is read, for nobody in particular: it goes on when all who want it have left. */
  function begin(venue: Venue, status: Status): void {
    if (flights.has(`${venue.id} ${status}`)) return
    read(venue, status, { signal: closing.signal, priority: 'background' }).catch((error: unknown) => {
      if (!closing.signal.aborted)
        log.warn({ venue: venue.id, status, reason: messageOf(error) }, 'a list could not be read')
    })
  }

  function beginWhenRested(venue: Venue, status: Status): void {
    const { notBefore } = readingsOf(venue.id, status)
    if (clock.monotonic() >= Math.max(notBefore, brokenUntil)) begin(venue, status)
  }

  async function wait(venue: Venue, status: Status, asker: ListCaller): Promise<void> {
    const of = readingsOf(venue.id, status)
    const isFirst = of.now === undefined
    begin(venue, status)
    const crawl: Crawl = {
      get rows() {
        return of.now?.rows ?? 0
      },
      isWhole: true,
      hasBegun: true,
      trouble: () => of.now?.trouble(),
    }
    const reading = read(venue, status, { signal: closing.signal, priority: asker.priority })
    const started = of.now
    await waitFor(
      reading,
      asker.signal,
      () => {},
      (waitedMs) => createStillReadingError(crawl, venue.id, waitedMs),
    ).finally(() => {
      if (isFirst) asker.noteSent(started?.sent ?? 0)
    })
  }

  return {
    beginWhenRested,
    wait,
    of: readingsOf,
    get brokenUntil() {
      return brokenUntil
    },
    get fault() {
      return fault
    },
    close: () => closing.abort(new Error('the daemon stops')),
  }
}

function notStored(error: unknown): PmxError {
  const message = `The list cannot be stored: ${messageOf(error)}.`
  return new PmxError('CATALOG_UNAVAILABLE', message, { cause: error })
}

/** Whether it lies in the catalog, and not in the venue, that a list cannot be had. */
export function isOfCatalog(error: unknown): boolean {
  return error instanceof CatalogFault || (error instanceof PmxError && error.code === 'CATALOG_UNAVAILABLE')
}
