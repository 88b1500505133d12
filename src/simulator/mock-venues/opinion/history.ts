import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { priceFor } from '../../mock-kit/yes-no-sides.js'
import type { Token } from './ids.js'

/** A point of the price history. */
export interface HistoryPoint {
  readonly p: string
  /** Epoch seconds: the start of the interval whose last price this is. */
  readonly t: number
}

/** Unix seconds, inclusive. */
export interface HistoryWindow {
  /** Observed to be ignored; set only where it should apply. */
  readonly startAt?: number | undefined
  /** End of the window for paginating back: the points up to it, at most the maximum of a call. */
  readonly endAt?: number | undefined
}

/** Maximum number of points per call (third party: synpath 0.11.0). */
const MAX_POINTS = 1_000

interface Pace {
  readonly stepMs: number
  /** Points of a call without `end_at`, as recorded. */
  readonly points: number
}

const hourly: Pace = { stepMs: HOUR_MS, points: 227 }
const daily: Pace = { stepMs: DAY_MS, points: 90 }

/**
 * Returns the price history of a token (README.md, "Price history"): newest first, one point per interval including the
 * open one. Gaps are filled forward, and backward to before the creation of the market. `1h` yields hours, anything
 * else days. [] for a token that never traded.
 */
export function historyOf(
  context: MockContext,
  token: Token,
  interval: string | undefined,
  { startAt, endAt }: HistoryWindow,
): readonly HistoryPoint[] {
  const { now } = context
  const { stepMs, points } = interval === '1h' ? hourly : daily
  const last = Math.floor(Math.min(now, (endAt ?? now / 1000) * 1000) / stepMs)
  const most = endAt === undefined && startAt === undefined ? points : MAX_POINTS
  const first = Math.max(last - most + 1, Math.ceil(((startAt ?? 0) * 1000) / stepMs))
  const prices = closesOf(context, token, stepMs, first, last)
  return prices.map((price, index) => ({ p: String(price), t: ((first + index) * stepMs) / 1000 })).reverse()
}

/** Returns last prices of the intervals from `first` to `last`, oldest first. */
function closesOf(
  { world, now }: MockContext,
  { market, side }: Token,
  stepMs: number,
  first: number,
  last: number,
): readonly number[] {
  const closes: (number | undefined)[] = []
  for (let step = first; step <= last; step++) {
    const end = Math.min(now, (step + 1) * stepMs - 1)
    closes.push(priceFor(side, world.lastTrade(market.key, end)?.price))
  }
  const earliest = closes[0] ?? firstPrice({ world, now }, { market, side })
  return earliest === undefined ? [] : closes.map((price) => price ?? earliest)
}

/** Returns the price of the first trade of a token, or undefined without one. */
function firstPrice(
  { world, now }: Pick<MockContext, 'world' | 'now'>,
  { market, side }: Pick<Token, 'market' | 'side'>,
): number | undefined {
  const priceBy = (at: number) => world.lastTrade(market.key, at)?.price
  if (priceBy(now) === undefined) return undefined
  // No trade until `before`, at least one until `after`.
  let [before, after] = [market.opensAt - 1, now]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (priceBy(middle) === undefined) before = middle
    else after = middle
  }
  return priceFor(side, priceBy(after))
}
