import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { type Deployed, isPriced } from '../mapping.js'
import { latestPrice } from '../schemas.js'
import { requestOptional } from './request.js'

/** Each price takes one call, so an event with more open markets than this has no prices. */
const MAX_PRICED = 20

/** Returns the last traded price of a market's yes token, or undefined if it was never traded or there is a result. */
export async function fetchLastPrice(market: Deployed, ctx: VenueContext): Promise<number | undefined> {
  if (!isPriced(market)) return undefined
  const what = 'GET /token/latest-price'
  const token = market.yesTokenId
  const query = { token_id: token }
  const answer = await requestOptional(ctx, latestPrice, { path: '/token/latest-price', query, what })
  if (answer === undefined) return undefined
  if (answer.tokenId !== token)
    throw createSchemaMismatch(what, 'result.tokenId', `requested ${token}, got ${answer.tokenId}`)
  // A token without trades has the time 0, and the price 0 (../README.md).
  return answer.timestamp === 0 ? undefined : answer.price
}

/** Returns last prices by yes token, or no prices if there are too many to request. */
export async function fetchLastPrices(
  markets: readonly Deployed[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, number>> {
  const priced = markets.filter(isPriced)
  if (priced.length > MAX_PRICED) return new Map()
  const found = await Promise.all(
    priced.map(async (market) => [market.yesTokenId, await fetchLastPrice(market, ctx)] as const),
  )
  return new Map(found.flatMap(([token, price]) => (price === undefined ? [] : [[token, price] as const])))
}
