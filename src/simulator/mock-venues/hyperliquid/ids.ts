import { memoize } from '../../http/memoize.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type ListedMarket, narrowToListed } from '../../mock-kit/venue-view.js'
import type { Recurrence, WorldEvent, WorldMarket, WorldSeries } from '../../world/common/types.js'
import { MAX_MARKETS } from '../../world/series/event.js'
import type { SimulatedWorld } from '../../world/world.js'
import type { Side } from './figures.js'

/**
 * Native numbers. The venue counts its outcomes from 0, so that they remain small (README.md). The world's numbers do
 * not, because one of its series opens every quarter of an hour. A number here encodes its recurrence, then the cycle
 * and the series of that recurrence. It stays below ten digits for a hundred years.
 */

/** Recurrence classes, each with its own sequence; with one sequence, slow series would leave most numbers unused. */
const paces: Readonly<Record<Recurrence, 0 | 1 | 2>> = {
  '15m': 0,
  hourly: 1,
  daily: 2,
  weekly: 2,
  monthly: 2,
  annual: 2,
}
const PACES = 3
/** The last index of an event's outcomes, which no market of the world has. */
const FALLBACK = MAX_MARKETS - 1

/** One outcome: a market of the world, or the "none of these" fallback of a question. */
export interface Outcome {
  readonly event: WorldEvent
  /** Absent for the fallback of a question. */
  readonly market: WorldMarket | undefined
  readonly number: number
}

/** A coin: one side of an outcome, named `#<10 x outcome + side>`. */
export interface Coin {
  readonly outcome: Outcome
  readonly side: Side
}

/** The series of each recurrence class, in the world's order. */
const seriesByPace = memoize((world: SimulatedWorld): readonly (readonly WorldSeries[])[] =>
  Array.from({ length: PACES }, (_unused, pace) =>
    world.series.filter(({ recurrence }) => paces[recurrence] === pace),
  ),
)

function samePace(world: SimulatedWorld, pace: number): readonly WorldSeries[] {
  return seriesByPace(world)[pace] ?? []
}

/** Returns the number of a question, or undefined for standalone outcomes. */
export function questionNumberOf(world: SimulatedWorld, { series, cycle }: WorldEvent): number {
  const pace = paces[series.recurrence]
  const all = samePace(world, pace)
  const rank = all.findIndex(({ key }) => key === series.key)
  return (cycle * all.length + rank) * PACES + pace
}

/** Whether the markets of an event form a question, of which exactly one resolves YES. */
export function isQuestion(event: WorldEvent): boolean {
  return event.exclusive
}

/** Returns the outcomes of an event in the venue's order, the fallback of a question first. */
export function outcomesOf(world: SimulatedWorld, event: WorldEvent): readonly Outcome[] {
  return outcomesIn(event, world)
}

const outcomesIn = memoize((event: WorldEvent, world: SimulatedWorld): readonly Outcome[] => {
  const base = questionNumberOf(world, event) * MAX_MARKETS
  const markets = event.markets.map((market, index): Outcome => ({ event, market, number: base + index }))
  return isQuestion(event) ? [{ event, market: undefined, number: base + FALLBACK }, ...markets] : markets
})

/** Returns the outcome with this number, if its event has opened; undefined otherwise. */
export function findOutcomeByNumber(context: MockContext, number: number): Outcome | undefined {
  if (!Number.isSafeInteger(number) || number < 0) return undefined
  const question = Math.floor(number / MAX_MARKETS)
  const all = samePace(context.world, question % PACES)
  const turn = Math.floor(question / PACES)
  const series = all[turn % all.length]
  if (series === undefined) return undefined
  const found = context.world.event(`${series.key}.${Math.floor(turn / all.length)}`)
  const event = narrowToListed(context, 'hyperliquid', found)
  if (event === undefined) return undefined
  return outcomesOf(context.world, event).find((outcome) => outcome.number === number)
}

/** Returns the name of a side in books, trades and candles, such as `#75440`. */
export function coinNameOf(outcome: Pick<Outcome, 'number'>, side: Side): string {
  return `#${outcome.number * 10 + side}`
}

/** Returns the coin with a name such as `#75440`, or undefined for spot and perpetual coins and for unknown outcomes. */
export function findCoinByName(context: MockContext, name: string): Coin | undefined {
  const digits = /^#(0|[1-9]\d{0,14})$/.exec(name)?.[1]
  if (digits === undefined) return undefined
  const [number, side] = [Math.floor(Number(digits) / 10), Number(digits) % 10]
  if (side !== 0 && side !== 1) return undefined
  const outcome = findOutcomeByNumber(context, number)
  return outcome === undefined ? undefined : { outcome, side }
}

/** The first asset number of outcomes. */
const FIRST_ASSET = 100_000_000

/** Returns the coin of an order's asset, or undefined for all other assets of the venue. */
export function findCoinByAsset(context: MockContext, asset: number): Coin | undefined {
  return asset < FIRST_ASSET ? undefined : findCoinByName(context, `#${asset - FIRST_ASSET}`)
}

/** Returns the outcome of a market of the world. */
export function outcomeOf(world: SimulatedWorld, { event, market }: ListedMarket): Outcome {
  return { event, market, number: questionNumberOf(world, event) * MAX_MARKETS + market.index }
}

/** Returns the coin of a side of a market of the world. */
export function coinOfMarket({ world }: MockContext, market: WorldMarket, side: 'yes' | 'no'): string {
  return coinNameOf(outcomeOf(world, { event: world.eventOf(market), market }), side === 'yes' ? 0 : 1)
}

/** Whether the outcome is not settled yet; settled outcomes leave the list immediately. */
export function isListed({ now }: Pick<MockContext, 'now'>, { event, market }: Outcome): boolean {
  return now < (market ?? event).resolvesAt
}
