import { toIso } from '../../api/instant.js'
import { pathOf, type QueryValue } from '../../transport/call.js'
import { askList, askOne } from '../../venue-kit/ask.js'
import { inTurn, type Leg } from '../../venue-kit/legs.js'
import { collect } from '../../venue-kit/paging.js'
import { assertAsked, assertHonoured, expectSomewhere } from '../../venue-kit/payload.js'
import { eventIdOf } from '../../venue-kit/row-lists.js'
import { eachRow, inList, sentIn, unlessFailing } from '../../venue-kit/rows.js'
import type {
  EventRow,
  Listed,
  Listing,
  MarketRow,
  MarketSource,
  Status,
  VenueContext,
} from '../../venue-kit/venue.js'
import { findCutoff } from './archive.js'
import { nextCursor } from './cursor.js'
import type { KalshiEnvironment } from './environment.js'
import { toEventRow } from './event-row.js'
import {
  findAllSeriesFacts,
  findEventFacts,
  findEventImage,
  findSeriesFacts,
  keepEventFacts,
  type SeriesFacts,
} from './facts.js'
import { readEventTicker, readTicker } from './ids.js'
import { type FoundMarket, findMarket, findOutcomeMarket, readMarket } from './lookup.js'
import { toMarketRow } from './market-row.js'
import {
  eventsReply,
  marketsReply,
  type NativeMarket,
  type NestedEvent,
  nestedEventReply,
  parentsReply,
  priceNames,
} from './wire.js'

/** Most events on a page, and most markets (README.md; docs.kalshi.com, get events, get markets). */
const EVENTS_PER_PAGE = 200
const MARKETS_PER_PAGE = 1_000

/** The venue's filter words, which are not the words of a market's status (README.md; docs.kalshi.com, get events). */
const filterWords = {
  active: ['open', 'unopened'],
  closed: ['closed', 'settled'],
} as const satisfies Record<Status, readonly string[]>

/**
 * Events and markets. Lists of markets come from the events with their markets nested: `/markets` would take 1,000 a
 * page, but knows neither category nor series, floods with combos unless told not to, and needs more pages for the
 * same rows. What is lost is only that an event brings its markets of every status, which the rows tell apart.
 * There is no text search (README.md; docs.kalshi.com, search).
 */
export function createMarketSource(environment: KalshiEnvironment): MarketSource {
  return {
    listEvents: (listing, ctx) => listEvents({}, listing, environment, ctx),
    listSeriesEvents(series, listing, ctx) {
      const ticker = readTicker(series)
      if (ticker === undefined) return { sorted: false, paging: inTurn('events', eventIdOf, []) }
      return listEvents({ series_ticker: ticker }, listing, environment, ctx)
    },
    getEvent: (id, ctx) => getEvent(id, environment, ctx),
    async getMarket(id, ctx) {
      const ticker = readTicker(id)
      const found = ticker === undefined ? undefined : await findMarket(ticker, ctx)
      return found && toFullRow(found, environment, ctx)
    },
    async findOutcome(outcomeId, ctx) {
      const outcome = await findOutcomeMarket(outcomeId, ctx)
      return outcome && toFullRow(outcome.found, environment, ctx)
    },
  }
}

