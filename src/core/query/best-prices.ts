import type { MarketOutcome, OrderBook, UnifiedMarket } from '../../api/models/models.js'
import { outcomeShortcuts } from '../../api/models/wire-rows.js'
import { bestIn, complementQuotes, type Quotes } from '../../venue-kit/unify/unified-market.js'

/**
 * Returns a market with the best prices of the book of one of its outcomes. They are set on that outcome and on its
 * complement, where clients look for them. The prices in the market's list are older.
 */
export function withBestPrices(
  market: UnifiedMarket,
  outcomeId: string | undefined,
  book: OrderBook | undefined,
): UnifiedMarket {
  if (book === undefined || outcomeId === undefined) return market
  const isItsOwn = market.outcomes?.some((outcome) => outcome.outcomeId === outcomeId)
  if (!isItsOwn) return market
  const quotes = bestIn(book)
  const other = market.outcomes.length === 2 ? complementQuotes(quotes) : undefined
  const quoted = (outcome: MarketOutcome): MarketOutcome =>
    withQuotes(outcome, outcome.outcomeId === outcomeId ? quotes : other)
  return mapOutcomes(market, quoted)
}

/** Returns a market with different outcomes, in every member that contains outcomes. */
export function mapOutcomes(
  market: UnifiedMarket,
  change: (outcome: MarketOutcome) => MarketOutcome,
): UnifiedMarket {
  const sides = outcomeShortcuts.flatMap((side) => {
    const outcome = market[side]
    return outcome === undefined ? [] : [[side, change(outcome)] as const]
  })
  return { ...market, outcomes: market.outcomes.map(change), ...Object.fromEntries(sides) }
}

/** Returns an outcome with different best prices, or unchanged if the quotes are not known. */
export function withQuotes(outcome: MarketOutcome, quotes: Quotes | undefined): MarketOutcome {
  if (quotes === undefined) return outcome
  const { bestBid: _bid, bestAsk: _ask, ...rest } = outcome
  return { ...rest, ...toBestPrices(quotes) }
}

/** Converts quotes to members of the HTTP API. A side without a quote is absent. */
export function toBestPrices({ bid, ask }: Quotes): Pick<MarketOutcome, 'bestBid' | 'bestAsk'> {
  return { ...(bid === undefined ? {} : { bestBid: bid }), ...(ask === undefined ? {} : { bestAsk: ask }) }
}
