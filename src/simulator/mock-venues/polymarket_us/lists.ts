import { type Reply, toJsonReply } from '../../http/reply.js'
import {
  type Key,
  type ListSpec,
  pageOf,
  readCountOf,
  type SortKey,
  startFromNumber,
} from '../../mock-kit/list-endpoint.js'
import { readRepeated, whereEveryWord, whereFlag, whereOneOf } from '../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { findListedEvents, type ListedMarket, offers, withMarkets } from '../../mock-kit/venue-view.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/common/types.js'
import { refuseCombo } from './combos.js'
import {
  eventOf,
  findEventByNumber,
  findMarketOfAnyAge,
  isRecurrent,
  marketOf,
  marketSlugOf,
  seriesNumberOf,
} from './ids.js'
import { toNativeEvent, toNativeSeries } from './native-event.js'
import { toNativeMarket } from './native-market.js'
import { createRefusal } from './replies.js'

/** Routes of lists, lookups and search (venues/polymarket_us/README.md). Other query parameters are ignored. */
export const listRoutes: readonly Route[] = [
  route('GET', '/v1/events', (call) =>
    toJsonReply({
      events: pageOf(events, call, eventsAsked(call)).rows.map((event) => toNativeEvent(call, event)),
    }),
  ),
  route('GET', '/v1/events/:id', (call) => eventReply(call, numberIn(call, findEventByNumber))),
  route('GET', '/v1/events/slug/:slug', (call) => eventReply(call, eventOf(call, call.params['slug'] ?? ''))),
  route('GET', '/v1/markets', (call) =>
    toJsonReply({
      markets: pageOf(markets, call, marketsAsked(call)).rows.map((one) =>
        toNativeMarket(call, one, 'single'),
      ),
    }),
  ),
  route('GET', '/v1/market/id/:id', (call) =>
    marketReply(call, numberIn(call, findMarketOfAnyAge, Number.MAX_SAFE_INTEGER)),
  ),
  route('GET', '/v1/market/slug/:slug', (call) => {
    const slug = call.params['slug'] ?? ''
    refuseCombo(slug)
    return marketReply(call, marketOf(call, slug))
  }),
  route('GET', '/v1/search', (call) =>
    toJsonReply({ events: pageOf(hits, call, listed(call)).rows.map((event) => toNativeEvent(call, event)) }),
  ),
  route('GET', '/v1/series', (call) =>
    toJsonReply({ series: pageOf(series, call, allSeries(call)).rows.map(toNativeSeries) }),
  ),
  route('GET', '/v1/series/id/:id', (call) => {
    const found = allSeries(call).find((one) => seriesNumberOf(one) === call.params['id'])
    if (found === undefined) throw createRefusal(404, 'Series not found')
    return toJsonReply({ series: toNativeSeries(found) })
  }),
]

const LARGEST_NUMBER = 2_147_483_647

/** @param largest numbers of the world are longer than those of the venue */
function numberIn<Found>(
  call: MockCall,
  find: (context: MockContext, number: number) => Found,
  largest = LARGEST_NUMBER,
): Found {
  const id = call.params['id'] ?? ''
  if (!/^\d+$/.test(id) || Number(id) > largest) throw createRefusal(400, `type mismatch, parameter: id`)
  return find(call, Number(id))
}

function eventReply(call: MockCall, event: WorldEvent | undefined): Reply {
  if (event === undefined) throw createRefusal(404, 'Event not found')
  return toJsonReply({ event: toNativeEvent(call, event) })
}

function marketReply(call: MockCall, market: ListedMarket | undefined): Reply {
  if (market === undefined) throw createRefusal(404, 'Market not found')
  return toJsonReply({ market: toNativeMarket(call, market, 'single') })
}

const refuse = (name: string) => createRefusal(400, `type mismatch, parameter: ${name}`)
const limit = readCountOf('limit', { otherwise: 20, most: 500, refuse })
const start = readCountOf('offset', { otherwise: 0, least: 0, refuse })

