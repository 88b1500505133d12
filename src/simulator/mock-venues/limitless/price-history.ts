import { parseIso } from '../../../api/times/instant.js'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { createNotImplemented, Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { isGroup, titleFor } from './ids.js'
import { findNamed } from './market-routes.js'
import { midPriceOf } from './quote.js'
import { createInvalid, notOneOf } from './replies.js'

/**
 * Routes of price charts: mid prices of the book, newest first, the newest outside the interval (README.md, "Price
 * history"). A group has the charts of its children.
 */
export const historyRoutes: readonly Route[] = [
  route('GET', '/markets/:slug/historical-price', historicalPrice),
]

interface Range {
  /** Length, back from now or from the end of the trading period. */
  readonly spanMs: number
  readonly stepMs: number
}

/** Length and interval by the word of the query. Intervals of 1d and 1w are recorded. */
const ranges: Readonly<Record<string, Range>> = {
  '1h': { spanMs: HOUR_MS, stepMs: MINUTE_MS },
  '6h': { spanMs: 6 * HOUR_MS, stepMs: 5 * MINUTE_MS },
  '1d': { spanMs: DAY_MS, stepMs: 15 * MINUTE_MS },
  '1w': { spanMs: WEEK_MS, stepMs: 30 * MINUTE_MS },
  '1m': { spanMs: 30 * DAY_MS, stepMs: 30 * MINUTE_MS },
  all: { spanMs: Number.POSITIVE_INFINITY, stepMs: 30 * MINUTE_MS },
}
/** Maximum points of a chart; longer trading periods use a larger interval. The venue's interval is not recorded. */
const MAX_POINTS = 1_500

function historicalPrice(call: MockCall): Reply {
  // Recorded: a token instead of a slug causes a server error.
  if (/^\d{60,78}$/.test(call.params['slug'] ?? ''))
    throw new Refusal(toJsonReply({ message: 'No entity found' }, 500))
  const found = findNamed(call)
  const word = call.query.text('interval') ?? '1d'
  if (word === '5m') throw createNotImplemented('interval=5m of the price history')
  const range = requireOrRefuse(Object.hasOwn(ranges, word) ? ranges[word] : undefined, () =>
    notOneOf('interval', ['5m', ...Object.keys(ranges)].join(', ')),
  )
  const bounds = { from: boundIn(call, 'from'), to: boundIn(call, 'to') }
  if (found.kind !== 'group') return toJsonReply(chartOf(call, found.market, range, bounds))
  return toJsonReply(found.event.markets.map((market) => chartOf(call, market, range, bounds)))
}

interface Bounds {
  readonly from: number | undefined
  readonly to: number | undefined
}

function boundIn({ query }: MockCall, name: string): number | undefined {
  const text = query.text(name)
  if (text === undefined) return undefined
  return requireOrRefuse(parseIso(text), () => createInvalid(`${name} must be a valid ISO 8601 date string`))
}

function chartOf(call: MockCall, market: WorldMarket, range: Range, { from, to }: Bounds) {
  const { world, now } = call
  const event = world.eventOf(market)
  const instants = instantsOf(market, range, now).filter(
    (at) => at >= (from ?? Number.NEGATIVE_INFINITY) && at <= (to ?? Number.POSITIVE_INFINITY),
  )
  return {
    title: isGroup(event) ? titleFor({ event, market }) : market.question,
    prices: instants.map((at) => ({ timestamp: String(at), price: middleAt(call, market, at) })).reverse(),
    marketStatus: stateAt(market, now) === 'resolved' ? 'RESOLVED' : 'FUNDED',
  }
}

/** Multiples of the interval in the trading period, followed by its last instant. */
function instantsOf(market: WorldMarket, { spanMs, stepMs }: Range, now: number): readonly number[] {
  const end = Math.min(now, market.closesAt - 1)
  const start = Math.max(market.opensAt, end - spanMs)
  if (end < start) return []
  const step = stepMs * Math.ceil((end - start) / (stepMs * MAX_POINTS))
  const first = Math.ceil(start / step) * step
  const count = Math.max(0, Math.floor((end - first) / step) + 1)
  const grid = Array.from({ length: count }, (_unused, index) => first + index * step)
  return grid.at(-1) === end ? grid : [...grid, end]
}

/** Returns the mid price; 0.5 when a side of the book is empty, which is not a price. */
function middleAt({ world }: MockCall, { key }: WorldMarket, at: number): number {
  return midPriceOf(world.topAfter(key, world.lastTrade(key, at)?.price))
}
