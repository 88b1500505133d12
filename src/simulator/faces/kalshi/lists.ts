import type { Route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { type Listed, withMarkets } from '../../venue-view.js'
import { stateAt, type WorldEvent } from '../../world/types.js'
import { type Combo, comboByTicker, comboEvent, comboMarket, combosAt } from './combos.js'
import { badRequest, notFound } from './errors.js'
import { eventMetadata, kalshiEvent, liveMarkets, nestedEvent } from './event.js'
import { kalshiMarket, type Native, type NativeStatus, statusOf } from './market.js'
import { milestoneFor } from './milestones.js'
import { instantOf, type Keyset, limitOf, pageOf } from './paging.js'
import {
  allEvents,
  allMarkets,
  compareText,
  eventByTicker,
  eventTicker,
  marketByTicker,
  marketTicker,
  seriesTicker,
} from './tickers.js'
import { isArchived } from './tiers.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/** Markets and events, one by one and in lists (venues/kalshi/README.md). */
export function listRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/markets', listMarkets),
    route('GET', '/markets/:ticker', (call) => json({ market: liveMarket(call) })),
    route('GET', '/events', listEvents),
    route('GET', '/events/multivariate', listCombos),
    route('GET', '/events/:ticker', getEvent),
    route('GET', '/events/:ticker/metadata', (call) => json(eventMetadata(call, eventIn(call)))),
  ]
}

/** Filter words, and the body words each stands for. */
const filterWords: Readonly<Record<string, readonly NativeStatus[]>> = {
  unopened: [],
  open: ['active'],
  paused: [],
  closed: ['closed', 'determined'],
  settled: ['finalized'],
}

function statusFilter(call: KalshiCall): readonly NativeStatus[] | undefined {
  const word = call.query.text('status')
  if (word === undefined) return undefined
  const statuses = Object.hasOwn(filterWords, word) ? filterWords[word] : undefined
  if (statuses === undefined) throw badRequest('invalid status filter')
  return statuses
}

/** Each pair of time filters goes with some status filters only. */
const timeFilters = [
  { key: 'created', statuses: ['unopened', 'open'], read: ({ market }: Listed) => market.opensAt },
  { key: 'close', statuses: ['closed'], read: ({ market }: Listed) => market.closesAt },
  { key: 'settled', statuses: ['settled'], read: ({ market }: Listed) => market.resolvesAt },
] as const

function timeFilter(call: KalshiCall): (listed: Listed) => boolean {
  const status = call.query.text('status')
  const checks = timeFilters.flatMap(({ key, statuses, read }) => {
    const [min, max] = [instantOf(call, `min_${key}_ts`), instantOf(call, `max_${key}_ts`)]
    if (min === undefined && max === undefined) return []
    if (status !== undefined && !statuses.some((word) => word === status)) {
      throw badRequest(`${key} timestamps cannot be used with status ${status}`)
    }
    return [(listed: Listed) => read(listed) >= (min ?? -Infinity) && read(listed) <= (max ?? Infinity)]
  })
  return (listed) => checks.every((check) => check(listed))
}

/** A market of either sort, with its place in the list. */
interface MarketEntry extends Keyset {
  readonly render: () => Native
}

function listMarkets(call: KalshiCall): Reply {
  const limit = limitOf(call, 100, 1000)
  const mve = call.query.text('mve_filter')
  if (mve !== undefined && mve !== 'only' && mve !== 'exclude') throw badRequest('invalid mve_filter')
  const entries = [
    ...(mve === 'only' ? [] : plainEntries(call)),
    ...(mve === 'exclude' ? [] : comboEntries(call)),
  ].sort((a, b) => b.at - a.at || compareText(b.name, a.name))
  const { rows, cursor } = pageOf(call, entries, limit, (entry) => entry)
  return json({ markets: rows.map((entry) => entry.render()), cursor })
}

function plainEntries(call: KalshiCall): readonly MarketEntry[] {
  const { query, variant } = call
  const statuses = statusFilter(call)
  const inTime = timeFilter(call)
  const [event, series] = [query.text('event_ticker'), query.text('series_ticker')]
  const tickers = query.list('tickers').slice(0, 100)
  const candidates =
    tickers.length > 0
      ? tickers.map((ticker) => marketByTicker(call, ticker)).filter((listed) => listed !== undefined)
      : listedMarkets(call, statuses)
  return candidates
    .filter(({ market }) => !isArchived(call, market))
    .filter(({ market }) => statuses === undefined || statuses.includes(statusOf(call, market)))
    .filter((listed) => event === undefined || eventTicker(variant, listed.event) === event)
    .filter((listed) => series === undefined || seriesTicker(variant, listed.event.series) === series)
    .filter(inTime)
    .map((listed) => ({
      at: listed.market.opensAt,
      name: marketTicker(variant, listed.event, listed.market),
      render: () => kalshiMarket(call, listed),
    }))
}

