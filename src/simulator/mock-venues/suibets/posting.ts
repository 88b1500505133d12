import { MINUTE_MS } from '../../../api/times/span.js'
import { memoize } from '../../http/memoize.js'
import { mix, scaleBetween } from '../../world/common/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'

/**
 * Number of offers of a maker in the trading period of a market. Ids are 32-bit numbers, which suffices until after
 * 2050.
 */
export const POSTINGS = 8
/** Number of times that takers check an offer. */
const LOOKS = 3

/**
 * A maker's offer from its posting until its cancellation. Its odds are the price at the posting minus a margin, and
 * never change. The maker bets on YES; one in five overestimates it.
 */
export interface Posting {
  readonly id: number
  readonly turn: number
  /** Seed of all pseudo-random values of this posting. */
  readonly seed: number
  readonly odds: number
  readonly postedAt: number
  /** Time of the next posting, or of the end of bets. */
  readonly standsUntil: number
  /**
   * Time at which all of it was taken, since its price had become favorable for takers. Absent if that never happens.
   */
  readonly takenAt?: number
}

/** Returns the end of bets on a market, which is the start of its match. */
export function betsEndAt(event: WorldEvent, market: WorldMarket): number {
  return Math.min(event.startsAt ?? market.endsAt, market.closesAt)
}

/** Returns all postings of a market's trading period, including future ones. */
export const postingsOf = memoize(
  (market: WorldMarket, event: WorldEvent, world: SimulatedWorld): readonly Posting[] => {
    const endsAt = betsEndAt(event, market)
    const stepMs = Math.floor((endsAt - market.opensAt) / POSTINGS / MINUTE_MS) * MINUTE_MS
    return Array.from({ length: POSTINGS }, (_, turn): Posting => {
      const seed = mix(mix(market.seed, 0x5b), turn)
      const postedAt = market.opensAt + turn * stepMs
      const standsUntil = turn === POSTINGS - 1 ? endsAt : postedAt + stepMs
      const fair = world.fairPrice(market.key, postedAt)
      const odds = oddsOf(fair * (1 - scaleBetween(seed, -0.04, 0.16)))
      const looks = Array.from({ length: LOOKS }, (_, look) => {
        return postedAt + Math.floor(((standsUntil - postedAt) * (look + 1)) / (LOOKS + 1))
      })
      const takenAt = looks.find((at) => world.fairPrice(market.key, at) < 1 / odds)
      const id = market.number * POSTINGS + turn
      return { id, turn, seed, odds, postedAt, standsUntil, ...(takenAt === undefined ? {} : { takenAt }) }
    })
  },
)

/** Returns the decimal odds of a price, within the range of the venue. */
function oddsOf(price: number): number {
  return Math.min(100, Math.max(1.01, Math.round(100 / price) / 100))
}
