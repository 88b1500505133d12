import { computeAgeSeconds } from '../../../api/arguments/stored-terms.js'
import { createValidationError, PmxError } from '../../../api/envelope/errors.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { isCatalogId } from '../../../api/values/catalog-id.js'
import type { Search, Standing } from '../../../catalog/cross-venue/cross-venue-search.js'
import { withCatalogIds } from '../../../catalog/cross-venue/row-text.js'
import type { IndexQuery } from '../../../catalog/cross-venue/search-index.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import type { ListSnapshot } from '../../../catalog/rows/snapshot-rows.js'
import type { Clock } from '../../../effects/clock.js'
import { DeadlineExceeded, leaveOnAbort, startDeadline } from '../../../policy/abort.js'
import type { LazyRow } from '../../listings/cache/list-cursors.js'
import { LIST_SHRUNK } from '../../listings/cache/shrunk-lists.js'
import { createStaleHeader, withoutCall } from '../../request/response-headers.js'
import type { ListSnapshots } from './list-snapshots.js'
import {
  type CandidateMarket,
  type ContextualMarket,
  findMarketsNamed,
  type MatchCandidates,
} from './match-candidates.js'
import { type CatalogSearchQuery, searchAll } from './search-all-venues.js'

export type { CatalogSearchQuery } from './search-all-venues.js'

/** A page of rows of all venues. */
export interface CatalogPage {
  /** Each row as JSON. */
  readonly rows: readonly Buffer[]
  readonly headers: Readonly<Record<string, string>>
  readonly standing: Standing
}

/** Markets that are to be compared with one market. */
interface AcrossAlike {
  /** Best first. */
  readonly markets: readonly CandidateMarket[]
  /** When the oldest of the lists behind the result began to be read, epoch ms. */
  readonly beganAt: number
  readonly headers: Readonly<Record<string, string>>
}

