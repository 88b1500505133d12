import { orRefuse } from '../../../http/reply.js'
import { bodyMemberOf as bodyMember } from '../../../mock-kit/body.js'
import type { PaperAccount, PaperOrder } from '../../../paper-trading/state/types.js'
import type { WorldMarket } from '../../../world/common/types.js'
import { invalidParameter, notFound } from '../errors.js'
import { DEFAULT_SHARD, shardOf } from '../shards.js'
import { marketByTicker } from '../tickers.js'
import type { KalshiCall, Scene } from '../variant.js'

/** How a call finds the shard of an order (README.md: "Shards"). */

/** What a call says of where an order is. */
export interface Whereabouts {
  readonly exchange_index: unknown
  readonly market_ticker: unknown
}

/** Those in a query or a body; a member of the body that is null says nothing. */
export function whereaboutsIn(source: KalshiCall | { readonly body: unknown }): Whereabouts {
  if ('query' in source)
    return {
      exchange_index: source.query.integer('exchange_index'),
      market_ticker: source.query.text('market_ticker'),
    }
  return {
    exchange_index: bodyMember(source, 'exchange_index') ?? undefined,
    market_ticker: bodyMember(source, 'market_ticker') ?? undefined,
  }
}

const AUTOMATIC = -1

/**
 * The shard that is asked: an index of 0 or more is obeyed; without one, or with -1, the market's; with neither an index
 * nor a market, shard 0, since the id of an order says nothing.
 * @throws 400 for what is no index, and for -1 without a market; 404 for an unknown market
 */
export function requestedShard(
  scene: Scene,
  { exchange_index: index, market_ticker: ticker }: Whereabouts,
): number {
  if (index !== undefined && (typeof index !== 'number' || !Number.isInteger(index) || index < AUTOMATIC))
    throw invalidParameter('invalid exchange_index')
  if (typeof index === 'number' && index !== AUTOMATIC) return index
  if (ticker === undefined || ticker === '') {
    if (index === undefined) return DEFAULT_SHARD
    throw invalidParameter('market_ticker is required for auto-routing')
  }
  const listed = typeof ticker === 'string' ? marketByTicker(scene, ticker) : undefined
  return shardOf(orRefuse(listed, notFound).event.series)
}

export function shardOfMarket({ world }: Pick<Scene, 'world'>, market: WorldMarket): number {
  return shardOf(world.eventOf(market).series)
}

/** An order of an account on the shard that is asked. @throws 404 where it is not there, whatever other shards have */
export function orderOn(scene: Scene, account: PaperAccount, id: string, shard: number): PaperOrder {
  const order = orRefuse(account.order(id), notFound)
  if (shardOfMarket(scene, order.market) !== shard) throw notFound()
  return order
}
