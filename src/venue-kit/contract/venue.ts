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
import type { CallEndpoint } from '../../transport/call.js'
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
 * A venue as the core sees it: facts and sources. Which sources exist decides the capability map.
 * Sources fetch and convert; they hold no policy: no retries, caching, filtering, sorting or slicing.
 * `Facts` is what finding an outcome tells, `Kept` what is stored of it to ask for its candles again.
 */
export interface Venue<Facts = unknown, Kept = unknown> {
  readonly id: VenueId
  readonly hosts: Hosts
  /** Exceptions to the general reading of failures; see transport/errors.ts. */
  readonly errors?: ErrorRule
  /** How its own failures look; see transport/errors.ts. */
  readonly errorForm?: ErrorForm
  /** What is known of the venue's future; see transport/hosts.ts. */
  readonly outlook?: string
  /** Nothing here can be read without credentials: what was stored is not shown to callers who have none. */
  readonly isPrivate?: true
  /** A test network, with nothing real in it: it is not searched together with the other venues. */
  readonly isSandbox?: true
  readonly markets: MarketSource
  readonly series?: SeriesSource
  /** Finds outcomes for the sources below; there where one of them is. */
  readonly outcomes?: OutcomeSource<Facts>
  readonly candles?: CandleSource<Facts, Kept>
  readonly book?: BookSource<Facts>
  readonly trades?: TradeSource<Facts>
  readonly account?: AccountSource
  readonly orders?: OrderSource<Facts>
  /** Its own socket; what has none is polled. */
  readonly stream?: StreamSource<Facts>
  /** Its user channel; orders, trades and positions of accounts are polled without. */
  readonly ownStream?: OwnStreamSource
  /** What takers and makers pay, as far as it is known. */
  readonly feeSchedule?: FeeScheduleOf
  /** Raw venue facts about an event, where the venue has such a call. */
  eventMetadata?(eventId: string, ctx: VenueContext): Promise<unknown>
}

export type Status = 'active' | 'closed'

/** A market with the evidence that the core's rules need. */
export interface MarketRow {
  readonly market: UnifiedMarket
  /** Whether it can still be traded, read from the venue's own fields. */
  readonly status: Status
  /** When it was listed or opened, for `sort=newest`; absent when unknown. */
  readonly startsAt?: number
  /** When its trading ends, epoch ms, where the venue names a time of its own for that beside the resolution. */
  readonly closesAt?: number
  /** Other spellings of its ids and its outcomes' ids under which a lookup may have found it. */
  readonly aliases?: readonly string[]
}

export interface EventRow {
  /** Without its markets, which stand beside it with their evidence, whatever their status. */
  readonly event: Omit<UnifiedEvent, 'markets'>
  readonly markets: readonly MarketRow[]
  readonly status: Status
  readonly startsAt?: number
  /** Other spellings of its id under which a lookup may have found it. */
  readonly aliases?: readonly string[]
}

export type Sort = 'volume' | 'liquidity' | 'newest'

/** What the core wants listed. `sort` is a wish: a source that can give it natively says so in `sorted`. */
export interface Listing {
  readonly status: Status
  readonly sort?: Sort
  /** Most rows that will be used; a source may ask the venue for smaller pages. */
  readonly atMost?: number
}

/** Pages of rows, and whether they already come in the order that was wished for. */
export interface Listed<Row> {
  readonly paging: Paging<Row>
  readonly sorted: boolean
  /** They are the markets of what `listEvents` gives for the same wish: who has read that need not read these. */
  readonly areOfEvents?: true
}

export interface MarketSource {
  /**
   * The venue tells no volume of anything, so lists that nobody asked to sort keep the order in which they are read;
   * elsewhere they go by volume (api/README.md, "Lists and lookups").
   */
  readonly hasNoVolumes?: true
  /** Orders that the venue gives and none of its rows shows: only the venue can put them in it. */
  readonly unseenOrders?: readonly Sort[]
  /** Events of one status with their markets, in the venue's own order unless `sorted`. */
  listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow>
  /** Markets of one status, where the venue lists them by themselves; otherwise they come from `listEvents`. */
  listMarkets?(listing: Listing, ctx: VenueContext): Listed<MarketRow>
  /** The event with this id or slug, whatever its status; undefined when the venue knows none. */
  getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined>
  /** The market with this id, slug or other venue key, whatever its status; undefined when the venue knows none. */
  getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined>
  /** Most ids that {@link MarketSource.readMany} takes; there with it. */
  readonly mostIdsARead?: number
  /**
   * The markets with these market ids as the lists show them, whatever their status and in any order, in as few venue
   * calls as there are for it; those that the venue does not know are left out. At most `mostIdsARead` ids, where the
   * venue reads many by id.
   */
  readMany?(marketIds: readonly string[], ctx: VenueContext): Promise<readonly MarketRow[]>
  /** What a call of {@link MarketSource.getMany} spends; markets that are looked up one by one are joined where it is told. */
  readonly manyAt?: CallEndpoint
  /** Whether one call of it takes these ids; one that it does not take alone is never joined. There with it. */
  fitACall?(ids: readonly string[]): boolean
  /**
   * Several markets by their own ids as they were given, each the very row that {@link MarketSource.getMarket} would tell.
   * Left out is what the call does not tell all of, whatever the reason: that is asked for alone.
   */
  getMany?(ids: readonly string[], ctx: VenueContext): Promise<ReadonlyMap<string, MarketRow>>
  /** The market that has this outcome, whatever its status; undefined when the venue knows none. */
  findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined>
  /** The venue's own text search, where it has one. */
  search?(text: string, listing: Listing, ctx: VenueContext): Listed<EventRow>
  /** The same over the rows of {@link listMarkets}, where events show their markets otherwise. */
  searchMarkets?(text: string, listing: Listing, ctx: VenueContext): Listed<MarketRow>
  /** Events of a series (id, ticker or slug), where the venue has series. */
  listSeriesEvents?(series: string, listing: Listing, ctx: VenueContext): Listed<EventRow>
}

