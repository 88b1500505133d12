import { setMaxListeners } from 'node:events'
import { messageOf, PmxError } from '../api/errors.js'
import type { VenueId } from '../api/venue-ids.js'
import { outOfReach } from '../candles/out-of-reach.js'
import { unaskedError } from '../candles/unasked.js'
import type { ListColumns } from '../catalog/columns.js'
import type { CatalogReader, Generation } from '../catalog/reader.js'
import type { RowKind } from '../catalog/rows.js'
import type { Reading, Syncer } from '../catalog/sync/syncer.js'
import { CatalogFault } from '../catalog/sync/told-error.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import { createSingleFlight } from '../policy/single-flight.js'
import { noSecrets } from '../venue-kit/secrets.js'
import type { Status, Venue } from '../venue-kit/venue.js'
import { type Crawl, stillReading, waitFor } from './crawl.js'
import type { KeptState, ListAsker, ListKeeper } from './list-keeper.js'

export interface ListKeeperDeps {
  readonly reader: Pick<CatalogReader, 'state'>
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
  /** Told that what is read is no longer the file that is written. */
  onOtherFile(): void
  /** Told of rows that a reading had to leave out. */
  onSkipped(venue: VenueId, rows: number): void
}

/** What is known of the readings of one list. */
interface Readings {
  now: Reading | undefined
  /** In a row, without one that came to its end. */
  failures: number
  /** Nobody who does not wait for it begins one before that, monotonic ms. */
  notBefore: number
  lastFailure: { readonly at: number; readonly error: PmxError } | undefined
}

/** How a list stands, for people. Times are epoch ms. */
export interface KeptListStatus {
  readonly status: Status
  /** Absent while it has never been read to its end. */
  readonly rows?: number
  readonly readAt?: number
  /** Rows read so far, while it is being read. */
  readonly reading?: number
  /** Nobody's question begins to read it anew before that, unless it asks for that; absent while it is being read. */
  readonly nextAt?: number
  readonly lastFailure?: { readonly at: number; readonly code: string; readonly message: string }
}

/**
 * A list that took long to read is left alone for so many times as long: no venue gives more than a quarter of what it
 * allows us for lists that are kept new.
 */
const REST = 3
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 300_000
/** What cannot be written, or by no thread, is not tried again for so long: the venues are asked as if there were none. */
const BROKEN_MS = 60_000
/** Lists that were replaced stay for whoever reads them page by page. */
const KEEP_REPLACED_MS = 15 * 60_000

