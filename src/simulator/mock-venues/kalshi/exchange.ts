import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { readCommaSeparated, whereEqual, whereEveryWord, whereOneOf } from '../../mock-kit/list-filters.js'
import { route as plainRoute, type Route } from '../../mock-kit/mock-venue.js'
import { findListedEvents, type ListedMarket, offers } from '../../mock-kit/venue-view.js'
import { toSecondIso } from '../../world/common/dates.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/common/types.js'
import { collectionTickerOf, comboPriceLevels, combosAt, toComboSeriesRow } from './combos.js'
import { createNotFound } from './errors.js'
import { toKalshiSeries } from './event.js'
import { type Native, toMicroIso } from './market.js'
import { createOccurrenceRoutes } from './milestones.js'
import { type KalshiList, selectPage } from './paging.js'
import { COMBO_SHARD, shards } from './shards.js'
import {
  eventTickerOf,
  findSeriesByTicker,
  listAllEvents,
  marketTickerOf,
  seriesTickerOf,
} from './tickers.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/**
 * Routes of announcements, all empty: no fee changes and no rewards. They must precede the routes that end with a
 * ticker.
 */
export function createAnnouncementRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/series/fee_changes', () => toJsonReply({ series_fee_change_arr: [] })),
    route('GET', '/events/fee_changes', () => toJsonReply({ event_fee_changes: [], cursor: '' })),
    route('GET', '/incentive_programs', () => toJsonReply({ incentive_programs: [] })),
  ]
}

/** Routes of series, exchange status and lookup tables (venues/kalshi/README.md). */
export function exchangeRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/series', listSeries),
    route('GET', '/series/:ticker', (call) => toJsonReply({ series: oneSeries(call) })),
    route('GET', '/exchange/status', exchangeStatus),
    route('GET', '/exchange/user_data_timestamp', ({ now }) =>
      toJsonReply({ as_of_time: toMicroIso(now, now) }),
    ),
    route('GET', '/exchange/schedule', () => toJsonReply({ schedule })),
    route('GET', '/search/tags_by_categories', (call) =>
      toJsonReply({ tags_by_categories: tagsByCategories(call) }),
    ),
    route('GET', '/search/filters_by_sport', (call) => toJsonReply(filtersBySport(call))),
    ...createOccurrenceRoutes(variant),
    route('GET', '/multivariate_event_collections', (call) =>
      toJsonReply({ multivariate_contracts: [collection(call)], cursor: '' }),
    ),
    route('GET', '/multivariate_event_collections/:ticker', (call) => {
      if (call.params['ticker'] !== collectionTickerOf(call)) throw createNotFound()
      return toJsonReply({ multivariate_contract: collection(call) })
    }),
    ...(variant.hasSearch ? [searchRoute(variant)] : []),
  ]
}

/** Returns the status. While trading is paused the exchange still cancels orders. */
function exchangeStatus({ switches }: KalshiCall): Reply {
  const trading_active = switches.kalshi.trading === 'on'
  const status = { exchange_active: true, trading_active, intra_exchange_transfers_active: true }
  return toJsonReply({
    ...status,
    exchange_estimated_resume_time: null,
    exchange_index_statuses: shards.map(({ index, description }) => ({
      exchange_index: index,
      description,
      ...status,
    })),
  })
}

function visibleSeries({ world, variant }: KalshiCall): readonly WorldSeries[] {
  return world.series.filter((series) => offers(series, variant.venue))
}

/** Returns all rows in one response. */
const series: ListSpec<WorldSeries, KalshiCall> = {
  limit: () => Number.POSITIVE_INFINITY,
  filters: {
    category: whereEqual(({ category }) => category),
    tags: whereOneOf(readCommaSeparated, ({ tags }) => tags),
  },
}

function listSeries(call: KalshiCall): Reply {
  const { rows } = pageOf(series, call, visibleSeries(call))
  return toJsonReply({ series: rows.map((row) => seriesRow(call, row)) })
}

/** Returns one series. That of combos is found by its ticker, but not listed. */
function oneSeries(call: KalshiCall): Native {
  const ticker = call.params['ticker'] ?? ''
  const combos = toComboSeriesRow(call)
  return combos['ticker'] === ticker
    ? combos
    : seriesRow(call, requireOrRefuse(findSeriesByTicker(call, ticker), createNotFound))
}

function seriesRow(call: KalshiCall, series: WorldSeries): Native {
  const { world, now, variant, query } = call
  const wanted = query.flag('include_volume') === true
  const markets = wanted
    ? findListedEvents(call, variant.venue)
        .filter((event) => event.series.index === series.index)
        .flatMap((event) => event.markets)
    : []
  const volume = markets.reduce((sum, market) => sum + world.stats(market.key, now).volume, 0)
  return toKalshiSeries(variant, series, wanted ? volume : undefined)
}

