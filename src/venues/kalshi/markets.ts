import { pathOf } from '../../transport/call.js'
import { askList, askOne } from '../ask.js'
import { inTurn, type Leg } from '../legs.js'
import { collect } from '../paging.js'
import { assertAsked, assertHonoured, expectSomewhere } from '../payload.js'
import { eventIdOf } from '../row-lists.js'
import { eachRow, inList, sentIn, unlessFailing } from '../rows.js'
import type { EventRow, Listed, Listing, MarketRow, MarketSource, Status, VenueContext } from '../venue.js'
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
import { readTicker } from './ids.js'
import { type FoundMarket, findMarket, findOutcomeMarket } from './lookup.js'
import { toMarketRow } from './market-row.js'
import { eventsReply, marketsReply, type NativeMarket, type NestedEvent, nestedEventReply } from './wire.js'

/** Most events on a page, and most markets (docs: kalshi get events, get markets). */
const EVENTS_PER_PAGE = 200
const MARKETS_PER_PAGE = 1_000

/** The venue's filter words, which are not the words of a market's status (docs: kalshi get events). */
const filterWords = {
  active: ['open'],
  closed: ['closed', 'settled'],
} as const satisfies Record<Status, readonly string[]>

/**
 * Events and markets. Lists of markets come from the events with their markets nested: `/markets` would take 1,000 a
 * page, but knows neither category nor series, floods with combos unless told not to, and needs more pages for the
 * same rows. What is lost is only that an event brings its markets of every status, which the rows tell apart.
 * There is no text search (docs: kalshi search).
 */
export function createMarketSource(environment: KalshiEnvironment): MarketSource {
  return {
    defaultSort: 'volume',
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
  scope: { readonly series_ticker?: string },
  listing: Listing,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Listed<EventRow> {
  const what = 'GET /events'
  const limit = Math.min(EVENTS_PER_PAGE, Math.max(1, listing.atMost ?? EVENTS_PER_PAGE))
  const legs = filterWords[listing.status].map((status): Leg<EventRow> => {
    const nested = createNestedCheck(what)
    return {
      async fetch(cursor) {
        const query = { ...scope, status, with_nested_markets: true, limit, cursor }
        const [reply, seriesOf] = await Promise.all([
          askList(ctx, eventsReply, { path: '/events', query, what }),
          seriesFacts(scope.series_ticker, ctx),
        ])
        if (status !== 'settled') nested(reply.events)
        expectSomewhere(
          reply.events.flatMap((event) => event.markets ?? []),
          usual,
          what,
          'events[*].markets',
        )
        for (const [index, { series_ticker: got }] of reply.events.entries()) {
          assertHonoured(got === (scope.series_ticker ?? got), what, `events[${index}].series_ticker`, got)
        }
        const now = ctx.clock.now()
        const rows = inList(what, ctx, () =>
          eachRow(reply.events, 'events', (event) => {
            const around = { series: seriesOf.get(event.series_ticker) }
            return toEventRow(event, event.markets ?? [], around, environment, now)
          }),
        )
        return { rows, next: nextCursor(reply.cursor, sentIn(reply.events), EVENTS_PER_PAGE, what) }
      },
    }
  })
  return { sorted: false, paging: inTurn('events', eventIdOf, legs) }
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

/** Members that a market may lack but a page of them never did: what lists are sorted by. */
const usual = ['volume_24h_fp', 'volume_fp', 'open_time']

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
  const ticker = readTicker(id)
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
  const [markets, series, imageUrl] = await Promise.all([
    live.length > 0 ? live : archivedMarkets(ticker, ctx),
    unlessFailing('the series', ctx, () => findSeriesFacts(event.series_ticker, ctx), undefined),
    unlessFailing('the picture of the event', ctx, () => findEventImage(ticker, ctx), undefined),
  ])
  return toEventRow(event, markets, { series, imageUrl }, environment, ctx.clock.now())
}

/** An old event keeps its row while its markets move to the historical tier (docs: kalshi historical data). */
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
  { market }: FoundMarket,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<MarketRow> {
  const event = await findEventFacts(market.event_ticker, ctx)
  const load = event && (() => findSeriesFacts(event.series_ticker, ctx))
  const series = load && (await unlessFailing('the series', ctx, load, undefined))
  const around = {
    event,
    seriesTags: series && (series.tags ?? []),
    seriesCategory: series?.category,
  }
  return toMarketRow(market, around, environment, ctx.clock.now())
}
