import { type FaceCall, type FaceContext, type Route, route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { seenFrom } from '../../sides.js'
import { takeRows, tradeFeed } from '../../trade-feed.js'
import type { BookLevel, WorldBook, WorldMarket, WorldTrade } from '../../world/types.js'
import { type Print, printOf, transactionOf } from './actions.js'
import { apiError, badParams } from './errors.js'
import { marketAsked } from './lookup.js'
import type { Native } from './market-row.js'
import type { NativeMarket } from './native-market.js'
import { paged, positive } from './paging.js'
import { FEE_PERCENT, bookOf as yesBook } from './paper.js'
import { round8 } from './prices.js'

/** Books and trades of order-book markets (venues/myriad/README.md). */
export const bookRoutes: readonly Route[] = [
  route('GET', '/markets/:id/orderbook', (call) =>
    json(bookOf(call, bookAsked(call), outcomeAsked(call) ?? 0)),
  ),
  route('GET', '/markets/:id/trades', listTrades),
]

function bookAsked(call: FaceCall): NativeMarket {
  const market = marketAsked(call)
  if (market.model === 'amm') throw apiError(400, 'Market is not an order book market')
  return market
}

function outcomeAsked({ query }: FaceCall): 0 | 1 | undefined {
  const value = query.integer('outcome')
  if (value === undefined || value === 0 || value === 1) return value
  throw badParams('outcome must be 0 or 1')
}

/** Open orders of one outcome, summed by price, in units of a billionth of a billionth. */
function bookOf(context: FaceContext, { legs: [leg] }: NativeMarket, outcome: 0 | 1): Native {
  const { bids, asks } = levelsOf(context, leg, outcome)
  return { bids: bids.map(levelOf), asks: asks.map(levelOf) }
}

/** The book of one outcome, with what paper accounts add to it. */
export function levelsOf(context: FaceContext, leg: WorldMarket, outcome: 0 | 1): WorldBook {
  return seenFrom(outcome === 0 ? 'yes' : 'no', yesBook(context, leg))
}

function levelOf({ price, size }: BookLevel): readonly [string, string] {
  return [weiOf(price), weiOf(size)]
}

/** A decimal of at most eight places as a whole number of 1e-18. */
export function weiOf(value: number): string {
  return String(BigInt(Math.round(value * 1e8)) * 10n ** 10n)
}

const tradePages = { limit: positive('limit', 50, 200), start: paged.start }
const FEE_RATE = FEE_PERCENT / 100

/** A bare list, newest first; without times in the query, so older ones are reached by page. */
function listTrades(call: FaceCall): Reply {
  const market = bookAsked(call)
  const outcome = outcomeAsked(call)
  const limit = tradePages.limit(call)
  const wanted = tradesOf(call, market, outcome)
  return json(takeRows(wanted, limit, tradePages.start(call, limit)).rows.map((make) => make()))
}

/** Rows are only made when they are taken. */
function* tradesOf(
  call: FaceCall,
  market: NativeMarket,
  outcome: 0 | 1 | undefined,
): Generator<() => Native> {
  for (const { market: leg, trade } of tradeFeed(call.world, market.legs, { from: 0, to: call.now })) {
    const print = printOf(market, leg, trade)
    if (outcome === undefined || print.outcome === outcome) yield () => tradeRow(market, trade, print)
  }
}

/** Decimals for prices, whole numbers of 1e-18 for amounts and fees. */
function tradeRow(market: NativeMarket, { at, size }: WorldTrade, { outcome, side, price }: Print): Native {
  const fee = round8(FEE_RATE * price * size)
  const perShare = side === 'buy' ? FEE_RATE : -FEE_RATE
  return {
    price: String(price),
    priceAfterFees: String(round8(price * (1 + perShare))),
    amount: weiOf(size),
    side,
    outcome,
    txHash: transactionOf(market, at),
    timestamp: Math.floor(at / 1000),
    fees: { total: weiOf(fee), lp: '0', treasury: weiOf(fee / 2), distributor: weiOf(fee / 2) },
  }
}
