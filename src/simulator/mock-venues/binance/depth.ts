import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { mix, scaleBetween } from '../../world/common/hash.js'
import { createRefusal, type Pair, pairOf, toFigure } from './pairs.js'

type Level = readonly [price: number, amount: number]

/** Levels on each side, a few ticks apart; more than clients read. */
const DEEPEST = 400
const USUAL_LIMIT = 100
const MOST = 5_000
/** Lifetime of a book. */
const STILL_MS = 1_000

/** `GET /api/v3/depth` */
export function answerDepth(call: MockCall): Reply {
  const pair = pairOf(call)
  const limit = call.query.integer('limit') ?? USUAL_LIMIT
  if (limit === 'bad' || limit < 1)
    throw createRefusal(
      -1100,
      "Illegal characters found in parameter 'limit'; legal range is '^[0-9]{1,20}$'.",
    )
  const count = Math.min(limit, MOST, DEEPEST)
  const side = (direction: 1 | -1): readonly unknown[] =>
    Array.from({ length: count }, (_unused, place) => levelAt(pair, call.now, place, direction).map(toFigure))
  return toJsonReply({ lastUpdateId: Math.floor(call.now / STILL_MS), bids: side(-1), asks: side(1) })
}

/** Returns the best bid and the best ask. */
export function bestOf(pair: Pair, now: number): readonly [Level, Level] {
  return [levelAt(pair, now, 0, -1), levelAt(pair, now, 0, 1)]
}

function levelAt({ spot, symbol }: Pair, now: number, place: number, direction: 1 | -1): Level {
  const moment = Math.floor(now / STILL_MS)
  const tick = 10 ** -spot.decimals
  const price = spot.at(moment * STILL_MS) + direction * tick * (place * 3 + 1)
  const chance = mix(moment, place * 2 + (direction === 1 ? 1 : 0) + symbol.length * 10_000)
  return [Number(price.toFixed(spot.decimals)), Number(scaleBetween(chance, 0.01, 4).toFixed(5))]
}
