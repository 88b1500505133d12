import type { Route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import type { Listed } from '../../venue-view.js'
import { checkRange, windowOf } from './candle-routes.js'
import { archivedCandle, candlesOf } from './candles.js'
import { badRequest, notFound } from './errors.js'
import { kalshiMarket, secondIso } from './market.js'
import { limitOf, pageOf } from './paging.js'
import {
  allMarkets,
  compareText,
  eventTicker,
  marketByTicker,
  marketTicker,
  seriesTicker,
} from './tickers.js'
import { cutoffOf, isArchived } from './tiers.js'
import { listTrades } from './trades.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/** The tier of what was settled long ago; 404 throughout where there is none (venues/kalshi/README.md). */
export function historicalRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  const served = (path: string, handle: (call: KalshiCall, cutoff: number) => Reply): Route =>
    route('GET', `/historical${path}`, (call) => {
      const cutoff = cutoffOf(call)
      if (cutoff === undefined) throw notFound()
      return handle(call, cutoff)
    })
  return [
    served('/cutoff', (_call, cutoff) => json(cutoffBody(cutoff))),
    served('/markets', listArchived),
    served('/markets/:ticker', (call) => json({ market: kalshiMarket(call, archivedIn(call)) })),
    served('/markets/:ticker/candlesticks', candlesticks),
    served('/trades', (call, cutoff) => listTrades(call, 0, cutoff - 1)),
  ]
}

function cutoffBody(cutoff: number): Readonly<Record<string, string>> {
  const at = secondIso(cutoff)
  return {
    market_settled_ts: at,
    trades_created_ts: at,
    orders_updated_ts: at,
    market_positions_last_updated_ts: at,
  }
}

function archivedIn(call: KalshiCall): Listed {
  const listed = marketByTicker(call, call.params['ticker'] ?? '')
  if (listed === undefined || !isArchived(call, listed.market)) throw notFound()
  return listed
}

/** Time filters are ignored; the three ways to name markets exclude one another. */
function listArchived(call: KalshiCall): Reply {
  const { query, variant } = call
  const limit = limitOf(call, 100, 1000)
  const tickers = query.list('tickers')
  const [event, series] = [query.text('event_ticker'), query.text('series_ticker')]
  if ([tickers.length > 0, event !== undefined, series !== undefined].filter(Boolean).length > 1) {
    throw badRequest('tickers, event_ticker and series_ticker are mutually exclusive')
  }
  const candidates =
    tickers.length > 0
      ? tickers.map((ticker) => marketByTicker(call, ticker)).filter((listed) => listed !== undefined)
      : allMarkets(call)
  const entries = candidates
    .filter(({ market }) => isArchived(call, market))
    .filter((listed) => event === undefined || eventTicker(variant, listed.event) === event)
    .filter((listed) => series === undefined || seriesTicker(variant, listed.event.series) === series)
    .map((listed) => ({
      listed,
      at: listed.market.opensAt,
      name: marketTicker(variant, listed.event, listed.market),
    }))
    .sort((a, b) => b.at - a.at || compareText(b.name, a.name))
  const { rows, cursor } = pageOf(call, entries, limit, (entry) => entry)
  return json({ markets: rows.map(({ listed }) => kalshiMarket(call, listed)), cursor })
}

function candlesticks(call: KalshiCall): Reply {
  const window = windowOf(call)
  checkRange(window)
  const { market } = archivedIn(call)
  const candles = candlesOf(call, market, window.period, window.start, window.end)
  return json({ ticker: call.params['ticker'], candlesticks: candles.map(archivedCandle) })
}