/** Closed events cannot hold what is open, and they are most of the list. */
function listedMarkets(call: KalshiCall, statuses: readonly NativeStatus[] | undefined): readonly Listed[] {
  if (statuses?.every((status) => status === 'active') !== true) return allMarkets(call)
  return withMarkets(allEvents(call).filter((event) => stateAt(event, call.now) === 'open'))
}

function comboEntries(call: KalshiCall): readonly MarketEntry[] {
  const { query } = call
  const statuses = statusFilter(call)
  if (statuses !== undefined && !statuses.includes('active')) return []
  const [event, series] = [query.text('event_ticker'), query.text('series_ticker')]
  const tickers = query.list('tickers')
  const accepts = (combo: Combo): boolean =>
    (event === undefined || combo.eventTicker === event) &&
    (series === undefined || combo.seriesTicker === series) &&
    (tickers.length === 0 || tickers.includes(combo.ticker))
  return combosAt(call)
    .filter(accepts)
    .map((combo) => ({ at: combo.createdAt, name: combo.ticker, render: () => comboMarket(call, combo) }))
}

/** Archived markets are not found here. */
function liveMarket(call: KalshiCall): Native {
  const ticker = call.params['ticker'] ?? ''
  const listed = marketByTicker(call, ticker)
  if (listed !== undefined && !isArchived(call, listed.market)) return kalshiMarket(call, listed)
  const combo = comboByTicker(call, ticker)
  if (combo === undefined) throw notFound()
  return comboMarket(call, combo)
}

function eventIn(call: KalshiCall): WorldEvent {
  const event = eventByTicker(call, call.params['ticker'] ?? '')
  if (event === undefined) throw notFound()
  return event
}

function listEvents(call: KalshiCall): Reply {
  const { query, variant } = call
  const limit = limitOf(call, 200, 200)
  const statuses = query.text('status') === 'paused' ? [] : statusFilter(call)
  const series = query.text('series_ticker')
  const tickers = query.list('tickers')
  const minClose = instantOf(call, 'min_close_ts')
  const rows = allEvents(call)
    .filter((event) => series === undefined || seriesTicker(variant, event.series) === series)
    .filter((event) => tickers.length === 0 || tickers.includes(eventTicker(variant, event)))
    // An event matches when any of its markets does, so that one event can be open and settled.
    .filter(
      ({ markets }) =>
        statuses === undefined || markets.some((one) => statuses.includes(statusOf(call, one))),
    )
    .filter(({ markets }) => minClose === undefined || markets.some((one) => one.closesAt >= minClose))
  const page = pageOf(call, rows, limit, (event) => ({
    at: event.opensAt,
    name: eventTicker(variant, event),
  }))
  const nested = query.flag('with_nested_markets') === true
  return json({
    events: page.rows.map((event) => (nested ? nestedEvent(call, event) : kalshiEvent(call, event))),
    cursor: page.cursor,
    ...(query.flag('with_milestones') === true
      ? { milestones: page.rows.flatMap((event) => milestoneFor(variant, event) ?? []) }
      : {}),
  })
}

/** The markets stand beside the event, in it, or both (venues/kalshi/README.md). */
function getEvent(call: KalshiCall): Reply {
  const event = eventIn(call)
  const markets = liveMarkets(call, event)
  const nested = call.query.flag('with_nested_markets') === true
  return json({ event: { ...kalshiEvent(call, event), ...(nested ? { markets } : {}) }, markets })
}

function listCombos(call: KalshiCall): Reply {
  const { query } = call
  const limit = limitOf(call, 100, 200)
  if (query.text('series_ticker') !== undefined && query.text('collection_ticker') !== undefined) {
    throw badRequest('series_ticker and collection_ticker are mutually exclusive')
  }
  const series = query.text('series_ticker')
  const rows = combosAt(call).filter((combo) => series === undefined || combo.seriesTicker === series)
  const page = pageOf(call, rows, limit, (combo) => ({ at: combo.createdAt, name: combo.eventTicker }))
  const nested = query.flag('with_nested_markets') === true
  return json({
    events: page.rows.map((combo) => ({
      ...comboEvent(combo),
      ...(nested ? { markets: [comboMarket(call, combo)] } : {}),
    })),
    cursor: page.cursor,
  })
}
