import type { FeedArgs } from '../../api/arguments/feed-methods.js'
import type { FeedBook } from '../../api/models/feed-models.js'
import { createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import type { FeedContext } from '../contract/feed.js'
import { feedPairOf } from './pairs.js'
import { depth, type NativeDepth } from './wire.js'

const WHAT = 'GET /api/v3/depth'
const USUAL_LIMIT = 100

/** Returns the order book of a pair, without a time because the exchange sends none with it. */
export async function fetchBook(
  { symbol, limit = USUAL_LIMIT }: FeedArgs<'fetchOrderBook'>,
  ctx: FeedContext,
): Promise<FeedBook> {
  const pair = await feedPairOf(symbol, ctx)
  const query = { symbol: pair.id, limit }
  const { json } = await ctx.http.send({ host: 'api', path: '/api/v3/depth', query, cost: weightOf(limit) })
  const { lastUpdateId, bids, asks } = readPayload(depth, json, WHAT)
  const book = {
    symbol: pair.symbol,
    bids: levelsOf(bids, 'bids', -1),
    asks: levelsOf(asks, 'asks', 1),
    nonce: lastUpdateId,
  }
  assertUncrossed(book)
  return book
}

/** Rejects a crossed book: a matching engine leaves no bid at or above an ask. */
function assertUncrossed({ bids: [bid], asks: [ask] }: FeedBook): void {
  if (bid !== undefined && ask !== undefined && bid[0] >= ask[0])
    throw createSchemaMismatch(
      WHAT,
      'bids[0][0]',
      `expected a bid below the best ask ${ask[0]}, got ${bid[0]}`,
    )
}

function weightOf(limit: number): number {
  return limit <= 100 ? 5 : limit <= 500 ? 25 : limit <= 1_000 ? 50 : 250
}

/** @param direction 1 if prices rise from the best one on */
function levelsOf(levels: NativeDepth['bids'], side: 'bids' | 'asks', direction: 1 | -1): FeedBook['bids'] {
  return levels.map(([price, amount], index) => {
    const better = levels[index - 1]?.[0]
    if (better !== undefined && (price - better) * direction <= 0)
      throw createSchemaMismatch(
        WHAT,
        `${side}[${index}][0]`,
        `expected the best price first, got ${price} after ${better}`,
      )
    return [price, amount]
  })
}