export interface SeriesSource {
  list(ctx: VenueContext): Paging<UnifiedSeries>
  /**
   * One series, with its events of these statuses where the venue lists them.
   * @returns undefined where the venue does not know it
   */
  get(id: string, statuses: readonly Status[], ctx: VenueContext): Promise<UnifiedSeries | undefined>
}

export interface OutcomeSource<Facts = unknown> {
  /** What an outcome id of the venue is, and where it is found: a sentence for who asked with this id, which is none. */
  hint(id: string): string
  /**
   * What an id names, by what the venue says now; the core remembers it. Undefined when the venue knows nothing of it.
   * @throws BAD_REQUEST when the id may mean several outcomes, and what stands in the way to the venue
   */
  locate(id: string, ctx: VenueContext): Promise<ResolvedName<Facts> | undefined>
  /** What a call of {@link OutcomeSource.locateMany} spends; ids that are looked up one by one are joined where it is told. */
  readonly manyAt?: CallEndpoint
  /** Whether one call of it takes these ids; one that it does not take alone is never joined. There with it. */
  fitACall?(ids: readonly string[]): boolean
  /**
   * What several ids name, by the ids as they were given, each as {@link OutcomeSource.locate} would tell it by what the
   * venue says now, whatever is remembered. Left out is what it does not find: that is asked for alone.
   */
  locateMany?(ids: readonly string[], ctx: VenueContext): Promise<ReadonlyMap<string, ResolvedName<Facts>>>
}

/** Where a series' prices come from: executed trades, the middle of the book, or samples the venue calls a price. */
export type PriceBasis = 'trade' | 'mid' | 'point'

/** A step the venue can serve by itself, or from points fine enough to build it. */
export interface NativeStep {
  readonly stepMs: number
  /** Longest window of one call, in ms. */
  readonly maxWindowMs: number
  /** How far back it reaches; absent when it reaches back to the listing. */
  readonly retentionMs?: number
}

/** Where the candles of an outcome are. */
export interface CandleLocator<Kept> {
  /** Names the series at the venue; two outcomes of one series differ only in `mirrored`. */
  readonly seriesKey: string
  /** The outcome is the other side of the series: price = 1 - p, high and low swapped. */
  readonly mirrored: boolean
  /** Facts the source needs again at `fetch`, such as a parent ticker; kept as JSON. */
  readonly facts: Kept
  /** When the market closed, epoch ms, where the candles show it better than {@link Located.closedAt}. */
  readonly closedAt?: number
}

/** A native price series, found from an outcome id. */
export interface CandleSeries<Kept = unknown> extends CandleLocator<Kept>, Omit<Located<unknown>, 'facts'> {
  /** When a lookup told first that it has closed, epoch ms; absent while it trades, and where nobody noted it. */
  readonly closingToldAt?: number
  /** The same of this time of listing. */
  readonly listingToldAt?: number
}

export type EmptyReason = 'no_trades' | 'before_listing' | 'after_close' | 'beyond_retention'

/** A price at an instant. */
export interface PricePoint {
  readonly at: number
  readonly price: number
}

/** What the venue said about a window. Whatever lies in the window and is not in the batch does not exist there. */
export type CandleBatch = CandleBars | CandlePoints

interface BatchFacts {
  /** Which of the venue's routes answered, for the ledger and the curious. */
  readonly route: string
  /**
   * The batch tells of open times from here on; the older rest of the window is to be asked for again. For routes of
   * which a window may take many calls: what was read is kept, so that a long read can go on later. On the grid, and
   * inside the window.
   */
  readonly toldFrom?: number
  /**
   * The venue has shown that it knows of things up to then, epoch ms, with rows that are no candles. What is silent
   * before is proven so; without it only by a later candle, or by its age.
   */
  readonly seenTo?: number
  /** Open times, ascending, of which a row of the response says that nothing was traded then. */
  readonly silentAt?: readonly number[]
  /** Parts of the window that the venue cannot tell about. */
  readonly withheld?: readonly (Span & { readonly reason: EmptyReason })[]
  /**
   * Parts of the window that this response alone does not prove: another route that should have them said nothing, or a
   * row without an id came twice. A second look decides.
   */
  readonly unproven?: readonly Span[]
}
export interface CandleBars extends BatchFacts {
  readonly kind: 'bars'
  /** Ascending, open-stamped, of the step asked for, in prices of the native series. */
  readonly bars: readonly PriceCandle[]
}
export interface CandlePoints extends BatchFacts {
  readonly kind: 'points'
  /** Ascending, within the window, in prices of the native series. */
  readonly points: readonly PricePoint[]
  /**
   * The points are samples at a regular pace, so points further apart than the step mean that the venue answered
   * in another resolution. Left out where a point stands for a change and silence for none.
   */
  readonly sampled?: true
  /** The pace of the whole answer, ms, where the venue told of more than the window; see `venue-kit/requests/pace.ts`. */
  readonly paceMs?: number
}

