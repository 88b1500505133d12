import { computeAgeSeconds, createNotCalledError } from '../../../api/arguments/stored-terms.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { toUnreachable } from '../../../candles/fetch/unreachable.js'
import type { CatalogReader, Generation } from '../../../catalog/file/catalog-reader.js'
import { noSecrets } from '../../../venue-kit/contract/account-secrets.js'
import type { Status, Venue } from '../../../venue-kit/contract/venue.js'
import type { CacheState } from '../../request/response-headers.js'
import { assertTakesRows } from '../../request/stored-rows-error.js'
import type { ListCache, ListCaller } from './list-cache-types.js'
import {
  type CatalogTrouble,
  createListReadings,
  isOfCatalog,
  type ListReadingsDeps,
} from './list-refresh.js'
import { isListShrunk, LIST_SHRUNK } from './shrunk-lists.js'

export interface ListCacheDeps extends Omit<ListReadingsDeps, 'generationOf'> {
  readonly reader: Pick<CatalogReader, 'state'>
}

/** State of a list for status output. Times are epoch ms. */
export interface CachedListStatus {
  readonly status: Status
  /** Absent while the list has never been read to its end. */
  readonly rows?: number
  readonly readAt?: number
  /** Number of rows read so far, while the list is being read. */
  readonly reading?: number
  /** Earliest time of the next read, unless a request demands one. Absent while the list is being read. */
  readonly nextAt?: number
  readonly lastFailure?: { readonly at: number; readonly code: string; readonly message: string }
}

/** Lists of closed rows only grow, and are long: in the background they are not read more often than this. */
const CLOSED_AGE_MS = 6 * 3_600_000

/** Marks a list that is served although the last read lacked most of it. */
const shrunk: Pick<CacheState, 'stale'> = { stale: { reason: LIST_SHRUNK } }

