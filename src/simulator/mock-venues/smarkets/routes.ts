import { type Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import { type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { readCommaSeparated, whereOneOf } from '../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { createInvalidField } from './errors.js'
import { listBranchNodes, type Node, toEventRow, toLeafNode } from './event.js'
import { eventWith, idsIn, marketWith } from './ids.js'
import { listEvents } from './list.js'
import { marketsOf, type NativeMarket, toContractRow, toMarketRow } from './market.js'
import { lastExecutedOf, quotesOf, volumesOf } from './prices.js'

/** Maximum ids in a path (venues/smarkets/README.md). */
const most = {
  events: 50,
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
  route('GET', '/v3/markets/:markets/', marketsById),
  route('GET', '/v3/markets/:markets/contracts/', contracts),
  route('GET', '/v3/markets/:markets/quotes/', quotes),
  route('GET', '/v3/markets/:markets/last_executed_prices/', lastPrices),
  route('GET', '/v3/markets/:markets/volumes/', volumes),
]

/** Other documented calls of the venue (venues/smarkets/README.md). */
export const routesNotImplemented = [
  'GET /v3/events/:events/markets_count/',
  'GET /v3/events/:events/states/',
  'GET /v3/events/:events/competitors/',
  'GET /v3/popular/event_ids/',
  'GET /v3/popular/event_ids/sport/:sport/',
  'GET /v3/popular_event_ids/',
  'GET /v3/currencies/:code/',
  'POST /v3/sessions/verify/',
  // Its rows have no recorded example.
  'GET /v3/accounts/activity/',
  'GET /v3/account_activity_csv/:start/:end/',
  'GET /v3/statement_by_event/',
  // The unit of its prices is not documented.
  'GET /v3/markets/:markets/starting_prices/',
  'GET /v3/events/:events/stats/',
  'GET /v3/site_status/',
  'GET /v3/sessions/renew/',
  'GET /v3/orders/fullcover/',
  'GET /v3/users/',
]

/** Returns events of any state; unknown ids are omitted. */
function eventsById(call: MockCall): Reply {
  const newType = call.query.flag('with_new_type') === true
  return toJsonReply({ events: nodesWith(call, most.events).map((node) => toEventRow(node, newType)) })
}

function nodesWith(call: MockCall, limit: number): readonly Node[] {
  const ids = idsIn(call, 'events', limit)
  const above = listBranchNodes(call)
  return ids.flatMap((id) => {
    const event = eventWith(call, id)
    const branch = above.find((node) => node.id === id)
    return event === undefined ? (branch ?? []) : toLeafNode(call, event)
  })
}

function marketsByEvent(call: MockCall): Reply {
  const found = idsIn(call, 'events', most.events)
    .flatMap((id) => eventWith(call, id) ?? [])
    .sort((a, b) => a.number - b.number)
    .flatMap((event) => pageOf(marketsOfEvent, call, marketsOf(event)).rows)
  return toJsonReply({ markets: found.map((native) => toMarketRow(call, native)) })
}

/** The limit applies to each event; an invalid number is treated as absent. */
const marketsOfEvent: ListSpec<NativeMarket> = {
  filters: { market_types: whereOneOf(readCommaSeparated, ({ type }) => type?.name) },
  limit({ query }) {
    const limit = query.integer('limit_by_event')
    return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
  },
}

function marketsIn(call: MockCall, limit: number, refusal?: () => Refusal): readonly NativeMarket[] {
  return idsIn(call, 'markets', limit, refusal).flatMap((id) => nativeMarket(call, id) ?? [])
}

function nativeMarket(context: MockContext, id: number): NativeMarket | undefined {
  const listed = marketWith(context, id)
  return listed && marketsOf(listed.event).find((native) => native.id === String(id))
}

function marketsById(call: MockCall): Reply {
  return toJsonReply({ markets: marketsIn(call, most.markets).map((native) => toMarketRow(call, native)) })
}

function contracts(call: MockCall): Reply {
  const rows = marketsIn(call, most.contracts).flatMap((native) =>
    native.contracts.map((contract) => toContractRow(call, native, contract)),
  )
  return toJsonReply({ contracts: rows })
}

/** Returns the error for too many ids; the specification has no 414 for prices (README.md). */
function tooMany(): Refusal {
  return createInvalidField('market_ids', 'too many')
}

/** Returns quotes by contract, regardless of the market; contracts that no longer trade have no key. */
function quotes(call: MockCall): Reply {
  const found = marketsIn(call, most.quotes, tooMany).flatMap((native) =>
    native.contracts.flatMap((contract) => {
      const book = quotesOf(call, contract)
      return book === undefined ? [] : [[contract.id, book] as const]
    }),
  )
  return toJsonReply(Object.fromEntries(found))
}

function lastPrices(call: MockCall): Reply {
  const found = marketsIn(call, most.prices, tooMany).map(
    (native) => [native.id, native.contracts.map((contract) => lastExecutedOf(call, contract))] as const,
  )
  return toJsonReply({ last_executed_prices: Object.fromEntries(found) })
}

function volumes(call: MockCall): Reply {
  return toJsonReply({ volumes: marketsIn(call, most.volumes).map((native) => volumesOf(call, native)) })
}
