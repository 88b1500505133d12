import type { FeedArgs, FeedMethodName } from '../../api/arguments/feed-methods.js'
import type { FeedId } from '../../api/envelope/source-ids.js'
import type { FeedBook, FeedCandle, FeedMarket, OracleRound, Ticker } from '../../api/models/feed-models.js'
import type { ErrorRule } from '../../transport/errors.js'
import type { Hosts } from '../../transport/hosts.js'
import type { VenueHttp } from '../../transport/transport.js'
import type { Memo } from '../../venue-kit/contract/memo.js'
import type { TickerFacts } from '../../venue-kit/contract/ticker-facts.js'
import type { Omissions } from '../../venue-kit/payload/response-notes.js'

/** The context of a feed's methods. */
export interface FeedContext {
  readonly http: VenueHttp
  /** Slowly changing facts of the feed, never prices. */
  readonly memo: Memo
  /** The omissions of the response. */
  readonly omissions: Omissions
}

/** By symbol. */
type BySymbol<Value> = Readonly<Record<string, Value>>

interface Answers extends Record<FeedMethodName, unknown> {
  loadMarkets: BySymbol<FeedMarket>
  fetchTicker: Ticker
  fetchTickers: BySymbol<Ticker>
  /** Oldest first. */
  fetchOHLCV: readonly FeedCandle[]
  fetchOrderBook: FeedBook
  fetchOracleRound: OracleRound
  /** Newest first. */
  fetchOracleHistory: readonly OracleRound[]
  fetchHistoricalPrices: readonly Ticker[]
}

/** The methods of a feed. A method is present only if the feed supports it. */
type FeedMethods = {
  readonly [M in FeedMethodName]?: (args: FeedArgs<M>, ctx: FeedContext) => Promise<Answers[M]>
}

/** A price source that is not a venue: it has no outcomes, and is in no capability table. */
export interface Feed {
  readonly id: FeedId
  readonly hosts: Hosts
  readonly errors: ErrorRule
  readonly methods: FeedMethods
  /** How `watchTicker` uses `fetchTicker`, which every feed has. */
  readonly watched: TickerFacts
}