/** Maintains the configured freshness of lists. A request for a list that is too old starts a new read. */
export function createListCache(deps: ListCacheDeps): ListCache & {
  status(venue: VenueId): readonly CachedListStatus[]
  /** Whether the last read lacked most of a list, so that the earlier list is served. */
  isUnconfirmed(venue: VenueId, status: Status): boolean
  /** Whether the venue's open list is being read now. */
  isReading(venue: VenueId): boolean
  /** Reason why nothing that is read can be stored, or undefined while it can. */
  readonly fault: CatalogTrouble | undefined
  close(): void
} {
  const { reader, clock, ages } = deps
  const readings = createListReadings({ ...deps, generationOf })
  /** Returns when a list is too old and its pause is over, epoch ms. */
  function nextAt(generation: Generation | undefined, notBefore: number): number {
    const rests = Math.max(0, notBefore - clock.monotonic(), readings.brokenUntil - clock.monotonic())
    const isOldIn = Math.max(0, ages.freshMs - ageOf(generation))
    return clock.now() + Math.max(rests, isOldIn)
  }

  function generationOf(venue: VenueId, status: Status): Generation | undefined {
    return generations(venue, [status])[0]
  }

  function generations(venue: VenueId, statuses: readonly Status[]): (Generation | undefined)[] {
    const known = reader.state(venue)
    return statuses.map((status) => known.find((list) => list.status === status)?.generation)
  }

  function isUnconfirmed(venue: VenueId, status: Status): boolean {
    const { isUnconfirmed, blankSince } = readings.of(venue, status)
    return isUnconfirmed || (blankSince === undefined && generationOf(venue, status)?.rows === 0)
  }

  /** Whether a list may be blank by a fault: then it is read again soon, regardless of its age. */
  function isEmptyUnconfirmed(venue: VenueId, status: Status): boolean {
    return generationOf(venue, status)?.rows === 0 && isUnconfirmed(venue, status)
  }

  const markOf = (venue: VenueId, statuses: readonly Status[]): Pick<CacheState, 'stale'> =>
    statuses.some((status) => isUnconfirmed(venue, status)) ? shrunk : {}

  /** A list whose read time is in the future has no known age: the local clock was set back since. */
  function ageOf(generation: Generation | undefined): number {
    const age = generation === undefined ? Number.POSITIVE_INFINITY : clock.now() - generation.beganAt
    return age < 0 ? Number.POSITIVE_INFINITY : age
  }

  function given(
    found: readonly (Generation | undefined)[],
    { omissions }: ListCaller,
    cache: CacheState['cache'],
  ): CacheState {
    for (const generation of found)
      if (generation?.omitted !== undefined) omissions.include(generation.omitted)
    return { ageS: secondsOf(found), cache }
  }

  function secondsOf(found: readonly (Generation | undefined)[]): number {
    return computeAgeSeconds(Math.min(...found.map((generation) => generation?.beganAt ?? 0)), clock.now())
  }

  /**
   * Returns the cached list in place of a failure if the caller accepts it. Otherwise throws with the facts of the cached
   * list.
   */
  function inPlaceOf(
    error: unknown,
    venue: Venue,
    statuses: readonly Status[],
    asker: ListCaller,
  ): CacheState {
    const shown = generations(venue.id, statuses)
    // The venue was reached: what it listed before is more likely than what one response lacks.
    if (isListShrunk(error) && !shown.includes(undefined))
      return { ...given(shown, asker, 'stale'), ...shrunk }
    // Lists are read without credentials.
    const trouble = toUnreachable(error, venue, { signal: asker.signal, secrets: noSecrets })
    if (trouble === undefined || shown.includes(undefined)) throw error
    const ageS = secondsOf(shown)
    const rows = shown.reduce((sum, generation) => sum + (generation?.rows ?? 0), 0)
    assertTakesRows(asker.stored, trouble, { rows, ageS, what: 'A list fetched' })
    return { ...given(shown, asker, 'stale'), stale: { reason: trouble.reason } }
  }

  async function ready(
    venue: Venue,
    statuses: readonly Status[],
    asker: ListCaller,
    hasShortWay: () => boolean,
  ): Promise<CacheState | undefined> {
    const found = generations(venue.id, statuses)
    const { unasked, renews = false } = asker.stored ?? {}
    const oldest = Math.max(...found.map(ageOf))
    if (unasked !== undefined)
      return oldest <= ages.freshMs
        ? { ...given(found, asker, 'hit'), ...markOf(venue.id, statuses) }
        : inPlaceOf(createNotCalledError(unasked, venue.id), venue, statuses, asker)
    const tooOld = statuses.filter((_, index) => renews || ageOf(found[index]) > ages.staleMs)
    if (tooOld.length > 0) return renewed(tooOld)
    for (const [index, status] of statuses.entries())
      if (ageOf(found[index]) > ages.freshMs || isEmptyUnconfirmed(venue.id, status))
        readings.beginWhenRested(venue, status)
    const cache = oldest > ages.freshMs ? 'stale' : 'hit'
    return { ...given(found, asker, cache), ...markOf(venue.id, statuses) }

    async function renewed(wanted: readonly Status[]): Promise<CacheState | undefined> {
      if (clock.monotonic() < readings.brokenUntil) return undefined
      if (!renews && hasShortWay()) {
        for (const status of wanted) readings.beginWhenRested(venue, status)
        return undefined
      }
      try {
        await Promise.all(wanted.map((status) => readings.wait(venue, status, asker)))
      } catch (error) {
        return inPlaceOf(error, venue, statuses, asker)
      }
      const read = generations(venue.id, statuses)
      const isRead = statuses.every(
        (status, index) =>
          read[index] !== undefined && (!wanted.includes(status) || read[index].walk !== found[index]?.walk),
      )
      return isRead ? { ...given(read, asker, 'miss'), ...markOf(venue.id, statuses) } : undefined
    }
  }

  return {
    async ready(venue, statuses, asker, hasShortWay) {
      if (venue.isPrivate === true) return undefined
      try {
        return await ready(venue, statuses, asker, hasShortWay)
      } catch (error) {
        // Whatever the state of the catalog, the venue can be called.
        if (isOfCatalog(error)) return undefined
        throw error
      }
    },
    keep(venue, status) {
      const oldestMs = status === 'closed' ? Math.max(CLOSED_AGE_MS, ages.staleMs) : ages.staleMs
      if (venue.isPrivate !== true && ageOf(generationOf(venue.id, status)) > oldestMs)
        readings.beginWhenRested(venue, status, Math.max(ages.freshMs, oldestMs / 2))
    },
    status(venue) {
      const known = reader.state(venue)
      return (['active', 'closed'] as const).flatMap((status): CachedListStatus[] => {
        const generation = known.find((list) => list.status === status)?.generation
        const { now, lastFailure, notBefore } = readings.of(venue, status)
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
    isUnconfirmed,
    isReading: (venue) => readings.of(venue, 'active').now !== undefined,
    get fault() {
      return readings.fault
    },
    close: () => readings.close(),
  }
}
