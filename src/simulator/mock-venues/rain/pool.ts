import { memoize } from '../../http/memoize.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { findListedEvents, narrowToListed } from '../../mock-kit/venue-view.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { complementPriceOf } from '../../world/wallets.js'
import { hexIdOf, numberIn } from './ids.js'

/** A pool of the venue: a question of the world with its two sides, or a whole exclusive event. */
export interface Pool {
  readonly number: number
  readonly title: string
  readonly event: WorldEvent
  /** One question with YES and NO, or one question per option. */
  readonly legs: readonly [WorldMarket, ...WorldMarket[]]
  readonly optionNames: readonly string[]
  readonly opensAt: number
  readonly endsAt: number
  readonly closesAt: number
  readonly resolvesAt: number
}

/** The world numbers events and questions separately: even numbers are events, odd ones questions. */
const KINDS = 2

/**
 * Whether an event is one pool. Prices of a pool add up to 1, so its questions must be exclusive; with two questions
 * each is a pool.
 */
function isOnePool({ exclusive, markets }: WorldEvent): boolean {
  return exclusive && markets.length > 2
}

const poolsOf = memoize((event: WorldEvent): readonly Pool[] => {
  const [first, ...rest] = event.markets
  if (first === undefined) return []
  if (!isOnePool(event)) return event.markets.map((leg) => questionPool(event, leg))
  const legs = [first, ...rest] as const
  const { title, opensAt, endsAt, closesAt, resolvesAt } = event
  const optionNames = legs.map((leg) => leg.label ?? leg.question)
  return [
    { number: event.number * KINDS, title, event, legs, optionNames, opensAt, endsAt, closesAt, resolvesAt },
  ]
})

function questionPool(event: WorldEvent, leg: WorldMarket): Pool {
  const { opensAt, endsAt, closesAt, resolvesAt } = leg
  return {
    number: leg.number * KINDS + 1,
    title: leg.question,
    event,
    legs: [leg],
    optionNames: [leg.yesLabel, leg.noLabel],
    opensAt,
    endsAt,
    closesAt,
    resolvesAt,
  }
}

export function isMulti({ legs }: Pool): boolean {
  return legs.length > 1
}

/** Returns all pools that are listed now, oldest first. */
export function findListedPools(context: MockContext): readonly Pool[] {
  return findListedEvents(context, 'rain').flatMap(poolsOf)
}

/** Returns the pool with this id or contract, of any age, or undefined without one. */
export function poolBy(context: MockContext, kind: 'pool' | 'contract', text: string): Pool | undefined {
  const number = numberIn(context.world.seed, kind, text)
  if (number === undefined) return undefined
  const rest = Math.floor(number / KINDS)
  const market = number % KINDS === 0 ? undefined : context.world.marketByNumber(rest)
  const event =
    number % KINDS === 0 ? context.world.eventByNumber(rest) : market && context.world.eventOf(market)
  const shown = narrowToListed(context, 'rain', event)
  return shown && poolsOf(shown).find((pool) => pool.number === number)
}

export function contractOf({ number }: Pool, seed: number): string {
  return `0x${hexIdOf(seed, 'contract', number)}`
}

const SOON_MS = 6 * 3_600_000
const NEW_MS = 1_800_000
/** Pseudo-random states of a pool between its end and its result. */
const between = [
  'Pending_Finalization',
  'Waiting_for_Result',
  'Dispute_Window_Open',
  'Under_Dispute',
  'Appeal_Window_Open',
  'Under_Appeal',
] as const

/** Returns the venue's status of a pool. */
export function statusOf(pool: Pool, now: number): string {
  switch (stateAt(pool, now)) {
    case 'resolved':
      return 'Closed'
    case 'closed':
      return between[pool.event.seed % between.length] ?? between[0]
    default:
      if (pool.endsAt - now < SOON_MS) return 'Closing_Soon'
      return now - pool.opensAt < NEW_MS ? 'New' : 'Live'
  }
}

/** Returns the number of the winning option, from 1, or undefined before the result or without a winner. */
export function winnerOf(pool: Pool, now: number): number | undefined {
  if (stateAt(pool, now) !== 'resolved') return undefined
  if (isMulti(pool)) return pool.legs.findIndex(({ payout }) => payout === 1) + 1 || undefined
  const [{ payout }] = pool.legs
  return payout === 0.5 ? undefined : 2 - payout
}

/** Returns the shares of the pool in percent, one per option, adding up to 100. */
export function percentagesOf(context: MockContext, pool: Pool): readonly number[] {
  const at = Math.min(context.now, pool.closesAt - 1)
  const raw = pool.legs.map((leg) => askingPrice(context, leg, at))
  if (!isMulti(pool)) return [percent(raw[0] ?? 0.5), percent(complementPriceOf(raw[0] ?? 0.5))]
  const sum = raw.reduce((total, price) => total + price, 0)
  const shares = raw.map((price) => percent(price / sum))
  const rest = shares.slice(0, -1).reduce((total, share) => total + share, 0)
  return [...shares.slice(0, -1), percent(1 - rest / 100)]
}

/** Rounds to six decimals. */
function percent(price: number): number {
  return Math.round(price * 1e8) / 1e6
}

/** Returns the last price of a question; before its first trade the mid price of the expected quotes. */
function askingPrice({ world }: MockContext, leg: WorldMarket, at: number): number {
  const last = world.lastTrade(leg.key, at)
  if (last !== undefined) return last.price
  const { bid, ask } = world.topAfter(leg.key, undefined)
  return bid === undefined || ask === undefined ? (bid ?? ask ?? 0.5) : (bid + ask) / 2
}
