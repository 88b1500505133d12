import type { OrderBook, OrderLevel } from '../../api/models/models.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'

/** The view of a book that a watcher requests. */
export interface BookView {
  /** Whether it is the complement: price = 1 - p, bids and asks swapped. */
  readonly isMirrored: boolean
  /** Maximum number of levels per side. */
  readonly depth: number | undefined
}

/** A complete book at one point in time, for many watchers. Each view is computed once. */
export interface SharedBook {
  /** Increases with each book in a feed. */
  readonly number: number
  show(view: BookView): OrderBook
  /** Returns the same as JSON in UTF-8, which must not be changed. */
  json(view: BookView): Buffer
}

/** @param book sorted, best levels first. It must not change afterwards. */
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

/** Returns the complement's book. */
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
