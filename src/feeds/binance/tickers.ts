import type { Ticker } from '../../api/models/feed-models.js'
import { toIso } from '../../api/times/instant.js'
import type { TickerFacts } from '../../venue-kit/contract/ticker-facts.js'
import { assertAsked, drift, readPayload } from '../../venue-kit/payload/payload.js'
import { eachRow, inList } from '../../venue-kit/requests/map-rows.js'
import { known } from '../../venue-kit/unify/unified-market.js'
import type { FeedContext } from '../contract/feed.js'
import { type Pair, pairOf, pairsOf, some } from './pairs.js'
import { nativeTicker, tickerList } from './wire.js'

const PATH = '/api/v3/ticker/24hr'
const WHAT = `GET ${PATH}`

/** @throws NOT_FOUND for a pair that there is not */
export async function fetchTicker(symbol: string, ctx: FeedContext): Promise<Ticker> {
  const pair = await pairOf(symbol, ctx)
  const { json } = await ctx.http.send({
    host: 'api',
    path: PATH,
    query: { symbol: pair.id },
    cost: weightOf(1),
  })
  return toTicker(pair, json, WHAT)
}

/** The same for several, in one call; by symbol. */
export async function fetchTickers(
  symbols: readonly string[],
  ctx: FeedContext,
): Promise<Readonly<Record<string, Ticker>>> {
  const pairs = await pairsOf(symbols, ctx)
  const query = { symbols: JSON.stringify(pairs.map(({ id }) => id)) }
  const { json } = await ctx.http.send({ host: 'api', path: PATH, query, cost: weightOf(pairs.length) })
  const rows = new Map(readPayload(tickerList, json, WHAT).map((row) => [row['symbol'], row]))
  const told = inList(WHAT, ctx, () =>
    eachRow(pairs, 'tickers', (pair) => {
      const row = rows.get(pair.id)
      if (row === undefined) throw drift(WHAT, '', `asked for ${pair.id}, got none of that name`)
      return toTicker(pair, row, WHAT)
    }),
  )
  return Object.fromEntries(told.map((ticker) => [ticker.symbol, ticker]))
}

function weightOf(symbols: number): number {
  return symbols <= 20 ? 2 : symbols <= 100 ? 40 : 80
}

/** The day that a ticker is of moves on when nothing has happened: its bounds make no other ticker. */
export const watched: TickerFacts = {
  cost: weightOf(1),
  stateOf: ({ info: _info, timestamp: _timestamp, datetime: _datetime, ...told }) => told,
}

/** Nobody pays nothing: a price of 0 is one that there is not. */
function toTicker({ id, symbol }: Pair, json: unknown, what: string): Ticker {
  const native = readPayload(nativeTicker, json, what)
  assertAsked(id, native.symbol, what, 'symbol')
  const isTraded = native.count > 0
  const last = some(native.lastPrice)
  return known<Ticker>({
    symbol,
    info: Object(json),
    timestamp: native.closeTime,
    datetime: toIso(native.closeTime),
    high: some(native.highPrice),
    low: some(native.lowPrice),
    bid: some(native.bidPrice),
    bidVolume: some(native.bidQty),
    ask: some(native.askPrice),
    askVolume: some(native.askQty),
    vwap: some(native.weightedAvgPrice),
    open: some(native.openPrice),
    close: last,
    last,
    previousClose: some(native.prevClosePrice),
    change: isTraded ? native.priceChange : undefined,
    percentage: isTraded ? native.priceChangePercent : undefined,
    baseVolume: native.volume,
    quoteVolume: native.quoteVolume,
  })
}
