import type { OrderBook, OrderLevel } from '../../api/models/models.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'

/** How a watcher wants a book shown. */
export interface BookView {
  /** From the other side: price = 1 - p, bids and asks swapped. */
  readonly isMirrored: boolean
  /** Most levels a side. */
  readonly depth: number | undefined
}

/** A whole book at one instant, told to many: each way of showing it is made once. */
export interface SharedBook {
  /** Goes up with each book of a feed. */
  readonly number: number
  show(view: BookView): OrderBook
  /** The same as JSON, in UTF-8; not to be changed. */
  json(view: BookView): Buffer
}

/** @param book sorted, best levels first; not changed afterwards */
export function createSharedBook(number: number, book: OrderBook): SharedBook {
  const made = new Map<string, Buffer>()
  const show = ({ isMirrored, depth }: BookView): OrderBook => {
    const seen = isMirrored ? complementBook(book) : book
    if (depth === undefined) return seen
    return { ...seen, bids: seen.bids.slice(0, depth), asks: seen.asks.slice(0, depth) }
  }
  return {
    number,
    show,
    json(view) {
      const key = `${view.isMirrored} ${view.depth}`
      let bytes = made.get(key)
      if (bytes === undefined) {
        bytes = Buffer.from(JSON.stringify(show(view)))
        made.set(key, bytes)
      }
      return bytes
    },
  }
}

/** The book of the other side. */
export function complementBook(book: OrderBook): OrderBook {
  const { lastTradePrice } = book
  return {
    ...book,
    bids: book.asks.map(flipped),
    asks: book.bids.map(flipped),
    ...(lastTradePrice === undefined ? {} : { lastTradePrice: complementPrice(lastTradePrice) }),
  }
}

function flipped(level: OrderLevel): OrderLevel {
  return { ...level, price: complementPrice(level.price) }
}
