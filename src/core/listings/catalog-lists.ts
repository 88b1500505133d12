import { computeAgeSeconds } from '../../api/arguments/stored-terms.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { PaginatedResult, UnifiedMarket } from '../../api/models/models.js'
import { toWireMarket } from '../../api/models/wire-rows.js'
import { isCatalogCursor, type ListQuery } from '../../catalog/query/catalog-lists.js'
import type { RowFilter, TextField } from '../../catalog/rows/filter.js'
import type { RowKind } from '../../catalog/rows/row-numbers.js'
import { joinText, type Piece } from '../../catalog/rows/row-stream.js'
import type { Clock } from '../../effects/clock.js'
import type { MarketRow, Status, Venue } from '../../venue-kit/contract/venue.js'
import { assertPageLimit } from '../query/cursor-snapshots.js'
import { readEventCriteria, readMarketCriteria } from '../query/parse-filter.js'
import { createSingleEvent, createSingleMarket, type SingleResult } from '../query/single-result.js'
import { assertPage, type Selection, searchesWords } from '../query/sort-and-page.js'
import { type Job, MethodResult, ReadyPieces } from '../request/api-call.js'
import { type CacheState, createCacheHeaders } from '../request/response-headers.js'
import type { CachedLists } from './cache/list-cache-types.js'
import { type CurrentRows, MAX_REFRESHED_ROWS } from './cache/row-refresh.js'
import { type LiveRows, renderLiveRows } from './cache/streamed-row-prices.js'
import { type Chosen, criteriaIn, type ListingPlan, listScopeOf, planList, requestsOf } from './list-plan.js'
import { canLimitAtVenue } from './venue-crawl.js'
import { type EventQuery, type MarketQuery, namesEvent, namesMarkets, withoutPage } from './venue-lists.js'

export interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly filter?: Readonly<Record<string, unknown>>
}

type RowQuery = Selection & Chosen & Pick<MarketQuery, 'status'>

/** Number of rows read at a time if many match a text. Other work runs in between. */
const ROWS_AT_ONCE = 32

/** The envelope's text around the rows of a page. */
export type PageEnvelope = (
  page: Omit<PaginatedResult<never>, 'data'>,
) => readonly [before: string, after: string]

/**
 * Creates list queries over the cached lists. They return the same rows in the same order as a read of the venue, but
 * read only the rows of the page. Each returns undefined if the venue itself is to be called. Each throws for an invalid
 * query, or for a list that is not available.
 */