/** Events that have a market of the wanted status, page by page. */
export function listEvents(
  scope: Scope,
  listing: Listing,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Listed<EventRow> {
  const limit = Math.min(EVENTS_PER_PAGE, Math.max(1, listing.atMost ?? EVENTS_PER_PAGE))
  const legs = filterWords[listing.status].map((status): Leg<EventRow> => {
    const nested = createNestedCheck(EVENTS)
    return {
      async fetch(cursor) {
        if (status === 'settled' && cursor === undefined) await noteArchive(ctx)
        const page = await eventPage({ status, limit, cursor }, scope, environment, ctx)
        if (status !== 'settled') nested(page.natives)
        return page
      },
    }
  })
  const paused = pausedLeg(scope, environment, ctx)
  return {
    sorted: false,
    paging: inTurn('events', eventIdOf, listing.status === 'active' ? [...legs, paused] : legs),
  }
}

const EVENTS = 'GET /events'

type Scope = { readonly series_ticker?: string }

/** One page of events with their markets, as they came and as rows. */
async function eventPage(
  filter: Readonly<Record<string, QueryValue>>,
  scope: Scope,
  environment: KalshiEnvironment,
  ctx: VenueContext,
) {
  const query = { ...scope, with_nested_markets: true, ...filter }
  const [reply, seriesOf] = await Promise.all([
    askList(ctx, eventsReply, { path: '/events', query, what: EVENTS }),
    seriesFacts(scope.series_ticker, ctx),
  ])
  const natives = reply.events
  expectSomewhere(
    natives.flatMap((event) => event.markets ?? []),
    usual,
    EVENTS,
    'events[*].markets',
  )
  for (const [index, { series_ticker: got }] of natives.entries()) {
    assertHonoured(got === (scope.series_ticker ?? got), EVENTS, `events[${index}].series_ticker`, got)
  }
  const now = ctx.clock.now()
  const rows = inList(EVENTS, ctx, () =>
    eachRow(natives, 'events', (event) => {
      const around = { series: seriesOf.get(event.series_ticker) }
      return toEventRow(event, event.markets ?? [], around, environment, now)
    }),
  )
  return { rows, natives, next: nextCursor(reply.cursor, sentIn(natives), EVENTS_PER_PAGE, EVENTS) }
}

/** Most events asked for by their tickers at once: what the sister filter for markets takes. */
const TICKERS_PER_CALL = 100

/**
 * Events whose only open markets are paused: the filter of events has no word for them, that of markets has (README.md;
 * docs.kalshi.com, get events, get markets).
 */
function pausedLeg(scope: Scope, environment: KalshiEnvironment, ctx: VenueContext): Leg<EventRow> {
  const what = 'GET /markets'
  return {
    async fetch(cursor) {
      const query = { ...scope, status: 'paused', mve_filter: 'exclude', limit: MARKETS_PER_PAGE, cursor }
      const reply = await askList(ctx, parentsReply, { path: '/markets', query, what })
      const tickers = [...new Set(reply.markets.map((market) => market.event_ticker))]
      const rows: EventRow[] = []
      for (let from = 0; from < tickers.length; from += TICKERS_PER_CALL) {
        const part = tickers.slice(from, from + TICKERS_PER_CALL)
        const page = await eventPage(
          { tickers: part.join(','), limit: EVENTS_PER_PAGE },
          scope,
          environment,
          ctx,
        )
        for (const [index, { event_ticker: got }] of page.natives.entries()) {
          assertHonoured(part.includes(got), EVENTS, `events[${index}].event_ticker`, got)
        }
        rows.push(...page.rows)
      }
      return { rows, next: nextCursor(reply.cursor, sentIn(reply.markets), MARKETS_PER_PAGE, what) }
    },
  }
}

/** Says what lists lack: the archive holds the markets of years, and their events are shown without them. */
async function noteArchive(ctx: VenueContext): Promise<void> {
  const cutoff = await unlessFailing('where the archive begins', ctx, () => findCutoff(ctx), undefined)
  if (cutoff?.settledBefore === undefined) return
  const day = toIso(cutoff.settledBefore).slice(0, 10)
  ctx.omissions.noteCut(
    `markets settled before ${day} are in Kalshi's archive and not listed; fetchEvent shows those of an event`,
  )
}

/** Category and tags by series: of all of them, or of the one that is listed. */
function seriesFacts(
  listed: string | undefined,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, SeriesFacts>> {
  return unlessFailing(
    'category and tags of series',
    ctx,
    async () => {
      if (listed === undefined) return findAllSeriesFacts(ctx)
      const series = await findSeriesFacts(listed, ctx)
      return new Map(series === undefined ? [] : [[listed, series]])
    },
    new Map(),
  )
}

/** Members that a market may lack but a page of them never did: prices, ends, and what lists are sorted by. */
const usual = [...priceNames, 'close_time', 'volume_24h_fp', 'volume_fp', 'open_time']

/**
 * Only markets that settled long ago are left out of their event: open events without a single market have lost them
 * to a change of shape, and would otherwise read as closed events. Told over all pages, because pages may be small.
 */
function createNestedCheck(what: string): (events: readonly NestedEvent[]) => void {
  let seen: { readonly markets: unknown }[] = []
  return (events) => {
    seen = [...seen, ...events.map(({ markets = [] }) => ({ markets: markets?.[0] }))]
    expectSomewhere(seen, ['markets'], what, 'events')
    if (seen.some(({ markets }) => markets !== undefined)) seen = [{ markets: true }]
  }
}

async function getEvent(
  id: string,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<EventRow | undefined> {
  const ticker = readEventTicker(id, environment.site)
  if (ticker === undefined) return undefined
  const what = 'GET /events/{event_ticker}'
  const query = { with_nested_markets: true }
  const reply = await askOne(ctx, nestedEventReply, { path: pathOf`/events/${ticker}`, query, what })
  if (reply === undefined) return undefined
  const { markets: nested, ...event } = reply.event
  assertAsked(ticker, event.event_ticker, what, 'event.event_ticker')
  keepEventFacts(event, ctx)
  // The top level is where replies had the markets before they were nested; both places are still filled at times.
  const live = nested?.length ? nested : (reply.markets ?? [])
  expectSomewhere(live, priceNames, what, 'event.markets')
  const [markets, series, imageUrl] = await Promise.all([
    withArchived(live, ticker, ctx),
    findSeriesFacts(event.series_ticker, ctx),
    // A picture is an ornament, also where everything else is strict.
    unlessFailing('the picture of the event', ctx, () => findEventImage(ticker, ctx), undefined),
  ])
  return toEventRow(event, markets, { series, imageUrl }, environment, ctx.clock.now())
}

/**
 * All markets of an event: some may have moved to the archive while others still trade. What opened after the archive
 * ends cannot be there, and neither can what was opened beside it: without a market that is older nobody is asked.
 * An event without some of its markets would pass for the whole one, so a tier that fails is an error.
 */
async function withArchived(
  live: readonly NativeMarket[],
  eventTicker: string,
  ctx: VenueContext,
): Promise<readonly NativeMarket[]> {
  if (live.length === 0) return archivedMarkets(eventTicker, ctx)
  const older = async (): Promise<readonly NativeMarket[]> => {
    const settledBefore = (await findCutoff(ctx))?.settledBefore
    const isYoung = (market: NativeMarket): boolean => (market.open_time ?? 0) >= (settledBefore ?? 0)
    return settledBefore === undefined || live.every(isYoung) ? [] : archivedMarkets(eventTicker, ctx)
  }
  const seen = new Set(live.map((market) => market.ticker))
  const archived = await older()
  return [...live, ...archived.filter((market) => !seen.has(market.ticker))]
}

/**
 * An old event keeps its row while its markets move to the historical tier (README.md; docs.kalshi.com, historical
 * data).
 */
function archivedMarkets(eventTicker: string, ctx: VenueContext): Promise<readonly NativeMarket[]> {
  const what = 'GET /historical/markets'
  return collect<NativeMarket>({
    kind: 'cursor',
    what: 'historical markets of an event',
    idOf: (market) => market.ticker,
    async fetch(cursor) {
      const query = { event_ticker: eventTicker, limit: MARKETS_PER_PAGE, cursor }
      const reply = await askOne(ctx, marketsReply, { path: '/historical/markets', query, what })
      if (reply === undefined) return { rows: [] }
      const { markets } = reply
      for (const [index, { event_ticker: got }] of markets.entries()) {
        assertHonoured(got === eventTicker, what, `markets[${index}].event_ticker`, got)
      }
      return {
        rows: markets,
        next: nextCursor(reply.cursor, markets.length, MARKETS_PER_PAGE, what),
      }
    },
  })
}

/** A single market with what lists leave out: its event's facts and its series' tags. */
async function toFullRow(
  found: FoundMarket,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<MarketRow> {
  const market = readMarket(found)
  const event = await findEventFacts(market.event_ticker, ctx)
  const series =
    event?.series_ticker === undefined ? undefined : await findSeriesFacts(event.series_ticker, ctx)
  const around = {
    event,
    seriesTags: series && (series.tags ?? []),
    seriesCategory: series?.category,
  }
  return toMarketRow(market, around, environment, ctx.clock.now())
}
