import { type FaceCall, type FaceContext, type Route, route } from '../../face.js'
import { json, Refusal, type Reply } from '../../reply.js'
import { listedEvents } from '../../venue-view.js'
import type { WorldEvent } from '../../world/types.js'
import { smarketsError } from './errors.js'
import { branchNodes, eventRow, leafNode, type Node } from './event.js'
import { eventId, eventWith, idsIn, marketWith } from './ids.js'
import { listEvents } from './list.js'
import { contractRow, marketRow, marketsOf, type NativeMarket } from './market.js'
import { lastExecuted, quotesOf, turnoverOf, volumesOf } from './prices.js'
import { secondStamp } from './stamps.js'

/** Most ids in a path (venues/smarkets/README.md). */
const most = {
  events: 50,
  facts: 300,
  markets: 50,
  contracts: 100,
  quotes: 200,
  prices: 100,
  volumes: 300,
} as const

export const readRoutes: readonly Route[] = [
  route('GET', '/v3/events/', listEvents),
  route('GET', '/v3/events/:events/', eventsById),
  route('GET', '/v3/events/:events/markets/', marketsByEvent),
  route('GET', '/v3/events/:events/markets_count/', marketCounts),
  route('GET', '/v3/events/:events/states/', eventStatesById),
  route('GET', '/v3/events/:events/competitors/', competitors),
  route('GET', '/v3/markets/:markets/', marketsById),
  route('GET', '/v3/markets/:markets/contracts/', contracts),
  route('GET', '/v3/markets/:markets/quotes/', quotes),
  route('GET', '/v3/markets/:markets/last_executed_prices/', lastPrices),
  route('GET', '/v3/markets/:markets/volumes/', volumes),
  route('GET', '/v3/popular/event_ids/', popular),
  route('GET', '/v3/popular/event_ids/sport/:sport/', popular),
  route('GET', '/v3/currencies/:code/', currency),
]

/** Paths that need a session. */
export const privateRoutes: readonly Route[] = ['accounts', 'accounts/activity', 'orders', 'users'].map(
  (path) => route('GET', `/v3/${path}/`, () => smarketsError(401, 'AUTH_REQUIRED', 'session token required')),
)

/** Any state; unknown ids are left out. */
function eventsById(call: FaceCall): Reply {
  const newType = call.query.flag('with_new_type') === true
  return json({ events: nodesWith(call, most.events).map((node) => eventRow(node, newType)) })
}

function nodesWith(call: FaceCall, limit: number): readonly Node[] {
  const ids = idsIn(call, 'events', limit)
  const above = branchNodes(call)
  return ids.flatMap((id) => {
    const event = eventWith(call, id)
    const branch = above.find((node) => node.id === id)
    return event === undefined ? (branch ?? []) : leafNode(call, event)
  })
}

function eventsIn(call: FaceCall, limit: number): readonly WorldEvent[] {
  return idsIn(call, 'events', limit)
    .flatMap((id) => eventWith(call, id) ?? [])
    .sort((a, b) => a.number - b.number)
}

function marketsByEvent(call: FaceCall): Reply {
  const { query } = call
  const types = query.list('market_types')
  const perEvent = query.integer('limit_by_event')
  const found = eventsIn(call, most.events).flatMap((event) => {
    const markets = marketsOf(event).filter(
      ({ type }) => types.length === 0 || (type !== null && types.includes(type.name)),
    )
    return typeof perEvent === 'number' ? markets.slice(0, perEvent) : markets
  })
  return json({ markets: found.map((native) => marketRow(call, native)) })
}

function marketCounts(call: FaceCall): Reply {
  const events = eventsIn(call, most.events).map((event) => ({
    id: eventId(event),
    markets_count: marketsOf(event).length,
  }))
  return json({ events })
}

