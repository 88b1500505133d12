import type { OrderBook, OrderLevel } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { pathOf } from '../../transport/call-types.js'
import type { RequestedOutcome } from '../../venue-kit/contract/outcome.js'
import type { BookSource } from '../../venue-kit/contract/venue.js'
import { assertHonoured } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata, withRawOf } from '../../venue-kit/payload/raw-fields.js'
import { requestOptional, requestRequired } from '../../venue-kit/requests/request-list.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { type OutcomeRef, readOutcomeId, type Side } from './ids.js'
import { resolveOutcomes } from './native/find-market.js'
import type { OutcomeFacts } from './outcomes.js'
import { promoted } from './promoted.js'
import { bookReply, booksReply, type NativeBook } from './schemas.js'

/** Maximum number of books per call, and of levels per side (README.md; docs.kalshi.com, order books). */
const BOOKS_PER_CALL = 100
const DEEPEST = 100

/**
 * Returns the book of one side. Kalshi returns only bids, of both sides: a NO bid at p is a YES ask at 1 - p, and vice
 * versa (README.md; docs.kalshi.com, order book responses). The venue sends no time: the timestamp is the time of
 * receipt.
 */
export function toOrderBook(native: NativeBook, side: Side, receivedAt: number): OrderBook {
  const { yes_dollars: yes, no_dollars: no } = native.orderbook_fp
  const [own, other] = side === 'yes' ? [yes, no] : [no, yes]
  return {
    bids: toLevels(own),
    asks: toLevels(other).map(({ price, size }) => ({ price: complementPrice(price), size })),
    timestamp: receivedAt,
    datetime: toIso(receivedAt),
    sourceMetadata: toSourceMetadata(native, promoted.book, { timestampSource: 'received' }),
  }
}

type NativeLevels = NativeBook['orderbook_fp']['yes_dollars']

/**
 * Drops levels at or below zero, which have just been removed: the venue's own rule for its deltas, observed during settlement.
 */
function toLevels(levels: NativeLevels): OrderLevel[] {
  return (levels ?? []).filter(([, size]) => size > 0).map(([price, size]) => ({ price, size }))
}

/** Live books. A book with one or two empty sides is valid for a known market. */
export const bookSource: BookSource<OutcomeFacts> = {
  mostBooksACall: BOOKS_PER_CALL,
  manyAt: { host: 'api' },

  async fetch(outcome, depth, ctx) {
    const { ticker, side } = await refOf(outcome)
    const reply = await requestOptional(ctx, bookReply, {
      path: pathOf`/markets/${ticker}/orderbook`,
      // Absent means all levels; the venue accepts 1 to 100.
      query: { depth: depth !== undefined && depth >= 1 && depth <= DEEPEST ? depth : undefined },
      what: 'GET /markets/{ticker}/orderbook',
    })
    if (reply !== undefined) return toOrderBook(reply, side, ctx.clock.now())
    throw createNoBookError(`No live order book exists for the outcome '${outcome.id}'.`)
  },

  async fetchMany(asked, ctx) {
    const outcomes = await resolveOutcomes(
      asked.map(({ id }) => id),
      ctx,
    )
    const tickers = [...new Set([...outcomes.values()].map(({ ref }) => ref.ticker))]
    const books = new Map<string, { readonly native: NativeBook; readonly receivedAt: number }>()
    for (let from = 0; from < tickers.length; from += BOOKS_PER_CALL) {
      const part = tickers.slice(from, from + BOOKS_PER_CALL)
      const question = {
        path: '/markets/orderbooks',
        query: { tickers: part },
        what: 'GET /markets/orderbooks',
      }
      const { orderbooks } = await requestRequired(ctx, booksReply, question)
      const receivedAt = ctx.clock.now()
      for (const [index, row] of orderbooks.entries()) {
        const { ticker, ...native } = row
        assertHonoured(part.includes(ticker), question.what, `orderbooks[${index}].ticker`, ticker)
        books.set(ticker, { native: withRawOf(row, native), receivedAt })
      }
    }
    const result = new Map<string, OrderBook>()
    for (const [id, { ref }] of outcomes) {
      const book = books.get(ref.ticker)
      if (book !== undefined) result.set(id, toOrderBook(book.native, ref.side, book.receivedAt))
    }
    return result
  },
}

/** Returns the outcome of an id. An unambiguous id is not looked up: the book request shows whether its market exists. */
async function refOf(outcome: RequestedOutcome<OutcomeFacts>): Promise<OutcomeRef> {
  const reading = readOutcomeId(outcome.id)
  return reading?.kind === 'certain' ? reading.ref : (await outcome.located()).facts
}
