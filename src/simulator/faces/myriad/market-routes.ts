import type { FaceCall, FaceContext, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { slugOf } from '../../world/dates.js'
import { chartsOf } from './charts.js'
import { badParams } from './errors.js'
import { fits, listedMarkets, marketOfModel, modelAsked } from './lookup.js'
import { liquidityOf, marketRow, type Volumes, volumesOf } from './market-row.js'
import { isVoided, type NativeMarket, nativeState } from './native-market.js'
import { pageAsked, pageOf } from './paging.js'

/** Lists of markets, and one market with its charts (venues/myriad/README.md). */
export const marketRoutes: readonly Route[] = [
  route('GET', '/markets', listMarkets),
  route('GET', '/markets/:id', oneMarket),
]

function listMarkets(call: FaceCall): Reply {
  const at = pageAsked(call)
  const order = orderAsked(call)
  const found = listedMarkets(call).filter(filterAsked(call))
  return json(pageOf(order(found), at, (market) => marketRow(call, market)))
}

function oneMarket(call: FaceCall): Reply {
  const market = marketOfModel(call)
  const row = marketRow(call, market)
  const charts = chartsOf(call, market)
  return json({
    ...row,
    outcomes: row.outcomes.map((outcome, index) => ({ ...outcome, price_charts: charts[index] })),
  })
}

type Test = (market: NativeMarket) => boolean

const states = ['open', 'closed', 'resolved', 'voided']

function filterAsked(call: FaceCall): Test {
  const { query, now } = call
  const model = modelAsked(call)
  const state = query.text('state')
  if (state !== undefined && !states.includes(state))
    throw badParams(`state must be one of ${states.join(', ')}`)
  const listed = (key: string): ReadonlySet<string> | undefined => {
    const values = query.list(key).map((value) => value.toLowerCase())
    return values.length === 0 ? undefined : new Set(values)
  }
  const [networks, ids, topics, tokens] = ['network_id', 'ids', 'topics', 'token_address'].map(listed)
  const eventId = query.text('event_id')?.toLowerCase()
  const words = query.text('keyword')?.toLowerCase()
  const tests: readonly (Test | false | undefined)[] = [
    (market) => fits(market, model),
    state !== undefined && ((market) => hasState(market, state, now)),
    networks && ((market) => networks.has(String(market.network.id))),
    ids && ((market) => ids.has(String(market.id))),
    tokens && ((market) => tokens.has(market.network.token.address.toLowerCase())),
    topics && ((market) => topics.has(market.event.series.category.toLowerCase())),
    eventId !== undefined && ((market) => market.eventId === eventId),
    words !== undefined && ((market) => textOf(market).includes(words)),
    ...tagTests(call),
    ...timeTests(call),
  ]
  const wanted = tests.filter((one) => one !== false && one !== undefined)
  return (market) => wanted.every((one) => one(market))
}

/** A voided market is a resolved one, too. */
function hasState(market: NativeMarket, state: string, now: number): boolean {
  return state === 'voided' ? isVoided(market, now) : nativeState(market, now) === state
}

function textOf({ title, event, outcomeTitles }: NativeMarket): string {
  return [title, event.rules, ...outcomeTitles].join('\n').toLowerCase()
}

function tagTests({ query }: FaceCall): readonly (Test | false)[] {
  const [wanted, unwanted] = ['tags', 'exclude_tags'].map((key) => query.list(key).map(slugOf))
  const hasOne = (market: NativeMarket, tags: readonly string[] = []): boolean =>
    market.event.series.tags.some((tag) => tags.includes(slugOf(tag)))
  return [
    wanted !== undefined && wanted.length > 0 && ((market) => hasOne(market, wanted)),
    unwanted !== undefined && unwanted.length > 0 && ((market) => !hasOne(market, unwanted)),
  ]
}

function timeTests({ query, now }: FaceCall): readonly (Test | false)[] {
  const number = (key: string): number | undefined => {
    const value = query.number(key)
    if (value === 'bad') throw badParams(`${key} must be a number`)
    return value
  }
  const [shortest, longest] = [number('min_duration'), number('max_duration')]
  const lifeSeconds = ({ endsAt, opensAt }: NativeMarket): number => (endsAt - opensAt) / 1000
  const inPlay = query.flag('in_play')
  const isInPlay: Test = ({ event, closesAt }) =>
    event.startsAt !== undefined && now >= event.startsAt && now < closesAt
  return [
    shortest !== undefined && ((market) => lifeSeconds(market) >= shortest),
    longest !== undefined && ((market) => lifeSeconds(market) <= longest),
    inPlay !== undefined && ((market) => isInPlay(market) === inPlay),
  ]
}

type Key = (market: NativeMarket) => number

function sortKeys(context: FaceContext): Readonly<Record<string, Key>> {
  const volume =
    (name: keyof Volumes): Key =>
    (market) =>
      volumesOf(context, market)[name]
  return {
    volume: volume('volume'),
    volume_24h: volume('volume24h'),
    volume_notional: volume('volumeNotional'),
    volume_notional_24h: volume('volumeNotional24h'),
    liquidity: (market) => liquidityOf(market, volumesOf(context, market)),
    expires_at: (market) => market.endsAt,
    published_at: (market) => market.opensAt,
    in_play_starts_at: ({ event }) => event.startsAt ?? 0,
    featured: ({ event }) => (event.seed % 40 === 0 ? event.opensAt : 0),
  }
}

/** By volume, falling, unless asked otherwise; equal markets keep the order in which they were published. */
function orderAsked(call: FaceCall): (markets: readonly NativeMarket[]) => readonly NativeMarket[] {
  const name = call.query.text('sort') ?? 'volume'
  const keys = sortKeys(call)
  const keyOf = Object.hasOwn(keys, name) ? keys[name] : undefined
  if (keyOf === undefined) throw badParams(`sort must be one of ${Object.keys(keys).join(', ')}`)
  const direction = call.query.text('order') ?? 'desc'
  if (direction !== 'asc' && direction !== 'desc') throw badParams('order must be asc or desc')
  const sign = direction === 'asc' ? 1 : -1
  return (markets) =>
    markets
      .map((market) => ({ market, key: keyOf(market) }))
      .sort((a, b) => sign * (a.key - b.key))
      .map(({ market }) => market)
}