function eventStatesById(call: FaceCall): Reply {
  const found = eventsIn(call, most.facts)
  if (found.length === 0) throw new Refusal(smarketsError(404, 'NO_RESULTS_FOUND', 'no results found'))
  const event_states = found.map((event) => {
    const { state } = leafNode(call, event)
    const isOver = state === 'ended' || state === 'settled'
    return {
      id: eventId(event),
      state,
      hidden: false,
      actual_start_datetime:
        event.startsAt !== undefined && state !== 'upcoming' ? secondStamp(event.startsAt) : null,
      actual_end_datetime: isOver ? secondStamp(event.closesAt) : null,
    }
  })
  return json({ event_states })
}

function competitors(call: FaceCall): Reply {
  const found = eventsIn(call, most.facts).flatMap((event) =>
    (event.teams ?? []).map((team, index) => ({
      id: String(Number(eventId(event)) * 4 + index),
      event_id: eventId(event),
      name: team.name,
      short_name: team.name,
      short_code: team.code,
      slug: team.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      type: index === 0 ? 'home' : 'away',
      country_code: null,
      info: {},
    })),
  )
  return json({ competitors: found })
}

function marketsIn(call: FaceCall, limit: number): readonly NativeMarket[] {
  return idsIn(call, 'markets', limit).flatMap((id) => nativeMarket(call, id) ?? [])
}

function nativeMarket(context: FaceContext, id: number): NativeMarket | undefined {
  const listed = marketWith(context, id)
  return listed && marketsOf(listed.event).find((native) => native.id === String(id))
}

function marketsById(call: FaceCall): Reply {
  return json({ markets: marketsIn(call, most.markets).map((native) => marketRow(call, native)) })
}

function contracts(call: FaceCall): Reply {
  const rows = marketsIn(call, most.contracts).flatMap((native) =>
    native.contracts.map((contract) => contractRow(call, native, contract)),
  )
  return json({ contracts: rows })
}

/** By contract, whatever the market; contracts that no longer trade have no key. */
function quotes(call: FaceCall): Reply {
  const found = marketsIn(call, most.quotes).flatMap((native) =>
    native.contracts.flatMap((contract) => {
      const book = quotesOf(call, contract)
      return book === undefined ? [] : [[contract.id, book] as const]
    }),
  )
  return json(Object.fromEntries(found))
}

function lastPrices(call: FaceCall): Reply {
  const found = marketsIn(call, most.prices).map(
    (native) => [native.id, native.contracts.map((contract) => lastExecuted(call, contract))] as const,
  )
  return json({ last_executed_prices: Object.fromEntries(found) })
}

function volumes(call: FaceCall): Reply {
  return json({ volumes: marketsIn(call, most.volumes).map((native) => volumesOf(call, native)) })
}

function popular(call: FaceCall): Reply {
  const sport = call.params['sport']?.replace(/-/g, '_')
  const limit = call.query.integer('limit') ?? 5
  const ranked = listedEvents(call, 'smarkets')
    .map((event) => ({ event, node: leafNode(call, event) }))
    .filter(({ node }) => node.state === 'upcoming' || node.state === 'live')
    .filter(({ node }) => sport === undefined || node.branch.domain === sport)
    .map(({ event }) => ({ id: eventId(event), turnover: turnoverOf(call, marketsOf(event)) }))
    .sort((a, b) => b.turnover - a.turnover)
  return json({ popular_event_ids: ranked.slice(0, limit === 'bad' ? 5 : limit).map(({ id }) => id) })
}

/** Made-up rates of three currencies. */
const currencies: Readonly<Record<string, { readonly name: string; readonly rate: string }>> = {
  GBP: { name: 'Pound Sterling', rate: '1.00' },
  EUR: { name: 'Euro', rate: '1.14' },
  USD: { name: 'US Dollar', rate: '1.31' },
}

function currency({ params }: FaceCall): Reply {
  const code = (params['code'] ?? '').toUpperCase()
  const found = Object.hasOwn(currencies, code) ? currencies[code] : undefined
  if (found === undefined) return smarketsError(404, 'NO_RESULTS_FOUND', 'no such currency')
  return json({ code, name: found.name, rate_to_gbp: found.rate })
}
