import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import type { Route } from '../../mock-kit/mock-venue.js'
import { findComboByTicker, toComboBook } from './combos.js'
import { createBadRequest, createNotFound } from './errors.js'
import type { Native } from './market.js'
import { findMarketByTicker } from './tickers.js'
import { isArchived } from './tiers.js'
import { orderbookOf } from './trades.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

const MAX_DEPTH = 100
const MAX_TICKERS = 100

/** Routes of the order book of one market or of several (venues/kalshi/README.md). */
export function createBookRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [route('GET', '/markets/orderbooks', several), route('GET', '/markets/:ticker/orderbook', one)]
}

function one(call: KalshiCall): Reply {
  const depth = call.query.integer('depth') ?? 0
  if (depth === 'bad' || depth < 0 || depth > MAX_DEPTH) throw createBadRequest('invalid depth')
  const book = requireOrRefuse(bookOf(call, call.params['ticker'] ?? '', depth), createNotFound)
  return toJsonReply(book)
}

/** Returns several books. The query key is repeated for each ticker; unknown tickers are omitted. */
function several(call: KalshiCall): Reply {
  const tickers = call.query.all('tickers')
  if (tickers.length === 0 || tickers.length > MAX_TICKERS) throw createBadRequest('invalid tickers')
  const orderbooks = tickers.flatMap((ticker) => {
    const book = bookOf(call, ticker, 0)
    return book === undefined ? [] : [{ ticker, ...book }]
  })
  return toJsonReply({ orderbooks })
}

/** Returns the book of a market; archived ones have none. */
function bookOf(call: KalshiCall, ticker: string, depth: number): Native | undefined {
  const listed = findMarketByTicker(call, ticker)
  if (listed !== undefined)
    return isArchived(call, listed.market) ? undefined : orderbookOf(call, listed.market, depth)
  const combo = findComboByTicker(call, ticker)
  return combo && toComboBook(combo)
}