export function createCatalogReads(
  { cache, lists, reader, turn, writeBack }: CachedLists,
  current: CurrentRows,
  live: LiveRows,
  clock: Clock,
) {
  async function list(
    kind: RowKind,
    { venue, ctx, stored }: Job,
    plan: ListingPlan,
    more: Partial<ListQuery>,
  ) {
    const question: ListQuery = {
      ...more,
      kind,
      lists: plan.statuses.map((status) => ({ venue: venue.id, status })),
      ...(plan.sort === undefined ? {} : { sort: plan.sort }),
    }
    if (question.cursor !== undefined) {
      const page = await lists.page(question)
      // Pages of a frozen list can be read to its end, whatever its age.
      if (page === undefined) return undefined
      const state: CacheState = { ageS: computeAgeSeconds(page.beganAt, clock.now()), cache: 'hit' }
      return { page, state, headers: headersOf(page, state) }
    }
    const { signal, priority, omissions } = ctx
    const noteSent = (calls: number): void => ctx.noteSent(calls)
    const asker = { signal, priority, omissions, noteSent, ...(stored === undefined ? {} : { stored }) }
    const state = await cache.ready(venue, plan.statuses, asker, () => hasShortWay(kind, plan, venue, ctx))
    const page = state === undefined ? undefined : await lists.page(question)
    return state === undefined || page === undefined
      ? undefined
      : { page, state, headers: headersOf(page, state) }
  }

  /**
   * Returns the rows that match a query.
   * @param isAsText whether the title must contain the query text verbatim
   */
  async function fitting(kind: RowKind, query: RowQuery, job: Job, isAsText = false) {
    assertPage(query)
    const criteria = criteriaIn(query)
    const chosen = criteria === undefined ? {} : read[kind](criteria)
    const isByWords = !isAsText && searchesWords(query)
    const filter = isByWords ? chosen : withText(chosen, query)
    const plan = planList(job.venue, query, { kind: 'all' }, criteria === undefined)
    const { limit, offset, query: text = '' } = query
    const found = await list(kind, job, plan, {
      filter,
      ...(isByWords ? { search: { text, isRanked: query.sort === undefined } } : {}),
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    })
    return found && { ...found, plan }
  }

  async function rows(
    kind: RowKind,
    query: RowQuery,
    job: Job,
    ignored: readonly string[],
  ): Promise<MethodResult | undefined> {
    const found = await fitting(kind, query, job)
    if (found === undefined) return undefined
    const { page, state, headers, plan } = found
    const { limit } = query
    const isShort = limit !== undefined && limit <= MAX_REFRESHED_ROWS
    const { endedAt = Number.POSITIVE_INFINITY } = page
    const rereads = mayBeReread(state, job)
    const { versions, walks } = page
    const isCurrent = kind === 'market' && isShort && (rereads || writeBack.hasSince(job.venue.id, endedAt))
    const data = isCurrent
      ? new ReadyPieces('[', await currentPieces(versions, plan.statuses, job, { rereads, endedAt }), ']')
      : new ReadyPieces(
          '[',
          piecesOf(kind, versions, job),
          ']',
          isShort && !live.has(job.venue) ? sameAs(kind, walks, versions, job) : undefined,
          isBare(job),
        )
    return new MethodResult(data, headers, undefined, ignored)
  }

  /**
   * Returns the one row that matches a text.
   * @throws if no row matches, or several do and none exactly, as `one` defines
   */
  async function theOne<Row>(
    kind: RowKind,
    query: RowQuery,
    one: SingleResult<Row>,
    job: Job,
    ignored: readonly string[],
  ): Promise<MethodResult | undefined> {
    const whole = withoutPage(query)
    const asText = await fitting(kind, whole, job, true)
    if (asText === undefined) return undefined
    const found = asText.page.total > 0 ? asText : ((await fitting(kind, whole, job)) ?? asText)
    const { versions } = found.page
    for (let from = 0; from < versions.length; from += ROWS_AT_ONCE) {
      const pieces = piecesOf(kind, versions.slice(from, from + ROWS_AT_ONCE), { venue: job.venue })
      // The daemon itself wrote these rows.
      for (const row of JSON.parse(`[${joinText(pieces)}]`) as Row[]) one.add(row)
      await turn(true)
    }
    return new MethodResult(one.row(), found.headers, undefined, ignored)
  }

  /** Returns markets with the venue's current data where available, in their cached order and with the requested statuses. */
  async function currentPieces(
    versions: readonly number[],
    statuses: readonly Status[],
    { venue, ctx }: Job,
    { rereads, endedAt }: { readonly rereads: boolean; readonly endedAt: number },
  ): Promise<readonly Piece[]> {
    const kept = [...reader.markets(versions)]
    const ids = kept.map(([id]) => id)
    const rows = rereads ? await current.read(venue, ids, ctx) : new Map<string, MarketRow>()
    const texts = kept.flatMap(([id, json]): Piece[] => {
      const row = rows.get(id) ?? asLookedUp(writeBack.market(venue.id, id, endedAt), json)
      if (row === undefined) return [live.market(venue, id, json)]
      if (!statuses.includes(row.status)) return []
      const text = JSON.stringify(toWireMarket(row.market))
      return [row.status === 'active' ? live.market(venue, id, text) : text]
    })
    return texts.flatMap((text, index) => (index > 0 ? [',', text] : [text]))
  }

  /** Whether rows are read without their metadata; the metadata of watched rows is needed to compute their updates. */
  function isBare({ venue, bare }: Pick<Job, 'venue' | 'bare'>): boolean {
    return bare === true && !live.has(venue)
  }

  function piecesOf(
    kind: RowKind,
    versions: readonly number[],
    job: Pick<Job, 'venue' | 'bare'>,
  ): Iterable<Piece> {
    const { venue } = job
    const pieces = live.has(venue)
      ? () => renderLiveRows(live, venue, kind, reader, versions)
      : () => reader.pieces(kind, versions, isBare(job) ? 'bare' : 'whole')
    return { [Symbol.iterator]: () => pieces()[Symbol.iterator]() }
  }

  function* marketsOf(versions: readonly number[], venue: Venue): Generator<readonly [string, Piece]> {
    for (const [id, json] of reader.markets(versions)) yield [id, live.market(venue, id, json)]
  }

  return {
    async markets(query: MarketQuery, job: Job, ignored: readonly string[]) {
      if (namesMarkets(query) || !isKept(job.venue, query)) return undefined
      return rows('market', query, job, ignored)
    },

    async events(query: EventQuery, job: Job, ignored: readonly string[]) {
      const isScoped = namesEvent(query) || query.series !== undefined
      return isScoped || !isKept(job.venue, query) ? undefined : rows('event', query, job, ignored)
    },

    /** Returns the market that a text means; undefined also for a market that is named by a key. */
    async market(query: MarketQuery, job: Job, ignored: readonly string[]) {
      if (query.query === undefined || namesMarkets(query) || !isKept(job.venue, query)) return undefined
      return theOne('market', query, createSingleMarket(query.query), job, ignored)
    },

    /** Same as `market`, for events. */
    async event(query: EventQuery, job: Job, ignored: readonly string[]) {
      const isScoped = namesEvent(query) || query.series !== undefined
      if (query.query === undefined || isScoped || !isKept(job.venue, query)) return undefined
      return theOne('event', query, createSingleEvent(query.query), job, ignored)
    },

    /** Returns a page of the whole list, sliced as in `query/cursor-snapshots.ts`: the filter applies after slicing. */
    async page(kind: RowKind, query: PageQuery, job: Job, ignored: readonly string[], around: PageEnvelope) {
      const { limit, cursor, filter } = query
      if (!isKept(job.venue, {})) return undefined
      const shown = filter === undefined ? undefined : read[kind](filter)
      assertPageLimit(limit)
      if (cursor !== undefined && !isCatalogCursor(cursor)) return undefined
      const found = await list(kind, job, planList(job.venue, {}, { kind: 'all' }, true), {
        ...(shown === undefined ? {} : { shown }),
        ...(limit === undefined || limit === 0 ? {} : { limit }),
        ...(cursor === undefined ? {} : { cursor }),
      })
      if (found === undefined) return undefined
      const { versions, total, nextCursor } = found.page
      const [before, after] = around({ total, ...(nextCursor === undefined ? {} : { nextCursor }) })
      const data = new ReadyPieces(
        `${before}[`,
        piecesOf(kind, versions, job),
        `]${after}`,
        undefined,
        isBare(job),
      )
      return new MethodResult(data, found.headers, undefined, ignored)
    },

    /** Returns all open markets by their ids. */
    async marketsById(job: Job): Promise<MethodResult | undefined> {
      if (!isKept(job.venue, {})) return undefined
      const found = await list('market', job, planList(job.venue, {}, { kind: 'all' }, true), {})
      if (found === undefined) return undefined
      const { versions } = found.page
      const members = { [Symbol.iterator]: () => membersOf(marketsOf(versions, job.venue)) }
      return new MethodResult(new ReadyPieces('{', members, '}'), found.headers)
    },
  }
}

