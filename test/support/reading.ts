import { type LocatedNow, seriesOf } from '../../src/candles/fetch/series-locator.js'
import { locateOutcome, resolveOutcome } from '../../src/core/listings/outcome-resolver.js'
import { readOrderBooks } from '../../src/core/market-data/order-books.js'
import { readPublicTrades } from '../../src/core/market-data/public-trades.js'
import { collect } from '../../src/venue-kit/contract/paging.js'
import type { CandleSeries, TradeQuery, Venue, VenueContext } from '../../src/venue-kit/contract/venue.js'
import { present } from './expect.js'

/** What is read of outcomes by their ids, as the core does it: found and remembered by its rules. */
export function readerOf<Facts, Kept>(venue: Venue<Facts, Kept>, ctx: VenueContext) {
  // As the core sees it, which does not know the facts of venues.
  const { book, trades }: Venue = venue
  const locate = (id: string): Promise<LocatedNow> => locateOutcome(venue, id, ctx)
  return {
    locate,
    /** As it would come back from the store. */
    async series(id: string): Promise<CandleSeries<Kept>> {
      const source = present(venue.candles)
      const series = await seriesOf(source, (await locate(id)).located, ctx)
      return { ...series, facts: source.facts.parse(JSON.parse(JSON.stringify(series.facts))) }
    },
    book: (id: string, depth?: number) => present(book).fetch(resolveOutcome(venue, id, ctx), depth, ctx),
    /** What the source gives, before the core asks for those that are missing. */
    someBooks: (ids: readonly string[]) =>
      present(present(book).fetchMany)(
        ids.map((id) => resolveOutcome(venue, id, ctx)),
        ctx,
      ),
    books: (ids: readonly string[]) => readOrderBooks(venue, present(book), ids, ctx),
    /** All that the source tells, or the first rows of it. */
    async allTrades(id: string, query: Partial<TradeQuery> = {}, atMost?: number) {
      const { located } = await locate(id)
      return collect(present(trades).list(located, { limit: 1_000, ...query }, ctx), atMost)
    },
    /** What the core answers. */
    async trades(id: string, query: Partial<TradeQuery> = {}) {
      return (await readPublicTrades(present(trades), [id, query], ctx, () => locate(id))).trades
    },
    /** The times without trades that only one response reports. */
    async unconfirmedTimes(id: string, query: Partial<TradeQuery> = {}) {
      return (await readPublicTrades(present(trades), [id, query], ctx, () => locate(id))).provisional
    },
  }
}
