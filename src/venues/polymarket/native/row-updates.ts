import type { RowSource } from '../../../venue-kit/contract/stream-source.js'
import { readPairQuotes } from '../../../venue-kit/unify/quotes.js'
import { complementPrice, complementQuotes, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { OutcomeFacts } from '../outcomes.js'

/** If the spread is wider, the venue reports another price than the mid price (README.md). */
const WIDEST_MIDDLE = 0.1

/**
 * While the spread is narrow, `outcomePrices` has the mid price of the first token, and 1 minus that price for the second. For
 * other books, the row's price does not follow the book.
 */
export const rowSource: RowSource<OutcomeFacts> = {
  marketIdOf: ({ facts }) => facts.marketId,
  updates({ outcomes, nativeStatus, sourceMetadata }, bookOf) {
    const [first, second] = outcomes
    if (first === undefined || second === undefined || outcomes.length !== 2) return undefined
    // Some deployments send text for the flag.
    if (nativeStatus !== 'active' || String(sourceMetadata?.['acceptingOrders']) !== 'true') return undefined
    const { bid, ask } = readPairQuotes([first.outcomeId, second.outcomeId], bookOf) ?? {}
    if (bid === undefined || ask === undefined) return undefined
    const metadata = { bestBid: bid, bestAsk: ask }
    const quotes = [{ bid, ask }, complementQuotes({ bid, ask })]
    if (roundPrice(ask - bid) > WIDEST_MIDDLE) return { prices: [], quotes, metadata }
    const middle = roundPrice((bid + ask) / 2)
    return { prices: [middle, complementPrice(middle)], quotes, metadata }
  },
}
