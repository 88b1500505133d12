import { HOUR_MS } from '../../../api/times/resolution.js'
import { mix } from '../common/hash.js'
import { contraryOf, type WorldEvent, type WorldMarket } from '../common/types.js'
import { createNoise, type Noise } from './noise.js'
import { type Quoting, sharedQuoting } from './quoting.js'

/** The price around which a market moves: a probability in (0, 1) at any instant of its trading period. */
export interface PricePath {
  at(epochMs: number): number
}

/** The shared part of the paths of one event. */
export interface EventPaths {
  /** Returns the path of one of its markets. */
  of(market: WorldMarket): PricePath
}

/** Number of lattice cells of the slowest movement in a trading period. */
const LIFE_PARTS = 3
const FASTEST_MS = 150_000
/** Octaves of a race slower than this share of the trading period are part of the shared total. */
const RACE_PARTS = 48
/** A trading period is at least so many times as long as the lag of a venue. */
const MIN_LIFE_IN_LAGS = 50
const MAX_NUDGE_MS = 4 * HOUR_MS

/**
 * Prepares the paths of an event as a venue quotes them. All markets of an event share one noise, so that ladders stay ordered
 * and ranges add up. The runners of a race each have their own.
 */
export function createEventPaths(event: PathEvent, quoting: Quoting = sharedQuoting): EventPaths {
  const lagMs = Math.min(quoting.lagMs, (event.endsAt - event.opensAt) / MIN_LIFE_IN_LAGS)
  let race: Race | undefined
  return {
    of(market) {
      const nudge = nudgeOf(event, market, quoting)
      const path = pathOf(market, nudge)
      // There are no prices before the opening: within the lag the price stays at that of the opening.
      return lagMs === 0 ? path : { at: (now) => path.at(Math.max(event.opensAt, now - lagMs)) }
    },
  }

  function pathOf(market: WorldMarket, nudge: Nudge): PricePath {
    const { pricing } = market
    switch (pricing.kind) {
      case 'walk':
        return pricing.mirrors === true
          ? mirrored(walkPath({ ...market, payout: contraryOf(market.payout) }, pricing.base, nudge))
          : walkPath(market, pricing.base, nudge)
      case 'race':
        race ??= createRace(event, pricing.weights, pricing.winner)
        return racePath(event, market, race, pricing.runner, nudge)
      case 'above': {
        const underlying = underlyingOf(event)
        return {
          at: (now) => sigmoid((underlying.at(now) - pricing.sigma) * sharpness(event, now) + nudge(now)),
        }
      }
      case 'between': {
        const underlying = underlyingOf(event)
        return {
          at(now) {
            const level = underlying.at(now)
            const sharp = sharpness(event, now)
            const by = nudge(now)
            const aboveLow = pricing.low === undefined ? 1 : sigmoid((level - pricing.low) * sharp + by)
            const aboveHigh = pricing.high === undefined ? 0 : sigmoid((level - pricing.high) * sharp + by)
            return aboveLow - aboveHigh
          },
        }
      }
      case 'rises': {
        const underlying = underlyingOf(event)
        const start = underlying.at(event.opensAt)
        return { at: (now) => sigmoid((underlying.at(now) - start) * sharpness(event, now) + nudge(now)) }
      }
    }
  }
}

/** Distance of a venue's price from the shared one at a given time, in logits. */
type Nudge = (now: number) => number

const noNudge: Nudge = () => 0

/** Returns to 0 within hours, and is 0 at the end: a decided market has one price on all venues. */
function nudgeOf(event: PathEvent, market: WorldMarket, quoting: Quoting): Nudge {
  if (quoting.noise === 0) return noNudge
  const seed = quoting.own(market.pricing.kind === 'race' ? market.seed : event.seed)
  const longest = Math.min(MAX_NUDGE_MS, (event.endsAt - event.opensAt) / 4)
  const noise = createNoise(seed, longest, longest / 4, quoting.noise)
  const share = lifeShare(market)
  return (now) => noise.at(now) * (1 - smooth((share(now) - 0.8) / 0.2))
}

/** The part of an event that determines its price paths. */
export type PathEvent = Pick<WorldEvent, 'seed' | 'opensAt' | 'endsAt'>

