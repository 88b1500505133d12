import { pathOf } from '../../transport/call-types.js'
import { collect } from '../../venue-kit/contract/paging.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertHonoured, assertSameSubject, expectSomewhere } from '../../venue-kit/payload/payload.js'
import {
  convertRows,
  loadOrElse,
  readInList,
  readUnlessMalformed,
} from '../../venue-kit/requests/map-rows.js'
import { requestList, requestOptional } from '../../venue-kit/requests/request-list.js'
import { orderByRequest } from '../../venue-kit/requests/row-lists.js'
import { readEventTicker, readTicker } from './ids.js'
import { surroundingsOf, toEventRow, toMarketRow } from './mapping.js'
import { findCutoff } from './native/archive.js'
import { readNextCursor } from './native/cursor.js'
import type { KalshiEnvironment } from './native/environment.js'
import {
  type FoundMarket,
  findMarket,
  findMarkets,
  findOutcomeMarket,
  readMarket,
  TICKERS_PER_CALL,
} from './native/find-market.js'
import {
  findAllSeriesFacts,
  findEventFacts,
  findEventImage,
  findManyEventFacts,
  findManySeriesFacts,
  findSeriesFacts,
  keepEventFacts,
} from './native/series-facts.js'
import { marketsReply, type NativeMarket, nestedEventReply, priceNames } from './schemas.js'

/** Maximum number of markets on a page (README.md; docs.kalshi.com, get markets). */
const MARKETS_PER_PAGE = 1_000

