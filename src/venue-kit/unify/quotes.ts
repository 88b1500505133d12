import type { OrderBook } from '../../api/models/models.js'
import { complementPrice } from './unified-market.js'

/** Best prices, 0..1. Absent for an empty side. */
interface Quotes {
  readonly bid?: number
  readonly ask?: number
}

/**
 * Returns the best prices of the first of two outcomes that pay 1 together, or undefined if there is none. They come from
 * its own book, otherwise from the complement of the other outcome's book.
 */
export function readPairQuotes(
  [first, second]: readonly [string, string],
  bookOf: (outcomeId: string) => Pick<OrderBook, 'bids' | 'asks'> | undefined,
): Quotes | undefined {
  const own = bookOf(first)
  if (own !== undefined) return quotes(own.bids[0]?.price, own.asks[0]?.price)
  const other = bookOf(second)
  if (other === undefined) return undefined
  const [bid, ask] = [other.asks[0]?.price, other.bids[0]?.price]
  return quotes(bid && complementPrice(bid), ask && complementPrice(ask))
}

function quotes(bid: number | undefined, ask: number | undefined): Quotes {
  return { ...(bid === undefined ? {} : { bid }), ...(ask === undefined ? {} : { ask }) }
}
