import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { requireOrRefuse } from '../../http/reply.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import type { WorldBar, WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import type { Body } from './body.js'
import { priceOf, type Side, toDecimal } from './figures.js'
import { type Coin, findCoinByName } from './ids.js'
import { createNullError, createUnreadable } from './replies.js'

/** The intervals of the venue; the length of a month varies. There is no 6h. */
const intervals: Readonly<Record<string, number | 'month'>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': WEEK_MS,
  '1M': 'month',
}

/** Only the newest candles of an interval exist. Empty ones count. */
const MAX_CANDLES = 5_000

/** A candle with its end, exclusive, and the number of its trades. */
interface Counted {
  readonly bar: WorldBar
  readonly endsAt: number
  readonly trades: number
}

/**
 * `candleSnapshot`: candles that open within the window, both bounds inclusive, including the open one. Candles without
 * trades are omitted (README.md).
 */
export function answerCandleSnapshot(call: MockCall, body: Body): unknown {
  const asked = body.member('req')
  const [name, interval] = [asked.text('coin'), asked.text('interval')]
  const step = requireOrRefuse(
    Object.hasOwn(intervals, interval) ? intervals[interval] : undefined,
    createUnreadable,
  )
  const start = asked.integer('startTime')
  const end = Math.min(asked.optionalInteger('endTime') ?? call.now, call.now)
  const coin = requireOrRefuse(findCoinByName(call, name), createNullError)
  const { market } = coin.outcome
  if (market === undefined || end < start) return []
  const oldest = Math.floor(call.now / stepMs(step)) - (MAX_CANDLES - 1)
  const from = Math.max(start, oldest * stepMs(step), market.opensAt - stepMs(step) + 1)
  return countedBars(call, market, step, from, end).map((counted) =>
    rowOf(name, coin.side, interval, counted),
  )
}

export function isInterval(text: string): boolean {
  return Object.hasOwn(intervals, text)
}

/** Returns the newest candle of a coin, which may still be open, or undefined before the first. */
export function computeOpenCandle(
  context: MockContext,
  { name, coin, interval }: { readonly name: string; readonly coin: Coin; readonly interval: string },
) {
  const step = intervals[interval]
  const { market } = coin.outcome
  if (step === undefined || market === undefined) return undefined
  const newest = countedBars(context, market, step, context.now - stepMs(step), context.now).at(-1)
  return newest && rowOf(name, coin.side, interval, newest)
}

function stepMs(step: number | 'month'): number {
  return step === 'month' ? 31 * DAY_MS : step
}

function countedBars(
  { world, now }: MockContext,
  market: WorldMarket,
  step: number | 'month',
  from: number,
  to: number,
): readonly Counted[] {
  if (to < from) return []
  if (step === 'month') return monthBars(world, market, from, to, now)
  const bars = world.bars(market.key, step, from, to + 1, now + 1)
  return withCounts(world, market, bars, (openAt) => openAt + step, now)
}

function withCounts(
  world: SimulatedWorld,
  market: WorldMarket,
  bars: readonly WorldBar[],
  endOf: (openAt: number) => number,
  now: number,
): readonly Counted[] {
  return bars.map((bar) => {
    const endsAt = endOf(bar.openAt)
    let trades = 0
    world.sequences(market.key, bar.openAt, Math.min(endsAt, now + 1), () => {
      trades++
    })
    return { bar, endsAt, trades }
  })
}

/** Returns calendar months, aggregated from days. */
function monthBars(
  world: SimulatedWorld,
  market: WorldMarket,
  from: number,
  to: number,
  now: number,
): readonly Counted[] {
  const firstMonth = monthOf(from) < from ? nextMonth(from) : from
  if (to < firstMonth) return []
  const folded = new Map<number, WorldBar>()
  for (const day of world.bars(market.key, DAY_MS, firstMonth, nextMonth(to), now + 1)) {
    const openAt = monthOf(day.openAt)
    const known = folded.get(openAt)
    const volume = Math.round(((known?.volume ?? 0) + day.volume) * 100) / 100
    folded.set(openAt, {
      openAt,
      open: known?.open ?? day.open,
      high: Math.max(known?.high ?? day.high, day.high),
      low: Math.min(known?.low ?? day.low, day.low),
      close: day.close,
      volume,
    })
  }
  return withCounts(world, market, [...folded.values()], nextMonth, now)
}

function monthOf(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

function nextMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

function rowOf(coin: string, side: Side, interval: string, { bar, endsAt, trades }: Counted) {
  const [high, low] = side === 0 ? [bar.high, bar.low] : [bar.low, bar.high]
  return {
    t: bar.openAt,
    T: endsAt - 1,
    s: coin,
    i: interval,
    o: toDecimal(priceOf(side, bar.open)),
    c: toDecimal(priceOf(side, bar.close)),
    h: toDecimal(priceOf(side, high)),
    l: toDecimal(priceOf(side, low)),
    v: toDecimal(bar.volume),
    n: trades,
  }
}
