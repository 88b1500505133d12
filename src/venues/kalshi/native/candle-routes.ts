import { PmxError } from '../../../api/errors.js'
import { pathOf } from '../../../transport/call.js'
import { ask, askOne } from '../../../venue-kit/ask.js'
import { assertAsked, assertHonoured } from '../../../venue-kit/payload.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import { batchCandlesReply, candlesReply, type NativeCandlestick } from '../wire.js'

/** A window as Kalshi takes it: seconds, inclusive on the ends of periods; the period in minutes. */
export interface CandleQuery {
  readonly start_ts: number
  readonly end_ts: number
  readonly period_interval: number
}

/** Candlesticks with the name of the call that told them, for messages. */
export interface ToldCandles {
  readonly candlesticks: readonly NativeCandlestick[]
  readonly what: string
}

/** The live tier by series and market; undefined when it does not have the market. */
export async function askSeries(
  series: string,
  ticker: string,
  query: CandleQuery,
  ctx: VenueContext,
): Promise<ToldCandles | undefined> {
  const what = 'GET /series/{series_ticker}/markets/{ticker}/candlesticks'
  const path = pathOf`/series/${series}/markets/${ticker}/candlesticks`
  const reply = await askOne(ctx, candlesReply, { path, query: { ...query }, what })
  if (reply === undefined) return undefined
  assertAsked(ticker, reply.ticker, what, 'ticker')
  return { candlesticks: reply.candlesticks, what }
}

/** Most markets, and most periods of all of them together, that one call for many takes (README.md). */
export const MARKETS_PER_CALL = 100
export const PERIODS_OF_MANY = 10_000

/**
 * The live tier by markets alone: several at once, and combos, whose series nothing tells. Those that it does not have
 * are left out.
 */
export async function askBatch(
  tickers: readonly string[],
  query: CandleQuery,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, ToldCandles>> {
  const what = 'GET /markets/candlesticks'
  const { markets } = await ask(ctx, batchCandlesReply, {
    path: '/markets/candlesticks',
    query: { market_tickers: tickers.join(','), ...query },
    what,
  })
  return new Map(
    markets.map(({ market_ticker: ticker, candlesticks }, index) => {
      assertHonoured(tickers.includes(ticker), what, `markets[${index}].market_ticker`, ticker)
      return [ticker, { candlesticks, what }] as const
    }),
  )
}

const MINUTE = 1

/**
 * The historical tier; undefined when it does not have the market. Minutes exist there for some markets only, and are
 * refused for the others (README.md; docs.kalshi.com, historical data): they are not kept, which is not the caller's
 * mistake.
 */
export async function askArchive(
  ticker: string,
  query: CandleQuery,
  ctx: VenueContext,
): Promise<ToldCandles | 'not kept' | undefined> {
  const what = 'GET /historical/markets/{ticker}/candlesticks'
  const path = pathOf`/historical/markets/${ticker}/candlesticks`
  try {
    const reply = await askOne(ctx, candlesReply, { path, query: { ...query }, what })
    if (reply === undefined) return undefined
    assertAsked(ticker, reply.ticker, what, 'ticker')
    return { candlesticks: reply.candlesticks, what }
  } catch (error) {
    const isRefused = error instanceof PmxError && error.detail?.['upstreamStatus'] === 400
    if (isRefused && query.period_interval === MINUTE) return 'not kept'
    throw error
  }
}
