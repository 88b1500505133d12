import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import type { WorldMarket } from '../../world/common/types.js'
import { marketOf } from './ids.js'
import { createRefusal } from './replies.js'

/** Routes of the price history (venues/polymarket_us/README.md). */
export const historyRoutes: readonly Route[] = [route('GET', '/v1/price-history', history)]

interface Profile {
  readonly fidelity: number
  readonly spanMs: number
}

const profiles: Readonly<Record<string, Profile>> = {
  INTERVAL_1H: { fidelity: 1, spanMs: HOUR_MS },
  INTERVAL_6H: { fidelity: 1, spanMs: 6 * HOUR_MS },
  INTERVAL_1D: { fidelity: 5, spanMs: DAY_MS },
  INTERVAL_1W: { fidelity: 180, spanMs: 7 * DAY_MS },
  INTERVAL_1M: { fidelity: 180, spanMs: 30 * DAY_MS },
  INTERVAL_ALL: { fidelity: 180, spanMs: Number.POSITIVE_INFINITY },
}

/** Retention of stored observations. */
const KEPT_MS = 45 * DAY_MS
const MAX_WINDOW_MS = DAY_MS
/** Trading periods longer than this have one point per day. */
const LONG_LIFE_MS = 90 * DAY_MS

/** A price of the long side at a given time, epoch ms. */
interface Observation {
  readonly at: number
  readonly price: number
}

function history(call: MockCall): Reply {
  const { query, now } = call
  const symbol = query.text('symbol')
  const fidelity = query.integer('fidelity')
  if (symbol === undefined) throw createRefusal(400, 'symbol is required')
  if (fidelity === undefined || fidelity === 'bad' || fidelity < 1)
    throw createRefusal(400, 'fidelity is required')
  const [start, end] = ['startTimestamp', 'endTimestamp'].map((name) => query.integer(`timestamp.${name}`))
  const interval = query.text('fixedInterval')
  const isWindow = start !== undefined || end !== undefined
  if (isWindow === (interval !== undefined))
    throw createRefusal(400, 'either fixedInterval or timestamp is required')
  const market = marketOf(call, symbol)?.market
  const headers = { 'cache-control': 'public, max-age=30' }
  const reply = (found: readonly Observation[]) => toJsonReply({ history: found.map(pointOf) }, 200, headers)
  if (interval !== undefined) {
    const profile = Object.hasOwn(profiles, interval) ? profiles[interval] : undefined
    // Combinations other than the documented ones have an empty response.
    if (market === undefined || profile?.fidelity !== fidelity) return reply([])
    return reply(sampled(call, market, profile))
  }
  if (typeof start !== 'number' || typeof end !== 'number' || end < start)
    throw createRefusal(400, 'invalid timestamps')
  if ((end - start) * 1000 > MAX_WINDOW_MS) throw createRefusal(400, 'timestamp range exceeds 24 hours')
  if (market === undefined || fidelity !== 1) return reply([])
  return reply(stored(call, market, Math.max(start * 1000, now - KEPT_MS), Math.min(now, end * 1000 + 999)))
}

/** Returns one observation per trade, in the order of time. */
function stored({ world }: MockCall, market: WorldMarket, from: number, to: number): readonly Observation[] {
  const ticks = Math.round(1 / market.tick)
  const found: Observation[] = []
  if (to < from) return found
  world.scan(market.key, from, to + 1, (at, price) => found.push({ at, price: price / ticks }))
  return found
}

/** Returns one point per interval up to now, for intervals with an observation. */
function sampled(
  { world, now }: MockCall,
  market: WorldMarket,
  { fidelity, spanMs }: Profile,
): readonly Observation[] {
  const isLong = spanMs === Number.POSITIVE_INFINITY && now - market.opensAt > LONG_LIFE_MS
  const stepMs = isLong ? DAY_MS : fidelity * MINUTE_MS
  const from = Math.max(market.opensAt, now - spanMs)
  const found: Observation[] = []
  for (let at = Math.ceil(from / stepMs) * stepMs; at <= now && at - stepMs < market.closesAt; at += stepMs) {
    const last = world.lastTrade(market.key, at)
    if (last !== undefined && last.at > at - stepMs) found.push({ at, price: last.price })
  }
  return found
}

/** Half of the distance between bid and ask, within the price range. */
const HALF_SPREAD = 0.005

/** Returns the best ask and one minus the best bid around a price, which is the mid price. */
function pointOf({ at, price }: Observation) {
  const half = Math.min(HALF_SPREAD, price, 1 - price)
  const shown = (value: number): number => Math.round(value * 10_000) / 10_000
  return {
    timestamp: Math.floor(at / 1000),
    longPrice: shown(price + half),
    shortPrice: shown(1 - price + half),
  }
}
