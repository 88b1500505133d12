import type { FeedArgs } from '../../api/arguments/feed-methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import type { FeedCandle } from '../../api/models/feed-models.js'
import { suggestName } from '../../api/values/suggest.js'
import { createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import type { FeedContext } from '../contract/feed.js'
import { feedPairOf } from './pairs.js'
import { klines } from './wire.js'

/** The exchange's own intervals, which have the same names in CCXT. `M` is a month. */
const TIMEFRAMES = '1s 1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w 1M'.split(' ')

const WHAT = 'GET /api/v3/klines'

/** Returns the candles since `since`, or the latest ones. The last candle may be unfinished. */
export async function fetchCandles(
  { symbol, timeframe, since, limit }: FeedArgs<'fetchOHLCV'>,
  ctx: FeedContext,
): Promise<readonly FeedCandle[]> {
  if (!TIMEFRAMES.includes(timeframe)) {
    const known = `it has ${TIMEFRAMES.join(', ')}`
    throw createValidationError(
      'timeframe',
      `Binance does not have this timeframe${suggestName(timeframe, TIMEFRAMES)}; ${known}`,
    )
  }
  const pair = await feedPairOf(symbol, ctx)
  const query = { symbol: pair.id, interval: timeframe, startTime: since, limit }
  const { json } = await ctx.http.send({ host: 'api', path: '/api/v3/klines', query, cost: 2 })
  const rows = readPayload(klines, json, WHAT)
  return rows.map(([start, open, high, low, close, volume], index) => {
    const before = rows[index - 1]?.[0] ?? (since === undefined ? start - 1 : since - 1)
    if (start <= before)
      throw createSchemaMismatch(WHAT, `[${index}][0]`, `expected a start after ${before}, got ${start}`)
    return [start, open, high, low, close, volume]
  })
}
