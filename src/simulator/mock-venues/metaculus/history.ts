import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { WorldBar, WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import { type Question, timesOf } from './posts.js'

/** A change of the aggregate: the prediction of each option from an instant; null before the first one. */
export interface Change {
  /** Epoch ms. */
  readonly at: number
  readonly centers: readonly (number | null)[]
}

/**
 * Returns the stored changes of a question's aggregate, ascending: the last trades of its markets. As on the site,
 * older ones are thinned. In metronome rhythm they are dense enough for comparison with candles: every change of the
 * last two days, the four prices of each hour of twelve days, and of each day of five weeks.
 */
export function historyOf(context: MockContext, question: Question): readonly Change[] {
  const { opensAt, closesAt } = timesOf(question)
  const end = Math.min(context.now + 1, closesAt)
  if (end <= opensAt) return []
  const place = { context, markets: question.markets, from: opensAt, end }
  return context.world.rhythm === 'metronome' ? dense(place) : thinned(place)
}

/** Returns the current aggregate, or that at the close of the question, or undefined before the first forecast. */
export function latestOf({ world, now }: MockContext, question: Question): Change | undefined {
  const { closesAt } = timesOf(question)
  return vectorAt(world, question.markets, Math.min(now, closesAt - 1))
}

interface Place {
  readonly context: MockContext
  readonly markets: readonly WorldMarket[]
  /** Epoch ms; `end` exclusive. */
  readonly from: number
  readonly end: number
}

/** Returns the prediction at a given time, stamped with the latest trade that changed it. */
function vectorAt(world: SimulatedWorld, markets: readonly WorldMarket[], at: number): Change | undefined {
  const last = markets.map((market) => world.lastTrade(market.key, at))
  const times = last.flatMap((trade) => (trade === undefined ? [] : [trade.at]))
  if (times.length === 0) return undefined
  return { at: Math.max(...times), centers: last.map((trade) => trade?.price ?? null) }
}

/** Number of changes for each span; a span that needs fewer leaves them to the next older one. */
const SHARE = 100
const stretches = [DAY_MS, WEEK_MS, 60 * DAY_MS, Number.POSITIVE_INFINITY]

function thinned({ context, markets, from, end }: Place): readonly Change[] {
  const kept = new Map<number, Change>()
  let to = end
  let budget = SHARE
  for (const reach of stretches) {
    const start = Math.max(from, context.now - reach)
    if (to <= start) continue
    const before = kept.size
    for (const at of spread(start, to, budget)) {
      const change = vectorAt(context.world, markets, at)
      if (change !== undefined && change.at >= start) kept.set(change.at, change)
    }
    budget += SHARE - (kept.size - before)
    to = start
  }
  return ascending(kept)
}

/** `count` instants of [from, to), evenly spaced, including the last. */
function spread(from: number, to: number, count: number): readonly number[] {
  const step = (to - from) / count
  return Array.from({ length: count }, (_unused, index) => Math.floor(to - 1 - index * step))
}

function dense(place: Place): readonly Change[] {
  const { context, from, end } = place
  const boundary = (reach: number): number =>
    Math.max(from, Math.floor((context.now - reach) / DAY_MS) * DAY_MS)
  const [minutes, hours, days] = [boundary(2 * DAY_MS), boundary(12 * DAY_MS), boundary(5 * WEEK_MS)]
  const kept = new Map<number, Change>()
  const steps = place.markets.map((market): readonly Step[] => [
    ...fromBars(context.world, market, DAY_MS, days, hours),
    ...fromBars(context.world, market, HOUR_MS, hours, minutes),
    ...context.world.trades(market.key, minutes, end).filter(({ at }) => at < end),
  ])
  for (const change of joined(steps)) kept.set(change.at, change)
  const oldest = thinned({ ...place, end: days })
  for (const change of oldest) kept.set(change.at, change)
  return ascending(kept)
}

interface Step {
  readonly at: number
  readonly price: number
}

function fromBars(
  world: SimulatedWorld,
  market: WorldMarket,
  stepMs: number,
  from: number,
  to: number,
): readonly Step[] {
  const end = Math.min(to, market.closesAt)
  if (end <= from) return []
  return world.bars(market.key, stepMs, from, end, end).flatMap((bar) => fourPrices(bar, stepMs))
}

/** Returns the prices of a bar as changes inside it; the order of the extremes is arbitrary. */
function fourPrices({ openAt, open, high, low, close }: WorldBar, stepMs: number): readonly Step[] {
  return [open, high, low, close].map((price, index) => ({
    at: openAt + Math.floor((stepMs * (2 * index + 1)) / 8),
    price,
  }))
}

/**
 * Merges the changes of several options into joint changes: those of one minute become one, at the time of the last. In
 * metronome rhythm no option has two.
 */
function joined(steps: readonly (readonly Step[])[]): readonly Change[] {
  const byMinute = new Map<number, { at: number; readonly own: Map<number, number> }>()
  for (const [option, own] of steps.entries()) {
    for (const { at, price } of own) {
      const minute = Math.floor(at / MINUTE_MS)
      const known = byMinute.get(minute) ?? { at, own: new Map<number, number>() }
      known.at = Math.max(known.at, at)
      known.own.set(option, price)
      byMinute.set(minute, known)
    }
  }
  const current: (number | null)[] = steps.map(() => null)
  return [...byMinute.values()]
    .sort((a, b) => a.at - b.at)
    .map(({ at, own }) => {
      for (const [option, price] of own) current[option] = price
      return { at, centers: [...current] }
    })
}

function ascending(changes: ReadonlyMap<number, Change>): readonly Change[] {
  return [...changes.values()].sort((a, b) => a.at - b.at)
}
