import type { PmxError } from '../../api/envelope/errors.js'
import type { OrderBook, OrderLevel } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { pathOf } from '../../transport/call-types.js'
import type { BookSource } from '../../venue-kit/contract/venue.js'
import { assertSameSubject } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { requestOptional } from '../../venue-kit/requests/request-list.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { priceFor } from './native/prices.js'
import { isClosedBook, stateWordOf } from './native/states.js'
import type { Facts } from './outcomes.js'
import { promoted } from './promoted.js'
import { bookReply, type NativeBook } from './schemas.js'

const what = 'GET /v1/markets/{slug}/book'

/**
 * Returns the book of a side. A market has one book, in prices of the long side. Its bids at p are the short side's asks at 1 -
 * p, and vice versa. Sizes are contracts. The time is that of the last change, which may be long ago.
 * @returns a book with empty sides when nothing is quoted, as while a market is halted
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it is the book of another market
 */
export function toOrderBook(native: NativeBook, { slug, side }: Facts, receivedAt: number): OrderBook {
  if (native.marketSlug !== undefined) assertSameSubject(slug, native.marketSlug, what, 'marketSlug')
  const toLevels = (levels: NativeBook['bids']): OrderLevel[] =>
    levels.flatMap(({ px, qty }) => (qty > 0 ? [{ price: priceFor(side, px), size: qty }] : []))
  const [bids, asks] = side === 'long' ? [native.bids, native.offers] : [native.offers, native.bids]
  const at = native.transactTime ?? receivedAt
  const stats = native.stats
  const ofSide = (price: number | undefined) => (price === undefined ? undefined : priceFor(side, price))
  return omitUndefined<OrderBook>({
    bids: toLevels(bids),
    asks: toLevels(asks),
    timestamp: at,
    datetime: toIso(at),
    lastTradePrice: ofSide(stats?.lastTradePx),
    sourceMetadata: toSourceMetadata(native, promoted.book, {
      timestampSource: native.transactTime === undefined ? 'received' : 'venue',
      ...sharedFactsOf(native),
      previousClose: ofSide(stats?.closePx),
    }),
  })
}

/** Returns the data about both sides of a market that comes with its book. */
export function sharedFactsOf({
  state,
  stats,
}: Pick<NativeBook, 'state' | 'stats'>): Record<string, unknown> {
  return omitUndefined<Record<string, unknown>>({
    state: stateWordOf(state),
    openInterest: stats?.openInterest,
    sessionVolume: stats?.sharesTraded,
    sessionOpenedAt: stats?.openSetTime === undefined ? undefined : toIso(stats.openSetTime),
  })
}

export const bookSource: BookSource<Facts> = {
  async fetch(outcome, _depth, ctx) {
    const { facts } = await outcome.located()
    const path = pathOf`/v1/markets/${facts.slug}/book`
    const native = await requestOptional(ctx, bookReply, { host: 'gateway', path, what })
    // The remaining book of an ended market cannot be traded.
    if (native === undefined || isClosedBook(native.state)) throw createMarketNoBookError(outcome.id)
    return toOrderBook(native, facts, ctx.clock.now())
  },
}

/** Creates the error for a market without a tradable book. @param id of an outcome or a market */
export function createMarketNoBookError(id: string): PmxError {
  return createNoBookError(
    `Polymarket US has no order book for '${id}': its market is closed or not open yet.`,
  )
}
