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
import { createShrunkLists, isEmptyUnconfirmed, isListShrunk } from './shrunk-lists.js'

export interface ListReadingsDeps {
  /** Returns the current generation of the list. */
  generationOf(venue: VenueId, status: Status): Generation | undefined
  /** Accepts the columns of a list before it becomes a generation, so that no request waits for them. */
  adopt(walk: number, kind: RowKind, columns: ListColumns): void
  /** Releases the columns of a list that was replaced. */
  letGo(walk: number): void
  readonly syncer: Syncer
  readonly clock: Clock
  readonly log: Logger
  /** Ages of lists, ms. Up to the first age a list is fresh; up to the second it is served while it is read again. */
  readonly ages: { readonly freshMs: number; readonly staleMs: number }
  /** Address override of a venue; '' for the venue's own addresses. */
  addressOf(venue: VenueId): string
  /** Whether the time of a venue agrees with the wall clock. Absent: always. Until then no unlisted row is deleted. */
  readonly isClockConfirmed?: (() => boolean) | undefined
  /** Called when the catalog's file does not work. */
  onFault(fault: CatalogFault): void
  /** Called with the number of rows that a read had to leave out. */
  onSkipped(venue: VenueId, rows: number): void
  /** Called when the file that is read is no longer the file that is written. */
  onOtherFile(): void
}

/** Reason why a read ends when the file is removed: the next read finds a working file. */
const MOVED = new PmxError('CATALOG_UNAVAILABLE', 'The catalog file was deleted or moved.')

/** State of the reads of one list. */
interface Readings {
  now: ListSync | undefined
  /** Consecutive failures since the last complete read. */
  failures: number
  /** Earliest start of the next read that no caller waits for, monotonic ms. */
  notBefore: number
  lastFailure: { readonly at: number; readonly error: PmxError } | undefined
  /** Whether the last complete read lacked most of the list, so that the earlier list is served, or was the first and blank. */
  isUnconfirmed: boolean
  /** When a read was blank for the first time, epoch ms. Undefined if the list has rows, or was not read here. */
  blankSince: number | undefined
}

/** The state in which the catalog's file cannot be written. */
export interface CatalogTrouble {
  readonly reason: string
  /** Epoch ms. */
  readonly since: number
}

/** The reads of lists: each is shared by all callers, with pauses in between. */
export interface ListReadings {
  /**
   * Begins a background read, unless the list is paused.
   * @param maxAgeMs maximum age of a list that another daemon read, if it is taken instead; the age of fresh lists by default
   */
  beginWhenRested(venue: Venue, status: Status, maxAgeMs?: number): void
  /** Waits for a read as long as the caller may; a caller that leaves does not end it. */
  wait(venue: Venue, status: Status, asker: ListCaller): Promise<void>
  of(venue: VenueId, status: Status): Readonly<Readings>
  /** Until this time, monotonic ms, nothing is read into the file, because a recent write failed. */
  readonly brokenUntil: number
  /** Reason why the last list that was read could not be stored; undefined once one could. */
  readonly fault: CatalogTrouble | undefined
  close(): void
}

/**
 * After a read, a list is paused for this many times the duration of the read. Background refreshes use at most a quarter of
 * the venue's rate limit.
 */
const REST = 3
/** Pauses after consecutive failures. */
const PAUSES = { baseMs: 5_000, capMs: 300_000 }
/** How long no write is tried after a write or its thread failed: requests go to the venues as if there were no catalog. */
const BROKEN_MS = 60_000
/** A list that a venue does not have is requested again after this time. */
const NO_LIST_MS = 6 * 3_600_000
/** How long replaced lists remain available for pagination. */
const KEEP_REPLACED_MS = 15 * 60_000

