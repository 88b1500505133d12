import { PmxError } from '../../../api/envelope/errors.js'
import { pathOf } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertHonoured, assertSameSubject } from '../../../venue-kit/payload/payload.js'
import { requestOptional, requestRequired } from '../../../venue-kit/requests/request-list.js'
import { batchCandlesReply, candlesReply, type NativeCandlestick } from '../schemas.js'

/** A window in Kalshi's form: seconds, inclusive on the ends of periods; the period in minutes. */
export interface CandleQuery {
  readonly start_ts: number
  readonly end_ts: number
  readonly period_interval: number
}

/** Candlesticks with the name of their call, for messages. */
export interface NamedCandles {
  readonly candlesticks: readonly NativeCandlestick[]
  readonly what: string
}

/** Requests the live tier by series and market, or undefined if it does not have the market. */
export async function requestSeries(
  series: string,
  ticker: string,
  query: CandleQuery,
  ctx: VenueContext,
): Promise<NamedCandles | undefined> {
  const what = 'GET /series/{series_ticker}/markets/{ticker}/candlesticks'
  const path = pathOf`/series/${series}/markets/${ticker}/candlesticks`
  const reply = await requestOptional(ctx, candlesReply, { path, query: { ...query }, what })
  if (reply === undefined) return undefined
  assertSameSubject(ticker, reply.ticker, what, 'ticker')
  return { candlesticks: reply.candlesticks, what }
}

/** Maximum number of markets, and of periods of all of them together, in one batch call (README.md). */
export const MARKETS_PER_CALL = 100
export const PERIODS_OF_MANY = 10_000

/**
 * Requests the live tier by markets alone: several in one call, and combos, whose series is unknown. Markets that it does
 * not contain are left out.
 */
export async function requestBatch(
  tickers: readonly string[],
  query: CandleQuery,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, NamedCandles>> {
  const what = 'GET /markets/candlesticks'
  const { markets } = await requestRequired(ctx, batchCandlesReply, {
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
const HOUR = 60

/** Such as `requested time range with candlesticks: 261343.966667, max candlesticks: 5000` (recorded, live tier). */
const TOO_MUCH = /max candlesticks|time range/i
/** The venue's codes for an invalid request (recorded; docs.kalshi.com, errors). */
const wrongRequest: ReadonlySet<unknown> = new Set(['invalid_parameters', 'bad_request'])

/** Reason of a refusal by the historical tier: the size of the request, possibly its period, or unknown. */
type Refused = 'size' | 'request' | 'unknown'

/**
 * Requests the historical tier, or undefined if it does not have the market. Minutes exist there for some markets only,
 * and are refused for the others (README.md; docs.kalshi.com, historical data) with an unrecorded text. Minutes therefore
 * count as missing where the smallest request for them is refused as well and the same one for an hour is not.
 * @throws EXCHANGE_NOT_AVAILABLE for any other refusal: the request is the daemon's, not the caller's
 */
export async function requestArchive(
  ticker: string,
  query: CandleQuery,
  ctx: VenueContext,
): Promise<NamedCandles | 'not kept' | undefined> {
  const asked = await tryArchive(ticker, query, ctx)
  if (!isRefusal(asked)) return asked
  const { start_ts: from, end_ts: to, period_interval: minutes } = query
  const seconds = minutes * 60
  const last = { ...query, start_ts: to }
  const isRequest = asked.about === 'request'
  const isLarge = from < to
  if (isLarge && (asked.about === 'size' || (isRequest && !isRefusal(await tryArchive(ticker, last, ctx))))) {
    const middle = from + Math.floor((to - from) / seconds / 2) * seconds
    const older = await requestArchive(ticker, { ...query, end_ts: middle }, ctx)
    const newer = await requestArchive(ticker, { ...query, start_ts: middle + seconds }, ctx)
    if (older === undefined || newer === undefined || older === 'not kept' || newer === 'not kept')
      throw refusalOf(asked)
    return { candlesticks: [...older.candlesticks, ...newer.candlesticks], what: newer.what }
  }
  if (isRequest && minutes === MINUTE && (await hasHours(ticker, to, ctx))) return 'not kept'
  throw refusalOf(asked)
}

/** Whether the tier accepts a request for the hour that contains an instant, in seconds. */
async function hasHours(ticker: string, at: number, ctx: VenueContext): Promise<boolean> {
  const end = Math.ceil(at / 3_600) * 3_600
  const told = await tryArchive(ticker, { start_ts: end, end_ts: end, period_interval: HOUR }, ctx)
  return told !== undefined && !isRefusal(told)
}

interface Refusal {
  readonly about: Refused
  readonly error: PmxError
}

function isRefusal(told: NamedCandles | Refusal | undefined): told is Refusal {
  return told !== undefined && 'about' in told
}

async function tryArchive(
  ticker: string,
  query: CandleQuery,
  ctx: VenueContext,
): Promise<NamedCandles | Refusal | undefined> {
  const what = 'GET /historical/markets/{ticker}/candlesticks'
  const path = pathOf`/historical/markets/${ticker}/candlesticks`
  try {
    const reply = await requestOptional(ctx, candlesReply, { path, query: { ...query }, what })
    if (reply === undefined) return undefined
    assertSameSubject(ticker, reply.ticker, what, 'ticker')
    return { candlesticks: reply.candlesticks, what }
  } catch (error) {
    if (!(error instanceof PmxError) || error.detail?.['upstreamStatus'] !== 400) throw error
    const isWrong = wrongRequest.has(error.detail['upstreamCode'])
    return { about: TOO_MUCH.test(error.message) ? 'size' : isWrong ? 'request' : 'unknown', error }
  }
}

function refusalOf({ error }: Refusal): PmxError {
  const { detail } = error
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue refused the request for archived candles: ${error.message}`,
    {
      retryable: true,
      ...(detail === undefined ? {} : { detail }),
    },
  )
}
