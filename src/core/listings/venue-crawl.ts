import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { RowKind } from '../../catalog/rows/row-numbers.js'
import type { Clock } from '../../effects/clock.js'
import { createSemaphore, type Semaphore } from '../../policy/gate.js'
import { createAgingCache } from '../../policy/lru.js'
import { createSingleFlight } from '../../policy/single-flight.js'
import type { Urgency } from '../../policy/urgency.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import { paginate } from '../../venue-kit/contract/paging.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  Status,
  Venue,
  VenueContext,
} from '../../venue-kit/contract/venue.js'
import type { Omitted } from '../../venue-kit/payload/response-notes.js'
import type { Contexts, OpenContext } from '../request/request-context.js'
import { createListDoubts } from './cache/list-doubts.js'
import {
  CRAWLS_AT_ONCE,
  type Crawl,
  createStillReadingError,
  hangUpOf,
  waitFor,
} from './cache/shared-crawl.js'
import type { ShownOpen } from './cache/shown-open.js'

/** Maximum duration of reading all lists of a venue; a waiting caller gets an error before that and retries. */
const CRAWL_ALLOWED_MS = 180_000
/** How long the result of a read is retained for callers that left before it ended. */
const KEEP_FOR_RETURN_MS = 60_000

export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'search'; readonly text: string }
  | { readonly kind: 'series'; readonly series: string }

export interface ListingRequest {
  readonly scope: Scope
  readonly listing: Listing
  /** Whether rows beyond `listing.atMost` cannot matter: nothing is filtered out afterwards. */
  readonly mayStopEarly: boolean
}

/** Rows with one status, and whether they are in the requested order. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly sorted: boolean
  /** The parts that the read had to leave out. */
  readonly omitted?: Omitted
}

/** The caller that wants a list, with its credentials. */
type Asker = Pick<OpenContext, 'signal' | 'secrets' | 'priority' | 'noteSent' | 'omissions'>

export interface Listings {
  events(venue: Venue, request: ListingRequest, asker: Asker): Promise<Rows<EventRow>>
  markets(venue: Venue, request: ListingRequest, asker: Asker): Promise<Rows<MarketRow>>
}

type Source<Row> = (venue: Venue, request: ListingRequest, ctx: VenueContext) => Listed<Row> | undefined

/**
 * Reads a venue's lists page by page and checks the status of every row again. Callers that request the same list share one read,
 * regardless of the part that they request. A read that takes longer than its callers may wait continues, so their next attempt
 * finds the result. If all its callers have disconnected, the read ends.
 */
export function createListings(contexts: Contexts, clock: Clock, shown?: Pick<ShownOpen, 'note'>): Listings {
  const flights = createSingleFlight<Rows<unknown>>()
  const finished = createAgingCache<Rows<unknown>>(8, clock)
  const underWay = new Map<string, Crawl>()
  /** Keys of the reads that continue to the end of a list, by list. */
  const whole = new Map<string, string>()
  const gates = new Map<VenueId, Semaphore>()
  const doubts = createListDoubts(clock)

  /** Returns warnings about a list of open rows that only one response shows to be empty or short. */
  function doubtsOf(
    name: string,
    key: string,
    { scope, listing }: ListingRequest,
    { rows, isWhole }: Pick<Crawl, 'rows' | 'isWhole'>,
  ) {
    if (scope.kind !== 'all' || listing.status !== 'active') return []
    return [doubts.judge({ key, name, rows, isWhole })].flatMap((doubt) => doubt ?? [])
  }

  function gateOf(venue: VenueId): Semaphore {
    const gate = gates.get(venue) ?? createSemaphore(CRAWLS_AT_ONCE)
    gates.set(venue, gate)
    return gate
  }

  function joinable(key: string): Crawl {
    const crawl = flights.has(key) ? underWay.get(key) : undefined
    return crawl ?? { rows: 0, isWhole: false, hasBegun: false, trouble: () => undefined }
  }

  async function read<Row extends { readonly status: Status }>(
    kind: string,
    source: Source<Row>,
    venue: Venue,
    request: ListingRequest,
    { signal, secrets, priority, noteSent, omissions }: Asker,
  ): Promise<Rows<Row>> {
    // Rows that credentials brought are not shared with callers that have other credentials, or none.
    const { atMost, ...listing } = request.listing
    const list = JSON.stringify([kind, venue.id, request.scope, listing, holderOf(secrets)])
    const part = JSON.stringify([list, request.mayStopEarly, atMost])
    const key = whole.get(list) ?? part
    const kept = finished.get(list) ?? finished.get(part)
    // Both caches are keyed by the kind of row, so a cached value has the type with which it was stored.
    if (kept !== undefined) return told(kept as Rows<Row>)
    const crawl = joinable(key)
    const leaver = hangUpOf(signal)

    async function run(shared: AbortSignal, urgency: Urgency): Promise<Rows<Row>> {
      underWay.set(key, crawl)
      const ctx = contexts.open(venue, {
        priority: urgency,
        signal: shared,
        allowedMs: CRAWL_ALLOWED_MS,
        secrets,
      })
      crawl.trouble = () => ctx.trouble
      try {
        const listed = openList(source, venue, request, ctx)
        crawl.isWhole = enoughOf(listed, request) === Number.POSITIVE_INFINITY
        if (crawl.isWhole) whole.set(list, key)
        const found = await gateOf(venue.id).run(ctx.signal, () => {
          crawl.hasBegun = true
          return collectRows(listed, request, crawl)
        })
        ctx.omissions.assertFew()
        const { rows, warnings, cut } = ctx.omissions
        // With fewer rows than requested, the list was read to its end.
        const isWhole = found.rows.length < enoughOf(listed, request)
        const doubted = doubtsOf(`${venue.id} ${kind}`, list, request, { rows: crawl.rows, isWhole })
        return { ...found, omitted: { rows, warnings: [...warnings, ...doubted], cut } }
      } finally {
        if (underWay.get(key) === crawl) {
          underWay.delete(key)
          if (whole.get(list) === key) whole.delete(list)
        }
        noteSent(ctx.upstreamCalls)
        ctx.release()
      }
    }

    const reading = flights.run(key, leaver.signal, run, priority).finally(() => leaver.release())
    const keep = (rows: Rows<Row>): void =>
      finished.set(crawl.isWhole ? list : part, rows, KEEP_FOR_RETURN_MS)
    return told(
      await waitFor(reading as Promise<Rows<Row>>, signal, keep, (waitedMs) =>
        createStillReadingError(crawl, venue.id, waitedMs),
      ),
    )

    function told(found: Rows<Row>): Rows<Row> {
      if (found.omitted !== undefined) omissions.include(found.omitted)
      return found
    }
  }

  return {
    async events(venue, request, asker) {
      const listed = await read('events', eventSource, venue, request, asker)
      shown?.note(
        venue.id,
        listed.rows.flatMap(({ markets }) => markets),
      )
      return listed
    },
    async markets(venue, request, asker) {
      const listed = await read('markets', marketSource, venue, request, asker)
      shown?.note(venue.id, listed.rows)
      return listed
    },
  }
}

