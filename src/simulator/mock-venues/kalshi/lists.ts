import type { Query } from '../../http/query.js'
import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import type { ListFilter } from '../../mock-kit/list-endpoint.js'
import {
  readCommaSeparated,
  whereAtLeast,
  whereAtMost,
  whereEqual,
  whereOneOf,
  whereWord,
} from '../../mock-kit/list-filters.js'
import type { Route } from '../../mock-kit/mock-venue.js'
import { type ListedMarket, withMarkets } from '../../mock-kit/venue-view.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import {
  type Combo,
  combosAt,
  findComboByEvent,
  findComboByTicker,
  toComboEvent,
  toComboMarket,
} from './combos.js'
import { createBadRequest, createNotFound } from './errors.js'
import { listLiveMarkets, metadataOf, toEventMetadata, toKalshiEvent, toNestedEvent } from './event.js'
import { type Native, type NativeStatus, statusOf, toKalshiMarket } from './market.js'
import { milestoneFor } from './milestones.js'
import { instantOf, type KalshiList, limit, selectPage } from './paging.js'
import {
  eventTickerOf,
  findEventByTicker,
  findMarketByTicker,
  listAllEvents,
  listAllMarkets,
  marketTickerOf,
  seriesTickerOf,
} from './tickers.js'
import { isArchived } from './tiers.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/** Routes of single markets and events and of their lists (venues/kalshi/README.md). */
export function listRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/markets', listMarkets),
    route('GET', '/markets/:ticker', (call) => toJsonReply({ market: liveMarket(call) })),
    route('GET', '/events', listEvents),
    route('GET', '/events/multivariate', listCombos),
    route('GET', '/events/:ticker', getEvent),
    route('GET', '/events/:ticker/metadata', metadata),
  ]
}

/** Returns the metadata of an event; combos have no images. */
function metadata(call: KalshiCall): Reply {
  const combo = findComboByEvent(call, call.params['ticker'] ?? '')
  if (combo === undefined) return toJsonReply(toEventMetadata(call, eventIn(call)))
  return toJsonReply(metadataOf('', [combo.ticker]))
}

/** Filter words, and the status words that each stands for. */
const filterWords: Readonly<Record<string, readonly NativeStatus[]>> = {
  unopened: [],
  open: ['active'],
  paused: [],
  closed: ['closed', 'determined'],
  settled: ['finalized'],
}

/** Selects rows with at least one market of the statuses; one event can be both open and settled. */
function statusFilter<Row>(
  read: (row: Row, call: KalshiCall) => readonly NativeStatus[],
): ListFilter<Row, KalshiCall> {
  const words = Object.entries(filterWords).map(([asked, statuses]) => [
    asked,
    (row: Row, call: KalshiCall) => read(row, call).some((status) => statuses.includes(status)),
  ])
  return whereWord(Object.fromEntries(words), () => createBadRequest('invalid status filter'))
}

/** A market of either kind. */
type Entry =
  | { readonly listed: ListedMarket; readonly combo?: never }
  | { readonly combo: Combo; readonly listed?: never }

const isCombo = ({ combo }: Entry): boolean => combo !== undefined

function tickerOf({ listed, combo }: Entry, { variant }: KalshiCall): string {
  return listed === undefined ? combo.ticker : marketTickerOf(variant, listed.event, listed.market)
}

/** Reads the time filters. Each pair is valid with certain status filters only. */
function timeFilters(
  name: string,
  words: readonly string[],
  read: (market: WorldMarket) => number,
): Readonly<Record<string, ListFilter<Entry, KalshiCall>>> {
  const bound = (query: Query, key: string): number | undefined => {
    const [at, status] = [instantOf(query, key), query.text('status')]
    if (at === undefined || query.text('mve_filter') === 'only') return undefined
    if (status === undefined || words.includes(status)) return at
    throw createBadRequest(`${name} timestamps cannot be used with status ${status}`)
  }
  // Time filters do not apply to combos.
  return {
    [`min_${name}_ts`]: whereAtLeast(bound, ({ listed }) => (listed ? read(listed.market) : Infinity)),
    [`max_${name}_ts`]: whereAtMost(bound, ({ listed }) => (listed ? read(listed.market) : -Infinity)),
  }
}

/** Reads the update filter, which is valid only with `mve_filter=exclude` and a series. */
function updateBound(query: Query, key: string): number | undefined {
  const at = instantOf(query, key)
  if (at === undefined) return undefined
  const others = ['status', 'event_ticker', 'tickers'].filter((name) => query.text(name) !== undefined)
  if (others.length > 0 || query.text('mve_filter') !== 'exclude')
    throw createBadRequest(`${key} cannot be used with other filters than mve_filter=exclude`)
  return at
}

function updatedAt(listed: ListedMarket | undefined, now: number): number {
  return listed === undefined ? now : Math.min(now, listed.market.resolvesAt)
}

const markets: KalshiList<Entry> = {
  limit: limit(100, 1000),
  at: ({ listed, combo }) => (listed === undefined ? combo.createdAt : listed.market.opensAt),
  ticker: tickerOf,
  filters: {
    mve_filter: whereWord({ only: isCombo, exclude: (entry) => !isCombo(entry) }, () =>
      createBadRequest('invalid mve_filter'),
    ),
    status: statusFilter(({ listed }, call) => [listed ? statusOf(call, listed.market) : 'active']),
    event_ticker: whereEqual(({ listed, combo }, { variant }) =>
      listed === undefined ? combo.eventTicker : eventTickerOf(variant, listed.event),
    ),
    series_ticker: whereEqual(({ listed, combo }, { variant }) =>
      listed === undefined ? combo.seriesTicker : seriesTickerOf(variant, listed.event.series),
    ),
    tickers: whereOneOf(readCommaSeparated, tickerOf),
    ...timeFilters('created', ['unopened', 'open'], ({ opensAt }) => opensAt),
    ...timeFilters('close', ['closed'], ({ closesAt }) => closesAt),
    ...timeFilters('settled', ['settled'], ({ resolvesAt }) => resolvesAt),
    min_updated_ts: whereAtLeast(updateBound, ({ listed }, { now }) => updatedAt(listed, now)),
    max_updated_ts: whereAtMost(updateBound, ({ listed }, { now }) => updatedAt(listed, now)),
  },
}

