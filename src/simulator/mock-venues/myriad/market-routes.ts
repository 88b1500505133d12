import type { Query } from '../../http/query.js'
import { createNotImplemented, type Reply, toJsonReply } from '../../http/reply.js'
import { findKey, type Key, type ListFilter, type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import {
  noneOf,
  readNumber,
  whereAtLeast,
  whereAtMost,
  whereFlag,
  whereOneOf,
  wherePhrase,
  whereWord,
} from '../../mock-kit/list-filters.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { slugOf } from '../../world/common/dates.js'
import { chartsOf } from './charts.js'
import { createBadParams, notOneOf } from './errors.js'
import { findListedMarkets, readLowerCase, readMarketOfModel, whereModel } from './lookup.js'
import { liquidityOf, toMarketRow, type Volumes, volumesOf } from './market-row.js'
import { isVoided, type NativeMarket, stateOf } from './native-market.js'
import { answerPage, paged } from './paging.js'

/** Routes of lists of markets, and of one market with its charts (README.md). */
export const marketRoutes: readonly Route[] = [
  route('GET', '/markets', (call) => {
    if (call.query.flag('group_by_event') === true) throw createNotImplemented('group_by_event')
    return answerPage(pageOf(markets, call, findListedMarkets(call)), (market) => toMarketRow(call, market))
  }),
  route('GET', '/markets/:id', oneMarket),
]

function oneMarket(call: MockCall): Reply {
  const market = readMarketOfModel(call)
  const row = toMarketRow(call, market)
  const charts = chartsOf(call, market)
  return toJsonReply({
    ...row,
    outcomes: row.outcomes.map((outcome, index) => ({ ...outcome, price_charts: charts[index] })),
  })
}

type Read<Value> = (market: NativeMarket, call: MockCall) => Value

const inState =
  (state: string): Read<boolean> =>
  (market, { now }) =>
    stateOf(market, now) === state
const tagsOf: Read<readonly string[]> = ({ event }) => event.series.tags.map(slugOf)
const slugs = (query: Query, name: string): readonly string[] => query.list(name).map(slugOf)
const seconds = readNumber((name) => createBadParams(`${name} must be a number`))
const lifeSeconds: Read<number> = ({ endsAt, opensAt }) => (endsAt - opensAt) / 1000

const filters: Readonly<Record<string, ListFilter<NativeMarket>>> = {
  trading_model: whereModel((market) => market),
  // A voided market also counts as resolved.
  state: whereWord<NativeMarket, MockCall>(
    {
      open: inState('open'),
      closed: inState('closed'),
      resolved: inState('resolved'),
      voided: (market, { now }) => isVoided(market, now),
    },
    notOneOf,
  ),
  network_id: whereOneOf(readLowerCase, ({ network }) => String(network.id)),
  ids: whereOneOf(readLowerCase, ({ id }) => String(id)),
  topics: whereOneOf(readLowerCase, ({ event }) => event.series.category.toLowerCase()),
  token_address: whereOneOf(readLowerCase, ({ network }) => network.token.address.toLowerCase()),
  event_id: whereOneOf(readLowerCase, ({ eventId }) => eventId),
  keyword: wherePhrase(({ title, event, outcomeTitles }) =>
    [title, event.rules, ...outcomeTitles].join('\n'),
  ),
  tags: whereOneOf(slugs, tagsOf),
  exclude_tags: noneOf(slugs, tagsOf),
  min_duration: whereAtLeast(seconds, lifeSeconds),
  max_duration: whereAtMost(seconds, lifeSeconds),
  in_play: whereFlag(
    ({ event, closesAt }, { now }) => event.startsAt !== undefined && now >= event.startsAt && now < closesAt,
  ),
}

const byVolume =
  (name: keyof Volumes): Key<NativeMarket> =>
  (market, call) =>
    volumesOf(call, market)[name]

const sortKeys: Readonly<Record<string, Key<NativeMarket>>> = {
  volume: byVolume('volume'),
  volume_24h: byVolume('volume24h'),
  volume_notional: byVolume('volumeNotional'),
  volume_notional_24h: byVolume('volumeNotional24h'),
  liquidity: (market, call) => liquidityOf(market, volumesOf(call, market)),
  expires_at: (market) => market.endsAt,
  published_at: (market) => market.opensAt,
  in_play_starts_at: ({ event }) => event.startsAt ?? 0,
  featured: ({ event }) => (event.seed % 40 === 0 ? event.opensAt : 0),
}

/** By volume, descending, by default; equal markets keep the order of their publication. */
const markets: ListSpec<NativeMarket> = {
  ...paged,
  filters,
  order({ query }) {
    const key = findKey(sortKeys, query.text('sort') ?? 'volume', (names) => notOneOf('sort', names))
    const direction = query.text('order') ?? 'desc'
    if (direction !== 'asc' && direction !== 'desc') throw createBadParams('order must be asc or desc')
    return [{ key, isFalling: direction === 'desc' }]
  },
}