export function createListReadings(deps: ListReadingsDeps): ListReadings {
  const { generationOf, syncer, clock, log, ages } = deps
  const flights = createSingleFlight<void>()
  const readings = new Map<string, Readings>()
  const shrunk = createShrunkLists(clock)
  const closing = createAbort()
  /** Until this time, monotonic ms, nothing is read into the file, because a recent write failed. */
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
      isUnconfirmed: false,
      blankSince: undefined,
    }
    readings.set(key, none)
    return none
  }

  /** Reads a list once for all callers that want it. */
  function read(
    { id: venue }: Venue,
    status: Status,
    asker: Pick<ListCaller, 'signal' | 'priority'>,
    maxAgeMs: number,
  ): Promise<void> {
    const of = readingsOf(venue, status)
    const work = async (signal: AbortSignal, urgency: Parameters<Syncer['read']>[1]): Promise<void> => {
      const began = clock.monotonic()
      const youngest = clock.now() - ages.staleMs
      const reading = syncer.read(
        { venue, status, address: deps.addressOf(venue), youngest },
        urgency,
        signal,
        { after: generationOf(venue, status)?.beganAt ?? 0, maxAgeMs },
      )
      of.now = reading
      try {
        const before = generationOf(venue, status)
        const isMoved = await give(venue, status, await reading.result)
        fault = undefined
        of.lastFailure = undefined
        noteBlank(of, before, generationOf(venue, status))
        if (!of.isUnconfirmed) of.failures = 0
        of.notBefore = of.isUnconfirmed
          ? clock.monotonic() + computeDoubledWait(of.failures++, PAUSES)
          : Number.NEGATIVE_INFINITY
        rest(of, began)
        if (!isMoved) tidy()
      } catch (error) {
        noteFailure(of, error)
        if (isListShrunk(error)) {
          of.isUnconfirmed = true
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
   * Makes the rows that were read the current list.
   * @returns whether it was written to another file than the one that is read
   * @throws EXCHANGE_NOT_AVAILABLE (`list_shrunk`) where a later read must agree first
   */
  async function give(
    venue: VenueId,
    status: Status,
    {
      columns,
      sizes,
      lost,
      lacksOpen,
      missing,
      lacksSame,
      doubt: kept,
      ...walk
    }: Awaited<ListSync['result']>,
  ): Promise<boolean> {
    const replaced = generationOf(venue, status)
    // Another process may have read the whole list in the meantime, which counts as another pagination.
    const key = `${venue} ${status} ${replaced?.walk}`
    const before = replaced && sizes.before && { size: sizes.before, beganAt: replaced.beganAt }
    const doubted = shrunk.judge(
      key,
      { ...sizes.now, lost, lacksOpen, missing, lacksSame, isOfClosed: status === 'closed' },
      before,
      kept,
    )
    if (doubted !== undefined) {
      await syncer.drop({ walk: walk.walk, doubt: doubted.doubt })
      throw doubted.error.at(venue)
    }
    for (const kind of ['event', 'market'] as const) deps.adopt(walk.walk, kind, columns[kind])
    await syncer.publish(walk)
    const isMoved = generationOf(venue, status)?.walk !== walk.walk
    if (isMoved) await goOnWithOtherFile()
    // Not earlier: until then requests use the replaced list.
    if (replaced !== undefined) deps.letGo(replaced.walk)
    if (walk.omitted.rows > 0) deps.onSkipped(venue, walk.omitted.rows)
    return isMoved
  }

  /** Records whether a list that is served now is blank, and only its own reads say so. */
  function noteBlank(of: Readings, before: Generation | undefined, now: Generation | undefined): void {
    if (now?.rows !== 0) of.blankSince = undefined
    // Where an earlier list had rows, two reads have agreed.
    else if (before !== undefined && before.rows > 0) of.blankSince = Number.NEGATIVE_INFINITY
    else of.blankSince ??= Math.min(before?.beganAt ?? now.beganAt, now.beganAt)
    of.isUnconfirmed = of.blankSince !== undefined && isEmptyUnconfirmed(of.blankSince, clock.now())
  }

  /** Pauses the list after a complete read, whether or not its result was accepted. */
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
   * The written rows are not in the file that is read: one of the files was deleted or moved away. The thread closes first.
   * When SQLite closes a file without a name, it deletes the log of the file that has the name now.
   */
  async function goOnWithOtherFile(): Promise<void> {
    log.warn({}, 'the catalog file was deleted or moved, so lists are synced again')
    await syncer.stop(MOVED)
    deps.onOtherFile()
  }

  function broken(error: unknown): void {
    brokenUntil = clock.monotonic() + BROKEN_MS
    fault = { reason: messageOf(error), since: fault?.since ?? clock.now() }
    if (error instanceof CatalogFault) deps.onFault(error)
  }

  function tidy(): void {
    syncer
      .prune(clock.now() - KEEP_REPLACED_MS, deps.isClockConfirmed?.() !== false)
      .catch((error: unknown) => {
        if (closing.signal.aborted) return
        if (isOfCatalog(error)) broken(error)
        log.warn({ reason: messageOf(error) }, 'old lists of the catalog could not be deleted')
      })
  }

  /** Starts a background read of a list; it continues when all callers have left. */
  function begin(venue: Venue, status: Status, maxAgeMs: number): void {
    if (flights.has(`${venue.id} ${status}`)) return
    const ownWork = { signal: closing.signal, priority: 'background' } as const
    read(venue, status, ownWork, maxAgeMs).catch((error: unknown) => {
      if (!closing.signal.aborted)
        log.warn({ venue: venue.id, status, reason: messageOf(error) }, 'a list could not be read')
    })
  }

  function beginWhenRested(venue: Venue, status: Status, maxAgeMs = ages.freshMs): void {
    const { notBefore } = readingsOf(venue.id, status)
    if (clock.monotonic() >= Math.max(notBefore, brokenUntil)) begin(venue, status, maxAgeMs)
  }

  async function wait(venue: Venue, status: Status, asker: ListCaller): Promise<void> {
    const of = readingsOf(venue.id, status)
    const isFirst = of.now === undefined
    // A caller that wants no stored list waits for the venue itself.
    const maxAgeMs = asker.stored?.renews === true ? 0 : ages.freshMs
    begin(venue, status, maxAgeMs)
    const crawl: Crawl = {
      get rows() {
        return of.now?.rows ?? 0
      },
      isWhole: true,
      hasBegun: true,
      trouble: () => of.now?.trouble(),
    }
    const reading = read(venue, status, { signal: closing.signal, priority: asker.priority }, maxAgeMs)
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
    close: () => closing.abort(new Error('the daemon is stopping')),
  }
}

function notStored(error: unknown): PmxError {
  const message = `The list cannot be stored: ${messageOf(error)}.`
  return new PmxError('CATALOG_UNAVAILABLE', message, { cause: error })
}

/** Whether a list is unavailable because of the catalog, not because of the venue. */
export function isOfCatalog(error: unknown): boolean {
  return error instanceof CatalogFault || (error instanceof PmxError && error.code === 'CATALOG_UNAVAILABLE')
}
