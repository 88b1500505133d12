import { route as plainRoute, type Route } from '../../face.js'
import { type ListSpec, pageOf } from '../../list.js'
import { commas, everyWord, oneOf, same } from '../../list-filters.js'
import { json, orRefuse, type Reply } from '../../reply.js'
import { listedEvents, offers } from '../../venue-view.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/types.js'
import { collectionTicker, combosAt } from './combos.js'
import { notFound } from './errors.js'
import { kalshiSeries } from './event.js'
import { type Native, secondIso } from './market.js'
import { occurrenceRoutes } from './milestones.js'
import { type KalshiList, kalshiPage } from './paging.js'
import { allEvents, eventTicker, seriesByTicker, seriesTicker } from './tickers.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/** Series, the exchange itself, and tables beside the markets (venues/kalshi/README.md). */
export function exchangeRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/series', listSeries),
    route('GET', '/series/:ticker', (call) => json({ series: seriesRow(call, seriesIn(call)) })),
    route('GET', '/exchange/status', () =>
      json({ exchange_active: true, trading_active: true, exchange_estimated_resume_time: null }),
    ),
    route('GET', '/exchange/schedule', () => json({ schedule })),
    route('GET', '/search/tags_by_categories', (call) =>
      json({ tags_by_categories: tagsByCategories(call) }),
    ),
    route('GET', '/search/filters_by_sport', (call) => json(filtersBySport(call))),
    ...occurrenceRoutes(variant),
    route('GET', '/multivariate_event_collections', (call) =>
      json({ multivariate_contracts: [collection(call)], cursor: '' }),
    ),
    ...(variant.hasSearch ? [searchRoute(variant)] : []),
  ]
}

function visibleSeries({ world, variant }: KalshiCall): readonly WorldSeries[] {
  return world.series.filter((series) => offers(series, variant.venue))
}

/** All rows in one reply. */
const series: ListSpec<WorldSeries, KalshiCall> = {
  limit: () => Number.POSITIVE_INFINITY,
  filters: { category: same(({ category }) => category), tags: oneOf(commas, ({ tags }) => tags) },
}

function listSeries(call: KalshiCall): Reply {
  const { rows } = pageOf(series, call, visibleSeries(call))
  return json({ series: rows.map((row) => seriesRow(call, row)) })
}

function seriesIn(call: KalshiCall): WorldSeries {
  return orRefuse(seriesByTicker(call, call.params['ticker'] ?? ''), notFound)
}

function seriesRow(call: KalshiCall, series: WorldSeries): Native {
  const { world, now, variant, query } = call
  const wanted = query.flag('include_volume') === true
  const markets = wanted
    ? listedEvents(call, variant.venue)
        .filter((event) => event.series.index === series.index)
        .flatMap((event) => event.markets)
    : []
  const volume = markets.reduce((sum, market) => sum + world.stats(market.key, now).volume, 0)
  return kalshiSeries(variant, series, wanted ? volume : undefined)
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

/** A category without tags has null. */
function tagsByCategories(call: KalshiCall): Native {
  const rows = visibleSeries(call)
  const categories = [...new Set(rows.map((series) => series.category))].sort()
  const tags = (category: string): readonly string[] => [
    ...new Set(rows.filter((series) => series.category === category).flatMap((series) => series.tags)),
  ]
  return {
    ...Object.fromEntries(categories.map((category) => [category, tags(category)])),
    Mentions: null,
    Social: null,
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
  const tickers = events.map((event) => eventTicker(call.variant, event))
  return {
    collection_ticker: collectionTicker(call),
    series_ticker: collectionTicker(call).replace(/-R$/, ''),
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
    exchange_index: 0,
    open_date: secondIso(call.now - 86_400_000),
    close_date: secondIso(call.now + 7 * 86_400_000),
  }
}

/**
 * The site's own search, outside the documented API. It names series that have no event, too, and such an entry is
 * nowhere else to be found.
 */
function searchRoute(variant: Variant): Route {
  return plainRoute('GET', '/v1/search/series', (plain) => {
    const call: KalshiCall = { ...plain, variant }
    const open = allEvents(call).filter((event) => stateAt(event, call.now) === 'open')
    const { rows: found, total } = kalshiPage(hits, call, open)
    const rows = found.map((event) => ({
      event_ticker: eventTicker(variant, event),
      series_ticker: seriesTicker(variant, event.series),
    }))
    const first = rows[0]
    const stray =
      first === undefined ? [] : [{ event_ticker: first.series_ticker, series_ticker: first.series_ticker }]
    return json({ current_page: [...rows, ...stray], total_results_count: total })
  })
}

const hits: KalshiList<WorldEvent> = {
  limit({ query }) {
    const size = query.integer('page_size')
    return typeof size === 'number' ? size : 25
  },
  at: ({ opensAt }) => opensAt,
  ticker: (event, { variant }) => eventTicker(variant, event),
  filters: {
    query: everyWord(({ title, markets }) => `${title} ${markets.map(({ question }) => question).join(' ')}`),
  },
}
