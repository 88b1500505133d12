import { type Reply, toJsonReply } from '../../http/reply.js'
import type { Route } from '../../mock-kit/mock-venue.js'
import {
  type FeedTrade,
  readTradeFeed,
  type TradeCursor,
  takeRows,
  tradeCursorOf,
} from '../../mock-kit/trade-feed.js'
import { mixWide, uuidOf } from '../../world/common/hash.js'
import type { BookLevel, WorldMarket } from '../../world/common/types.js'
import { createBadRequest } from './errors.js'
import { legsOf, toFixedCount, toPriceText } from './figures.js'
import { type Native, toMicroIso } from './market.js'
import { cursorOf, instantOf, keysetIn, limit } from './paging.js'
import { findMarketByTicker, listAllMarkets, marketTickerOf } from './tickers.js'
import { cutoffOf } from './tiers.js'
import { isAsleep, type KalshiCall, routesOf, type Scene, type Variant } from './variant.js'

/** Routes of public trades (venues/kalshi/README.md). */
export function createTradeRoutes(variant: Variant): readonly Route[] {
  return [
    routesOf(variant)('GET', '/markets/trades', (call) => listTrades(call, cutoffOf(call) ?? 0, call.now)),
  ]
}

const tapeLimit = limit(100, 1000)

/** Lists trades in [from, to] of one market or of all, newest first; an unknown ticker has none. */
export function listTrades(call: KalshiCall, from: number, to: number): Reply {
  const { query, world, now } = call
  const most = tapeLimit(call)
  const [min, max] = [instantOf(query, 'min_ts'), instantOf(query, 'max_ts')]
  const after = keysetIn(call)
  const feed = readTradeFeed(world, marketsOf(call), {
    from: Math.max(from, min ?? 0),
    to: Math.min(to, now, max === undefined ? now : max + 999),
    after: after === undefined ? undefined : placeIn(after.name),
  })
  // The simulation has no block trades.
  const { rows, more } = query.flag('is_block_trade') === true ? takeRows([], most) : takeRows(feed, most)
  const last = rows.at(-1)
  const cursor =
    more && last !== undefined ? cursorOf({ at: last.trade.at, name: placeText(tradeCursorOf(last)) }) : ''
  return toJsonReply({ trades: rows.map((row) => tradeRow(call, row)), cursor })
}

function marketsOf(call: KalshiCall): readonly WorldMarket[] {
  const ticker = call.query.text('ticker')
  const one = ticker === undefined ? undefined : findMarketByTicker(call, ticker)
  const listed = ticker === undefined ? listAllMarkets(call) : one === undefined ? [] : [one]
  return listed.map(({ market }) => market).filter((market) => !isAsleep(call, market))
}

function placeText({ at, marketNumber, sequence }: TradeCursor): string {
  return `${at}:${marketNumber}:${sequence}`
}

function placeIn(name: string): TradeCursor {
  const [at, marketNumber, sequence] = name.split(':').map(Number)
  if (at === undefined || marketNumber === undefined || sequence === undefined)
    throw createBadRequest('invalid cursor')
  return { at, marketNumber, sequence }
}

function tradeRow(scene: Scene, { market, trade }: FeedTrade): Native {
  const event = scene.world.eventOf(market)
  const no = 1 - trade.price
  const common = {
    trade_id: uuidOf(mixWide(market.seed, trade.sequence)),
    ticker: marketTickerOf(scene.variant, event, market),
    yes_price_dollars: toPriceText(trade.price),
    no_price_dollars: toPriceText(no),
    created_time: toMicroIso(trade.at, trade.sequence),
  }
  return {
    ...common,
    count_fp: toFixedCount(trade.size),
    // Deprecated but still specified. A trade of September 2026 lacked it; kalshi-sdk 22.4.0 requires it.
    taker_side: trade.takerSide,
    taker_outcome_side: trade.takerSide,
    taker_book_side: trade.takerSide === 'yes' ? 'bid' : 'ask',
    is_block_trade: false,
  }
}

/** Returns the resting bids of a market: both legs, best last (venues/kalshi/README.md). */
export function orderbookOf(scene: Scene, market: WorldMarket, depth: number): Native {
  const legs = legsOf(scene, market)
  const best = (leg: typeof legs.yes): typeof legs.yes =>
    (depth === 0 ? leg : leg.slice(0, depth)).toReversed()
  return renderBook({ yes: best(legs.yes), no: best(legs.no) })
}

/** Renders a book. */
export function renderBook({
  yes,
  no,
}: {
  readonly yes: readonly BookLevel[]
  readonly no: readonly BookLevel[]
}): Native {
  const rows = (leg: readonly BookLevel[]): unknown =>
    leg.map(({ price, size }) => [toPriceText(price), toFixedCount(size)])
  return { orderbook_fp: { yes_dollars: rows(yes), no_dollars: rows(no) } }
}
