import type * as z from 'zod'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type {
  OrderBook,
  PriceCandle,
  Trade,
  UnifiedEvent,
  UnifiedMarket,
  UnifiedSeries,
} from '../../api/models/models.js'
import type { Span } from '../../api/times/span.js'
import type { CallEndpoint } from '../../transport/call-types.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'
import type { Hosts } from '../../transport/hosts.js'
import type { OwnStreamSource } from './account-stream.js'
import type { FeeScheduleOf } from './fees.js'
import type { Located, RequestedOutcome, ResolvedName } from './outcome.js'
import type { Paging } from './paging.js'
import type { StreamSource } from './stream-source.js'
import type { AccountSource, OrderSource } from './trading.js'
import type { VenueContext } from './venue-context.js'

export type { VenueContext } from './venue-context.js'

/**
 * A venue as the core sees it: facts and sources. The sources that are present determine the capability map. Sources fetch and
 * convert data. They contain no policy: no retries, caching, filtering, sorting or slicing. `Facts` is the result of finding an
 * outcome; `Kept` is what is stored of it to request its candles again.
 */
export interface Venue<Facts = unknown, Kept = unknown> {
  readonly id: VenueId
  readonly hosts: Hosts
  /** Exceptions to the general interpretation of failures; see transport/errors.ts. */
  readonly errors?: ErrorRule
  /** The form of the venue's own failures; see transport/errors.ts. */
  readonly errorForm?: ErrorForm
  /** Known facts about the venue's future; see transport/hosts.ts. */
  readonly outlook?: string
  /** Whether all data requires credentials, so that stored data is not returned to callers without them. */
  readonly isPrivate?: true
  /** Whether it is a test network without real money, which cross-venue search excludes. */
  readonly isSandbox?: true
  readonly markets: MarketSource
  readonly series?: SeriesSource
  /** Finds outcomes for the sources below. Present if any of them is. */
  readonly outcomes?: OutcomeSource<Facts>
  readonly candles?: CandleSource<Facts, Kept>
  readonly book?: BookSource<Facts>
  readonly trades?: TradeSource<Facts>
  readonly account?: AccountSource
  readonly orders?: OrderSource<Facts>
  /** Its own socket. Data that it does not carry is polled. */
  readonly stream?: StreamSource<Facts>
  /** Its user channel. If absent, accounts' orders, trades and positions are polled. */
  readonly ownStream?: OwnStreamSource
  /** Taker and maker fees, if known. */
  readonly feeSchedule?: FeeScheduleOf
  /** Raw venue data about an event, if the venue has such a call. */
  eventMetadata?(eventId: string, ctx: VenueContext): Promise<unknown>
}

export type Status = 'active' | 'closed'

/** A market, with the facts that the core's rules need. */
export interface MarketRow {
  readonly market: UnifiedMarket
  /** Whether it can still be traded, according to the venue's own fields. */
  readonly status: Status
  /** Time of listing or opening, for `sort=newest`. Absent when unknown. */
  readonly startsAt?: number
  /** End of trading, epoch ms, if the venue reports it separately from the resolution. */
  readonly closesAt?: number
  /** Other spellings of its ids and of its outcomes' ids by which a lookup may find it. */
  readonly aliases?: readonly string[]
}

export interface EventRow {
  /** The event without its markets, which are in `markets` with their facts, regardless of their status. */
  readonly event: Omit<UnifiedEvent, 'markets'>
  readonly markets: readonly MarketRow[]
  readonly status: Status
  readonly startsAt?: number
  /** Other spellings of its id by which a lookup may find it. */
  readonly aliases?: readonly string[]
}

/**
 * Orders of lists. `closed` is the order of lists of closed rows if the caller names none: the last one to close is
 * first.
 */
export type Sort = 'volume' | 'liquidity' | 'newest' | 'closed'

/** A list that the core requests. `sort` is optional for sources: a source that sorts natively sets `sorted`. */
export interface Listing {
  readonly status: Status
  readonly sort?: Sort
  /** Maximum number of rows that will be used. A source may request smaller pages. */
  readonly atMost?: number
}

