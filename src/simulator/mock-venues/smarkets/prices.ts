import type { MockContext } from '../../mock-kit/mock-venue.js'
import { priceFor, seenFrom } from '../../mock-kit/yes-no-sides.js'
import { mix } from '../../world/common/hash.js'
import { type BookLevel, stateAt } from '../../world/common/types.js'
import type { Contract, NativeMarket } from './market.js'
import { bookOf } from './paper.js'
import { toMicroStamp } from './stamps.js'
import { findStepAbove, findStepBelow, roundToStep, toBasisPoints } from './tick-prices.js'

interface NativeLevel {
  readonly price: number
  readonly quantity: number
}

interface Quotes {
  readonly bids: readonly NativeLevel[]
  readonly offers: readonly NativeLevel[]
}

/** Ten-thousandths of a pound; a contract pays one pound. */
export const QUANTITY_UNITS = 10_000

/**
 * Returns the book of a contract, best first, or undefined if it no longer trades. Orders rest only on the odds ladder,
 * so bids are rounded down and offers up. The two sides of a question are therefore not exact complements
 * (venues/smarkets/README.md).
 */
export function quotesOf(context: MockContext, { market, side }: Contract): Quotes | undefined {
  if (stateAt(market, context.now) !== 'open') return undefined
  const { bids, asks } = seenFrom(side, bookOf(context, market))
  return { bids: onLadder(bids, findStepBelow), offers: onLadder(asks, findStepAbove) }
}

/** Merges levels that round to the same price. */
function onLadder(
  levels: readonly BookLevel[],
  step: (price: number) => number | undefined,
): readonly NativeLevel[] {
  const quantities = new Map<number, number>()
  for (const { price, size } of levels) {
    const rung = step(toBasisPoints(price))
    if (rung === undefined) continue
    quantities.set(rung, (quantities.get(rung) ?? 0) + Math.round(size * QUANTITY_UNITS))
  }
  return [...quantities].map(([price, quantity]) => ({ price, quantity }))
}

/**
 * Returns the last execution: a text in percent and its time, both null before the first (venues/smarkets/README.md).
 */
export function lastExecutedOf({ world, now }: MockContext, { id, market, side }: Contract) {
  const last = world.lastTrade(market.key, now)
  if (last === undefined) return { contract_id: id, last_executed_price: null, timestamp: null }
  const price = priceFor(side, last.price)
  return {
    contract_id: id,
    last_executed_price: String(roundToStep(toBasisPoints(price)) / 100),
    timestamp: toMicroStamp(last.at, mix(market.seed, last.sequence)),
  }
}

/**
 * Returns whole pounds since the listing; the second figure is twice the first, as recorded
 * (venues/smarkets/README.md).
 */
export function volumesOf({ world, now }: MockContext, { id, parts }: NativeMarket) {
  const volume = Math.floor(parts.reduce((sum, part) => sum + world.stats(part.key, now).volume, 0))
  return { market_id: id, volume, double_stake_volume: 2 * volume }
}
