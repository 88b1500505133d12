import { once } from '../../http/memoize.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type ListedMarket, visible } from '../../mock-kit/venue-view.js'
import type { Recurrence, WorldEvent, WorldMarket, WorldSeries } from '../../world/common/types.js'
import { MAX_MARKETS } from '../../world/series/event.js'
import type { SimulatedWorld } from '../../world/world.js'
import type { Side } from './figures.js'

/**
 * Native numbers. The venue counts its outcomes up from 0, so that they stay small (README.md); the
 * world's own numbers do not, because one of its series opens every quarter of an hour. Here a number tells its pace,
 * then the turn and the series of that pace, and so stays below ten digits for a hundred years.
 */

/** A series that opens often leaves most numbers of the slower ones unused: each pace counts by itself. */
const paces: Readonly<Record<Recurrence, 0 | 1 | 2>> = {
  '15m': 0,
  hourly: 1,
  daily: 2,
  weekly: 2,
  monthly: 2,
  annual: 2,
}
const PACES = 3
/** The last place of an event's outcomes, which no market of the world takes. */
const FALLBACK = MAX_MARKETS - 1

/** One outcome: a market of the world, or what a question adds to its markets as "none of these". */
export interface Outcome {
  readonly event: WorldEvent
  /** Absent for the fallback of a question. */
  readonly market: WorldMarket | undefined
  readonly number: number
}

/** A coin: one side of an outcome, written `#<10 x outcome + side>`. */
export interface Coin {
  readonly outcome: Outcome
  readonly side: Side
}

/** The series of each pace, in the world's order. */
const seriesByPace = once((world: SimulatedWorld): readonly (readonly WorldSeries[])[] =>
  Array.from({ length: PACES }, (_unused, pace) =>
    world.series.filter(({ recurrence }) => paces[recurrence] === pace),
  ),
)

function samePace(world: SimulatedWorld, pace: number): readonly WorldSeries[] {
  return seriesByPace(world)[pace] ?? []
}

/** Number of a question; standalone outcomes have none. */
export function questionNumber(world: SimulatedWorld, { series, cycle }: WorldEvent): number {
  const pace = paces[series.recurrence]
  const all = samePace(world, pace)
  const rank = all.findIndex(({ key }) => key === series.key)
  return (cycle * all.length + rank) * PACES + pace
}

/** Whether the markets of an event belong to a question: one and only one of them comes true. */
export function isQuestion(event: WorldEvent): boolean {
  return event.exclusive
}

/** The outcomes of an event, the fallback of a question first, as the venue registers them. */
export function outcomesOf(world: SimulatedWorld, event: WorldEvent): readonly Outcome[] {
  return outcomesIn(event, world)
}

const outcomesIn = once((event: WorldEvent, world: SimulatedWorld): readonly Outcome[] => {
  const base = questionNumber(world, event) * MAX_MARKETS
  const markets = event.markets.map((market, index): Outcome => ({ event, market, number: base + index }))
  return isQuestion(event) ? [{ event, market: undefined, number: base + FALLBACK }, ...markets] : markets
})

/** The outcome with this number, if its event has opened; undefined when there is none. */
export function outcomeByNumber(context: MockContext, number: number): Outcome | undefined {
  if (!Number.isSafeInteger(number) || number < 0) return undefined
  const question = Math.floor(number / MAX_MARKETS)
  const all = samePace(context.world, question % PACES)
  const turn = Math.floor(question / PACES)
  const series = all[turn % all.length]
  if (series === undefined) return undefined
  const found = context.world.event(`${series.key}.${Math.floor(turn / all.length)}`)
  const event = visible(context, 'hyperliquid', found)
  if (event === undefined) return undefined
  return outcomesOf(context.world, event).find((outcome) => outcome.number === number)
}

/** `#75440`: the name of a side in books, trades and candles. */
export function coinName(outcome: Pick<Outcome, 'number'>, side: Side): string {
  return `#${outcome.number * 10 + side}`
}

/** The coin of a name such as `#75440`; undefined for spot and perpetual coins and for unknown outcomes. */
export function coinByName(context: MockContext, name: string): Coin | undefined {
  const digits = /^#(0|[1-9]\d{0,14})$/.exec(name)?.[1]
  if (digits === undefined) return undefined
  const [number, side] = [Math.floor(Number(digits) / 10), Number(digits) % 10]
  if (side !== 0 && side !== 1) return undefined
  const outcome = outcomeByNumber(context, number)
  return outcome === undefined ? undefined : { outcome, side }
}

/** Where the assets of outcomes begin. */
const FIRST_ASSET = 100_000_000

/** The coin that an order names by its asset; undefined for everything else that the venue trades. */
export function coinByAsset(context: MockContext, asset: number): Coin | undefined {
  return asset < FIRST_ASSET ? undefined : coinByName(context, `#${asset - FIRST_ASSET}`)
}

/** The outcome of a market of the world. */
export function outcomeOf(world: SimulatedWorld, { event, market }: ListedMarket): Outcome {
  return { event, market, number: questionNumber(world, event) * MAX_MARKETS + market.index }
}

/** The coin of a side of a market of the world. */
export function coinOfMarket({ world }: MockContext, market: WorldMarket, side: 'yes' | 'no'): string {
  return coinName(outcomeOf(world, { event: world.eventOf(market), market }), side === 'yes' ? 0 : 1)
}

/** Whether it has not been settled yet: settled outcomes leave the list at once. */
export function isListed({ now }: Pick<MockContext, 'now'>, { event, market }: Outcome): boolean {
  return now < (market ?? event).resolvesAt
}
