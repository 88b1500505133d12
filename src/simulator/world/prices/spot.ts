import { mix } from '../common/hash.js'
import { createNoise, type Noise } from './noise.js'

/** The spot prices of coins in the world, the same for all exchanges and oracles. */

interface SpotTerms {
  /** Typical price in dollars. */
  readonly level: number
  /** Decimals of a price. */
  readonly decimals: number
  /** Coins traded per day. */
  readonly perDay: number
}

const coins = {
  BTC: { level: 72_000, decimals: 2, perDay: 18_000 },
  ETH: { level: 2_900, decimals: 2, perDay: 300_000 },
  SOL: { level: 150, decimals: 2, perDay: 3_000_000 },
  XRP: { level: 1.8, decimals: 4, perDay: 150_000_000 },
} as const satisfies Record<string, SpotTerms>

export type Coin = keyof typeof coins

export const coinNames = Object.keys(coins) as readonly Coin[]

/** Prices begin at this time. */
export const SPOT_BEGINS = Date.UTC(2021, 0, 1)

/** Between two of these instants a price is linear, so that bars of all lengths agree. */
const KNOT_MS = 5 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** The price bar of a coin. */
interface SpotBar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Coins. */
  readonly volume: number
}

/** The price of one coin. */
export interface Spot {
  readonly decimals: number
  at(epochMs: number): number
  /**
   * Returns the bar of a time range.
   * @param until later than `from`
   */
  bar(from: number, until: number): SpotBar
}

/** Returns the price of a coin in the world of a seed. */
export function spotOf(seed: number, coin: Coin): Spot {
  const { level, decimals, perDay } = coins[coin]
  const own = mix(seed, 0x5907 + coinNames.indexOf(coin))
  const noise = createNoise(own, 180 * DAY_MS, KNOT_MS, 0.22)
  const round = (price: number): number => Number(price.toFixed(decimals))
  const path = (epochMs: number): number => level * between(noise, epochMs)
  return {
    decimals,
    at: (epochMs) => round(path(epochMs)),
    bar(from, until) {
      const knots: number[] = []
      for (let at = Math.ceil(from / KNOT_MS) * KNOT_MS; at < until; at += KNOT_MS) knots.push(at)
      const prices = [from, ...knots, until].map(path)
      return {
        open: round(prices[0] ?? level),
        high: round(prices.reduce((highest, price) => Math.max(highest, price))),
        low: round(prices.reduce((lowest, price) => Math.min(lowest, price))),
        close: round(prices.at(-1) ?? level),
        volume: Number(((perDay / DAY_MS) * (busyUntil(until) - busyUntil(from))).toFixed(5)),
      }
    },
  }
}

function between(noise: Noise, epochMs: number): number {
  const before = Math.floor(epochMs / KNOT_MS) * KNOT_MS
  const share = (epochMs - before) / KNOT_MS
  const here = Math.exp(noise.at(before))
  return share === 0 ? here : here + (Math.exp(noise.at(before + KNOT_MS)) - here) * share
}

/** Trading varies with the time of day, and never stops. */
function busyUntil(epochMs: number): number {
  return epochMs + (DAY_MS / 8) * Math.sin((2 * Math.PI * epochMs) / DAY_MS)
}
