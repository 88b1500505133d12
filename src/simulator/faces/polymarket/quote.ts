import type { FaceContext } from '../../face.js'
import { mixWide } from '../../world/hash.js'
import {
  type BookLevel,
  stateAt,
  type WorldBook,
  type WorldMarket,
  type WorldTrade,
} from '../../world/types.js'
import { complement } from '../../world/wallets.js'

/** A book or price as seen from one of the two tokens. */
export interface Quote {
  /** Best first. */
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  readonly bestBid: number | undefined
  readonly bestAsk: number | undefined
  /** Middle of the best levels; the last price where a side is missing; undefined for an empty, untraded market. */
  readonly mid: number | undefined
  readonly last: WorldTrade | undefined
}

/** The book of a token now. NO is the mirror of YES: price 1 - p, sides swapped. */
export function quoteOf({ world, now }: FaceContext, market: WorldMarket, side: 'yes' | 'no'): Quote {
  const yes = world.book(market.key, now)
  const { bids, asks } = side === 'yes' ? yes : mirrored(yes)
  const last = world.lastTrade(market.key, now)
  const bestBid = bids[0]?.price
  const bestAsk = asks[0]?.price
  return { bids, asks, bestBid, bestAsk, mid: middle(bestBid, bestAsk) ?? priceFor(side, last?.price), last }
}

function mirrored(book: WorldBook): WorldBook {
  const flip = (level: BookLevel): BookLevel => ({ price: complement(level.price), size: level.size })
  return { bids: book.asks.map(flip), asks: book.bids.map(flip) }
}

function middle(bid: number | undefined, ask: number | undefined): number | undefined {
  return bid === undefined || ask === undefined ? undefined : rounded((bid + ask) / 2)
}

/** A YES price as the price of a side. */
export function priceFor(side: 'yes' | 'no', price: number): number
export function priceFor(side: 'yes' | 'no', price: number | undefined): number | undefined
export function priceFor(side: 'yes' | 'no', price: number | undefined): number | undefined {
  return price === undefined || side === 'yes' ? price : complement(price)
}

/** Six decimals: sums and differences of ticks without the noise of floating point. */
export function rounded(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000
}

/** Whether orders can be placed. */
export function isOpen({ now }: Pick<FaceContext, 'now'>, market: WorldMarket): boolean {
  return stateAt(market, now) === 'open'
}

/** How a trade was printed: which token changed hands, and whether its taker bought or sold it. */
export interface Print {
  readonly token: 'yes' | 'no'
  readonly side: 'BUY' | 'SELL'
  /** Price of that token. */
  readonly price: number
}

/** A taker who wants YES buys YES or sells NO; both outcomes interleave in every feed. */
export function printOf(market: WorldMarket, trade: WorldTrade): Print {
  const direct = mixWide(market.seed, trade.sequence) % 3 !== 0
  const token = direct === (trade.takerSide === 'yes') ? 'yes' : 'no'
  const side = direct ? 'BUY' : 'SELL'
  return { token, side, price: priceFor(token, trade.price) }
}
