import type { RowSource } from '../../../venue-kit/contract/stream-source.js'
import { readPairQuotes } from '../../../venue-kit/unify/quotes.js'
import { complementPrice, complementQuotes } from '../../../venue-kit/unify/unified-market.js'
import type { OutcomeFacts } from '../outcomes.js'

/** A row's quotes are those of the book. Its price is that of the last trade, which books do not contain (README.md). */
export const rowSource: RowSource<OutcomeFacts> = {
  marketIdOf: ({ facts }) => facts.ticker,
  updates({ outcomes, nativeStatus }, bookOf) {
    const [yes, no] = outcomes
    if (yes === undefined || no === undefined || nativeStatus !== 'active') return undefined
    const quotes = readPairQuotes([yes.outcomeId, no.outcomeId], bookOf)
    if (quotes === undefined) return undefined
    const { bid, ask } = quotes
    const metadata = {
      yes_bid: bid,
      yes_ask: ask,
      no_bid: ask === undefined ? undefined : complementPrice(ask),
      no_ask: bid === undefined ? undefined : complementPrice(bid),
    }
    return { prices: [], quotes: [quotes, complementQuotes(quotes)], metadata }
  },
}
