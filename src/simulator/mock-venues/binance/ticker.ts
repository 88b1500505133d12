import { json, notImplemented, type Reply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { bestOf } from './depth.js'
import { figure, type Pair, pairsIn, pairsNamed } from './pairs.js'

const DAY_MS = 24 * 60 * 60_000

/** `GET /api/v3/ticker/24hr` */
export function answerTicker(call: MockCall): Reply {
  const type = call.query.text('type')
  if (type !== undefined && type !== 'FULL') throw notImplemented(`type=${type}`)
  const { one, many } = pairsNamed(call)
  if (one !== undefined) return json(toTicker(one, call))
  return json((many ?? pairsIn(call)).map((pair) => toTicker(pair, call)))
}

function toTicker(pair: Pair, { now }: MockCall): Readonly<Record<string, unknown>> {
  const { symbol, spot } = pair
  const { open, high, low, close, volume } = spot.bar(now - DAY_MS, now)
  const [bid, ask] = bestOf(pair, now)
  const mean = (open + high + low + close) / 4
  return {
    symbol,
    priceChange: figure(close - open),
    priceChangePercent: ((100 * (close - open)) / open).toFixed(3),
    weightedAvgPrice: figure(mean),
    prevClosePrice: figure(open),
    lastPrice: figure(close),
    lastQty: '0.00120000',
    bidPrice: figure(bid[0]),
    bidQty: figure(bid[1]),
    askPrice: figure(ask[0]),
    askQty: figure(ask[1]),
    openPrice: figure(open),
    highPrice: figure(high),
    lowPrice: figure(low),
    volume: figure(volume),
    quoteVolume: figure(volume * mean),
    openTime: now - DAY_MS,
    closeTime: now,
    firstId: Math.floor((now - DAY_MS) / 100),
    lastId: Math.floor(now / 100),
    count: DAY_MS / 100,
  }
}
