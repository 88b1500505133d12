import { createNotImplemented, type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { bestOf } from './depth.js'
import { type Pair, pairsIn, readPairs, toFigure } from './pairs.js'

const DAY_MS = 24 * 60 * 60_000

/** `GET /api/v3/ticker/24hr` */
export function answerTicker(call: MockCall): Reply {
  const type = call.query.text('type')
  if (type !== undefined && type !== 'FULL') throw createNotImplemented(`type=${type}`)
  const { one, many } = readPairs(call)
  if (one !== undefined) return toJsonReply(toTicker(one, call))
  return toJsonReply((many ?? pairsIn(call)).map((pair) => toTicker(pair, call)))
}

function toTicker(pair: Pair, { now }: MockCall): Readonly<Record<string, unknown>> {
  const { symbol, spot } = pair
  const { open, high, low, close, volume } = spot.bar(now - DAY_MS, now)
  const [bid, ask] = bestOf(pair, now)
  const mean = (open + high + low + close) / 4
  return {
    symbol,
    priceChange: toFigure(close - open),
    priceChangePercent: ((100 * (close - open)) / open).toFixed(3),
    weightedAvgPrice: toFigure(mean),
    prevClosePrice: toFigure(open),
    lastPrice: toFigure(close),
    lastQty: '0.00120000',
    bidPrice: toFigure(bid[0]),
    bidQty: toFigure(bid[1]),
    askPrice: toFigure(ask[0]),
    askQty: toFigure(ask[1]),
    openPrice: toFigure(open),
    highPrice: toFigure(high),
    lowPrice: toFigure(low),
    volume: toFigure(volume),
    quoteVolume: toFigure(volume * mean),
    openTime: now - DAY_MS,
    closeTime: now,
    firstId: Math.floor((now - DAY_MS) / 100),
    lastId: Math.floor(now / 100),
    count: DAY_MS / 100,
  }
}