interface AcrossMarkets {
  /** Without markets that are no longer in any list. */
  readonly markets: readonly ContextualMarket[]
  /** Whether there are no rows beyond this page. */
  readonly isLast: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** The cross-venue catalog: the cached lists of all venues as one. Its queries do not call a venue. */
export interface CatalogSearch {
  /**
   * Returns a page of rows.
   * @throws CATALOG_UNAVAILABLE while no list is ready; the missing lists are then being read
   * @throws VALIDATION_ERROR for a venue that is excluded from the catalog
   */
  page(kind: RowKind, query: CatalogSearchQuery): Promise<CatalogPage>
  /**
   * Returns the same as `page`, where no waiting is needed, or undefined if something has to be built first.
   * @throws as `page`
   */
  pageNow(kind: RowKind, query: CatalogSearchQuery): CatalogPage | undefined
  /**
   * Returns the headers of a page that would be unchanged now, or undefined if it would differ.
   * @throws as `page`
   */
  again(kind: RowKind, query: CatalogSearchQuery, standing: Standing): Headers | undefined
  /**
   * Returns the rows with a name on any venue, or on one: the cross-venue id, the venue's own id, a slug or an address.
   * @throws CATALOG_UNAVAILABLE while no list is ready
   */
  named(kind: RowKind, name: string, venue?: VenueId): Promise<readonly Buffer[]>
  /**
   * Returns the markets with a name, as `named` finds them, for comparison.
   * @throws as `named`
   */
  marketsNamed(name: string, venue?: VenueId): Promise<readonly ContextualMarket[]>
  /**
   * Returns a page of open markets by volume, for comparison.
   * @throws CATALOG_UNAVAILABLE while no list is ready
   */
  markets(query: CatalogSearchQuery): Promise<AcrossMarkets>
  /**
   * Returns open markets of other venues that are match candidates.
   * @param most maximum number of markets; by default as many as are worth comparing
   * @throws CATALOG_UNAVAILABLE while no list is ready
   */
  alike(market: ContextualMarket, most?: number): Promise<AcrossAlike>
  /**
   * Returns all open rows, by volume.
   * @throws CATALOG_UNAVAILABLE while no list is ready
   */
  whole(kind: RowKind): Promise<{ readonly rows: readonly LazyRow[]; readonly headers: Headers }>
  /** Replaces catalog ids by the venue's own ids, wherever they are among the arguments of a call. */
  nativeIds<Args>(venue: VenueId, args: Args): Promise<Args>
}

interface AcrossParts {
  readonly snapshots: ListSnapshots
  /** Venues that are served but excluded from the catalog, because their data is not real. None by default. */
  readonly leftOut?: readonly VenueId[]
  readonly search: Search
  readonly matchCandidates: MatchCandidates
}

interface AcrossDeps {
  /** Called at the first query. */
  readonly open: () => Promise<AcrossParts>
  readonly clock: Clock
}

type Headers = CatalogPage['headers']

/** The lists that are ready at the time of a query. */
interface Ready {
  readonly ready: readonly ListSnapshot[]
  /** Venues without a ready list. */
  readonly missing: readonly VenueId[]
}

/** Interval between checks of the lists' age: a list is outdated only after hours. */
const KEEP_EVERY_MS = 1_000

/** How long the ready lists are not looked up again: a list takes seconds to read. */
const LOOK_EVERY_MS = 10

/** For this long after the first query the catalog is unavailable while a list is being read for the first time. */
const FIRST_LISTS_MS = 60_000

/** How long a query waits for match candidates while the index of all markets is built; SDKs wait 30 s. */
const PATIENCE_MS = 10_000

/** Seconds after which a rejected client may retry. */
const RETRY_AFTER_S = 1

export function createCatalogSearch({ open, clock }: AcrossDeps): CatalogSearch {
  let opening: ReturnType<AcrossDeps['open']> | undefined
  let parts: AcrossParts | undefined
  let firstAskedAt: number | undefined
  /** Whether the catalog was available once: from then on, a venue whose list is missing is reported as missing. */
  let hasAnswered = false
  let keptAt = Number.NEGATIVE_INFINITY
  let ended: { readonly at: number; readonly shelves: readonly ListSnapshot[] } | undefined
  let looked: { readonly at: number; readonly found: Ready } | undefined
  let toldLast:
    | {
        readonly age: number
        readonly missing: Ready['missing']
        readonly isUnconfirmed: boolean
        readonly headers: Headers
      }
    | undefined

  /**
   * Returns the ready lists, and the venues without one.
   * @throws CATALOG_UNAVAILABLE while no list is ready, or the first lists are being read
   */
  function readyIn(shelves: ListSnapshots): Ready {
    const now = clock.monotonic()
    firstAskedAt ??= now
    if (now - keptAt >= KEEP_EVERY_MS) {
      keptAt = now
      shelves.keep()
    }
    if (looked !== undefined && now - looked.at >= LOOK_EVERY_MS) looked = undefined
    const found = looked?.found ?? lookAt(shelves)
    const { ready, missing } = found
    const isBeginning = !hasAnswered && missing.length > 0 && now - firstAskedAt < FIRST_LISTS_MS
    if (ready.length === 0 || (isBeginning && missing.some(shelves.isReading))) {
      // Lists that are being read now may be ready at the next query.
      looked = undefined
      throw unavailable(shelves)
    }
    looked ??= { at: now, found }
    hasAnswered = true
    return found
  }

  /** Returns the same object for the same headers, until other headers are needed. */
  function headersOf(beganAt: number, { ready, missing }: Ready, only?: VenueId): Headers {
    const age = computeAgeSeconds(beganAt, clock.now())
    const isUnconfirmed = ready.some(
      (shelf) => shelf.isUnconfirmed && (only === undefined || shelf.venue === only),
    )
    if (toldLast?.age === age && toldLast.missing === missing && toldLast.isUnconfirmed === isUnconfirmed)
      return toldLast.headers
    const headers = {
      ...withoutCall,
      [pmxHeaders.listAge]: String(age),
      ...(isUnconfirmed ? createStaleHeader({ reason: LIST_SHRUNK, ageS: age }) : {}),
      ...(missing.length === 0 ? {} : { [pmxHeaders.missingVenues]: missing.join(',') }),
    }
    toldLast = { age, missing, isUnconfirmed, headers }
    return headers
  }

  function opened(): ReturnType<AcrossDeps['open']> {
    opening ??= open().then(
      (opened) => {
        parts = opened
        return opened
      },
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }

  function openAt({ closed = false }: CatalogSearchQuery): number | undefined {
    return closed === false ? clock.now() : undefined
  }

  /** Returns the lists to search: the open lists, and those of closed rows where requested. */
  function searched(
    shelves: ListSnapshots,
    { closed = false }: CatalogSearchQuery,
    ready: readonly ListSnapshot[],
  ) {
    if (closed === false) return ready
    const now = clock.monotonic()
    if (ended === undefined || now - ended.at >= KEEP_EVERY_MS) {
      shelves.keepEnded()
      ended = { at: now, shelves: shelves.ended() }
    }
    return [...ready, ...ended.shelves]
  }

  function soughtBy(query: CatalogSearchQuery): IndexQuery {
    const { closed, isByWords: _words, ...sought } = query
    const at = openAt(query)
    if (closed === 'only') return { ...sought, closedAt: clock.now() }
    return at === undefined ? sought : { ...sought, openAt: at }
  }

  async function page(kind: RowKind, query: CatalogSearchQuery): Promise<CatalogPage> {
    const all = await opened()
    assertIn(all, query.venue)
    const { snapshots, search } = all
    const found = readyIn(snapshots)
    const from = searched(snapshots, query, found.ready)
    const venues = venuesOf(found, query.venue)
    const searchedFor = { kind, query, sought: soughtBy(query), from, venues }
    const { page: made, headers: how } = await searchAll({ snapshots, search }, searchedFor)
    const { rows, beganAt, standing } = made
    const headers = headersOf(beganAt, found, query.venue)
    return { rows, headers: how === undefined ? headers : { ...headers, ...how }, standing }
  }

  return {
    page,
    pageNow(kind, query) {
      if (parts === undefined || query.isByWords === true) return undefined
      assertIn(parts, query.venue)
      const all = readyIn(parts.snapshots)
      const found = parts.search.pageNow(searched(parts.snapshots, query, all.ready), kind, soughtBy(query))
      // A text that is in no title may be found by its words, which `page` does.
      if (found === undefined || (found.rows.length === 0 && query.text !== undefined)) return undefined
      const headers = headersOf(found.beganAt, all, query.venue)
      return { rows: found.rows, headers, standing: found.standing }
    },
    again(kind, query, standing) {
      if (parts === undefined) return undefined
      const all = readyIn(parts.snapshots)
      const from = searched(parts.snapshots, query, all.ready)
      const beganAt = parts.search.stillOf(from, kind, standing, openAt(query))
      return beganAt === undefined ? undefined : headersOf(beganAt, all, query.venue)
    },
    async named(kind, name, only) {
      const all = await opened()
      assertIn(all, only)
      const { snapshots } = all
      const found = readyIn(snapshots)
      const rows = venuesOf(found, only).flatMap((venue) =>
        snapshots.named(venue, kind, name).map((row) => withCatalogIds(kind, venue, row.read())),
      )
      assertFoundOrRead(rows, snapshots, found, only)
      return rows
    },
    async marketsNamed(name, only) {
      const all = await opened()
      assertIn(all, only)
      const { snapshots } = all
      const found = readyIn(snapshots)
      const markets = findMarketsNamed(snapshots, venuesOf(found, only), name)
      assertFoundOrRead(markets, snapshots, found, only)
      return markets
    },
    async markets(query) {
      const { rows, headers } = await page('market', query)
      const { snapshots } = await opened()
      const markets = rows.flatMap((row) => {
        const { id, sourceExchange } = JSON.parse(row.toString()) as { id: string; sourceExchange: VenueId }
        return findMarketsNamed(snapshots, [sourceExchange], id).slice(0, 1)
      })
      return { markets, isLast: rows.length < query.limit, headers }
    },
    async alike(market, most) {
      const { snapshots, matchCandidates } = await opened()
      const all = readyIn(snapshots)
      const patience = startDeadline(clock, PATIENCE_MS)
      try {
        const { markets, beganAt } = await leaveOnAbort(
          matchCandidates.of(all.ready, market, most),
          patience.signal,
        )
        return { markets, beganAt, headers: headersOf(beganAt, all) }
      } catch (error) {
        throw error instanceof DeadlineExceeded ? stillReading() : error
      } finally {
        patience.release()
      }
    },
    async whole(kind) {
      const { snapshots, search } = await opened()
      const all = readyIn(snapshots)
      const { rows, beganAt } = await search.all(all.ready, kind, clock.now())
      return { rows, headers: headersOf(beganAt, all) }
    },
    async nativeIds(venue, args) {
      const { snapshots } = await opened()
      const native = (text: string): string =>
        isCatalogId(text)
          ? (snapshots.named(venue, 'market', text)[0]?.id ??
            snapshots.named(venue, 'event', text)[0]?.id ??
            text)
          : text
      return replaced(args, native)
    },
  }
}

function lookAt(shelves: ListSnapshots): Ready {
  const ready = shelves.ready()
  return { ready, missing: shelves.venues.filter((id) => !ready.some(({ venue }) => venue === id)) }
}

function venuesOf({ ready }: Ready, only: VenueId | undefined): readonly VenueId[] {
  return ready.map(({ venue }) => venue).filter((venue) => only === undefined || venue === only)
}

/** @throws CATALOG_UNAVAILABLE for a name without rows while a list that may have it is being read */
function assertFoundOrRead(
  rows: readonly unknown[],
  shelves: ListSnapshots,
  { missing }: Ready,
  only: VenueId | undefined,
): void {
  const mayHaveIt = (venue: VenueId): boolean => only === undefined || venue === only
  if (rows.length === 0 && missing.filter(mayHaveIt).some(shelves.isReading)) throw unavailable(shelves)
}

/** Rejects venues whose data is not real: an empty response would look as if they listed nothing. */
function assertIn({ leftOut = [] }: AcrossParts, venue: VenueId | undefined): void {
  if (venue === undefined || !leftOut.includes(venue)) return
  throw createValidationError(
    'exchange',
    `${venue} is not in the catalog of all venues, because its markets use play money. Call it at /api/${venue}`,
  )
}

function unavailable(shelves: ListSnapshots): PmxError {
  const venues = shelves.progress()
  return new PmxError('CATALOG_UNAVAILABLE', 'The market lists are being loaded. Retry in a moment.', {
    status: 503,
    retryable: true,
    retryAfter: RETRY_AFTER_S,
    detail: { kind: 'still_listing', venues },
  })
}

function stillReading(): PmxError {
  return new PmxError(
    'CATALOG_UNAVAILABLE',
    'The market index of all venues is being built. Retry in a moment.',
    { status: 503, retryable: true, retryAfter: PATIENCE_MS / 1_000, detail: { kind: 'still_reading' } },
  )
}

function replaced<Value>(value: Value, native: (text: string) => string): Value
function replaced(value: unknown, native: (text: string) => string): unknown {
  if (typeof value === 'string') return native(value)
  if (Array.isArray(value)) return value.map((member: unknown) => replaced(member, native))
  // Dates, for example, stay unchanged.
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, native)]))
}
