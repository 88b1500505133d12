import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { OrderBook } from '../../api/models/models.js'
import type { WatchTarget } from './watch-target.js'

/** Returns the best levels of an outcome's book from its venue's socket, or undefined while the book is not reliable. */
type LiveBook = () => Pick<OrderBook, 'bids' | 'asks'> | undefined

/** Books from sockets, by market, for venues whose rows are completed from them (`RowSource`). */
export interface LiveBooks {
  /** Whether there is any book from the venue. */
  has(venue: VenueId): boolean
  /** Returns the books of a market's outcomes by outcome id, or undefined if there are none. */
  of(venue: VenueId, marketId: string): ReadonlyMap<string, LiveBook> | undefined
}

export interface LiveBookRegistry extends LiveBooks {
  /** @returns a function that removes it */
  add(target: WatchTarget, book: LiveBook): () => void
}

export function createLiveBooks(): LiveBookRegistry {
  const venues = new Map<VenueId, Map<string, Map<string, LiveBook>>>()
  return {
    has: (venue) => venues.has(venue),
    of: (venue, marketId) => venues.get(venue)?.get(marketId),
    add({ venue, located }, book) {
      const { rows } = venue.stream ?? {}
      if (rows === undefined) return () => undefined
      const { outcomeId } = located
      const marketId = rows.marketIdOf(located)
      const markets = venues.get(venue.id) ?? new Map<string, Map<string, LiveBook>>()
      const outcomes = markets.get(marketId) ?? new Map<string, LiveBook>()
      venues.set(venue.id, markets.set(marketId, outcomes.set(outcomeId, book)))
      return () => {
        if (outcomes.get(outcomeId) === book) outcomes.delete(outcomeId)
        if (outcomes.size === 0 && markets.get(marketId) === outcomes) markets.delete(marketId)
        if (markets.size === 0 && venues.get(venue.id) === markets) venues.delete(venue.id)
      }
    },
  }
}
