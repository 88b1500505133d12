import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { readTradeFeed, takeRows } from '../../mock-kit/trade-feed.js'
import { hexOf, mix, mixWide } from '../../world/common/hash.js'
import type { WorldMarket, WorldTrade } from '../../world/common/types.js'
import type { Body } from './body.js'
import { priceOf, type Side, toDecimal } from './figures.js'
import { type Coin, findCoinByName } from './ids.js'
import { createNullError } from './replies.js'

/** Rows of the only page (README.md). */
const PAGE = 10

/**
 * `recentTrades`: the newest trades of a coin, newest first. Each trade of an outcome prints on both coins: a purchase
 * of side 0 at p appears on the other coin as a sale at 1 - p.
 */
export function answerRecentTrades(call: MockCall, body: Body): unknown {
  const name = body.text('coin')
  const coin = findCoinByName(call, name)
  if (coin === undefined) throw createNullError()
  return listNewestTrades(call, { name, coin }, PAGE)
}

/** Returns at most this many trades of a coin, newest first. */
export function listNewestTrades(
  { world, now }: MockContext,
  { name, coin }: { readonly name: string; readonly coin: Coin },
  most: number,
) {
  const { market } = coin.outcome
  if (market === undefined) return []
  const feed = readTradeFeed(world, [market], { from: 0, to: now })
  return takeRows(feed, most).rows.map(({ trade }) => rowOf(name, coin.side, market, trade))
}

export function rowOf(coin: string, side: Side, market: WorldMarket, trade: WorldTrade) {
  const buysThis = (trade.takerSide === 'yes') === (side === 0)
  const [taker, maker] = [0x7a, 0x3a].map(
    (salt) => `0x${hexOf(mixWide(mix(market.seed, salt), trade.sequence), 20)}`,
  )
  return {
    coin,
    side: buysThis ? 'B' : 'A',
    px: toDecimal(priceOf(side, trade.price)),
    sz: toDecimal(trade.size),
    time: trade.at,
    // All levels that one order takes share its hash and its time.
    hash: `0x${hexOf(mixWide(market.seed, trade.at), 32)}`,
    tid: tidOf(market, trade),
    users: buysThis ? [taker, maker] : [maker, taker],
  }
}

const WORD = 4_294_967_296

/** Returns the number of a trade: the low word identifies the trade of a market, the high one the market. */
function tidOf(market: WorldMarket, { sequence }: WorldTrade): number {
  const high = mixWide(0x71d, market.number) % 200_000
  return high * WORD + mix(market.seed, sequence)
}
