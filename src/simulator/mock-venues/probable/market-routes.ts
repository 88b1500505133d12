import type { Query } from '../../http/query.js'
import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import {
  findKey,
  type Key,
  type ListFilter,
  type ListSpec,
  pageOf,
  type SortKey,
} from '../../mock-kit/list-endpoint.js'
import {
  noneOf,
  readIsoDate,
  whereAtLeast,
  whereAtMost,
  whereEqual,
  whereEveryWord,
  whereFlag,
  whereOneOf,
  whereWord,
} from '../../mock-kit/list-filters.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { findEventBySlug } from '../../mock-kit/native-ids.js'
import { findListedEvents, type ListedMarket, withMarkets } from '../../mock-kit/venue-view.js'
import { slugOf } from '../../world/common/dates.js'
import { stateAt, type WorldEvent } from '../../world/common/types.js'
import { findByNumber, findEventByNumber, numberFromId } from './ids.js'
import { tagOf, toNativeEvent, toNativeMarket, toShortEvent, volumeOfEvent } from './native-market.js'
import { paged, toPagination } from './paging.js'
import { createMarketError } from './replies.js'

export const PREFIX = '/public/api/v1'

/** Returns the path with a trailing slash, as documented, and without. */
function spellings(path: string): readonly string[] {
  return [`${PREFIX}${path}`, `${PREFIX}${path}/`]
}

function read(path: string, handle: (call: MockCall) => Reply): readonly Route[] {
  return spellings(path).map((pattern) => route('GET', pattern, handle))
}

/** Other documented calls of the market host (README.md). */
export const marketsNotImplemented = [
  '/tags',
  '/events/:id/tags',
  '/markets/polymarket/:id',
  '/markets/bsc/:id',
].flatMap((path) => spellings(path).map((pattern) => `GET ${pattern}`))

/** Routes of events, markets and search (README.md). */
export const marketRoutes: readonly Route[] = [
  // A plain array, where documents show an object with a pagination block.
  ...read('/events', (call) =>
    toJsonReply(
      pageOf(events, call, findListedEvents(call, 'probable')).rows.map((event) =>
        toNativeEvent(call, event),
      ),
    ),
  ),
  ...read('/events/slug/:slug', (call) => {
    const event = findEventBySlug(call, 'probable', call.params['slug'] ?? '')
    if (event === undefined) throw createMarketError(404, 'event not found')
    return toJsonReply(toNativeEvent(call, event))
  }),
  ...read('/events/:id', (call) => {
    const number = requireOrRefuse(numberFromId(call.params['id'] ?? ''), () =>
      createMarketError(400, 'event id is invalid'),
    )
    const event = findEventByNumber(call, number)
    if (event === undefined) throw createMarketError(500, 'failed to retrieve event: record not found')
    return toJsonReply(toNativeEvent(call, event))
  }),
  ...read('/markets', marketList),
  ...read('/markets/:id', (call) => {
    const number = requireOrRefuse(numberFromId(call.params['id'] ?? ''), () =>
      createMarketError(400, 'market id is invalid'),
    )
    const listed = findByNumber(call, number)
    if (listed === undefined) throw createMarketError(500, 'failed to retrieve market: record not found')
    return toJsonReply({ ...toNativeMarket(call, listed), event: toShortEvent(call, listed.event) })
  }),
  ...read('/public-search', search),
]

const isOpen = (event: WorldEvent, { now }: MockCall): boolean => stateAt(event, now) === 'open'
const isOver = (event: WorldEvent, call: MockCall): boolean => !isOpen(event, call)
const status = whereWord<WorldEvent, MockCall>({ active: isOpen, closed: isOver, all: undefined }, (name) =>
  createMarketError(400, `${name} is invalid`),
)
const date = readIsoDate(() => createMarketError(400, 'date is invalid'))
const created = (event: WorldEvent): number => event.opensAt
const ending = (event: WorldEvent): number => event.endsAt

/** Reads numbers in any spelling. */
function numbers(query: Query, name: string): readonly string[] {
  return query.all(name).flatMap((text) => text.split(',').map((number) => String(Number(number))))
}

/** Lists and the search use two names for this parameter. */
function tagSlugs(query: Query): readonly string[] {
  return [...query.all('tag_slug'), ...query.all('events_tag')].flatMap((text) => text.split(','))
}

function tagIds({ series }: WorldEvent, call: MockCall): readonly string[] {
  return series.tags.map((label) => String(tagOf(call, label).id))
}

