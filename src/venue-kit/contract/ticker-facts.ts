import type { Ticker } from '../../api/models/feed-models.js'

/** Facts for polling a feed's ticker. */
export interface TickerFacts {
  /** Cost of one request against the rate limit of its host. */
  readonly cost: number
  /** Returns the state of a ticker as a JSON value; a ticker with the same state is not reported again. */
  stateOf(ticker: Ticker): unknown
}