/** Returns the row of a lookup, unless it lacks a number that the list has. */
function asLookedUp(row: MarketRow | undefined, kept: Piece): MarketRow | undefined {
  if (row === undefined) return undefined
  const { metadata } = JSON.parse(joinText([kept])) as UnifiedMarket
  const unknown = metadata?.unknown ?? []
  const { volume24h, volume, liquidity } = row.market
  const lacks = Object.entries({ volume24h, volume, liquidity }).some(
    ([name, value]) => value === undefined && !unknown.includes(name),
  )
  return lacks ? undefined : row
}

/** Whether prices may be newer than the list, and the venue may be called for them. */
function mayBeReread({ cache, stale }: CacheState, { venue, stored }: Job): boolean {
  const mayAsk = stale === undefined && stored?.unasked === undefined
  return cache === 'stale' && mayAsk && venue.markets.readMany !== undefined
}

/**
 * Returns a key that is equal for equal rows. Versions identify rows within one file. The list reads, whose ids are times,
 * identify the file.
 */
function sameAs(
  kind: RowKind,
  walks: string,
  versions: readonly number[],
  { bare }: Pick<Job, 'bare'>,
): string {
  return `${kind} ${walks} ${bare === true ? 'bare ' : ''}${versions.join()}`
}

function* membersOf(markets: Iterable<readonly [id: string, json: Piece]>): Generator<Piece> {
  let before = ''
  for (const [id, json] of markets) {
    yield `${before}${JSON.stringify(id)}:`
    yield json
    before = ','
  }
}

/**
 * Whether cached lists may serve the query. Rows that were fetched with credentials are not shared. A venue's own search and own
 * sort orders are left to the venue.
 */
function isKept(venue: Venue, query: Selection): boolean {
  const isOwnOrder = query.sort !== undefined && venue.markets.unseenOrders?.includes(query.sort) === true
  return venue.isPrivate !== true && !isOwnOrder && listScopeOf(venue, query).kind === 'all'
}

const read = { market: readMarketCriteria, event: readEventCriteria }

const searchFields: Readonly<Record<NonNullable<Selection['searchIn']>, readonly TextField[]>> = {
  title: ['title'],
  description: ['description'],
  both: ['title', 'description'],
}

function withText(filter: RowFilter, { query, searchIn = 'title' }: Selection): RowFilter {
  if (query === undefined) return filter
  return { ...filter, texts: [...(filter.texts ?? []), { text: query, fields: searchFields[searchIn] }] }
}

/** Creates the headers of a page. A list's id changes when the list is read again. */
function headersOf({ walks }: { readonly walks: string }, state: CacheState): Record<string, string> {
  return { ...createCacheHeaders(state), [pmxHeaders.listVersion]: walks }
}

function hasShortWay(kind: RowKind, plan: ListingPlan, venue: Venue, ctx: Job['ctx']): boolean {
  return requestsOf(plan).every((request) => canLimitAtVenue(kind, venue, request, ctx))
}
