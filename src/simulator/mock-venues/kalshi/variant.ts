import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Reply } from '../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import type { WorldMarket } from '../../world/common/types.js'
import { settlementFloorOf } from './shards.js'

/** The differences between production and demo environment. */
export interface Variant {
  readonly venue: Extract<VenueId, 'kalshi' | 'kalshi-demo'>
  /** Prefix of every ticker. */
  readonly tickerPrefix: string
  /** Whether settled markets move to an archive. */
  readonly hasHistory: boolean
  /** Whether the website's search is available. */
  readonly hasSearch: boolean
  /** Whether most markets have neither trades nor quotes. */
  readonly isSleepy: boolean
}

/** The state that responses depend on, with the variant. */
export interface Scene extends MockContext {
  readonly variant: Variant
}

export interface KalshiCall extends MockCall {
  readonly variant: Variant
}

export const API_PREFIX = '/trade-api/v2'

/** Builds routes under the API prefix whose handlers receive the variant. */
export function routesOf(
  variant: Variant,
): (method: string, path: string, handle: (call: KalshiCall) => Reply) => Route {
  return (method, path, handle) => route(method, API_PREFIX + path, (call) => handle({ ...call, variant }))
}

/**
 * Whether only paper accounts trade and quote a market. True for markets with a settlement floor, since prices of the
 * world may fall below it. In a sleepy variant also true for most other markets, except metronome ones.
 */
export function isAsleep({ variant, world }: Pick<Scene, 'variant' | 'world'>, market: WorldMarket): boolean {
  if (settlementFloorOf(market, world) !== undefined) return true
  return variant.isSleepy && world.rhythm === 'natural' && market.seed % 5 !== 0
}