const listed = (call: MockContext): readonly WorldEvent[] => findListedEvents(call, 'polymarket_us')
const isClosed = (it: Parameters<typeof stateAt>[0], { now }: MockContext): boolean =>
  stateAt(it, now) !== 'open'

/** Reads the sort order of a query; newest first by default, and for unknown names. */
function orderBy<Row>(keys: Readonly<Record<string, Key<Row>>>, number: Key<Row>) {
  return ({ query }: MockCall): readonly SortKey<Row>[] => {
    const isFalling = query.text('orderDirection') !== 'asc'
    const asked = query
      .all('orderBy')
      .flatMap((name) => (Object.hasOwn(keys, name) ? (keys[name] ?? []) : []))
    return [...asked, number].map((key) => ({ key, isFalling }))
  }
}

const events: ListSpec<WorldEvent> = {
  limit,
  start,
  filters: {
    // Closed rows remain active.
    active: whereFlag(() => true),
    closed: whereFlag(isClosed),
    archived: whereFlag(() => false),
    slug: whereOneOf(readRepeated, ({ slug }) => slug),
    id: whereOneOf(readRepeated, ({ number }) => String(number)),
    seriesId: whereOneOf(readRepeated, ({ series }) =>
      isRecurrent(series) ? seriesNumberOf(series) : undefined,
    ),
  },
  order: orderBy<WorldEvent>(
    {
      volume: ({ markets }, { world, now }) =>
        markets.reduce((sum, { key }) => sum + world.stats(key, now).volume, 0),
      startTime: ({ startsAt, opensAt }) => startsAt ?? opensAt,
    },
    ({ number }) => number,
  ),
}

/** Returns the events that the query names by slug or number, of any age. Otherwise all listed events. */
function eventsAsked(call: MockCall): readonly WorldEvent[] {
  const { query } = call
  const found = [
    ...query.all('slug').map((slug) => eventOf(call, slug)),
    ...query.all('id').map((id) => findEventByNumber(call, Number(id))),
  ]
  if (found.length === 0) return listed(call)
  return [...new Set(found.filter((event) => event !== undefined))]
}

const markets: ListSpec<ListedMarket> = {
  limit,
  start,
  filters: {
    active: whereFlag(() => true),
    closed: whereFlag(({ market }, call) => isClosed(market, call)),
    archived: whereFlag(() => false),
    slug: whereOneOf(readRepeated, marketSlugOf),
  },
  order: orderBy<ListedMarket>(
    { volume: ({ market }, { world, now }) => world.stats(market.key, now).volume },
    ({ market }) => market.number,
  ),
}

function marketsAsked(call: MockCall): readonly ListedMarket[] {
  const slugs = call.query.all('slug')
  if (slugs.length === 0) return withMarkets(listed(call))
  return slugs.flatMap((slug) => marketOf(call, slug) ?? [])
}

/** Searches words in titles and questions. The venue also returns similar results, which are often unrelated. */
const hits: ListSpec<WorldEvent> = {
  limit,
  start: startFromNumber(readCountOf('page', { otherwise: 1, refuse })),
  filters: {
    query: whereEveryWord(({ title, markets: inside }) => `${title} ${inside.map(wordsOf).join(' ')}`),
  },
  order: () => [
    { key: (event, call) => (isClosed(event, call) ? 0 : 1), isFalling: true },
    { key: ({ number }) => number, isFalling: true },
  ],
}

function wordsOf({ question, label = '' }: WorldEvent['markets'][number]): string {
  return `${question} ${label}`
}

const series: ListSpec<WorldSeries> = {
  limit,
  start,
  filters: { slug: whereOneOf(readRepeated, ({ key }) => key) },
}

function allSeries({ world }: MockContext): readonly WorldSeries[] {
  return world.series.filter((one) => isRecurrent(one) && offers(one, 'polymarket_us'))
}
