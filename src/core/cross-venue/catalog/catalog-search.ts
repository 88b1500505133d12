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

/** A page of the rows of all venues. */
export interface CatalogPage {
  /** Each as JSON. */
  readonly rows: readonly Buffer[]
  readonly headers: Readonly<Record<string, string>>
  readonly standing: Standing
}

/** Markets that are to be compared with one. */
interface AcrossAlike {
  /** Best first. */
  readonly markets: readonly CandidateMarket[]
  /** When the oldest of the lists that tell them began to be read, epoch ms. */
  readonly beganAt: number
  readonly headers: Readonly<Record<string, string>>
}

interface AcrossMarkets {
  /** Without those that no list has any more. */
  readonly markets: readonly ContextualMarket[]
  /** Whether there is nothing beyond this page. */
  readonly isLast: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** The catalog of all venues: what lies ready of each, as one. No question of it calls a venue. */
export interface CatalogSearch {
  /**
   * @throws CATALOG_UNAVAILABLE while nothing lies ready; what is missing is being read then
   * @throws VALIDATION_ERROR for a venue that is left out of the catalog
   */
  page(kind: RowKind, query: CatalogSearchQuery): Promise<CatalogPage>
  /** As `page`, where that takes no waiting; undefined where something has to be made first. @throws as `page` */
  pageNow(kind: RowKind, query: CatalogSearchQuery): CatalogPage | undefined
  /**
   * The headers of a page that would be the same now; undefined where it would be another one.
   * @throws as `page`
   */
  again(kind: RowKind, query: CatalogSearchQuery, standing: Standing): Headers | undefined
  /**
   * The rows that bear a name on any venue, or on one: their id among all venues, the venue's own, a slug or an address.
   * @throws CATALOG_UNAVAILABLE while nothing lies ready
   */
  named(kind: RowKind, name: string, venue?: VenueId): Promise<readonly Buffer[]>
  /** The markets that bear a name, as `named` finds them, to be compared. @throws as it does */
  marketsNamed(name: string, venue?: VenueId): Promise<readonly ContextualMarket[]>
  /** A page of open markets, by their volume, to be compared. @throws CATALOG_UNAVAILABLE while nothing lies ready */
  markets(query: CatalogSearchQuery): Promise<AcrossMarkets>
  /**
   * Open markets of other venues that may ask the same.
   * @param most of them; as many as are worth comparing by default
   * @throws CATALOG_UNAVAILABLE while nothing lies ready
   */
  alike(market: ContextualMarket, most?: number): Promise<AcrossAlike>
  /** All open rows, by volume. @throws CATALOG_UNAVAILABLE while nothing lies ready */
  whole(kind: RowKind): Promise<{ readonly rows: readonly LazyRow[]; readonly headers: Headers }>
  /** Puts the venue's own ids in the place of those of the catalog, wherever they stand among the arguments of a call. */
  nativeIds<Args>(venue: VenueId, args: Args): Promise<Args>
}

interface AcrossParts {
  readonly shelves: ListSnapshots
  /** Venues that are served and are no part of the catalog, because nothing there is real; none without. */
  readonly leftOut?: readonly VenueId[]
  readonly search: Search
  readonly lookalikes: MatchCandidates
}

interface AcrossDeps {
  /** Opened at the first question. */
  readonly open: () => Promise<AcrossParts>
  readonly clock: Clock
}

type Headers = CatalogPage['headers']

/** What lies ready at a question. */
interface Ready {
  readonly ready: readonly ListSnapshot[]
  /** Venues of which nothing does. */
  readonly missing: readonly VenueId[]
}

/** Lists are hours old before they are too old. */
const KEEP_EVERY_MS = 1_000

/** Lists take seconds to be read: for so long what lies ready is not looked for again. */
const LOOK_EVERY_MS = 10

/** For so long, since the first question, the catalog is empty while a list is being read for the first time. */
const FIRST_LISTS_MS = 60_000

/** How long is waited for markets that are alike, while all are being read for that; SDKs wait 30 s. */
const PATIENCE_MS = 10_000

/** Seconds after which who was sent away may find something. */
const RETRY_AFTER_S = 1

export function createCatalogSearch({ open, clock }: AcrossDeps): CatalogSearch {
  let opening: ReturnType<AcrossDeps['open']> | undefined
  let parts: AcrossParts | undefined
  let firstAskedAt: number | undefined
  /** It was not said to be unavailable once: a venue that is read anew later, or cannot be, is named as missing. */
  let hasAnswered = false
  let keptAt = Number.NEGATIVE_INFINITY
  let ended: { readonly at: number; readonly shelves: readonly ListSnapshot[] } | undefined
  let looked: { readonly at: number; readonly found: Ready } | undefined
  let toldLast:
    | {
        readonly age: number
        readonly missing: Ready['missing']
        readonly isDoubted: boolean
        readonly headers: Headers
      }
    | undefined

  /** What lies ready, and the venues of which nothing does. @throws CATALOG_UNAVAILABLE while they soon will */
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
      // What is being read now is there the next time.
      looked = undefined
      throw unavailable(shelves)
    }
    looked ??= { at: now, found }
    hasAnswered = true
    return found
  }

  /** The same object for the same headers, as long as nothing else is asked. */
  function headersOf(beganAt: number, { ready, missing }: Ready, only?: VenueId): Headers {
    const age = computeAgeSeconds(beganAt, clock.now())
    const isDoubted = ready.some((shelf) => shelf.isDoubted && (only === undefined || shelf.venue === only))
    if (toldLast?.age === age && toldLast.missing === missing && toldLast.isDoubted === isDoubted)
      return toldLast.headers
    const headers = {
      ...withoutCall,
      [pmxHeaders.listAge]: String(age),
      ...(isDoubted ? createStaleHeader({ reason: LIST_SHRUNK, ageS: age }) : {}),
      ...(missing.length === 0 ? {} : { [pmxHeaders.missingVenues]: missing.join(',') }),
    }
    toldLast = { age, missing, isDoubted, headers }
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

  /** What is searched: the open lists, and what has ended where that is wanted. */
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
    const { shelves, search } = all
    const found = readyIn(shelves)
    const from = searched(shelves, query, found.ready)
    const venues = venuesOf(found, query.venue)
    const searchedFor = { kind, query, sought: soughtBy(query), from, venues }
    const { page: made, headers: how } = await searchAll({ shelves, search }, searchedFor)
    const { rows, beganAt, standing } = made
    const headers = headersOf(beganAt, found, query.venue)
    return { rows, headers: how === undefined ? headers : { ...headers, ...how }, standing }
  }

  return {
    page,
    pageNow(kind, query) {
      if (parts === undefined || query.isByWords === true) return undefined
      assertIn(parts, query.venue)
      const all = readyIn(parts.shelves)
      const found = parts.search.pageNow(searched(parts.shelves, query, all.ready), kind, soughtBy(query))
      // What stands in no title may be found by its words, which `page` does.
      if (found === undefined || (found.rows.length === 0 && query.text !== undefined)) return undefined
      const headers = headersOf(found.beganAt, all, query.venue)
      return { rows: found.rows, headers, standing: found.standing }
    },
    again(kind, query, standing) {
      if (parts === undefined) return undefined
      const all = readyIn(parts.shelves)
      const from = searched(parts.shelves, query, all.ready)
      const beganAt = parts.search.stillOf(from, kind, standing, openAt(query))
      return beganAt === undefined ? undefined : headersOf(beganAt, all, query.venue)
    },
    async named(kind, name, only) {
      const all = await opened()
      assertIn(all, only)
      const { shelves } = all
      const found = readyIn(shelves)
      const rows = venuesOf(found, only).flatMap((venue) =>
        shelves.named(venue, kind, name).map((row) => withCatalogIds(kind, venue, row.read())),
      )
      assertFoundOrRead(rows, shelves, found, only)
      return rows
    },
    async marketsNamed(name, only) {
      const all = await opened()
      assertIn(all, only)
      const { shelves } = all
      const found = readyIn(shelves)
      const markets = findMarketsNamed(shelves, venuesOf(found, only), name)
      assertFoundOrRead(markets, shelves, found, only)
      return markets
    },
    async markets(query) {
      const { rows, headers } = await page('market', query)
      const { shelves } = await opened()
      const markets = rows.flatMap((row) => {
        const { id, sourceExchange } = JSON.parse(row.toString()) as { id: string; sourceExchange: VenueId }
        return findMarketsNamed(shelves, [sourceExchange], id).slice(0, 1)
      })
      return { markets, isLast: rows.length < query.limit, headers }
    },
    async alike(market, most) {
      const { shelves, lookalikes } = await opened()
      const all = readyIn(shelves)
      const patience = startDeadline(clock, PATIENCE_MS)
      try {
        const { markets, beganAt } = await leaveOnAbort(
          lookalikes.of(all.ready, market, most),
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
      const { shelves, search } = await opened()
      const all = readyIn(shelves)
      const { rows, beganAt } = await search.all(all.ready, kind, clock.now())
      return { rows, headers: headersOf(beganAt, all) }
    },
    async nativeIds(venue, args) {
      const { shelves } = await opened()
      const native = (text: string): string =>
        isCatalogId(text)
          ? (shelves.named(venue, 'market', text)[0]?.id ??
            shelves.named(venue, 'event', text)[0]?.id ??
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

/** Venues where nothing is real are no part of the catalog: an empty answer would look as if they listed nothing. */
function assertIn({ leftOut = [] }: AcrossParts, venue: VenueId | undefined): void {
  if (venue === undefined || !leftOut.includes(venue)) return
  throw createValidationError(
    'exchange',
    `${venue} is left out of the catalog of all venues, because nothing there is real: call it by itself, at /api/${venue}`,
  )
}

function unavailable(shelves: ListSnapshots): PmxError {
  const venues = shelves.progress()
  return new PmxError(
    'CATALOG_UNAVAILABLE',
    'The lists of the venues are being read; ask again in a moment.',
    { status: 503, retryable: true, retryAfter: RETRY_AFTER_S, detail: { kind: 'still_listing', venues } },
  )
}

function stillReading(): PmxError {
  return new PmxError(
    'CATALOG_UNAVAILABLE',
    'What the markets of all venues ask is being read; ask again in a moment.',
    { status: 503, retryable: true, retryAfter: PATIENCE_MS / 1_000, detail: { kind: 'still_reading' } },
  )
}

function replaced<Value>(value: Value, native: (text: string) => string): Value
function replaced(value: unknown, native: (text: string) => string): unknown {
  if (typeof value === 'string') return native(value)
  if (Array.isArray(value)) return value.map((member: unknown) => replaced(member, native))
  // Dates, for one, stay what they are.
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, native)]))
}
