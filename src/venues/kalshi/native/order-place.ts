import * as z from 'zod'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { integer, ornamentOf, text } from '../../../venue-kit/payload/schema.js'

/**
 * What a call about an order must name besides its id, which alone does not say where the order is: with neither the
 * market nor the number of a shard, shard 0 is looked at, and without a subaccount the first one (docs.kalshi.com, OpenAPI
 * 3.34, CancelOrderV2; exchange sharding).
 */
export interface OrderLocator {
  readonly ticker: string
  /** Number of the shard; a row may lack it. */
  readonly shard?: number | undefined
  readonly subaccount?: number | undefined
}

/** As much of an order's row as says where it is: what else it holds must not keep anybody from canceling it. */
export const locatorRow = z.object({
  order_id: text,
  ticker: text,
  status: ornamentOf(text),
  exchange_index: ornamentOf(integer),
  subaccount_number: ornamentOf(integer),
})
type PlacedRow = z.output<typeof locatorRow>
/** `GET /portfolio/orders/{order_id}`, read for that */
export const locatorReply = z.object({ order: locatorRow })

export function locatorOf({ ticker, exchange_index, subaccount_number }: PlacedRow): OrderLocator {
  return { ticker, shard: exchange_index, subaccount: subaccount_number }
}

/** An order never moves. */
const placeKey = defineMemoKey<OrderLocator>('place of order', 24 * 3_600_000)

/** Remembers where an order is, for who has these credentials. */
export function rememberLocator(
  orderId: string,
  place: OrderLocator,
  { memo }: Pick<VenueContext, 'memo'>,
): void {
  memo.set(placeKey, orderId, place)
}

/** Where an order is, as far as it was told before. */
export function recallLocator(
  orderId: string,
  { memo }: Pick<VenueContext, 'memo'>,
): OrderLocator | undefined {
  return memo.get(placeKey, orderId)
}

/** The query of a call about an order; with the shard's number only where its market did not lead to it. */
export function queryOf(place: OrderLocator | undefined, by: 'market' | 'shard' = 'market') {
  const { ticker, shard, subaccount = 0 } = place ?? {}
  return {
    exchange_index: by === 'shard' ? shard : undefined,
    market_ticker: ticker,
    // 0 is the default, and a key that is bound to another one may name none but its own.
    subaccount: subaccount === 0 ? undefined : subaccount,
  }
}