/** Pages of rows, and whether they already have the requested order. */
export interface Listed<Row> {
  readonly paging: Paging<Row>
  readonly sorted: boolean
  /** The rows are the markets of the same `listEvents` list: a caller that has read that list need not read these. */
  readonly areOfEvents?: true
}

export interface MarketSource {
  /**
   * Whether the venue reports no volumes, so that lists have the venue's own order unless another is requested. Other venues are
   * sorted by volume (api/README.md, "Lists and lookups").
   */
  readonly hasNoVolumes?: true
  /** Sort orders by a value that rows do not contain: only the venue can sort by them. */
  readonly unseenOrders?: readonly Sort[]
  /** Lists events of one status with their markets, in the venue's own order unless `sorted`. */
  listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow>
  /** Lists markets of one status, if the venue has such a list. Otherwise they come from `listEvents`. */
  listMarkets?(listing: Listing, ctx: VenueContext): Listed<MarketRow>
  /** Returns the event with this id or slug, regardless of its status, or undefined if the venue has none. */
  getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined>
  /**
   * Returns the market with this id, slug or other venue key, regardless of its status, or undefined if the venue has
   * none.
   */
  getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined>
  /** Maximum number of ids for {@link MarketSource.readMany}; present with it. */
  readonly mostIdsARead?: number
  /**
   * Returns the markets with these ids as the lists show them, regardless of their status and in any order, in as few
   * venue calls as possible. Unknown ids are left out. At most `mostIdsARead` ids, if the venue reads many by id.
   */
  readMany?(marketIds: readonly string[], ctx: VenueContext): Promise<readonly MarketRow[]>
  /** Cost of a call of {@link MarketSource.getMany}; if it is present, single lookups are batched. */
  readonly manyAt?: CallEndpoint
  /** Whether one call takes these ids; an id that does not fit alone is never batched. Present with `getMany`. */
  fitACall?(ids: readonly string[]): boolean
  /**
   * Returns several markets by the given ids, each identical to the row of {@link MarketSource.getMarket}. Markets that the call
   * does not describe completely are left out and requested alone.
   */
  getMany?(ids: readonly string[], ctx: VenueContext): Promise<ReadonlyMap<string, MarketRow>>
  /** Returns the market with this outcome, regardless of its status, or undefined if the venue has none. */
  findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined>
  /** The venue's own text search, if it has one. */
  search?(text: string, listing: Listing, ctx: VenueContext): Listed<EventRow>
  /** The same search over the rows of {@link listMarkets}, where events show their markets differently. */
  searchMarkets?(text: string, listing: Listing, ctx: VenueContext): Listed<MarketRow>
  /** Lists events of a series (id, ticker or slug), if the venue has series. */
  listSeriesEvents?(series: string, listing: Listing, ctx: VenueContext): Listed<EventRow>
}

export interface SeriesSource {
  list(ctx: VenueContext): Paging<UnifiedSeries>
  /**
   * Returns one series, with its events of these statuses if the venue lists them.
   * @returns undefined if the venue does not know it
   */
  get(id: string, statuses: readonly Status[], ctx: VenueContext): Promise<UnifiedSeries | undefined>
}

export interface OutcomeSource<Facts = unknown> {
  /** Returns a sentence that describes outcome ids of the venue and where to find them, for an invalid id. */
  hint(id: string): string
  /**
   * Resolves an id with the venue's current data; the core caches the result. Returns undefined if the venue does not
   * know the id.
   * @throws BAD_REQUEST when the id may mean several outcomes, and connection errors of the venue
   */
  locate(id: string, ctx: VenueContext): Promise<ResolvedName<Facts> | undefined>
  /** Cost of a call of {@link OutcomeSource.locateMany}; if it is present, single lookups are batched. */
  readonly manyAt?: CallEndpoint
  /** Whether one call takes these ids; an id that does not fit alone is never batched. Present with `locateMany`. */
  fitACall?(ids: readonly string[]): boolean
  /**
   * Resolves several ids with the venue's current data, by the given ids, ignoring caches. Each result equals that of
   * {@link OutcomeSource.locate}. Ids that are not found are left out and requested alone.
   */
  locateMany?(ids: readonly string[], ctx: VenueContext): Promise<ReadonlyMap<string, ResolvedName<Facts>>>
}

