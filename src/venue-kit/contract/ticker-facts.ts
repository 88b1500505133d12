import type { Ticker } from '../../api/models/feed-models.js'

/** How a feed's ticker is read again and again. */
export interface TickerFacts {
  /** What one reading spends of the limit of its host. */
  readonly cost: number
  /** What makes it another ticker, as JSON can say it: one with the same is not told again. */
  stateOf(ticker: Ticker): unknown
}
