import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { whereEqual } from '../../mock-kit/list-filters.js'
import type { Route } from '../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { toSecondIso } from '../../world/common/dates.js'
import { memberOf } from './account/member.js'
import { checkRange, windowOf } from './candle-routes.js'
import { archivedCandle, candlesOf } from './candles.js'
import { createBadRequest, createNotFound } from './errors.js'
import { toKalshiMarket } from './market.js'
import { type KalshiList, limit, selectPage } from './paging.js'
import {
  eventTickerOf,
  findMarketByTicker,
  listAllMarkets,
  marketTickerOf,
  seriesTickerOf,
} from './tickers.js'
import { cutoffOf, isArchived } from './tiers.js'
import { listTrades } from './trades.js'
import { type KalshiCall, routesOf, type Variant } from './variant.js'

/**
 * Routes of the historical tier, which holds markets settled long ago; 404 when the variant has none
 * (venues/kalshi/README.md).
 */
export function createHistoricalRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  const served = (path: string, handle: (call: KalshiCall, cutoff: number) => Reply): Route =>
    route('GET', `/historical${path}`, (call) => {
      const cutoff = requireOrRefuse(cutoffOf(call), createNotFound)
      return handle(call, cutoff)
    })
  return [
    served('/cutoff', (_call, cutoff) => toJsonReply(cutoffBody(cutoff))),
    served('/markets', listArchived),
    served('/markets/:ticker', (call) => toJsonReply({ market: toKalshiMarket(call, archivedIn(call)) })),
    served('/markets/:ticker/candlesticks', candlesticks),
    served('/trades', (call, cutoff) => listTrades(call, 0, cutoff - 1)),
    // Paper accounts are younger than all archived data.
    served('/orders', (call) => ofNobody(call, { orders: [] })),
    served('/fills', (call) => ofNobody(call, { fills: [] })),
    served('/positions', (call) => ofNobody(call, { market_positions: [], event_positions: [] })),
  ]
}

function ofNobody(call: KalshiCall, nothing: object): Reply {
  memberOf(call, 'read')
  return toJsonReply({ ...nothing, cursor: '' })
}

function cutoffBody(cutoff: number): Readonly<Record<string, string>> {
  const at = toSecondIso(cutoff)
  return {
    market_settled_ts: at,
    trades_created_ts: at,
    orders_updated_ts: at,
    market_positions_last_updated_ts: at,
  }
}

function archivedIn(call: KalshiCall): ListedMarket {
  const listed = findMarketByTicker(call, call.params['ticker'] ?? '')
  if (listed === undefined || !isArchived(call, listed.market)) throw createNotFound()
  return listed
}

const archived: KalshiList<ListedMarket> = {
  limit: limit(100, 1000),
  at: ({ market }) => market.opensAt,
  ticker: ({ event, market }, { variant }) => marketTickerOf(variant, event, market),
  filters: {
    event_ticker: whereEqual(({ event }, { variant }) => eventTickerOf(variant, event)),
    series_ticker: whereEqual(({ event }, { variant }) => seriesTickerOf(variant, event.series)),
  },
}

/** Ignores time filters; the three ways to name markets exclude each other. */
function listArchived(call: KalshiCall): Reply {
  const tickers = call.query.list('tickers')
  if (['tickers', 'event_ticker', 'series_ticker'].filter((key) => call.query.text(key)).length > 1) {
    throw createBadRequest('tickers, event_ticker and series_ticker are mutually exclusive')
  }
  const found =
    tickers.length > 0
      ? tickers.flatMap((ticker) => findMarketByTicker(call, ticker) ?? [])
      : listAllMarkets(call)
  const { rows, cursor } = selectPage(
    archived,
    call,
    found.filter(({ market }) => isArchived(call, market)),
  )
  return toJsonReply({ markets: rows.map((listed) => toKalshiMarket(call, listed)), cursor })
}

function candlesticks(call: KalshiCall): Reply {
  const window = windowOf(call)
  checkRange(window)
  const { market } = archivedIn(call)
  const candles = candlesOf(call, market, window.period, window.start, window.end)
  return toJsonReply({ ticker: call.params['ticker'], candlesticks: candles.map(archivedCandle) })
}