/** Source of a series' prices: executed trades, mid prices, or samples that the venue calls a price. */
export type PriceBasis = 'trade' | 'mid' | 'point'

/** A resolution that the venue serves natively, or builds from sufficiently fine points. */
export interface NativeStep {
  readonly stepMs: number
  /** Maximum window per call, ms. */
  readonly maxWindowMs: number
  /** Retention of the data, ms. Absent when it goes back to the listing. */
  readonly retentionMs?: number
}

/** The locator of an outcome's candles. */
export interface CandleLocator<Kept> {
  /** Name of the series at the venue; two outcomes of one series differ only in `mirrored`. */
  readonly seriesKey: string
  /** The outcome is the complement of the series: price = 1 - p, high and low swapped. */
  readonly mirrored: boolean
  /** Facts that `fetch` needs again, such as a parent ticker; stored as JSON. */
  readonly facts: Kept
  /** Close of the market, epoch ms, where candles show it more precisely than {@link Located.closedAt}. */
  readonly closedAt?: number
}

/** A native price series of an outcome id. */
export interface CandleSeries<Kept = unknown> extends CandleLocator<Kept>, Omit<Located<unknown>, 'facts'> {
  /**
   * Time of the first lookup that reported the close, epoch ms. Absent while it trades, and where it was not recorded. Without
   * `closedAt`, trading has ended by then.
   */
  readonly closingToldAt?: number
  /** Time of the first lookup that reported this listing time. */
  readonly listingToldAt?: number
  /** Only one response assigns the series to the outcome: see {@link CandleSource.isUnconfirmed}. */
  readonly isUnconfirmed?: true
}

export type EmptyReason = 'no_trades' | 'before_listing' | 'after_close' | 'beyond_retention'

/** A price at a point in time. */
export interface PricePoint {
  readonly at: number
  readonly price: number
}

/** The venue's response for a window. Data in the window that is not in the batch does not exist. */
export type CandleBatch = CandleBars | CandlePoints

interface BatchFacts {
  /** The venue's route that was used, for the coverage and for diagnostics. */
  readonly route: string
  /**
   * The batch covers open times from here on; the older rest of the window must be requested again. For routes where a window may
   * take many calls: the fetched part is stored, so that a long read can continue later. Aligned to the resolution, and inside
   * the window.
   */
  readonly completeFrom?: number
  /**
   * Epoch ms up to which the venue has shown data, with rows that are not candles. Earlier empty ranges are thereby confirmed.
   * Without it, only a later candle or the age confirms them.
   */
  readonly seenTo?: number
  /** Open times, ascending, for which a row of the response reports no trades. */
  readonly silentAt?: readonly number[]
  /** Parts of the window for which the venue has no available data. */
  readonly withheld?: readonly (Span & { readonly reason: EmptyReason })[]
  /**
   * Parts of the window that this response alone does not confirm. Another route that should have them was empty, or a row
   * without an id came twice. A second request decides.
   */
  readonly unproven?: readonly Span[]
}
export interface CandleBars extends BatchFacts {
  readonly kind: 'bars'
  /** Ascending, stamped by open time, of the requested resolution, in prices of the native series. */
  readonly bars: readonly PriceCandle[]
}
export interface CandlePoints extends BatchFacts {
  readonly kind: 'points'
  /** Ascending, within the window, in prices of the native series. */
  readonly points: readonly PricePoint[]
  /**
   * Whether the points are samples. `true`: at a regular pace; a greater distance than the interval means that the venue used
   * another resolution. `sparse`: buckets without a price are left out. Only two responses confirm a long gap. Absent if a point
   * marks a change and an empty range means no change.
   */
  readonly sampled?: true | 'sparse'
  /**
   * The pace of the whole response, ms, if the venue returned more than the window (`venue-kit/requests/pace.ts`); the
   * width of the widest buckets of sparse samples.
   */
  readonly paceMs?: number
}

