import { memoize } from '../../http/memoize.js'
import { type MarketState, stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { bookIdOf, eventUuidOf, poolIdOf } from './ids.js'
import { bnb, type Network, poolNetworks } from './networks.js'

/**
 * How an event of the world is listed: one pool per question, one pool with an outcome per question, or order books.
 */
type Manner = 'pools' | 'one-pool' | 'books'

/** A market of the venue: a question of the world with its two sides, or a whole exclusive event. */
export interface NativeMarket {
  readonly model: 'amm' | 'ob'
  readonly network: Network
  /** Unique within network and model only. */
  readonly id: number
  readonly slug: string
  readonly title: string
  /** UUID of the order-book event. Absent for pools and for standalone books. */
  readonly eventId: string | undefined
  readonly event: WorldEvent
  /** One question with YES and NO, or one question per outcome. */
  readonly legs: readonly [WorldMarket, ...WorldMarket[]]
  readonly outcomeTitles: readonly string[]
  readonly opensAt: number
  readonly endsAt: number
  readonly closesAt: number
  readonly resolvesAt: number
}

/**
 * Returns how an event is listed. Pools are the venue's older and larger part; order books came with certain events. An
 * exclusive event of two questions is not a pool: both would have separate trades, but prices of a pool add up to 1.
 */
function mannerOf({ shape, series, markets }: WorldEvent): Manner {
  switch (shape) {
    case 'up-down':
    case 'duel':
      return 'pools'
    case 'single':
      return series.index % 4 === 0 ? 'books' : 'pools'
    case 'range-buckets':
      return 'books'
    case 'match':
      return markets.length > 2 ? 'one-pool' : 'books'
    case 'candidates':
      return series.index % 2 === 0 && markets.length > 2 ? 'one-pool' : 'books'
    case 'strike-ladder':
    case 'date-ladder':
      return series.index % 2 === 0 ? 'books' : 'pools'
  }
}

/** Returns the markets of an event of the world, for a seed. */
export const nativeMarkets = memoize((event: WorldEvent, seed: number): readonly NativeMarket[] => {
  const manner = mannerOf(event)
  const [first, ...rest] = event.markets
  if (first === undefined) return []
  if (manner === 'one-pool') return [wholeEvent(event, [first, ...rest])]
  const isAlone = rest.length === 0
  return event.markets.map((leg) =>
    question(event, leg, manner, isAlone ? undefined : eventUuidOf(event, seed)),
  )
})

/** Whether an event is also an event of the venue: a group of order books. */
export function isGroup(event: WorldEvent): boolean {
  return mannerOf(event) === 'books' && event.markets.length > 1
}

function wholeEvent(event: WorldEvent, legs: NativeMarket['legs']): NativeMarket {
  const { slug, title, opensAt, endsAt, closesAt, resolvesAt } = event
  return {
    model: 'amm',
    network: networkOf(event),
    id: poolIdOf(event, 0),
    slug,
    title,
    eventId: undefined,
    event,
    legs,
    outcomeTitles: legs.map((leg) => leg.label ?? leg.question),
    opensAt,
    endsAt,
    closesAt,
    resolvesAt,
  }
}

function question(
  event: WorldEvent,
  leg: WorldMarket,
  manner: Exclude<Manner, 'one-pool'>,
  uuid: string | undefined,
): NativeMarket {
  const { slug, opensAt, endsAt, closesAt, resolvesAt } = leg
  const times = { opensAt, endsAt, closesAt, resolvesAt }
  const common = { slug, event, legs: [leg] as const, outcomeTitles: [leg.yesLabel, leg.noLabel], ...times }
  if (manner === 'pools') {
    const id = poolIdOf(event, leg.index)
    return {
      ...common,
      model: 'amm',
      network: networkOf(event),
      id,
      title: leg.question,
      eventId: undefined,
    }
  }
  // Inside an event a market has the title of its candidate (README.md).
  const title = uuid === undefined ? leg.question : (leg.label ?? leg.question)
  return { ...common, model: 'ob', network: bnb, id: bookIdOf(event, leg.index), title, eventId: uuid }
}

function networkOf({ series }: WorldEvent): Network {
  return poolNetworks[series.index % poolNetworks.length] ?? bnb
}

/** Whether each outcome is a separate question. */
export function isMulti(market: NativeMarket): boolean {
  return market.legs.length > 1
}

/** Returns the venue's state of a market. */
export function stateOf(
  market: Pick<NativeMarket, 'opensAt' | 'closesAt' | 'resolvesAt'>,
  now: number,
): Exclude<MarketState, 'unlisted'> {
  const state = stateAt(market, now)
  return state === 'unlisted' ? 'open' : state
}

/** Whether a market resolved without a winner; each outcome then pays an equal share. */
export function isVoided(market: NativeMarket, now: number): boolean {
  return stateOf(market, now) === 'resolved' && market.legs.every(({ payout }) => payout === 0.5)
}

/** Returns the index of the winning outcome, or undefined before the result and for voided markets. */
export function winnerOf(market: NativeMarket, now: number): number | undefined {
  if (stateOf(market, now) !== 'resolved' || isVoided(market, now)) return undefined
  if (isMulti(market)) return market.legs.findIndex(({ payout }) => payout === 1)
  return market.legs[0].payout === 1 ? 0 : 1
}
