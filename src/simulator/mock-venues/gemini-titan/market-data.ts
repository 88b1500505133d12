import { alignDown, alignUp, DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { readCountOf } from '../../mock-kit/list-endpoint.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { readTradeFeed, takeRows } from '../../mock-kit/trade-feed.js'
import type { BookLevel, WorldBar, WorldMarket } from '../../world/common/types.js'
import { findContractBySymbol, hasInstrument, tradeNumberOf } from './ids.js'
import { bookOf } from './paper.js'
import { createEngineError, createNoSuchSymbol } from './replies.js'

/** Routes of the matching engine for one instrument, in prices of YES (venues/gemini-titan/README.md). */
export const engineRoutes: readonly Route[] = [
  route('GET', '/v1/book/:symbol', book),
  route('GET', '/v1/trades/:symbol', trades),
  route('GET', '/v2/klines', klines),
  route('GET', '/v2/candles/:symbol/:interval', candles),
]

function marketFor(call: MockCall, symbol: string | undefined): WorldMarket {
  const market = symbol === undefined ? undefined : findContractBySymbol(call, symbol)?.market
  if (market === undefined || !hasInstrument(call, market)) throw createNoSuchSymbol(symbol ?? '')
  return market
}

const refuse = (name: string): Error => createEngineError('InvalidParameter', `${name} is invalid`)
const mostBids = readCountOf('limit_bids', { otherwise: 50, least: 0, refuse })
const mostAsks = readCountOf('limit_asks', { otherwise: 50, least: 0, refuse })

/** Returns the book, best first; 0 levels mean all. Every level has the timestamp of the book. */
function book(call: MockCall): Reply {
  const { bids, asks } = bookOf(call, marketFor(call, call.params['symbol']))
  const timestamp = String(Math.floor(call.now / 1000) - 7)
  const rows = (levels: readonly BookLevel[], most: number) =>
    levels.slice(0, most === 0 ? levels.length : most).map(({ price, size }) => ({
      price: String(price),
      amount: Number.isInteger(size) ? `${size}.0` : String(size),
      timestamp,
    }))
  return toJsonReply({ bids: rows(bids, mostBids(call)), asks: rows(asks, mostAsks(call)) })
}

const mostTrades = readCountOf('limit_trades', { otherwise: 50, most: 500, refuse, refuseMore: refuse })

/** Returns trades, newest first; ids have sixteen digits. */
function trades(call: MockCall): Reply {
  const { query, world, now } = call
  const market = marketFor(call, call.params['symbol'])
  const since = query.number('timestamp') ?? query.number('since') ?? 0
  if (since === 'bad') throw refuse('timestamp')
  // Seconds or milliseconds.
  const after = since < 1e11 ? since * 1000 : since
  const { rows } = takeRows(readTradeFeed(world, [market], { from: after + 1, to: now }), mostTrades(call))
  return toJsonReply(
    rows.map(({ trade: { at, sequence, price, size, takerSide } }) => ({
      timestamp: Math.floor(at / 1000),
      timestampms: at,
      tid: tradeNumberOf(market, sequence),
      price: String(price),
      amount: String(size),
      exchange: 'gemini',
      type: takerSide === 'yes' ? 'buy' : 'sell',
    })),
  )
}

const intervals: Readonly<Record<string, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1hr': HOUR_MS,
  '6hr': 6 * HOUR_MS,
  '1day': DAY_MS,
}

/** Maximum number of bars per response. The venue's maximum is not documented; this one makes clients paginate. */
const MAX_BARS = 500
const MAX_CANDLES = 1_440

/** Returns klines, newest first; after the first trade, bars without trades repeat the last price with volume 0. */
function klines(call: MockCall): Reply {
  const { query, now } = call
  const name = query.text('interval') ?? ''
  const stepMs = Object.hasOwn(intervals, name) ? intervals[name] : undefined
  if (stepMs === undefined) throw createEngineError('InvalidInterval', `${name} is not a valid interval`)
  const market = marketFor(call, query.text('symbol'))
  const [start, end] = [query.integer('startTime') ?? 0, query.integer('endTime') ?? now]
  if (start === 'bad' || end === 'bad') throw refuse('startTime')
  const last = alignDown(Math.min(end, now, market.closesAt - 1), stepMs)
  const first = Math.max(alignUp(Math.max(start, 0), stepMs), last - (MAX_BARS - 1) * stepMs)
  return toJsonReply(barsIn(call, market, stepMs, Math.max(first, alignDown(market.opensAt, stepMs)), last))
}

/** Returns klines in the older form: with a fixed window, and one more interval. */
function candles(call: MockCall): Reply {
  const name = call.params['interval'] ?? ''
  const known: Readonly<Record<string, number>> = { ...intervals, '4hr': 4 * HOUR_MS }
  const stepMs = Object.hasOwn(known, name) ? known[name] : undefined
  if (stepMs === undefined) throw createEngineError('InvalidInterval', `${name} is not a valid interval`)
  const market = marketFor(call, call.params['symbol'])
  const last = alignDown(Math.min(call.now, market.closesAt - 1), stepMs)
  const first = Math.max(last - (MAX_CANDLES - 1) * stepMs, alignDown(market.opensAt, stepMs))
  return toJsonReply(barsIn(call, market, stepMs, first, last))
}

function barsIn(
  { world, now }: MockCall,
  market: WorldMarket,
  stepMs: number,
  first: number,
  last: number,
): readonly (readonly number[])[] {
  if (last < first) return []
  const traded = new Map<number, WorldBar>(
    world.bars(market.key, stepMs, first, last + 1, now + 1).map((bar) => [bar.openAt, bar]),
  )
  const rows: (readonly number[])[] = []
  let close = world.lastTrade(market.key, first - 1)?.price
  for (let openAt = first; openAt <= last; openAt += stepMs) {
    const bar = traded.get(openAt)
    if (bar !== undefined) rows.push([openAt, bar.open, bar.high, bar.low, bar.close, bar.volume])
    else if (close !== undefined) rows.push([openAt, close, close, close, close, 0])
    close = bar?.close ?? close
  }
  return rows.reverse()
}