export interface CandleSource<Facts = unknown, Kept = unknown> {
  readonly basis: PriceBasis
  /** Finest first. */
  readonly steps: readonly NativeStep[]
  /** The venue deletes old candles after an undocumented time; missing candles are `beyond_retention`. */
  readonly forgets?: true
  /** Time after its end at which a candle is final, ms. */
  readonly finalAfterMs: number
  /** Schema of the facts that `fetch` needs: facts stored by an earlier version may lack some. */
  readonly facts: z.ZodType<Kept>
  /**
   * Returns the series that has the candles of an outcome.
   * @param before the series as last found, maybe by an earlier version: an earlier decision is not changed
   */
  place(
    located: Located<Facts>,
    ctx: VenueContext,
    before?: CandleSeries,
  ): CandleLocator<Kept> | Promise<CandleLocator<Kept>>
  /** Whether only one response shows that this series has the candles of the outcome: then all of them are provisional. */
  isUnconfirmed?(series: CandleSeries): boolean
  /**
   * Adds the stored facts of a series to the venue's memo, for venues that find some outcomes only by earlier facts. After a
   * start the memo has no other facts.
   */
  recall?(series: CandleSeries<Kept>, ctx: VenueContext): void
  /**
   * Fetches one native window, at most `step.maxWindowMs` long and aligned to the resolution. It may take several venue calls
   * where a route is paged. The result is complete from `completeFrom` on, or an error.
   */
  fetch(series: CandleSeries<Kept>, step: NativeStep, window: Span, ctx: VenueContext): Promise<CandleBatch>
  /** Maximum number of series per call of {@link CandleSource.fetchMany}; present with it. */
  readonly mostSeriesACall?: number
  /** Maximum number of candles per call: its series times the intervals of its window. Absent if they are not counted. */
  readonly mostBarsACall?: number
  /** Cost of one call; present with `fetchMany`. */
  readonly manyAt?: CallEndpoint
  /**
   * Fetches the same window of several series in one venue call, by their `seriesKey`. Each result equals that of
   * {@link CandleSource.fetch}. Series that the call does not return completely are left out and requested alone.
   */
  fetchMany?(
    series: readonly CandleSeries<Kept>[],
    step: NativeStep,
    window: Span,
    ctx: VenueContext,
  ): Promise<ReadonlyMap<string, CandleBatch>>
}

export interface BookSource<Facts = unknown> {
  /** Whether it is built from data other than an order book. */
  readonly emulated?: true
  /** Maximum number of books per call of {@link BookSource.fetchMany}. Absent if the venue has no such limit. */
  readonly mostBooksACall?: number
  /**
   * Returns the book that contains the outcome as one side, for series of its samples. Absent if each outcome has its own
   * book. Two outcomes of one book differ only in `mirrored`: price = 1 - p.
   */
  place?(located: Located<Facts>): Pick<CandleLocator<Facts>, 'seriesKey' | 'mirrored'>
  /**
   * Fetches the live book of an outcome, with levels in any order; the core sorts and cuts.
   * @throws NOT_FOUND when the venue has no book for it
   */
  fetch(outcome: RequestedOutcome<Facts>, depth: number | undefined, ctx: VenueContext): Promise<OrderBook>
  /** Cost of a call of {@link BookSource.fetchMany}; if it is present, single requests are batched. */
  readonly manyAt?: CallEndpoint
  /** A book request requires the located outcome: the lookup precedes the wait for a batch. */
  readonly needsLocated?: true
  /** Fetches several books in one venue call, by the requested ids; outcomes without a book are left out. */
  fetchMany?(
    outcomes: readonly RequestedOutcome<Facts>[],
    ctx: VenueContext,
  ): Promise<ReadonlyMap<string, OrderBook>>
}

/** A query for trades. The core drops trades outside the bounds and beyond the limit. */
export interface TradeQuery {
  /** Inclusive bounds, epoch ms. */
  readonly start?: number
  readonly end?: number
  /** Maximum number of rows that will be used. */
  readonly limit: number
}

export interface TradeSource<Facts = unknown> {
  readonly emulated?: true
  /** Whether the venue returns only some of the newest trades and no older ones. */
  readonly newestOnly?: true
  /**
   * Lists public trades of one outcome, newest first, regardless of their time. The core selects those of the window and
   * stops reading when it has them. The query holds what the venue itself can filter by.
   */
  list(outcome: Located<Facts>, query: TradeQuery, ctx: VenueContext): Paging<Trade>
}
