import { mixWide } from '../world/common/hash.js'
import type { BookLevel, WorldBook, WorldMarket, WorldTrade } from '../world/common/types.js'
import { complementPriceOf } from '../world/wallets.js'
import type { MockContext } from './mock-venue.js'
import type { Side } from './native-ids.js'

/** The world trades YES. This file derives both sides of a market from it; NO is the complement of YES. */

/** One side of a market. */
export interface Sided {
  readonly market: WorldMarket
  readonly side: Side
}

/** Converts a YES price to the price of a side. */
export function priceFor(side: Side, price: number): number
export function priceFor(side: Side, price: number | undefined): number | undefined
export function priceFor(side: Side, price: number | undefined): number | undefined {
  return price === undefined || side === 'yes' ? price : complementPriceOf(price)
}

/** Returns the book of YES as the book of a side, best levels first: price 1 - p, bids and asks swapped. */
export function seenFrom(side: Side, { bids, asks }: WorldBook): WorldBook {
  return side === 'yes' ? { bids, asks } : { bids: asks.map(flipped), asks: bids.map(flipped) }
}

function flipped({ price, size }: BookLevel): BookLevel {
  return { price: complementPriceOf(price), size }
}

/** A trade as a feed shows it: the traded side, and whether the taker bought or sold it. */
export interface Print {
  readonly side: Side
  readonly action: 'BUY' | 'SELL'
  /** Price of that side. */
  readonly price: number
}

/**
 * Returns a trade as a feed shows it. A taker buys YES, or sells NO instead; both occur in every feed.
 * @param soldOneIn one of so many trades is shown as a sale
 */
export function printOf(market: WorldMarket, trade: WorldTrade, soldOneIn = 3): Print {
  const isDirect = mixWide(market.seed, trade.sequence) % soldOneIn !== 0
  const side = isDirect === (trade.takerSide === 'yes') ? 'yes' : 'no'
  return { side, action: isDirect ? 'BUY' : 'SELL', price: priceFor(side, trade.price) }
}

/**
 * Returns the price of a side at given instants, filled forward from its trades; nothing before the first of them.
 * @param instants ascending epoch ms
 * @param end the last instant to include, epoch ms
 */
export function pricesAt(
  { world }: Pick<MockContext, 'world'>,
  { market, side }: Sided,
  instants: readonly number[],
  end: number,
): readonly { readonly at: number; readonly price: number }[] {
  const [first] = instants
  if (first === undefined || end < first) return []
  const ticks = Math.round(1 / market.tick)
  const points: { at: number; price: number }[] = []
  let price = world.lastTrade(market.key, first)?.price
  let next = 0
  const tellBefore = (limit: number): void => {
    for (; next < instants.length; next++) {
      const at = instants[next] ?? limit
      if (at >= limit || at > end) return
      if (price !== undefined) points.push({ at, price: priceFor(side, price) })
    }
  }
  world.scan(market.key, first + 1, end + 1, (at, priceTicks) => {
    tellBefore(at)
    price = priceTicks / ticks
  })
  tellBefore(Number.POSITIVE_INFINITY)
  return points
}
