import { toIsoIfKnown } from '../../api/times/instant.js'
import type { EventRow, MarketRow } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows, malformedRowsIn } from '../../venue-kit/requests/map-rows.js'
import {
  complementPrice,
  createKnownReader,
  type OutcomeDraft,
  sumKnown,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { packOutcomeId } from './ids.js'
import type { KalshiEnvironment } from './native/environment.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { type MarketPrice, quotesOf, toPrice, toPriceChange, toTickSize } from './native/prices.js'
import type { SeriesFacts } from './native/series-facts.js'
import { promoted } from './promoted.js'
import { type EventAround, isClosed, isMarkedClosed, type NativeEvent, type NativeMarket } from './schemas.js'

// Used for every row of the largest lists.
const knownRow = createKnownReader<EventRow>()
const knownEvent = createKnownReader<EventRow['event']>()
const knownMarketRow = createKnownReader<MarketRow>()
/** Native facts of an event, and of a market. */
const knownOfEvent = createKnownReader<Record<string, unknown>>()
const knownOfMarket = createKnownReader<Record<string, unknown>>()

/** Facts around an event that its own row lacks. */
export interface EventSurroundings {
  readonly series?: SeriesFacts | undefined
  readonly imageUrl?: string | undefined
}

/**
 * Converts a native event. Volumes are contracts, summed over the present markets. An event does not have its own status.
 * It is open while one of its markets is open, and closed without any (archived).
 * @throws EXCHANGE_NOT_AVAILABLE (drift) where that depends on a market that could not be read
 */
export function toEventRow(
  native: NativeEvent,
  markets: readonly NativeMarket[],
  { series, imageUrl }: EventSurroundings,
  environment: KalshiEnvironment,
  now: number,
): EventRow {
  const around = surroundingsOf(native, series)
  const rows = convertRows(markets, 'markets', (market) => toMarketRow(market, around, environment, now))
  const isOpen = rows.some((row) => row.status === 'active')
  if (!isOpen && malformedRowsIn(markets).length > 0)
    throw createSchemaMismatch(
      'GET /events',
      'markets',
      `event ${native.event_ticker} may be open because of a market that cannot be read`,
    )
  const startTimes = rows.flatMap((row) => (row.startsAt === undefined ? [] : [row.startsAt]))
  return knownRow({
    event: knownEvent({
      id: native.event_ticker,
      title: native.title,
      description: toDescription(markets),
      slug: native.event_ticker,
      url: eventUrl(native.event_ticker, environment),
      volume24h: sumOf(rows, 'volume24h'),
      volume: sumOf(rows, 'volume'),
      image: imageUrl,
      category: native.category ?? series?.category,
      tags: around.seriesTags && [...around.seriesTags],
      sourceExchange: environment.id,
      sourceMetadata: toSourceMetadata(native, promoted.event, toEventMetadata(native)),
    }),
    markets: rows,
    status: isOpen ? 'active' : 'closed',
    startsAt: startTimes.length === 0 ? undefined : Math.min(...startTimes),
  })
}

function sumOf(rows: readonly MarketRow[], member: 'volume' | 'volume24h'): number | undefined {
  const sum = sumKnown(rows.map((row) => row.market[member]))
  // Counts have two decimals; adding them as binary fractions causes noise.
  return sum === undefined ? undefined : Math.round(sum * 100) / 100
}

/**
 * Returns the rules that most markets of the event share once each one's own name is removed. With one market it is that text
 * itself. '' when there is none.
 */
export function toDescription(markets: readonly NativeMarket[]): string {
  const [only] = markets
  if (only !== undefined && markets.length === 1) return only.rules_primary ?? ''
  const counts = new Map<string, number>()
  for (const { rules_primary, yes_sub_title } of markets) {
    if (rules_primary === undefined) continue
    const name = yes_sub_title?.trim() ?? ''
    const rule = name === '' ? rules_primary : rules_primary.replaceAll(name, '{x}')
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  // Sorting is stable: among equally frequent texts the first market's stays first.
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

function toEventMetadata(native: NativeEvent): Record<string, unknown> {
  return knownOfEvent({
    volumeUnit: 'contracts',
    series_ticker: native.series_ticker,
    sub_title: native.sub_title,
    mutually_exclusive: native.mutually_exclusive,
    strike_date: toIsoIfKnown(native.strike_date),
    strike_period: native.strike_period,
    product_metadata: native.product_metadata ?? undefined,
  })
}

/** Facts around a market that its own row lacks. */
export interface MarketSurroundings {
  /** Absent when the venue has no event (combos). */
  readonly event?: EventAround | undefined
  /** The series' tags. Absent when they are unknown. */
  readonly seriesTags?: readonly string[] | undefined
  /** The series' category, for events without one. */
  readonly seriesCategory?: string | undefined
  /** The series' fees, if known. */
  readonly seriesFees?: Pick<SeriesFacts, 'fee_type' | 'fee_multiplier'> | undefined
}

/** Returns the facts of an event and its series around a market. */
export function surroundingsOf(
  event: EventAround | undefined,
  series: SeriesFacts | undefined,
): MarketSurroundings {
  // A series without tags is known; only an unknown series leaves them unknown.
  return {
    event,
    seriesTags: series && (series.tags ?? []),
    seriesCategory: series?.category,
    seriesFees: series,
  }
}

/** Converts a native market, with its status. Volumes are contracts. */
export function toMarketRow(
  native: NativeMarket,
  { event, seriesTags, seriesCategory, seriesFees }: MarketSurroundings,
  environment: KalshiEnvironment,
  now: number,
): MarketRow {
  const price = toPrice(native)
  const category = event?.category ?? seriesCategory
  const market = toUnifiedMarket(environment.id, {
    marketId: native.ticker,
    eventId: native.event_ticker,
    title: native.title || event?.title || native.ticker,
    description: native.rules_primary || native.rules_secondary || '',
    slug: native.ticker,
    outcomes: toOutcomes(native, price),
    // YES stays the yes side whatever its label: a side called `Down` or `Not guilty` must not become the other one.
    yesIndex: 0,
    quotes: isClosed(native, now) ? undefined : quotesOf(native),
    resolvesAt: resolvesAt(native),
    volume24h: native.volume_24h_fp,
    volume: native.volume_fp,
    openInterest: native.open_interest_fp,
    url: eventUrl(native.event_ticker, environment),
    category,
    tags: toTags(category, seriesTags),
    tickSize: toTickSize(native, price?.yes),
    nativeStatus: native.status,
    metadata: toSourceMetadata(native, promoted.market, toMetadata(native, price, event, seriesFees)),
    settlement: readMarketSettlement(native, now),
  })
  return knownMarketRow({
    market,
    status: isClosed(native, now) ? 'closed' : 'active',
    startsAt: native.open_time,
    closesAt: native.close_time ?? undefined,
  })
}

/** Returns the latest expiration; of a closed market its close, which is days earlier (README.md). */
function resolvesAt(native: NativeMarket): number | undefined {
  const latest = native.latest_expiration_time ?? native.expiration_time
  return isMarkedClosed(native) ? (native.close_time ?? latest) : latest
}

/** Returns the page of an event; markets have none of their own. */
function eventUrl(eventTicker: string, { site }: KalshiEnvironment): string {
  return `${site}/events/${encodeURIComponent(eventTicker)}`
}

/** Returns the category first, then the series' tags, each once, or undefined if neither is known. */
function toTags(
  category: string | undefined,
  seriesTags: readonly string[] | undefined,
): readonly string[] | undefined {
  if (category === undefined && seriesTags === undefined) return undefined
  return [...new Set([...(category === undefined ? [] : [category]), ...(seriesTags ?? [])])]
}

function toOutcomes(
  native: NativeMarket,
  price: MarketPrice | undefined,
): readonly [OutcomeDraft, OutcomeDraft] {
  const change = toPriceChange(native, price)
  const label = toLabel(native)
  const { ticker } = native
  return [
    {
      outcomeId: packOutcomeId({ ticker, side: 'yes' }),
      label: label ?? 'Yes',
      price: price?.yes,
      priceChange24h: change,
      metadata: { side: 'yes' },
    },
    {
      outcomeId: packOutcomeId({ ticker, side: 'no' }),
      label: label === undefined ? 'No' : `Not ${label}`,
      price: price && complementPrice(price.yes),
      priceChange24h: change === undefined ? undefined : 0 - change,
      // The venue quotes YES; this side is its complement.
      metadata: { side: 'no', derived: true },
    },
  ]
}

/** Returns the name of the YES side, or undefined if the venue has none, or only the word itself. */
function toLabel({ yes_sub_title, subtitle }: NativeMarket): string | undefined {
  return [yes_sub_title, subtitle].map((name) => name?.trim()).find(isName)
}

function isName(name: string | undefined): name is string {
  return name !== undefined && name !== '' && !name.startsWith('::') && !/^(yes|no)$/i.test(name)
}

/** Collects native facts, JSON-safe; quotes only if a side is quoted, times as ISO text. */
function toMetadata(
  native: NativeMarket,
  price: MarketPrice | undefined,
  event: EventAround | undefined,
  fees: MarketSurroundings['seriesFees'],
): Record<string, unknown> {
  const { bid, ask } = quotesOf(native)
  return knownOfMarket({
    volumeUnit: 'contracts',
    priceSource: price?.source,
    series_ticker: event?.series_ticker,
    event_title: event?.title,
    mutually_exclusive: event?.mutually_exclusive,
    market_type: native.market_type,
    yes_bid: bid,
    yes_ask: ask,
    no_bid: ask === undefined ? undefined : complementPrice(ask),
    no_ask: bid === undefined ? undefined : complementPrice(bid),
    open_time: toIsoIfKnown(native.open_time),
    close_time: toIsoIfKnown(native.close_time),
    expected_expiration_time: toIsoIfKnown(native.expected_expiration_time),
    settlement_ts: toIsoIfKnown(native.settlement_ts),
    result: native.result,
    settlement_value: native.settlement_value_dollars,
    // Without a floor, as for nearly all markets, it is omitted.
    settlement_bounds_type:
      native.settlement_bounds_type === 'default' ? undefined : native.settlement_bounds_type,
    settlement_floor: native.settlement_floor_dollars,
    strike_type: native.strike_type,
    floor_strike: native.floor_strike,
    cap_strike: native.cap_strike,
    functional_strike: native.functional_strike,
    custom_strike: native.custom_strike ?? undefined,
    price_ranges: native.price_ranges ?? undefined,
    is_provisional: native.is_provisional,
    mve_collection_ticker: native.mve_collection_ticker,
    // An event's own fees override those of its series (docs.kalshi.com, get event fee changes).
    fee_type: event?.fee_type_override ?? fees?.fee_type,
    fee_multiplier: event?.fee_multiplier_override ?? fees?.fee_multiplier,
  })
}
