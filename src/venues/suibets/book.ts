import { PmxError } from '../../api/envelope/errors.js'
import type { OrderBook } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { BookSource } from '../../venue-kit/contract/venue.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { readOutcomeId, type Side } from './ids.js'
import { fetchOffer } from './native/offers.js'
import { priceOf, stakesOf } from './native/stakes.js'
import { statusOf } from './native/states.js'
import type { Facts } from './outcomes.js'
import type { Offer } from './schemas.js'

/**
 * Returns the book of one side. An offer is one resting order: its maker buys the maker's own pick, so a taker buys the other
 * side. Sizes are in contracts that pay 1 unit of the offer's currency.
 * @param receivedAt epoch ms: the venue sends no time
 * @throws NOT_FOUND when the offer cannot be taken, EXCHANGE_NOT_AVAILABLE when the remaining amount is unknown
 */
export function toOrderBook(offer: Offer, side: Side, receivedAt: number): OrderBook {
  const { id, status, currency } = offer
  if (statusOf(offer, receivedAt) !== 'active') {
    throw createNoBookError(`SuiBets offer ${id} has no order book: it cannot be taken (${status}).`)
  }
  const stakes = stakesOf(offer)
  if (stakes === undefined) throw unknownSize(offer)
  const price = priceOf(offer)
  const levels = (own: number) =>
    stakes.left === 0 ? [] : [{ price: own, size: stakes.left, orderCount: 1 }]
  return {
    bids: side === 'creator' ? levels(price) : [],
    asks: side === 'taker' ? levels(complementPrice(price)) : [],
    timestamp: receivedAt,
    datetime: toIso(receivedAt),
    sourceMetadata: { timestampSource: 'received', sizeUnit: currency },
  }
}

function unknownSize({ id, currency, onchainState }: Offer): PmxError {
  const isUnread = onchainState === undefined
  const why = isUnread
    ? 'the venue could not read it from the chain just now; retry'
    : `it is in ${currency ?? 'a currency without a name'}, whose base units are unknown here`
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `How much is left of SuiBets offer ${id} is unknown: ${why}.`,
    {
      retryable: isUnread,
      detail: { kind: 'unknown_size' },
    },
  )
}

/** Books with a single order each, from the current state of the offer. */
export const bookSource: BookSource<Facts> = {
  emulated: true,
  async fetch(outcome, _depth, ctx) {
    const ref = readOutcomeId(outcome.id) ?? (await outcome.located()).facts
    const offer = await fetchOffer(ref.offer, ctx)
    // Refuses unknown ids with the text of every lookup.
    if (offer === undefined) {
      await outcome.located()
      throw createNoBookError(`SuiBets has no offer ${ref.offer}.`)
    }
    return toOrderBook(offer, ref.side, ctx.clock.now())
  },
}
