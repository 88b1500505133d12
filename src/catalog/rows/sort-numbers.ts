import type { EventRow, MarketRow, Sort } from '../../venue-kit/contract/venue.js'

/** The numbers by which lists are sorted; times are epoch ms. */
export type OrderNumber = 'volume24h' | 'volume' | 'liquidity' | 'startsAt'

export type OrderNumbers = Readonly<Record<OrderNumber, number | undefined>>

/**
 * The sort keys, greatest first; the second one breaks ties. Volume is that of 24 h, then the total volume. Rows without a number
 * come last, and equal rows keep the venue's order.
 */
export const orderNumbers: Readonly<Record<Sort, readonly OrderNumber[]>> = {
  volume: ['volume24h', 'volume'],
  liquidity: ['liquidity'],
  newest: ['startsAt'],
}

export function marketSortNumbersOf({ market, startsAt }: MarketRow): OrderNumbers {
  const { volume24h, volume, liquidity } = market
  return { volume24h, volume, liquidity, startsAt }
}

/** Returns the sort numbers of an event; its liquidity is the sum over its markets. */
export function eventSortNumbersOf(row: EventRow): OrderNumbers {
  const { volume24h, volume } = row.event
  return { volume24h, volume, liquidity: liquidityOf(row), startsAt: row.startsAt }
}

function liquidityOf({ markets }: EventRow): number | undefined {
  const known = markets.map(({ market }) => market.liquidity).filter((number) => number !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

/** Returns a negative number where the first number comes before the second. Unknown is undefined, or NaN in columns. */
export function compareDown(a: number | undefined, b: number | undefined): number {
  const first = knownOrLeast(a)
  const second = knownOrLeast(b)
  // Subtracting two infinities gives NaN, which sorts arbitrarily, so compare instead.
  if (first === second) return 0
  return first < second ? 1 : -1
}

function knownOrLeast(number: number | undefined): number {
  return number === undefined || Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number
}
