import type { Ticker } from '../../api/models/feed-models.js'
import { toIso } from '../../api/times/instant.js'
import type { TickerFacts } from '../../venue-kit/contract/ticker-facts.js'
import { assertSameSubject, createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import type { FeedContext } from '../contract/feed.js'
import { type FeedPair, feedPairOf, pairsOf, toBound } from './pairs.js'
import { nativeTicker, tickerList } from './wire.js'

const PATH = '/api/v3/ticker/24hr'
const WHAT = `GET ${PATH}`

/** @throws NOT_FOUND for an unknown pair */
export async function fetchTicker(symbol: string, ctx: FeedContext): Promise<Ticker> {
  const pair = await feedPairOf(symbol, ctx)
  const { json } = await ctx.http.send({
    host: 'api',
    path: PATH,
    query: { symbol: pair.id },
    cost: weightOf(1),
  })
  return toTicker(pair, json, WHAT)
}

/** Returns several tickers in one call, by symbol. */
export async function fetchTickers(
  symbols: readonly string[],
  ctx: FeedContext,
): Promise<Readonly<Record<string, Ticker>>> {
  const pairs = await pairsOf(symbols, ctx)
  const query = { symbols: JSON.stringify(pairs.map(({ id }) => id)) }
  const { json } = await ctx.http.send({ host: 'api', path: PATH, query, cost: weightOf(pairs.length) })
  const rows = new Map(readPayload(tickerList, json, WHAT).map((row) => [row['symbol'], row]))
  const told = readInList(WHAT, ctx, () =>
    convertRows(pairs, 'tickers', (pair) => {
      const row = rows.get(pair.id)
      if (row === undefined) throw createSchemaMismatch(WHAT, '', `the requested pair ${pair.id} is missing`)
      return toTicker(pair, row, WHAT)
    }),
  )
  return Object.fromEntries(told.map((ticker) => [ticker.symbol, ticker]))
}

function weightOf(symbols: number): number {
  return symbols <= 20 ? 2 : symbols <= 100 ? 40 : 80
}

/** The ticker's 24-hour window moves without any trade, so its bounds do not count as a change. */
export const watched: TickerFacts = {
  cost: weightOf(1),
  stateOf: ({ info: _info, timestamp: _timestamp, datetime: _datetime, ...told }) => told,
}

/** Converts a ticker. A price of 0 means that there is none. */
function toTicker({ id, symbol }: FeedPair, json: unknown, what: string): Ticker {
  const native = readPayload(nativeTicker, json, what)
  assertSameSubject(id, native.symbol, what, 'symbol')
  const isTraded = native.count > 0
  const last = toBound(native.lastPrice)
  return omitUndefined<Ticker>({
    symbol,
    info: Object(json),
    timestamp: native.closeTime,
    datetime: toIso(native.closeTime),
    high: toBound(native.highPrice),
    low: toBound(native.lowPrice),
    bid: toBound(native.bidPrice),
    bidVolume: toBound(native.bidQty),
    ask: toBound(native.askPrice),
    askVolume: toBound(native.askQty),
    vwap: toBound(native.weightedAvgPrice),
    open: toBound(native.openPrice),
    close: last,
    last,
    previousClose: toBound(native.prevClosePrice),
    change: isTraded ? native.priceChange : undefined,
    percentage: isTraded ? native.priceChangePercent : undefined,
    baseVolume: native.volume,
    quoteVolume: native.quoteVolume,
  })
}