/** Keeps lists as new as is promised: they are read anew when somebody asks for one that is no longer. */
export function createListKeeper(deps: ListKeeperDeps): ListKeeper & {
  status(venue: VenueId): readonly KeptListStatus[]
  close(): void
} {
  const { reader, syncer, clock, log, ages } = deps
  const flights = createSingleFlight<void>()
  const readings = new Map<string, Readings>()
  const closing = new AbortController()
  // Everybody who waits for a list listens; many at once are no leak.
  setMaxListeners(0, closing.signal)
  /** The file could not be written lately: until then, monotonic ms, nothing is read into it. */
  let brokenUntil = Number.NEGATIVE_INFINITY

  function readingsOf(venue: VenueId, status: Status): Readings {
    const key = `${venue} ${status}`
    const known = readings.get(key)
    if (known !== undefined) return known
    const none = { now: undefined, failures: 0, notBefore: Number.NEGATIVE_INFINITY, lastFailure: undefined }
    readings.set(key, none)
    return none
  }

  /** Reads a list, once for all who want it. */
  function read(
    { id: venue }: Venue,
    status: Status,
    asker: Pick<ListAsker, 'signal' | 'priority'>,
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
        const { columns, ...walk } = await reading.result
        const [replaced] = generations(venue, [status])
        for (const kind of ['event', 'market'] as const) deps.adopt(walk.walk, kind, columns[kind])
        await syncer.publish(walk)
        // Not before: until then it is the one that is asked for.
        if (replaced !== undefined) deps.letGo(replaced.walk)
        if (walk.omitted.rows > 0) deps.onSkipped(venue, walk.omitted.rows)
        of.failures = 0
        of.lastFailure = undefined
        of.notBefore = clock.monotonic() + REST * (clock.monotonic() - began)
      } catch (error) {
        const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** of.failures++)
        of.notBefore = clock.monotonic() + pause
        if (isOfCatalog(error)) broken(error)
        else if (error instanceof PmxError) of.lastFailure = { at: clock.now(), error }
        throw error
      } finally {
        of.now = undefined
      }
      tidy()
    }
    return flights.run(`${venue} ${status}`, asker.signal, work, asker.priority)
  }

  function broken(error: unknown): void {
    brokenUntil = clock.monotonic() + BROKEN_MS
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

  /** Waits for a list as long as the asker may; who leaves does not end its reading. */
  async function wait(venue: Venue, status: Status, asker: ListAsker): Promise<void> {
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
      (waitedMs) => stillReading(crawl, venue.id, waitedMs),
    ).finally(() => {
      if (isFirst) asker.noteSent(started?.sent ?? 0)
    })
  }

  /** When a list is too old and has rested, epoch ms. */
  function nextAt(generation: Generation | undefined, notBefore: number): number {
    const rests = Math.max(0, notBefore - clock.monotonic(), brokenUntil - clock.monotonic())
    const isOldIn = Math.max(0, ages.freshMs - ageOf(generation))
    return clock.now() + Math.max(rests, isOldIn)
  }

  function generations(venue: VenueId, statuses: readonly Status[]): (Generation | undefined)[] {
    const known = reader.state(venue)
    return statuses.map((status) => known.find((list) => list.status === status)?.generation)
  }

  /** Of a list that seems to have been read in the future our clock tells nothing: it was set back since. */
  function ageOf(generation: Generation | undefined): number {
    const age = generation === undefined ? Number.POSITIVE_INFINITY : clock.now() - generation.beganAt
    return age < 0 ? Number.POSITIVE_INFINITY : age
  }

  function given(
    found: readonly (Generation | undefined)[],
    { omissions }: ListAsker,
    cache: KeptState['cache'],
  ): KeptState {
    for (const generation of found)
      if (generation?.omitted !== undefined) omissions.include(generation.omitted)
    return { ageS: secondsOf(found), cache }
  }

  function secondsOf(found: readonly (Generation | undefined)[]): number {
    const began = found.map((generation) => clock.now() - (generation?.beganAt ?? 0))
    return Math.max(0, Math.floor(Math.max(...began) / 1000))
  }

  /** What is kept, in the place of a failure, for who takes it; everybody else is told what there is. */
  function inPlaceOf(error: unknown, venue: Venue, statuses: readonly Status[], asker: ListAsker): KeptState {
    // Lists are read without credentials.
    const trouble = outOfReach(error, venue, { signal: asker.signal, secrets: noSecrets })
    const found = generations(venue.id, statuses)
    if (trouble === undefined || found.includes(undefined)) throw error
    const ageS = secondsOf(found)
    const { serves = false, maxAgeS = Number.POSITIVE_INFINITY } = asker.stored ?? {}
    if (serves && ageS <= maxAgeS)
      return { ...given(found, asker, 'stale'), stale: { reason: trouble.reason } }
    const rows = found.reduce((sum, generation) => sum + (generation?.rows ?? 0), 0)
    const stored = { rows, ageSeconds: ageS, switch: 'stale=ok' }
    throw trouble.error.with({
      message: `${trouble.error.message} A list read ${ageS} s ago is stored; stale=ok gives it.`,
      detail: { ...trouble.error.detail, stored },
    })
  }

  async function ready(
    venue: Venue,
    statuses: readonly Status[],
    asker: ListAsker,
    hasShortWay: () => boolean,
  ): Promise<KeptState | undefined> {
    const found = generations(venue.id, statuses)
    const { unasked, renews = false } = asker.stored ?? {}
    const oldest = Math.max(...found.map(ageOf))
    if (unasked !== undefined)
      return oldest <= ages.freshMs
        ? given(found, asker, 'hit')
        : inPlaceOf(unaskedError(unasked, venue.id), venue, statuses, asker)
    const tooOld = statuses.filter((_, index) => renews || ageOf(found[index]) > ages.staleMs)
    if (tooOld.length > 0) return renewed(tooOld)
    for (const [index, status] of statuses.entries())
      if (ageOf(found[index]) > ages.freshMs) beginWhenRested(venue, status)
    return given(found, asker, oldest > ages.freshMs ? 'stale' : 'hit')

    async function renewed(wanted: readonly Status[]): Promise<KeptState | undefined> {
      if (clock.monotonic() < brokenUntil) return undefined
      if (!renews && hasShortWay()) {
        for (const status of wanted) beginWhenRested(venue, status)
        return undefined
      }
      try {
        await Promise.all(wanted.map((status) => wait(venue, status, asker)))
      } catch (error) {
        return inPlaceOf(error, venue, statuses, asker)
      }
      const read = generations(venue.id, statuses)
      const isRead = statuses.every(
        (status, index) =>
          read[index] !== undefined && (!wanted.includes(status) || read[index].walk !== found[index]?.walk),
      )
      if (isRead) return given(read, asker, 'miss')
      // The thread has written another file than is read here: one of them was moved away, or deleted, meanwhile.
      await syncer.stop(new Error('the file of the catalog was moved away'))
      deps.onOtherFile()
      return undefined
    }
  }

  return {
    async ready(venue, statuses, asker, hasShortWay) {
      if (venue.isPrivate === true) return undefined
      try {
        return await ready(venue, statuses, asker, hasShortWay)
      } catch (error) {
        // Whatever the catalog is in, the venue can be asked.
        if (isOfCatalog(error)) return undefined
        throw error
      }
    },
    status(venue) {
      const known = reader.state(venue)
      return (['active', 'closed'] as const).flatMap((status): KeptListStatus[] => {
        const generation = known.find((list) => list.status === status)?.generation
        const { now, lastFailure, notBefore } = readingsOf(venue, status)
        if (generation === undefined && now === undefined && lastFailure === undefined) return []
        const { code, message } = lastFailure?.error ?? {}
        return [
          {
            status,
            ...(generation === undefined ? {} : { rows: generation.rows, readAt: generation.beganAt }),
            ...(now === undefined ? { nextAt: nextAt(generation, notBefore) } : { reading: now.rows }),
            ...(lastFailure === undefined || code === undefined || message === undefined
              ? {}
              : { lastFailure: { at: lastFailure.at, code, message } }),
          },
        ]
      })
    },
    close: () => closing.abort(new Error('the daemon stops')),
  }
}

function isOfCatalog(error: unknown): boolean {
  return error instanceof CatalogFault || (error instanceof PmxError && error.code === 'CATALOG_UNAVAILABLE')
}
