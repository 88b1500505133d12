import { MINUTE_MS } from '../../../api/times/span.js'
import { once } from '../../http/memoize.js'
import { between, mix } from '../../world/common/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'

/** How often a maker makes his offer in the life of a market. Ids are 32-bit numbers, which lasts beyond 2050. */
export const POSTINGS = 8
/** How often takers look at an offer while it stands. */
const LOOKS = 3

/**
 * A maker's offer from when he posts it until he withdraws it: its odds are what the price was then, less what he wants to
 * earn, and never change. He bets on YES, and one in five thinks too well of it.
 */
export interface Posting {
  readonly id: number
  readonly turn: number
  /** Hash from which whatever concerns this posting alone is drawn. */
  readonly seed: number
  readonly odds: number
  readonly postedAt: number
  /** When the next one follows, or the bets end. */
  readonly standsUntil: number
  /** When all of it was taken, because the price had fallen below it; absent when it never does. */
  readonly takenAt?: number
}

/** When nobody can take a bet on a market any more: once its match has begun. */
export function betsEndAt(event: WorldEvent, market: WorldMarket): number {
  return Math.min(event.startsAt ?? market.endsAt, market.closesAt)
}

/** All that are posted in the life of a market, those to come too. */
export const postingsOf = once(
  (market: WorldMarket, event: WorldEvent, world: SimulatedWorld): readonly Posting[] => {
    const endsAt = betsEndAt(event, market)
    const stepMs = Math.floor((endsAt - market.opensAt) / POSTINGS / MINUTE_MS) * MINUTE_MS
    return Array.from({ length: POSTINGS }, (_, turn): Posting => {
      const seed = mix(mix(market.seed, 0x5b), turn)
      const postedAt = market.opensAt + turn * stepMs
      const standsUntil = turn === POSTINGS - 1 ? endsAt : postedAt + stepMs
      const fair = world.fairPrice(market.key, postedAt)
      const odds = oddsOf(fair * (1 - between(seed, -0.04, 0.16)))
      const looks = Array.from({ length: LOOKS }, (_, look) => {
        return postedAt + Math.floor(((standsUntil - postedAt) * (look + 1)) / (LOOKS + 1))
      })
      const takenAt = looks.find((at) => world.fairPrice(market.key, at) < 1 / odds)
      const id = market.number * POSTINGS + turn
      return { id, turn, seed, odds, postedAt, standsUntil, ...(takenAt === undefined ? {} : { takenAt }) }
    })
  },
)

/** Decimal odds that are worth a price, within those that the venue takes. */
function oddsOf(price: number): number {
  return Math.min(100, Math.max(1.01, Math.round(100 / price) / 100))
}
