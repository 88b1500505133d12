import type { Route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { badRequest, notFound } from './errors.js'
import { marketByTicker } from './tickers.js'
import { isArchived } from './tiers.js'
import { orderbookOf } from './trades.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

const MAX_DEPTH = 100
const MAX_TICKERS = 100

/** Order books of one market or of several (docs: kalshi, 3.10). */
export function bookRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [route('GET', '/markets/orderbooks', several), route('GET', '/markets/:ticker/orderbook', one)]
}

function one(call: KalshiCall): Reply {
  const depth = call.query.integer('depth') ?? 0
  if (depth === 'bad' || depth < 0 || depth > MAX_DEPTH) throw badRequest('invalid depth')
  const listed = marketByTicker(call, call.params['ticker'] ?? '')
  if (listed === undefined || isArchived(call, listed.market)) throw notFound()
  return json(orderbookOf(call, listed.market, depth))
}

/** The key is repeated for each ticker; unknown ones are left out. */
function several(call: KalshiCall): Reply {
  const tickers = call.query.all('tickers')
  if (tickers.length === 0 || tickers.length > MAX_TICKERS) throw badRequest('invalid tickers')
  const orderbooks = tickers.flatMap((ticker) => {
    const listed = marketByTicker(call, ticker)
    return listed === undefined || isArchived(call, listed.market)
      ? []
      : [{ ticker, ...orderbookOf(call, listed.market, 0) }]
  })
  return json({ orderbooks })
}