function recurrenceOf({ series: { recurrence } }: WorldEvent): string {
  return ['daily', 'weekly', 'monthly'].includes(recurrence) ? recurrence : 'single'
}

const eventFilters: Readonly<Record<string, ListFilter<WorldEvent>>> = {
  closed: whereFlag(isOver),
  active: whereFlag(isOpen),
  tag_slug: whereOneOf(tagSlugs, ({ series }) => series.tags.map(slugOf)),
  tag_id: whereOneOf(numbers, tagIds),
  exclude_tag_id: noneOf(numbers, tagIds),
  recurrence: whereEqual(recurrenceOf),
  start_date_min: whereAtLeast(date, created),
  start_date_max: whereAtMost(date, created),
  end_date_min: whereAtLeast(date, ending),
  end_date_max: whereAtMost(date, ending),
}

const openFirst: Key<WorldEvent> = (event, call) => (isOpen(event, call) ? 1 : 0)
const sortKeys: Readonly<Record<string, Key<WorldEvent>>> = {
  created_at: created,
  volume: (event, call) => volumeOfEvent(call, event),
  market_count: (event) => event.markets.length,
  end_date: ending,
  relevance: openFirst,
}
const newest: SortKey<WorldEvent> = { key: (event) => event.number, isFalling: true }

/** Reads the sort order; newest first by default. */
function order({ query }: MockCall): readonly SortKey<WorldEvent>[] {
  const key = findKey(sortKeys, query.text('sort') ?? 'created_at', () =>
    createMarketError(400, 'sort is invalid'),
  )
  return [{ key, isFalling: query.flag('ascending') !== true }, newest]
}

const events: ListSpec<WorldEvent> = { ...paged, filters: { status, ...eventFilters }, order }

/** Searches words in titles, questions and tags; open events first by default (README.md). */
const searched: ListSpec<WorldEvent> = {
  ...paged,
  filters: {
    q: whereEveryWord(({ title, markets: parts, series }) =>
      [title, ...parts.map(({ question }) => question), ...series.tags].join(' '),
    ),
    events_status: status,
    ...eventFilters,
  },
  order(call) {
    if ((call.query.text('sort') ?? 'relevance') !== 'relevance') return order(call)
    return [{ key: openFirst, isFalling: true }, { key: created, isFalling: true }, newest]
  },
}

/** Newest id first. Unknown filters are ignored: there is none by slug, token or condition. */
const markets: ListSpec<ListedMarket> = {
  ...paged,
  filters: {
    active: whereFlag(({ market }, { now }) => stateAt(market, now) === 'open'),
    closed: whereFlag(({ market }, { now }) => stateAt(market, now) !== 'open'),
  },
  order: () => [{ key: ({ market }) => market.number, isFalling: true }],
}

function marketList(call: MockCall): Reply {
  const eventId = call.query.text('event_id')
  const number = eventId === undefined ? undefined : numberFromId(eventId)
  if (eventId !== undefined && number === undefined) throw createMarketError(400, 'event_id is invalid')
  const within =
    number === undefined ? findListedEvents(call, 'probable') : [findEventByNumber(call, number) ?? []].flat()
  const page = pageOf(markets, call, withMarkets(within))
  return toJsonReply({
    markets: page.rows.map((listed) => toNativeMarket(call, listed)),
    pagination: toPagination(page),
  })
}

function search(call: MockCall): Reply {
  const { query, world } = call
  const words = (query.text('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) throw createMarketError(400, 'q is required')
  const page = pageOf(searched, call, findListedEvents(call, 'probable'))
  const tags = query.flag('search_tags') === false ? [] : world.tags
  return toJsonReply({
    events: page.rows.map((event) => searchRow(call, event)),
    tags: tags
      .filter((label) => words.some((one) => label.toLowerCase().includes(one)))
      .map((label) => tagOf(call, label)),
    pagination: toPagination(page),
  })
}

function searchRow(call: MockCall, event: WorldEvent): Readonly<Record<string, unknown>> {
  if (call.query.flag('optimized') === true) return toShortEvent(call, event)
  const keepsClosed = call.query.flag('keep_closed_markets') !== false
  const kept = event.markets.filter((market) => keepsClosed || stateAt(market, call.now) === 'open')
  return {
    ...toShortEvent(call, event),
    markets: kept.map((market) => toNativeMarket(call, { event, market })),
  }
}
