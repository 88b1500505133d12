import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Reply } from '../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import type { WorldMarket } from '../../world/common/types.js'
import { settlementFloor } from './shards.js'

/** What production and demo do not share. */
export interface Variant {
  readonly venue: Extract<VenueId, 'kalshi' | 'kalshi-demo'>
  /** Beginning of every ticker. */
  readonly tickerPrefix: string
  /** Whether settled markets move to an archive. */
  readonly hasHistory: boolean
  /** Whether the site's own search answers. */
  readonly hasSearch: boolean
  /** Most markets have neither trades nor quotes. */
  readonly isSleepy: boolean
}

/** What answers depend on, with the variant that gives them. */
export interface Scene extends MockContext {
  readonly variant: Variant
}

export interface KalshiCall extends MockCall {
  readonly variant: Variant
}

export const API_PREFIX = '/trade-api/v2'

/** Makes routes below the API prefix whose handlers know their variant. */
export function routesOf(
  variant: Variant,
): (method: string, path: string, handle: (call: KalshiCall) => Reply) => Route {
  return (method, path, handle) => route(method, API_PREFIX + path, (call) => handle({ ...call, variant }))
}

/**
 * A market that nobody but paper accounts trades or quotes: those with a settlement floor, below which the world's
 * prices may go, and at a sleepy venue most; there not in metronome rhythm.
 */
export function isAsleep({ variant, world }: Pick<Scene, 'variant' | 'world'>, market: WorldMarket): boolean {
  if (settlementFloor(market, world) !== undefined) return true
  return variant.isSleepy && world.rhythm === 'natural' && market.seed % 5 !== 0
}
