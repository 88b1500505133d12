import type { MarketOutcome, OrderBook, UnifiedMarket } from '../../api/models/models.js'
import { outcomeShortcuts } from '../../api/models/wire-rows.js'
import { bestIn, complementQuotes, type Quotes } from '../../venue-kit/unify/unified-market.js'

/**
 * A market with the best prices of the book of one of its outcomes, on that outcome, and on the other one of two: clients
 * look for them there. What its list had of them is older.
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

/** A market with other outcomes, in every place where it has them. */
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

/** An outcome with other best prices; the one that it had where they are not known. */
export function withQuotes(outcome: MarketOutcome, quotes: Quotes | undefined): MarketOutcome {
  if (quotes === undefined) return outcome
  const { bestBid: _bid, bestAsk: _ask, ...rest } = outcome
  return { ...rest, ...toBestPrices(quotes) }
}

/** The members of the wire for quotes; absent where nobody quotes. */
export function toBestPrices({ bid, ask }: Quotes): Pick<MarketOutcome, 'bestBid' | 'bestAsk'> {
  return { ...(bid === undefined ? {} : { bestBid: bid }), ...(ask === undefined ? {} : { bestAsk: ask }) }
}