const allDay = [{ open_time: '00:00', close_time: '00:00' }] as const

/** Times of day in New York. */
const schedule = {
  maintenance_windows: [],
  standard_hours: [
    {
      start_time: '2024-12-01T00:00:00Z',
      end_time: '2200-12-01T00:00:00Z',
      monday: allDay,
      tuesday: allDay,
      wednesday: allDay,
      thursday: [
        { open_time: '00:00', close_time: '03:00' },
        { open_time: '05:00', close_time: '00:00' },
      ],
      friday: allDay,
      saturday: allDay,
      sunday: allDay,
    },
  ],
} as const

/** Returns tags by category; one without tags has an empty list (null in January 2026; OpenAPI 3.34 has only lists). */
function tagsByCategories(call: KalshiCall): Native {
  const rows = visibleSeries(call)
  const categories = [...new Set(rows.map((series) => series.category))].sort()
  const tags = (category: string): readonly string[] => [
    ...new Set(rows.filter((series) => series.category === category).flatMap((series) => series.tags)),
  ]
  return {
    ...Object.fromEntries(categories.map((category) => [category, tags(category)])),
    Mentions: [],
    Social: [],
  }
}

function filtersBySport(call: KalshiCall): Native {
  const sports = visibleSeries(call).filter((series) => series.category === 'Sports')
  const names = [...new Set(sports.map((series) => series.tags[1] ?? 'Other'))]
  const competitions = (sport: string): Native =>
    Object.fromEntries(
      sports
        .filter((series) => series.tags[1] === sport)
        .map((series) => [series.title, { scopes: [series.tags[2] ?? 'Games'] }]),
    )
  return {
    filters_by_sports: Object.fromEntries(
      names.map((sport) => [sport, { competitions: competitions(sport), scopes: ['Games', 'Futures'] }]),
    ),
    sport_ordering: names,
  }
}

function collection(call: KalshiCall): Native {
  const events = [...new Set(combosAt(call).flatMap(({ legs }) => legs.map(({ event }) => event)))]
  const tickers = events.map((event) => eventTickerOf(call.variant, event))
  return {
    collection_ticker: collectionTickerOf(call),
    series_ticker: collectionTickerOf(call).replace(/-R$/, ''),
    title: 'What will happen across all games?',
    description: 'Choose any combination of games.',
    functional_description: 'The resulting market resolves to Yes if every leg does.',
    associated_event_tickers: tickers,
    associated_events: tickers.map((ticker) => ({
      ticker,
      is_yes_only: false,
      size_max: 1,
      size_min: null,
      active_quoters: [],
    })),
    is_all_yes: false,
    is_ordered: false,
    is_single_market_per_event: false,
    size_min: 2,
    size_max: 0,
    exchange_index: COMBO_SHARD,
    ...comboPriceLevels,
    open_date: toSecondIso(call.now - 86_400_000),
    close_date: toSecondIso(call.now + 7 * 86_400_000),
  }
}

/**
 * Returns the route of the website's search, outside the documented API. Its results include series without an event;
 * no other call returns such an entry.
 */
function searchRoute(variant: Variant): Route {
  return plainRoute('GET', '/v1/search/series', (plain) => {
    const call: KalshiCall = { ...plain, variant }
    const open = listAllEvents(call).filter((event) => stateAt(event, call.now) === 'open')
    const { rows: found, total } = selectPage(hits, call, open)
    const rows = found.map((event) => ({
      event_ticker: eventTickerOf(variant, event),
      series_ticker: seriesTickerOf(variant, event.series),
      event_title: event.title,
      series_title: event.series.title,
      category: event.series.category,
      markets: event.markets.map((market) => hitMarket(call, { event, market })),
    }))
    const first = rows[0]
    const stray =
      first === undefined
        ? []
        : [{ event_ticker: first.series_ticker, series_ticker: first.series_ticker, markets: [] }]
    return toJsonReply({ current_page: [...rows, ...stray], total_results_count: total })
  })
}

/** Returns a market of a search result. Clients read only the ticker; its other members are not known. */
function hitMarket({ variant }: KalshiCall, { event, market }: ListedMarket): Native {
  return {
    ticker: marketTickerOf(variant, event, market),
    yes_subtitle: market.label ?? market.yesLabel,
  }
}

const hits: KalshiList<WorldEvent> = {
  limit({ query }) {
    const size = query.integer('page_size')
    return typeof size === 'number' ? size : 25
  },
  at: ({ opensAt }) => opensAt,
  ticker: (event, { variant }) => eventTickerOf(variant, event),
  filters: {
    query: whereEveryWord(
      ({ title, markets }) => `${title} ${markets.map(({ question }) => question).join(' ')}`,
    ),
  },
}
