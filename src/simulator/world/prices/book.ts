import { mix, toUnit } from '../common/hash.js'
import type { BookLevel, BookShape, Rhythm, WorldBook } from '../common/types.js'
import { findLastTradeBefore, priceTicksAt, type TradeModel } from './trades.js'

/** Half the spread of a market that never traded; wide, since its value is unknown. */
const SHY_HALF_SPREAD_CENTS = 6

/** The best prices of both sides, or undefined if there are no quotes. */
export interface TopOfBook {
  readonly bid: number | undefined
  readonly ask: number | undefined
}

/**
 * Returns the book at a given time, symmetric around the last trade price. Empty lists when the market is not open. It depends on
 * the last trade and, in a busy market, on the turn. The best prices change only with trades.
 */
export function bookAt(model: TradeModel, now: number, rhythm: Rhythm): WorldBook {
  const { market } = model
  if (now < market.opensAt || now >= market.closesAt) return { bids: [], asks: [] }
  const last = findLastTradeBefore(model, now)
  const middle = middleTicks(model, last?.price)
  const half = halfSpreadTicks(model, last !== undefined)
  const mood = mix(model.seed, last === undefined ? 1 : last.sequence)
  const turn = turnAt(model, now, rhythm)
  const shape = shapeOf(model, rhythm)
  const side = (direction: 1 | -1): BookLevel[] =>
    levels(model, middle + direction * half, direction, { mood, turn })
  return {
    bids: shape === 'two-sided' || shape === 'bids-only' ? side(-1) : [],
    asks: shape === 'two-sided' || shape === 'asks-only' ? side(1) : [],
  }
}

/** Grows with each change of the book while the market is open. */
export function bookVersionAt(model: TradeModel, now: number, rhythm: Rhythm): number {
  const last = findLastTradeBefore(model, now)
  return (last === undefined ? 0 : last.sequence + 1) + turnAt(model, now, rhythm)
}

/** Minimum time between two turns of a busy book; the maximum is twice that. */
const MIN_TURN_MS = 1_000

/** In a busy market orders come and go between trades: time is divided into turns of one to two seconds. */
function turnAt({ market, seed, hasTurns }: TradeModel, now: number, rhythm: Rhythm): number {
  if (!hasTurns || market.activity !== 'busy' || rhythm === 'metronome') return 0
  const until = Math.min(now, market.closesAt)
  return Math.max(0, Math.floor((until - market.opensAt) / (MIN_TURN_MS + (seed % (MIN_TURN_MS + 1)))))
}

/** Returns the best prices of an open market after a last trade at this price, or undefined before its first. */
export function computeTopAfter(model: TradeModel, lastPrice: number | undefined, rhythm: Rhythm): TopOfBook {
  const { ticks } = model
  const middle = middleTicks(model, lastPrice)
  const half = halfSpreadTicks(model, lastPrice !== undefined)
  const shape = shapeOf(model, rhythm)
  const [bid, ask] = [middle - half, middle + half]
  return {
    bid: bid >= 1 && (shape === 'two-sided' || shape === 'bids-only') ? bid / ticks : undefined,
    ask: ask < ticks && (shape === 'two-sided' || shape === 'asks-only') ? ask / ticks : undefined,
  }
}

/** In metronome rhythm both sides are quoted, so that every market has a mid price. */
function shapeOf({ market }: TradeModel, rhythm: Rhythm): BookShape {
  return rhythm === 'metronome' ? 'two-sided' : market.bookShape
}

function middleTicks(model: TradeModel, lastPrice: number | undefined): number {
  return lastPrice === undefined
    ? priceTicksAt(model, model.market.opensAt)
    : Math.round(lastPrice * model.ticks)
}

/** Returns the distance of the best levels from the last trade price, in ticks; constant for the market's trading period. */
function halfSpreadTicks({ market, ticks, feeTicks }: TradeModel, hasTraded: boolean): number {
  if (!hasTraded) return (SHY_HALF_SPREAD_CENTS * ticks) / 100
  const chance = mix(market.seed, 0xb00c)
  return feeTicks + (ticks === 100 ? 1 + (chance % 4 === 0 ? 1 : 0) : 1 + (chance % 6))
}

/** What determines the sizes of a book: the last trade, and the turn since the opening. */
interface Moment {
  readonly mood: number
  readonly turn: number
}

/** Maximum number of turns for which a level keeps its size; the best level changes with each turn. */
const MAX_KEPT_TURNS = 6

function levels(model: TradeModel, best: number, direction: 1 | -1, { mood, turn }: Moment): BookLevel[] {
  const { market, ticks } = model
  const stepTicks = ticks === 100 ? 1 : 1 + (mix(market.seed, 0x57e9) % 5)
  const count = 4 + (mix(mood, direction + 3) % 8)
  const found: BookLevel[] = []
  for (let depth = 0; depth < count; depth++) {
    const price = best + direction * depth * stepTicks
    if (price < 1 || price >= ticks) break
    const kept = depth === 0 ? 1 : 1 + (price % MAX_KEPT_TURNS)
    const chance = toUnit(mix(turn === 0 ? mood : mix(mood, Math.floor(turn / kept)), price))
    const hundredths = 500 + Math.floor((depth + 1) * 8_000 * chance * chance)
    found.push({ price: price / ticks, size: hundredths / 100 })
  }
  return found
}
