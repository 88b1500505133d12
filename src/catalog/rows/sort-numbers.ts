import { settlementOf } from '../../api/models/market-settlement.js'
import { parseIso } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Sort } from '../../venue-kit/contract/venue.js'

/** The numbers by which lists are sorted; times are epoch ms. */
export type OrderNumber = 'volume24h' | 'volume' | 'liquidity' | 'startsAt' | 'closesAt'

export type OrderNumbers = Readonly<Record<OrderNumber, number | undefined>>

/**
 * The sort keys, greatest first; the second one breaks ties. Volume is that of 24 h, then the total volume. Rows without a number
 * come last, and equal rows keep the venue's order.
 */
export const orderNumbers: Readonly<Record<Sort, readonly OrderNumber[]>> = {
  volume: ['volume24h', 'volume'],
  liquidity: ['liquidity'],
  newest: ['startsAt'],
  closed: ['closesAt'],
}

export function marketSortNumbersOf(row: MarketRow): OrderNumbers {
  const { volume24h, volume, liquidity } = row.market
  return { volume24h, volume, liquidity, startsAt: row.startsAt, closesAt: closeOf(row) }
}

/** Returns the sort numbers of an event; its liquidity is the sum over its markets. */
export function eventSortNumbersOf(row: EventRow): OrderNumbers {
  const { volume24h, volume } = row.event
  const closesAt = lastCloseOf(row.markets)
  return { volume24h, volume, liquidity: liquidityOf(row), startsAt: row.startsAt, closesAt }
}

/** The closing time of closed rows without a known one: they have closed at any later time, and come last. */
const CLOSED = 0

/**
 * Returns when trading of a market ends, epoch ms, or undefined if unknown. Of a closed one it is the reported end of
 * trading, otherwise the time of the settlement.
 */
function closeOf({ market, status, closesAt }: MarketRow): number | undefined {
  if (status === 'closed') {
    const { closedAt, at } = settlementOf(market) ?? {}
    const ended = closedAt ?? at
    return ended === undefined ? CLOSED : (parseIso(ended) ?? CLOSED)
  }
  const { resolutionDate } = market
  const endsAt = resolutionDate === undefined ? undefined : parseIso(resolutionDate)
  const known = [closesAt, endsAt].filter((at) => at !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Returns when the last open market of an event closes, epoch ms, or undefined if one of the times is unknown. */
function lastCloseOf(markets: readonly MarketRow[]): number | undefined {
  const closes = markets.map(closeOf)
  if (closes.length === 0 || closes.includes(undefined)) return undefined
  return Math.max(...closes.map((at) => at ?? CLOSED))
}

function liquidityOf({ markets }: EventRow): number | undefined {
  const known = markets.map(({ market }) => market.liquidity).filter((number) => number !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

/** Returns a negative number if the first number comes before the second. Unknown is undefined, or NaN in columns. */
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