/** Returns the event with this ticker or page, with its markets of both tiers, or undefined if the venue has none. */
export async function getEvent(
  id: string,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<EventRow | undefined> {
  const ticker = readEventTicker(id, environment.site)
  if (ticker === undefined) return undefined
  const what = 'GET /events/{event_ticker}'
  const query = { with_nested_markets: true }
  const reply = await requestOptional(ctx, nestedEventReply, { path: pathOf`/events/${ticker}`, query, what })
  if (reply === undefined) return undefined
  const { markets: nested, ...event } = reply.event
  assertSameSubject(ticker, event.event_ticker, what, 'event.event_ticker')
  keepEventFacts(event, ctx)
  // Responses had the markets at the top level before they were nested; some still fill both places.
  const live = nested?.length ? nested : (reply.markets ?? [])
  expectSomewhere(live, priceNames, what, 'event.markets')
  const [markets, series, imageUrl] = await Promise.all([
    withArchived(live, ticker, ctx),
    findSeriesFacts(event.series_ticker, ctx),
    // A picture is an ornament, even where everything else is strict.
    loadOrElse('the picture of the event', ctx, () => findEventImage(ticker, ctx), undefined),
  ])
  return toEventRow(event, markets, { series, imageUrl }, environment, ctx.clock.now())
}

/**
 * Returns all markets of an event: some may be in the archive while others still trade. A market that opened after the end of the
 * archive cannot be there, and neither can others that opened with it. Without an older market the archive is not requested. An
 * event with missing markets would look complete, so a failure of a tier is an error.
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
 * Returns the archived markets of an event. An old event keeps its row while its markets move to the historical tier (README.md;
 * docs.kalshi.com, historical data).
 */
function archivedMarkets(eventTicker: string, ctx: VenueContext): Promise<readonly NativeMarket[]> {
  const what = 'GET /historical/markets'
  return collect<NativeMarket>({
    kind: 'cursor',
    what: 'historical markets of an event',
    idOf: (market) => market.ticker,
    async fetch(cursor) {
      const query = { event_ticker: eventTicker, limit: MARKETS_PER_PAGE, cursor }
      const reply = await requestOptional(ctx, marketsReply, { path: '/historical/markets', query, what })
      if (reply === undefined) return { rows: [] }
      const { markets } = reply
      for (const [index, { event_ticker: got }] of markets.entries()) {
        assertHonoured(got === eventTicker, what, `markets[${index}].event_ticker`, got)
      }
      return {
        rows: markets,
        next: readNextCursor(reply.cursor, markets.length, MARKETS_PER_PAGE, what),
      }
    },
  })
}

/** Returns the market with this ticker, live or archived, or undefined if the venue has none. */
export async function getMarket(
  id: string,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<MarketRow | undefined> {
  const ticker = readTicker(id)
  const found = ticker === undefined ? undefined : await findMarket(ticker, ctx)
  return found && toFullRow(found, environment, ctx)
}

/**
 * Returns the live markets with these tickers, with the facts of their events and series. Archived markets are left out: they
 * settled months ago and no longer change.
 */
export async function readMany(
  ids: readonly string[],
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<readonly MarketRow[]> {
  const tickers = ids.flatMap((id) => readTicker(id) ?? [])
  if (tickers.length === 0) return []
  const what = 'GET /markets'
  const query = { tickers: tickers.join(','), limit: TICKERS_PER_CALL }
  const { markets } = await requestList(ctx, marketsReply, { path: '/markets', query, what })
  for (const [index, { ticker: got }] of markets.entries()) {
    assertHonoured(tickers.includes(got), what, `markets[${index}].ticker`, got)
  }
  expectSomewhere(markets, priceNames, what, 'markets')
  if (markets.length === 0) return []
  const [events, series] = await Promise.all([
    findManyEventFacts([...new Set(markets.map((market) => market.event_ticker))], ctx),
    findAllSeriesFacts(ctx),
  ])
  const now = ctx.clock.now()
  return readInList(what, ctx, () =>
    convertRows(markets, 'markets', (market) => {
      const event = events.get(market.event_ticker)
      const facts = event?.series_ticker === undefined ? undefined : series.get(event.series_ticker)
      return toMarketRow(market, surroundingsOf(event, facts), environment, now)
    }),
  )
}

/** Maximum number of ticker characters in one URL. A hundred tickers of usual length take half of it. */
const CHARACTERS_PER_CALL = 7_000

/** Whether all ids are tickers, and one list call per tier takes this many. */
export function fitInOneCall(ids: readonly string[]): boolean {
  const tickers = ids.flatMap((id) => readTicker(id) ?? [])
  return (
    tickers.length === ids.length &&
    ids.length <= TICKERS_PER_CALL &&
    encodeURIComponent(tickers.join(',')).length <= CHARACTERS_PER_CALL
  )
}

/**
 * Returns the markets of tickers that {@link fitInOneCall}, live or archived, with the facts of their events and series. Markets
 * that the lists do not describe completely are left out: alone, each part has its own call.
 */
export async function getMany(
  ids: readonly string[],
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, MarketRow>> {
  const found = await findMarkets([...new Set(ids.flatMap((id) => readTicker(id) ?? []))], ctx)
  const markets = [...found.values()].flatMap((one) => readUnlessMalformed(() => readMarket(one)) ?? [])
  expectSomewhere(markets, priceNames, 'GET /markets', 'markets')
  const events = await findManyEventFacts([...new Set(markets.map((market) => market.event_ticker))], ctx)
  const series = await findManySeriesFacts(
    [...new Set([...events.values()].flatMap((event) => event.series_ticker ?? []))],
    ctx,
  )
  const now = ctx.clock.now()
  const rows = markets.flatMap((market) => {
    const event = events.get(market.event_ticker)
    const facts = event?.series_ticker === undefined ? undefined : series.get(event.series_ticker)
    if (event === undefined || (event.series_ticker !== undefined && facts === undefined)) return []
    return (
      readUnlessMalformed(() => toMarketRow(market, surroundingsOf(event, facts), environment, now)) ?? []
    )
  })
  return orderByRequest(ids, rows, readTicker)
}

/** Returns the market with this outcome, or undefined if the venue has none. */
export async function findOutcome(
  outcomeId: string,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<MarketRow | undefined> {
  const outcome = await findOutcomeMarket(outcomeId, ctx)
  return outcome && toFullRow(outcome.found, environment, ctx)
}

/** Completes a single market with facts that lists leave out: its event's facts and its series' tags. */
async function toFullRow(
  found: FoundMarket,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<MarketRow> {
  const market = readMarket(found)
  const event = await findEventFacts(market.event_ticker, ctx)
  const series =
    event?.series_ticker === undefined ? undefined : await findSeriesFacts(event.series_ticker, ctx)
  return toMarketRow(market, surroundingsOf(event, series), environment, ctx.clock.now())
}
