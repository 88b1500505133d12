import * as z from 'zod'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { integer, ornamentOf, text } from '../../../venue-kit/payload/schema.js'

/**
 * Members that a call about an order needs besides its id, which does not determine the order's location. With neither the market
 * nor a shard number, the venue uses shard 0, and without a subaccount the first one (docs.kalshi.com, OpenAPI 3.34,
 * CancelOrderV2; exchange sharding).
 */
export interface OrderLocator {
  readonly ticker: string
  /** Number of the shard; a row may lack it. */
  readonly shard?: number | undefined
  readonly subaccount?: number | undefined
}

/** The members of an order's row that locate it: other members must not prevent a cancel. */
export const locatorRow = z.object({
  order_id: text,
  ticker: text,
  status: ornamentOf(text),
  exchange_index: ornamentOf(integer),
  subaccount_number: ornamentOf(integer),
})
type PlacedRow = z.output<typeof locatorRow>
/** `GET /portfolio/orders/{order_id}`, for the location only */
export const locatorReply = z.object({ order: locatorRow })

export function locatorOf({ ticker, exchange_index, subaccount_number }: PlacedRow): OrderLocator {
  return { ticker, shard: exchange_index, subaccount: subaccount_number }
}

/** An order never moves. */
const placeKey = defineMemoKey<OrderLocator>('place of order', 24 * 3_600_000)

/** Stores the location of an order, for the holder of these credentials. */
export function rememberLocator(
  orderId: string,
  place: OrderLocator,
  { memo }: Pick<VenueContext, 'memo'>,
): void {
  memo.set(placeKey, orderId, place)
}

/** Returns the stored location of an order. */
export function recallLocator(
  orderId: string,
  { memo }: Pick<VenueContext, 'memo'>,
): OrderLocator | undefined {
  return memo.get(placeKey, orderId)
}

/** Returns the query of a call about an order; with the shard's number only where its market was not sufficient. */
export function queryOf(place: OrderLocator | undefined, by: 'market' | 'shard' = 'market') {
  const { ticker, shard, subaccount = 0 } = place ?? {}
  return {
    exchange_index: by === 'shard' ? shard : undefined,
    market_ticker: ticker,
    // 0 is the default, and a key that is bound to another subaccount may name only its own.
    subaccount: subaccount === 0 ? undefined : subaccount,
  }
}
