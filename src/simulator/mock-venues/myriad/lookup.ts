import type { Query } from '../../http/query.js'
import type { ListFilter } from '../../mock-kit/list-endpoint.js'
import { whereEqual, whereOneOf } from '../../mock-kit/list-filters.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { findListedEvents, narrowToListed } from '../../mock-kit/venue-view.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'
import { createBadParams, createNoEvent, createNoMarket, notOneOf } from './errors.js'
import { findEventBySlug, findEventByUuid, resolveNumber } from './ids.js'
import { isGroup, type NativeMarket, nativeMarkets } from './native-market.js'
import { bnb, poolNetworks } from './networks.js'

type TradingModel = 'amm' | 'ob' | 'all'

/**
 * Returns the trading model of a call: pools by default. `execution_mode` is the older parameter and has lower
 * precedence (README.md).
 */
function modelAsked({ query }: Pick<MockCall, 'query'>): TradingModel {
  const model = query.text('trading_model')
  if (model === 'amm' || model === 'ob' || model === 'all') return model
  if (model !== undefined) throw notOneOf('trading_model', 'amm, ob, all')
  return query.text('execution_mode') === '1' ? 'ob' : 'amm'
}

function fits(market: NativeMarket, model: TradingModel): boolean {
  return model === 'all' || market.model === model
}

/** Returns a filter by the trading model of the call. */
export function whereModel<Row>(marketIn: (row: Row) => NativeMarket): ListFilter<Row> {
  return (call) => {
    const model = modelAsked(call)
    return (row) => fits(marketIn(row), model)
  }
}

/** Returns the comma-separated values of a parameter, in lower case. */
export function readLowerCase(query: Query, name: string): readonly string[] {
  return query.list(name).map((value) => value.toLowerCase())
}

/** Filters of account rows by their market. */
export const marketFilters = {
  trading_model: whereModel(({ market }: OfMarket) => market),
  network_id: whereEqual(({ market }: OfMarket) => String(market.network.id)),
  market_id: whereEqual(({ market }: OfMarket) => String(market.id)),
  market_slug: whereEqual(({ market }: OfMarket) => market.slug),
  token_address: whereOneOf(readLowerCase, ({ market }: OfMarket) =>
    market.network.token.address.toLowerCase(),
  ),
}

interface OfMarket {
  readonly market: NativeMarket
}

/** Returns all markets that are listed now, oldest first. */
export function findListedMarkets(context: MockContext): readonly NativeMarket[] {
  return findListedEvents(context, 'myriad').flatMap((event) => nativeMarkets(event, context.world.seed))
}

/** Returns the order-book events that are listed now. */
export function findListedGroups(context: MockContext): readonly WorldEvent[] {
  return findListedEvents(context, 'myriad').filter(isGroup)
}

/** Returns the market with a number on a network, of any age, or undefined without one. */
function marketByNumber(context: MockContext, network: number, id: number): NativeMarket | undefined {
  const position = poolNetworks.findIndex((candidate) => candidate.id === network)
  if (position < 0 || !Number.isSafeInteger(id) || id < 1) return undefined
  const place = resolveNumber(context, id, position)
  const event = narrowToListed(context, 'myriad', place?.event)
  if (event === undefined) return undefined
  return nativeMarkets(event, context.world.seed).find(
    (market) => market.id === id && market.network.id === network,
  )
}

/** Returns the order-book market with a number, of any age, or undefined without one. */
export function findBookByNumber(context: MockContext, id: number): NativeMarket | undefined {
  const market = marketByNumber(context, bnb.id, id)
  return market?.model === 'ob' ? market : undefined
}

/** Returns the order-book market of a question of the world, or undefined without one. */
export function bookOfLeg({ world }: MockContext, leg: WorldMarket): NativeMarket | undefined {
  const markets = nativeMarkets(world.eventOf(leg), world.seed)
  return markets.find(({ model, legs: [own] }) => model === 'ob' && own.key === leg.key)
}

function marketBySlug(context: MockContext, slug: string): NativeMarket | undefined {
  const event = narrowToListed(context, 'myriad', findEventBySlug(context, slug))
  if (event === undefined) return undefined
  return nativeMarkets(event, context.world.seed).find((market) => market.slug === slug)
}

/** Returns the market in the path: by number with `network_id`, or by slug, of either model. */
export function readMarket(call: MockCall): NativeMarket {
  const key = call.params['id'] ?? ''
  const found = /^\d+$/.test(key)
    ? marketByNumber(call, networkAsked(call), Number(key))
    : marketBySlug(call, key)
  if (found === undefined) throw createNoMarket()
  return found
}

function networkAsked({ query }: MockCall): number {
  const network = query.integer('network_id')
  if (network === undefined) throw createBadParams('network_id is required with a numeric id')
  if (network === 'bad') throw createBadParams('network_id must be a number')
  return network
}

/** Returns the market in the path, if it has the trading model of the call. */
export function readMarketOfModel(call: MockCall): NativeMarket {
  const model = modelAsked(call)
  const market = readMarket(call)
  if (!fits(market, model)) throw createNoMarket()
  return market
}

/** Returns the order-book event in the path, by UUID or slug. */
export function readGroup(call: MockCall): WorldEvent {
  const key = call.params['id'] ?? ''
  const named = findEventByUuid(call, key) ?? findEventBySlug(call, key)
  const event = narrowToListed(call, 'myriad', named)
  // A market's slug also leads to its event, but is not its slug.
  const isItsOwn = event?.slug === key || findEventByUuid(call, key) !== undefined
  if (event === undefined || !isItsOwn || !isGroup(event)) throw createNoEvent()
  return event
}