/** Returns the quantity that decides the ladders, buckets and rises of an event, in standard deviations. */
export function underlyingOf(event: PathEvent): Noise {
  const life = event.endsAt - event.opensAt
  return createNoise(mix(event.seed, 0x517e), life / LIFE_PARTS, fastest(life), 0.75)
}

/** Uncertainty shrinks towards the end. */
function sharpness(event: PathEvent, now: number): number {
  const left = Math.max(0, (event.endsAt - now) / (event.endsAt - event.opensAt))
  return 1.7 / (Math.sqrt(left) + 0.06)
}

function mirrored(path: PricePath): PricePath {
  return { at: (now) => 1 - path.at(now) }
}

function walkPath(market: WorldMarket, base: number, nudge: Nudge): PricePath {
  const life = market.endsAt - market.opensAt
  const noise = createNoise(market.seed, life / LIFE_PARTS, fastest(life), 0.8)
  const share = lifeShare(market)
  if (market.payout === 0.5) {
    return { at: (now) => sigmoid((base + noise.at(now)) * (1 - smooth(share(now))) + nudge(now)) }
  }
  const sign = market.payout === 1 ? 1 : -1
  return { at: (now) => sigmoid(base + noise.at(now) + sign * pull(share(now)) + nudge(now)) }
}

/** Runners of which exactly one wins: their prices add up to about 1 at any instant. */
interface Race {
  /** Returns the natural logarithm of a runner's share at a given time. */
  logShare(runner: number, now: number): number
}

function createRace(event: PathEvent, weights: readonly number[], winner: number): Race {
  const life = event.endsAt - event.opensAt
  const cellMs = life / RACE_PARTS
  const share = lifeShare({ opensAt: event.opensAt, closesAt: event.endsAt })
  const walks = weights.map((weight, runner) => {
    const noise = createNoise(mix(event.seed, 0x4ace + runner), life / LIFE_PARTS, cellMs, 0.7)
    return { base: Math.log(weight), noise, wins: runner === winner }
  })
  const strength = (walk: (typeof walks)[number], now: number): number =>
    walk.base + walk.noise.at(now) + (walk.wins ? 1.4 * pull(share(now)) : 0)
  const logTotal = (now: number): number =>
    Math.log(walks.reduce((sum, walk) => sum + Math.exp(strength(walk, now)), 0))
  let cell = -1
  let left = 0
  let right = 0
  return {
    logShare(runner, now) {
      const place = now / cellMs
      const index = Math.floor(place)
      if (index !== cell) {
        left = logTotal(index * cellMs)
        right = logTotal((index + 1) * cellMs)
        cell = index
      }
      const walk = walks[runner]
      if (walk === undefined) throw new RangeError(`the race has no runner ${runner}`)
      return strength(walk, now) - left - (right - left) * (place - index)
    },
  }
}

function racePath(
  event: PathEvent,
  market: WorldMarket,
  race: Race,
  runner: number,
  nudge: Nudge,
): PricePath {
  const life = event.endsAt - event.opensAt
  const noise = createNoise(market.seed, life / RACE_PARTS / 4, fastest(life), 0.16)
  return {
    at(now) {
      const share = Math.min(0.999, Math.exp(race.logShare(runner, now)))
      return sigmoid(Math.log(share / (1 - share)) + noise.at(now) + nudge(now))
    },
  }
}

function fastest(life: number): number {
  return Math.min(FASTEST_MS, life / 60)
}

/** Returns the elapsed share of a trading period, 0 to 1. */
function lifeShare(life: { readonly opensAt: number; readonly closesAt: number }): (now: number) => number {
  const length = life.closesAt - life.opensAt
  return (now) => Math.min(1, Math.max(0, (now - life.opensAt) / length))
}

/** Returns how far the result has moved the price, in logits: slightly at first, to certainty in the last fifth. */
function pull(share: number): number {
  return share * share + 5.4 * smooth((share - 0.8) / 0.2)
}

function smooth(share: number): number {
  const x = Math.min(1, Math.max(0, share))
  return x * x * (3 - 2 * x)
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}
