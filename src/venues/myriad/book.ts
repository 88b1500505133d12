import type { OrderBook, OrderLevel } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { pathOf } from '../../transport/call-types.js'
import type { BookSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { requestOptional } from '../../venue-kit/requests/request-list.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { marketAt } from './lookup.js'
import { statusOf } from './mapping.js'
import { computeSpotPrice, offerOf } from './native/pool.js'
import { feeRateOf } from './native/prices.js'
import type { OutcomeFacts } from './outcomes.js'
import { promoted } from './promoted.js'
import { bookReply, type NativeMarket } from './schemas.js'

/**
 * Reserves and prices agree to 1e-6 in recordings. Small reserves are rounded more coarsely, and price and reserves may differ
 * slightly in time. A difference above a hundredth of a cent means another formula than the documented one.
 */
const PRICE_TOLERANCE = 1e-4

/**
 * Order-book markets have books; the formula of a pool is converted to the form of a book. The venue sends no time: the timestamp
 * is the time of receipt.
 */
export const bookSource: BookSource<OutcomeFacts> = {
  emulated: true,
  async fetch(outcome, _depth, ctx) {
    const { facts } = await outcome.located()
    const book = facts.ref.model === 'ob' ? await nativeBook(facts, ctx) : await poolBook(facts, ctx)
    if (book === undefined) {
      throw createNoBookError(`No live order book exists for the outcome '${outcome.id}'.`)
    }
    const receivedAt = ctx.clock.now()
    return { ...book, timestamp: receivedAt, datetime: toIso(receivedAt) }
  },
}

/** Requests a book by slug, because the number may name a pool as well; each outcome has its own book. */
async function nativeBook({ place, slug }: OutcomeFacts, ctx: VenueContext): Promise<OrderBook | undefined> {
  const reply = await requestOptional(ctx, bookReply, {
    path: pathOf`/markets/${slug}/orderbook`,
    query: { outcome: place.index, trading_model: 'ob' },
    what: 'GET /markets/{slug}/orderbook',
  })
  if (reply === undefined) return undefined
  const levels = (side: typeof reply.bids) => mergedLevels(side.map(([price, size]) => ({ price, size })))
  const book = {
    bids: levels(reply.bids),
    asks: levels(reply.asks),
    sourceMetadata: toSourceMetadata(reply, promoted.book, {
      emulated: false,
      timestampSource: 'received',
    }),
  }
  return place.isNegative ? otherSide(book) : book
}

/** Merges levels whose prices differ only by the noise of binary fractions. */
function mergedLevels(levels: readonly OrderLevel[]): OrderLevel[] {
  const merged = new Map<number, OrderLevel>()
  for (const { price, size } of levels)
    merged.set(price, { price, size: size + (merged.get(price)?.size ?? 0) })
  return [...merged.values()]
}

async function poolBook({ place, ref }: OutcomeFacts, ctx: VenueContext): Promise<OrderBook | undefined> {
  const native = await marketAt(ref, ctx)
  if (native === undefined || statusOf(native) === 'closed') return undefined
  const book = toPoolBook(native, place.index)
  return place.isNegative ? otherSide(book) : book
}

/**
 * Returns the offer of a pool for one of its outcomes.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when reserves or fees are missing or do not yield the venue's own price
 */
export function toPoolBook(market: NativeMarket, outcomeIndex: number): OrderBook {
  const what = 'GET /markets/{id}'
  const index = market.outcomes.findIndex(({ id }) => id === outcomeIndex)
  const price = market.outcomes[index]?.price
  const reserves = market.outcomes.flatMap(({ shares }) =>
    shares === undefined || shares <= 0 ? [] : [shares],
  )
  if (reserves.length !== market.outcomes.length || reserves.length < 2) {
    throw createSchemaMismatch(
      what,
      'outcomes[*].shares',
      'an open pool does not have a reserve for each outcome',
    )
  }
  const spot = computeSpotPrice({ reserves, index })
  if (price === undefined || Math.abs(spot - price) > PRICE_TOLERANCE) {
    throw createSchemaMismatch(what, `outcomes[${index}].price`, `${price}, but the reserves imply ${spot}`)
  }
  const [buy, sell] = [feeRateOf(market, 'buy'), feeRateOf(market, 'sell')]
  if (buy === undefined || sell === undefined)
    throw createSchemaMismatch(what, 'fees', 'an open pool does not return its fees')
  const { bids, asks } = offerOf({ reserves, index }, { buy, sell })
  return {
    bids: [...bids],
    asks: [...asks],
    sourceMetadata: { emulated: true, source: 'pool', spotPrice: price, timestampSource: 'received' },
  }
}

/** Returns the book of the synthetic NO: its seller buys the outcome. */
function otherSide({ bids, asks, sourceMetadata }: OrderBook): OrderBook {
  const mirrored = (levels: OrderBook['bids']) =>
    levels.map(({ price, size }) => ({ price: complementPrice(price), size }))
  return {
    bids: mirrored(asks),
    asks: mirrored(bids),
    ...(sourceMetadata === undefined ? {} : { sourceMetadata: { ...sourceMetadata, derived: true } }),
  }
}
