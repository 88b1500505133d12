import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { OrderBook } from '../../api/models/models.js'
import type { WatchTarget } from './watch-target.js'

/** The best levels of an outcome's book as its venue's socket has it now; undefined while that is not believed. */
type LiveBook = () => Pick<OrderBook, 'bids' | 'asks'> | undefined

/** Books that sockets keep, by the markets they are of; of venues that say what their rows tell by them (`RowSource`). */
export interface LiveBooks {
  /** Whether any book of the venue is kept. */
  has(venue: VenueId): boolean
  /** The books of a market's outcomes by their ids; undefined where none is kept. */
  of(venue: VenueId, marketId: string): ReadonlyMap<string, LiveBook> | undefined
}

export interface LiveBookRegistry extends LiveBooks {
  /** @returns what takes it away */
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
