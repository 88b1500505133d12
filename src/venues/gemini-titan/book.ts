import type { OrderBook, OrderLevel } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { pathOf } from '../../transport/call-types.js'
import type { BookSource } from '../../venue-kit/contract/venue.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { readId, type Side } from './ids.js'
import { requestInstrument } from './native/instrument.js'
import { priceFor } from './native/prices.js'
import type { Facts } from './outcomes.js'
import { promoted } from './promoted.js'
import { bookReply, type NativeBook } from './schemas.js'

const WHAT = 'GET /v1/book/{symbol}'

/**
 * Returns the book of one side, sizes in contracts. The only book of a contract is of YES: a bid at p is an ask of NO at 1 - p.
 * The timestamps of its levels are equal and older than the response, so the time is that of receipt.
 */
function toOrderBook(native: NativeBook, side: Side, receivedAt: number): OrderBook {
  const toLevels = (levels: NativeBook['bids']): OrderLevel[] =>
    levels
      .filter(({ amount }) => amount > 0)
      .map(({ price, amount }) => ({ price: priceFor(side, price), size: amount }))
  const [bids, asks] = side === 'yes' ? [native.bids, native.asks] : [native.asks, native.bids]
  return {
    bids: toLevels(bids),
    asks: toLevels(asks),
    timestamp: receivedAt,
    datetime: toIso(receivedAt),
    sourceMetadata: toSourceMetadata(native, promoted.book, { timestampSource: 'received' }),
  }
}

/** Live books, always complete. The book of a contract that has not opened is empty. */
export const bookSource: BookSource<Facts> = {
  async fetch(outcome, _depth, ctx) {
    const id = readId(outcome.id)
    const isPlain = id.kind === 'contract' && id.side !== undefined
    const { symbol, side } = isPlain ? { symbol: id.symbol, side: id.side } : (await outcome.located()).facts
    const query = { limit_bids: 0, limit_asks: 0 }
    const native = await requestInstrument(ctx, bookReply, {
      path: pathOf`/v1/book/${symbol}`,
      query,
      what: WHAT,
    })
    // The engine returns the same response for unknown contracts and for those that have not opened.
    if (native === undefined) await outcome.located()
    return toOrderBook(native ?? { bids: [], asks: [] }, side ?? 'yes', ctx.clock.now())
  },
}
