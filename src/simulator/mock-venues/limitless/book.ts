import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import type { BookLevel, WorldMarket } from '../../world/common/types.js'
import { yesBook } from './accounts.js'
import { tokenIds } from './ids.js'
import { findNamed } from './market-routes.js'
import { midPriceOf, toBaseUnits } from './quote.js'
import { createBadRequest } from './replies.js'

/** Routes of the book of YES; clients derive the one of NO (README.md). */
export const bookRoutes: readonly Route[] = [route('GET', '/markets/:slug/orderbook', orderbook)]

function orderbook(call: MockCall): Reply {
  const found = findNamed(call)
  if (found.kind === 'group') throw createBadRequest('This market does not support orderbook')
  const { market } = found
  const lastTradePrice = call.world.lastTrade(market.key, call.now)?.price ?? null
  return toJsonReply({ ...bookOf(call, market), lastTradePrice })
}

/** Returns the book of YES as all channels send it, except for the types of the reward bounds. */
export function bookOf(context: MockContext, market: WorldMarket) {
  const { bids, asks } = yesBook(context, market)
  const middle = midPriceOf({ bid: bids[0]?.price, ask: asks[0]?.price })
  const level = (side: 'BUY' | 'SELL') => (one: BookLevel) => ({
    price: one.price,
    size: toBaseUnits(one.size),
    side,
  })
  return {
    bids: bids.map(level('BUY')),
    asks: asks.map(level('SELL')),
    tokenId: tokenIds(context.world.seed, market)[0],
    adjustedMidpoint: middle,
    midpoint: middle,
    maxSpread: '0.035',
    minSize: '100000000',
  }
}
