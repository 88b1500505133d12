import { mix } from '../common/hash.js'
import { createNoise, type Noise } from './noise.js'

/** The world's currencies and what they cost: one price for everybody who tells of it, exchanges and oracles alike. */

interface SpotTerms {
  /** About this many dollars. */
  readonly level: number
  /** Decimals of a price. */
  readonly decimals: number
  /** Coins that change hands a day. */
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

/** From here on they have prices. */
export const SPOT_BEGINS = Date.UTC(2021, 0, 1)

/** Between two of these instants a price moves in a straight line, so that bars of all lengths agree. */
const KNOT_MS = 5 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** What happened to a coin in a span of time. */
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
  /** @param until later than `from` */
  bar(from: number, until: number): SpotBar
}

/** The price of a coin in the world of a seed. */
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

/** Trade comes and goes with the hours of the day, and never stands still. */
function busyUntil(epochMs: number): number {
  return epochMs + (DAY_MS / 8) * Math.sin((2 * Math.PI * epochMs) / DAY_MS)
}