function listMarkets(call: KalshiCall): Reply {
  const combos = call.query.text('mve_filter') === 'exclude' ? [] : combosAt(call)
  const { rows, cursor } = selectPage(markets, call, [
    ...candidates(call).map((listed): Entry => ({ listed })),
    ...combos.map((combo): Entry => ({ combo })),
  ])
  const render = ({ listed, combo }: Entry): Native =>
    listed === undefined ? toComboMarket(call, combo) : toKalshiMarket(call, listed)
  return toJsonReply({ markets: rows.map(render), cursor })
}

/** Returns live markets; a market requested by ticker is included regardless of its age. */
function candidates(call: KalshiCall): readonly ListedMarket[] {
  const tickers = call.query.list('tickers').slice(0, 100)
  const found =
    tickers.length === 0
      ? listedMarkets(call)
      : tickers.flatMap((ticker) => findMarketByTicker(call, ticker) ?? [])
  return found.filter(({ market }) => !isArchived(call, market))
}

/** Skips closed events, which are most of the list and cannot contain open markets. */
function listedMarkets(call: KalshiCall): readonly ListedMarket[] {
  if (call.query.text('status') !== 'open') return listAllMarkets(call)
  return withMarkets(listAllEvents(call).filter((event) => stateAt(event, call.now) === 'open'))
}

/** Does not find archived markets. */
function liveMarket(call: KalshiCall): Native {
  const ticker = call.params['ticker'] ?? ''
  const listed = findMarketByTicker(call, ticker)
  if (listed !== undefined && !isArchived(call, listed.market)) return toKalshiMarket(call, listed)
  const combo = requireOrRefuse(findComboByTicker(call, ticker), createNotFound)
  return toComboMarket(call, combo)
}

function eventIn(call: KalshiCall): WorldEvent {
  return requireOrRefuse(findEventByTicker(call, call.params['ticker'] ?? ''), createNotFound)
}

const events: KalshiList<WorldEvent> = {
  limit: limit(200, 200),
  at: ({ opensAt }) => opensAt,
  ticker: (event, { variant }) => eventTickerOf(variant, event),
  filters: {
    series_ticker: whereEqual(({ series }, { variant }) => seriesTickerOf(variant, series)),
    tickers: whereOneOf(readCommaSeparated, (event, { variant }) => eventTickerOf(variant, event)),
    status: statusFilter((event, call) => event.markets.map((market) => statusOf(call, market))),
    min_close_ts: whereAtLeast(instantOf, (event) =>
      Math.max(...event.markets.map(({ closesAt }) => closesAt)),
    ),
  },
}

function listEvents(call: KalshiCall): Reply {
  const { query, variant } = call
  const { rows, cursor } = selectPage(events, call, listAllEvents(call))
  const render = query.flag('with_nested_markets') === true ? toNestedEvent : toKalshiEvent
  return toJsonReply({
    events: rows.map((event) => render(call, event)),
    cursor,
    ...(query.flag('with_milestones') === true
      ? { milestones: rows.flatMap((event) => milestoneFor(variant, event) ?? []) }
      : {}),
  })
}

/** Returns the markets next to the event, in it, or both (venues/kalshi/README.md). */
function getEvent(call: KalshiCall): Reply {
  const nested = call.query.flag('with_nested_markets') === true
  const combo = findComboByEvent(call, call.params['ticker'] ?? '')
  if (combo !== undefined) {
    const markets = [toComboMarket(call, combo)]
    return toJsonReply({ event: { ...toComboEvent(combo), ...(nested ? { markets } : {}) }, markets })
  }
  const event = eventIn(call)
  const markets = listLiveMarkets(call, event)
  if (call.query.flag('exclude_markets') === true) {
    if (nested) throw createBadRequest('exclude_markets cannot be used with with_nested_markets')
    return toJsonReply({ event: toKalshiEvent(call, event), markets: [] })
  }
  return toJsonReply({ event: { ...toKalshiEvent(call, event), ...(nested ? { markets } : {}) }, markets })
}

const combos: KalshiList<Combo> = {
  limit: limit(100, 200),
  at: ({ createdAt }) => createdAt,
  ticker: (combo) => combo.eventTicker,
  filters: {
    series_ticker: whereEqual((combo) => combo.seriesTicker),
    tickers: whereOneOf(readCommaSeparated, (combo) => combo.eventTicker),
  },
}

function listCombos(call: KalshiCall): Reply {
  const { query } = call
  if (query.text('series_ticker') !== undefined && query.text('collection_ticker') !== undefined) {
    throw createBadRequest('series_ticker and collection_ticker are mutually exclusive')
  }
  const { rows, cursor } = selectPage(combos, call, combosAt(call))
  const nested = query.flag('with_nested_markets') === true
  return toJsonReply({
    events: rows.map((combo) => ({
      ...toComboEvent(combo),
      ...(nested ? { markets: [toComboMarket(call, combo)] } : {}),
    })),
    cursor,
  })
}
