import { PmxError } from '../../api/envelope/errors.js'
import type { OrderBook } from '../../api/models/models.js'
import { sumNumbers } from '../../api/values/decimal-sum.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { RequestedOutcome } from '../../venue-kit/contract/outcome.js'
import type { BookSource, PricePoint, VenueContext } from '../../venue-kit/contract/venue.js'
import { sortBook } from './order-books.js'

/** The mid price of a book: a price and its time, or the reason why there is none. */
export type MidPrice =
  | { readonly kind: 'sample'; readonly sample: PricePoint }
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Reads the mid price between the best bid and best ask of some outcomes, by the requested ids. A book without one side, or with
 * crossed sides, has no mid price. An invalid book affects only its own outcome. If the venue has a call for several books, a
 * failure to reach it fails all of them. A response with an unreadable book is requested again in halves, until the other books
 * are separated from it.
 */
export async function readMidPrices(
  source: BookSource,
  outcomes: readonly RequestedOutcome[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, MidPrice>> {
  const middles = new Map<string, MidPrice>()
  if (source.fetchMany !== undefined) {
    let books: ReadonlyMap<string, OrderBook>
    try {
      books = await source.fetchMany(outcomes, ctx)
    } catch (error) {
      const [only] = outcomes
      if (!isUnreadable(error) || only === undefined) throw error
      if (outcomes.length === 1) return new Map([[only.id, { kind: 'failed', error }]])
      const half = Math.ceil(outcomes.length / 2)
      const parts = [outcomes.slice(0, half), outcomes.slice(half)]
      const read = await Promise.all(parts.map((part) => readMidPrices(source, part, ctx)))
      return new Map(read.flatMap((part) => [...part]))
    }
    const received = receivedBy(ctx)
    for (const { id } of outcomes) {
      const book = books.get(id)
      middles.set(id, book === undefined ? NO_BOOK : middleOf(book, received))
    }
    return middles
  }
  for (let from = 0; from < outcomes.length; from += PARALLEL_BOOKS) {
    const batch = outcomes.slice(from, from + PARALLEL_BOOKS)
    const read = await Promise.all(batch.map((outcome) => readMiddle(source, outcome, ctx)))
    batch.forEach(({ id }, index) => void middles.set(id, read[index] ?? NO_BOOK))
  }
  return middles
}

/** Whether the venue was reached and returned invalid data, so that the same request would get the same response. */
function isUnreadable(error: unknown): boolean {
  return error instanceof PmxError && error.code === 'EXCHANGE_NOT_AVAILABLE' && !error.retryable
}

async function readMiddle(
  source: BookSource,
  outcome: RequestedOutcome,
  ctx: VenueContext,
): Promise<MidPrice> {
  try {
    const book = await source.fetch(outcome, 1, ctx)
    return middleOf(book, receivedBy(ctx))
  } catch (error) {
    return error instanceof PmxError && error.code === 'NOT_FOUND' ? NO_BOOK : { kind: 'failed', error }
  }
}

/** Maximum number of concurrent book requests, if a venue has no call for several. */
const PARALLEL_BOOKS = 8
const NO_BOOK: MidPrice = { kind: 'none', reason: 'it has no order book at the moment' }

interface Received {
  /** Epoch ms. */
  readonly at: number
  /** Whether the venue's stated time differs, because a cache returned the response or a clock is wrong. */
  readonly isOfAnotherTime: boolean
}

function receivedBy({ clock, http }: VenueContext): Received {
  const at = clock.now()
  return { at, isOfAnotherTime: Math.abs((http.venueTime ?? at) - at) > CLOCK_TOLERANCE_MS }
}

/** Returns the mid price. A venue that timestamps its books states their time itself; a time in the future is not used. */
function middleOf(book: OrderBook, { at: receivedAt, isOfAnotherTime }: Received): MidPrice {
  try {
    const { bids, asks, timestamp = isOfAnotherTime ? undefined : receivedAt } = sortBook(book, 1)
    if (timestamp === undefined)
      return { kind: 'none', reason: 'the time of the response does not match the request' }
    const [bid, ask] = [bids[0]?.price, asks[0]?.price]
    if (bid === undefined || ask === undefined) {
      const lacks = bid === ask ? 'no orders' : bid === undefined ? 'no bid' : 'no ask'
      return { kind: 'none', reason: `its book has ${lacks}` }
    }
    if (bid > ask) return { kind: 'none', reason: `its book is crossed: bid ${bid}, ask ${ask}` }
    const at = Math.floor(Math.min(timestamp, receivedAt))
    return { kind: 'sample', sample: { at, price: sumNumbers([bid, ask]) / 2 } }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
