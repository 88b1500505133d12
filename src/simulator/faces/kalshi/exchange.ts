import type { Route } from '../../face.js'
import { route as plainRoute } from '../../face.js'
import { json, Refusal, type Reply } from '../../reply.js'
import { listedEvents, offers } from '../../venue-view.js'
import { stateAt, type WorldSeries } from '../../world/types.js'
import { collectionTicker, combosAt } from './combos.js'
import { kalshiError, notFound } from './errors.js'
import { kalshiSeries } from './event.js'
import { microIso, type Native, secondIso } from './market.js'
import { occurrenceRoutes } from './milestones.js'
import { allEvents, eventTicker, seriesByTicker, seriesTicker } from './tickers.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/** Series, the exchange itself, and tables beside the markets (venues/kalshi/README.md). */
export function exchangeRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/series', listSeries),
    route('GET', '/series/fee_changes', () => json({ series_fee_change_arr: [] })),
    route('GET', '/series/:ticker', (call) => json({ series: seriesRow(call, seriesIn(call)) })),
    route('GET', '/exchange/status', () =>
      json({ exchange_active: true, trading_active: true, exchange_estimated_resume_time: null }),
    ),
    route('GET', '/exchange/schedule', () => json({ schedule })),
    route('GET', '/exchange/user_data_timestamp', ({ now }) => json({ as_of_time: microIso(now, 1) })),
    route('GET', '/account/endpoint_costs', () => json({ endpoint_costs: [] })),
    route('GET', '/search/tags_by_categories', (call) =>
      json({ tags_by_categories: tagsByCategories(call) }),
    ),
    route('GET', '/search/filters_by_sport', (call) => json(filtersBySport(call))),
    ...occurrenceRoutes(variant),
    route('GET', '/multivariate_event_collections', (call) =>
      json({ multivariate_contracts: [collection(call)], cursor: '' }),
    ),
    route('GET', '/multivariate_event_collections/:ticker', (call) => {
      if (call.params['ticker'] !== collectionTicker(call)) throw notFound()
      return json({ multivariate_contract: collection(call) })
    }),
    ...accountRoutes(variant),
    ...(variant.hasSearch ? [searchRoute(variant)] : []),
  ]
}

function visibleSeries({ world, variant }: KalshiCall): readonly WorldSeries[] {
  return world.series.filter((series) => offers(series, variant.venue))
}

/** All rows in one reply. */
function listSeries(call: KalshiCall): Reply {
  const { query } = call
  const category = query.text('category')
  const tags = query.list('tags')
  const rows = visibleSeries(call)
    .filter((series) => category === undefined || series.category === category)
    .filter((series) => tags.length === 0 || series.tags.some((tag) => tags.includes(tag)))
  return json({ series: rows.map((series) => seriesRow(call, series)) })
}

function seriesIn(call: KalshiCall): WorldSeries {
  const series = seriesByTicker(call, call.params['ticker'] ?? '')
  if (series === undefined) throw notFound()
  return series
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

/** Everything of an account needs a signature; orders of the first generation are gone for good. */
function accountRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  const gone = (method: string, path: string): Route =>
    route(method, path, () => {
      throw new Refusal(kalshiError(410, 'gone', 'use the V2 endpoints under /portfolio/events/orders'))
    })
  const signed = (method: string, path: string): Route =>
    route(method, path, () => {
      throw new Refusal(kalshiError(401, 'unauthorized'))
    })
  const old = [
    '/portfolio/orders',
    '/portfolio/orders/:id',
    '/portfolio/orders/:id/amend',
    '/portfolio/orders/:id/decrease',
  ]
  const depths = ['/portfolio/:a', '/portfolio/:a/:b', '/portfolio/:a/:b/:c', '/portfolio/:a/:b/:c/:d']
  return [
    ...old.flatMap((path) => [gone('POST', path), gone('DELETE', path)]),
    ...depths.flatMap((path) => ['GET', 'POST', 'DELETE'].map((method) => signed(method, path))),
    signed('GET', '/account/limits'),
    signed('GET', '/historical/fills'),
    signed('GET', '/historical/orders'),
    signed('GET', '/historical/positions'),
  ]
}

/**
 * The site's own search, outside the documented API. It names series that have no event, too, and such an entry is
 * nowhere else to be found.
 */
function searchRoute(variant: Variant): Route {
  return plainRoute('GET', '/v1/search/series', (plain) => {
    const call: KalshiCall = { ...plain, variant }
    const words = (call.query.text('query') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    const size = call.query.integer('page_size') ?? 25
    const found = allEvents(call).filter(({ title, markets }) => {
      const text = `${title} ${markets.map((market) => market.question).join(' ')}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const open = found.filter((event) => stateAt(event, call.now) === 'open')
    const rows = open.slice(0, size === 'bad' ? 25 : size).map((event) => ({
      event_ticker: eventTicker(variant, event),
      series_ticker: seriesTicker(variant, event.series),
    }))
    const first = rows[0]
    const stray =
      first === undefined ? [] : [{ event_ticker: first.series_ticker, series_ticker: first.series_ticker }]
    return json({ current_page: [...rows, ...stray], total_results_count: open.length })
  })
}
