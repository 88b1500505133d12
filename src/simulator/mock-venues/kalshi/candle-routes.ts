import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import type { Route } from '../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { type Candle, candlesOf, currentCandle, type Period } from './candles.js'
import { findComboByEvent, findComboByTicker } from './combos.js'
import { listEasternMidnights } from './eastern.js'
import { createBadRequest, createNotFound } from './errors.js'
import { toPriceText } from './figures.js'
import type { Native } from './market.js'
import { findEventByTicker, findMarketByTicker, marketTickerOf } from './tickers.js'
import { isArchived } from './tiers.js'
import { type KalshiCall, routesOf, type Scene, type Variant } from './variant.js'

const MAX_CANDLES = 5_000
const MAX_BATCH_CANDLES = 10_000
const MAX_BATCH_TICKERS = 100

/** Routes of candles of the live tier (venues/kalshi/README.md). */
export function createCandleRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/markets/candlesticks', batch),
    route('GET', '/series/:series/markets/:ticker/candlesticks', single),
    route('GET', '/series/:series/events/:ticker/candlesticks', ofEvent),
  ]
}

export interface CandleWindow {
  /** Seconds, inclusive. */
  readonly start: number
  readonly end: number
  readonly period: Period
}

const periods: readonly Period[] = [1, 60, 1440]

/** Reads the window. @throws 400 when a part of it is missing or invalid */
export function windowOf({ query }: KalshiCall): CandleWindow {
  const read = (key: string): number => {
    const value = query.integer(key)
    if (value === undefined || value === 'bad') throw createBadRequest(`invalid ${key}`)
    return value
  }
  const [start, end, wanted] = [read('start_ts'), read('end_ts'), read('period_interval')]
  const period = periods.find((candidate) => candidate === wanted)
  if (period === undefined) throw createBadRequest('invalid period_interval')
  if (end < start) throw createBadRequest('end_ts must be after start_ts')
  return { start, end, period }
}

/** Checks the number of candles that the range could hold, not the actual number. @throws 400 above the maximum */
export function checkRange({ start, end, period }: CandleWindow): void {
  const wanted = (end - start) / (60 * period)
  if (wanted > MAX_CANDLES) {
    throw createBadRequest(
      `requested time range with candlesticks: ${wanted.toFixed(6)}, max candlesticks: ${MAX_CANDLES}`,
    )
  }
}

/** Returns the candles of one market. The series in the path is not checked against the market. */
function single(call: KalshiCall): Reply {
  const window = windowOf(call)
  checkRange(window)
  const ticker = call.params['ticker'] ?? ''
  const candlesticks = requireOrRefuse(liveCandles(call, ticker, window), createNotFound)
  return toJsonReply({ ticker, candlesticks })
}

/** Returns the candles of all markets of an event. The limit applies to all of them together. */
function ofEvent(call: KalshiCall): Reply {
  const window = windowOf(call)
  const tickers = tickersOf(call, call.params['ticker'] ?? '')
  const each = Math.floor(MAX_CANDLES / Math.max(1, tickers.length)) * 60 * window.period
  const end = Math.min(window.end, window.start + each)
  return toJsonReply({
    market_tickers: tickers,
    market_candlesticks: tickers.map((ticker) => liveCandles(call, ticker, { ...window, end }) ?? []),
    adjusted_end_ts: end,
  })
}

/** Returns tickers of the live markets of an event. @throws 404 when there is no such event */
function tickersOf(call: KalshiCall, ticker: string): readonly string[] {
  const combo = findComboByEvent(call, ticker)
  if (combo !== undefined) return [combo.ticker]
  const event = requireOrRefuse(findEventByTicker(call, ticker), createNotFound)
  return event.markets
    .filter((market) => !isArchived(call, market))
    .map((market) => marketTickerOf(call.variant, event, market))
}

/** Omits unknown and archived tickers; a market without candles has an empty list. */
function batch(call: KalshiCall): Reply {
  const window = windowOf(call)
  const tickers = call.query.list('market_tickers')
  if (tickers.length === 0) throw createBadRequest('market_tickers is required')
  if (tickers.length > MAX_BATCH_TICKERS)
    throw createBadRequest(`at most ${MAX_BATCH_TICKERS} market_tickers are allowed`)
  const wanted = Math.ceil(((window.end - window.start) / (60 * window.period)) * tickers.length)
  if (wanted > MAX_BATCH_CANDLES) {
    throw createBadRequest(
      `requested candlesticks across all markets: ${wanted}, max candlesticks: ${MAX_BATCH_CANDLES}`,
    )
  }
  const markets = tickers.flatMap((ticker) => {
    const candlesticks = liveCandles(call, ticker, window)
    return candlesticks === undefined ? [] : [{ market_ticker: ticker, candlesticks }]
  })
  return toJsonReply({ markets })
}

/** Returns candles of the live tier, or undefined if it does not have the market. It has combos, which never trade. */
function liveCandles(call: KalshiCall, ticker: string, window: CandleWindow): readonly Native[] | undefined {
  const listed = findMarketByTicker(call, ticker)
  if (listed === undefined) return findComboByTicker(call, ticker) && []
  return isArchived(call, listed.market) ? undefined : spelled(call, listed, window)
}

function spelled(call: KalshiCall, { market }: ListedMarket, window: CandleWindow): readonly Native[] {
  const { start, end, period } = window
  const candles = candlesOf(call, market, period, start, end)
  const seeded = call.query.flag('include_latest_before_start') === true
  const all = seeded ? withLatestBefore(call, market.key, candles, window) : candles
  return all.map(currentCandle)
}

/**
 * Prepends a candle at the first boundary after the start, which only carries the last price before it. Adds none
 * without an earlier trade, or when that boundary has a candle already.
 */
function withLatestBefore(
  { world }: Scene,
  key: string,
  candles: readonly Candle[],
  { start, period }: CandleWindow,
): readonly Candle[] {
  const boundary = firstBoundary(start, period)
  const before = world.lastTrade(key, boundary * 1000 - period * 60_000)
  if (before === undefined || candles[0]?.end === boundary) return candles
  const top = world.topAfter(key, before.price)
  const flat = (price: number): Candle['bid'] => ({ open: price, high: price, low: price, close: price })
  const seed: Candle = {
    end: boundary,
    price: undefined,
    previous: Number(toPriceText(before.price)),
    bid: flat(top.bid ?? 0),
    ask: flat(top.ask ?? 1),
    volume: 0,
    openInterest: world.openInterest(key, before.at),
  }
  return [seed, ...candles]
}

function firstBoundary(start: number, period: Period): number {
  if (period !== 1440) return Math.ceil(start / (period * 60)) * period * 60
  const midnight = listEasternMidnights(start * 1000, start * 1000 + 2 * 86_400_000)[0]
  return Math.floor((midnight ?? start * 1000) / 1000)
}
