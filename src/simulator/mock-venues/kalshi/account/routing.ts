import { requireOrRefuse } from '../../../http/reply.js'
import { bodyMemberOf as bodyMember } from '../../../mock-kit/body.js'
import type { PaperAccount, PaperOrder } from '../../../paper-trading/state/types.js'
import type { WorldMarket } from '../../../world/common/types.js'
import { createInvalidParameter, createNotFound } from '../errors.js'
import { DEFAULT_SHARD, shardOf } from '../shards.js'
import { findMarketByTicker } from '../tickers.js'
import type { KalshiCall, Scene } from '../variant.js'

/** Finds the shard of an order for a call (README.md: "Shards"). */

/** The members of a call that locate an order. */
export interface Whereabouts {
  readonly exchange_index: unknown
  readonly market_ticker: unknown
}

/** Reads the shard and ticker of a query or a body; a null member of the body counts as absent. */
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
 * Returns the shard that a call addresses. An index of 0 or more is used as it is. Without one, or with -1, it is the
 * shard of the market. With neither an index nor a market it is shard 0.
 * @throws 400 when the index is invalid, or -1 without a market; 404 for an unknown market
 */
export function readRequestedShard(
  scene: Scene,
  { exchange_index: index, market_ticker: ticker }: Whereabouts,
): number {
  if (index !== undefined && (typeof index !== 'number' || !Number.isInteger(index) || index < AUTOMATIC))
    throw createInvalidParameter('invalid exchange_index')
  if (typeof index === 'number' && index !== AUTOMATIC) return index
  if (ticker === undefined || ticker === '') {
    if (index === undefined) return DEFAULT_SHARD
    throw createInvalidParameter('market_ticker is required for auto-routing')
  }
  const listed = typeof ticker === 'string' ? findMarketByTicker(scene, ticker) : undefined
  return shardOf(requireOrRefuse(listed, createNotFound).event.series)
}

export function shardOfMarket({ world }: Pick<Scene, 'world'>, market: WorldMarket): number {
  return shardOf(world.eventOf(market).series)
}

/**
 * Returns an order of an account on the addressed shard.
 * @throws 404 when this shard does not have it, even if another one does
 */
export function orderOn(scene: Scene, account: PaperAccount, id: string, shard: number): PaperOrder {
  const order = requireOrRefuse(account.order(id), createNotFound)
  if (shardOfMarket(scene, order.market) !== shard) throw createNotFound()
  return order
}
