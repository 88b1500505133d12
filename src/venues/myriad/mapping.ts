import { toIsoIfKnown } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { expectSomewhere } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows } from '../../venue-kit/requests/map-rows.js'
import {
  complementPrice,
  complementQuotes,
  type OutcomeDraft,
  omitUndefined,
  sumKnown,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { type MarketRef, packMarketId, packOutcomeId } from './ids.js'
import { contractOf } from './native/contracts.js'
import { isDollarSymbol } from './native/dollar-tokens.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { feeRateOf, priceChangeOf, priceOf } from './native/prices.js'
import { promoted } from './promoted.js'
import type { NativeEvent, NativeMarket, NativeOutcome } from './schemas.js'

const SITE = 'https://myriad.markets'

/** Tick size of the order book; prices of a pool result from its formula. */
const TICK = 0.01

/** Markets without an end have this year (README.md). */
const NEVER = Date.UTC(2100, 0, 1)

/** Returns the complete name of a market. */
export function refOf(market: Pick<NativeMarket, 'networkId' | 'tradingModel' | 'id'>): MarketRef {
  return { network: market.networkId, model: market.tradingModel, number: market.id }
}

/** Returns the status: only an open market can be traded; `closed`, `resolved`, `voided` and any new word cannot. */
export function statusOf({
  state,
  voided,
}: {
  readonly state: string
  readonly voided?: boolean | undefined
}): Status {
  return state === 'open' && voided !== true ? 'active' : 'closed'
}

/**
 * Returns the event of a market: the venue's own one on the order book. Otherwise the market is a separate event, as in
 * upstream. It has the market's id, because a bare number is unique only within a network.
 */
function eventIdOf(market: NativeMarket): string {
  return market.eventId ?? packMarketId(refOf(market))
}

/** Converts a native market with all its outcomes. Volumes are dollars, absent for other tokens. */
export function toMarketRow(market: NativeMarket): MarketRow {
  const ref = refOf(market)
  return toRow(market, {
    marketId: packMarketId(ref),
    // Its own event has a market for each outcome: a market that names an event must be found in it.
    eventId: hasCandidates(market) ? market.eventId : eventIdOf(market),
    title: market.title,
    outcomes: market.outcomes.map((outcome) => toOutcome(market, outcome)),
    // Outcome 0 of the order book is YES, whatever its label (README.md).
    ...(ref.model === 'ob' ? { yesIndex: 0 } : {}),
    ...moneyOf(market),
    metadata: toSourceMetadata(market, promoted.market, metadataOf(market)),
    settlement: readMarketSettlement(market, { kind: 'all' }),
  })
}

/**
 * Converts one outcome of a larger market to a separate market, as upstream does in events: the outcome, or not the
 * outcome. The venue reports no volume of an outcome.
 */
export function toCandidateRow(market: NativeMarket, outcome: NativeOutcome): MarketRow {
  const ref = refOf(market)
  const native = toOutcome(market, outcome)
  const no: OutcomeDraft = {
    outcomeId: packOutcomeId(ref, { index: outcome.id, isNegative: true }),
    label: `Not ${outcome.title}`,
    price: native.price === undefined ? undefined : complementPrice(native.price),
    priceChange24h: native.priceChange24h === undefined ? undefined : 0 - native.priceChange24h,
    quotes: native.quotes && complementQuotes(native.quotes),
    metadata: { derived: true },
  }
  return toRow(market, {
    marketId: packOutcomeId(ref, { index: outcome.id, isNegative: false }),
    eventId: eventIdOf(market),
    title: `${market.title} - ${outcome.title}`,
    outcomes: [native, no],
    yesIndex: 0,
    candidate: outcome.title,
    metadata: toSourceMetadata(market, promoted.market, {
      ...metadataOf(market),
      nativeMarketId: packMarketId(ref),
    }),
    settlement: readMarketSettlement(market, { kind: 'candidate', index: outcome.id }),
  })
}

/** Whether an event has one market for each outcome of a market. */
export function hasCandidates(market: NativeMarket): boolean {
  return market.outcomes.length > 2
}

/** Returns the markets of an event for a native market. */
function rowsInEvent(market: NativeMarket): MarketRow[] {
  return hasCandidates(market)
    ? market.outcomes.map((outcome) => toCandidateRow(market, outcome))
    : [toMarketRow(market)]
}

/** Converts a market without an event to its own event. */
export function toOwnEventRow(market: NativeMarket): EventRow {
  const topics = market.topics ?? []
  return omitUndefined<EventRow>({
    status: statusOf(market),
    startsAt: market.publishedAt,
    markets: rowsInEvent(market),
    event: omitUndefined<EventRow['event']>({
      id: eventIdOf(market),
      title: market.title,
      description: market.description ?? '',
      slug: market.slug,
      url: marketUrl(market.slug),
      volume24h: moneyOf(market).volume24h,
      volume: moneyOf(market).volume,
      image: market.imageUrl,
      category: topics[0],
      tags: tagsOf(market),
      sourceExchange: 'myriad',
      sourceMetadata: toSourceMetadata(market, promoted.market, metadataOf(market)),
    }),
  })
}

/** Converts an event of the order book: markets of two outcomes each, of which exactly one resolves Yes if `negRisk`. */
export function toEventRow(event: NativeEvent): EventRow {
  const isMoney = event.markets.length > 0 && event.markets.every(isInDollars)
  return omitUndefined<EventRow>({
    status: statusOf(event),
    startsAt: event.publishedAt,
    markets: convertRows(event.markets, 'markets', rowsInEvent),
    event: omitUndefined<EventRow['event']>({
      id: event.id,
      title: event.title,
      description: event.description ?? '',
      slug: event.slug,
      // Events have no known page.
      url: SITE,
      volume24h: isMoney ? (event.volume24h ?? sumKnown(event.markets.map((m) => m.volume24h))) : undefined,
      volume: isMoney ? (event.volume ?? sumKnown(event.markets.map((m) => m.volume))) : undefined,
      image: event.imageUrl,
      category: event.markets.flatMap((market) => market.topics ?? [])[0],
      tags: [...new Set(event.markets.flatMap(tagsOf))],
      sourceExchange: 'myriad',
      sourceMetadata: toSourceMetadata(event, promoted.event, {
        volumeUnit: isMoney ? 'usd' : undefined,
        state: event.state,
        networkId: event.networkId,
        tradingModel: 'ob',
        negRisk: event.negRisk,
        resolvedOutcomeIndex: event.resolvedOutcomeIndex,
        expiresAt: toIsoIfKnown(event.expiresAt),
        volumeNotional: event.volumeNotional,
        users: event.users,
      }),
    }),
  })
}

type Particulars = Pick<
  Parameters<typeof toUnifiedMarket>[1],
  | 'marketId'
  | 'eventId'
  | 'title'
  | 'outcomes'
  | 'yesIndex'
  | 'candidate'
  | 'volume24h'
  | 'volume'
  | 'liquidity'
  | 'metadata'
  | 'settlement'
>

function toRow(market: NativeMarket, particulars: Particulars): MarketRow {
  return omitUndefined<MarketRow>({
    status: statusOf(market),
    startsAt: market.publishedAt,
    closesAt: beforeNever(market.expiresAt),
    market: toUnifiedMarket('myriad', {
      ...particulars,
      description: market.description,
      slug: market.slug,
      resolvesAt: beforeNever(market.resolvesAt ?? market.expiresAt),
      url: marketUrl(market.slug),
      image: market.imageUrl,
      category: market.topics?.[0],
      tags: tagsOf(market),
      nativeStatus: market.voided === true ? 'voided' : market.state,
      tickSize: market.tradingModel === 'ob' ? TICK : undefined,
      contractAddress: contractOf(refOf(market)),
    }),
  })
}

/** Returns the quotes of the order book; a pool has none. */
function quotesOf(market: NativeMarket, { bestBid, bestAsk }: NativeOutcome) {
  const isQuoted = market.tradingModel === 'ob' && statusOf(market) === 'active'
  return isQuoted ? { bid: bestBid, ask: bestAsk } : undefined
}

function toOutcome(market: NativeMarket, outcome: NativeOutcome): OutcomeDraft {
  return {
    outcomeId: packOutcomeId(refOf(market), { index: outcome.id, isNegative: false }),
    label: outcome.title,
    price: priceOf(market, outcome),
    priceChange24h: priceChangeOf(market, outcome),
    quotes: quotesOf(market, outcome),
    metadata: omitUndefined<Record<string, unknown>>({
      // Outcomes share token ids, which are therefore not keys (README.md).
      tokenId: outcome.tokenId,
      bestBid: outcome.bestBid,
      bestAsk: outcome.bestAsk,
      holders: outcome.holders,
      closingPrice: outcome.closingPrice,
    }),
  }
}

function isInDollars(market: NativeMarket): boolean {
  return isDollarSymbol(market.token?.symbol)
}

function moneyOf(market: NativeMarket): Pick<Particulars, 'volume24h' | 'volume' | 'liquidity'> {
  if (!isInDollars(market)) return {}
  return { volume24h: market.volume24h, volume: market.volume, liquidity: market.liquidity }
}

function tagsOf(market: NativeMarket): string[] {
  return [...new Set([...(market.topics ?? []), ...(market.tags ?? [])])]
}

function marketUrl(slug: string): string {
  return `${SITE}/markets/${encodeURIComponent(slug)}`
}

/** Undefined for the year that means no end. */
function beforeNever(at: number | undefined): number | undefined {
  return at === undefined || at >= NEVER ? undefined : at
}

/** Returns the fees: a pool takes a part of each purchase and sale, the order book a rate by the price. */
function feesOf(market: NativeMarket): Record<string, unknown> {
  if (market.tradingModel === 'amm')
    return { buyFee: feeRateOf(market, 'buy'), sellFee: feeRateOf(market, 'sell') }
  const { taker_fee_bps_array: takers, maker_fee_bps_array: makers, taker_fee_bps: most } = market.fees ?? {}
  return { takerFeeBpsByCent: takers, makerFeeBpsByCent: makers, takerFeeBps: most }
}

function metadataOf(market: NativeMarket): Record<string, unknown> {
  return omitUndefined<Record<string, unknown>>({
    volumeUnit: isInDollars(market) ? 'usd' : undefined,
    // In the token's own units, dollars or not.
    tokenVolume: market.volume,
    tokenVolume24h: market.volume24h,
    tokenLiquidity: market.liquidity,
    token: market.token && omitUndefined<Record<string, unknown>>({ ...market.token }),
    networkId: market.networkId,
    nativeId: market.id,
    tradingModel: market.tradingModel,
    volumeShares: market.volumeNotional,
    volumeShares24h: market.volumeNotional24h,
    ...feesOf(market),
    users: market.users,
    perpetual: market.perpetual,
    publishedAt: toIsoIfKnown(market.publishedAt),
    expiresAt: toIsoIfKnown(beforeNever(market.expiresAt)),
    resolvesAt: toIsoIfKnown(market.resolvesAt),
    resolvedOutcomeId: market.resolvedOutcomeId,
    resolutionSource: market.resolutionSource,
    negRisk: market.negRisk,
    outcomeIndex: market.outcomeIndex,
  })
}

/**
 * Checks a page of events for members that all published ones have and that sort lists.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue seems to have renamed one
 */
export function assertEventPage(events: readonly NativeEvent[], what: string): void {
  expectSomewhere(events, ['publishedAt', 'volume', 'volume24h'], what, 'data')
  const markets = events.flatMap((event) => event.markets)
  assertMarketPage(markets, what, 'data[*].markets')
}

/**
 * Checks the markets of a page for fields that a single market may lack but a page of open ones never lacks.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue seems to have renamed one
 */
export function assertMarketPage(markets: readonly NativeMarket[], what: string, at: string): void {
  const open = markets.filter((market) => statusOf(market) === 'active')
  expectSomewhere(open, ['publishedAt', 'expiresAt', 'volume', 'volume24h', 'liquidity'], what, at)
  const outcomes = open.flatMap((market) => market.outcomes)
  expectSomewhere(outcomes, ['price', 'priceChange24h'], what, `${at}[*].outcomes`)
}