export interface CandleSource<Facts = unknown, Kept = unknown> {
  readonly basis: PriceBasis
  /** Coarsest last. */
  readonly steps: readonly NativeStep[]
  /** The venue forgets old candles after a time that it does not state; what is gone is `beyond_retention`. */
  readonly forgets?: true
  /** A bar is final only this long after its end. */
  readonly settleLagMs: number
  /** What `fetch` needs to find in the facts of a series: those stored by an earlier version may lack it. */
  readonly facts: z.ZodType<Kept>
  /**
   * The series that has the candles of an outcome.
   * @param before the series as it was found last, maybe by an earlier version: what is decided once stays so
   */
  place(
    located: Located<Facts>,
    ctx: VenueContext,
    before?: CandleSeries,
  ): CandleLocator<Kept> | Promise<CandleLocator<Kept>>
  /**
   * Tells the venue's memory what is stored of a series, for venues that find some outcomes only by what was learned of
   * them before. A daemon that has just started remembers nothing else.
   */
  recall?(series: CandleSeries<Kept>, ctx: VenueContext): void
  /**
   * One native window, at most `step.maxWindowMs` long and aligned to the step. Several venue calls are fine
   * where a route pages; the answer is whole from `toldFrom` on, or an error.
   */
  fetch(series: CandleSeries<Kept>, step: NativeStep, window: Span, ctx: VenueContext): Promise<CandleBatch>
  /** Most series that one call of {@link CandleSource.fetchMany} takes; there with it. */
  readonly mostSeriesACall?: number
  /** Most bars that one call of it takes: its series times the steps of its window; absent where they are not counted. */
  readonly mostBarsACall?: number
  /** What one call of it spends; there with it. */
  readonly manyAt?: CallEndpoint
  /**
   * The same window of several series in one venue call, by their `seriesKey`, each as {@link CandleSource.fetch} would
   * tell it. Left out are those of which the call does not tell all that is known: they are asked for alone.
   */
  fetchMany?(
    series: readonly CandleSeries<Kept>[],
    step: NativeStep,
    window: Span,
    ctx: VenueContext,
  ): Promise<ReadonlyMap<string, CandleBatch>>
}

export interface BookSource<Facts = unknown> {
  /** Built from something other than an order book. */
  readonly emulated?: true
  /** Most books that one call of {@link BookSource.fetchMany} costs; absent where the venue has no number for it. */
  readonly mostBooksACall?: number
  /**
   * The book that an outcome's is a side of, for series of its samples; left out where each outcome has a book of its own.
   * Two outcomes of one book differ only in `mirrored`: price = 1 - p.
   */
  place?(located: Located<Facts>): Pick<CandleLocator<Facts>, 'seriesKey' | 'mirrored'>
  /**
   * The live book of an outcome, in any order of levels; the core sorts and cuts.
   * @throws NOT_FOUND when the venue has no book for it
   */
  fetch(outcome: RequestedOutcome<Facts>, depth: number | undefined, ctx: VenueContext): Promise<OrderBook>
  /** What a call of {@link BookSource.fetchMany} spends; books that are asked for one by one are joined where it is told. */
  readonly manyAt?: CallEndpoint
  /** No book can be asked for before its outcome has been looked up: it is, before it waits for others. */
  readonly needsLocated?: true
  /** Several books in one venue call, by the ids that were asked for; outcomes without a book are left out. */
  fetchMany?(
    outcomes: readonly RequestedOutcome<Facts>[],
    ctx: VenueContext,
  ): Promise<ReadonlyMap<string, OrderBook>>
}

/** What is wanted of trades; the core itself leaves out what lies outside, and what is too much. */
export interface TradeQuery {
  /** Inclusive bounds, epoch ms. */
  readonly start?: number
  readonly end?: number
  /** Rows that will be used at most. */
  readonly limit: number
}

export interface TradeSource<Facts = unknown> {
  readonly emulated?: true
  /** The venue shows some of the newest trades and none before them. */
  readonly newestOnly?: true
  /**
   * Public trades of one outcome, newest first, whatever their time: the core picks those of the window and stops
   * reading when it has them. The query is for what the venue itself can be asked for.
   */
  list(outcome: Located<Facts>, query: TradeQuery, ctx: VenueContext): Paging<Trade>
}
