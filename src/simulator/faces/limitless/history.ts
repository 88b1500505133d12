import { parseIso } from '../../../api/instant.js'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../api/resolution.js'
import { MINUTE_MS } from '../../../api/span.js'
import type { FaceCall, FaceContext, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import type { Listed } from '../../venue-view.js'
import { stateAt, type WorldMarket } from '../../world/types.js'
import { titleFor } from './ids.js'
import { named } from './market-routes.js'
import { middleOf } from './quote.js'
import { invalid, refusal } from './replies.js'

/** Chart samples of the middle of the book, newest first (venues/limitless/README.md). */
export const historyRoutes: readonly Route[] = [
  route('GET', '/markets/:slug/historical-price', (call) => {
    // Recorded for a token id in the place of a slug.
    if (/^\d{30,}$/.test(call.params['slug'] ?? '')) throw refusal(500, 'No entity found')
    return history(call)
  }),
]

/** An interval is how far the chart reaches back; how close its samples stand follows from it. */
const intervals: Readonly<Record<string, readonly [reachMs: number, stepMs: number]>> = {
  '5m': [5 * MINUTE_MS, MINUTE_MS],
  '1h': [HOUR_MS, MINUTE_MS],
  '6h': [6 * HOUR_MS, 5 * MINUTE_MS],
  '1d': [DAY_MS, 15 * MINUTE_MS],
  '1w': [WEEK_MS, 30 * MINUTE_MS],
  '1m': [30 * DAY_MS, 30 * MINUTE_MS],
  all: [Number.POSITIVE_INFINITY, 30 * MINUTE_MS],
}

function history(call: FaceCall): Reply {
  const found = named(call)
  const name = call.query.text('interval') ?? '1d'
  const interval = Object.hasOwn(intervals, name) ? intervals[name] : undefined
  if (interval === undefined) {
    throw invalid(`interval must be one of the following values: ${Object.keys(intervals).join(', ')}`)
  }
  const bounds = { from: timeOf(call, 'from'), to: timeOf(call, 'to') }
  const chart = ({ event, market }: Listed) => ({
    title: titleFor({ event, market }),
    prices: samples(call, market, interval, bounds).map(({ at, price }) => ({
      timestamp: String(at),
      price,
    })),
    marketStatus: stateAt(market, call.now) === 'resolved' ? 'RESOLVED' : 'FUNDED',
  })
  const { event } = found
  return json(found.kind === 'group' ? event.markets.map((market) => chart({ event, market })) : chart(found))
}

function timeOf({ query }: FaceCall, key: string): number | undefined {
  const text = query.text(key)
  if (text === undefined) return undefined
  const time = parseIso(text)
  if (time === undefined) throw invalid(`${key} must be a valid ISO 8601 date string`)
  return time
}

interface Sample {
  /** Epoch ms, a whole second. */
  readonly at: number
  readonly price: number
}

/**
 * Whole steps of the clock back from the newest sample, which is of this second; a closed market's end at its close.
 */
function samples(
  context: FaceContext,
  market: WorldMarket,
  [reachMs, stepMs]: readonly [number, number],
  bounds: { readonly from: number | undefined; readonly to: number | undefined },
): readonly Sample[] {
  const end = Math.floor(Math.min(context.now, market.closesAt - 1) / 1000) * 1000
  const start = Math.max(market.opensAt, end - reachMs)
  const instants: number[] = []
  for (let at = Math.ceil(start / stepMs) * stepMs; at < end; at += stepMs) instants.push(at)
  const isAsked = (at: number): boolean => at >= (bounds.from ?? at) && at <= (bounds.to ?? at)
  return middles(context, market, [...instants, end].filter(isAsked)).toReversed()
}

/** The middle of the book at ascending instants, filled forward from the trades that move it. */
function middles({ world }: FaceContext, market: WorldMarket, instants: readonly number[]): Sample[] {
  const [first] = instants
  const last = instants.at(-1)
  if (first === undefined || last === undefined) return []
  const ticks = Math.round(1 / market.tick)
  const found: Sample[] = []
  let price = world.lastTrade(market.key, first)?.price
  const emitBefore = (limit: number): void => {
    for (let at = instants[found.length]; at !== undefined && at < limit; at = instants[found.length]) {
      found.push({ at, price: middleOf(world.topAfter(market.key, price)) })
    }
  }
  world.scan(market.key, first + 1, last + 1, (tradedAt, priceTicks) => {
    emitBefore(tradedAt)
    price = priceTicks / ticks
  })
  emitBefore(Number.POSITIVE_INFINITY)
  return found
}
