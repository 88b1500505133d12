import { type BookLevel, stateAt, type WorldBook, type WorldMarket } from '../world/common/types.js'
import {
  type LiveOrder,
  type PaperVenueState,
  remainingOf,
  type Taken,
  type Tracked,
  yesLimitOf,
} from './state/account-state.js'
import { type Amount, minOf, numberOf, sumAmounts, toAmount } from './state/amount.js'

/** The available liquidity: the world's quotes less the sizes taken from them, and resting paper orders. */

export type BookSide = 'bids' | 'asks'

/** A YES price with its available size, from the world or from a resting paper order. */
export interface Offer {
  readonly yesPrice: Amount
  readonly size: Amount
  readonly maker: LiveOrder | undefined
}

const NOBODY: WorldBook = { bids: [], asks: [] }

/** Returns the world's book, without paper orders. Both sides are empty if the world does not quote. */
function worldBook({ rules, world }: PaperVenueState, market: WorldMarket, now: number): WorldBook {
  const isQuoted = rules.isQuoted?.(market, world) ?? true
  return isQuoted ? world.book(market.key, now) : NOBODY
}

/**
 * Returns the world's offers on one side, best first, less the sizes taken since the market's last trade. A book from which
 * something was taken changes only with the next trade. If sizes came back between trades, they would cross the remainder of the
 * taker's order.
 */
export function listWorldOffers(
  venue: PaperVenueState,
  market: WorldMarket,
  side: BookSide,
  now: number,
): readonly Offer[] {
  const taken = takenAt(venue, market, now)
  return worldBook(venue, market, taken?.at ?? now)[side].flatMap((level): Offer[] => {
    const yesPrice = toAmount(level.price)
    const size = toAmount(level.size) - (taken?.[side].get(yesPrice) ?? 0n)
    return size > 0n ? [{ yesPrice, size, maker: undefined }] : []
  })
}

/**
 * Returns all offers on one side, best first. At the same price, the world's offer is ahead of paper orders, and older paper
 * orders are ahead of newer ones.
 */
export function offersAt(
  venue: PaperVenueState,
  market: WorldMarket,
  side: BookSide,
  now: number,
): readonly Offer[] {
  const resting = restingOn(venue.tracked.get(market.key), side).map(
    (order): Offer => ({ yesPrice: yesLimitOf(order), size: remainingOf(order), maker: order }),
  )
  const world = listWorldOffers(venue, market, side, now)
  // The sort is stable.
  return [...world, ...resting].sort((a, b) => compareOn(side, a.yesPrice, b.yesPrice))
}

/** Returns the resting paper orders on one side, best price first, then oldest first. */
export function restingOn(tracked: Tracked | undefined, side: BookSide): readonly LiveOrder[] {
  const toward = side === 'bids' ? 'yes' : 'no'
  return [...(tracked?.resting ?? [])]
    .filter((order) => order.toward === toward)
    .sort((a, b) => compareOn(side, yesLimitOf(a), yesLimitOf(b)) || a.turn - b.turn)
}

/** Returns the contracts ahead of a resting order: at better prices, and at its own price with the world's quotes first. */
export function aheadOf(venue: PaperVenueState, order: LiveOrder, now: number): Amount {
  const side: BookSide = order.toward === 'yes' ? 'bids' : 'asks'
  const offers = offersAt(venue, order.market, side, now)
  const place = offers.findIndex(({ maker }) => maker === order)
  return sumAmounts(offers.slice(0, Math.max(place, 0)).map(({ size }) => size))
}

function compareOn(side: BookSide, a: Amount, b: Amount): number {
  const rise = a < b ? -1 : a > b ? 1 : 0
  return side === 'asks' ? rise : -rise
}

/** Whether a side's offer is at a YES limit or better. Without a limit, it always is. */
export function isWithinLimit(side: BookSide, yesPrice: Amount, limit: Amount | undefined): boolean {
  return limit === undefined || compareOn(side, yesPrice, limit) <= 0
}

/** Records the size that was taken from the world's offer. */
export function take(
  venue: PaperVenueState,
  tracked: Tracked,
  side: BookSide,
  { yesPrice, size }: Pick<Offer, 'yesPrice' | 'size'>,
  now: number,
): void {
  const taken = takenAt(venue, tracked.market, now) ?? {
    book: bookNumber(venue, tracked.market, now),
    at: now,
    asks: new Map(),
    bids: new Map(),
  }
  taken[side].set(yesPrice, (taken[side].get(yesPrice) ?? 0n) + size)
  tracked.taken = taken
}

/** Returns the sizes taken from the current book, or nothing once the market is closed. */
function takenAt(venue: PaperVenueState, market: WorldMarket, now: number): Taken | undefined {
  if (stateAt(market, now) !== 'open') return undefined
  const taken = venue.tracked.get(market.key)?.taken
  return taken !== undefined && taken.book === bookNumber(venue, market, now) ? taken : undefined
}

/** The prices of the world's book change only with each trade. */
function bookNumber({ world }: PaperVenueState, market: WorldMarket, now: number): number {
  return world.lastTrade(market.key, now)?.sequence ?? -1
}

/** Returns the public book, which is the world's own object while paper trading does not change it. */
export function computeShownBook(venue: PaperVenueState, market: WorldMarket, now: number): WorldBook {
  const tracked = venue.tracked.get(market.key)
  const isTouched = tracked !== undefined && stateAt(market, now) === 'open'
  if (!isTouched || (tracked.resting.size === 0 && takenAt(venue, market, now) === undefined))
    return worldBook(venue, market, now)
  const levels = (side: BookSide): readonly BookLevel[] => {
    const sizes = new Map<Amount, Amount>()
    for (const { yesPrice, size } of offersAt(venue, market, side, now))
      sizes.set(yesPrice, (sizes.get(yesPrice) ?? 0n) + size)
    return [...sizes].map(([price, size]) => ({ price: numberOf(price), size: numberOf(size) }))
  }
  return { bids: levels('bids'), asks: levels('asks') }
}

/** Returns the smaller of the offered size and the size left to take. */
export function takePortion(offer: Offer, left: Amount): Offer {
  return { ...offer, size: minOf(offer.size, left) }
}
