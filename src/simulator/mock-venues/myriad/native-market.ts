import { once } from '../../http/memoize.js'
import { type MarketState, stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { eventUuid, idInBooks, idInPools } from './ids.js'
import { bnb, type Network, poolNetworks } from './networks.js'

/** How an event of the world is told: one pool a question, one pool with an outcome a question, or order books. */
type Manner = 'pools' | 'one-pool' | 'books'

/** A market of the venue: a question of the world with its two sides, or a whole exclusive event. */
export interface NativeMarket {
  readonly model: 'amm' | 'ob'
  readonly network: Network
  /** Unique within network and model only. */
  readonly id: number
  readonly slug: string
  readonly title: string
  /** UUID of the order-book event; absent on pools and on books that stand alone. */
  readonly eventId: string | undefined
  readonly event: WorldEvent
  /** One question with a yes and a no, or one question an outcome. */
  readonly legs: readonly [WorldMarket, ...WorldMarket[]]
  readonly outcomeTitles: readonly string[]
  readonly opensAt: number
  readonly endsAt: number
  readonly closesAt: number
  readonly resolvesAt: number
}

/**
 * Pools are the venue's older and larger half; order books came with events of their own. An exclusive event of two
 * questions is no pool: both would have trades of their own, but prices of a pool add up to 1.
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

/** The markets that tell an event of the world with a seed. */
export const nativeMarkets = once((event: WorldEvent, seed: number): readonly NativeMarket[] => {
  const manner = mannerOf(event)
  const [first, ...rest] = event.markets
  if (first === undefined) return []
  if (manner === 'one-pool') return [wholeEvent(event, [first, ...rest])]
  const isAlone = rest.length === 0
  return event.markets.map((leg) =>
    question(event, leg, manner, isAlone ? undefined : eventUuid(event, seed)),
  )
})

/** Whether an event is an event of the venue too: a group of order books. */
export function isGroup(event: WorldEvent): boolean {
  return mannerOf(event) === 'books' && event.markets.length > 1
}

function wholeEvent(event: WorldEvent, legs: NativeMarket['legs']): NativeMarket {
  const { slug, title, opensAt, endsAt, closesAt, resolvesAt } = event
  return {
    model: 'amm',
    network: networkOf(event),
    id: idInPools(event, 0),
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
    const id = idInPools(event, leg.index)
    return {
      ...common,
      model: 'amm',
      network: networkOf(event),
      id,
      title: leg.question,
      eventId: undefined,
    }
  }
  // Inside an event a market is called by its candidate (README.md).
  const title = uuid === undefined ? leg.question : (leg.label ?? leg.question)
  return { ...common, model: 'ob', network: bnb, id: idInBooks(event, leg.index), title, eventId: uuid }
}

function networkOf({ series }: WorldEvent): Network {
  return poolNetworks[series.index % poolNetworks.length] ?? bnb
}

/** Each outcome is a question of its own. */
export function isMulti(market: NativeMarket): boolean {
  return market.legs.length > 1
}

/** What the venue calls the state of a market. */
export function nativeState(
  market: Pick<NativeMarket, 'opensAt' | 'closesAt' | 'resolvesAt'>,
  now: number,
): Exclude<MarketState, 'unlisted'> {
  const state = stateAt(market, now)
  return state === 'unlisted' ? 'open' : state
}

/** Resolved towards nobody: everybody gets a share back. */
export function isVoided(market: NativeMarket, now: number): boolean {
  return nativeState(market, now) === 'resolved' && market.legs.every(({ payout }) => payout === 0.5)
}

/** Index of the outcome that came true; undefined before the result and for voided markets. */
export function winnerOf(market: NativeMarket, now: number): number | undefined {
  if (nativeState(market, now) !== 'resolved' || isVoided(market, now)) return undefined
  if (isMulti(market)) return market.legs.findIndex(({ payout }) => payout === 1)
  return market.legs[0].payout === 1 ? 0 : 1
}