/** If the venue does not support the requested order, all rows are needed, and small pages only cost calls. */
function openList<Row>(
  source: Source<Row>,
  venue: Venue,
  request: ListingRequest,
  ctx: VenueContext,
): Listed<Row> | undefined {
  const listed = source(venue, request, ctx)
  const { atMost, ...whole } = request.listing
  const needsAll = atMost !== undefined && whole.sort !== undefined && listed?.sorted === false
  return needsAll ? source(venue, { ...request, listing: whole }, ctx) : listed
}

/** Returns the number of rows after which a read stops because no later row can matter. */
function enoughOf<Row>(listed: Listed<Row> | undefined, { listing, mayStopEarly }: ListingRequest): number {
  const { sort, atMost } = listing
  const ordered = sort === undefined || listed?.sorted === true
  return mayStopEarly && ordered && atMost !== undefined ? atMost : Number.POSITIVE_INFINITY
}

/** Whether the venue itself can return no more than the requested rows: it sorts them itself, or no order is requested. */
export function canLimitAtVenue(
  kind: RowKind,
  venue: Venue,
  request: ListingRequest,
  ctx: VenueContext,
): boolean {
  const listed: Listed<unknown> | undefined = (kind === 'event' ? eventSource : marketSource)(
    venue,
    request,
    ctx,
  )
  return enoughOf(listed, request) !== Number.POSITIVE_INFINITY
}

async function collectRows<Row extends { readonly status: Status }>(
  listed: Listed<Row> | undefined,
  request: ListingRequest,
  progress: { rows: number },
): Promise<Rows<Row>> {
  if (listed === undefined) return { rows: [], sorted: true }
  const { status, sort } = request.listing
  const ordered = sort === undefined || listed.sorted
  const enough = enoughOf(listed, request)
  const rows: Row[] = []
  for await (const found of paginate(listed.paging)) {
    for (const row of found) if (row.status === status) rows.push(row)
    progress.rows = rows.length
    if (rows.length >= enough) return { rows: rows.slice(0, enough), sorted: ordered }
  }
  return { rows, sorted: ordered }
}

const eventSource: Source<EventRow> = ({ markets }, { scope, listing }, ctx) => {
  switch (scope.kind) {
    case 'all':
      return markets.listEvents(listing, ctx)
    case 'search':
      return markets.search?.(scope.text, listing, ctx) ?? markets.listEvents(listing, ctx)
    case 'series':
      return markets.listSeriesEvents?.(scope.series, listing, ctx)
  }
}

const marketSource: Source<MarketRow> = (venue, request, ctx) => {
  const { markets } = venue
  if (request.scope.kind === 'all' && markets.listMarkets !== undefined)
    return markets.listMarkets(request.listing, ctx)
  if (request.scope.kind === 'search' && markets.searchMarkets !== undefined)
    return markets.searchMarkets(request.scope.text, request.listing, ctx)
  const events = eventSource(venue, request, ctx)
  return events === undefined ? undefined : flatten(events)
}

/** Returns the markets of listed events. They are in the order of the events, so a requested market order is not met. */
function flatten(listed: Listed<EventRow>): Listed<MarketRow> {
  const { paging } = listed
  const facts = { what: paging.what, idOf: (row: MarketRow) => row.market.marketId }
  const markets = (rows: readonly EventRow[]): MarketRow[] => rows.flatMap((row) => row.markets)
  if (paging.kind === 'cursor') {
    return {
      sorted: false,
      paging: {
        ...facts,
        kind: 'cursor',
        fetch: async (cursor) => {
          const page = await paging.fetch(cursor)
          return { rows: markets(page.rows), next: page.next }
        },
      },
    }
  }
  return {
    sorted: false,
    paging: {
      ...facts,
      kind: 'offset',
      fetch: async (offset) => {
        const page = await paging.fetch(offset)
        return { ...page, rows: markets(page.rows) }
      },
    },
  }
}
