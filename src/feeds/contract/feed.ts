import type { FeedArgs, FeedMethodName } from '../../api/arguments/feed-methods.js'
import type { FeedId } from '../../api/envelope/source-ids.js'
import type { FeedBook, FeedCandle, FeedMarket, OracleRound, Ticker } from '../../api/models/feed-models.js'
import type { ErrorRule } from '../../transport/errors.js'
import type { Hosts } from '../../transport/hosts.js'
import type { VenueHttp } from '../../transport/transport.js'
import type { Memo } from '../../venue-kit/contract/memo.js'
import type { TickerFacts } from '../../venue-kit/contract/ticker-facts.js'
import type { Omissions } from '../../venue-kit/payload/response-notes.js'

/** What a feed's methods run with. */
export interface FeedContext {
  readonly http: VenueHttp
  /** Slowly changing facts of the feed; never prices. */
  readonly memo: Memo
  /** What the answer lacks. */
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

/** What a feed can; a method exists only if it can keep its promise. */
type FeedMethods = {
  readonly [M in FeedMethodName]?: (args: FeedArgs<M>, ctx: FeedContext) => Promise<Answers[M]>
}

/** A source of prices that is no venue: it has no outcomes, and stands in no table of capabilities. */
export interface Feed {
  readonly id: FeedId
  readonly hosts: Hosts
  readonly errors: ErrorRule
  readonly methods: FeedMethods
  /** How `watchTickerFor` reads `fetchTicker`, which every feed has. */
  readonly watched: TickerFacts
}
