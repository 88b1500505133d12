import { json, type Reply } from '../../http/reply.js'
import {
  count,
  type Key,
  type ListSpec,
  numbered,
  pageOf,
  type SortKey,
} from '../../mock-kit/list-endpoint.js'
import { everyWord, flag, oneOf, repeated } from '../../mock-kit/list-filters.js'
import { type FaceCall, type FaceContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { type Listed, listedEvents, offers, withMarkets } from '../../mock-kit/venue-view.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/common/types.js'
import { refuseCombo } from './combos.js'
import {
  eventNumbered,
  eventOf,
  isRecurrent,
  marketNumbered,
  marketOf,
  marketSlug,
  seriesNumber,
} from './ids.js'
import { nativeEvent, nativeSeries } from './native-event.js'
import { nativeMarket } from './native-market.js'
import { refusal } from './replies.js'

/** Lists, lookups and the search (venues/polymarket_us/README.md). What a query names besides is ignored. */
export const listRoutes: readonly Route[] = [
  route('GET', '/v1/events', (call) =>
    json({ events: pageOf(events, call, eventsAsked(call)).rows.map((event) => nativeEvent(call, event)) }),
  ),
  route('GET', '/v1/events/:id', (call) => eventReply(call, numberIn(call, eventNumbered))),
  route('GET', '/v1/events/slug/:slug', (call) => eventReply(call, eventOf(call, call.params['slug'] ?? ''))),
  route('GET', '/v1/markets', (call) =>
    json({
      markets: pageOf(markets, call, marketsAsked(call)).rows.map((one) => nativeMarket(call, one, 'single')),
    }),
  ),
  route('GET', '/v1/market/id/:id', (call) =>
    marketReply(call, numberIn(call, marketNumbered, Number.MAX_SAFE_INTEGER)),
  ),
  route('GET', '/v1/market/slug/:slug', (call) => {
    const slug = call.params['slug'] ?? ''
    refuseCombo(slug)
    return marketReply(call, marketOf(call, slug))
  }),
  route('GET', '/v1/search', (call) =>
    json({ events: pageOf(hits, call, listed(call)).rows.map((event) => nativeEvent(call, event)) }),
  ),
  route('GET', '/v1/series', (call) =>
    json({ series: pageOf(series, call, allSeries(call)).rows.map(nativeSeries) }),
  ),
  route('GET', '/v1/series/id/:id', (call) => {
    const found = allSeries(call).find((one) => seriesNumber(one) === call.params['id'])
    if (found === undefined) throw refusal(404, 'Series not found')
    return json({ series: nativeSeries(found) })
  }),
]

const LARGEST_NUMBER = 2_147_483_647

/** @param largest the world's markets have longer numbers than the venue's */
function numberIn<Found>(
  call: FaceCall,
  find: (context: FaceContext, number: number) => Found,
  largest = LARGEST_NUMBER,
): Found {
  const id = call.params['id'] ?? ''
  if (!/^\d+$/.test(id) || Number(id) > largest) throw refusal(400, `type mismatch, parameter: id`)
  return find(call, Number(id))
}

function eventReply(call: FaceCall, event: WorldEvent | undefined): Reply {
  if (event === undefined) throw refusal(404, 'Event not found')
  return json({ event: nativeEvent(call, event) })
}

function marketReply(call: FaceCall, market: Listed | undefined): Reply {
  if (market === undefined) throw refusal(404, 'Market not found')
  return json({ market: nativeMarket(call, market, 'single') })
}

const refuse = (name: string) => refusal(400, `type mismatch, parameter: ${name}`)
const limit = count('limit', { otherwise: 20, most: 500, refuse })
const start = count('offset', { otherwise: 0, least: 0, refuse })

const listed = (call: FaceContext): readonly WorldEvent[] => listedEvents(call, 'polymarket_us')
const isClosed = (it: Parameters<typeof stateAt>[0], { now }: FaceContext): boolean =>
  stateAt(it, now) !== 'open'

/** Rows by what is asked for; newest first without an order, and for names of orders that are not known. */
function orderBy<Row>(keys: Readonly<Record<string, Key<Row>>>, number: Key<Row>) {
  return ({ query }: FaceCall): readonly SortKey<Row>[] => {
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
    // What is over stays active.
    active: flag(() => true),
    closed: flag(isClosed),
    archived: flag(() => false),
    slug: oneOf(repeated, ({ slug }) => slug),
    id: oneOf(repeated, ({ number }) => String(number)),
    seriesId: oneOf(repeated, ({ series }) => (isRecurrent(series) ? seriesNumber(series) : undefined)),
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

/** Those asked for by slug or number, of any age; else all in lists. */
function eventsAsked(call: FaceCall): readonly WorldEvent[] {
  const { query } = call
  const found = [
    ...query.all('slug').map((slug) => eventOf(call, slug)),
    ...query.all('id').map((id) => eventNumbered(call, Number(id))),
  ]
  if (found.length === 0) return listed(call)
  return [...new Set(found.filter((event) => event !== undefined))]
}

const markets: ListSpec<Listed> = {
  limit,
  start,
  filters: {
    active: flag(() => true),
    closed: flag(({ market }, call) => isClosed(market, call)),
    archived: flag(() => false),
    slug: oneOf(repeated, marketSlug),
  },
  order: orderBy<Listed>(
    { volume: ({ market }, { world, now }) => world.stats(market.key, now).volume },
    ({ market }) => market.number,
  ),
}

function marketsAsked(call: FaceCall): readonly Listed[] {
  const slugs = call.query.all('slug')
  if (slugs.length === 0) return withMarkets(listed(call))
  return slugs.flatMap((slug) => marketOf(call, slug) ?? [])
}

/** Words in titles and questions; what the real one finds besides goes by likeness, and is often far off. */
const hits: ListSpec<WorldEvent> = {
  limit,
  start: numbered(count('page', { otherwise: 1, refuse })),
  filters: {
    query: everyWord(({ title, markets: inside }) => `${title} ${inside.map(wordsOf).join(' ')}`),
  },
  order: () => [
    { key: (event, call) => (isClosed(event, call) ? 0 : 1), isFalling: true },
    { key: ({ number }) => number, isFalling: true },
  ],
}

function wordsOf({ question, label = '' }: WorldEvent['markets'][number]): string {
  return `${question} ${label}`
}

const series: ListSpec<WorldSeries> = { limit, start, filters: { slug: oneOf(repeated, ({ key }) => key) } }

function allSeries({ world }: FaceContext): readonly WorldSeries[] {
  return world.series.filter((one) => isRecurrent(one) && offers(one, 'polymarket_us'))
}
