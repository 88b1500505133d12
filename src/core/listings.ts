import { PmxError } from '../contract/errors.js'
import type { Clock } from '../effects/clock.js'
import { DeadlineExceeded } from '../policy/deadline.js'
import { createAgingCache } from '../policy/lru.js'
import { createSingleFlight } from '../policy/single-flight.js'
import type { Omitted } from '../venues/omissions.js'
import { walk } from '../venues/paging.js'
import { holderOf } from '../venues/secrets.js'
import type { EventRow, Listed, Listing, MarketRow, Status, Venue, VenueContext } from '../venues/venue.js'
import type { Contexts, OpenContext } from './context.js'

/** A whole venue may take this long to list; the caller who asked is told to come back before that. */
const CRAWL_ALLOWED_MS = 180_000
/** How long the result of a crawl that outlived its callers waits for their return. */
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

/** Rows of one status, and whether they are in the order that was wished for. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly sorted: boolean
  /** What its reading had to leave out. */
  readonly omitted?: Omitted
}

/** Who wants a list, with what he may use. */
type Asker = Pick<OpenContext, 'signal' | 'secrets' | 'noteSent' | 'omissions'>

export interface Listings {
  events(venue: Venue, request: ListingRequest, asker: Asker): Promise<Rows<EventRow>>
  markets(venue: Venue, request: ListingRequest, asker: Asker): Promise<Rows<MarketRow>>
}

type Source<Row> = (venue: Venue, request: ListingRequest, ctx: VenueContext) => Listed<Row> | undefined

/**
 * Reads a venue's lists through the paging engine and re-checks the status of every row. Callers of the same list
 * share one reading; a reading that outlives its callers goes on, so that their next try finds it done.
 */
export function createListings(contexts: Contexts, clock: Clock): Listings {
  const flights = createSingleFlight<Rows<unknown>>()
  const finished = createAgingCache<Rows<unknown>>(8, clock)
  const underWay = new Map<string, { rows: number }>()

  async function read<Row extends { readonly status: Status }>(
    kind: string,
    source: Source<Row>,
    venue: Venue,
    request: ListingRequest,
    { signal, secrets, noteSent, omissions }: Asker,
  ): Promise<Rows<Row>> {
    // What credentials brought is not shared with callers who have none, or others.
    const key = JSON.stringify([kind, venue.id, request, holderOf(secrets)])
    const kept = finished.get(key)
    // Both caches are keyed by the kind of row, so what comes out has the type that went in.
    if (kept !== undefined) return told(kept as Rows<Row>)
    const progress = underWay.get(key) ?? { rows: 0 }
    underWay.set(key, progress)
    // A list outlives the caller who started it: the flight's own end is the crawl's deadline, not the caller's.
    const crawl = flights.run(key, new AbortController().signal, async () => {
      const abandoned = new AbortController()
      const ctx = contexts.open(venue, {
        priority: 'interactive',
        signal: abandoned.signal,
        allowedMs: CRAWL_ALLOWED_MS,
        secrets,
      })
      try {
        const found = await collectRows(openList(source, venue, request, ctx), request, progress)
        ctx.omissions.assertFew()
        const { rows, warnings, cut } = ctx.omissions
        return { ...found, omitted: { rows, warnings, cut } }
      } finally {
        underWay.delete(key)
        noteSent(ctx.upstreamCalls)
        ctx.release()
      }
    })
    return told(
      await waitFor(
        crawl as Promise<Rows<Row>>,
        signal,
        (rows) => finished.set(key, rows, KEEP_FOR_RETURN_MS),
        progress,
      ),
    )

    function told(list: Rows<Row>): Rows<Row> {
      if (list.omitted !== undefined) omissions.include(list.omitted)
      return list
    }
  }

  return {
    events: (venue, request, asker) => read('events', eventSource, venue, request, asker),
    markets: (venue, request, asker) => read('markets', marketSource, venue, request, asker),
  }
}

/** Where the venue cannot give the wished order, all rows are needed, and asking for few at a time only costs calls. */
function openList<Row>(
  source: Source<Row>,
  venue: Venue,
  request: ListingRequest,
  ctx: VenueContext,
): Listed<Row> | undefined {
  const listed = source(venue, request, ctx)
  const { atMost: _few, ...whole } = request.listing
  const needsAll = request.listing.sort !== undefined && listed?.sorted === false
  return needsAll ? source(venue, { ...request, listing: whole }, ctx) : listed
}

async function waitFor<Row>(
  crawl: Promise<Rows<Row>>,
  signal: AbortSignal,
  keep: (rows: Rows<Row>) => void,
  progress: { readonly rows: number },
): Promise<Rows<Row>> {
  return new Promise((resolve, reject) => {
    let left = false
    const onAbort = (): void => {
      left = true
      const tooSlow = signal.reason instanceof DeadlineExceeded
      reject(tooSlow ? stillReading(progress.rows) : signal.reason)
    }
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    crawl.then(
      (rows) => {
        signal.removeEventListener('abort', onAbort)
        if (left) keep(rows)
        else resolve(rows)
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort)
        reject(error)
      },
    )
  })
}

function stillReading(rows: number): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue's list is long: ${rows} rows read so far and reading goes on. Ask again in a moment, or pass a limit.`,
    { detail: { kind: 'still_listing', rowsSoFar: rows } },
  )
}

async function collectRows<Row extends { readonly status: Status }>(
  listed: Listed<Row> | undefined,
  request: ListingRequest,
  progress: { rows: number },
): Promise<Rows<Row>> {
  if (listed === undefined) return { rows: [], sorted: true }
  const { status, sort, atMost } = request.listing
  const ordered = sort === undefined || listed.sorted
  const enough = request.mayStopEarly && ordered && atMost !== undefined ? atMost : Number.POSITIVE_INFINITY
  const rows: Row[] = []
  for await (const found of walk(listed.paging)) {
    rows.push(...found.filter((row) => row.status === status))
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
  const events = eventSource(venue, request, ctx)
  return events === undefined ? undefined : flatten(events)
}

/** The markets of listed events. Their order is the events', so a wish for a market order is not fulfilled. */
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
